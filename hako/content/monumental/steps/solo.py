"""The Automa's turn in the solo game (monumental.solo.1-7)."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.monumental.cards.effects import CardId, CardKind
from hako.content.monumental.cards.land import Place
from hako.content.monumental.conquest_options import Target, conquerable
from hako.content.monumental.events.acquisitions import (
    PolicyDeveloped,
    WonderTokenLeftAtCapital,
    WonderTokenPlaced,
)
from hako.content.monumental.events.automa import (
    AutomaCardTurnedUp,
    AutomaGainedCulture,
    AutomaShuffled,
    AutomaTookCard,
    AutomaTookToken,
)
from hako.content.monumental.events.display import DisplayDiscarded
from hako.content.monumental.events.map_pieces import (
    GarrisonDestroyed,
    ProvinceConquered,
    TokenTurnedUp,
)
from hako.content.monumental.map_queries import defence, token_sites
from hako.content.monumental.state import AUTOMA, World
from hako.content.monumental.steps.display import announce, fill
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.content.monumental.steps.monsters import SlayMonsters
from hako.content.monumental.steps.policies import policy_cost
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Resolution, Step, known


class AutomaTurn(Step[World, None], frozen=True):
    """The Automa turns up its cards, one after the other (monumental.solo.2)."""

    clause = "monumental.solo.2"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        for _ in range(world.content.solo.cards_a_turn[known(world.automa).level]):
            yield TurnUpAutomaCard()


class TurnUpAutomaCard(Step[World, None], frozen=True):
    """The Automa acts by its next card; then the display is filled (monumental.solo.2-3)."""

    clause = "monumental.solo.3"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if not known(world.automa).deck.cards:
            world = yield from shuffle_automa(world, chance)
        deck = known(world.automa).deck
        card = world.content.automa_card[deck.top()].id
        world = yield AutomaCardTurnedUp(card, len(deck.cards) - 1)
        match card:
            case "build":
                yield from _build(world)
            case "research":
                yield from _research(world)
            case "trade":
                yield from _trade(world)
            case "expand":
                yield from _conquer(world, ("neutral", "opponent"))
            case "attack":
                yield from _conquer(world, ("opponent", "neutral"))
            case "culture":
                yield from _develop(world)
        yield FillAfterAutoma()


class FillAfterAutoma(Step[World, None], frozen=True):
    """The display is slid and filled after an automa card (monumental.solo.3)."""

    clause = "monumental.solo.3"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if not world.is_last_round():
            world = yield from fill(world, 0)
            yield from announce(world, 0)


def shuffle_automa(world: World, chance: Chance) -> Moves[World]:
    """Shuffle the Automa's cards (monumental.solo.2)."""
    cards = [card.id for card in world.content.automa for _ in range(card.copies)]
    return (yield AutomaShuffled(chance.cards.shuffle(cards)))


def reach(world: World) -> int:
    """The highest Defence that the Automa can overcome (monumental.solo.5)."""
    shown = world.displayed()
    if not shown:
        return world.content.solo.reach_with_empty_display
    return world.content.era[known(world.content.card[shown[-1]].era)].reach


# ------------------------------------------------------------ the display


def _rightmost(world: World, kind: CardKind) -> CardId | None:
    cards = reversed(world.displayed())
    return next((card for card in cards if world.content.card[card].kind == kind), None)


def _build(world: World) -> Resolution[World]:
    wonder = _rightmost(world, "wonder")
    if wonder is None:
        yield from _discard(world, _rightmost(world, "building"))
        return
    world = yield AutomaTookCard(wonder)
    sites = token_sites(world, AUTOMA)
    if sites:
        place = min(sites, key=lambda site: (-defence(world, site), *_down(world, site)))
        yield WonderTokenPlaced(AUTOMA, wonder, place)
    else:
        yield WonderTokenLeftAtCapital(AUTOMA, wonder)


def _research(world: World) -> Resolution[World]:
    knowledge = _rightmost(world, "knowledge")
    if knowledge is None:
        yield from _discard(world, None)
    else:
        yield AutomaTookCard(knowledge)


def _trade(world: World) -> Resolution[World]:
    home = world.capital(AUTOMA)
    tiles = zip(world.land.places, world.tiles, strict=True)
    sites = [place for place, tile in tiles if tile.resource is not None]
    if sites:
        world = yield AutomaTookToken(min(sites, key=lambda place: _nearness(world, home, place)))
    yield from _discard(world, None)


def _discard(world: World, card: CardId | None) -> Resolution[World]:
    """Discard a card of the display, or the rightmost one if None; nothing if it is empty."""
    shown = world.displayed()
    if shown:
        yield DisplayDiscarded((card or shown[-1],))


# ------------------------------------------------------------ the map


def _conquer(world: World, kinds: Sequence[Target]) -> Resolution[World]:
    """Conquer Provinces one after the other, each time the weakest (monumental.solo.5)."""
    for _ in range(world.content.solo.conquests):
        place = _weakest(world, kinds)
        if place is None:
            return
        world = yield from _take(world, place)


def _weakest(world: World, kinds: Sequence[Target]) -> Place | None:
    """The weakest Province of the first kind that the Automa can conquer; None if there is none."""
    home = world.capital(AUTOMA)
    if not world.tile(home).soldiers:
        return None
    for kind in kinds:
        weak = [
            place
            for place in conquerable(world, AUTOMA, kind)
            if defence(world, place) <= reach(world)
        ]
        if weak:
            return min(weak, key=lambda site: (defence(world, site), *_nearness(world, home, site)))
    return None


def _take(world: World, place: Place) -> Moves[World]:
    home, loser = world.capital(AUTOMA), world.tile(place).owner
    if loser is not None:
        world = yield GarrisonDestroyed(loser, place)
    world = yield ProvinceConquered(AUTOMA, place, {home: 1}, {})
    if loser is None and any(lair.place == place for lair in world.lairs):
        yield SlayMonsters(AUTOMA, place)
    if world.tile(place).site is not None:
        token = known(world.tokens.faces[world.land.index[place]])
        world = yield TokenTurnedUp(AUTOMA, place, token)
    return world


def _nearness(world: World, home: Place, place: Place) -> tuple[int, ...]:
    """A sort key: nearest first, then furthest up, then furthest left."""
    return world.land.distance(home, place), *_down(world, place)


def _down(world: World, place: Place) -> tuple[int, int]:
    q, r = world.land.hex[place]
    return r, q


# ------------------------------------------------------------ Culture


def _develop(world: World) -> Resolution[World]:
    """Gain Culture, and develop the first Policies that are left (monumental.solo.6)."""
    world = yield AutomaGainedCulture(world.content.solo.culture)
    for _ in range(world.content.solo.policies):
        cost = policy_cost(world, AUTOMA)
        if cost is None or cost > world.realms[AUTOMA].supply.culture:
            return
        policy = world.policies_left(AUTOMA)[0]
        world = yield PolicyDeveloped(AUTOMA, policy, {"culture": cost} if cost else {})
