"""People with terminals: real SSH clients, each with a screen to look at."""

from __future__ import annotations

import asyncio
import re
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import asyncssh
import pyte

from hako.multiplayer.services import Services
from hako.server.limits import Limits
from hako.server.ssh.connected_client import ConnectedClient
from hako.server.ssh.context import ServerContext
from hako.server.ssh.server import Door, ServerConfig, open_server
from hako.server.web.site import WebConfig, open_site
from hako.tui.apps.unasked_screens import PAUSE_SECONDS
from tests.server.ssh.demo import Demo, Table
from tests.waiting import PATIENCE_SECONDS

# pyte prints what it does not know: DECRQSS, mode questions, kitty keys, titles, OSC
_UNKNOWN_TO_PYTE = re.compile(
    rb"\x1bP[^\x1b]*\x1b\\|\x1b\[\?\d+\$p|\x1b\[[<>=][\d;]*u|\x1b\[2[23];0t|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
)


def without_unknown(data: bytes) -> bytes:
    """The output without sequences that pyte does not know."""
    return _UNKNOWN_TO_PYTE.sub(b"", data)


@cache
def key_of(owner: str) -> asyncssh.SSHKey:
    """The one key of that person, for as long as the tests run."""
    return asyncssh.generate_private_key("ssh-ed25519", comment=owner)


class ShownTerminal:
    """A terminal that shows the bytes that it was sent."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.sent = bytearray()
        """All that came from the server."""
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self._news = asyncio.Event()
        self.has_ended = False

    def show(self, data: bytes) -> None:
        self.sent += data
        self._stream.feed(without_unknown(data))

    @property
    def text(self) -> str:
        # pyte puts an empty cell after a wide character
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def _until(self, condition: Callable[[], bool], expectation: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not condition():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(
                f"waited for {expectation}:\n{self.text}\n{self.sent[-500:]!r}"
            ) from None


class Person(ShownTerminal, asyncssh.SSHClientSession[bytes]):
    """A terminal that answers questions about itself, and its user."""

    def __init__(self, size: tuple[int, int], answers: bytes) -> None:
        super().__init__(size)
        self.errors = bytearray()
        self.status: int | None = None
        self._answers = answers
        self.connection: asyncssh.SSHClientConnection
        self.channel: asyncssh.SSHClientChannel[bytes]

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        if datatype is not None:
            self.errors += data
        else:
            self.show(data)
            if b"\x1b[c" in data and self._answers:
                self.channel.write(self._answers)
        self._news.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.has_ended = True
        self._news.set()

    # --- what the user does and sees

    async def stops_typing(self) -> None:
        """Press nothing for a moment: what came up by itself takes no key before."""
        await asyncio.sleep(2 * PAUSE_SECONDS)

    def press(self, keys: str | bytes) -> None:
        self.channel.write(keys.encode() if isinstance(keys, str) else keys)

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(max(lines, 1), max(columns, 1))
        self.channel.change_terminal_size(columns, lines)

    async def sees(self, words: str, *, after: str | bytes = "") -> None:
        """Wait until the words are on the screen, after these keys if any."""
        if after:
            self.press(after)
        await self._until(lambda: words in self.text, f"{words!r} on the screen")

    async def receives(self, data: bytes) -> None:
        await self._until(lambda: data in self.sent, repr(data))

    async def is_sent_home(self) -> str:
        """Wait for the end; what was said on leaving."""
        await self._until(lambda: self.has_ended, "the session to end")
        return bytes(self.errors or self.sent).decode().rpartition("\x1b[?1049l")[2].strip()

    async def go(self) -> None:
        self.connection.close()
        await self.connection.wait_closed()


def answers(
    *, cell: int = 1, true_color: bool = False, background: str = "0000/0000/0000"
) -> bytes:
    """The answers of a terminal to queries; `cell` is the width of a box line."""
    color = b"\x1bP1$r0;48:2::1:2:3m\x1b\\" if true_color else b"\x1bP1$r0m\x1b\\"
    return (
        b"\x1b[?2026;2$y\x1b[?2048;0$y"
        + color
        + f"\x1b]11;rgb:{background}\x1b\\\x1b[1;{1 + cell}R\x1b[?62;22c".encode()
    )


class _Client(asyncssh.SSHClient):
    def __init__(self, notices: list[str]) -> None:
        self._notices = notices
        self._has_asked = False

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self._notices.append(msg)

    def kbdint_auth_requested(self) -> str | None:
        if self._has_asked:
            return None
        self._has_asked = True
        return ""

    def kbdint_challenge_received(self, *_: Any) -> list[str]:
        return []


def cells(person: Person) -> list[Any]:
    """Every character that the terminal shows, with its colours and how it is drawn."""
    rows, columns = range(person.screen.lines), range(person.screen.columns)
    return [person.screen.buffer[y][x] for y in rows for x in columns]


def names_in(folder: Path) -> list[str]:
    """The names of the files in a folder."""
    return sorted(path.name for path in folder.iterdir())


class Callers:
    """People who come to a server on this machine."""

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.connections: list[asyncssh.SSHClientConnection] = []
        self.notices: list[str] = []
        """Text before anybody was let in."""

    async def connect(
        self, name: str, key: str | None = "", **options: Any
    ) -> asyncssh.SSHClientConnection:
        """A connection with the key of the person named (their own by default), or with none."""
        options.setdefault("client_keys", None if key is None else [key_of(key or name)])
        connection = await asyncssh.connect(
            client_factory=lambda: _Client(self.notices),
            host="127.0.0.1",
            port=self.port,
            known_hosts=None,
            config=None,
            username=name,
            agent_path=None,
            **options,
        )
        self.connections.append(connection)
        return connection

    async def come(
        self,
        name: str,
        key: str | None = "",
        *,
        term: str | None = "xterm-256color",
        size: tuple[int, int] = (80, 24),
        env: dict[str, str] | None = None,
        says: bytes = answers(),
        command: str | None = None,
        window: int = 2 * 1024 * 1024,
        **options: Any,
    ) -> Person:
        """Connect and open a terminal."""
        connection = await self.connect(name, key, **options)
        visitor = Person((size[0] or 80, size[1] or 24), says)
        await connection.create_session(
            lambda: visitor,
            command,
            term_type=term,
            term_size=size,
            env=[f"{name}={value}" for name, value in (env or {}).items()],
            encoding=None,
            window=window,
        )
        visitor.connection = connection
        return visitor

    async def hang_up(self) -> None:
        """End all connections, as when lines drop."""
        for connection in self.connections:
            connection.abort()
            await connection.wait_closed()
        self.connections.clear()


class DemoServer(Callers):
    """A house with a demo table in it, and those who came."""

    def __init__(self, table: Table, apps: list[weakref.ref[Demo]]) -> None:
        super().__init__()
        self.context: ServerContext
        self.table = table
        self.apps = apps
        """Every app that was made."""

    def app_of(self, name: str) -> Demo:
        """The app of that player that came last."""
        apps = [app for ref in self.apps if (app := ref()) is not None]
        return next(app for app in reversed(apps) if app.client.user.name == name)

    async def sit_down(self, name: str, key: str | None = "", **more: Any) -> Person:
        """Come, and wait until the table is drawn."""
        visitor = await self.come(name, key, **more)
        await visitor.sees("ready")
        return visitor


def door_for(browsers: WebConfig | None, folder: Path) -> Door:
    """A door for browsers, if there is to be one."""
    if browsers is None:
        return lambda context: nullcontext()
    return lambda context: open_site(context, browsers, Services(folder))


@asynccontextmanager
async def demo_server(
    folder: Path,
    *,
    limits: Limits | None = None,
    browsers: WebConfig | None = None,
    **rules: Any,
) -> AsyncIterator[DemoServer]:
    """A house on a free port of this machine."""
    table = Table()
    apps: list[weakref.ref[Demo]] = []

    def make_app(visit: ConnectedClient) -> Demo:
        app = Demo(visit, table)
        apps.append(weakref.ref(app))
        return app

    config = ServerConfig(data=folder, port=0, limits=limits or Limits(), **rules)
    demo = DemoServer(table, apps)
    try:
        async with open_server(config, make_app, door=door_for(browsers, folder)) as context:
            demo.context, demo.port = context, context.port
            yield demo
    finally:
        await demo.hang_up()


@asynccontextmanager
async def ada_sits_down(folder: Path, **rules: Any) -> AsyncIterator[tuple[DemoServer, Person]]:
    """A house, and Ada at its table."""
    async with demo_server(folder, **rules) as demo:
        yield demo, await demo.sit_down("ada")
