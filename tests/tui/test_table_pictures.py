"""Pictures of tables; look at them before they are accepted anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from hako.content.flip_city import GAME as FLIP_CITY
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import Observation
from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.multiplayer.accounts.settings import Settings
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.terminal.colours import dress
from tests.tui.tables import OneTable, new_table, press, settled

Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (160, 50)


def under_way(*names: str, plies: int, options: dict[str, str] | None = None) -> History[Any]:
    """Flip City after so many choices of players who look one move ahead."""
    table = new_table(FLIP_CITY, *names, seed=7, options=options)
    for _ in range(plies):
        seat = table.waiting()[0]
        seen = Observation(FLIP_CITY, seat, table.view(seat))
        table.play(seat, greedy_bot(seen, table.chance().fork("test")))
    return table


def app(
    table: History[Any], language: Language, terminal: TerminalCapabilities | None = None
) -> OneTable:
    settings = Settings(language=language, bot_speed="at_once", motion="none", recap="never")
    seated = OneTable(table, settings=settings, terminal=terminal)
    if terminal is not None:
        dress(seated, terminal)
    return seated


def keys(*pressed: str) -> Callable[[Pilot[None]], Any]:
    async def before(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await press(pilot, *pressed)

    return before


@pytest.mark.parametrize(
    ("size", "language"), [(SMALL, "en"), (SMALL, "ja"), (LARGE, "en"), (LARGE, "ja")]
)
def test_playing(snap_compare: Compare, size: tuple[int, int], language: Language) -> None:
    table = under_way("Ann", "Ben", "由美子", plies=60)

    assert snap_compare(app(table, language), terminal_size=size, run_before=keys())


def test_building_with_offices_and_four_players(snap_compare: Compare) -> None:
    table = under_way("Ann", "Ben", "Cleo", "Dan", plies=69, options={"office": "on"})

    assert snap_compare(app(table, "en"), terminal_size=SMALL, run_before=keys("down", "down"))


def test_a_place_on_the_board_in_words(snap_compare: Compare) -> None:
    table = under_way("葉子", plies=40)

    looking = keys("shift+tab", "down", "down", "right")
    assert snap_compare(app(table, "ja"), terminal_size=SMALL, run_before=looking)


@pytest.mark.parametrize(
    "terminal",
    [
        TerminalCapabilities(ambiguous=2),
        TerminalCapabilities(term="linux", colors="16"),
        TerminalCapabilities(colors="none"),
        TerminalCapabilities(background="light"),
    ],
    ids=["narrow", "ascii", "no-colour", "light"],
)
def test_each_kind_of_terminal(snap_compare: Compare, terminal: TerminalCapabilities) -> None:
    table = under_way("Ann", "Ben", "Cleo", plies=60)

    assert snap_compare(app(table, "en", terminal), terminal_size=SMALL, run_before=keys())


def test_looking_back_at_an_earlier_moment(snap_compare: Compare) -> None:
    table = under_way("Ann", "Ben", plies=30)

    looking = keys("u", "u", "right", "up", "up", "up", "up", "enter")
    assert snap_compare(app(table, "en"), terminal_size=SMALL, run_before=looking)
