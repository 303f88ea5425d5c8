"""Accepts connections at the server's port, and hands each to the worker with the fewest."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence

from hako.server.workers.worker_handle import WorkerHandle, WorkerState

logger = logging.getLogger(__name__)

_RETRY_SECONDS = 1.0


class Dispatcher:
    """The listening sockets of a server, and the workers that serve who connects."""

    def __init__(
        self, workers: Sequence[WorkerHandle], is_suspect: Callable[[WorkerHandle], bool]
    ) -> None:
        self.listeners: list[socket.socket] = []
        self._workers = workers
        self._is_suspect = is_suspect

    @property
    def _takers(self) -> list[WorkerHandle]:
        """The workers that take connections, the best one first."""
        ready = [worker for worker in self._workers if worker.state is WorkerState.READY]
        return sorted(ready, key=lambda worker: (self._is_suspect(worker), worker.load))

    def update(self) -> None:
        """Accept connections while a worker takes any; else they wait at the port."""
        loop = asyncio.get_running_loop()
        has_takers = bool(self._takers)
        for listener in self.listeners:
            if has_takers:
                loop.add_reader(listener, self._accept, listener)
            else:
                loop.remove_reader(listener)

    def close(self) -> None:
        """Close the port."""
        loop = asyncio.get_running_loop()
        for listener in self.listeners:
            loop.remove_reader(listener)
            listener.close()
        self.listeners.clear()

    def take_back(self, worker: WorkerHandle) -> None:
        """Hand the connections that an ended worker had not received to other workers."""
        while worker.handed:
            self._hand_over(worker.handed.popleft())

    def _accept(self, listener: socket.socket) -> None:
        try:
            connection, _ = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError as error:  # such as too many open files
            logger.error("no connection can be accepted: %s", error)
            loop = asyncio.get_running_loop()
            loop.remove_reader(listener)
            loop.call_later(_RETRY_SECONDS, self.update)
            return
        self._hand_over(connection)

    def _hand_over(self, connection: socket.socket) -> None:
        for worker in self._takers:
            if worker.hand_over(connection):
                return
        connection.close()
