"""The heartbeat: workers that stand still are told from live ones, and killed.

Time is counted in ticks of the supervisor's own event loop, so that a machine that stood still as
a whole kills nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from msgspec import Struct

from hako.server.workers.protocol import BEAT_SECONDS
from hako.server.workers.worker_handle import WorkerHandle

logger = logging.getLogger(__name__)


class HeartbeatLimits(Struct, frozen=True):
    """The patience of the supervisor; counts are in ticks."""

    tick_seconds: float = BEAT_SECONDS
    suspect: int = 2
    """Seconds of silence after which a worker gets connections only if no other worker takes any."""
    frozen: int = 30
    """Seconds of silence after which a worker is killed."""
    opening: int = 60
    """Seconds after which a worker that has not opened is killed."""
    ending: int = 120
    """Seconds after which a worker is killed that has closed its socket but still lives."""


USUAL_LIMITS = HeartbeatLimits()


class Heartbeat:
    """Counts how long each worker has been silent, and kills those that exceed a limit."""

    def __init__(self, workers: Sequence[WorkerHandle], limits: HeartbeatLimits) -> None:
        self._workers = workers
        self._limits = limits

    async def run(self) -> None:
        """Tick for ever."""
        while True:
            await asyncio.sleep(self._limits.tick_seconds)
            self.tick()

    def tick(self) -> None:
        """Count one tick of silence for each worker; whatever is heard of it ends the silence."""
        for worker in self._workers:
            worker.silent_ticks += 1
            if worker.is_opening:
                limit, reason = self._limits.opening, "did not open"
            elif not worker.is_connected:
                limit, reason = self._limits.ending, "did not end"
            else:
                limit, reason = self._limits.frozen, "did not answer"
            if worker.silent_ticks >= limit and not worker.was_killed:
                seconds = limit * self._limits.tick_seconds
                logger.error(
                    "worker %d %s for %.0f s: it is killed", worker.process.pid, reason, seconds
                )
                worker.kill()

    def is_suspect(self, worker: WorkerHandle) -> bool:
        """True if a worker may be frozen."""
        return worker.silent_ticks >= self._limits.suspect
