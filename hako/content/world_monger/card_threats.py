"""Threats of cards: the harm that another seat can do to holders of Shares with the cards in play.

Each is about a card, used as often as it lies there unused, by what lies open and by the rules
(world_monger.civ.3, civ.4, term.4-8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from hako.content.world_monger.cards import (
    CardId,
    Discard,
    DiscardElsewhere,
    DiscardSome,
    GainElsewhere,
    Look,
    Op,
    PutOnDeck,
    Trash,
    is_of,
)
from hako.content.world_monger.state import Civilization, World, pays_dividend, price, price_of
from hako.content.world_monger.steps.civilization_phase import UseCards, usable
from hako.content.world_monger.steps.effects import PickCivilization, PickElsewhere
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.threats import Threat


def card_threats(world: World, seat: Seat) -> Iterator[Threat]:
    """The threats to a seat while another one uses cards: to its prices, a dividend, its decks."""
    step, uses = world.agenda[-1], dict[CardId, Sequence[Op]]()
    match step:
        case UseCards(seat=user, civilization=acting):
            chosen: CardId | None = None
        case PickElsewhere(seat=user, use=use) | PickCivilization(seat=user, use=use):
            acting, chosen = use.civilization, use.card
            uses[chosen] = world.content.card[chosen].use[use.number :]
        case _:
            return
    if user == seat:
        return
    uses |= {card: world.content.card[card].use for card in usable(world, acting) if card != chosen}
    unused = Counter(laid.card for laid in world.civilization(acting).area if not laid.used)
    held = [one for one in world.civilizations if one.shares[seat]]
    own = [one for one in held if one.id == acting]
    others = sorted([one for one in held if one.id != acting], key=lambda one: -one.shares[seat])
    for card, ops in uses.items():
        copies = unused[card] + (card == chosen)
        values = {"seat": user, "card": {card: copies} if copies > 1 else card}
        for threat in _of_card(world, CardUses(card, ops, copies), others, own):
            yield Threat("stakes", LazyText(threat.key, {**values, **threat.values}), user)


class CardUses(NamedTuple):
    """A card with what one use of it does, or has still to do, and how often it can be used."""

    card: CardId
    ops: Sequence[Op]
    times: int


def _of_card(
    world: World,
    uses: CardUses,
    others: Sequence[Civilization],
    acting: Sequence[Civilization],
) -> Iterator[LazyText]:
    """The harm that a card can do to the civilizations in which a seat holds Shares."""
    for op in uses.ops:
        match op:
            case DiscardElsewhere(only=kind):
                for civilization in others:
                    yield from _lower_price(world, civilization, kind, uses.times)
            case GainElsewhere(card=given, count=count) if others and world.left(given):
                values = {"given": given, "count": min(count * uses.times, world.left(given))}
                yield LazyText("card_gives", {"civilization": others[0].id, **values})
            case Look(deck="other", count=count) if any(
                isinstance(one, DiscardSome) for one in uses.ops
            ):
                for civilization in [one for one in others if one.deck or one.discard][:1]:
                    cards = len(civilization.deck) + len(civilization.discard)
                    most = min(count * uses.times, cards)
                    values = {"civilization": civilization.id, "count": most}
                    yield LazyText("card_spoils_deck", values)
            case Trash() | Discard() | PutOnDeck():
                for civilization in acting:
                    if _ends_dividend(world, civilization, uses, op):
                        yield LazyText("card_ends_dividend", {"civilization": civilization.id})
            case _:
                pass


def _lower_price(
    world: World, civilization: Civilization, kind: Any, times: int
) -> Iterator[LazyText]:
    """The lowest price of a civilization after so many of its cards are discarded, if it falls."""
    area, now = civilization.area_cards(), price(world, civilization.id)
    places = [place for place, card in enumerate(area) if is_of(card, kind)]
    without = [
        price_of(world.content, [card for place, card in enumerate(area) if place not in discarded])
        for discarded in combinations(places, min(times, len(places)))
    ]
    if (least := min(without)) < now:
        values = {"civilization": civilization.id, "price": now, "least": least}
        yield LazyText("card_lowers_price", values)


def _ends_dividend(
    world: World, civilization: Civilization, uses: CardUses, op: Trash | Discard | PutOnDeck
) -> bool:
    """True if the picks can take all cards with an icon; a used card is never picked."""
    icons = [laid for laid in civilization.area if laid.card in world.content.with_icon]
    picked = [laid for laid in icons if not laid.used and is_of(laid.card, op.only)]
    has_own = any(laid.card == uses.card for laid in picked)
    most = min(op.max * uses.times, len(picked) - has_own)
    return pays_dividend(world, civilization.id) and len(icons) <= most
