"""The steps in which the board of Flip City grows with its room."""

from __future__ import annotations

from hako.tui.boards.size_ladder import BoardStep, with_facts


class FlipCityStep(BoardStep, frozen=True, kw_only=True):
    """A size of the board: what the open card, cards and the supply are there."""

    deck: tuple[int, int]
    """Columns and rows of the card on the deck."""
    has_headings: bool = True
    """True if the parts have headings."""
    card: tuple[int, int] = (0, 1)
    """Columns, at least, and rows of a card of the city; a single row is its edge."""
    supply: int
    """Rows of a pile, with both sides of its cards."""
    has_books: bool = False
    """True if both sides of a pile lie beside each other where they fit."""
    has_whole_text: bool = False
    """True if cards have their printed text where it fits, else a brief one."""
    own: int = 1
    """Rows of the own other cards."""
    rival: int = 0
    """Rows of a rival's cards; 0 for their number alone."""


_FACTS = with_facts(
    "money, unhappy icons, points, build actions, size of the city, card on the deck, its other side, "
    "chances of a bust, cards of the city, own other cards, prices of flips, supply left, prices, "
    "gains of both sides, points of rivals, decks of rivals",
    "gains of cards of the city, effects in the supply",
    "effects of cards of the city, cards of rivals",
    "gains of rivals' cards",
    "both sides beside each other",
    "whole texts",
)

LADDER = (
    FlipCityStep(
        name="S", columns=80, rows=14, facts=_FACTS[0], deck=(39, 4), has_headings=False, supply=5
    ),
    FlipCityStep(
        name="M", columns=65, rows=28, facts=_FACTS[1], deck=(33, 6), card=(0, 2), supply=11
    ),
    FlipCityStep(
        name="L-",
        columns=79,
        rows=38,
        facts=_FACTS[2],
        deck=(36, 7),
        card=(15, 5),
        supply=13,
        own=2,
        rival=1,
    ),
    FlipCityStep(
        name="L0",
        columns=93,
        rows=43,
        facts=_FACTS[3],
        deck=(40, 8),
        card=(18, 5),
        supply=13,
        own=3,
        rival=3,
    ),
    FlipCityStep(
        name="L",
        columns=106,
        rows=48,
        facts=_FACTS[4],
        deck=(40, 8),
        card=(15, 6),
        supply=11,
        has_books=True,
        own=5,
        rival=3,
    ),
    FlipCityStep(
        name="XL",
        columns=155,
        rows=58,
        facts=_FACTS[5],
        deck=(44, 9),
        card=(21, 8),
        supply=10,
        has_books=True,
        has_whole_text=True,
        own=8,
        rival=7,
    ),
)
"""From the smallest to the largest."""
