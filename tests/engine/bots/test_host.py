"""A host: bots play by themselves, in worker processes, until a person has to choose."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import redirect_stderr
from typing import Any

import pytest

from hako.engine.bots.advice import Advice
from hako.engine.bots.hint_search import HintSearch, HintState
from hako.engine.bots.observation import Observation
from hako.engine.bots.runner import BotRunner
from hako.engine.bots.worker_pool import Answer, Given, WorkerPool, think
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from tests.toys.tic_tac_toe import GAME, Grid, Place


async def hosted(players: tuple[Player, ...]) -> History[Grid]:
    table = History.new(GAME, new_header(GAME, players, seed=3))
    thinker = WorkerPool()
    host = BotRunner(table, thinker)
    stopped = asyncio.Event()

    def look(*_: object) -> None:
        seats = table.waiting()
        if not seats or not table.players[seats[0]].bot:
            stopped.set()

    table.subscribe(look)
    host.start()
    try:
        await stopped.wait()
    finally:
        await host.stop()
        thinker.close()
    return table


async def test_bots_play_a_game_to_its_end() -> None:
    bots = (Player("One", bot="greedy"), Player("Two", bot="random"))

    table = await hosted(bots)

    assert table.outcome is not None


async def test_bots_wait_for_people() -> None:
    table = await hosted((Player("One", bot="random"), Player("Ann")))

    assert table.waiting() == (1,)


class Stumbling(WorkerPool):
    """Has one thought that goes wrong, then thinks in this process."""

    stumbled = False

    async def choose(self, level: str, observation: Observation, chance: Chance) -> Any:
        if not self.stumbled:
            self.stumbled = True
            raise RuntimeError("a mistake in a bot")
        return think(level, observation, chance)


async def test_a_mistake_in_a_bot_is_written_down_and_the_table_can_go_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Ann takes her mark back and plays again: that wakes the bot once more."""
    players = (Player("Ann"), Player("One", bot="greedy"))
    table = History.new(GAME, new_header(GAME, players, seed=3))
    host = BotRunner(table, Stumbling())
    async with asyncio.timeout(10):
        host.start()
        table.play(0, Place(0))
        while "a mistake in a bot" not in caplog.text:  # noqa: ASYNC110 - nobody tells of a line in a log
            await asyncio.sleep(0)
        table.undo(0)
        table.play(0, Place(1))
        while table.waiting() != (0,):  # noqa: ASYNC110 - the next turns of the loop
            await asyncio.sleep(0)
        await host.stop()

    assert len(table.path()) == 3


def test_a_greedy_bot_completes_its_line() -> None:
    table = History.new(GAME, new_header(GAME, (Player("Ann"), Player("Ben")), seed=3))
    for cell in (0, 3, 1, 4):
        table.play(table.waiting()[0], Place(cell))

    assert [state.action for state in asyncio.run(hints(table, 0, WorkerPool()))] == [Place(2)]


async def hints(table: History[Grid], seat: int, thinker: WorkerPool) -> list[Advice]:
    """All that a hint says, from its first word to its last one."""
    try:
        return [state async for state in BotRunner(table, thinker).hints(seat, 1.0)]
    finally:
        thinker.close()


class Quick(WorkerPool):
    """Thinks in this process, and comes to an end after some rollouts and playouts."""

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        return work(*given, **named)

    async def hints(
        self, search: HintSearch, observation: Observation, chance: Chance
    ) -> AsyncIterator[HintState]:
        few = HintSearch(60.0, simulations=32, playouts=16)
        async for state in super().hints(few, observation, chance):
            yield state


def test_a_hint_is_told_in_words_at_once_and_then_with_what_was_measured() -> None:
    """X threatens c1, and greedy sees no further than its own move.

    X X .
    O O X
    . . .
    """
    table = History.new(GAME, new_header(GAME, (Player("Ann"), Player("Ben")), seed=3))
    for number, cell in enumerate((0, 3, 1, 4, 5)):
        table.play(number % 2, Place(cell))

    first, *_, last = asyncio.run(hints(table, 1, Quick()))

    assert first.figures == {"count": 0}
    assert last.action == Place(2)
    assert last.estimate is not None
    assert last.others is not None
    assert last.estimate.playouts == last.others.playouts == 16
    assert last.estimate.mean > last.others.mean + 0.2
    assert last.is_clear

    for number, cell in enumerate((2, 8)):
        table.play(1 - number, Place(cell))
    (only,) = asyncio.run(hints(table, 1, Quick()))
    assert (only.action, only.wins) == (Place(6), True), "Ben wins with a3, and nothing is searched"


def play_behind_a_screen() -> None:
    """Run in a process of its own: what spawns the first worker stays with a process."""

    class Screen(io.StringIO):
        def fileno(self) -> int:
            return -1

    with redirect_stderr(Screen()):
        asyncio.run(hosted((Player("One", bot="greedy"), Player("Two", bot="random"))))


def test_workers_start_while_a_screen_stands_in_for_stderr() -> None:
    """Textual's stand-in answers -1 when it is asked for its file number."""
    code = f"from {__name__} import play_behind_a_screen as play\nif __name__ == '__main__': play()"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
