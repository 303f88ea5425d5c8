"""A queue in which the screens of players without a decision are painted one at a time.

Where many people share a process, a move is shown on the screens of all at the table. Painted at
once, they would delay everybody who pressed a key meanwhile. So screens whose player pressed none,
and need not choose now, queue up here; keys are handled between two of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextvars import Context
from typing import Protocol

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 0.2
"""Seconds that a screen may take to be painted before the next one's turn, at most."""

LONGEST_SECONDS = 1.0
"""Seconds that the whole queue waits for keys, at most."""

QUIET_SECONDS = 0.0002
"""Seconds of a turn of the event loop in which nothing was done."""


class QueuedScreen(Protocol):
    """A screen with changes to show."""

    def paint(self, painted: Callable[[], object]) -> None:
        """Show the changes, and call `painted` when that is done."""


class PaintQueue:
    """A queue that paints one screen at a time."""

    def __init__(self) -> None:
        self._waiting: dict[QueuedScreen, None] = {}  # in the order in which they came
        self._task: asyncio.Task[None] | None = None

    def queue(self, screen: QueuedScreen) -> None:
        """Paint a screen when its turn comes; once, however often it is queued before."""
        self._waiting[screen] = None
        if self._task is None:
            # in no app's context: the first app's would be used for all, even after its end
            self._task = asyncio.get_running_loop().create_task(
                self._let_in(), name="render queue", context=Context()
            )

    def leave(self, screen: QueuedScreen) -> None:
        """Remove a screen that was closed."""
        self._waiting.pop(screen, None)

    async def _let_in(self) -> None:
        while self._waiting:
            await _quiet(LONGEST_SECONDS / len(self._waiting))
            if screen := next(iter(self._waiting), None):
                await self._paint_next(screen)
        self._task = None

    async def _paint_next(self, screen: QueuedScreen) -> None:
        del self._waiting[screen]
        painted = asyncio.Event()
        try:
            screen.paint(painted.set)
            async with asyncio.timeout(PATIENCE_SECONDS):
                await painted.wait()
        except TimeoutError:
            pass  # it is under a dialog
        except Exception:
            logger.exception("a screen could not be updated; the others are")


async def _quiet(longest: float) -> None:
    """Wait until the event loop is idle, but no longer than that."""
    start = before = time.monotonic()
    while True:
        await asyncio.sleep(0)
        now = time.monotonic()
        if now - before < QUIET_SECONDS or now - start > longest:
            return
        before = now
