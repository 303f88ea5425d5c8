"""What a viewer knows of a face-down deck, from its top downwards.

    Run(1, (share,))          the top card is a Share: an Official put it there, all saw it
    Run(2, (monk, villager))  then a Monk and a Villager, nobody said in which order
                              below: any order of the other cards

A card is known here once it was looked at, or was put on top face up. What a deck and its
discard pile hold all in all is public, as every card moved openly (world_monger.secret.2).
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
"""How many of each card there are."""


class Run(Struct, frozen=True, gc=False):
    """Cards next to each other in a deck of which a viewer knows some, but not their places."""

    size: int
    cards: Cardset
    """At most `size`; the run's other cards may be anything."""


Sight: TypeAlias = tuple[Run, ...]
"""What a viewer knows of a deck, the top run first."""


def without(cards: Cardset, gone: Iterable[CardId]) -> Cardset:
    """The cards with others taken out, as far as they are among them."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


@lru_cache(maxsize=1 << 8)  # what a deck is worth now and at the end is asked together
def copies_of(cards: Cardset) -> Copies:
    """The cards counted."""
    return Counter(cards)


def with_cards(cards: Cardset, more: Iterable[CardId]) -> Cardset:
    """The cards with others laid to them."""
    return tuple(sorted((*cards, *more)))


def all_known(cards: tuple[CardId | None, ...]) -> tuple[CardId, ...]:
    """Cards that may be masked; raises Hidden where one of them is."""
    if not _open(cards):
        raise Hidden
    return cards


def _open(cards: tuple[CardId | None, ...]) -> TypeGuard[tuple[CardId, ...]]:
    return None not in cards


def put_on_top(sight: Sight, card: CardId) -> Sight:
    """A card was put on top for all to see."""
    return (Run(1, (card,)), *sight)


def take(sight: Sight, place: int, card: CardId) -> Sight:
    """A card left the deck for all to see; `place` counts from the top, 0 the top card."""
    for number, run in enumerate(sight):
        if place < run.size:
            rest = Run(run.size - 1, without(run.cards, (card,)))
            return _trimmed((*sight[:number], *([rest] if rest.size else ()), *sight[number + 1 :]))
        place -= run.size
    return sight


def take_top(sight: Sight, cards: Iterable[CardId]) -> Sight:
    """Cards left the top of the deck for all to see, the top card first."""
    for card in cards:
        if not sight:
            break
        sight = take(sight, 0, card)
    return sight


def mix(sight: Sight, size: int) -> Sight:
    """Somebody else has the top cards in hand: their order may change.

    Where a run begins among them and ends below, all of it counts as mixed.
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
    """The viewer looked at the top cards, or put them in this order; the top card first."""
    return (*(Run(1, (card,)) for card in cards), *take_top(sight, cards))


def put_under(sight: Sight, deck: Cardset) -> Sight:
    """Cards were shuffled and put under a deck whose cards all could reckon."""
    known = [card for run in sight for card in run.cards]
    covered = sum(run.size for run in sight)
    if len(known) < covered:
        return (Run(len(deck), deck),) if deck else ()
    rest = without(deck, known)
    return (*sight, Run(len(rest), rest)) if rest else sight


def places(sight: Sight) -> tuple[CardId | None, ...]:
    """The card at each place from the top as far as the sight goes; None where not sure."""
    return tuple(
        run.cards[0] if len(run.cards) == run.size and len(set(run.cards)) == 1 else None
        for run in sight
        for _ in range(run.size)
    )


def _trimmed(sight: Sight) -> Sight:
    """Without runs at the end of which nothing is known."""
    end = len(sight)
    while end and not sight[end - 1].cards:
        end -= 1
    return sight[:end]
