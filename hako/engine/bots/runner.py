"""The bot runner: bots think and play at one table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from contextvars import Context
from typing import Any, Protocol

from msgspec.structs import replace

from hako.engine.bots.advice import Advice, searched
from hako.engine.bots.hint_search import HintSearch
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.history import History, StaleTable
from hako.engine.log.line_base import LogLine
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Seat

logger = logging.getLogger(__name__)


class ScriptedMoves(Protocol):
    """Moves that bots play by arrangement, such as in a lesson."""

    @property
    def waits_for_reader(self) -> bool:
        """True if nobody may play before the learner has read a text."""

    def reply(self, seat: Seat) -> Any | None:
        """The scripted action of a seat; None where its bot chooses."""


def _ignore_error(_: object) -> None:
    """Ignore a move that could not be saved."""


def _no_subscription() -> None:
    """Do nothing; stands for the cancellation of a subscription that is not there."""


class BotRunner:
    """Runs one table on the event loop; the owner starts it and stops it."""

    def __init__(
        self,
        table: History[Any],
        pool: WorkerPool,
        pace: Callable[[], float] = lambda: 0.0,
        trouble: Callable[[StorageError], None] = _ignore_error,
        script: ScriptedMoves | None = None,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        """Make the runner of a table.

        `pace` returns how many seconds pass before a bot's move is played. `trouble` is called
        with the error where a bot's move could not be saved; `hurry` tries again. While `is_ours`
        returns False, another process plays the bots' moves; call `refresh` when that changes.
        """
        self._is_ours = is_ours
        self._script = script
        self.table = table
        self._pool = pool
        self._pace = pace
        self._trouble = trouble
        self._changed = asyncio.Event()
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._thought: asyncio.Task[Any] | None = None
        self._unsubscribe: Callable[[], None] = _no_subscription

    def start(self) -> None:
        """Begin to play the bots' moves."""
        self._unsubscribe = self.table.subscribe(self._on_line)
        self._changed.set()
        # in a context of its own: the task outlives the session that starts it
        self._task = asyncio.create_task(self._play_bots(), context=Context())

    async def stop(self) -> None:
        """Stop playing; the table stays as it is."""
        self._unsubscribe()
        self._unsubscribe = _no_subscription  # breaks a reference cycle, as the next line does
        self._trouble = _ignore_error
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    def hurry(self) -> None:
        """Play the bot's next move without the rest of its pause."""
        self._hurry.set()
        self._changed.set()

    def refresh(self) -> None:
        """Check again whether this process has to play the bots' moves."""
        self._changed.set()

    async def hint(self, seat: Seat) -> Advice:
        """The first word for that seat, without figures, from what the seat may know."""
        return await self._pool.advise(*observation_of(self.table, seat))

    async def hints(self, seat: Seat, seconds: float) -> AsyncIterator[Advice]:
        """Hints for that seat with their reasons, from what the seat may know.

        The first comes at once and has no figures. The results of a search of so many seconds
        follow as they come.
        """
        observation, chance = observation_of(self.table, seat)
        advice = await self._pool.advise(observation, chance)
        if not seconds or advice.is_final:
            yield advice
            return
        yield replace(advice, goes_on=True)
        search = HintSearch(seconds)
        async for state in self._pool.hints(search, observation, chance):
            if state.is_chosen:
                yield replace(searched(observation, state), goes_on=not search.is_done(state))

    def _on_line(self, table: History[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        self._changed.set()
        if self._thought is not None:  # about a position that has changed
            self._thought.cancel()

    def _next_bot(self) -> Seat | None:
        if self._script is not None and self._script.waits_for_reader:
            return None
        if not self._is_ours():
            return None
        seats = self.table.waiting()
        return next((seat for seat in seats if self.table.players[seat].bot), None)

    async def _play_bots(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                while (seat := self._next_bot()) is not None:
                    await self._play_bot(seat)
            except StorageError as error:
                self._trouble(error)
            except Exception:
                # the table waits; the next line of its log makes the bots try again
                logger.exception("bots at a table of %s failed", self.table.game.id)

    async def _play_bot(self, seat: Seat) -> None:
        line, level = self.table.line, self.table.players[seat].bot
        assert level is not None, "only bots are asked"
        pause = asyncio.create_task(self._pause())
        if (action := await self._thought_of(level, seat)) is None:
            pause.cancel()
            return
        await pause
        with suppress(StaleTable):  # somebody undid or another process was first: try again
            self.table.play(seat, action, line)

    async def _thought_of(self, level: str, seat: Seat) -> Any | None:
        """The action that the bot chooses; None if the position changed meanwhile."""
        if self._script is not None and (action := self._script.reply(seat)) is not None:
            return action
        thinking = self._pool.choose(level, *observation_of(self.table, seat))
        self._thought = asyncio.create_task(thinking)
        try:
            await asyncio.wait((self._thought,))
            return None if self._thought.cancelled() else self._thought.result()
        finally:
            self._thought.cancel()
            self._thought = None

    async def _pause(self) -> None:
        self._hurry.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pace()):
                await self._hurry.wait()
