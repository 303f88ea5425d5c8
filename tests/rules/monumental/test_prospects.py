"""Bots and the values of Heroes and Monsters."""

from __future__ import annotations

from hako.content.monumental import GAME
from hako.content.monumental.actions import MonumentalAction, MoveArmy, ReturnHero
from hako.content.monumental.module_worth import hero_worth, monsters_worth
from hako.content.monumental.state import Lair
from hako.engine.bots.levels import LEVELS
from hako.engine.bots.observation import Observation
from hako.engine.rules.chance import Chance
from tests.rules.monumental.bearer import QUIET, bearer
from tests.rules.monumental.table import Table, acting, egyptian

MEADOW = (2, 0)
LAIR = Lair("nemean_lion", "C6", 0)
"""In the Meadow next to seat 0's Capital; it has strength 3."""

ERA = " ".join(["steam_power"] * 20)
"""A Development deck that lasts for several rounds."""


def chosen(table: Table) -> MonumentalAction:
    """Choice of a greedy bot."""
    seen = Observation(GAME, 0, table.seen(0))
    action: MonumentalAction = LEVELS["greedy"](seen, Chance(1, 1))
    return action


def worth(table: Table) -> float:
    """Value of the table for seat 0."""
    return GAME.evaluate(table.seen(0), 0)


def test_a_hero_is_worth_its_gold_while_there_are_rounds_to_use_it() -> None:
    """Leonidas costs 2 Gold, and brings Military each round and a conquest in the end."""
    early = acting(egyptian("G2", QUIET), heroes=("leonidas",), deck=ERA)
    late = acting(egyptian("G2", QUIET), heroes=("leonidas",), last_round=1)

    assert worth(early) < worth(early.hire("leonidas"))
    assert worth(late) > worth(late.hire("leonidas"))


def test_a_bot_returns_its_hero_before_the_game_ends() -> None:
    """Cleopatra's 2 Culture pay the second Policy in the last round."""
    table = acting(bearer("cleopatra", "C0", policies="zen", marked="cleopatra"), last_round=1)

    assert hero_worth(table.world, 0, 5) > hero_worth(table.world, 0, 0) > 0
    assert chosen(table) == ReturnHero("cleopatra")


def test_a_returned_hero_is_worth_nothing_more() -> None:
    assert hero_worth(acting(bearer("cleopatra", hero_returned=True), deck=ERA).world, 0, 5) == 0


def test_a_bot_reinforces_a_garrison_that_a_monster_would_overcome() -> None:
    """Two Soldiers are there, and a third slays the Lion; no Province can be had for 1 Military."""
    around = dict.fromkeys([(3, -1), (2, 1), (1, 0), (2, -1)], "1 S2")
    table = acting(egyptian("M1", QUIET), tiles={MEADOW: "0 S2", **around}, lairs=(LAIR,))

    assert chosen(table) == MoveArmy()


def test_a_monster_is_a_threat_to_who_cannot_withstand_it_and_a_prize_to_who_can() -> None:
    weak = acting(egyptian("G1"), tiles={MEADOW: "0 S1"}, lairs=(LAIR,)).world
    strong = acting(egyptian("G1"), tiles={MEADOW: "0 S3"}, lairs=(LAIR,)).world

    assert monsters_worth(weak, 0) < 0 < monsters_worth(strong, 0)
    assert monsters_worth(weak, 1) == monsters_worth(strong, 1) == 0


def test_a_threat_weighs_less_while_soldiers_can_still_be_sent() -> None:
    tiles = {MEADOW: "0 S1"}
    means = acting(egyptian("M2"), tiles=tiles, lairs=(LAIR,)).world
    none = acting(egyptian("M1"), tiles=tiles, lairs=(LAIR,)).world

    assert monsters_worth(none, 0) < monsters_worth(means, 0)
