"""Garbage collection without long pauses.

A session is thousands of objects. Left to itself the collector walks all of them,
of all sessions, every few seconds: with 50 players everybody waited half a second.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

_YOUNG, _MIDDLE, _NEVER_BY_ITSELF = 1_000, 10, 1_000_000
_SECONDS_BETWEEN_PASSES = 60
_ENDED_SESSIONS = 20


@asynccontextmanager
async def rare_collections(ended: Callable[[], int]) -> AsyncIterator[None]:
    """Within, full passes are rare and walk only what is new.

    What a session still holds after a pass is set aside and not walked again. Once
    so many sessions have ended (`ended` counts them), all of it is walked, to find
    what they left behind.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER_BY_ITSELF)
    passes = asyncio.create_task(_collect_now_and_then(ended), name="garbage collection")
    try:
        yield
    finally:
        passes.cancel()
        gc.set_threshold(*before)
        gc.unfreeze()


async def _collect_now_and_then(ended: Callable[[], int]) -> None:
    seen, seconds = ended(), 0
    while True:
        await asyncio.sleep(1)
        seconds += 1
        if ended() - seen >= _ENDED_SESSIONS:
            seen, seconds = ended(), 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        elif seconds >= _SECONDS_BETWEEN_PASSES:
            seconds = 0
            gc.collect()
            gc.freeze()
