"""The review on screen: each finding a step away, and hidden again with the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.review.shared_fault import SharedFault
from hako.engine.rules.model import Viewer
from hako.multiplayer.accounts.settings import Settings
from hako.tui.saved_games import SavedGames
from hako.tui.screens.confirm_dialog import ConfirmDialog
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.retried_game_comparison import ComparisonScreen
from hako.tui.screens.review import ReviewFindings, ReviewScreen
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.screens.table.replay import ReplayScreen
from tests.toys import TOYS
from tests.toys.tic_tac_toe import GAME, Place
from tests.tui.tables import (
    OneTable,
    assert_aligned,
    at,
    new_table,
    painted,
    people,
    press,
    settled,
)

LOST = (0, 3, 1, 8, 2)
"""Ann wins on c1, where Ben could have stopped her with his second move, record 4."""


def lost() -> History[Any]:
    """A game that is over."""
    table = new_table(GAME, "Ann", "Ben")
    for cell in LOST:
        table.play(table.waiting()[0], Place(cell))
    return table


async def thought_out(pilot: Pilot[None]) -> None:
    """Until the review is done and painted."""
    await pilot.app.workers.wait_for_complete()
    await settled(pilot)


async def point_at(pilot: Pilot[None], finding: str) -> None:
    """Point at a finding of the list."""
    findings = pilot.app.screen.query_exactly_one(ReviewFindings)
    findings.highlighted = findings.get_option_index(finding)
    await settled(pilot)


def shown_in_replay(pilot: Pilot[None]) -> tuple[int, Viewer]:
    """The moment that is shown, and through whose eyes."""
    (replay,) = (screen for screen in pilot.app.screen_stack if isinstance(screen, ReplayScreen))
    assert pilot.app.screen is replay
    return replay.moment.number, replay.viewer


@pytest.mark.parametrize(
    ("language", "size", "words"),
    [
        ("en", (80, 24), ("The costliest turns", "lost", "Mark c3", "Ben: accuracy ")),
        ("ja", (160, 50), ("損の大きかった番", "失いました", "c3に印を置く", "Ben：正確さ")),
    ],
)
async def test_the_end_leads_to_it_and_it_leads_to_the_table_before(
    language: Language, size: tuple[int, int], words: tuple[str, ...]
) -> None:
    """Through Ben's eyes, whose mistake it was; from there the same key leads back."""
    async with at(lost(), language=language, size=size) as pilot:
        await press(pilot, "a")
        await thought_out(pilot)
        await point_at(pilot, "mistake-4")
        shown = "\n".join(painted(pilot))
        assert all(word in shown for word in words)
        assert_aligned(pilot)

        await press(pilot, "enter")
        assert shown_in_replay(pilot) == (3, 1)

        await press(pilot, "right", "a")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await point_at(pilot, "mistake-4")
        await press(pilot, "enter")
        assert shown_in_replay(pilot) == (3, 1)


@pytest.mark.parametrize(
    ("names", "is_shown"), [(("Ann", "Ben"), True), (("bot:greedy", "Ben"), False)]
)
async def test_a_person_sees_what_to_try_next_and_a_bot_is_taught_nothing(
    names: tuple[str, str], is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = SharedFault(2, 3, played=Place(6), better=Place(2))
    monkeypatch.setattr(
        "hako.engine.review.review_report.shared_fault",
        lambda _, turns: fault if turns and turns[0].seat == 0 else None,
    )
    table = new_table(GAME, *names)
    for cell in LOST:
        table.play(table.waiting()[0], Place(cell))
    async with at(table) as pilot:
        await press(pilot, "a")
        await thought_out(pilot)

        shown = " ".join(" ".join(painted(pilot)).split())
        sentence = f'Try next, {names[0]}: "Mark c1" rather than "Mark a3".'
        assert (sentence in shown) == is_shown


async def test_a_mistake_of_six_rows_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Length of games with texts for their actions; the reason stands last."""
    text = "a reason " * 45 + "at last"
    monkeypatch.setattr("hako.tui.screens.review.mistake_text", lambda *_: text)
    async with at(lost(), size=(80, 24)) as pilot:
        await press(pilot, "a")
        await thought_out(pilot)
        await point_at(pilot, "mistake-4")

        shown = painted(pilot)
        assert sum("a reason" in row for row in shown) == 6
        assert "at last" in "\n".join(shown)


async def test_a_terminal_without_signs_gets_none() -> None:
    """Neither the arrow of a turning point nor the dot after the title is ASCII."""
    async with OneTable(lost(), settings=Settings(symbols="ascii")).run_test() as pilot:
        await settled(pilot)
        await press(pilot, "a")
        await thought_out(pilot)

        assert "\n".join(painted(pilot)).isascii()


async def test_escape_leads_back_over_the_list_to_the_end_and_enter_to_the_end_from_the_table() -> (
    None
):
    async with at(lost()) as pilot:
        end = pilot.app.screen
        await press(pilot, "a")
        await thought_out(pilot)
        review = pilot.app.screen
        await press(pilot, "enter", "escape")
        assert pilot.app.screen is review
        await press(pilot, "escape")
        assert pilot.app.screen is end

        await press(pilot, "escape")
        assert "Enter result" in painted(pilot)[-1]
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GameOverScreen)


async def test_it_is_hidden_where_the_end_is_taken_back() -> None:
    table = lost()
    async with at(table) as pilot:
        await press(pilot, "a")
        await thought_out(pilot)

        table.undo()
        await settled(pilot)

        assert not [
            screen
            for screen in pilot.app.screen_stack
            if isinstance(screen, ReviewScreen | GameOverScreen)
        ]


async def test_it_goes_on_while_one_looks_elsewhere_and_is_not_begun_anew() -> None:
    table = lost()
    async with at(table) as pilot:
        await pilot.press("a", "escape")
        await thought_out(pilot)
        under_way = pilot.app.review(table)  # type: ignore[attr-defined]  # Textual knows no TableApp

        assert under_way.review is not None
        assert under_way.review.is_done
        assert not under_way.listeners


async def test_no_replay_of_a_game_that_goes_on_leads_to_it() -> None:
    table = new_table(GAME, "Ann", "Ben")
    table.play(0, Place(0))
    async with at(table) as pilot:
        await pilot.app.push_screen(ReplayScreen(table))
        await press(pilot, "a")

        assert isinstance(pilot.app.screen, ReplayScreen)


@pytest.mark.parametrize(
    ("language", "size", "words"),
    [
        ("en", (80, 24), ("Retry from turn 4", "This time: Three in a row", "First  This")),
        ("ja", (80, 24), ("ターン4からのやり直し", "今回：三つ", "最初   今回")),
    ],
)
async def test_from_a_finding_one_tries_again_and_compares_both_endings(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: Language,
    size: tuple[int, int],
    words: tuple[str, ...],
) -> None:
    """Ben, whose mistake was record 4, chooses it anew: he stops Ann on c1, and she wins elsewhere."""
    library = SavedGames(tmp_path, TOYS.load)
    monkeypatch.setattr(OneTable, "library", library)
    table = library.new(new_header(GAME, people("Ann", "Ben"), seed=1))
    for cell in LOST:
        table.play(table.waiting()[0], Place(cell))
    async with at(table, language=language, size=size) as pilot:
        await press(pilot, "a")
        await thought_out(pilot)
        await point_at(pilot, "mistake-4")
        await press(pilot, "t")
        screens = [type(pilot.app.screen)]
        assert_aligned(pilot)
        await press(pilot, "y")
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        again = screen.table
        assert again.header.origin is not None
        assert (again.header.origin.moment, again.header.origin.seat) == (3, 1)

        for cell in (2, 4, 5, 7):
            again.play(again.waiting()[0], Place(cell))
        await settled(pilot)
        screens.append(type(pilot.app.screen))
        seen = "\n".join(painted(pilot))
        await press(pilot, "b")
        await pilot.app.workers.wait_for_complete()
        await settled(pilot)
        screens.append(type(pilot.app.screen))
        seen += "\n".join(painted(pilot))
        assert_aligned(pilot)

    assert screens == [ConfirmDialog, GameOverScreen, ComparisonScreen]
    assert [word for word in words if word not in seen] == []
    assert table.outcome is not None


async def test_where_saves_are_a_servers_or_nobody_played_nothing_is_tried_again() -> None:
    async with at(lost()) as pilot:
        await press(pilot, "a")
        await thought_out(pilot)
        await point_at(pilot, "mistake-4")
        await press(pilot, "t")

        assert isinstance(pilot.app.screen, ReviewScreen)
