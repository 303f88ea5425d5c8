"""The client of `hako lobby` and `hako admin`, by the Unix socket of the server over a folder."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import termios
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from signal import SIGWINCH
from typing import Any, NamedTuple, TextIO

import asyncssh

from hako.engine.i18n.languages import Language
from hako.server.request_failed import RequestFailed
from hako.server.ssh.driver import ENTER, LEAVE
from hako.server.unix_socket import connected, own_account
from hako.tui.terminal.signals import exit_on_signals, on_stop, stop_all, stop_as_usual
from hako.tui.terminal.size import terminal_size

_LOOKS = ("COLORTERM", "NO_COLOR", "NO_MOTION", "LC_TERMINAL", "TERM_PROGRAM")
_ENVIRONMENT = ("LANG", "LC_ALL", "LC_MESSAGES", *_LOOKS)
"""The environment variables that are sent to the server."""

PATIENCE_SECONDS = 120
"""The longest wait for the server, such as during a restart on a busy machine."""

_SILENCE_SECONDS = 5
_AGAIN_SECONDS = 0.5


_STOP = (b"\x1a", b"\x1b[122;5u")
"""Ctrl+Z, as plain terminals and as those with kitty's keyboard protocol send it."""
_REDRAW = b"\x0c"


_LOST = (OSError, asyncssh.ConnectionLost)


class Endpoint(NamedTuple):
    """A connection to the server that is open over a folder."""

    folder: Path
    line: socket.socket
    """The socket; the server is at its other end."""


@asynccontextmanager
async def connect(
    endpoint: Endpoint, name: str | None, language: Language, *, is_order: bool = False
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Within, an SSH connection to the server under that name. Raises RequestFailed.

    `is_order` says that a lost connection may have carried out a command. There is no login: the
    system tells the server which account is at the other end.
    """
    caller = SocketClient()
    try:
        async with await _let_in(endpoint, caller, name or own_account(), language) as connection:
            yield connection
    except _LOST:  # it was killed
        if caller.reason:
            raise RequestFailed("as_told", what=caller.reason.rstrip(".。")) from None
        raise (RequestFailed("answer_lost") if is_order else RequestFailed("line_lost")) from None
    except asyncssh.Error as error:
        raise RequestFailed("as_told", what=(caller.reason or error.reason).rstrip(".。")) from None


async def _let_in(
    endpoint: Endpoint, caller: SocketClient, name: str, language: Language
) -> asyncssh.SSHClientConnection:
    """A connection on which nothing was asked yet; if it breaks off, another one is tried.

    Raises RequestFailed, OSError, asyncssh.Error, and what `connected` raises.
    """
    folder, line = endpoint
    sentence = RequestFailed("waiting").text(language)
    waiting = asyncio.get_running_loop().call_later(
        _SILENCE_SECONDS, partial(print, file=sys.stderr), sentence
    )
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                try:
                    return await asyncssh.connect(
                        sock=line,
                        client_factory=lambda: caller,
                        username=name,
                        config=None,
                        known_hosts=None,
                        client_keys=None,
                        agent_path=None,
                        login_timeout=0,
                    )
                except _LOST:
                    await asyncio.sleep(_AGAIN_SECONDS)
                    if caller.reason or (again := connected(folder)) is None:
                        raise
                    line = again
    except TimeoutError:
        raise RequestFailed("no_answer") from None
    finally:
        waiting.cancel()


async def ask(endpoint: Endpoint, name: str | None, words: str, language: Language) -> str:
    """The server's answer to a command. Raises RequestFailed if it refuses."""
    async with connect(endpoint, name, language, is_order=True) as connection:
        result = await connection.run(words, env={"LANG": language})
    if result.exit_status is None:
        raise RequestFailed("answer_lost")
    if result.exit_status:
        raise RequestFailed("as_told", what=str(result.stderr).strip().rstrip(".。"))
    return str(result.stdout)


async def follow(endpoint: Endpoint, name: str | None, words: str, language: Language) -> None:
    """Print the server's answer, line by line as it comes. Raises RequestFailed."""
    async with connect(endpoint, name, language) as connection:
        answer = await connection.create_process(words, env={"LANG": language})
        async for line in answer.stdout:
            print(line, end="", flush=True)
        why = (await answer.stderr.read()).strip().rstrip(".。")
    raise RequestFailed("as_told", what=why) if why else RequestFailed("line_lost")


async def visit(
    endpoint: Endpoint, name: str | None, request: str, language: Language | None
) -> int:
    """Run a session on this process's terminal; the exit status. Raises RequestFailed."""
    environment: dict[str | bytes, str | bytes]
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    if language is not None:
        environment["LC_ALL"] = f"{language}.UTF-8"
    stay = _SocketSession(termios.tcgetattr(sys.stdin.fileno()))
    async with connect(endpoint, name, language or "en") as connection:
        with _own_keys():
            await connection.create_session(
                lambda: stay,
                request or None,
                term_type=os.environ.get("TERM", ""),
                term_size=terminal_size(sys.stdin.fileno()),
                env=environment,
                encoding=None,
            )
            await stay.ended.wait()
            if stay.status is None:
                _show(LEAVE.encode())
    if stay.status is None:
        raise RequestFailed("line_lost")
    return stay.status


class SocketClient(asyncssh.SSHClient):
    """Keeps the reason why the server refuses or ends the connection."""

    reason = ""
    """The server's sentence, or empty."""

    def auth_banner_received(self, msg: str, lang: str) -> None:  # noqa: ARG002  asyncssh passes it
        self.reason = msg.strip()

    def connection_lost(self, exc: Exception | None) -> None:
        if isinstance(exc, _LOST) or self.reason:
            return
        if isinstance(exc, asyncssh.DisconnectError):
            self.reason = exc.reason


class _SocketSession(asyncssh.SSHClientSession[bytes]):
    """A session of this process's terminal."""

    def __init__(self, before: list[Any]) -> None:
        self.before = before
        """The attributes of the terminal before the session."""
        self.status: int | None = None
        """The exit status of the session or of a signal; None if the connection was lost."""
        self.ended = asyncio.Event()

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def session_started(self) -> None:
        loop = asyncio.get_running_loop()
        loop.add_reader(sys.stdin.fileno(), self._type)
        loop.add_signal_handler(SIGWINCH, self._resize)
        exit_on_signals(self._leave)
        self._mind_stops()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        _show(data, sys.stdout if datatype is None else sys.stderr)

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncssh passes it
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        stop_as_usual()
        self.ended.set()

    def _type(self) -> None:
        keys = b""
        with suppress(OSError):  # a closed terminal ends so, or with nothing
            keys = os.read(sys.stdin.fileno(), 4096)
        if keys in _STOP:
            stop_all()
        elif keys:
            self._channel.write(keys)
        else:
            self._leave(1)

    def _resize(self) -> None:
        self._channel.change_terminal_size(*terminal_size(sys.stdin.fileno()))

    def _mind_stops(self) -> None:
        attributes = termios.tcgetattr(sys.stdin.fileno())
        on_stop(self._step_aside, lambda: self._come_back(attributes))

    def _step_aside(self) -> None:
        stop_as_usual()
        _show(LEAVE.encode())
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self.before)

    def _come_back(self, attributes: list[Any]) -> None:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, attributes)
        self._mind_stops()
        _show(ENTER.encode())
        self._resize()
        self._channel.write(_REDRAW)

    def _leave(self, status: int) -> None:
        _show(LEAVE.encode())
        self.status = status
        self._channel.abort()


def _show(data: bytes, where: TextIO = sys.stdout) -> None:
    with suppress(OSError):  # nobody looks any more
        while data:
            data = data[os.write(where.fileno(), data) :]


@contextmanager
def _own_keys() -> Iterator[None]:
    """Have the terminal pass on each key as it is pressed, without showing it."""
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    tty.setraw(keyboard)
    try:
        yield
    finally:
        with suppress(termios.error):  # it was closed
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
