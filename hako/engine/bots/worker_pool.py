"""Worker processes in which bots and hints think, so that nothing waits for them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import redirect_stderr
from threading import Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from msgspec.structs import replace

from hako.engine.bots.advice import Advice, advise
from hako.engine.bots.bot import Observation
from hako.engine.bots.levels import bot
from hako.engine.bots.search import Search, SearchState, merge
from hako.engine.rules.chance import Chance

if TYPE_CHECKING:  # no table waits for processes before there is something to think about
    from concurrent.futures import ProcessPoolExecutor

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


NICENESS = 10
"""Of workers, over that of whoever asks: people's keys come first where all share a core. At 0 a
house of one core answers five times as late while they think; at 19 other programs would leave
them next to nothing."""


class WorkerPool:
    """A few worker processes, started when the first thought is asked for."""

    def __init__(self, workers: int = 1) -> None:
        """Make it; a search is shared among its workers."""
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, level: str, observation: Observation, chance: Chance) -> Any:
        """What the bot of that level would choose; the observation is all that it gets.

        A search comes back from the worker every moment: then others that wait have their
        turn, and nobody thinks on about a table that was left.
        """
        its = bot(level)
        if not isinstance(its, Search):
            return await self.do(think, level, observation, chance)
        async for thought in self.thoughts(its, observation, chance):
            last = thought
        return await self.do(its.chosen, observation, last) if its.character else last.action

    async def thoughts(
        self, its: Search, observation: Observation, chance: Chance
    ) -> AsyncIterator[SearchState]:
        """How far a search has come, moment by moment, to its end.

        What it finds is the same with any number of workers, where simulations are counted.
        """
        thought = await self.do(further, its, observation, chance, None)
        yield thought
        while not its.is_done(thought):
            if self.workers == 1:
                thought = await self.do(further, its, observation, chance, thought)
            else:
                thought = await self._shared(its, observation, chance, thought.queued())
            yield thought

    async def _shared(
        self, its: Search, observation: Observation, chance: Chance, thought: SearchState
    ) -> SearchState:
        """The thought after the rollouts in its queue, each worker having played some of them."""
        places = its.left(thought)
        parts = [part for first in range(self.workers) if (part := places[first :: self.workers])]
        found = await asyncio.gather(
            *(self.do(merge, observation, chance, thought, part) for part in parts)
        )
        chances = {
            place: value
            for part, (values, _) in zip(parts, found, strict=True)
            for place, value in zip(part, values, strict=True)
        }
        seconds = thought.seconds + max(spent for _, spent in found)
        for place in places:
            thought = thought.with_rollout(thought.queue[0], chances[place])
        return replace(thought, seconds=seconds)

    async def advise(self, observation: Observation, chance: Chance) -> Advice:
        """What to do there, and why; the observation is all that it gets."""
        return await self.do(advise, observation, chance)

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """What a function returns that is carried out in a worker process."""
        from concurrent.futures.process import BrokenProcessPool

        for _ in range(2):  # a worker may have been killed: by the system, or by a user
            try:
                return await self._submit(work, *given, **named)
            except BrokenProcessPool:
                self.close()
        return await asyncio.to_thread(work, *given, **named)

    def use(self, workers: int) -> None:
        """Have so many workers from now on; thoughts under way come to their end."""
        if workers != self.workers:
            self.workers = workers
            if self._pool is not None:
                self._pool.shutdown(wait=False)
                self._pool = None

    def close(self) -> None:
        """End the workers; thoughts under way are dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _submit(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # new processes inherit stderr by its file number, which a screen's stand-in lacks
        with redirect_stderr(sys.__stderr__):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self.workers, mp_context=get_context("spawn"), initializer=lower_priority
                )
            future = self._pool.submit(work, *given, **named)
        return await asyncio.wrap_future(future)


def think(level: str, observation: Observation, chance: Chance) -> Any:
    """The same in this process, for simulations and tests."""
    return bot(level)(observation, chance)


def further(
    its: Search, observation: Observation, chance: Chance, thought: SearchState | None
) -> SearchState:
    """A moment of a search."""
    return its.further(observation, chance, thought)


def lower_priority() -> None:
    """Be a worker in the background."""
    work_for_parent()
    if hasattr(os, "nice"):  # Windows has other words for it
        os.nice(NICENESS)


def work_for_parent() -> None:
    """Be a worker: what Ctrl+C means is for the parent to decide, and without it there is no work.

    The system ends no process because its parent was killed, and a pool's workers would wait for
    their next work for ever: each holds the end of the pipe that it comes from.
    """
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None, "only a process that another one started works for it"

    def end_with_it() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end_with_it, name="end with parent", daemon=True).start()
