"""Garbage collection without long pauses.

A session is thousands of objects, which the collector walks again and again and in
which, while people play, it finds nothing: with 50 players everybody waited half a
second. So it walks what is new, in short passes, and sets aside what is alive then, as
it does at first with all that the program is. After a short pass in vain the next one waits a
little. Sessions that end are taken apart (`SessionApp._take_apart`);
for the rest everything is walked, but only while nobody plays.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from hako.tui.ssh.house import House

PASS_SECONDS = 0.1
"""Time between short passes; the less has happened since the last one, the shorter it is."""

_MOST_IN_VAIN = 0.01
"""Of the time, what short passes may take that find nothing."""

_LONGEST_REST_SECONDS = 0.5
"""What is set aside unseen could be garbage, which nothing finds where somebody always plays."""

_QUIET_SECONDS = 2
_SOME_ENDED = 20
# a house where for so long nobody ever paused
_MOST_ENDED = 2000
# screens that were shown and closed are garbage, too
_USUAL_MINUTES = 10


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
    ended, last = house.sessions_ended, time.monotonic()
    while True:
        await asyncio.sleep(PASS_SECONDS)
        if _is_worth_it(house, house.sessions_ended - ended, (time.monotonic() - last) / 60):
            ended, last = house.sessions_ended, time.monotonic()
            _collect_all()
        elif in_vain := collect_new():
            await asyncio.sleep(min(in_vain / _MOST_IN_VAIN, _LONGEST_REST_SECONDS))


def _is_worth_it(house: House, ended: int, minutes: float) -> bool:
    """Whether to look for what ended sessions and closed screens left behind."""
    if house.quiet_seconds < _QUIET_SECONDS:
        return ended >= _MOST_ENDED
    return ended >= _SOME_ENDED or minutes >= _USUAL_MINUTES


def collect_new() -> float:
    """Look for garbage among what is new, and set the rest aside; seconds that were in vain."""
    start = time.monotonic()
    found = gc.collect(0)
    gc.freeze()
    return 0 if found else time.monotonic() - start


def _collect_all() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()
