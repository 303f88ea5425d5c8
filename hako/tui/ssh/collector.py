"""Garbage collection without long pauses.

A session is thousands of objects, which the collector walks again and again and in
which, while people play, it finds nothing: with 50 players everybody waited half a
second. So what has lived long is set aside, as is at first all that the program is.

- What is new is walked in short passes; after one in vain the next one waits a little.
- All that came since the last time that something was set aside is walked now and then. When it
  has become so much that walking it would be felt, it is set aside, too.
- Sessions that end and screens that were closed are taken apart (`SessionApp._take_apart`); for
  the rest everything is walked, but only where nobody has played for long.

What was freed lies in holes between what lives, and counts as used: a fifteenth of a house after
some minutes. Where the C library can give it back (glibc), it is asked to now and then.

How long a pass takes follows from how many objects it walks, and from what else the machine does:
where that makes it long, less is walked from then on.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache

from hako.tui.ssh.house import House

PASS_SECONDS = 0.1
"""Time between short passes; the less has happened since the last one, the shorter it is."""

_MOST_IN_VAIN = 0.01
"""Of the time, what passes may take that find nothing."""

_LONGEST_REST_SECONDS = 0.5
"""What became old unseen could be garbage, which is found later than what is new."""

MOST_WALKED = 10_000
"""Objects that may be walked while people play: 1 ms in a small process, and 20 in one of 300 MiB,
where what they refer to lies in no cache."""

LONGEST_WALK_SECONDS = 0.02
"""Of the processor; what takes longer to walk is set aside, too. Some sessions may begin before
the next walk, and still it is under 50 ms."""

_LONG_QUIET_SECONDS = 30
"""Where walking all that is there, most of a second in a full house, holds nobody who plays."""
_SOME_ENDED = 20
_USUAL_MINUTES = 10

GIVEN_BACK_SECONDS = 60.0
"""Between two times that freed memory is given back; each is some 10 ms for 100 MiB."""


@asynccontextmanager
async def short_collections(house: House) -> AsyncIterator[None]:
    """Within, the collector is called from here and never by itself."""
    was_enabled = gc.isenabled()
    gc.disable()
    gc.freeze()
    passes = asyncio.create_task(_collect_now_and_then(house), name="garbage collection")
    try:
        yield
    finally:
        passes.cancel()
        with suppress(asyncio.CancelledError):
            await passes
        gc.unfreeze()
        if was_enabled:
            gc.enable()


async def _collect_now_and_then(house: House) -> None:
    collector, ended, last = Collector(), house.sessions_ended, time.monotonic()
    given_back = last
    while True:
        await asyncio.sleep(PASS_SECONDS)
        if time.monotonic() - given_back >= GIVEN_BACK_SECONDS:
            given_back = time.monotonic()
            _giver()(0)
        if _is_worth_it(house, house.sessions_ended - ended, (time.monotonic() - last) / 60):
            ended, last = house.sessions_ended, time.monotonic()
            collector.walk_all()
        elif in_vain := collector.walk_some():
            await asyncio.sleep(min(in_vain / _MOST_IN_VAIN, _LONGEST_REST_SECONDS))


def _is_worth_it(house: House, ended: int, minutes: float) -> bool:
    """Whether to look for what ended sessions and closed screens left behind."""
    is_due = ended >= _SOME_ENDED or minutes >= _USUAL_MINUTES
    return is_due and house.quiet_seconds >= _LONG_QUIET_SECONDS


@cache
def _giver() -> Callable[[int], object]:
    """What gives freed memory back, but for so many bytes; elsewhere than in glibc nothing does."""
    try:
        its: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # no such function; Windows has no such library
        return bool
    return its


class Collector:
    """Walks what is not set aside, and counts how much that has become."""

    def __init__(self) -> None:
        self._living = 0
        """About so many objects are not set aside and were alive when they were walked last."""
        self._rests_until = 0.0
        """By the monotonic clock: before, what lives is not walked again."""

    def walk_some(self) -> float:
        """Look for garbage among what is new, and at times among all that is not set aside.

        Returns the seconds of a pass over what is new that was in vain.
        """
        start = time.thread_time()
        found = self._walk(0)
        took = time.thread_time() - start
        if self._living > MOST_WALKED or time.monotonic() >= self._rests_until:
            self._walk_the_living()
        return 0.0 if found else took

    def walk_all(self) -> None:
        """Look for garbage everywhere."""
        gc.unfreeze()
        gc.collect()
        self._set_aside()

    def _walk_the_living(self) -> None:
        start = time.thread_time()
        self._walk(2)
        took = time.thread_time() - start
        self._rests_until = time.monotonic() + took / _MOST_IN_VAIN
        if self._living > MOST_WALKED or took > LONGEST_WALK_SECONDS:
            self._set_aside()

    def _walk(self, generation: int) -> int:
        self._living += gc.get_count()[0]
        found = gc.collect(generation)
        self._living -= found
        return found

    def _set_aside(self) -> None:
        gc.freeze()
        self._living = 0
