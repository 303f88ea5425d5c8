"""A review under way: thought out for some minutes, kept meanwhile, heard of by who looks on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing, suppress
from time import monotonic
from typing import Any

from hako.engine.log.save import StorageError
from hako.engine.log.table import Table
from hako.engine.review.review import Executor, Review, keep, review_of, reviewed

SECONDS = 600.0
"""How long is thought about a game at most; what is left then is told as unsure."""

EVERY = 10.0
"""Seconds after which what is done is kept, whatever happens then."""


A_STEP = 1.0
"""Seconds that pass at least before who looks on hears of it again."""


class ReviewJob:
    """The review of a table as it stands now. Raises NotOver when it begins, where that goes on."""

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self.head = table.head
        self.review: Review | None = None
        """None until it is known what there is to judge."""
        self.listeners: list[Callable[[], None]] = []
        """Called when it has come further, and in the end."""

    async def continue_review(
        self, worker: Executor, at_once: int = 1, seconds: float = SECONDS
    ) -> None:
        """Think until all is done or the time is up; nothing holds the loop meanwhile."""
        until = monotonic() + seconds
        self.review = await asyncio.to_thread(review_of, self.table)
        await self._think(self.review, worker, at_once, until)
        self._tell()

    async def _think(self, review: Review, worker: Executor, at_once: int, until: float) -> None:
        told = kept = monotonic()
        self._tell()
        async with aclosing(reviewed(self.table, review, worker, at_once)) as steps:
            async for self.review in steps:
                now = monotonic()
                if now > until or self.table.head != self.head:
                    break
                if now > told + A_STEP:
                    told = now
                    self._tell()
                if now > kept + EVERY:
                    kept = now
                    with suppress(StorageError):  # who began it tells that in the end
                        await asyncio.to_thread(self.keep)

    def keep(self) -> None:
        """Keep what is done beside the log. Raises StoreFailed."""
        if self.review is not None and self.table.head == self.head:
            keep(self.table, self.review)

    def _tell(self) -> None:
        for listener in tuple(self.listeners):
            listener()
