"""Garbage collection without long pauses.

A session is thousands of objects, which the collector walks again and again and in
which, while people play, it finds nothing: with 50 players everybody waited half a
second. So what has lived for a while is set aside, as is at first all that the program is.

- What is new is walked whenever it has become some thousands of objects, and once more with what
  came meanwhile; what lives then is set aside. So no pass walks more than is not felt, however
  many come at once; and where nothing new is made, none is.
- Sessions that end and screens that were closed are taken apart (`SessionApp._take_apart`); for
  the rest everything is walked, but only where nobody has played for long.

Python 3.14.0 to 3.14.4 collect in increments, each of them a short pass over something new and
something old, and every one is told as of the first generation. What is set aside after each would
never be walked, garbage included: there nothing is set aside, and there is no need to.

What was freed lies in holes between what lives, and counts as used: a fifteenth of a house after
some minutes. Where the C library can give it back (glibc), it is asked to now and then.
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
"""Of the Python that this runs on."""

NEW_OBJECTS = 3_000
"""So many more than were freed, and they are walked."""

_WALKS = 2
"""After one more of these walks, the next takes in what lived through them: four times as much. In
a house of 300 MiB, where what objects refer to lies in no cache, an object takes 2 to 3.4 us, and
so the longest pass 24 to 40 ms; in a small one a tenth of that."""

_NEVER = 2**31 - 1

_LONG_QUIET_SECONDS = 30
"""Where walking all that is there, most of a second in a full house, holds nobody who plays."""
_SOME_ENDED = 20
_USUAL_MINUTES = 10

LOOK_SECONDS = 1.0
"""Between two looks whether it is quiet."""

GIVEN_BACK_SECONDS = 60.0
"""Between two times that freed memory is given back; each is some 10 ms for 100 MiB."""


@asynccontextmanager
async def short_collections(house: ServerContext) -> AsyncIterator[None]:
    """Within, no pass of the collector is long but where nobody has played for long."""
    was_enabled, thresholds = gc.isenabled(), gc.get_threshold()
    _set_aside()
    # in increments, these two mean something else
    gc.set_threshold(NEW_OBJECTS, *(() if is_incremental() else (_WALKS, _NEVER)))
    gc.callbacks.append(_after_pass)
    gc.enable()
    looks = asyncio.create_task(_look_now_and_then(house), name="garbage collection")
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
    """Whether this Python collects in increments."""
    return (3, 14, 0) <= VERSION < (3, 14, 5)


def _set_aside() -> None:
    """Let what lives now be walked no more, where passes are over generations."""
    if not is_incremental():
        gc.freeze()


def _after_pass(phase: str, about: Mapping[str, Any]) -> None:
    """Set aside what lives after a pass over what had lived through one already."""
    if phase == "stop" and about["generation"] == 1:
        _set_aside()


async def _look_now_and_then(house: ServerContext) -> None:
    ended, last = house.sessions_ended, time.monotonic()
    given_back = last
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if time.monotonic() - given_back >= GIVEN_BACK_SECONDS:
            given_back = time.monotonic()
            _giver()(0)
        if _is_worth_it(house, house.sessions_ended - ended, (time.monotonic() - last) / 60):
            ended, last = house.sessions_ended, time.monotonic()
            walk_all()


def walk_all() -> None:
    """Look for garbage everywhere."""
    gc.unfreeze()
    gc.collect()
    _set_aside()


def _is_worth_it(house: ServerContext, ended: int, minutes: float) -> bool:
    """Whether to look for what ended sessions and closed screens left behind."""
    is_due = ended >= _SOME_ENDED or minutes >= _USUAL_MINUTES
    return is_due and house.quiet_seconds >= _LONG_QUIET_SECONDS


@cache
def _giver() -> Callable[[int], object]:
    """What gives freed memory back, but for so many bytes; elsewhere than in glibc nothing does."""
    try:
        malloc_trim: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # no such function; Windows has no such library
        return bool
    return malloc_trim
