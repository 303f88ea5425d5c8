"""The hint panel: what was measured of two actions, in the place of the log or of the text.

In the small frame the log has too few rows for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace
from textual.geometry import Size
from textual.pilot import Pilot

from hako.engine.bots.advice import Advice, WinCounts
from hako.engine.bots.estimates import Difference, Estimate
from hako.engine.bots.line_differences import Reason
from hako.engine.bots.runner import BotRunner
from hako.engine.i18n.languages import Language
from hako.engine.rules.game import Game
from hako.tui.screens.table.feature import REACTION
from hako.tui.screens.table.frame_layout import with_hint
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.hint_panel import HintPanel
from hako.tui.widgets.line_panel import LinePanel
from tests.testing.games import GAMES
from tests.toys.tic_tac_toe import GAME, Place
from tests.tui.tables import at, new_table, painted, press, screen_of, settled, text

MEASURED = Advice(
    (Place(4),),
    Place(0),
    Estimate(0.56, 0.07, 48),
    Estimate(0.44, 0.07, 48),
    Difference(0.12, 0.05),
    reasons=(Reason("", -1.5),),
    counts=WinCounts(both=16, first=11, second=5, neither=16),
)
"""The advice of 48 games for either of two actions."""


@asynccontextmanager
async def hinted(
    monkeypatch: pytest.MonkeyPatch,
    advice: Advice = MEASURED,
    size: tuple[int, int] = (80, 24),
    language: Language = "en",
) -> AsyncIterator[Pilot[None]]:
    """A table at which a hint was asked for."""

    async def hints(*_: object) -> AsyncIterator[Advice]:
        yield advice

    monkeypatch.setattr(BotRunner, "hints", hints)
    async with at(new_table(GAME, "Ann", "Ben"), [0], size=size, language=language) as pilot:
        await press(pilot, "h")
        yield pilot


def panel_text(pilot: Pilot[None]) -> str:
    return text(screen_of(pilot).query_exactly_one(HintPanel))


def places(pilot: Pilot[None]) -> tuple[bool, bool, bool]:
    """True for the log, the text and the hint, where it is shown."""
    screen = screen_of(pilot)
    shown = any(panel.display and panel.region.area for panel in screen.query(HintPanel))
    return screen.view.log_panel.display, screen.view.described.display, shown


IN_TEXT, IN_LOG, NO_HINT = (True, False, True), (False, True, True), (True, True, False)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50), (220, 60)])
@pytest.mark.parametrize(
    ("language", "parts"),
    [
        (
            "en",
            ("56 % ±14", "won 27 of 48", "44 % ±14", "won 21 of 48", "Likely better", "+12 ±10"),
        ),
        ("ja", ("56% ±14", "48局中27勝", "44% ±14", "48局中21勝", "おそらく", "12±10")),
    ],
)
async def test_both_actions_stand_with_chance_error_and_games_won_in_any_window(
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    language: Language,
    parts: tuple[str, ...],
) -> None:
    """The errors are two standard errors; 16 + 11 and 16 + 5 games of 48 were won."""
    async with hinted(monkeypatch, size=size, language=language) as pilot:
        shown = panel_text(pilot)

        assert [part for part in parts if part not in shown] == []
        assert places(pilot) == (IN_TEXT if size == (80, 24) else IN_LOG)
        panels = screen_of(pilot).query(LinePanel)
        regions = [panel.region for panel in panels if panel.display and panel.region.area]
        assert not any(one.overlaps(other) for one, other in combinations(regions, 2))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
async def test_the_frame_of_every_game_has_room_for_the_panel(game: Game[Any]) -> None:
    """A title, two rows for each of two actions, and a sentence; one row each in a wide panel.

    Also where a row of talk stands below.
    """
    for seats in {game.seats[0], game.seats[-1]}:
        table = new_table(game, *("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")[:seats])
        async with at(table, [0]) as pilot:
            layout = screen_of(pilot).frame_layout
            sizes = ((80, 24), (80, 30), (100, 24), (100, 30), (120, 40), (160, 50), (220, 60))
            for size, has_chat in product(sizes, (False, True)):
                regions = with_hint(layout.regions(Size(*size), has_chat=has_chat))
                hint = regions["hint"]
                assert hint.height >= (4 if hint.width >= 60 else 6), (seats, size)
                shown = "log" if regions["text"] == hint else "text"
                others = [regions[name] for name in ("ask", "seats", "actions", shown, "keys")]
                others += [regions["chat"]] if has_chat else []
                assert not any(map(hint.overlaps, others)), (seats, size)


async def test_what_differs_is_told_below_without_the_figures_of_the_panel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hinted(monkeypatch, size=(100, 30)) as pilot:
        line = text(screen_of(pilot).view.described)

        assert "Hint: Mark b2." in line
        assert "The end of the game comes sooner (" in line
        assert "±" not in line


async def test_in_the_place_of_the_text_the_panel_tells_what_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hinted(monkeypatch, size=(80, 30)) as pilot:
        assert places(pilot) == IN_TEXT
        assert "The end of the game comes sooner" in panel_text(pilot)


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [(("down",), "Ann marks c2."), (("shift+tab", "right"), "Row 1: empty")],
    ids=["in the list", "on the board"],
)
async def test_the_text_is_back_once_something_else_is_pointed_at(
    monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...], sentence: str
) -> None:
    async with hinted(monkeypatch) as pilot:
        assert places(pilot) == IN_TEXT

        await press(pilot, *keys)

        assert places(pilot) == NO_HINT
        assert sentence in text(screen_of(pilot).view.described)


async def test_a_warning_stands_in_front_of_the_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hinted(monkeypatch) as pilot:
        screen_of(pilot).view.described.warn("Somebody else has played.")
        await settled(pilot)

        assert "Somebody else has played." in "".join(painted(pilot))
        assert "56 % ±14" not in "".join(painted(pilot))


async def test_escape_puts_the_hint_away_and_the_cursor_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hinted(monkeypatch) as pilot:
        actions = screen_of(pilot).action_list
        assert actions.action == Place(4)

        await press(pilot, "escape")

        assert places(pilot) == NO_HINT
        assert actions.action == Place(0)
        await press(pilot, "h")
        assert places(pilot) == IN_TEXT


async def test_the_log_is_back_once_an_action_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hinted(monkeypatch) as pilot:
        await press(pilot, "enter")

        assert places(pilot) == NO_HINT


@pytest.mark.parametrize(
    "advice",
    [
        Advice((Place(4),), Place(0)),
        Advice((Place(4),), Place(0), Estimate(1.0, 0.0, 0), wins=True),
    ],
    ids=["a first look", "it wins"],
)
async def test_without_two_measurements_the_log_stays(
    monkeypatch: pytest.MonkeyPatch, advice: Any
) -> None:
    async with hinted(monkeypatch, advice) as pilot:
        assert places(pilot) == NO_HINT


async def test_where_one_panel_is_shown_at_a_time_the_figures_are_in_the_description(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hinted(monkeypatch, size=(60, 20)) as pilot:
        assert not places(pilot)[2]
        assert "56 %" in text(screen_of(pilot).view.described)


@pytest.mark.parametrize(("size", "is_explained"), [((100, 30), False), ((220, 60), True)])
async def test_games_that_give_another_chance_are_told_only_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], is_explained: bool
) -> None:
    """8 of 8 are 100 %, of which an estimate of 97 % knows more: how the games stood on the way."""
    few = replace(
        MEASURED,
        estimate=Estimate(0.97, 0.06, 8),
        others=Estimate(0.75, 0.125, 8),
        counts=WinCounts(both=6, first=2, second=0, neither=0),
    )
    async with hinted(monkeypatch, advice=few, size=size) as pilot:
        shown = panel_text(pilot)
        assert "97 % ±12" in shown
        assert ("won 8 of 8" in shown) == ("The % also counts" in shown) == is_explained


async def test_an_enter_meant_for_the_row_before_plays_no_other_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search that goes on recommends another action, and the cursor moves to it."""
    now = [100.0]
    monkeypatch.setattr(ActionList, "clock", lambda: now[0])
    seen = asyncio.Event()

    async def hints(*_: object) -> AsyncIterator[Advice]:
        yield MEASURED
        await seen.wait()
        yield replace(MEASURED, line=(Place(8),))

    monkeypatch.setattr(BotRunner, "hints", hints)
    table = new_table(GAME, "Ann", "Ben")
    async with at(table, [0], size=(100, 30)) as pilot:
        actions, before = screen_of(pilot).action_list, table.line
        await press(pilot, "h")
        now[0] += 1
        assert actions.action == Place(4)
        seen.set()
        await settled(pilot)
        assert actions.action == Place(8)
        now[0] += REACTION - 0.1
        await press(pilot, "enter")
        assert table.line == before
        now[0] += 0.2
        await press(pilot, "enter")
        assert table.path()[-1].record.action == Place(8)
