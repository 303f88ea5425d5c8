"""The page of statistics: on this computer of all who played, in a house of one's own games."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.multiplayer.accounts.users import User
from hako.tui.screens.statistics import StatisticsScreen
from hako.tui.statistics_counting import counted_of
from tests.toys import TOYS
from tests.toys.tic_tac_toe import Place
from tests.tui import lobbies
from tests.tui.lobbies import ANN, BEN, CAT, TestLobby
from tests.tui.tables import ThinkingHere
from tests.tui.whole_app import Installation, go_through, painted, press

GUEST = User("Ann", "guest:1")


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_the_page_is_a_key_away_from_the_saves(
    installation: Installation, size: tuple[int, int], language: Language
) -> None:
    installation.kept(Player("Ann"), Player("Otto", bot="greedy"))
    async with installation.open(size, language=language) as pilot:
        await go_through(pilot, "replays")
        await press(pilot, "a")

        assert isinstance(pilot.app.screen, StatisticsScreen)
        assert "hako play" in painted(pilot.app), "how to come to a first one"
        assert ("1 unfinished" if language == "en" else "途中1") in painted(pilot.app)
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, StatisticsScreen)


def ann_wins(at: TestLobby) -> str:
    """A game that Ann wins against Ben, in private; the name of its log."""
    room = at.table(ANN, None, None, private=True)
    room.seating.sit(BEN)
    for cell in (0, 3, 1, 4, 2):
        room.table.play(room.table.waiting()[0], Place(cell))
    return room.name


async def test_in_a_server_one_sees_the_games_of_ones_own_key_put_away_or_not(
    tmp_path: Path,
) -> None:
    async with lobbies.local_lobby(tmp_path) as at:
        ann_wins(at)
        ann_wins(at)
        table = at.lobby.tables_of(ANN)[0]
        await at.lobby.archiving.archive(at.lobby.find(table.code))
        for visitor, words in (
            (ANN, "2 of 2"),
            (BEN, "0 of 2"),
            (CAT, "None of your games"),
            (GUEST, "Guests cannot be recognized"),
        ):
            person = await at.come(visitor)
            await person.press("a")
            app = person.app
            await lobbies.until(lambda: words in painted(app), lambda: painted(app))  # noqa: B023
            assert ("Tic-tac-toe" in painted(app)) == (visitor in {ANN, BEN})


class Impatient(ThinkingHere):
    """A worker as if in another process, that at first is given no time at all."""

    calls = 0

    async def do(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        self.calls += 1
        *others, seconds = pickle.loads(pickle.dumps(given))
        return pickle.loads(pickle.dumps(work(*others, seconds - 0.5, **named)))


async def test_a_worker_that_had_no_time_for_all_is_asked_again(tmp_path: Path) -> None:
    async with lobbies.local_lobby(tmp_path) as at:
        for _ in range(3):
            ann_wins(at)
        worker_pool, store = Impatient(), at.lobby.store
        counted = await counted_of(ANN, store, TOYS, worker_pool)

        assert [person.over for person in counted.people] == [3]
        assert worker_pool.calls == 2
