"""Cultus' engine and the model of its rulebook play the same games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content.cultus import GAME
from hako.content.cultus.actions import (
    BuildMonument,
    DrawCard,
    MoveEnemyMonument,
    MoveMonument,
    MovePawn,
    UsePower,
)
from hako.content.cultus.state import Ruler, Town
from hako.engine.content.cache_decorators import seat_by_seat
from hako.engine.rules.game import Outcome
from tests.models import cultus
from tests.models.compare import Comparison, Pair, agree, reach
from tests.models.cultus.table import MONUMENT_CARDS
from tests.models.model import Facts, Seating

GAMES = 350


def facts_of(town: Town) -> Facts:
    turn = town.turn
    facts: dict[str, object] = {
        "start player": town.start_player,
        "active seat": turn.seat,
        "turn": turn.number,
        "action points": turn.points,
        "pairs that paid": {frozenset(pair) for pair in turn.paid},
        "first last cube": town.last_cube,
        "icons": list(town.icons),
        "discard pile": list(town.discard),
        "left over": list(town.left_over),
        "open monument cards": sorted(town.open_monuments),
        "monument deck": list(town.monument_deck),
    }
    for space in town.row:
        facts[f"deck of {space.income}"] = (list(space.deck), space.medal, space.is_gold)
    for seat, ruler in enumerate(town.rulers):
        facts |= _facts_of(ruler, seat)
    if town.enemy is not None:
        facts["enemy"] = (town.enemy.id, town.enemy.vp, town.enemy.track)
        facts["monuments of the enemy"] = sorted(town.enemy.monuments)
    return facts


@seat_by_seat
def _facts_of(ruler: Ruler, seat: int) -> Facts:
    facts = {
        "seat": seat,
        "hand": list(ruler.hand),
        "stock": ruler.stock,
        "cost": ruler.cost,
        "gold": ruler.character_gold,
        "vp": ruler.vp,
        "character": ruler.character,
        "plan": ruler.plan,
        "pawn": ruler.pawn,
        "monuments": list(ruler.monuments),
        "cards": list(ruler.cards),
        "has_medal": ruler.has_medal,
    }
    return {f"{name} of seat {seat}": value for name, value in facts.items()}


def result_of(outcome: Outcome) -> Facts:
    facts: dict[str, object] = {"winners": outcome.winners, "scores": outcome.scores}
    for enemy in outcome.opponents:
        facts["enemy"] = (enemy.name, enemy.score)
        facts["ending"] = str(outcome.how.values["ending"]).rpartition(".")[2]
    return facts


PAIR = Pair(
    GAME,
    cultus.CultusModel,
    facts_of,
    result_of,
    liking={
        BuildMonument: 20,
        MoveMonument: 10,
        MoveEnemyMonument: 5,
        MovePawn: 3,
        DrawCard: 0.3,
        UsePower: 0.5,
    },
    corrections=({}, {"constants": {"base_income": 6}}, {"constants": {"base_income": 9}}),
    seats=(1, 2, 1, 3, 4),
    keen=0.05,
)


def test_the_engine_plays_by_the_rulebook() -> None:
    """Every choice, every effect and every end of random games, for all seats and options."""
    agree(PAIR, cultus, usual=GAMES)


def wander(dice: Random, town: Town, seat: int, legal: Sequence[Any]) -> Any:
    """Roads are taken as soon as they can be, and then it is mostly walked."""
    roads = {name for name, card in MONUMENT_CARDS.items() if card["kind"] == "roads"}
    for action in legal:
        if isinstance(action, BuildMonument) and action.card in roads:
            return action
    walks = [action for action in legal if isinstance(action, MovePawn)]
    is_able = bool(roads & set(town.rulers[seat].cards))
    return dice.choice(walks) if walks and is_able and dice.random() < 0.9 else None


def test_roads_pay_by_each_reading_as_in_the_model() -> None:
    """Games of players who walk far, until both steps of a move match cards often enough."""
    readings = ("once", "one_card", "each_card")
    pair = PAIR._replace(
        whim=wander,
        options=[{"roads": reading} for reading in readings],
        corrections=({"constants": {"base_income": 9}},),
        keen=0,
    )
    least = {
        f"{reading}: two steps match {cards}": 3
        for reading in readings
        for cards in ("one card", "two cards")
    }
    reach(pair, least, at_most=500)


@pytest.mark.parametrize("lead", [-1, 0, 1, 19, 20, 49, 50])
def test_a_solo_game_ends_as_the_lead_says(lead: int) -> None:
    """cultus.solo.20: leads that random games seldom come to."""
    options = {option.key: option.default for option in GAME.options} | {"enemy": "ruben"}
    game = Comparison(PAIR, Seating(1, options, seed=1))
    game.run()
    (ruler,), foe = game.state.rulers, game.state.enemy
    model = game.model
    assert isinstance(model, cultus.CultusModel)
    model.enemy_vp = ruler.vp - lead
    state = replace(game.state, enemy=replace(foe, vp=ruler.vp - lead))
    outcome = GAME.outcome(state)

    assert outcome is not None
    assert result_of(outcome) == model.result()
