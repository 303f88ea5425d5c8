"""Expected prices and draws of a civilization, from public information.

Prices and end values are coins for one Share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import TypeAlias

from hako.content.world_monger.cards import (
    SHARE,
    CardId,
    Cards,
    Draw,
    Kind,
    Op,
    PutIntoPlay,
    PutLookedIntoPlay,
    PutNumberIntoPlay,
    Refresh,
    Trash,
    TrashThis,
    is_of,
)
from hako.content.world_monger.deck_knowledge import Cardset, Copies, Run, copies_of, without
from hako.content.world_monger.state import (
    Civilization,
    Pile,
    World,
)
from hako.engine.content.cache_decorators import at_hand, remembered
from hako.engine.rules.model import Viewer

FAVOURED = 0.5
"""Part of the added cards that comes from the two lowest supply piles."""

PICKED = 1.0
"""Value by which the best of a few cards exceeds the average."""

REFRESHED = 1.0
"""Value that using a card again adds to a price."""

Adds: TypeAlias = Callable[[Copies, float, int], float]
"""The approximate value that an operation adds to the price, by the deck, its mean value and the
highest value printed on a card of the supply."""


def expected_price(world: World, cards: Cardset) -> float:
    """The mean price of cards laid out from a deck, by their printed values alone."""
    constants = world.content.constants
    drawn = min(constants.layout_size, len(cards))
    return constants.base_price + drawn * average_value(world.content, copies_of(cards))


def best_offered(world: World) -> int:
    """The highest value printed on a card of the supply."""
    return _best_of(world.content, world.supply)


@at_hand
def _best_of(content: Cards, supply: tuple[Pile, ...]) -> int:
    return max([content.printed[pile.card] for pile in supply if pile.left], default=0)


def expected_price_used(content: Cards, cards: Cardset, best_offered: int) -> float:
    """The mean price of cards laid out from a deck when a controller uses them to raise it."""
    constants, copies = content.constants, copies_of(cards)
    worth = worth_in_play(content, copies, best_offered)
    drawn = min(constants.layout_size, len(cards))
    total = sum([worth[card] * count for card, count in copies.items()])
    return constants.base_price + (drawn * total / len(cards) if cards else 0.0)


def worth_in_play(content: Cards, copies: Copies, best_offered: int) -> dict[CardId, float]:
    """The value that each card adds to the price in a play area of a deck with these copies."""
    mean, worth = average_value(content, copies), {}
    for card in copies:
        value = float(content.printed[card])
        if card in content.constant_for:
            value += _by_constants(content, card, copies)
        used = [adds(copies, mean, best_offered) for adds in _used(content, card)]
        worth[card] = value + max(0.0, sum(used))
    return worth


def average_value(content: Cards, copies: Copies) -> float:
    """The average printed value of cards."""
    total = sum([content.printed[card] * count for card, count in copies.items()])
    return total / (sum(copies.values()) or 1)


def chance_of_icon(content: Cards, cards: Cardset) -> float:
    """The probability of a dividend icon among the cards laid out."""
    copies = copies_of(cards)
    icons = sum([copies.get(card, 0) for card in content.with_icon])
    return chance_of(1, icons, len(cards), content.constants.layout_size)


def rounds_left(world: World) -> float:
    """The expected number of rounds after this one, judged by the supply."""
    if world.final_round is not None:
        return world.final_round - world.round
    low = sum(sorted([pile.left for pile in world.supply])[:2])
    rounds = low / (FAVOURED * len(world.civilizations))
    return max(1.0, rounds + (world.phase in ("development", "cleanup")))


def foreseen_draw(
    content: Cards, civilization: Civilization, viewer: Viewer, count: int
) -> tuple[float, float]:
    """The mean sum of the printed values in a draw, and the probability of a Share in it.

    The cards come in the order that the viewer knows, and the discards only after the deck has
    run out (world_monger.detail.1).
    """
    sight, discards = civilization.sight(viewer), civilization.discard_cards()
    rest = without(civilization.deck_cards(), (card for run in sight for card in run.cards))
    below = Run(len(civilization.deck) - sum(run.size for run in sight), ())
    value, without_share = 0.0, {0: 1.0}
    for run in (*sight, below, Run(len(discards), discards)):
        drawn = min(count, run.size)
        if not drawn:
            continue
        count -= drawn
        others = run.size - len(run.cards)
        total = sum(content.card[card].value for card in run.cards)
        value += drawn * (total + others * average_value(content, copies_of(rest))) / run.size
        without_share = _go_on(without_share, run, drawn)
    kept, shares = len(rest), rest.count(SHARE)
    none = sum(
        chance * comb(kept - shares, places) / comb(kept, places)
        for places, chance in without_share.items()
    )
    return value, 1 - none


def _go_on(chances: Mapping[int, float], run: Run, drawn: int) -> dict[int, float]:
    """The probabilities that no known Share is drawn, by the number of unknown cards drawn."""
    others, harmless = run.size - len(run.cards), len(run.cards) - run.cards.count(SHARE)
    after: dict[int, float] = {}
    for places, chance in chances.items():
        for more in range(min(drawn, others) + 1):
            ways = comb(harmless, drawn - more) * comb(others, more) / comb(run.size, drawn)
            after[places + more] = after.get(places + more, 0.0) + chance * ways
    return after


@lru_cache(maxsize=1 << 14)
def chance_of(at_least: int, good: int, among: int, drawn: int) -> float:
    """The probability that at least `at_least` of the `good` cards are among those drawn."""
    drawn = min(drawn, among)
    ways = sum(
        comb(good, hits) * comb(among - good, drawn - hits)
        for hits in range(at_least, min(good, drawn) + 1)
    )
    return ways / comb(among, drawn)


def _by_constants(content: Cards, card: CardId, copies: Copies) -> float:
    """The expected value that constant effects add to a card laid out with others of the deck."""
    others, beside = sum(copies.values()) - 1, content.constants.layout_size - 1
    more = 0.0
    for source, effect in content.constant_for[card]:
        itself = source == card
        chance = chance_of(effect.copies - itself, copies.get(source, 0) - itself, others, beside)
        more += (effect.value - content.printed[card]) * chance
    return more


@remembered  # decks change with every card gained, what is printed never does
def _used(content: Cards, card: CardId) -> Sequence[Adds]:
    """The estimates for the operations of a card's effect, without those that add nothing."""
    contributions = [_by_op(content, card, op) for op in content.card[card].use]
    return [adds for adds in contributions if adds is not None]


def _by_op(content: Cards, card: CardId, op: Op) -> Adds | None:
    match op:
        case Draw(count="as_many"):
            return lambda _copies, mean, _best: 2 * mean
        case Draw(count=int(count), if_last=kind):
            return lambda copies, mean, _best: count * mean * _share_of(copies, kind)
        case Trash(min=least):
            return lambda _copies, mean, _best: -least * min(1.0, mean)
        case TrashThis():
            lost = -float(content.printed[card])
            return lambda _copies, _mean, _best: lost
        case PutIntoPlay():
            return lambda _copies, _mean, best: float(best)
        case PutNumberIntoPlay(card=put, max=most):
            more = float(most * content.printed[put])
            return lambda _copies, _mean, _best: more
        case PutLookedIntoPlay():
            return lambda _copies, mean, _best: mean + PICKED
        case Refresh():
            return lambda _copies, _mean, _best: REFRESHED
        case _:
            return None


def _share_of(copies: Copies, kind: Kind | None) -> float:
    """The proportion of such cards among the copies."""
    if kind in (None, "any"):
        return 1.0
    such = sum(count for card, count in copies.items() if is_of(card, kind))
    return such / (sum(copies.values()) or 1)
