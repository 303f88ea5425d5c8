"""The bridge between synchronous code and the event loop of a server.

A step of a task, from one await to the next, runs in a greenlet. Where synchronous code in it waits
(`hako.engine.storage.waiting`), the greenlet is left as it is, and the task awaits a future as if
its coroutine did; when that is done, the greenlet goes on where it was. Between steps a task has no
greenlet: one usually serves all tasks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
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

StepOutcome: TypeAlias = tuple[int, Any]
"""The outcome of a step: its kind, and the future or exception."""


class _Strand(greenlet):
    """A greenlet that runs steps, one after the other."""

    caller: greenlet
    """The greenlet that gets the outcome of the step."""

    def __init__(self) -> None:
        super().__init__(self._run_steps)

    def _run_steps(self, step: CoroutineMethod, value: Any) -> None:
        while True:
            outcome: StepOutcome
            try:
                outcome = YIELDED, step(value)
            except BaseException as error:  # noqa: BLE001  it is raised where the step was begun
                outcome = RAISED, error
            del step, value
            step, value = self.caller.switch(outcome)
            del outcome

    def suspend(self, until: asyncio.Future[None]) -> None:
        """Leave the step as it is until the future is done. Raises CancelledError."""
        awaited = next(until.__await__())
        if (error := self.caller.switch((SUSPENDED, awaited))) is not None:
            raise error


def _running_strand() -> _Strand | None:
    running = getcurrent()
    return running if type(running) is _Strand else None


class _BridgedCoroutine(Coroutine[Any, Any, T]):
    """A coroutine whose steps run in greenlets."""

    __slots__ = ("__weakref__", "_coroutine", "_idle", "_suspended")

    def __init__(self, coroutine: Coroutine[Any, Any, T], idle: list[_Strand]) -> None:
        self._coroutine = coroutine
        self._idle = idle
        self._suspended: _Strand | None = None
        """The greenlet of a step that waits in synchronous code."""

    def send(self, value: Any, /) -> Any:
        if self._suspended is None:
            return self._begin(self._coroutine.send, value)
        return self._go_on(None)

    def throw(
        self,
        error: Any,
        value: Any = None,
        traceback: TracebackType | None = None,  # noqa: ARG002  an old way to say it
        /,
    ) -> Any:
        error = error if isinstance(error, BaseException) else value or error()
        if self._suspended is None:
            return self._begin(self._coroutine.throw, error)
        return self._go_on(error)

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
        return self._take(strand, strand.switch(step, value))

    def _go_on(self, error: BaseException | None) -> Any:
        """Go on with a suspended step, by raising the error where it waits if there is one."""
        strand = self._suspended
        assert strand is not None, "a step is suspended"
        strand.caller = getcurrent()
        return self._take(strand, strand.switch(error))

    def _take(self, strand: _Strand, outcome: StepOutcome) -> Any:
        """Return or raise the outcome of a step."""
        kind, value = outcome
        if kind == SUSPENDED:
            self._suspended = strand
            return value
        self._suspended = None
        strand.gr_context = None  # it would keep the app of a user
        if len(self._idle) < MOST_IDLE:
            self._idle.append(strand)
        if kind == YIELDED:
            return value
        try:
            raise value
        finally:
            del value, outcome  # each would refer to the traceback, and this to them


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


def bridged_loop() -> asyncio.AbstractEventLoop:
    """A new event loop whose tasks are bridged."""
    loop = asyncio.new_event_loop()
    loop.set_task_factory(Bridge())
    return loop
