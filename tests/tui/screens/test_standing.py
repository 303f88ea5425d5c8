"""The standing: where everybody's points come from, at the moment that is shown."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.cultus import GAME
from hako.content.quo_vadis import GAME as QUO_VADIS
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.lab.simulate import play_out
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.log_content import content_of
from hako.engine.log.setup import new_header
from hako.engine.log.undo import UndoStatistics
from hako.engine.transcript.ranking import RankedSeat, standing
from hako.engine.transcript.sentences import texts_of
from hako.tui import TUI
from hako.tui.screens.game_over import GameOverScreen, ResultHeadline
from hako.tui.screens.score_breakdown import ScoreBreakdownDialog
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.widgets.ranking_panel import RankingPanel
from tests.tui.tables import assert_aligned, new_table, painted
from tests.tui.test_replay import OneScreen
from tests.waiting import until


@pytest.fixture(scope="module")
def table() -> History[Any]:
    """A game of Cultus for two that is over."""
    header = new_header(GAME, [Player("Ann", bot="random"), Player("葉子", bot="random")], seed=1)
    return play_out(GAME, header, content_of(GAME, header, ""))


def told(ranking: RankingPanel) -> list[str]:
    """Its lines."""
    return [ranking.render_line(y).text.strip() for y in range(ranking.count())]


async def test_the_standing_tells_no_plan_before_it_is_open(table: History[Any]) -> None:
    async with OneScreen(ReplayScreen(table, [None])).run_test(size=(80, 24)) as pilot:
        await pilot.press("home", "o")
        assert isinstance(pilot.app.screen, ScoreBreakdownDialog)
        before = told(pilot.app.screen.query_one(RankingPanel))
        await pilot.press("o", "end", "o")
        assert isinstance(pilot.app.screen, ScoreBreakdownDialog)
        after = told(pilot.app.screen.query_one(RankingPanel))

    assert before[0] == "Score if the game ended now"
    assert before[2] == "plan ?"
    assert after[0] == "Score breakdown, left to right: plan"
    assert "?" not in "".join(after)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_end_tells_each_part_and_its_points(
    table: History[Any], size: tuple[int, int]
) -> None:
    rows = standing(table.game, table.view(None), texts_of(table, "en"))
    screen = GameOverScreen(table)
    async with OneScreen(screen).run_test(size=size) as pilot:
        await pilot.pause()
        lines = "\n".join(painted(pilot))

    for row in rows:
        assert f" {row.score}★" in lines
        assert all(f" {row.parts[part]}★" in lines for part in ("centre", "plan"))
    assert "plan" in lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
async def test_the_smallest_part_has_its_number_and_the_longest_its_name(
    table: History[Any], width: int, language: Language
) -> None:
    """Quo Vadis has six, and long names for them: each has its place, though Ben has razed nothing."""
    texts = texts_of(new_table(QUO_VADIS, "Ann", "Ben", "Cat"), language, TUI)
    points = {"Ann": (51, 22, 9, 12, 6, 8), "Ben": (25, 20, 7, 0, 1, 3)}
    names = ("territory", "dominion", "prosperity", "razing", "ascension", "skills")
    rows = [
        RankedSeat(number + 1, number, name, sum(row), dict(zip(names, row, strict=True)))
        for number, (name, row) in enumerate(points.items())
    ]
    async with OneScreen(GameOverScreen(table), language).run_test(size=(width, 20)) as pilot:
        await pilot.pause()
        ranking = pilot.app.screen.query_one(RankingPanel)
        ranking.display = True
        ranking.show(rows, "", texts)
        await pilot.pause()
        *title, ann, ben = told(ranking)
        assert [piece.split()[-1] for piece in ann.split("▌")[1:]] == [*map(str, points["Ann"])]
        assert [piece.split()[-1] for piece in ben.split("▌")[1:]] == [*map(str, points["Ben"])]
        named = "".join("".join(title).split())
        places = [named.index("".join(texts.term("part", name).split())) for name in names]
        assert places == sorted(places)
        assert title[-1] in "".join(painted(pilot))
        assert_aligned(pilot)


async def test_all_is_said_of_how_a_game_was_won(table: History[Any]) -> None:
    screen = GameOverScreen(table)
    async with OneScreen(screen).run_test(size=(60, 20)) as pilot:
        headline, how = screen.query_one(ResultHeadline), "never so well " * 12 + "and so on"
        headline.show("Ann wins!", how)
        await until(lambda: how.replace(" ", "") in "".join("".join(painted(pilot)).split()))


async def test_the_end_counts_what_people_asked_of_each_other(table: History[Any]) -> None:
    table.consent.statistics = UndoStatistics(asked=3, granted=1, refused=2)
    async with OneScreen(GameOverScreen(table)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "requests:3,ofwhich1grantedand2refused" in "".join("".join(painted(pilot)).split())
