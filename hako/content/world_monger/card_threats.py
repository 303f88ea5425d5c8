"""Threats of cards: the harm that another seat can do to holders of Shares with the cards in play.

Each is about one use of one card, by what lies open and by the rules (world_monger.civ.3, term.4-8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

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
    step = world.agenda[-1]
    match step:
        case UseCards(seat=user, civilization=acting):
            uses = [(card, world.content.card[card].use) for card in usable(world, acting)]
        case PickElsewhere(seat=user, use=use) | PickCivilization(seat=user, use=use):
            acting = use.civilization
            uses = [(use.card, world.content.card[use.card].use[use.number :])]
        case _:
            return
    if user == seat:
        return
    held = [one for one in world.civilizations if one.shares[seat]]
    others = sorted([one for one in held if one.id != acting], key=lambda one: -one.shares[seat])
    for card, ops in uses:
        for threat in _of_card(world, card, ops, others, [one for one in held if one.id == acting]):
            values = {"seat": user, "card": card, **threat.values}
            yield Threat("stakes", LazyText(threat.key, values), user)


def _of_card(
    world: World,
    card: CardId,
    ops: Sequence[Op],
    others: Sequence[Civilization],
    acting: Sequence[Civilization],
) -> Iterator[LazyText]:
    """The harm that one use of a card can do to the civilizations in which a seat holds Shares."""
    for op in ops:
        match op:
            case DiscardElsewhere(only=kind):
                for civilization in others:
                    yield from _lower_price(world, civilization, kind)
            case GainElsewhere(card=given, count=count) if others and world.left(given):
                values = {"given": given, "count": min(count, world.left(given))}
                yield LazyText("card_gives", {"civilization": others[0].id, **values})
            case Look(deck="other", count=count) if any(
                isinstance(one, DiscardSome) for one in ops
            ):
                for civilization in [one for one in others if one.deck or one.discard][:1]:
                    most = min(count, len(civilization.deck) + len(civilization.discard))
                    values = {"civilization": civilization.id, "count": most}
                    yield LazyText("card_spoils_deck", values)
            case Trash() | Discard() | PutOnDeck():
                for civilization in acting:
                    if _ends_dividend(world, civilization, card, op):
                        yield LazyText("card_ends_dividend", {"civilization": civilization.id})
            case _:
                pass


def _lower_price(world: World, civilization: Civilization, kind: Any) -> Iterator[LazyText]:
    """The lowest price of a civilization after one of its cards is discarded, if it falls."""
    area, now = civilization.area_cards(), price(world, civilization.id)
    without = [
        price_of(world.content, [*area[:place], *area[place + 1 :]])
        for place, card in enumerate(area)
        if is_of(card, kind)
    ]
    if without and (least := min(without)) < now:
        values = {"civilization": civilization.id, "price": now, "least": least}
        yield LazyText("card_lowers_price", values)


def _ends_dividend(
    world: World, civilization: Civilization, card: CardId, op: Trash | Discard | PutOnDeck
) -> bool:
    """True if the pick can take all cards with an icon; the used card itself is never picked."""
    icons = [laid for laid in civilization.area if laid.card in world.content.with_icon]
    picked = [laid for laid in icons if not laid.used and is_of(laid.card, op.only)]
    is_own = sum(laid.card == card for laid in picked)
    most = min(op.max, len(picked) - bool(is_own))
    return pays_dividend(world, civilization.id) and len(icons) <= most
