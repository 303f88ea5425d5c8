"""Knowledge of a viewer about a face-down deck, from its top downwards.

    Run(1, (share,))          the top card is a Share: an Official put it there openly
    Run(2, (monk, villager))  then a Monk and a Villager in unknown order
                              below: any order of the other cards

A card is known here once the viewer looked at it, or after it was put on top face up. The cards
of a deck and its discard pile as a set are public, since every card moved openly
(world_monger.secret.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias, TypeGuard

from msgspec import Struct

from hako.content.world_monger.cards import CardId
from hako.engine.rules.model import Hidden

Cardset: TypeAlias = tuple[CardId, ...]
"""Cards that lie in no order, sorted so that equal sets are equal."""


Copies: TypeAlias = Mapping[CardId, int]
"""The number of copies of each card."""


class Run(Struct, frozen=True, gc=False):
    """Cards next to each other in a deck of which a viewer knows some, but not their places."""

    size: int
    cards: Cardset
    """At most `size`; the run's other cards may be anything."""


Sight: TypeAlias = tuple[Run, ...]
"""The knowledge of a viewer about a deck, the top run first."""


def without(cards: Cardset, gone: Iterable[CardId]) -> Cardset:
    """The cards less others, as far as these are among them."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


@lru_cache(maxsize=1 << 8)  # what a deck is worth now and at the end is asked together
def copies_of(cards: Cardset) -> Copies:
    """The number of copies of each of the cards."""
    return Counter(cards)


def with_cards(cards: Cardset, more: Iterable[CardId]) -> Cardset:
    """The cards and others together."""
    return tuple(sorted((*cards, *more)))


def all_known(cards: tuple[CardId | None, ...]) -> tuple[CardId, ...]:
    """The cards, none of them masked. Raises Hidden if one is."""
    if not _open(cards):
        raise Hidden
    return cards


def _open(cards: tuple[CardId | None, ...]) -> TypeGuard[tuple[CardId, ...]]:
    return None not in cards


def put_on_top(sight: Sight, card: CardId) -> Sight:
    """The sight after a card was put on top openly."""
    return (Run(1, (card,)), *sight)


def take(sight: Sight, place: int, card: CardId) -> Sight:
    """The sight after a card left the deck openly; `place` counts from the top, 0 the top card."""
    for number, run in enumerate(sight):
        if place < run.size:
            rest = Run(run.size - 1, without(run.cards, (card,)))
            return _trimmed((*sight[:number], *([rest] if rest.size else ()), *sight[number + 1 :]))
        place -= run.size
    return sight


def take_top(sight: Sight, cards: Iterable[CardId]) -> Sight:
    """The sight after cards left the top of the deck openly, the top card first."""
    for card in cards:
        if not sight:
            break
        sight = take(sight, 0, card)
    return sight


def mix(sight: Sight, size: int) -> Sight:
    """The sight after another seat took the top cards in hand, which may change their order.

    A run that begins among them and ends below counts as mixed completely.
    """
    cards: list[CardId] = []
    covered = 0
    for number, run in enumerate(sight):
        cards += run.cards
        covered += run.size
        if covered >= size:
            return _trimmed((Run(covered, tuple(sorted(cards))), *sight[number + 1 :]))
    return _trimmed((Run(max(size, covered), tuple(sorted(cards))),))


def look(sight: Sight, cards: tuple[CardId, ...]) -> Sight:
    """The sight after the viewer looked at the top cards or ordered them, the top card first."""
    return (*(Run(1, (card,)) for card in cards), *take_top(sight, cards))


def put_under(sight: Sight, deck: Cardset) -> Sight:
    """The sight after shuffled cards were put under the deck; `deck` is its cards before that."""
    known = [card for run in sight for card in run.cards]
    covered = sum(run.size for run in sight)
    if len(known) < covered:
        return (Run(len(deck), deck),) if deck else ()
    rest = without(deck, known)
    return (*sight, Run(len(rest), rest)) if rest else sight


def places(sight: Sight) -> tuple[CardId | None, ...]:
    """The card at each place from the top, as far as the sight goes; None where it is not known."""
    return tuple(
        run.cards[0] if len(run.cards) == run.size and len(set(run.cards)) == 1 else None
        for run in sight
        for _ in range(run.size)
    )


def _trimmed(sight: Sight) -> Sight:
    """The sight without runs at its end of which no card is known."""
    end = len(sight)
    while end and not sight[end - 1].cards:
        end -= 1
    return sight[:end]
