"""Logs callbacks that hold the event loop, for all tables stand still meanwhile."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)

HOLD_SECONDS = 0.05


@contextmanager
def watch_event_loop(longest: float = HOLD_SECONDS) -> Iterator[None]:
    """Within, every callback that takes longer than `longest` seconds is logged with its owner.

    The debug mode of asyncio does the same, but slows down everything.
    """
    run = asyncio.Handle._run

    def run_and_measure(self: asyncio.Handle) -> None:
        start = time.perf_counter()
        run(self)
        held = time.perf_counter() - start
        if held > longest:
            logger.warning("the event loop was held for %.0f ms by %s", held * 1000, _owner(self))

    asyncio.Handle._run = run_and_measure  # type: ignore[method-assign]  # there is no hook for it
    try:
        yield
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]  # there is no hook for it


def _owner(handle: asyncio.Handle) -> str:
    """The repr of the task or callback; a text, for log handlers may keep the objects they are given."""
    callback = getattr(handle, "_callback", handle)
    owner = getattr(callback, "__self__", callback)
    try:
        return repr(owner)
    except Exception:  # noqa: BLE001  whatever it is: an error here would end the server
        return object.__repr__(owner)
