"""The seat that wins World Monger for certain: bounds of what can still happen in the last round."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.state import World
from hako.content.world_monger.steps.development import DevelopmentPhase
from hako.content.world_monger.steps.investment import Invest
from hako.content.world_monger.steps.rounds import Cleanup
from hako.engine.rules.game import view
from tests.rules.forcing import forces
from tests.rules.world_monger.table import Table, at, developing, investing

AREA = "S V V chariot pyramid"
"""The play area of the rulebook's example: its price is 9 (world_monger.price.1)."""


def sure(table: Table, **state: Any) -> int | None:
    return GAME.sure_winner(view(GAME, table.given(**state).state, None))


LAST: dict[str, Any] = {"number": 7, "final_round": 7}


def test_who_is_ahead_with_nothing_left_to_do_wins_for_certain() -> None:
    table = at(Cleanup(), egypt="V | V | - | 0 0 0 0", coins=(38, 45, 20, 20), **LAST)

    assert sure(table, phase="development") == 1
    assert sure(table, phase="civilization") is None


def test_a_shared_victory_is_nobodys() -> None:
    table = at(Cleanup(), egypt="V | V | - | 0 0 0 0", coins=(45, 45, 20, 20), **LAST)

    assert sure(table, phase="development") is None


@pytest.mark.parametrize(("lead", "winner"), [(2, None), (3, None), (4, 0)])
def test_a_card_that_is_still_added_can_raise_an_end_value(lead: int, winner: int | None) -> None:
    """world_monger.end.3: a Pyramid more makes a Share of Egypt worth 3, and seat 1 holds one."""
    table = developing(
        "egypt", supply="V4 pyramid4", coins=(20 + lead, 20, 0, 0),
        egypt="V | V | - | 0 1 0 0", **LAST,
    )  # fmt: skip

    assert sure(table, phase="development") == winner


@pytest.mark.parametrize(("lead", "winner"), [(8, 1), (9, None), (10, 0)])
def test_a_share_can_still_be_sold(lead: int, winner: int | None) -> None:
    """Seat 1 sells one Share at 9, and nobody can prevent it; kept, it is worth 7 at most."""
    table = investing(
        1, supply="V4 pyramid4", coins=(20 + lead, 20, 0, 0),
        egypt=f"{AREA} | V | - | 0 1 0 0", **LAST,
    )  # fmt: skip

    assert sure(table, phase="investment") == winner


@pytest.mark.parametrize(("lead", "winner"), [(3, None), (5, 0)])
def test_a_share_that_is_sold_can_raise_an_end_value(lead: int, winner: int | None) -> None:
    """world_monger.end.3: of 14 cards and a Villager more, two Geoglyphs make 2; of 16 cards 4."""
    table = investing(
        2, supply="V4 pyramid0", coins=(20 + lead, 20, 0, 0),
        nazca="V V V V geoglyph | V V V V V V V V geoglyph | - | 0 1 1 0", **LAST,
    )  # fmt: skip

    assert sure(table, phase="investment") == winner


@pytest.mark.parametrize(("coins", "winner"), [(20, None), (21, 0)])
def test_a_share_that_is_bought_can_lower_an_end_value(coins: int, winner: int | None) -> None:
    """Two Geoglyphs make 4 with 15 cards and a Villager more, and 2 without the Share that is bought."""
    table = investing(
        2, supply="V4 pyramid0", coins=(coins, 22, 10, 0),
        nazca="S V V V geoglyph | V V V V V V V V V geoglyph | - | 1 0 0 0", **LAST,
    )  # fmt: skip

    assert sure(table, phase="investment") == winner


def small_table(dice: Random) -> World:
    """Two seats and two civilizations in the last investment phase, Egypt and Nazca among them."""
    areas = [" ".join(dice.choices(["S", "V", "pyramid", "geoglyph"], k=3)) for _ in range(2)]
    decks = [" ".join(dice.choices(["S", "V", "geoglyph"], k=dice.randint(2, 6))) for _ in range(2)]
    shares = [f"{dice.randint(0, 2)} {dice.randint(0, 2)}" for _ in range(2)]
    rows = [
        f"{area} | {deck} | - | {held}"
        for area, deck, held in zip(areas, decks, shares, strict=True)
    ]
    investors = [*range(2)][dice.randint(0, 2) :]
    table = at(
        Cleanup(),
        DevelopmentPhase(),
        *(Invest(seat) for seat in reversed(investors)),
        coins=(dice.randint(10, 25), dice.randint(10, 25)),
        start_player=dice.randint(0, 1),
        supply="V2 pyramid1 geoglyph1",
        egypt=rows[0],
        nazca=rows[1],
        **LAST,
    )
    return table.go().given(phase="investment" if investors else "development").state


def test_nobody_can_stop_a_sure_winner() -> None:
    """Every way is played by the rules at small tables; most that can be forced are known."""
    dice, proven, missed = Random(5), 0, 0
    for _ in range(60):
        world = small_table(dice)
        winner = GAME.sure_winner(view(GAME, world, None))
        if winner is None:
            missed += forces(GAME, world, 0) or forces(GAME, world, 1)
        else:
            assert forces(GAME, world, winner)
            proven += 1
    assert proven > 3 * missed
