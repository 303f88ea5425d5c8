"""Threats on screen: the gravest with the text about the action, all of them by the key of the news.

In the frame the text panel has goal, tip and threat; the threat stands first there, with its sign.
"""

from __future__ import annotations

from textual.pilot import Pilot

from hako.engine.rules.threats import GRAVITIES
from hako.tui.screens.recap_dialog import RecapDialog
from hako.tui.widgets.recap_panel import RecapPanel
from tests.toys.threatened import GAINS, THREATENED
from tests.tui.tables import at, lines, new_table, painted, press, screen_of

SENTENCE = "Nobody can stop Ben from winning any more."


def opening(pilot: Pilot[None]) -> str:
    """The text panel below its title, as it is read from line to line, from its first row on."""
    described = screen_of(pilot).view.described
    assert described.top == 0
    return " ".join(" ".join(row.removeprefix("│") for row in lines(described)[1:]).split())


async def test_the_gravest_threat_stands_first_in_the_text() -> None:
    async with at(new_table(THREATENED, "Ann", "Ben"), [0]) as pilot:
        assert opening(pilot).startswith(f"! {SENTENCE} → ")
        assert "! Nobody can stop Ben" in "".join(painted(pilot))


async def test_on_a_page_the_gravest_threat_stands_below_the_question() -> None:
    async with at(new_table(THREATENED, "Ann", "Ben"), [0], size=(60, 20)) as pilot:
        assert painted(pilot)[1].rstrip() == f"! {SENTENCE}"


async def test_what_others_merely_gain_does_not() -> None:
    async with at(new_table(GAINS, "Ann", "Ben"), [0]) as pilot:
        assert SENTENCE not in "".join(painted(pilot))


async def test_one_key_lists_all_threats_with_their_sign() -> None:
    """Also in the first turn, when there is no news yet."""
    async with at(new_table(THREATENED, "Ann", "Ben"), [0]) as pilot:
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, RecapDialog)
        rows = lines(pilot.app.screen.query_one(RecapPanel))
        assert rows == [f"! ■B {SENTENCE}"] * (len(GRAVITIES) - 1)


async def test_a_long_name_gives_way_to_its_letter_on_one_line() -> None:
    """The text panel breaks the sentence into lines; above the page of the board it has only one."""
    name = "Bartholomew Featherstonehaugh the Elder of Somewhere Far Away"
    async with at(new_table(THREATENED, "Ann", name), [0]) as pilot:
        assert opening(pilot).startswith(f"! {SENTENCE.replace('Ben', name)} → ")
        await pilot.resize_terminal(60, 20)
        await press(pilot, "shift+tab")
        assert painted(pilot)[1].rstrip() == f"! {SENTENCE.replace('Ben', 'B')}"
