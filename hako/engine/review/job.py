"""A running review: it works for some minutes, is stored meanwhile, and notifies listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing, suppress
from time import monotonic
from typing import Any

from hako.engine.log.history import History
from hako.engine.log.storage_errors import StorageError
from hako.engine.review.review import Executor, Review, keep, review_of, reviewed

SECONDS = 600.0
"""The time limit of a review, in seconds; what is left then is reported as uncertain."""

EVERY = 10.0
"""The interval in seconds at which unfinished work is stored."""


PACE = 5.0
"""The seconds after which the pace of a review is told."""

A_STEP = 1.0
"""The least interval between two notifications, in seconds."""


class ReviewJob:
    """The review of a table as it stands now."""

    def __init__(self, table: History[Any]) -> None:
        self.table = table
        self.head = table.head
        self.review: Review | None = None
        """None until the decisions to judge are collected."""
        self._began = (0.0, 0.0)
        """The time at which the work began, and the share that was done then."""
        self._until = 0.0
        """The time at which it ends at the latest."""
        self.listeners: list[Callable[[], None]] = []
        """Functions that are called on progress and at the end."""

    async def continue_review(
        self, worker: Executor, at_once: int = 1, seconds: float = SECONDS
    ) -> None:
        """Review until all is done or the time is up, without blocking the event loop.

        Raises GameNotOver.
        """
        self._until = monotonic() + seconds
        self.review = await asyncio.to_thread(review_of, self.table)
        await self._think(self.review, worker, at_once)
        self._until = 0.0
        self._notify()

    @property
    def seconds_left(self) -> float | None:
        """The time that the work still takes at its pace so far; None if there is none, or no pace yet."""
        now, (began, before) = monotonic(), self._began
        if self.review is None or now > self._until:
            return None
        return time_left(before, self.review.share, now - began, self._until - now)

    async def _think(self, review: Review, worker: Executor, at_once: int) -> None:
        notified = kept = monotonic()
        self._began = notified, review.share
        self._notify()
        async with aclosing(reviewed(self.table, review, worker, at_once)) as steps:
            async for self.review in steps:
                now = monotonic()
                if now > self._until or self.table.head != self.head:
                    break
                if now > notified + A_STEP:
                    notified = now
                    self._notify()
                if now > kept + EVERY:
                    kept = now
                    with suppress(StorageError):  # the caller of `keep` reports it at the end
                        await asyncio.to_thread(self.keep)

    def keep(self) -> None:
        """Store the review so far beside the log. Raises StorageError."""
        if self.review is not None and self.table.head == self.head:
            keep(self.table, self.review)

    def _notify(self) -> None:
        for listener in tuple(self.listeners):
            listener()


def time_left(before: float, share: float, seconds: float, most: float) -> float | None:
    """The seconds that a review goes on, which came from one share to another in so many seconds.

    It goes on for `most` seconds at most. None before it has a pace.
    """
    if seconds < PACE or share <= before:
        return None
    return min(most, (1 - share) * seconds / (share - before))
