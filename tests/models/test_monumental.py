"""Monumental, held against its model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from hako.content.monumental import GAME
from tests.models.harness_b import (
    Sides,
    at_random,
    begun,
    follow,
    games_wanted,
    greedy,
    leaning,
    must_have_seen,
)
from tests.models.monumental import Monumental

SUPPLY = (
    "production",
    "science",
    "military",
    "military_neutral",
    "gold",
    "culture",
    "production_token",
)

OF_NO_MEANING = {"archived": [], "conquered": False}
"""Notes of the engine about the Automa, and nothing asks for (solo.7)."""


def as_model(world: Any) -> Any:
    """The engine's table as plain data."""
    if not world.tiles:
        return [realm.civilization for realm in world.realms]
    faces = world.tokens.faces
    return {
        "deck": [card for layer in world.layers for card in layer.cards],
        "display": [list(row) for row in world.display],
        "taken": list(world.taken),
        "removed": sorted(world.removed),
        "basics": {pile.id: pile.left for pile in world.basics},
        "market": {pile.id: pile.left for pile in world.market},
        "round": world.round,
        "start": world.start_player,
        "last": world.last_round,
        "heroes": sorted(world.heroes),
        "lairs": [(lair.monster, lair.place, lair.revealer) for lair in world.lairs],
        "automa": [] if world.automa is None else list(world.automa.deck.cards),
        "tiles": {
            place: {
                "owner": tile.owner,
                "soldiers": tile.soldiers,
                "warlord": tile.warlord,
                "outpost": tile.outpost,
                "wonder": tile.wonder,
                "site": tile.site,
                "resource": tile.resource,
                "face": face,
            }
            for place, tile, face in zip(world.land.places, world.tiles, faces, strict=True)
        },
        "realms": [
            {**_realm(realm), **(OF_NO_MEANING if world.is_automa(seat) else {})}
            for seat, realm in enumerate(world.realms)
        ],
    }


def _realm(realm: Any) -> Any:
    return {
        **{
            key: getattr(realm, key)
            for key in (
                "civilization",
                "outposts",
                "passed",
                "conquered",
                "acquired_knowledge",
                "hero",
                "hero_returned",
            )
        },
        "supply": {key: amount for key in sorted(SUPPLY) if (amount := getattr(realm.supply, key))},
        "market": list(realm.supply.market),
        "city": [[slot.card, list(slot.knowledge), slot.activated] for slot in realm.city],
        "deck": list(realm.deck.cards),
        "drawn": list(realm.drawn),
        "fresh": None,
        "heroes_returned": None,
        "construction": None
        if realm.construction is None
        else [realm.construction.card, realm.construction.done],
        "wonders": list(realm.wonders),
        "policies": list(realm.policies),
        "explorers": [[one.place, one.marked] for one in realm.explorers],
        "monsters": list(realm.monsters),
        **{
            key: sorted(getattr(realm, key))
            for key in ("discard", "archived", "knowledge", "marked")
        },
    }


def result(outcome: Any) -> Any:
    """Scores, those of opponents at which nobody sits included, and winners."""
    scores = [*outcome.scores, *(opponent.score for opponent in outcome.opponents)]
    return scores, list(outcome.winners)


SIDES = Sides(
    GAME,
    Monumental,
    as_model,
    result,
    (
        "CivilizationTaken",
        "TokensDealt",
        "DeckStacked",
        "CityDeckShuffled",
        "HeroesLaidOut",
        "StartPlayerChosen",
        "AutomaShuffled",
    ),
)


LIVELY = leaning(
    {
        "Pass": 0.15,
        "EndTurn": 0.1,
        "Stop": 0.6,
        "MoveExplorer": 0.5,
        "MoveArmy": 0.3,
        "Conquer": 1.5,
        "CompleteSection": 4,
        "UseEffect": 2,
        "HireHero": 2,
        "ReturnHero": 0.4,
    }
)


def options_of(dice: Random, seats: int, share: float) -> Mapping[str, str]:
    """For a share of the options any value that so many players may choose."""
    chosen = {}
    for option in GAME.options:
        if dice.random() < share and seats >= option.min_seats:
            value = dice.choice(option.values)
            if seats in option.only_with.get(value, (seats,)):
                chosen[option.key] = value
    return chosen


def played(games: int, first: int, seats: range, share: float) -> Counter[str]:
    """The situations that occurred in so many games, by several ways to choose; half with Heroes, if any."""
    seen: Counter[str] = Counter()
    for seed in range(first, first + games):
        choose = at_random if seed % 5 == 4 else LIVELY
        number = seats[seed % len(seats)]
        options = dict(options_of(Random(seed), number, share))
        if share:
            options["heroes"] = ("on", "off")[seed % 2]
        seen += follow(SIDES, number, options, seed, choose)
    return seen


def test_games_of_the_usual_kind_go_as_in_the_model() -> None:
    few = 40
    seen = played(games_wanted(few), 1, range(2, 6), 0)

    must_have_seen(
        seen,
        {
            "end": few,
            "alone": 500,
            "counters lost": 600,
            "conquest": 600,
            "conquest of an enemy": 100,
            "outpost lost": 3,
            "warlord's benefit": 100,
            "exploration token": 400,
            "paid with production_token": 120,
            "paid with military_neutral": 20,
            "gold stood in": 300,
            "discarded from the display": 300,
            "city deck shuffled": 300,
            "wonder completed": 80,
            "wonder token on the capital": 1,
            "DevelopPolicy": 180,
            "MakeProgress": 200,
            "BuildOutpost": 80,
            "token taken": 250,
            "free action": 200,
            "archived": 40,
            "slot activated": 20,
            "copied": 10,
            "effect gain_per": 80,
            "effect convert": 30,
            "exchange": 100,
        },
    )


def test_games_with_options_go_as_in_the_model() -> None:
    few = 50
    seen = played(games_wanted(few), 10_001, range(2, 6), 0.6)

    must_have_seen(
        seen,
        {
            "end": few,
            "HireHero": 40,
            "ReturnHero": 30,
            "monster revealed": 40,
            "monster slain": 10,
            "ravage": 150,
            "raid": 100,
            "conquest of an enemy": 200,
            "wonder completed": 90,
        },
    )


def test_games_alone_go_as_in_the_model() -> None:
    few = 20
    seen = played(games_wanted(few), 20_001, range(1, 2), 0.6)

    must_have_seen(
        seen,
        {
            "end": few,
            "automa build": 100,
            "automa research": 100,
            "automa expand": 50,
            "automa attack": 30,
            "automa culture": 30,
            "automa trade": 15,
            "automa conquest": 120,
        },
    )


def test_games_of_greedy_bots_go_as_in_the_model() -> None:
    seen: Counter[str] = Counter()
    for seed in range(games_wanted(150) // 30):
        seats = 2 + seed % 4
        options = options_of(Random(seed), seats, 0.8 * (seed % 2))
        seen += follow(SIDES, seats, options, seed, greedy(GAME, 0.1, LIVELY))

    must_have_seen(
        seen,
        {"wonder completed": 30, "conquest of an enemy": 20, "AcquireCard": 50, "copied": 4},
    )


def test_ties_are_broken_as_in_the_model() -> None:
    """At the start all have as many points, and what they hold decides."""
    state, _, luck, model = begun(SIDES, 4, {}, 1)
    assert isinstance(model, Monumental)
    next(model.play())
    luck.must_be_used()
    dice, outcomes = Random(1), Counter[int]()
    for _ in range(100):
        realms = []
        for realm, one in zip(state.realms, model.realms, strict=True):
            held = {"gold": dice.randrange(3), "culture": dice.randrange(3)}
            one.supply.update({key: held[key] - one.supply[key] for key in held})
            realms.append(replace(realm, supply=replace(realm.supply, **held)))
        outcome = GAME.outcome(replace(state, agenda=(), realms=tuple(realms)))

        assert result(outcome) == model.result()
        outcomes[len(model.result()[1])] += 1

    assert set(outcomes) >= {1, 2}


def test_who_is_level_with_the_automa_loses_as_in_the_model() -> None:
    state, _, _, model = begun(SIDES, 1, {}, 1)
    assert isinstance(model, Monumental)
    next(model.play())
    mine, automa = state.realms
    winners = []
    for known in ((), mine.knowledge, ("irrigation",)):
        model.realms[1].knowledge = list(known)
        realms = (mine, replace(automa, knowledge=known))
        outcome = GAME.outcome(replace(state, agenda=(), realms=realms))

        assert result(outcome) == model.result()
        winners.append(model.result()[1])

    assert winners == [[0], [], []]


def test_a_hero_destroys_soldiers_as_in_the_model() -> None:
    """Games that all have Heroes, on small maps, until one of them does."""
    seen: Counter[str] = Counter()
    for seed in range(30_001, 30_061):
        seen += follow(SIDES, 4, {"heroes": "on", "map": "clash"}, seed, LIVELY)
        if seen["soldiers destroyed"] > 2:
            return
    must_have_seen(seen, {"soldiers destroyed": 3})
