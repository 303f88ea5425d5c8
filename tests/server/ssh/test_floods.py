"""Floods of packets end the connection that sends them; honest clients are not hurt."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.connection import SSHConnection
from asyncssh.constants import MSG_KEXINIT

from hako.server.limits import NOISE, PLAYER, READ_BYTES, STRANGER, Budget, Limits
from hako.server.ssh.packet_limits import Traffic
from tests.server.ssh.floods import KINDS, PACED, STRANGERS, flood_as_player, flood_as_stranger
from tests.server.ssh.person import DemoServer, answers, demo_server
from tests.server.ssh.test_hostile import plays_on
from tests.waiting import PATIENCE_SECONDS, until


async def flood(demo: DemoServer, kind: str) -> bool:
    if kind in STRANGERS:
        return await flood_as_stranger(kind, demo.port)
    return await flood_as_player(kind, await demo.sit_down("eve"))


@pytest.mark.usefixtures("nobody_waits")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in PACED])
async def test_a_flood_ends_the_connection_it_comes_by(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    async with demo_server(tmp_path, limits=Limits(shutdown_grace=0.1)) as demo:
        bob = await demo.sit_down("bob")
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert await flood(demo, kind)
        await plays_on(bob)
        await until(lambda: len(demo.context.connections) == 1)
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_who_is_gone_as_soon_as_their_terminal_has_answered_leaves_no_app(
    tmp_path: Path,
) -> None:
    """The answers and the packet that ends the connection are read at once."""
    async with demo_server(tmp_path) as demo:
        eve = await demo.come("eve", says=b"")
        await eve.receives(b"\x1b[c")
        eve.channel.write(answers())
        await flood_as_player("late logins", eve)
        await until(lambda: not demo.context.sessions)


@pytest.mark.usefixtures("nobody_waits")
async def test_strangers_are_told_why(tmp_path: Path) -> None:
    """In a sentence, in both languages, of the packet that ends the connection."""
    async with demo_server(tmp_path) as demo:
        reader, writer = await asyncio.open_connection("127.0.0.1", demo.port)
        most = 1 + round(STRANGER.noise.at_once)  # the version comes first
        writer.write(b"".join(islice(STRANGERS["ignore before login"](), most)))
        answer = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
        writer.close()
    assert b"more data than playing needs" in answer
    assert "多すぎる".encode() in answer


class Hour:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("read", "packets", "seconds"),
    [(1, 0, 0.0), (0, 1, 0.0), (0, 0, 0.001)],
    ids=["bytes", "packets", "time"],
)
@pytest.mark.parametrize(("is_known", "budget"), [(False, STRANGER), (True, PLAYER)])
def test_what_is_overdrawn_is_waited_for(
    read: int,
    packets: int,
    seconds: float,
    is_known: bool,
    budget: Budget,
) -> None:
    """Each of the three budgets has an amount at once, and a rate a second."""
    clock = Hour()
    own, *_ = Traffic(Limits(), clock).meters("192.0.2.1", is_known=is_known)
    pace = budget.bytes if read else budget.packets if packets else budget.milliseconds
    spent = pace.at_once + 4 * pace.per_second
    own.spend(round(read * spent), round(packets * spent), seconds * spent)
    assert own.seconds_to_wait == pytest.approx(4 + 1 / pace.per_second)
    clock.now += own.seconds_to_wait
    assert own.seconds_to_wait == pytest.approx(0)


def test_the_connections_of_one_address_share_a_budget() -> None:
    """Four of them at full speed leave nothing to a fifth, and another address is not touched."""
    context = Traffic(Limits(), Hour())
    spent = round(PLAYER.packets.at_once)
    for _ in range(4):
        for meter in context.meters("192.0.2.1", is_known=True):
            meter.spend(0, spent, 0)
    _, shared = context.meters("192.0.2.1", is_known=True)
    assert shared.seconds_to_wait
    assert not any(meter.seconds_to_wait for meter in context.meters("192.0.2.2", is_known=True))


def test_more_may_come_from_an_address_where_the_host_lets_them() -> None:
    """Such as behind a balancer that says of nobody where they come from."""
    context = Traffic(Limits(connections_per_address=400), Hour())
    spent = round(PLAYER.packets.at_once)
    for _ in range(99):
        for meter in context.meters("192.0.2.1", is_known=True):
            meter.spend(0, spent, 0)
    assert not any(meter.seconds_to_wait for meter in context.meters("192.0.2.1", is_known=True))


def test_a_host_may_let_terminals_send_more() -> None:
    limits = Limits(bytes_per_second=1_000_000, sessions_per_connection=2)
    own, *_ = Traffic(limits, Hour()).meters("192.0.2.1", is_known=True)
    own.spend(2 * 4_000_000, 2 * 1400, 0)
    assert not own.seconds_to_wait


def test_the_neighbours_of_a_network_are_one_address() -> None:
    context = Traffic(Limits(), Hour())
    _, one, _ = context.meters("2001:db8::1", is_known=False)
    _, other, _ = context.meters("2001:db8::2", is_known=False)
    assert one is other


def test_all_strangers_together_leave_time_to_those_who_play() -> None:
    """However many addresses they come from: what they overdraw they wait for, and no player."""
    context = Traffic(Limits(), Hour())
    for number in range(100):
        for meter in context.meters(f"192.0.2.{number}", is_known=False):
            meter.spend(0, 0, 0.1)
    assert any(meter.seconds_to_wait for meter in context.meters("198.51.100.1", is_known=False))
    assert not any(meter.seconds_to_wait for meter in context.meters("192.0.2.1", is_known=True))


def test_what_is_known_of_addresses_is_bounded() -> None:
    """Addresses whose budgets are full again are forgotten."""
    clock = Hour()
    context = Traffic(Limits(), clock)
    for number in range(5000):
        context.meters(f"10.0.{number // 250}.{number % 250}", is_known=False)
        clock.now += 1
    assert len(context._meters) < 1100


@pytest.mark.usefixtures("nobody_waits")
async def test_no_turn_of_the_loop_reads_more_than_a_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The smallest packet has 16 bytes, and in one turn READ_BYTES are read at most."""
    in_one_turn = [0]
    read, finish = SSHConnection.data_received, SSHConnection._finish_recv_packet

    def counted_read(self: SSHConnection, data: bytes, datatype: int | None = None) -> None:
        in_one_turn.append(0)
        read(self, data, datatype)

    def counted(self: SSHConnection, *arguments: Any, **more: Any) -> None:
        in_one_turn[-1] += 1
        finish(self, *arguments, **more)

    monkeypatch.setattr(SSHConnection, "data_received", counted_read)
    monkeypatch.setattr(SSHConnection, "_finish_recv_packet", counted)
    async with demo_server(tmp_path) as demo:
        reader, writer = await asyncio.open_connection("127.0.0.1", demo.port)
        writer.write(b"".join(islice(STRANGERS["ignore before login"](), 5000)))
        with suppress(ConnectionResetError):
            await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
        writer.close()
    assert 16 < max(in_one_turn) <= READ_BYTES // 16


# --- honest clients


async def test_typing_pasting_and_dragging_a_window_hurt_nobody(tmp_path: Path) -> None:
    """Ten seconds of a window that is dragged, at once; a long paste; keys as fast as they come."""
    async with demo_server(tmp_path) as demo:
        ada = await demo.sit_down("ada")
        for number in range(600):
            ada.channel.change_terminal_size(80 + number % 100, 24 + number % 30)
        ada.resize(90, 25)
        await ada.sees("size 90x25")
        await ada.sees("paste 9000", after="\x1b[200~" + "x" * 9000 + "\x1b[201~")
        for _ in range(60):
            ada.press("j")
            await asyncio.sleep(0.005)
        await ada.sees("keys 00061")
        assert not ada.has_ended


async def test_people_behind_one_router_play_as_ever(tmp_path: Path) -> None:
    """Sixteen of them, the most that may come from there, each typing all the time."""
    limits = Limits(max_pending=32, new_names=20)
    async with demo_server(tmp_path, limits=limits) as demo:
        people = [await demo.sit_down(f"p{number}") for number in range(16)]
        for _ in range(40):
            for person in people:
                person.press("j")
            await asyncio.sleep(0.02)
        for person in people:
            await person.sees("keys 00040")


async def test_a_client_that_exchanges_keys_often_plays_on(tmp_path: Path) -> None:
    """Some are told to do so after every 64 KB, which is once for ten screens."""
    async with demo_server(tmp_path) as demo:
        ada = await demo.sit_down("ada", rekey_bytes=64 * 1024)
        before = ada.connection._recv_seq
        for _ in range(200):
            demo.app_of("ada").redraw()
            await asyncio.sleep(0)
        ada.press(b"\x1b[200~" + b"x" * 9000 + b"\x1b[201~")
        await ada.sees("paste 9000")
        assert ada.connection._recv_seq != before
        assert not ada.has_ended


async def test_a_client_that_takes_tiny_packets_only_gets_no_terminal(tmp_path: Path) -> None:
    """Each frame would be thousands of packets."""
    async with demo_server(tmp_path) as demo:
        eve = await demo.connect("eve")
        for size, comes in ((1, False), (255, False), (256, True)):
            opening = eve.create_session(
                asyncssh.SSHClientSession, term_type="xterm", encoding=None, max_pktsize=size
            )
            if comes:
                await opening
            else:
                with pytest.raises(asyncssh.ChannelOpenError):
                    await opening


@pytest.mark.parametrize("name", ["rsa2048-sha256", "diffie-hellman-group18-sha512"])
async def test_a_dear_key_exchange_is_not_offered(tmp_path: Path, name: str) -> None:
    async with demo_server(tmp_path) as demo:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await demo.connect("eve", kex_algs=[name])
        await demo.sit_down("ada", kex_algs=["ecdh-sha2-nistp256"])


DAY = 24 * 3600


@pytest.mark.parametrize("interval", [1, 15])
def test_keepalives_for_a_day_end_nobody(interval: int) -> None:
    """OpenSSH's ServerAliveInterval at its shortest and as it is usual; ours are answered, too.

    With it the keys are exchanged anew each hour (RFC 4253, 9), and asyncssh's client sends an
    empty packet before each of its own.
    """
    clock = Hour()
    meters = Traffic(Limits(), clock).meters("192.0.2.1", is_known=True)
    own, *_ = meters
    longest = 0.0
    for second in range(0, DAY, interval):
        clock.now = float(second)
        noise = 2 * 2  # what the client asks, and what it answers
        noise += 2 * (NOISE[MSG_KEXINIT] + 3) if second % 3600 == 0 else 0
        for meter in meters:
            meter.spend(64 * noise, noise, 0.0002 * noise)
        assert own.bears(noise), second
        longest = max(longest, *(meter.seconds_to_wait for meter in meters))
    assert longest == 0
    assert own.bears(PLAYER.noise.at_once - 300), "and nearly all is there for what comes at once"


def test_keepalives_of_all_who_may_come_from_one_address_end_nobody() -> None:
    """For an hour, as often as the shortest interval of OpenSSH lets them."""
    clock = Hour()
    limits = Limits()
    context = Traffic(limits, clock)
    people = [
        context.meters("192.0.2.1", is_known=True) for _ in range(limits.connections_per_address)
    ]
    for second in range(3600):
        clock.now = float(second)
        for meters in people:
            for meter in meters:
                meter.spend(64 * 4, 4, 0.0008)
            assert meters[0].bears(4)
            assert not any(meter.seconds_to_wait for meter in meters)


def test_keepalives_while_a_passphrase_is_typed_end_nobody() -> None:
    """Also of a client that begins with them before the login, after twenty keys that were refused."""
    clock = Hour()
    limits = Limits()
    own, *_ = Traffic(limits, clock).meters("192.0.2.1", is_known=False)
    assert own.bears(2 * (limits.login_attempts + 10))
    for second in range(1, int(limits.login_seconds) + 1):
        clock.now = float(second)
        assert own.bears(2), second
