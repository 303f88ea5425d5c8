"""Monumental's engine and the model of its rulebook play the same games."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from hako.content.monumental import GAME, actions
from hako.engine.content.cache_decorators import at_hand, seat_by_seat
from hako.engine.rules.game import Outcome
from tests.models import monumental
from tests.models.compare import Comparison, Pair, agree, reach, spoken
from tests.models.model import Facts, Seating

GAMES = 110

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


def facts_of(world: Any) -> Facts:
    """The engine's table as plain data."""
    if not world.tiles:
        return {"civilizations": [realm.civilization for realm in world.realms]}
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
        "tiles": _tiles(world.tiles, world.tokens.faces, world.land),
        "realms": [
            {**_realm(realm, seat), **(OF_NO_MEANING if world.is_automa(seat) else {})}
            for seat, realm in enumerate(world.realms)
        ],
    }


@at_hand
def _tiles(tiles: Any, faces: Any, land: Any) -> Any:
    return {
        place: {
            "terrain": land.terrain.get(place, "capital"),
            "owner": tile.owner,
            "soldiers": tile.soldiers,
            "warlord": tile.warlord,
            "outpost": tile.outpost,
            "wonder": tile.wonder,
            "site": tile.site,
            "resource": tile.resource,
            "face": face,
        }
        for place, tile, face in zip(land.places, tiles, faces, strict=True)
    }


@seat_by_seat
def _realm(realm: Any, seat: int) -> Any:
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


def result_of(outcome: Outcome) -> Facts:
    """Scores, those of opponents at which nobody sits included, and winners."""
    scores = [*outcome.scores, *(opponent.score for opponent in outcome.opponents)]
    return {"scores": scores, "winners": list(outcome.winners)}


PAIR = Pair(
    GAME,
    monumental.Monumental,
    facts_of,
    result_of,
    spoken,
    liking={
        actions.Pass: 0.15,
        actions.EndTurn: 0.1,
        actions.Stop: 0.6,
        actions.MoveExplorer: 0.5,
        actions.MoveArmy: 0.3,
        actions.Conquer: 1.5,
        actions.CompleteSection: 4,
        actions.UseEffect: 2,
        actions.HireHero: 2,
        actions.ReturnHero: 0.4,
    },
    moods=0.5,
    options=({}, {"heroes": "on"}, {}, {"heroes": "off"}),
    variety=(0.0, 0.6),
    keen=0.03,
    longest=6000,
)


def test_the_engine_plays_by_the_rulebook() -> None:
    """Every choice, every effect and every end of random games, for all seats and options."""
    agree(PAIR, monumental, GAMES)


def begun(seats: int) -> Comparison:
    """A game before its first decision."""
    game = Comparison(PAIR, Seating(seats, {one.key: one.default for one in GAME.options}, 1))
    game.begin()
    return game


def test_ties_are_broken_as_in_the_model() -> None:
    """At the start all have as many points, and what they hold decides."""
    game, dice, winners = begun(4), Random(1), Counter[int]()
    model = game.model
    assert isinstance(model, monumental.Monumental)
    for _ in range(100):
        realms = []
        for realm, one in zip(game.state.realms, model.realms, strict=True):
            held = {"gold": dice.randrange(3), "culture": dice.randrange(3)}
            one.supply.update({key: held[key] - one.supply[key] for key in held})
            realms.append(replace(realm, supply=replace(realm.supply, **held)))
        outcome = GAME.outcome(replace(game.state, agenda=(), realms=tuple(realms)))

        assert outcome is not None
        assert result_of(outcome) == model.result()
        winners[len(outcome.winners)] += 1

    assert set(winners) >= {1, 2}


def test_who_is_level_with_the_automa_loses_as_in_the_model() -> None:
    game, winners = begun(1), []
    model = game.model
    assert isinstance(model, monumental.Monumental)
    own, automa = game.state.realms
    for known in ((), own.knowledge, ("irrigation",)):
        model.realms[1].knowledge = list(known)
        realms = (own, replace(automa, knowledge=known))
        outcome = GAME.outcome(replace(game.state, agenda=(), realms=realms))

        assert outcome is not None
        assert result_of(outcome) == model.result()
        winners.append(outcome.winners)

    assert winners == [(0,), (), ()]


def test_a_hero_destroys_soldiers_as_in_the_model() -> None:
    """Games that all have Heroes, on small maps, until some of them do."""
    pair = PAIR._replace(
        options=({"heroes": "on", "map": "clash"},), variety=(0.0,), seats=(4,), keen=0
    )
    reach(pair, {"soldiers destroyed": 3}, at_most=60)
