"""Write notices: workers are notified of each other's writes, of a burst of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from hako.server.workers.protocol import SupervisorMessage
from hako.server.workers.worker_handle import WorkerHandle

GATHERING_SECONDS = 0.015
"""The time between two notices of the same scope."""


class WriteNotices:
    """Passes the notices of each worker on to all others."""

    def __init__(self, workers: Sequence[WorkerHandle]) -> None:
        self._workers = workers
        self._written: set[tuple[WorkerHandle, int]] = set()
        """Writers and scopes of which the others have not been notified yet."""
        self._is_gathering = False

    def add(self, writer: WorkerHandle, scope: int) -> None:
        """Note a write of one worker; the others are notified at once, or after a burst."""
        self._written.add((writer, scope))
        if not self._is_gathering:
            self._send()

    def _send(self) -> None:
        written, self._written = self._written, set()
        self._is_gathering = bool(written)
        if written:
            for worker in self._workers:
                for scope in {scope for writer, scope in written if writer is not worker}:
                    worker.send(SupervisorMessage.WROTE, scope)
            asyncio.get_running_loop().call_later(GATHERING_SECONDS, self._send)
