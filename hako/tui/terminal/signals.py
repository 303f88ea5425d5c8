"""Signals that end the program, raised as an exception where there is something to clean up.

Elsewhere they end it at once, as the system does by default: every move was saved when it was made.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""Ctrl+C; asked to end; the terminal was closed. Windows has no SIGHUP."""


ENDING_SERVERS = [signal.SIGINT, signal.SIGTERM]
"""The signals that end a server: it outlives its terminal, and SIGHUP renews it."""


def on_hang_up(renew: Callable[[], object], end: Callable[[], object]) -> None:
    """On SIGHUP call `renew`, or `end` where the terminal is gone; within an event loop.

    Under nohup neither is called.
    """
    if not hasattr(signal, "SIGHUP") or signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        return
    import asyncio  # only servers wait for it

    had_terminal = _has_terminal()

    def handle() -> None:
        is_gone = had_terminal and not _has_terminal()
        end() if is_gone else renew()

    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, handle)
    # the program that replaced itself by this one may have blocked the signals
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})


def _has_terminal() -> bool:
    return any(map(os.isatty, range(3)))


class Terminated(BaseException):
    """A signal asked the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number
        """Exit status, as a shell gives it to a program that a signal ended."""


@contextmanager
def ending_by_exception() -> Iterator[None]:
    """Raise Terminated where a signal would end the program at once; in the main thread only."""
    before = {number: signal.signal(number, _end) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def exit_on_signals(leave: Callable[[int], object]) -> None:
    """Call `leave` with the exit status on a signal that ends; within an event loop."""
    import asyncio  # only screens wait for it

    loop = asyncio.get_running_loop()
    for number in ENDING:
        loop.add_signal_handler(number, leave, Terminated(number).status)


def _end(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - a handler's signature
    raise Terminated(number)


def on_stop(leave: Callable[[], object], come_back: Callable[[], object]) -> None:
    """Handle the signals that stop and continue the program (Ctrl+Z, fg).

    Before the stop `leave` gives the terminal back and the handlers are removed; `come_back` takes
    it again, and sets them. After SIGSTOP, which cannot be handled, both are called when it
    continues. To be called within an event loop.
    """
    import asyncio  # only screens wait for it

    def stop() -> None:
        leave()
        # the default action: where no shell could let us go on, nothing is stopped
        signal.raise_signal(signal.SIGTSTP)
        _wait_for_foreground()
        come_back()

    def go_on() -> None:
        leave()
        _wait_for_foreground()
        come_back()

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTSTP, stop)
    loop.add_signal_handler(signal.SIGCONT, go_on)


def stop_as_usual() -> None:
    """Remove the handlers of those signals; within an event loop."""
    import asyncio

    loop = asyncio.get_running_loop()
    loop.remove_signal_handler(signal.SIGTSTP)
    loop.remove_signal_handler(signal.SIGCONT)


def stop_all() -> None:
    """Stop the process group, as Ctrl+Z does; does nothing on Windows."""
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGTSTP)


_MOST_STOPS = 1000
"""The number of stops after which none follows; nobody types `bg` that often."""


def _wait_for_foreground() -> None:
    """Stop again until the terminal is ours: `bg` continues a program without it."""
    for _ in range(_MOST_STOPS):
        try:
            if os.tcgetpgrp(0) == os.getpgrp():
                return
        except OSError:  # no terminal
            return
        signal.raise_signal(signal.SIGTTOU)
