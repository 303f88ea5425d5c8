"""Quiescence: quick default answers to a seat's follow-up decisions, for one-ply bots."""

from __future__ import annotations

from hako.content.world_monger.actions import (
    ChooseCivilization,
    DiscardThere,
    EndTurn,
    Enough,
    PickAction,
    UseCard,
    WorldMongerAction,
)
from hako.content.world_monger.cards import CardId, Draw, Look, PutNumberIntoPlay, Refresh
from hako.content.world_monger.state import World
from hako.content.world_monger.steps.civilization_phase import UseCards
from hako.content.world_monger.steps.effects import (
    DiscardAny,
    DiscardInOrder,
    PickCivilization,
    PickElsewhere,
    PickFromArea,
    PickFromSupply,
    PickLooked,
    PickNumber,
    ReturnInOrder,
)
from hako.engine.rules.model import Seat

RAISES = (Draw, PutNumberIntoPlay, Look)
"""Operations that bring cards into the play area at little cost."""

WORTH_KEEPING = 2
"""Value from which a card is left where it is, if the choice is optional."""


def quiet_action(view: World, seat: Seat) -> WorldMongerAction | None:
    """The action, or None where the position is at rest."""
    match view.agenda[-1]:
        case UseCards() as step:
            return _go_on(view, step)
        case PickFromArea() as step:
            return _from_area(view, step)
        case PickFromSupply() as step:
            return max(step.actions(view), key=lambda action: _value(view, action.card))
        case PickLooked() as step:
            return max(step.actions(view), key=lambda action: _value(view, action.card))
        case PickElsewhere() as step:
            return max(step.actions(view), key=lambda action: _rival(view, seat, action))
        case PickCivilization() as step:
            return max(step.actions(view), key=lambda action: _rival(view, seat, action))
        case DiscardAny():
            return Enough()
        case PickNumber() as step:
            return step.actions(view)[0]
        case DiscardInOrder() as step:
            return step.actions(view)[0]
        case ReturnInOrder() as step:
            return step.actions(view)[0]
        case _:
            return None


def _go_on(view: World, step: UseCards) -> WorldMongerAction:
    """Use a card that raises the price if the seat holds Shares of the civilization."""
    if view.civilization(step.civilization).shares[step.seat]:
        for action in step.actions(view):
            if isinstance(action, UseCard) and _raises(view, step, action.card):
                return action
    return EndTurn()


def _raises(view: World, step: UseCards, card: CardId) -> bool:
    """True if using the card brings cards into the play area, or refreshes a card that does."""
    if isinstance(view.content.card[card].use[0], Refresh):
        area = view.civilization(step.civilization).area
        return any(laid.used and _brings(view, laid.card) for laid in area)
    return _brings(view, card)


def _brings(view: World, card: CardId) -> bool:
    use = view.content.card[card].use
    return bool(use) and isinstance(use[0], RAISES)


def _from_area(view: World, step: PickFromArea) -> PickAction:
    """Pick a card that brings others if it is refreshed, the least valuable one otherwise."""
    picks = [action for action in step.actions(view) if not isinstance(action, Enough)]
    may_stop = len(step.use.moved) >= step.op.min
    if isinstance(step.op, Refresh):
        return max(picks, key=lambda pick: (_brings(view, pick.card), _value(view, pick.card)))
    worst = min(picks, key=lambda action: _value(view, action.card), default=None)
    if worst is None or (may_stop and _value(view, worst.card) >= WORTH_KEEPING):
        return Enough()
    return worst


def _rival(
    view: World, seat: Seat, action: ChooseCivilization | DiscardThere
) -> tuple[int, int, int]:
    """A sort key: few Shares of the seat, many Shares of others, a valuable card."""
    shares = view.civilization(action.civilization).shares
    card = action.card if isinstance(action, DiscardThere) else None
    return -shares[seat], sum(shares), 0 if card is None else _value(view, card)


def _value(view: World, card: CardId) -> int:
    return view.content.card[card].value
