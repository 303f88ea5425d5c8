"""Quo Vadis' engine and the model of its rulebook play the same games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hako.content.quo_vadis import GAME, actions
from hako.engine.content.cache_decorators import seat_by_seat
from hako.engine.rules.game import Outcome
from tests.models import quo_vadis
from tests.models.compare import Pair, agree, reach, spoken
from tests.models.model import Facts
from tests.models.quo_vadis.table import RACES

GAMES = 200


def facts_of(world: Any) -> Facts:
    """The engine's table as plain data."""
    war = world.war
    return {
        "tiles": {tile.area: (tuple(tile.position), tile.rotation) for tile in world.map.tiles},
        "rings": dict(world.rings),
        "markers": tuple(world.markers),
        "pile": list(world.pile),
        "discards": sorted(world.discards),
        "start": world.start_player,
        "round": world.round,
        "war": None
        if war is None
        else {
            "cells": tuple(sorted(war.cells)),
            "seats": war.seats,
            "strengths": war.strengths,
            "declared": war.declared,
            "dice": war.dice,
        },
        "people": [_person(player, seat) for seat, player in enumerate(world.players)],
    }


@seat_by_seat
def _person(player: Any, seat: int) -> Facts:
    numbers = ("race", "spirit", "food", "faith", "wrath", "vp", "removed")
    in_any_order = ("hand", "face_down", "pack", "workers", "doomed", "forts", "temples")
    return {
        **{key: getattr(player, key) for key in numbers},
        **{key: sorted(getattr(player, key)) for key in in_any_order},
        "generations": [list(pile) for pile in player.generations],
        "row": [
            {"id": skill.id, "used": skill.used, "fresh": skill.fresh, "terrain": skill.terrain}
            for skill in player.skills
        ],
        "cities": {city.cell: [city.dominion, city.destroyed] for city in player.cities},
        "spawned": player.extra_used,
    }


def result_of(outcome: Outcome) -> Facts:
    return {"scores": outcome.scores, "winners": outcome.winners}


def raid(dice: Random, state: Any, seat: int, legal: Sequence[Any]) -> Any:
    """Wrath is saved until it reaches three cells and their buildings.

    Areas and cells with cities of others are preferred, so that cities fall again and again.
    """
    offered = {type(action).__name__: action for action in legal}
    if "Strike" in offered and state.players[seat].wrath < 5 and dice.random() < 0.8:
        return offered["Decline"]
    if "Declare" in offered and dice.random() < 0.6:
        return legal[0]
    others = [player for number, player in enumerate(state.players) if number != seat]
    cities = [city.cell for player in others for city in player.cities if not city.destroyed]
    raids = [
        action
        for action in legal
        if getattr(action, "cell", None) in cities
        or getattr(action, "area", None) in {cell[:-1] for cell in cities}
    ]
    return dice.choice(raids) if raids and dice.random() < 0.6 else None


PAIR = Pair(
    GAME,
    quo_vadis.QuoVadis,
    facts_of,
    result_of,
    spoken,
    liking={
        actions.Enough: 0.4,
        actions.Decline: 0.5,
        actions.ChangeGeneration: 0.5,
        actions.StrikeAndDestroy: 4,
        actions.Rebuild: 9,
        actions.RebuildForFood: 3,
        actions.Demolish: 0.3,
        actions.MoveWorker: 2,
    },
    moods=0.5,
    whim=raid,
    options=(
        {},
        {"dominion_model": "fixed4"},
        {},
        {"dominion_model": "siege4"},
        {},
        {"dominion_model": "triple"},
        {},
        {"ruins_lend_strength": "true"},
        {},
        {"contested_by": "workers_and_cities"},
    ),
    variety=(0.0, 0.15),
    keen=0.03,
    longest=6000,
)


def test_the_engine_plays_by_the_rulebook() -> None:
    """Every choice, every effect and every end of random games, for all seats and options."""
    agree(PAIR, quo_vadis, GAMES)


def wrathful(dice: Random, state: Any, seat: int, legal: Sequence[Any]) -> Any:
    """Wrath is gathered and used at once, always where the own ring does not lie yet."""
    player, kinds = state.players[seat], {type(action).__name__ for action in legal}
    if "Strike" in kinds and state.ring(state.turn.area) not in OWN_RING[player.race]:
        return next(action for action in legal if type(action).__name__ == "Strike")
    if "ConvertFaith" in kinds:
        return legal[-1]
    if "Declare" in kinds or "StrikeAndDestroy" in kinds:
        return dice.choice(legal)
    fits = [
        action
        for action in legal
        if "miracle" in (getattr(action, "card", None), getattr(action, "as_kind", None))
        or getattr(action, "cards", (0, 0))[1]
    ]
    return dice.choice(fits or legal)


OWN_RING = {race: {entry["terrain"]} for race, entry in RACES.items()}


WRATHFUL = PAIR._replace(
    liking={},
    moods=0,
    whim=wrathful,
    options=({"rounds": "12"},),
    variety=(0.0,),
    seats=(5,),
    keen=0,
)


def test_rings_run_out_as_in_the_model() -> None:
    """Games of players who strike as often as they can, until stocks are empty."""
    reach(WRATHFUL, {"no ring left": 2}, at_most=200)
