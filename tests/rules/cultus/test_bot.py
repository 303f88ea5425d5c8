"""A bot that looks one move ahead builds, uses its powers and walks where it pays."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hako.content.cultus import ENEMIES, GAME
from hako.content.cultus.actions import (
    DrawCard,
    KeepPlan,
    MoveEnemyMonument,
    PlaceMedal,
    PushMonument,
)
from hako.content.cultus.evaluation import evaluate, turns_left
from hako.content.cultus.events.monuments import MonumentBuilt, MoveScored, PowerUsed
from hako.engine.log.history import History as Game
from hako.engine.rules.chance import Chance
from tests.rules.cultus.table import Table, acting, at, enemy_phase, foe, new, ruler
from tests.rules.tables import game_of


def happenings(game: Game[Any]) -> Counter[type[Any]]:
    """Numbers of events of each kind."""
    return Counter(type(it) for move in game.path() for group in move.record.then for it in group)


def test_it_builds_where_a_monument_scores_well() -> None:
    """Military brings 9 VP on r3c7."""
    assert acting(ruler("r3c7", cost=10), points=1).would("build military")


def test_it_walks_where_a_step_pays() -> None:
    """From the winery to the church or to the market, not to the plaza below."""
    assert acting(ruler("r2c1"), points=1).would("walk r2c2", "walk r1c1")


def test_it_walks_to_a_plaza_to_build_there() -> None:
    """r3c7 is one step away, and two points are left."""
    assert acting(ruler("r4c7", cost=10), points=2).would("walk r3c7")


def test_it_cashes_power_ten_in_its_last_turn() -> None:
    """Five offices around two monuments: 10 VP; and no office in the centre."""
    me = ruler("r1c1", character_gold=10, monuments="r7c2 r6c7", cost=None)
    assert acting(me, points=1, last_cube=1, row="CW1 WM0 MO0 OB0 BH0 HC0").would("use score")


def test_it_puts_its_gold_on_the_cost_board_while_a_monument_is_within_reach() -> None:
    assert acting(ruler("r2c1", cost=5)).walk("r2c2").would("allot 1 0")


def test_it_drives_an_enemy_s_monument_out_of_the_centre() -> None:
    turn = acting(ruler("r4c4", hand="02 03 05"), enemy=foe("ruben"), points=1)

    assert isinstance(turn.greedy(), MoveEnemyMonument)


def test_it_pushes_no_monument_out_of_the_centre_that_need_not_go() -> None:
    """Ruben: the one outside goes instead."""
    phase = enemy_phase(ruler("r1c1", monuments="r4c4 r2c7"), enemy=foe("ruben", "r8c1", track=5))

    chosen = phase.greedy()
    assert isinstance(chosen, PushMonument)
    assert chosen.cell == at("r2c7")


def test_it_brings_its_medal_home() -> None:
    """The last card of the deck under the medal gives a fourth point for the rest of the game."""
    row = "CW6 WM6 MO1@0 OB6 BH6 HC6"
    assert acting(ruler("r8c1"), points=1, row=row, board="." * 56 + "PP....PP").would("draw MO")


@pytest.mark.parametrize("seed", [0, 17, 19, 23])
def test_alone_it_does_not_spend_the_first_turn_on_drawing(seed: int) -> None:
    """Three draws for the medal overfill the hand, and a discard costs 2 VP (hand.1)."""
    table, drawn, ply = Table(new(1, seed=seed)), list[bool](), 0
    while not drawn or table.town.turn.phase == "action":
        ply += 1
        action = table.greedy(seed)
        drawn += [isinstance(action, DrawCard)] * (table.town.turn.phase == "action")
        table.do(action, chance=Chance(seed, ply))

    assert sum(drawn) < 3


def test_it_keeps_the_better_plan_and_puts_its_medal_where_decks_run_out_first() -> None:
    """Alone: the enemy discards from the leftmost deck."""
    table = Table(new(1, seed=4))
    while not table.offers("put_medal"):
        action = table.greedy()
        if isinstance(action, KeepPlan):
            notes = {item: table.note(item) for item in table.legal}
            points = {one: note.values["vp"] for one, note in notes.items() if note}
            assert points[action] == max(points.values())
        table.do(action)

    assert table.greedy() == PlaceMedal(table.town.row[0].income)


@pytest.mark.parametrize(("now", "left"), [(1, 1.0), (2, 0.0)])
def test_in_the_last_round_it_knows_how_many_turns_it_has(now: int, left: float) -> None:
    """Seat 0 placed the last cube; seat 2 has a turn to come, or is playing it."""
    turn = acting(ruler("r1c1"), ruler("r8c8"), ruler("r1c8"), seat=now, last_cube=0)

    assert turns_left(turn.town, 2) == left


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_between_bots_is_played_with_monuments_and_powers(seats: int) -> None:
    game = game_of(GAME, *["greedy"] * seats, seed=1)
    counts = happenings(game)

    assert counts[MonumentBuilt] >= seats
    assert counts[PowerUsed] >= 1
    assert max(ruler.vp for ruler in game.state.rulers) > 26


@pytest.mark.parametrize("enemy", ENEMIES)
def test_a_game_against_each_enemy_is_played_to_its_end(enemy: str) -> None:
    """A passive player loses by 100 or more."""
    game = game_of(GAME, "greedy", seed=2, enemy=enemy)
    counts = happenings(game)

    assert counts[MonumentBuilt] + counts[MoveScored] >= 3
    assert game.state.rulers[0].vp - game.state.foe.vp > -100


@pytest.mark.parametrize(("enemy", "costs"), [("balthasar", True), ("wilhelm", False)])
def test_a_cube_in_stock_costs_where_the_enemy_makes_one_draw_for_it(
    enemy: str, costs: bool
) -> None:
    fewer, more = (
        evaluate(acting(ruler("r1c1", stock=stock), enemy=foe(enemy)).town, 0) for stock in (3, 4)
    )

    assert (fewer > more) == costs
    assert fewer >= more
