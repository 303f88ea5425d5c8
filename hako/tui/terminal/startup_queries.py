"""The start-up of a terminal: its answers to the first queries, before the app takes it over."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.terminal.queries import QUESTIONS, TIMEOUT_SECONDS, TerminalReplies
from hako.tui.terminal.signals import ending_by_exception
from hako.tui.terminal.size import terminal_size


class LocalLine(NamedTuple):
    """A terminal that has been queried and is quiet until an app takes it over."""

    terminal: TerminalCapabilities
    """The terminal as it described itself."""
    screen: int
    """The file descriptor of the output."""
    has_answered: bool = False
    """True if it replied in time; else replies may still come."""
    received: bytes = b""
    """All bytes received so far; the last reply may be cut off."""
    before: list[Any] | None = None
    """The attributes of the line before; None where it has none."""


@contextmanager
def local_line() -> Iterator[LocalLine]:
    """A context in which the line of stdin and stdout is quiet and the terminal is known.

    A signal that asks the program to exit is raised as Terminated until the app handles signals.
    """
    screen = sys.stdout.fileno()
    guess = TerminalCapabilities.detect(
        os.environ.get("TERM", ""), terminal_size(screen), os.environ
    )
    with quiet_line(guess, sys.stdin.fileno(), screen) as line:
        yield line


@contextmanager
def quiet_line(terminal: TerminalCapabilities, keyboard: int, screen: int) -> Iterator[LocalLine]:
    """The same over two file descriptors, with the guessed capabilities of their terminal.

    Nothing is echoed: late replies, while the app is still being made, would appear in the shell's
    window. Without a terminal, or on Windows, the guess stands.
    """
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield LocalLine(terminal, screen)
        return
    try:
        before = termios.tcgetattr(keyboard)
    except termios.error:
        yield LocalLine(terminal, screen)
        return
    with ending_by_exception():
        try:
            tty.setcbreak(keyboard, termios.TCSANOW)
            answers = _ask(keyboard, screen)
            yield LocalLine(
                answers.correct(terminal), screen, answers.complete, answers.received, before
            )
        finally:
            with suppress(termios.error):  # it was closed
                termios.tcsetattr(keyboard, termios.TCSANOW, before)


def _ask(keyboard: int, screen: int) -> TerminalReplies:
    try:
        os.write(screen, f"\x1b[?1049h{QUESTIONS}".encode())
        return _listen(keyboard)
    finally:
        os.write(screen, b"\x1b[?1049l")


def _listen(keyboard: int) -> TerminalReplies:
    answers = TerminalReplies()
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not answers.complete and (left := deadline - time.monotonic()) > 0:
        if select.select([keyboard], [], [], left)[0]:
            data = os.read(keyboard, 1024)
            if not data:
                break
            answers.receive(data)
    return answers
