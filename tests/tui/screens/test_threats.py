"""Threats on screen: the gravest in the place of the goal, all of them by the key of the news."""

from __future__ import annotations

from hako.engine.rules.threats import GRAVITIES
from hako.tui.screens.recap import RecapDialog
from hako.tui.widgets.recap_panel import RecapPanel
from tests.toys.threatened import GAINS, THREATENED
from tests.tui.tables import at, lines, new_table, painted, press

SENTENCE = "Nobody can stop Ben from winning any more."


async def test_the_gravest_threat_stands_below_the_question() -> None:
    async with at(new_table(THREATENED, "Ann", "Ben"), [0]) as pilot:
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


async def test_a_long_name_gives_way_to_its_letter() -> None:
    name = "Bartholomew Featherstonehaugh the Elder of Somewhere Far Away"
    async with at(new_table(THREATENED, "Ann", name), [0]) as pilot:
        assert painted(pilot)[1].rstrip() == "! Nobody can stop B from winning any more."
