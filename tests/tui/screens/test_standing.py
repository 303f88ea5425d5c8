"""The standing: where everybody's points come from, at the moment that is shown."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.cultus import GAME
from hako.engine.lab.simulate import play_out
from hako.engine.log.records import Player
from hako.engine.log.setup import content_of, new_header
from hako.engine.log.table import Table
from hako.engine.transcript.telling import standing, texts_of
from hako.tui.screens.end import EndScreen
from hako.tui.screens.replay import ReplayScreen
from hako.tui.screens.standing import StandingScreen
from hako.tui.widgets.ranking import Ranking
from tests.tui.test_replay import OneScreen


@pytest.fixture(scope="module")
def table() -> Table[Any]:
    """A game of Cultus for two that is over."""
    header = new_header(GAME, [Player("Ann", bot="random"), Player("葉子", bot="random")], seed=1)
    return play_out(GAME, header, content_of(GAME, header, ""))


def told(ranking: Ranking) -> list[str]:
    """Its lines."""
    return [ranking.render_line(y).text.strip() for y in range(ranking.count())]


async def test_the_standing_tells_no_plan_before_it_is_open(table: Table[Any]) -> None:
    screen = ReplayScreen(table, [None])
    async with OneScreen(screen).run_test(size=(80, 24)) as pilot:
        await pilot.press("home", "o")
        assert isinstance(pilot.app.screen, StandingScreen)
        before = told(pilot.app.screen.query_one(Ranking))
        await pilot.press("o", "end", "o")
        assert isinstance(pilot.app.screen, StandingScreen)
        after = told(pilot.app.screen.query_one(Ranking))

    assert before[0] == "If the game ended now"
    assert before[2] == "plan ?"
    assert after[0] == "Where the points came from"
    assert "?" not in "".join(after)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_end_tells_each_part_and_its_points(
    table: Table[Any], size: tuple[int, int]
) -> None:
    rows = standing(table.game, table.view(None), texts_of(table, "en"))
    screen = EndScreen(table)
    async with OneScreen(screen).run_test(size=size) as pilot:
        await pilot.pause()
        lines = "\n".join(told(screen.query_one(Ranking)))

    for row in rows:
        assert f" {row.score} " in lines
        assert all(f" {points}" in lines for points in row.told().values())
    assert "plan" in lines
