"""The result of a game: its story, and the curve of a review that is complete."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from hako.content import THE_SHELF
from hako.engine.i18n.languages import Language
from hako.engine.log.setup import new_header
from hako.engine.review import review
from hako.engine.review import review_report as report
from hako.engine.review.shared_fault import SharedFault
from hako.engine.storage.folder import REVIEW
from hako.engine.transcript.story_table_layout import band_title, story_of
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.widgets.ranking_panel import RankingPanel
from hako.tui.widgets.score_chart import ScoreChart
from hako.tui.widgets.story_table_panel import StoryTablePanel
from hako.tui.widgets.win_curve import WinCurve
from tests.content.test_stories import finished
from tests.tui.whole_app import Installation, at_rest, painted, press

SIZES = [(80, 24), (120, 40), (160, 50)]


@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_story_is_on_one_screen_with_scores_and_chart(
    tmp_path: Path, game: str, language: Language
) -> None:
    """At 80x24: who won, the parts, the first table of the story whole, a chart of four rows."""
    table = finished(game, 1)
    async with Installation(tmp_path, THE_SHELF).open((80, 24), language=language) as pilot:
        pilot.app.push_screen(GameOverScreen(table))
        await at_rest(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, GameOverScreen)
        texts = pilot.app.texts_for(table.game, table.players, table.content)  # type: ignore[attr-defined]  # a pilot knows no kind of app

        assert band_title(story_of(table)[0], texts) in painted(pilot.app)
        panel = screen.query_one(StoryTablePanel)
        for row in range(len(story_of(table)[0].rows)):
            assert row < panel.body
        assert screen.query_one(ScoreChart).rows >= 4


@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
async def test_a_result_says_in_two_lines_who_won_how_and_who_led_before(
    tmp_path: Path, game: str
) -> None:
    """By the public scores of every moment: within the last round a lead may be lost, too."""
    table = finished(game, 1)
    assert table.outcome is not None
    [winner] = table.outcome.winners
    progress = [table.game.progress(table.view(None, moment.number)) for moment in table.path()]
    behind = [
        (turn, scores.index(max(scores)))
        for turn, scores in progress
        if scores.count(max(scores)) == 1 and scores.index(max(scores)) != winner
    ]
    async with Installation(tmp_path, THE_SHELF).open((80, 24)) as pilot:
        pilot.app.push_screen(GameOverScreen(table))
        await at_rest(pilot)
        first, second = painted(pilot.app).splitlines()[:2]

    assert f"P{winner} wins " in first
    if behind:
        assert f"P{behind[-1][1]} was still ahead in " in second
        assert f" {behind[-1][0]}." in second
    else:
        assert f"P{winner} was never behind." in second


async def test_the_rest_of_a_story_is_a_key_away(tmp_path: Path) -> None:
    table = finished("quo_vadis", 1)
    async with Installation(tmp_path, THE_SHELF).open((80, 24)) as pilot:
        pilot.app.push_screen(GameOverScreen(table))
        await at_rest(pilot)
        assert "PgDn" in painted(pilot.app)
        assert "Closed generations" not in painted(pilot.app)

        await press(pilot, "pagedown")
        assert "Closed generations" in painted(pilot.app)


@pytest.mark.parametrize("game", ["cultus", "world_monger"])
async def test_points_are_accounted_for_once(tmp_path: Path, game: str) -> None:
    """A row for each seat with its place and all sources, and a bar of the same sources."""
    table = finished(game, 1)
    assert table.outcome is not None
    async with Installation(tmp_path, THE_SHELF).open((80, 24)) as pilot:
        pilot.app.push_screen(GameOverScreen(table))
        await at_rest(pilot)
        screen = pilot.app.screen

        assert not screen.query_one(RankingPanel).display
        lines = painted(pilot.app).splitlines()
        account = story_of(table)[0].ranked(table.outcome.places())
        for row in account.rows:
            at = next(
                at
                for at, line in enumerate(lines)
                if line.lstrip(" │▸").startswith(f"{row.place}. ")
            )
            assert f"P{row.label} " in lines[at]
            gains = sum(amount > 0 for amount in row.amounts)
            assert lines[at + 1].count("▌") == gains


async def test_without_a_review_it_says_how_chances_are_found(tmp_path: Path) -> None:
    table = finished("flip_city", 1)
    async with Installation(tmp_path, THE_SHELF).open((80, 24)) as pilot:
        pilot.app.push_screen(GameOverScreen(table))
        await at_rest(pilot)

        assert not pilot.app.screen.query_one(WinCurve).display
        assert "no review yet: a finds the chances to win" in painted(pilot.app)


@pytest.mark.parametrize("is_done", [True, False])
async def test_a_complete_review_gives_the_curve_and_what_turned_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_done: bool
) -> None:
    installation = Installation(tmp_path, THE_SHELF)
    game = THE_SHELF.load("flip_city")
    table = installation.library.new(new_header(game, finished("flip_city", 1).players, seed=1))
    for moment in finished("flip_city", 1).path()[1:]:
        assert moment.record.seat is not None
        table.play(moment.record.seat, moment.record.action)
    assert table.save is not None
    sheet = table.save.beside(REVIEW)
    assert sheet is not None
    sheet.write(b"{}")
    first, last = table.path()[0].number, table.path()[-1].number
    entries = [SimpleNamespace(moment=first, chances=(50.0, 50.0))]
    entries += [SimpleNamespace(moment=last, chances=(100.0, 0.0))]
    point = SimpleNamespace(
        moment=last, turn=3, seat=1, before=60.0, after=20.0, sentence="P1 buys a Hospital."
    )
    fault = SharedFault(count=2, mistakes=3, part="station")
    seats = [
        SimpleNamespace(accuracy=85.4, shared=fault),
        SimpleNamespace(accuracy=None, shared=None),
    ]
    findings = SimpleNamespace(curve=entries, turning_points=[point], seats=seats)
    monkeypatch.setattr(
        review, "kept_review", lambda _: SimpleNamespace(is_done=is_done, share=0.4)
    )
    monkeypatch.setattr(report, "report", lambda *_: findings)
    async with installation.open((80, 24)) as pilot:
        pilot.app.push_screen(GameOverScreen(table))
        await at_rest(pilot)

        assert pilot.app.screen.query_one(WinCurve).display is is_done
        assert pilot.app.screen.query_one(ScoreChart).display is not is_done
        assert ("The chance to win of P0, turn by turn" in painted(pilot.app)) is is_done
        top = next((line for line in painted(pilot.app).splitlines() if "100%┤" in line), "")
        assert ("█" in top.partition("┤")[2][:8]) is False, "50% fills half of the first column"
        assert ("█" in top) is is_done
        assert ("accuracy  ●A 85" in painted(pilot.app)) is is_done
        assert ("review: 40% done; a continues it" in painted(pilot.app)) is not is_done

        texts = pilot.app.texts_for(table.game, table.players, table.content)  # type: ignore[attr-defined]  # a pilot knows no kind of app
        advice = texts.text("review.next_line", seat=0, fault=fault.text(texts))
        assert (advice[:60] in painted(pilot.app)) is is_done, painted(pilot.app)

        await press(pilot, "1")
        asked = "Retry from turn" in painted(pilot.app)
        assert asked is is_done, "a turn that decided it is played on from"


async def test_p_writes_the_page_that_is_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with Installation(tmp_path, THE_SHELF).open((80, 24)) as pilot:
        pilot.app.push_screen(GameOverScreen(finished("flip_city", 1)))
        await at_rest(pilot)
        await press(pilot, "p")

    page = (tmp_path / "flip_city.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "Turn by turn" in page
