"""The rolling restart: one worker after the other makes room for a new one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from hako.server.workers.protocol import SupervisorMessage
from hako.server.workers.worker_handle import WorkerHandle, WorkerState

logger = logging.getLogger(__name__)

_REPEAT_SECONDS = 5.0


class RollingRestart:
    """Restarts all workers, as often as it is requested."""

    def __init__(
        self,
        workers: Sequence[WorkerHandle],
        start_spare: Callable[[], Awaitable[WorkerHandle]],
        on_draining: Callable[[], object],
    ) -> None:
        """Start successors by `start_spare`; `on_draining` is called when one takes no more."""
        self._workers = workers
        self._start_spare = start_spare
        self._on_draining = on_draining
        self._requested = asyncio.Event()

    def request(self) -> None:
        """Restart the workers, once more where a restart goes on."""
        self._requested.set()

    async def run(self) -> None:
        """Carry out requests, one after the other."""
        while True:
            await self._requested.wait()
            self._requested.clear()
            logger.info("the workers are being restarted, one after the other")
            if await self._restart_all():
                logger.info("all workers were restarted")

    async def _restart_all(self) -> bool:
        """Restart each worker; False, with the reason in the log, where a new one did not open."""
        # the first one last: what it alone has is away until its successor has opened
        for worker in sorted(self._workers, key=lambda worker: worker.is_first):
            if worker.is_first:
                if not await self._replace_first(worker):
                    logger.error("the new first worker did not open: it is started again")
                    return False
            elif not await self._replace(worker):
                logger.error("a new worker did not open: the server goes on with the old ones")
                return False
        return True

    async def _replace(self, worker: WorkerHandle) -> bool:
        """Have a worker make room once its successor has opened; False where that one does not."""
        try:
            successor = await self._start_spare()
        except OSError as error:
            logger.error("no worker can be started: %s", error)
            return False
        if not await _opens(successor):
            return False
        # one that has died meanwhile was given a successor of its own
        await self._drain(worker if worker in self._workers else successor)
        return True

    async def _replace_first(self, worker: WorkerHandle) -> bool:
        """Have the first worker make room, and wait until its successor has opened."""
        if worker in self._workers:
            await self._drain(worker)
        return await _opens(await worker.successor)

    async def _drain(self, worker: WorkerHandle) -> None:
        """Have a worker send its clients away, and wait until it has ended."""
        if worker.state is not WorkerState.CLOSING:
            worker.state = WorkerState.DRAINING
        self._on_draining()
        ended = asyncio.create_task(worker.process.wait())
        while not ended.done():
            worker.send(SupervisorMessage.DRAIN)  # it may be too far behind to receive it at first
            await asyncio.wait([ended], timeout=_REPEAT_SECONDS)


async def _opens(worker: WorkerHandle) -> bool:
    """Wait until a worker has opened, or ended before."""
    await first_of(worker.opened.wait(), worker.process.wait())
    return worker.opened.is_set()


async def first_of(*waits: Coroutine[Any, Any, object]) -> None:
    """Wait until one of them has ended, and for the others no longer."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
