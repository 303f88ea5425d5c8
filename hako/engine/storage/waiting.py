"""Waiting in synchronous code: for the disk, a database, another process, or another task.

A line is appended by an ordinary call, from rules of tables that know no event loop. In a process
that many people share, such a call must not hold the event loop. So the tasks of a server run in a
bridge (`hako.server.bridge`): there, `wait_for` suspends the whole task, and all other tasks go on.
Everywhere else the calling thread waits.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

T = TypeVar("T")


class SuspendableTask(Protocol):
    """A task that can be suspended in the middle of synchronous code."""

    def suspend(self, until: asyncio.Future[None]) -> None:
        """Let the event loop go on until the future is done. Raises CancelledError."""


class _Thread(threading.local):
    """The bridge of this thread's event loop."""

    find_task: Callable[[], SuspendableTask | None] = staticmethod(lambda: None)
    """Gives the task that runs, if it can be suspended."""


thread = _Thread()


def suspendable_task() -> SuspendableTask | None:
    """The task that runs, if it can be suspended."""
    return thread.find_task()


def wait_for(future: Future[T], seconds: float | None = None) -> T:
    """The result of a future, or its exception. Raises TimeoutError after so many seconds.

    A task that is cancelled meanwhile still gets the result, since what was begun is not undone;
    its cancellation follows at its next await.
    """
    task = suspendable_task()
    if task is None:
        return future.result(seconds)
    import asyncio  # not where nothing is shared: a command that only reads starts faster

    loop = asyncio.get_running_loop()
    waiter = loop.create_future()

    def wake() -> None:
        if not waiter.done():
            waiter.set_result(None)

    def wake_soon(_: Future[T]) -> None:
        with suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(wake, context=Context())

    future.add_done_callback(wake_soon)
    end = None if seconds is None else loop.time() + seconds
    timer = None if end is None else loop.call_at(end, wake, context=Context())
    cancelled: tuple[object, ...] | None = None  # the exception itself would be kept by its frames
    while not (future.done() or (end is not None and loop.time() >= end)):
        try:
            task.suspend(waiter)
        except asyncio.CancelledError as error:
            cancelled = error.args
        waiter = loop.create_future()
    if timer is not None:
        timer.cancel()
    if cancelled is not None:
        _cancel_later(*cancelled)
    return future.result(0)


def _cancel_later(*message: object) -> None:
    """Cancel the current task at its next await, counted once as the first cancellation was."""
    import asyncio

    task = asyncio.current_task()
    assert task is not None, "only tasks are cancelled"
    task.uncancel()
    task.cancel(*message)


def aside(function: Callable[[], object]) -> None:
    """Call a function in a task of its own if the event loop bridges waiting, so that nobody waits.

    Elsewhere it is called at once. Errors of the task are logged.
    """
    loop = _running_loop()
    if loop is None or not getattr(loop.get_task_factory(), "bridges_waiting", False):
        function()
        return

    async def call() -> None:
        try:
            function()
        except Exception:
            import logging  # not where nothing fails: a command that only reads starts faster

            logging.getLogger(__name__).exception("a task beside the others failed")

    task = loop.create_task(call(), context=Context())
    _asides.add(task)
    task.add_done_callback(_asides.discard)


_asides: set[asyncio.Task[None]] = set()
"""The tasks of `aside`: the event loop alone would not keep them."""


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that this thread runs, or None."""
    if "asyncio" not in sys.modules:
        return None
    import asyncio

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
