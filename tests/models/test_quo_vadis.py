"""Quo Vadis, held against its model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from hako.content.quo_vadis import GAME
from tests.models.harness_b import (
    Sides,
    Spoken,
    at_random,
    follow,
    games_wanted,
    greedy,
    leaning,
    must_have_seen,
)
from tests.models.quo_vadis import QuoVadis
from tests.models.quo_vadis.table import RACES


def as_model(world: Any) -> Any:
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
        "people": [
            {
                **{
                    key: getattr(player, key)
                    for key in ("race", "spirit", "food", "faith", "wrath", "vp", "removed")
                },
                **{
                    key: sorted(getattr(player, key))
                    for key in ("hand", "face_down", "pack", "workers", "doomed")
                },
                "forts": sorted(player.forts),
                "temples": sorted(player.temples),
                "generations": [list(pile) for pile in player.generations],
                "row": [
                    {
                        "id": skill.id,
                        "used": skill.used,
                        "fresh": skill.fresh,
                        "terrain": skill.terrain,
                    }
                    for skill in player.skills
                ],
                "cities": {city.cell: [city.dominion, city.destroyed] for city in player.cities},
                "spawned": player.extra_used,
            }
            for player in world.players
        ],
    }


def result(outcome: Any) -> Any:
    return list(outcome.scores), list(outcome.winners)


def unordered(action: Spoken) -> Spoken:
    """Which tile comes next is chance."""
    if action[0] == "PlaceTile":
        return ("PlaceTile", *action[2:])
    return action


SIDES = Sides(
    GAME,
    QuoVadis,
    as_model,
    result,
    ("TilePlaced", "RaceTaken", "SkillsDealt", "EpicsShuffled", "StartPlayerDrawn", "DiceRolled"),
    unordered,
)

LIVELY = leaning(
    {
        "Enough": 0.4,
        "Decline": 0.5,
        "ChangeGeneration": 0.5,
        "StrikeAndDestroy": 4,
        "Rebuild": 9,
        "RebuildForFood": 3,
        "Demolish": 0.3,
        "MoveWorker": 2,
    }
)


def lively(dice: Random, state: Any, seat: int, legal: Any) -> Any:
    """By chance, but wrath is saved until it reaches three cells and their buildings.

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
    if raids and dice.random() < 0.6:
        return dice.choice(raids)
    return LIVELY(dice, state, seat, legal)


def options_of(dice: Random, share: float) -> Mapping[str, str]:
    """For a share of the options another value than the one in the rulebook."""
    return {
        option.key: dice.choice(option.values[1:])
        for option in GAME.options
        if dice.random() < share
    }


def played(games: int, first: int, share: float) -> Counter[str]:
    """The situations that occurred in so many games, of all numbers of seats, by several ways to choose.

    With options, half of the games have another dominion, each kind as often.
    """
    seen: Counter[str] = Counter()
    for seed in range(first, first + games):
        choose = at_random if seed % 4 == 3 else lively
        options = dict(options_of(Random(seed), share))
        if share and seed % 6 < 3:
            options["dominion_model"] = ("fixed4", "siege4", "triple")[seed % 6]
        seen += follow(SIDES, 3 + seed // 4 % 3, options, seed, choose)
    return seen


def test_games_by_the_main_rules_go_as_in_the_model() -> None:
    few = 100
    seen = played(games_wanted(few), 1, 0)

    must_have_seen(
        seen,
        {
            "end": few,
            "war": 800,
            "war of 3": 80,
            "war of 4": 5,
            "war over 2": 100,
            "war over 3": 4,
            "war of others": 20,
            "draw": 80,
            "draw with a loser": 5,
            "two dice": 200,
            "fort in a siege": 10,
            "cubes captured": 150,
            "small building lost": 150,
            "wrath on 1": 50,
            "wrath on 2": 30,
            "wrath on 3": 8,
            "building struck": 10,
            "spared by wrath": 2,
            "ring replaced": 20,
            "double selected": 100,
            "no worker placed": 100,
            "inheritance counts": 200,
            "several may be inherited": 60,
            "faith turned": 100,
            "Build city": 500,
            "Rebuild": 5,
            "RebuildForFood": 5,
            "no site for a city": 100,
            "territory scored": 500,
            "ascension": 60,
            "reshuffled": 4,
            "final skill": 50,
            "renaissance": 10,
            "spared by MoveWorker": 5,
            "truce": 10,
            "siegecraft paid": 5,
            "desert guile": 50,
            "tie for the win": 1,
        },
    )


def test_games_with_options_go_as_in_the_model() -> None:
    few = 100
    seen = played(games_wanted(few), 10_001, 0.15)

    must_have_seen(
        seen,
        {
            "end": few,
            "war": 800,
            "rolled on": 30,
            "attrition": 80,
            "spared by LeaveWorker": 10,
            "spared by FightOn": 50,
            "fought to the death": 50,
            "spared by AscendWorker": 50,
            "building struck": 10,
            "ruin with cubes at the end": 40,
            "razed, fixed4": 15,
            "razed, siege4": 15,
            "razed, triple": 15,
            "siege city with two cubes lost one": 3,
            "siege city fell": 2,
        },
    )


def test_games_of_greedy_bots_go_as_in_the_model() -> None:
    seen: Counter[str] = Counter()
    for seed in range(games_wanted(200) // 30):
        options = dict(options_of(Random(seed), 0.1 * (seed % 2)))
        if seed % 3 == 1:
            options["dominion_model"] = "siege4"
        seen += follow(SIDES, 3 + seed % 3, options, seed, greedy(GAME, 0.1, lively))

    must_have_seen(
        seen, {"city lost": 30, "cubes captured": 25, "Rebuild": 15, "territory scored": 60}
    )


def wrathful(dice: Random, state: Any, seat: int, legal: Any) -> Any:
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


def test_rings_run_out_as_in_the_model() -> None:
    """Games of players who strike as often as they can, until stocks are empty."""
    seen: Counter[str] = Counter()
    for seed in range(30_001, 30_201):
        seen += follow(SIDES, 5, {"rounds": "12"}, seed, wrathful)
        if seen["no ring left"] > 1:
            return
    must_have_seen(seen, {"no ring left": 2})
