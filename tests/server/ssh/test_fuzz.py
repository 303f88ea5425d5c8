"""Whatever a client sends, nothing of ours or of asyncssh breaks: words, packets, terminals.

The cases are the same each time. With `HAKO_FUZZ=50` there are fifty times as many.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import (
    MSG_CHANNEL_FIRST,
    MSG_CHANNEL_LAST,
    MSG_CHANNEL_OPEN,
    MSG_CHANNEL_REQUEST,
    MSG_GLOBAL_REQUEST,
    MSG_USERAUTH_REQUEST,
)
from asyncssh.packet import Boolean, Byte, MPInt, NameList, String, UInt32

from hako.engine.storage.folder import FolderStore
from hako.multiplayer.moderation.commands import _COMMANDS, Shutdown, Upgrade
from hako.multiplayer.tables.paused_time import PausedTime
from hako.multiplayer.tournaments.report import REQUESTS as CUP_ORDERS
from hako.server.limits import Limits
from hako.server.ssh.asyncssh_patch import _send_packet
from hako.server.ssh.lobby_session import ADMIN
from hako.server.ssh.lobby_words import LobbyWords
from hako.tui.apps.command_words import NOTIFY, SCREEN_REQUESTS, TOURNAMENT
from tests.server.ssh.floods import _framed
from tests.server.ssh.person import Callers, Person, answers, demo_server
from tests.server.ssh.tables import OpenServer, open_lobby
from tests.server.ssh.test_hostile import plays_on
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("nobody_waits")

TIMES = int(os.environ.get("HAKO_FUZZ", "1"))
"""Number of cases of each kind."""

HOST = "hana"
FREELY = Limits(
    handshakes_per_minute=1_000_000,
    new_names=1000,
    login_attempts=1000,
    app_start_interval=0.001,
    terminal_query_timeout=0.05,
)


ORDERS = sorted(_COMMANDS)
ENDING = {word for word, kind in _COMMANDS.items() if kind in {Shutdown, Upgrade}}
"""Nobody could come any more."""

DIGITS = ("9" * 5000, "0" * 5000, "-" + "9" * 5000, "٣" * 5000, "²", "1e999", "nan", "0x7", "1_0")
SIGNS = (
    "\u202e", "e" + "\u0301" * 3000, "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 300, "\ufeff",
    "\ud7ff\ue000", "\U0010ffff", "\x00", "\x1b[2J", "\x07\x7f\x85", "町" * 3000, "ǅ", "ſ", "İ",
)  # fmt: skip
FORMS = ("{name}", "{0.__class__}", "%s%n", "../../etc/passwd", "[bold]x[/]", "'\"`$(x)", "--help")
NUMBERS = tuple(f"{digits}{unit}" for digits in ("9" * 400, "999999") for unit in "mhd")
HOW = ("flip_city:" + "9" * 400, "swiss:" + "9" * 400, "clock=" + "9" * 400, "rounds=x", "a=b=c")
WORDS = (*DIGITS, *SIGNS, *FORMS, *NUMBERS, *HOW, "x" * 20_000, "x " * 10_000, "", "flip_city")


def lines(first_words: Iterable[str], dice: random.Random) -> Iterator[str]:
    """Each word, and behind it whatever there is."""
    words = (*WORDS, *CUP_ORDERS, *ORDERS, "ann", "abcd", "Spring")
    for first in sorted(first_words):
        yield first
        for word in WORDS if first not in SCREEN_REQUESTS else dice.sample(WORDS, 2):
            yield f"{first} {word}"
        for _ in range(2 * TIMES):
            yield " ".join((first, *dice.choices(words, k=dice.randrange(1, 5))))
    for order in ORDERS:
        for _ in range(3 * TIMES):
            yield " ".join((ADMIN, order, *dice.choices(words, k=dice.randrange(5))))
    for word in WORDS:
        yield word


def check(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing that broke stands in the server's log, nor in what asyncio says of forgotten tasks."""
    gc.collect()
    broken = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert broken == []
    assert "Traceback" not in caplog.text


async def said(connection: asyncssh.SSHClientConnection, line: str) -> str:
    """All that is answered, within a moment: `notify` goes on for ever."""
    session = Heard()
    channel, _ = await connection.create_session(lambda: session, line, encoding=None)
    with suppress(TimeoutError):
        async with asyncio.timeout(0.05 if line.startswith(NOTIFY) else 10):
            await channel.wait_closed()
    channel.abort()
    await channel.wait_closed()
    return bytes(session.heard).decode("utf-8", "replace")


class Heard(asyncssh.SSHClientSession[bytes]):
    """The answer to a command."""

    def __init__(self) -> None:
        self.heard = bytearray()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.heard += data


async def _asks(at: OpenServer, by: str, asked: list[str]) -> None:
    connection = await at.connect(by)
    for number, line in enumerate(asked, start=1):
        if number % 50 == 0:  # so often a channel may be opened by one line
            connection.abort()
            connection = await at.connect(by)
        try:
            answer = await said(connection, line)
        except asyncssh.Error as error:
            raise AssertionError(line[:200]) from error
        assert "broke" not in answer, line[:200]
        assert "壊れ" not in answer, line[:200]


async def test_any_words_are_answered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """By those who may give no order, and by the host."""
    dice = random.Random(37)
    async with open_lobby(tmp_path, keepers=[HOST], limits=FREELY) as at:
        at.lobby.rooms.time = PausedTime(FolderStore(tmp_path))
        at.table("ann", None, None)
        words = LobbyWords(at.lobby, at.shelf, at.moderation).words
        assert {ADMIN, TOURNAMENT} <= words.keys(), "those of a server with moderation, too"
        asked = [*lines(SCREEN_REQUESTS | words.keys(), dice)]
        ends = tuple(f"{ADMIN} {word}" for word in ENDING)
        await _asks(at, "eve", asked)
        of_host = [line for line in asked if line.startswith(ADMIN) and line.split(" ")[1:]]
        await _asks(at, HOST, [line for line in of_host if not line.startswith(ends)])
    check(caplog)


async def test_any_request_opens_an_app_that_stands(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """On a terminal of any kind and size, with any variables."""
    dice = random.Random(38)
    sizes = (0, 1, 2, 79, 80, 2**16, 2**31 - 1, 2**32 - 1)
    kinds = ("xterm-256color", "dumb", "", "x" * 5000, "vt100")
    async with open_lobby(tmp_path, limits=FREELY) as at:
        for word in sorted(SCREEN_REQUESTS):
            for _ in range(2 * TIMES):
                eve = Person((80, 24), answers())
                eve.connection = await at.connect("eve")
                name = dice.choice(("LANG", "TERM", "COLORTERM", "NO_COLOR"))
                await eve.connection.create_session(
                    lambda eve=eve: eve,  # type: ignore[misc]  # this one
                    f"{word} {dice.choice(WORDS)}",
                    term_type=dice.choice(kinds),
                    term_size=(dice.choice(sizes), dice.choice(sizes)),
                    env=[f"{name}=町\x1b[2J"],
                    encoding=None,
                )
                is_shown = b"\x1b[?2026h" if dice.random() < 0.5 else b"\x1b[?1049h"
                await until(partial(_has_come, eve, is_shown))
                assert b"broke" not in eve.sent + eve.errors
                eve.connection.abort()
    check(caplog)


def _has_come(person: Person, shown: bytes) -> bool:
    """True if a connection got so far, or has ended."""
    return person.has_ended or shown in person.sent


@pytest.mark.parametrize(
    "answer",
    [
        b"\x1b[1;" + b"9" * 5000 + b"R",
        b"\x1b[?2026;" + b"9" * 3000 + b"$y",
        b"\x1b]11;rgb:" + b"f" * 5000 + b"/ff/ff\x07",
        b"\x1bP1$r" + b"48:2::1:" * 500 + b"m\x1b\\",
        b"\x1b[?" + b"9;" * 2500 + b"c",
        b"\xff\xfe" * 2000,
        "\U0010ffff\u0301".encode() * 900,
    ],
    ids=["column", "mode", "colour", "setting", "identity", "no UTF-8", "signs"],
)
async def test_any_answer_of_a_terminal_is_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, answer: bytes
) -> None:
    """Also one with a number of 5,000 digits; the table is drawn."""
    async with demo_server(tmp_path) as demo:
        eve = await demo.come("eve", says=answer + answers())
        await eve.sees("ready")
    check(caplog)


# --- packets

EDGES = (0, 1, 7, 255, 2**15, 2**31 - 1, 2**31, 2**32 - 1)
TEXTS = (
    b"", b"x", b"session", b"shell", b"exec", b"env", b"pty-req", b"window-change", b"signal",
    b"subsystem", b"x11-req", b"break", b"auth-agent-req@openssh.com", b"tcpip-forward",
    b"direct-tcpip", b"tun@openssh.com", b"keepalive@openssh.com", b"none", b"publickey",
    b"keyboard-interactive", b"password", b"hostbased", b"ssh-connection", b"ssh-userauth",
    b"ssh-ed25519", b"ssh-rsa", b"eve", b"\xff\xfe", "町".encode(), b"\0" * 40, b"9" * 5000,
    b"channel", b"global_response", b"kexinit",
)  # fmt: skip


def fields(dice: random.Random, most: int = 8) -> bytes:
    """Some fields, each of a kind that packets have; now and then cut off."""
    makers = (
        lambda: String(dice.choice(TEXTS)),
        lambda: UInt32(dice.choice(EDGES)),
        lambda: Boolean(dice.random() < 0.5),
        lambda: NameList(dice.choices(TEXTS, k=3)),
        lambda: MPInt(dice.choice((0, -1, 1 << 2048, dice.getrandbits(255)))),
        lambda: dice.randbytes(dice.randrange(40)),
        lambda: UInt32(dice.choice(EDGES)) + b"x",  # a text that ends too soon
    )
    made = b"".join(dice.choice(makers)() for _ in range(dice.randrange(most)))
    return made[: dice.randrange(len(made) + 1)] if dice.random() < 0.2 else made


def payload(dice: random.Random, kind: int, channel: int = 0) -> bytes:
    """The payload of a packet of that type; most often its beginning is valid."""
    begin = b""
    if kind == MSG_USERAUTH_REQUEST:
        names = (b"eve", b"ssh-connection", dice.choice(TEXTS))
        begin = b"".join(map(String, names))
    elif kind == MSG_CHANNEL_OPEN:
        begin = String(dice.choice(TEXTS)) + UInt32(3) + UInt32(9999) + UInt32(9999)
    elif kind == MSG_GLOBAL_REQUEST:
        begin = String(dice.choice(TEXTS)) + Boolean(True)
    elif MSG_CHANNEL_FIRST <= kind <= MSG_CHANNEL_LAST:
        begin = UInt32(channel)
        if kind == MSG_CHANNEL_REQUEST:
            begin += String(dice.choice(TEXTS)) + Boolean(dice.random() < 0.5)
    return (begin if dice.random() < 0.9 else b"") + fields(dice)


async def test_any_bytes_may_come_before_keys_are_agreed_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each type of packet, odd frames of them, and odd first lines."""
    dice = random.Random(39)
    starts = (
        b"SSH-2.0-x\r\n",
        b"SSH-1.99-x\n",
        b"SSH-2.0-\xff\r\n",
        b"SSH-2.0-" + b"x" * 300 + b"\n",
    )
    odd = (b"", b"\0" * 4, b"\xff" * 40, UInt32(5) + Byte(200) + bytes(40), UInt32(1) + bytes(40))
    async with demo_server(tmp_path, limits=FREELY) as demo:
        bob = await demo.sit_down("bob")
        for kind in range(256):
            for _ in range(TIMES):
                _, writer = await asyncio.open_connection("127.0.0.1", demo.port)
                start = starts[0] if dice.random() < 0.8 else dice.choice(starts)
                packets = [(kind, payload(dice, kind)) for _ in range(3)]
                writer.write(start + b"".join(_framed(iter(packets))) + dice.choice(odd))
                with suppress(OSError):
                    await writer.drain()
                await _let_it_come()
                writer.transport.abort()
        await plays_on(bob)
    check(caplog)


async def _let_it_come() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


@pytest.mark.parametrize("stage", ["before the login", "after the login", "on a terminal"])
async def test_any_packet_may_come(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, stage: str
) -> None:
    """Packets of each type, with fields of any kind, disturb no other player."""
    dice = random.Random(stage)
    async with demo_server(tmp_path, limits=FREELY) as demo:
        bob = await demo.sit_down("bob")
        connection = None
        for kind in range(256):
            for _ in range(TIMES):
                if connection is None or connection.is_closed():
                    connection = await _arrived(demo, stage)
                await _sends(connection, kind, payload(dice, kind))
        assert connection is not None
        connection.abort()
        await asyncio.gather(*_CONNECTING)
        _CONNECTING.clear()
        await plays_on(bob)
    check(caplog)


async def _arrived(demo: Callers, stage: str) -> asyncssh.SSHClientConnection:
    if stage == "before the login":
        return await _before_login(demo)
    connection = await demo.connect("eve")
    if stage == "on a terminal":
        eve = Person((80, 24), answers())
        await connection.create_session(
            lambda: eve, term_type="xterm", term_size=(80, 24), encoding=None
        )
    return connection


async def _before_login(demo: Callers) -> asyncssh.SSHClientConnection:
    """A connection that has exchanged keys, and goes no further."""
    is_asked = asyncio.Event()
    made: list[asyncssh.SSHClientConnection] = []

    class Waiting(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            made.append(conn)

        async def public_key_auth_requested(self) -> None:
            is_asked.set()
            await asyncio.sleep(3600)

    async def connect() -> None:
        with suppress(asyncssh.Error, OSError):
            await asyncssh.connect(
                "127.0.0.1", demo.port, known_hosts=None, config=None, username="eve",
                client_factory=Waiting, agent_path=None, client_keys=None,
            )  # fmt: skip

    _CONNECTING.append(asyncio.create_task(connect()))
    await is_asked.wait()
    return made[0]


_CONNECTING: list[asyncio.Task[None]] = []
"""Commands that go no further, until the connection has ended."""


async def _sends(connection: asyncssh.SSHClientConnection, kind: int, sent: bytes) -> None:
    with suppress(asyncssh.Error, OSError):
        _send_packet(connection, kind, sent)
    await _let_it_come()
