"""The disk: jobs that wait for it are done by a few threads, unless whoever gives them may wait.

Several files are synced at the same time; a file system writes them together, with one commit of
its journal. One call that syncs the whole file system would wait for what other programs wrote, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from hako.engine.storage.waiting import suspendable_task, wait_for

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

T = TypeVar("T")

THREADS = 16
"""The most jobs that are done at the same time; a job may wait for another process's lock."""


class Disk:
    """The way to the disk."""

    def run(self, job: Callable[[], T]) -> T:
        """The result of a job; a task in a bridge is suspended until it is done."""
        if suspendable_task() is None:
            return job()
        return wait_for(self._threads.submit(job))

    def sync(self, descriptor: int) -> None:
        """Wait until everything that was written to an open file is on the disk. Raises OSError."""
        os.fsync(descriptor)

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor  # slow to import

        return ThreadPoolExecutor(THREADS, "disk")


DISK = Disk()
"""The disk of this process."""
