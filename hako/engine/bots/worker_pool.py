"""Worker processes for bots and hints, so that the event loop never waits for them."""

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
from hako.engine.bots.hint_search import HintSearch, HintState
from hako.engine.bots.levels import bot
from hako.engine.bots.observation import Observation
from hako.engine.bots.search import Search, SearchState, play_rollouts
from hako.engine.rules.chance import Chance

if TYPE_CHECKING:  # slow to import, and not needed before a bot thinks
    from concurrent.futures import ProcessPoolExecutor

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


NICENESS = 10
"""The niceness of workers, added to the parent's: keys come first where all share a core. With 0 a
server with one core answers five times as late while bots think; with 19 other programs would
leave the bots next to nothing."""


class WorkerPool:
    """A pool of worker processes, started with the first task."""

    def __init__(self, workers: int = 1) -> None:
        """Make a pool of so many workers; they share each search."""
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, level: str, observation: Observation, chance: Chance) -> Any:
        """Choose an action with the bot of that level; the observation is all that it gets.

        A search runs in slices: between them other tasks get their turn, and a search for a
        table that was left can be cancelled.
        """
        chosen_bot = bot(level)
        if not isinstance(chosen_bot, Search):
            return await self.do(think, level, observation, chance)
        async for thought in self.thoughts(chosen_bot, observation, chance):
            last = thought
        if not chosen_bot.character:
            return last.action
        return await self.do(chosen_bot.chosen, observation, last)

    async def thoughts(
        self, search: Search, observation: Observation, chance: Chance
    ) -> AsyncIterator[SearchState]:
        """The states of a search after each slice, up to its end.

        A limit in simulations gives the same result with any number of workers.
        """
        thought = await self.do(further, search, observation, chance, None)
        yield thought
        while not search.is_done(thought):
            if self.workers == 1:
                thought = await self.do(further, search, observation, chance, thought)
            else:
                thought = await self._shared(search, observation, chance, thought.queued())
            yield thought

    async def hints(
        self, search: HintSearch, observation: Observation, chance: Chance
    ) -> AsyncIterator[HintState]:
        """The states of a search for a hint after each slice, up to its end."""
        state = HintState()
        while not search.is_done(state):
            state = await self.do(search.further, observation, chance, state)
            yield state

    async def _shared(
        self, search: Search, observation: Observation, chance: Chance, thought: SearchState
    ) -> SearchState:
        """The state after the rollouts in its queue, divided among the workers."""
        places = search.left(thought)
        parts = [part for first in range(self.workers) if (part := places[first :: self.workers])]
        results = await asyncio.gather(
            *(self.do(play_rollouts, observation, chance, thought, part) for part in parts)
        )
        chances = {
            place: value
            for part, (values, _) in zip(parts, results, strict=True)
            for place, value in zip(part, values, strict=True)
        }
        seconds = thought.seconds + max(spent for _, spent in results)
        for place in places:
            thought = thought.with_rollout(thought.queue[0], chances[place])
        return replace(thought, seconds=seconds)

    async def advise(self, observation: Observation, chance: Chance) -> Advice:
        """Advise on a decision; the observation is all that the worker gets."""
        return await self.do(advise, observation, chance)

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """Call a function in a worker process and return its result."""
        from concurrent.futures.process import BrokenProcessPool

        for _ in range(2):  # a worker may have been killed by the system or by a user
            try:
                return await self._submit(work, *given, **named)
            except BrokenProcessPool:
                self.close()
        return await asyncio.to_thread(work, *given, **named)

    def use(self, workers: int) -> None:
        """Change the number of workers; running tasks are finished."""
        if workers != self.workers:
            self.workers = workers
            if self._pool is not None:
                self._pool.shutdown(wait=False)
                self._pool = None

    def close(self) -> None:
        """End the workers; running tasks are cancelled."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _submit(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # new processes inherit stderr by its file number, which the replacement of a screen lacks
        with redirect_stderr(sys.__stderr__):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self.workers, mp_context=get_context("spawn"), initializer=lower_priority
                )
            future = self._pool.submit(work, *given, **named)
        return await asyncio.wrap_future(future)


def think(level: str, observation: Observation, chance: Chance) -> Any:
    """Choose an action in this process, for simulations and tests."""
    return bot(level)(observation, chance)


def further(
    search: Search, observation: Observation, chance: Chance, thought: SearchState | None
) -> SearchState:
    """Run one slice of a search; a function that can be sent to a worker."""
    return search.further(observation, chance, thought)


def lower_priority() -> None:
    """Set up a worker process that runs at low priority."""
    work_for_parent()
    if hasattr(os, "nice"):  # Windows has no niceness
        os.nice(NICENESS)


def work_for_parent() -> None:
    """Set up a worker process: ignore Ctrl+C, which the parent handles, and end with the parent.

    The system ends no process because its parent was killed, and a pool's workers would wait for
    ever: each holds the writing end of the pipe that its tasks come from.
    """
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None, "only a process started by multiprocessing has a parent"

    def end_with_it() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end_with_it, name="end with parent", daemon=True).start()
