from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import asyncssh
import pytest

from hako.engine.log.header import OPEN
from hako.engine.log.setup import new_header
from hako.multiplayer.rate_limit import RateLimit
from hako.server.connection_limits import ConnectionLimits
from hako.server.limits import Limits
from hako.server.ssh.auth import public_line
from hako.server.ssh.terminal_stream import TerminalStream
from tests.server.ssh.person import ada_sits_down, demo_server, key_of
from tests.server.ssh.tables import open_lobby, player
from tests.waiting import PATIENCE_SECONDS


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_allowance_is_so_much_at_once_and_then_so_much_a_second() -> None:
    """5 at once, 2 a second: after 8 the next one, the ninth, comes after 2 seconds."""
    clock = Clock()
    allowance = RateLimit(2, 5, clock)
    allowance.spend(4)
    assert allowance.seconds_to_wait == 0
    allowance.spend(4)
    assert allowance.seconds_to_wait == 2.0
    clock.now = 1.5
    assert allowance.seconds_to_wait == 0.5
    clock.now = 100.0
    assert allowance.untouched


def test_who_drops_the_line_without_a_word_is_away_within_a_minute() -> None:
    """Asked three times in vain, and given as long once more: their table waits no longer."""
    asked = 3
    assert Limits().keepalive_seconds * (asked + 1) <= 60


# --- at the door


class Caller:
    """Somebody at the door."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.told: str | None = None

    def refuse(self, reason: str = "") -> None:
        self.told = reason


def test_so_many_connections_may_come_from_one_address() -> None:
    doors = ConnectionLimits(Limits(connections_per_address=2))
    first, second, third = (Caller("192.0.2.1") for _ in range(3))
    assert doors.connect(first) is None
    assert doors.connect(second) is None
    assert doors.connect(third) == "address_full"
    assert doors.connect(Caller("192.0.2.2")) is None
    doors.leave(third)
    doors.leave(first)
    assert doors.connect(Caller("192.0.2.1")) is None


def test_a_household_with_ipv6_is_one_address() -> None:
    """A /64 network."""
    doors = ConnectionLimits(Limits(connections_per_address=1))
    assert doors.connect(Caller("2001:db8::1")) is None
    assert doors.connect(Caller("2001:db8::2")) == "address_full"
    assert doors.connect(Caller("2001:db8:0:1::1")) is None
    assert doors.connect(Caller("::ffff:192.0.2.1")) is None
    assert doors.connect(Caller("192.0.2.1")) == "address_full"


def test_so_many_new_connections_may_come_in_a_minute() -> None:
    doors = ConnectionLimits(Limits(handshakes_per_minute=3))
    for caller in [Caller("192.0.2.1") for _ in range(3)]:
        assert doors.connect(caller) is None
        doors.leave(caller)
    assert doors.connect(Caller("192.0.2.1")) == "too_often"
    assert doors.connect(Caller("192.0.2.2")) is None


def test_a_flood_is_written_down_a_few_times(caplog: pytest.LogCaptureFixture) -> None:
    """1000 knocks in a moment are no 1000 lines; of another address something is said as well."""
    doors = ConnectionLimits(Limits(handshakes_per_minute=3))
    for caller in [Caller("192.0.2.1") for _ in range(1000)]:
        doors.connect(caller)
        doors.leave(caller)
    for caller in [Caller("192.0.2.2") for _ in range(5)]:
        doors.connect(caller)

    messages = [record.getMessage() for record in caplog.records]
    assert 0 < len(messages) < 10
    assert messages[0] == "192.0.2.1: turned away, too many new connections come from there"
    assert messages[-1].startswith("192.0.2.2")


def test_the_one_who_waits_longest_makes_room() -> None:
    """Two may wait to log in; whoever has logged in does not wait."""
    doors = ConnectionLimits(Limits(max_pending=2))
    known, slow, quick = Caller("192.0.2.1"), Caller("192.0.2.2"), Caller("192.0.2.3")
    doors.connect(known)
    doors.recognise(known)
    doors.connect(slow)
    doors.connect(quick)
    assert doors.connect(Caller("192.0.2.4")) is None
    assert [caller.told for caller in (known, slow, quick)] == [None, "crowded", None]


def test_an_address_from_which_many_wait_makes_room_first() -> None:
    """A client that connected before them, alone from its address, goes on logging in."""
    doors = ConnectionLimits(Limits(max_pending=3))
    alone, *crowd = (Caller(f"192.0.2.{number}") for number in (1, 2, 2))
    for caller in (alone, *crowd):
        doors.connect(caller)
    assert doors.connect(Caller("192.0.2.3")) is None
    assert [caller.told for caller in (alone, *crowd)] == [None, "crowded", None]


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        (Limits(connections_per_address=1), "Too many connections from your address are open"),
        (Limits(handshakes_per_minute=1), "Too many new connections came from your address"),
    ],
    ids=["open", "new"],
)
async def test_who_comes_too_often_is_told_so(
    tmp_path: Path, limits: Limits, sentence: str
) -> None:
    async with ada_sits_down(tmp_path, limits=limits) as (demo, ada):
        with pytest.raises(asyncssh.DisconnectError, match=sentence) as refusal:
            await demo.connect("bob")
        assert refusal.value.code == asyncssh.DISC_TOO_MANY_CONNECTIONS
        await ada.sees("keys 00001", after="j")


async def test_handshakes_that_never_end_lock_nobody_out(tmp_path: Path) -> None:
    """50 connections that say nothing, or half a version; 5 are kept waiting, and Ada gets in."""
    limits = Limits(max_pending=5, connections_per_address=100)
    async with demo_server(tmp_path, limits=limits) as demo:
        writers = []
        for number in range(50):
            _, writer = await asyncio.open_connection("127.0.0.1", demo.context.port)
            writer.write(b"SSH-2.0-slow"[: number % 13])
            writers.append(writer)
        await demo.sit_down("ada")
        assert isinstance(demo.context.connection_limits, ConnectionLimits)
        assert demo.context.connection_limits.waiting <= 5
        for writer in writers:
            writer.transport.abort()


async def test_who_does_not_log_in_in_time_has_to_go(tmp_path: Path) -> None:
    async with demo_server(tmp_path, limits=Limits(login_seconds=0.2)) as demo:
        reader, writer = await asyncio.open_connection("127.0.0.1", demo.context.port)
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert await reader.read() != b"", "the server's version, and then the end"
        writer.close()


async def test_who_opens_no_terminal_has_to_go(tmp_path: Path) -> None:
    """`ssh -N`: logged in, and then nothing."""
    async with demo_server(tmp_path, limits=Limits(login_seconds=0.2)) as demo:
        connection = await demo.connect("ada")
        async with asyncio.timeout(PATIENCE_SECONDS):
            await connection.wait_closed()


async def test_a_client_may_not_try_keys_for_ever(tmp_path: Path) -> None:
    friends = tmp_path / "friends"
    friends.write_text(public_line(key_of("ada")), encoding="ascii")
    async with demo_server(tmp_path, allow=friends, limits=Limits(login_attempts=3)) as demo:
        keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(5)]
        with pytest.raises((asyncssh.ConnectionLost, ConnectionResetError)):
            await demo.connect("ada", client_keys=keys)


# --- inside


async def test_a_full_server_says_so(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path, limits=Limits(sessions=1)) as (demo, ada):
        bob = await demo.come("bob")
        assert "The server is full: one player is connected." in await bob.is_sent_home()
        ada.press("q")
        await ada.is_sent_home()
        await demo.sit_down("bob")


async def test_who_is_away_for_long_is_sent_home(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path, limits=Limits(idle_seconds=0.3)) as (_, ada):
        assert "You were inactive for a long time" in await ada.is_sent_home()
        assert ada.status == 0


async def test_a_long_paste_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        ada.press("\x1b[200~" + "x" * 20_000 + "\x1b[201~j")
        await ada.sees("Too long to paste: at most 10000")
        await ada.sees("keys 00001 count 0 size 80x24 key j")


async def test_the_environment_of_a_client_is_kept_up_to_a_size(tmp_path: Path) -> None:
    async with demo_server(tmp_path, limits=Limits(environment_bytes=100)) as demo:
        env = {"LANG": "ja_JP.UTF-8"} | {f"VARIABLE_{n}": "x" * 80 for n in range(100)}
        await demo.sit_down("ada", env=env)
        kept = demo.app_of("ada").client.terminal.env
        assert sum(len(name) + len(value) for name, value in kept.items()) <= 100


# --- before the table is there


class Wire:
    """A channel that knows what it was told to do."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def pause_reading(self) -> None:
        self.told.append("pause")

    def resume_reading(self) -> None:
        self.told.append("resume")


class Listening:
    """A handler that keeps its input."""

    heard = b""

    def feed(self, data: bytes) -> None:
        self.heard += data

    def resize(self, columns: int, lines: int) -> None:
        """The size does not matter."""


def test_what_is_typed_ahead_waits_at_the_client_beyond_4_kilobytes() -> None:
    """And nothing of it is lost once the table is there."""
    wire, listening = Wire(), Listening()
    line = TerminalStream(cast(Any, wire))

    line.receive(b"j" * 4096)
    assert wire.told == []
    line.receive(b"k")
    assert wire.told == ["pause"]

    line.attach(listening)
    assert wire.told == ["pause", "resume"]
    assert listening.heard == b"j" * 4096 + b"k"


async def test_from_one_address_so_many_tables_are_opened_a_day(tmp_path: Path) -> None:
    """Whatever keys the people there have."""
    async with open_lobby(tmp_path, limits=Limits(tables_per_address=1)) as at:
        header = new_header(at.shelf.load("tic_tac_toe"), (OPEN, OPEN), undo="ask")
        for name in ("ada", "bob"):
            person = await at.come(name)
            await person.sees("hako")
            app = at.app(name)
            assert app is not None
            app.call_later(app.create, header, (None, None), private=False)
            await person.sees(
                "The table's code" if name == "ada" else "Too many tables that you opened"
            )
        assert [table.opened_by for table in at.lobby.tables()] == [player("ada").key]
