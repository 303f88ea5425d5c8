"""Timers of a table, each with the key of what it waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextvars import Context
from functools import partial

from hako.engine.log.history import StaleTable
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.waiting import aside


class Timers(dict[Hashable, asyncio.TimerHandle]):
    """Running timers by their keys; none runs twice."""

    def __init__(self) -> None:
        super().__init__()
        self.is_late = False
        """True if a due action could not be stored."""

    def set(
        self, key: Hashable, seconds: float, callback: Callable[[], object], *, wanted: bool
    ) -> None:
        """Start the timer of this key unless it runs; cancel it if it is no longer wanted."""
        if not wanted:
            self.cancel(key)
        elif key not in self:
            loop = asyncio.get_running_loop()
            # with its own context, since the current one would keep the app of a user who left
            self[key] = loop.call_later(seconds, self._expire, key, callback, context=Context())

    def cancel(self, key: Hashable) -> None:
        """Cancel the timer of this key, if it runs."""
        if (timer := self.pop(key, None)) is not None:
            timer.cancel()

    def cancel_all(self) -> None:
        """Cancel all timers."""
        for key in tuple(self):
            self.cancel(key)

    def _expire(self, key: Hashable, callback: Callable[[], object]) -> None:
        del self[key]
        aside(partial(self._run, callback))

    def _run(self, callback: Callable[[], object]) -> None:
        try:
            callback()
        except StaleTable:
            pass  # another process was faster
        except StorageError:
            self.is_late = True
