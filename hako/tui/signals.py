"""Signals that end the program: told as an exception, so that everything is tidied up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

NAMES = ("SIGTERM", "SIGHUP")
"""Asked to end; the terminal was closed. Windows has no SIGHUP."""


class Ended(BaseException):
    """The system asked the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number
        """Exit status, as a shell gives it to a program that a signal ended."""


@contextmanager
def ending_by_exception() -> Iterator[None]:
    """Raise Ended where a signal would end the program at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {number: signal.signal(number, _end) for number in signals}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - a handler's signature
    raise Ended(number)
