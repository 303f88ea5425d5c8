"""The bridge between synchronous code and the event loop of a server.

A step of a task, from one await to the next, runs in a greenlet. Where synchronous code in it waits
(`hako.engine.storage.waiting`), the greenlet is left as it is, and the task awaits a future as if
its coroutine did; when that is done, the greenlet goes on where it was. Between steps a task has no
greenlet: one usually serves all tasks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TypeAlias, TypeVar

from greenlet import getcurrent, greenlet

from hako.engine.storage.waiting import thread

T = TypeVar("T")

MOST_IDLE = 16
"""The number of greenlets that are kept for later steps."""

CoroutineMethod: TypeAlias = Callable[[Any], Any]
"""Method `send` or `throw` of a coroutine, which runs a step."""

YIELDED, RAISED, SUSPENDED = range(3)
"""The kinds of outcomes: the coroutine awaits a future, it raised an exception, or its code waits."""


class _Strand(greenlet):
    """A greenlet that runs steps, one after the other.

    All values are passed by attributes: a greenlet that is left keeps the arguments of its calls.
    """

    caller: greenlet
    """The greenlet that gets the outcome of a step."""
    step: CoroutineMethod
    """The step to run next."""
    argument: Any = None
    """The argument of the step; the error to raise in a suspended one."""
    kind: int
    """The kind of outcome of the last step."""
    outcome: Any = None
    """The future or exception of the last step."""

    def __init__(self) -> None:
        super().__init__(self._run_steps)

    def _run_steps(self) -> None:
        while True:
            step, argument = self.step, self.argument
            del self.step
            self.argument = None
            try:
                self.outcome, self.kind = step(argument), YIELDED
            except BaseException as error:  # noqa: BLE001  it is raised where the step was begun
                self.outcome, self.kind = error, RAISED
            del step, argument
            self.caller.switch()

    def suspend(self, until: asyncio.Future[None]) -> None:
        """Leave the step as it is until the future is done. Raises CancelledError."""
        self.outcome, self.kind = next(until.__await__()), SUSPENDED
        self.caller.switch()
        error, self.argument = self.argument, None
        try:
            if error is not None:
                raise error
        finally:
            del error


def _running_strand() -> _Strand | None:
    running = getcurrent()
    return running if type(running) is _Strand else None


class _BridgedCoroutine(Coroutine[Any, Any, T]):
    """A coroutine whose steps run in greenlets.

    No frame may keep an exception that passes through it: only a pass of the garbage collector
    would free both, and the app that the exception was raised in.
    """

    __slots__ = ("__weakref__", "_coroutine", "_error", "_idle", "_suspended")

    def __init__(self, coroutine: Coroutine[Any, Any, T], idle: list[_Strand]) -> None:
        self._coroutine = coroutine
        self._idle = idle
        self._error: BaseException | None = None
        """The error that is to be raised in the coroutine."""
        self._suspended: _Strand | None = None
        """The greenlet of a step that waits in synchronous code."""

    def send(self, value: Any, /) -> Any:
        if self._suspended is None:
            return self._begin(self._coroutine.send, value)
        return self._go_on()

    def throw(
        self,
        error: Any,
        value: Any = None,
        traceback: TracebackType | None = None,
        /,
    ) -> Any:
        self._error = error if isinstance(error, BaseException) else value or error()
        del error, value, traceback
        if self._suspended is None:
            return self._begin(self._throw, None)
        return self._go_on()

    def _throw(self, _: None) -> Any:
        error, self._error = self._error, None
        assert error is not None, "there is one to raise"
        try:
            return self._coroutine.throw(error)
        finally:
            del error

    def close(self) -> None:
        self._suspended = None
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self._coroutine.__await__()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._coroutine, name)  # such as its name and frame, for logs

    def _begin(self, step: CoroutineMethod, value: Any) -> Any:
        idle, running = self._idle, getcurrent()
        strand = idle.pop() if idle else _Strand()
        strand.caller, strand.gr_context = running, running.gr_context
        strand.step, strand.argument = step, value
        strand.switch()
        return self._take(strand)

    def _go_on(self) -> Any:
        """Go on with a suspended step, by raising the error where it waits if there is one."""
        strand = self._suspended
        assert strand is not None, "a step is suspended"
        strand.caller = getcurrent()
        strand.argument, self._error = self._error, None
        strand.switch()
        return self._take(strand)

    def _take(self, strand: _Strand) -> Any:
        """Return or raise the outcome of a step."""
        outcome, strand.outcome = strand.outcome, None
        if strand.kind == SUSPENDED:
            self._suspended = strand
            return outcome
        self._suspended = None
        strand.gr_context = None  # it would keep the app of a user
        if len(self._idle) < MOST_IDLE:
            self._idle.append(strand)
        if strand.kind == YIELDED:
            return outcome
        try:
            raise outcome
        finally:
            del outcome


class Bridge:
    """A task factory for one event loop; the tasks that it makes are suspended where they wait."""

    bridges_waiting = True
    """Tells `hako.engine.storage.waiting.aside` that tasks may wait."""

    def __init__(self) -> None:
        """Take over this thread."""
        thread.find_task = _running_strand
        self._idle: list[_Strand] = []

    def __call__(
        self,
        loop: asyncio.AbstractEventLoop,
        coroutine: Coroutine[Any, Any, T] | Generator[Any, None, T],
        /,
        **options: Any,
    ) -> asyncio.Task[T]:
        """A task; the options are those of `asyncio.Task`."""
        assert isinstance(coroutine, Coroutine), "a generator is no coroutine any more"
        return asyncio.Task(_BridgedCoroutine(coroutine, self._idle), loop=loop, **options)


@contextmanager
def bridged_tasks() -> Iterator[None]:
    """Within, the tasks that are made on the running event loop are bridged."""
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()
    if not isinstance(before, Bridge):
        loop.set_task_factory(Bridge())
    try:
        yield
    finally:
        loop.set_task_factory(before)


def bridged_loop() -> asyncio.AbstractEventLoop:
    """A new event loop whose tasks are bridged."""
    loop = asyncio.new_event_loop()
    loop.set_task_factory(Bridge())
    return loop
