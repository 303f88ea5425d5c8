"""The value of a position to a seat, for bots that look one move ahead.

The unit is about a dollar well spent. The value is that of the cards owned, less a share
of the others' cards, and in the seat's own turn the value of the rest of the turn: the
best purchases with the present money, or, if that is more, the chance to play on to
a win. The search that calls `evaluate` weighs playing on, by trying each card.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from hako.content.flip_city.actions import (
    BuildAction,
    Buy,
    Develop,
    EndTurn,
    PassOn,
    Recycle,
    Upgrade,
)
from hako.content.flip_city.cards import (
    Cards,
    Face,
    FaceId,
    GainActions,
    GainMoney,
    RaiseLimit,
)
from hako.content.flip_city.odds import card_played, forced_bust, limit_recycled
from hako.content.flip_city.purchases import BuildChoices, build_choices, offers_for
from hako.content.flip_city.state import Board, City, counted
from hako.content.flip_city.steps import BuildPhase, BuryOrKeep, PlayPhase, ShrinkSupply
from hako.engine.content.cache_decorators import remembered
from hako.engine.rules.model import Seat
from hako.engine.rules.preview import preview

OVER = 1000.0
"""The value of a game won: more than any other position has."""

WIN = 60.0
"""The value of a sure win in this turn, weighted by its chance: about five good purchases."""

OTHERS = 0.35
"""The share of another player's cards that counts against a seat."""

PLANNED = 0.99
"""The share of a purchase's value that counts before the build phase, as it may yet fail."""

NOT_YET = 0.1
"""The value of recycling a card later rather than now: the next card may change the plan."""

CLOCK = 2.0
"""The value of the last card of a solo supply."""

WORTH: Mapping[FaceId, float] = {
    "residential_area": -3.5,
    "apartment": -1.5,
    "convenience_store": 1.5,
    "shopping_mall": 5.0,
    "hospital": -0.5,
    "church": 5.0,
    "factory": 1.0,
    "power_plant": 2.0,
    "central_park": 4.5,
    "station": 10.0,
    "office": 1.5,
    "trade_center": 3.0,
}
"""The value of owning a card; tuned by letting bots play against each other."""

Kind: TypeAlias = tuple[int, int, int]
"""A card as far as playing on goes: unhappy icons, progress to the goal, raise of the limit."""

Kinds: TypeAlias = tuple[tuple[Kind, int], ...]
"""Cards by kind, with their number."""

Gains: TypeAlias = tuple[tuple[int, float], ...]
"""Costs, each with the greatest value that it can add to a position."""


def evaluate(view: City, seat: Seat) -> float:
    """The value of a position to a seat, in dollars, from public information."""
    if view.ending is not None:
        return OVER if view.winner == seat else -OVER
    owned = [_owned(board) for board in view.boards]
    worth = owned[seat] - OTHERS * sum([owned[other] for other in view.others(seat)])
    if view.is_solo:
        worth -= _supply_pressure(view)
    return worth + (_turn(view, seat) if view.turn.seat == seat else 0.0)


@lru_cache(maxsize=1 << 12)  # most actions leave most boards as they were
def _owned(board: Board) -> float:
    return sum([WORTH.get(face, 0.0) for face in board.owned()])


def _supply_pressure(view: City) -> float:
    """The value lost in a solo game as the supply shrinks; a pending shuffle takes one card."""
    left = view.supply_left() - isinstance(view.agenda[-1], ShrinkSupply)
    return CLOCK / left if left > 0 else OVER


def _turn(view: City, seat: Seat) -> float:
    """The value of the rest of the seat's turn."""
    if isinstance(view.agenda[-1], BuildPhase):
        return _purchases(view, seat)
    gains = _gains(view, seat)
    worth = WIN * chance_to_win_now(view, seat)
    if PlayPhase(seat).why_not_stop(view) is None:
        worth = max(worth, _plans(view, seat, gains))
    return max(worth, _next_card(view, seat, gains, worth))


# ------------------------------------------------------------ spending


def _purchases(view: City, seat: Seat) -> float:
    """The most that the turn's money and actions can add to what is owned."""
    return _best(_gains(view, seat), view.turn.money, view.turn.actions)


def _plans(view: City, seat: Seat, gains: Gains) -> float:
    """The value of the best purchases before the build phase, with recycling that adds to them."""
    turn = view.turn
    options = {(turn.money, turn.actions, 0.0)}
    bonuses = _bonuses(view.content)
    for card in view.boards[seat].discard:
        if card in bonuses:
            more, again = bonuses[card]
            price = _recycled(view, card) - NOT_YET
            options |= {
                (option[0] + more, option[1] + again, option[2] + price) for option in options
            }
    return max([PLANNED * _best(gains, money, actions) - lost for money, actions, lost in options])


@remembered
def _bonuses(content: Cards) -> Mapping[FaceId, tuple[int, int]]:
    """Money and build actions gained by recycling, for the faces that bring some."""
    bonuses = {}
    for card, face in content.face.items():
        match face.recycle:
            case GainMoney(more):
                bonuses[card] = (more, 0)
            case GainActions(more):
                bonuses[card] = (0, more)
            case _:
                pass
    return bonuses


def _recycled(view: City, card: FaceId) -> float:
    """The value lost by flipping a card back to its front."""
    return WORTH.get(card, 0.0) - WORTH.get(view.content.other_side[card], 0.0)


def _gains(view: City, seat: Seat) -> Gains:
    """The best gain at each cost, from the supply and the discard pile."""
    return _gains_of(view.content, build_choices(view, seat))


@remembered
def _gains_of(content: Cards, choices: BuildChoices) -> Gains:
    gains: dict[int, float] = {}
    for action, cost in offers_for(content, choices):
        gains[cost] = max(gains.get(cost, 0.0), _gain(content, action))
    return tuple(sorted(gains.items()))


def _gain(content: Cards, action: BuildAction) -> float:
    """The value that a build action adds to a position."""
    other_side = content.other_side
    match action:
        case Buy(face):
            return WORTH.get(face, 0.0)
        case Develop(face):
            return WORTH.get(other_side[face], 0.0)
        case Upgrade(face):
            return WORTH.get(other_side[face], 0.0) - WORTH.get(face, 0.0)
        case PassOn(face):
            return -WORTH.get(face, 0.0) - OTHERS * WORTH.get(other_side[face], 0.0)
        case EndTurn():
            return 0.0


@lru_cache(maxsize=1 << 14)
def _best(gains: Gains, money: int, actions: int) -> float:
    """The best sum of gains, each at its cost, as often as money and actions allow."""
    if not actions:
        return 0.0
    return max(
        (gain + _best(gains, money - cost, actions - 1) for cost, gain in gains if cost <= money),
        default=0.0,
    )


# ------------------------------------------------------------ playing on


def _next_card(view: City, seat: Seat, gains: Gains, anyway: float) -> float:
    """The value of the turn if it is stopped as soon as possible after the next card.

    The card changes neither supply nor discard pile, and so none of the gains. If the result cannot
    exceed `anyway`, the value of the turn otherwise, an upper bound is returned.
    """
    if not view.boards[seat].deck:
        return _weighted_plans(view, seat, gains, anyway)
    may_go = isinstance(view.agenda[-1], BuryOrKeep)  # the open card may still be buried
    after = view if may_go else card_played(view, seat)
    if after is None:
        return _bust_value(view, seat)
    if after.ending is not None:
        return WIN
    return _weighted_plans(after, seat, gains, anyway)


def _weighted_plans(view: City, seat: Seat, gains: Gains, anyway: float) -> float:
    """The value of what can be built, times the chance that the turn may be stopped."""
    plans = _plans(view, seat, gains)
    return _chance_to_stop(view, seat) * plans if plans > anyway else plans


def _bust_value(view: City, seat: Seat) -> float:
    """The value of a turn that is about to bust: 0, unless a Church can be recycled."""
    for card in view.boards[seat].discard:
        if card in view.content.recycled_limit:
            after = preview(view, seat, Recycle(card)).state
            on = _next_card(after, seat, _gains(after, seat), anyway=0.0)
            return max(0.0, on - _recycled(view, card))
    return 0.0


def _chance_to_stop(view: City, seat: Seat) -> float:
    """The chance to reach a point where the turn may be stopped, recycling all Churches."""
    return 1 - forced_bust(limit_recycled(view, seat), seat)


def _limit_reserve(view: City, seat: Seat) -> int:
    """The amount by which recycling could raise the limit."""
    raised = view.content.recycled_limit
    return sum([raised.get(card, 0) for card in view.boards[seat].discard])


# ------------------------------------------------------------ playing on to a win


def chance_to_win_now(view: City, seat: Seat) -> float:
    """The chance to win by playing on through the whole deck."""
    board, content = view.boards[seat], view.content
    bonuses = content.recycled_points
    bonus_points = sum([bonuses.get(card, 0) for card in board.discard])
    need = content.constants.points_to_win - view.turn.points - bonus_points
    if need <= 0:
        return 1.0
    chance = _chance_to_reach(view, seat, need, by_cards=False)
    most = len(board.city) + len(board.deck)
    for card, cards in content.winning_crowds:
        if cards <= most and card in (*board.city, *board.deck, *board.unseen):
            more = cards - len(board.city)
            chance = max(chance, _chance_to_reach(view, seat, more, by_cards=True))
    return chance


def _chance_to_reach(view: City, seat: Seat, need: int, *, by_cards: bool) -> float:
    """The chance that the deck brings so many points, or cards, before a bust."""
    board = view.boards[seat]
    kinds = _kinds(view.content, by_cards)
    deck = [kinds[card] for card in (*board.deck, *board.unseen) if card is not None]
    if not deck or sum([worth for _, worth, _ in deck]) < need:
        return 0.0
    slack = view.turn.limit - view.turn.unhappy + _limit_reserve(view, seat)
    if board.deck[0] is not None:
        unhappy, worth, raised = deck.pop(0)
        slack += raised - unhappy
        need -= worth
    return _reach(tuple(sorted(counted(tuple(deck)))), slack, need)


@remembered
def _kinds(content: Cards, by_cards: bool) -> Mapping[FaceId, Kind]:
    return {card: _kind(face, by_cards=by_cards) for card, face in content.face.items()}


def _kind(face: Face, *, by_cards: bool) -> Kind:
    raised = face.when_played.amount if isinstance(face.when_played, RaiseLimit) else 0
    return (face.unhappy, 1 if by_cards else face.points, raised)


@lru_cache(maxsize=1 << 16)
def _reach(deck: Kinds, slack: int, need: int) -> float:
    """The chance that shuffled cards bring what is needed while the slack stays above 0."""
    if slack <= 0:
        return 0.0
    if need <= 0:
        return 1.0
    if sum([kind[1] * copies for kind, copies in deck]) < need:
        return 0.0
    total = sum([copies for _, copies in deck])
    chance = 0.0
    for place, (kind, copies) in enumerate(deck):
        rest = _one_less(deck, place)
        chance += copies / total * _reach(rest, slack + kind[2] - kind[0], need - kind[1])
    return chance


def _one_less(deck: Kinds, place: int) -> Kinds:
    kind, copies = deck[place]
    rest = ((kind, copies - 1),) if copies > 1 else ()
    return deck[:place] + rest + deck[place + 1 :]
