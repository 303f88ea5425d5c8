"""Mutexes for tasks that may be suspended while they wait for the disk."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.waiting import _running_loop, suspendable_task, wait_for

if TYPE_CHECKING:
    from concurrent.futures import Future


class TaskMutex:
    """A lock that one task or thread at a time holds, however long it waits meanwhile."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        """Held for a moment, while a thread looks whether the mutex is free and takes it."""
        self._released: Future[None] | None = None
        """Done when the holder releases it; None while nobody holds it."""

    @property
    def is_held(self) -> bool:
        """True if a task or thread holds it."""
        return self._released is not None

    def wait(self) -> None:
        """Wait until the present holder has released it.

        Raises StorageError in code of an event loop that no task runs, or one without a bridge: it
        would wait for itself.
        """
        if (released := self._released) is None:
            return
        if suspendable_task() is None and _running_loop() is not None:
            raise StorageError("store_busy")
        wait_for(released)

    def __enter__(self) -> None:
        while not self._take():
            self.wait()

    def _take(self) -> bool:
        """Take it if nobody holds it."""
        from concurrent.futures import Future  # slow to import, and who only reads takes none

        with self._guard:
            is_free = self._released is None
            if is_free:
                self._released = Future()
        return is_free

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        released, self._released = self._released, None
        assert released is not None, "it was held"
        released.set_result(None)


class KeyedTaskMutex:
    """A mutex for each key, such as a table or a user; those that nobody holds are forgotten."""

    def __init__(self) -> None:
        self._mutexes: dict[str, TaskMutex] = {}

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """Within, the caller holds the mutex of that key."""
        while (mutex := self._mutexes.get(key)) is not None:
            mutex.wait()
        with self._mutexes.setdefault(key, TaskMutex()):
            try:
                yield
            finally:
                del self._mutexes[key]
