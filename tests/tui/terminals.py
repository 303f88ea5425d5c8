"""A terminal to run the app on, in a process of its own, as a person has one."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import IO

import pyte

from tests.cli.commands.terminal import REPOSITORY, Person

PATIENCE = 60
"""Seconds within which the words or bytes that a test waits for must come."""


QUIET = 0.5
"""A screen that sent nothing for so many seconds is painted."""


class Terminal:
    """A terminal, 80x24, with a program on it; of its own session, or of another's.

    The program is a module that is started like hako; `environment` is set for it in addition,
    and its errors go where `errors` says.
    """

    def __init__(
        self,
        person: Person,
        *words: str,
        own: bool = True,
        program: str = "tests.toys",
        environment: Mapping[str, str] = MappingProxyType({}),
        errors: int | IO[bytes] | None = None,
    ) -> None:
        self.line, keyboard = os.openpty()
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
        self.before = termios.tcgetattr(keyboard)
        start = ("tests.on_terminal", program) if own else (program,)
        self.game = subprocess.Popen(
            [sys.executable, "-m", *start, *words],
            cwd=REPOSITORY,
            env={**os.environ, **person.environment, "TERM": "xterm-256color", **environment},
            stdin=keyboard,
            stdout=keyboard,
            stderr=keyboard if errors is None else errors,
            start_new_session=True,
        )
        os.close(keyboard)
        self.sent = b""
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    def read(self) -> bool:
        """Read what the program sent meanwhile; False when nobody can send any more."""
        try:
            data = os.read(self.line, 65536)
        except OSError:
            return False  # that is how Linux says it
        self.sent += data
        self._stream.feed(data)
        return bool(data)

    def wait_for(self, words: str) -> None:
        """Read until the words are on the screen."""
        until = time.monotonic() + PATIENCE  # a cursor that blinks is sent for ever
        while words not in (screen := "\n".join(self._screen.display)):
            spoken, _, _ = select.select([self.line], [], [], max(0, until - time.monotonic()))
            assert spoken, f"the screen waits for something else:\n{screen}"
            assert self.read(), f"the program has ended:\n{screen}"

    def wait_to_be_sent(self, data: bytes) -> None:
        """Read until the program has sent that."""
        until = time.monotonic() + PATIENCE
        while data not in self.sent:
            spoken, _, _ = select.select([self.line], [], [], max(0, until - time.monotonic()))
            assert spoken, f"{data!r} is not sent, but {self.sent[-400:]!r}"
            assert self.read(), f"the program has ended without {data!r}"

    def wait_for_end(self) -> int:
        """Read all that is sent until the end; the exit status."""
        while self.read():
            pass
        return self.game.wait()

    def forget(self) -> None:
        """Lose all that is shown, as where another program wrote over it, once nothing more comes."""
        while select.select([self.line], [], [], QUIET)[0] and self.read():
            pass
        self._screen.reset()

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.line, keys)

    def close(self) -> None:
        """End whatever still runs."""
        self.game.kill()
        self.game.wait()
