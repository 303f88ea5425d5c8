"""A terminal to run the app on, in a process of its own, as a person has one."""

from __future__ import annotations

import os
import select
import subprocess
import sys

import pyte

from tests.tui.commands.terminal import REPOSITORY, Person

PATIENCE = 60
"""Seconds after which a screen that does not change is taken for the last one."""


class Terminal:
    """A terminal, 80x24, with a program on it; of its own session, or of another's."""

    def __init__(self, person: Person, *words: str, own: bool = True) -> None:
        self.line, keyboard = os.openpty()
        start = ("tests.on_terminal", "tests.toys") if own else ("tests.toys",)
        self.game = subprocess.Popen(
            [sys.executable, "-m", *start, *words],
            cwd=REPOSITORY,
            env={**os.environ, **person.environment, "TERM": "xterm-256color"},
            stdin=keyboard,
            stdout=keyboard,
            stderr=keyboard,
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
        while words not in (screen := "\n".join(self._screen.display)):
            spoken, _, _ = select.select([self.line], [], [], PATIENCE)
            assert spoken, f"the screen waits for something else:\n{screen}"
            assert self.read(), f"the program has ended:\n{screen}"

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.line, keys)

    def close(self) -> None:
        """End whatever still runs."""
        self.game.kill()
        self.game.wait()
