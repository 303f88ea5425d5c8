"""The outcomes of a war as they are foreseen before its dice: those of the rules."""

from __future__ import annotations

from hako.content.quo_vadis.steps.war import WarPhase
from hako.content.quo_vadis.war_stakes import Loss, WarOutcome, war_outcomes
from tests.rules.quo_vadis.table import at

WAR = "A:1-4a B:city@1-4a/5 A:1-4b C:1-4b"
"""A's worker beside a city of B with dominion 5; another one beside a worker of C."""


def test_each_winner_gains_and_all_others_lose_what_stands_there() -> None:
    """quo_vadis.war.10, 12, 13: of 5 cubes 2 stay; the winner gains 1 VP for each of the 3."""
    world = at(WarPhase(), turn="A 1-4", pieces=WAR, A="spirit=1", B="spirit=1").go().world

    own, city, other = (
        Loss(0, workers=("1-4a", "1-4b")),
        Loss(1, cities=(("1-4a", 5, 2),)),
        Loss(2, workers=("1-4b",)),
    )
    assert list(war_outcomes(world)) == [
        WarOutcome(0, vp=3, spirit=1, wrath=1, losses=(city, other)),
        WarOutcome(1, vp=0, spirit=1, wrath=1, losses=(own, other)),
        WarOutcome(2, vp=3, spirit=1, wrath=1, losses=(own, city)),
    ]


def test_forts_and_temples_of_losers_go_home() -> None:
    """quo_vadis.war.12: the temple stands in the contested cell, the fort beside it."""
    pieces = "A:1-4a B:temple@1-4a B:fort@1-4b"
    world = at(WarPhase(), turn="A 1-4", pieces=pieces, A="spirit=1").go().world

    won, lost = war_outcomes(world)
    assert won.losses == (Loss(1, buildings=("1-4a",)),)
    assert lost.losses == (Loss(0, workers=("1-4a",)),)


def test_nothing_of_the_table_changes_by_looking_ahead() -> None:
    world = at(WarPhase(), turn="A 1-4", pieces=WAR, A="spirit=1").go().world

    war_outcomes(world)
    assert world.war is not None
    assert (world.war.dice, world.players[1].cities[0].dominion) == ((), 5)
