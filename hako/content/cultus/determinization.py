"""Determinization: the cards that a seat cannot see, dealt at random."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hako.content.cultus.cards import CardId, PlanId
from hako.content.cultus.state import Ruler, Town
from hako.content.cultus.steps.laying import Lay, LayFirstCard
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat


def dealt(view: Town, seat: Seat, chance: Chance) -> Town:
    """A complete table that is consistent with the seat's view."""
    cards = iter(chance.cards.shuffle(unseen_cards(view)))
    plans = iter(chance.cards.shuffle(unseen_plans(view, seat)))
    rulers = tuple(
        ruler if other == seat else _dealt_ruler(ruler, cards, plans)
        for other, ruler in enumerate(view.rulers)
    )
    town = replace(
        view,
        rulers=rulers,
        row=tuple(replace(space, deck=_filled(space.deck, cards)) for space in view.row),
        left_over=_filled(view.left_over, cards),
        monument_deck=chance.cards.shuffle(unseen_monuments(view)),
    )
    return _with_chosen_card(town, chance)


def unseen_cards(view: Town) -> list[CardId]:
    """The construction cards that the viewer does not see, in the order of the content file."""
    hands = (card for ruler in view.rulers for card in ruler.hand)
    seen = {*hands, *(laid.card for laid in view.laid), *view.discard}
    return [card for card in view.content.card if card not in seen]


def unseen_plans(view: Town, seat: Seat) -> list[PlanId]:
    """The plans that other seats may have."""
    return [plan for plan in view.content.plan if plan != view.rulers[seat].plan]


def unseen_monuments(view: Town) -> list[str]:
    """The monument cards of the deck, in the order of the content file."""
    owned = (card for ruler in view.rulers for card in ruler.cards)
    seen = {*view.open_monuments, *owned}
    return [card for card in view.content.monument if card not in seen]


def _dealt_ruler(ruler: Ruler, cards: Iterator[CardId], plans: Iterator[PlanId]) -> Ruler:
    plan = next(plans) if ruler.plan is None else ruler.plan
    return replace(ruler, hand=_filled(ruler.hand, cards), plan=plan)


def _filled(masked: tuple[CardId | None, ...], cards: Iterator[CardId]) -> tuple[CardId, ...]:
    return tuple(next(cards) if card is None else card for card in masked)


def _with_chosen_card(town: Town, chance: Chance) -> Town:
    """The table with a random card of the hand for a seat that is about to lay a hidden one."""
    step = town.agenda[-1] if town.agenda else None
    if not isinstance(step, Lay | LayFirstCard) or step.card is not None:
        return town
    card = chance.cards.choice(town.rulers[step.seat].hand)
    return replace(town, agenda=(*town.agenda[:-1], replace(step, card=card)))
