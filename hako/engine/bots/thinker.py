"""Worker processes in which bots and hints think, so that nothing waits for them."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import redirect_stderr
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from hako.engine.bots.advice import Advice, advise
from hako.engine.bots.bot import Observation
from hako.engine.bots.levels import bot
from hako.engine.bots.search import Search, Thought
from hako.engine.rules.chance import Chance

if TYPE_CHECKING:  # no table waits for processes before there is something to think about
    from concurrent.futures import ProcessPoolExecutor

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Thinker:
    """A few worker processes, started when the first thought is asked for."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
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
            action = thought.action
        return action

    async def thoughts(
        self, its: Search, observation: Observation, chance: Chance
    ) -> AsyncIterator[Thought]:
        """How far a search has come, moment by moment, to its end."""
        thought = None
        while thought is None or not its.is_done(thought):
            thought = await self.do(further, its, observation, chance, thought)
            yield thought

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
                    self._workers, mp_context=get_context("spawn"), initializer=ignore_interrupts
                )
            future = self._pool.submit(work, *given, **named)
        return await asyncio.wrap_future(future)


def think(level: str, observation: Observation, chance: Chance) -> Any:
    """The same in this process, for simulations and tests."""
    return bot(level)(observation, chance)


def further(
    its: Search, observation: Observation, chance: Chance, thought: Thought | None
) -> Thought:
    """A moment of a search."""
    return its.further(observation, chance, thought)


def ignore_interrupts() -> None:
    """Ctrl+C in the terminal goes to every process there; the table decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
