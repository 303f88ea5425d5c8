"""Garbage collection without long pauses.

A session has thousands of objects. The collector walks them again and again, and finds no garbage
while people play. Measured with 100 players in one process (549,000 objects, CPU time): the longest
pass takes 306 ms with Python's own settings, and 6 ms with these. So objects that have lived for a
while are frozen (`gc.freeze`), at first those of the program itself.

- New objects are walked whenever there are some thousands of them, and once more with those that
  came meanwhile; what is alive then is frozen. So no pass takes noticeably long, however many
  clients connect at once.
- Ended sessions and closed screens are taken apart (`SessionAppBase._take_apart`), or after 50 visits 49
  apps stay, 0.6 MiB each. For other garbage all objects are walked, but only while nobody plays for
  some time.

Python 3.14.0 to 3.14.4 collect in increments. Each is a short pass over some new and some old
objects, and all are reported as of the first generation. What is frozen after each would never be
walked, garbage included; so nothing is frozen there, and there is no need to.

Freed memory lies in holes between living objects and counts as used: a fifteenth of a server after
some minutes. If the C library can return it (glibc), it is asked to now and then.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any

from hako.server.ssh.context import ServerContext

VERSION = sys.version_info[:3]
"""The version of the running Python."""

NEW_OBJECTS = 3_000
"""The number of objects, made and not freed, after which they are walked."""

_WALKS = 2
"""After one more of these passes, the next one includes what survived them: four times as much. In
a server of 300 MiB, where what objects refer to lies in no cache, an object takes 2 to 3.4 us, and
so the longest pass 24 to 40 ms; in a small one a tenth of that."""

_NEVER = 2**31 - 1

_LONG_QUIET_SECONDS = 30
"""The quiet time after which all objects may be walked, which takes most of a second in a full
server."""
_SOME_ENDED = 20
_USUAL_MINUTES = 10

LOOK_SECONDS = 1.0
"""The time between two checks for a quiet moment."""

GIVEN_BACK_SECONDS = 60.0
"""The time between two returns of freed memory; each takes some 10 ms for 100 MiB."""


@asynccontextmanager
async def short_collections(context: ServerContext) -> AsyncIterator[None]:
    """Keep passes of the collector short, except while nobody plays for some time."""
    was_enabled, thresholds = gc.isenabled(), gc.get_threshold()
    _set_aside()
    # in increments, these two mean something else
    gc.set_threshold(NEW_OBJECTS, *(() if is_incremental() else (_WALKS, _NEVER)))
    gc.callbacks.append(_after_pass)
    gc.enable()
    looks = asyncio.create_task(_look_now_and_then(context), name="garbage collection")
    try:
        yield
    finally:
        looks.cancel()
        with suppress(asyncio.CancelledError):
            await looks
        gc.callbacks.remove(_after_pass)
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        if not was_enabled:
            gc.disable()


def is_incremental() -> bool:
    """True if this Python collects in increments."""
    return (3, 14, 0) <= VERSION < (3, 14, 5)


def _set_aside() -> None:
    """Freeze all living objects, if passes are over generations."""
    if not is_incremental():
        gc.freeze()


def _after_pass(phase: str, about: Mapping[str, Any]) -> None:
    """Freeze what is alive after a pass over objects that had survived one."""
    if phase == "stop" and about["generation"] == 1:
        _set_aside()


async def _look_now_and_then(context: ServerContext) -> None:
    ended, last = context.sessions_ended, time.monotonic()
    given_back = last
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if time.monotonic() - given_back >= GIVEN_BACK_SECONDS:
            given_back = time.monotonic()
            _giver()(0)
        if _is_worth_it(context, context.sessions_ended - ended, (time.monotonic() - last) / 60):
            ended, last = context.sessions_ended, time.monotonic()
            walk_all()


def walk_all() -> None:
    """Collect garbage among all objects, frozen ones included."""
    gc.unfreeze()
    gc.collect()
    _set_aside()


def _is_worth_it(context: ServerContext, ended: int, minutes: float) -> bool:
    """True if it is time, and quiet enough, to collect what ended sessions and screens left."""
    is_due = ended >= _SOME_ENDED or minutes >= _USUAL_MINUTES
    return is_due and context.quiet_seconds >= _LONG_QUIET_SECONDS


@cache
def _giver() -> Callable[[int], object]:
    """The function of glibc that returns freed memory, but for a number of bytes; else one that does nothing."""
    try:
        malloc_trim: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # no such function; Windows has no such library
        return bool
    return malloc_trim
