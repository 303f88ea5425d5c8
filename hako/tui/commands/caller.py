"""How `hako lobby` and `hako house` reach the house that is open over a folder: by its socket."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import termios
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from signal import SIGWINCH
from typing import TextIO

import asyncssh
import click

from hako.engine.words.note import Language
from hako.tui.commands.usage import Unable
from hako.tui.lobby.local import own_account
from hako.tui.ssh.driver import LEAVE
from hako.tui.terminal.signals import exit_on_signals

_LOOKS = ("COLORTERM", "NO_COLOR", "LC_TERMINAL", "TERM_PROGRAM")
_TOLD = ("LANG", "LC_ALL", "LC_MESSAGES", *_LOOKS)
"""What the house is told of the environment."""

_PATIENCE_SECONDS = 30
"""So long the house may take to open the door."""


@asynccontextmanager
async def knock(
    line: socket.socket, name: str | None = None
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Within, a connection to the house at the other end, under that name. Raises Unable.

    Nobody is asked who they are: the system has told the house.
    """
    caller = _Caller()
    try:
        async with asyncssh.connect(
            sock=line,
            client_factory=lambda: caller,
            username=name or own_account(),
            config=None,
            known_hosts=None,
            client_keys=None,
            agent_path=None,
            connect_timeout=_PATIENCE_SECONDS,
        ) as connection:
            yield connection
    except asyncssh.Error as error:
        raise Unable("as_told", what=(caller.told or error.reason).rstrip(".。")) from None
    except OSError:  # it was killed, or says nothing
        raise Unable("line_lost") from None


async def ask(line: socket.socket, name: str | None, words: str, language: Language) -> str:
    """What the house answers to a command. Raises Unable where that is a refusal."""
    async with knock(line, name) as house:
        told = await house.run(words, env={"LANG": language})
    if told.exit_status:
        raise Unable("as_told", what=str(told.stderr).strip().rstrip(".。"))
    return str(told.stdout)


async def follow(line: socket.socket, name: str | None, words: str, language: Language) -> None:
    """Print what the house answers, line by line as it comes. Raises Unable."""
    async with knock(line, name) as house:
        answer = await house.create_process(words, env={"LANG": language})
        async for told in answer.stdout:
            click.echo(told, nl=False)
        why = (await answer.stderr.read()).strip().rstrip(".。")
    raise Unable("as_told", what=why) if why else Unable("line_lost")


async def visit(
    line: socket.socket, name: str | None, errand: str, language: Language | None
) -> int:
    """Be in the house with this process's terminal; the exit status. Raises Unable."""
    told: dict[str | bytes, str | bytes]
    told = {each: os.environ[each] for each in _TOLD if each in os.environ}
    if language is not None:
        told["LC_ALL"] = f"{language}.UTF-8"
    stay = _Stay()
    async with knock(line, name) as house:
        with _own_keys():
            await house.create_session(
                lambda: stay,
                errand or None,
                term_type=os.environ.get("TERM", ""),
                term_size=os.get_terminal_size(sys.stdin.fileno()),
                env=told,
                encoding=None,
            )
            await stay.ended.wait()
            if stay.status is None:
                _show(LEAVE.encode())
    if stay.status is None:
        raise Unable("line_lost")
    return stay.status


class _Caller(asyncssh.SSHClient):
    """Hears why the house does not let us in, or ends the connection."""

    told = ""

    def auth_banner_received(self, msg: str, lang: str) -> None:  # noqa: ARG002  asyncssh passes it
        self.told = msg.strip()

    def connection_lost(self, exc: Exception | None) -> None:
        if isinstance(exc, asyncssh.DisconnectError) and not self.told:
            self.told = exc.reason


class _Stay(asyncssh.SSHClientSession[bytes]):
    """A session of this process's terminal."""

    def __init__(self) -> None:
        self.status: int | None = None
        """As the house gives it, or a signal; None where the line was lost."""
        self.ended = asyncio.Event()

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def session_started(self) -> None:
        loop = asyncio.get_running_loop()
        loop.add_reader(sys.stdin.fileno(), self._type)
        loop.add_signal_handler(SIGWINCH, self._resize)
        exit_on_signals(self._leave)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        _show(data, sys.stdout if datatype is None else sys.stderr)

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncssh passes it
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        self.ended.set()

    def _type(self) -> None:
        keys = b""
        with suppress(OSError):  # a closed terminal ends so, or with nothing
            keys = os.read(sys.stdin.fileno(), 4096)
        if keys:
            self._channel.write(keys)
        else:
            self._leave(1)

    def _resize(self) -> None:
        self._channel.change_terminal_size(*os.get_terminal_size(sys.stdin.fileno()))

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
    """Within, keys come as they are pressed and none is shown."""
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    tty.setraw(keyboard)
    try:
        yield
    finally:
        with suppress(termios.error):  # it was closed
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
