"""The steps in which the board of World Monger grows with its room."""

from __future__ import annotations

from typing import Literal

from hako.tui.boards.size_ladder import BoardStep, with_facts


class WorldMongerStep(BoardStep, frozen=True, kw_only=True):
    """A size of the board: what a civilization, a card, the prices and the supply are there."""

    strip: int = 0
    """Rows of a civilization: a heading and cards. One less with five civilizations."""
    panel: int = 0
    """Columns in which a sentence says who decides and why; 0 where the heading says it."""
    card: int = 0
    """Columns of a card, at least."""
    has_whole_text: bool = False
    """True if cards have their printed text where it fits, else a brief one."""
    prices: Literal["row", "lines", "bars", "chart"] = "row"
    """The prices of the rounds: in the civilization's row, a line each, bars of two rows, or all in
    one chart."""
    supply: int = 0
    """Rows of a pile drawn as a card; 0 for words."""
    supply_card: int = 0
    """Columns of such a card."""


_FACTS = with_facts(
    "price, change of the price, prices of the rounds, who decides, Shares, dividend, deck, cards, "
    "worth of a card, used cards, cards left in the supply, worth in the supply, how near the end is",
    "effect of a card, worth of a card on its edge",
    "who decides why, whom a dividend pays, discard pile, prices in figures, value at the end",
    "",
    "all prices in one chart, feature culture, Shares of all",
    "printed text of a card, effect of a card in the supply",
)

LADDER = (
    WorldMongerStep(name="S", columns=80, rows=14, facts=_FACTS[0], strip=2),
    WorldMongerStep(
        name="M",
        columns=65,
        rows=28,
        facts=_FACTS[1],
        strip=5,
        card=12,
        prices="lines",
    ),
    WorldMongerStep(
        name="L-",
        columns=79,
        rows=38,
        facts=_FACTS[2],
        strip=6,
        panel=24,
        card=12,
        prices="bars",
    ),
    WorldMongerStep(
        name="L0",
        columns=93,
        rows=43,
        facts=_FACTS[3],
        strip=7,
        panel=27,
        card=14,
        has_whole_text=True,
        prices="bars",
    ),
    WorldMongerStep(
        name="L",
        columns=106,
        rows=48,
        facts=_FACTS[4],
        strip=7,
        panel=30,
        card=15,
        has_whole_text=True,
        prices="chart",
        supply=4,
        supply_card=12,
    ),
    WorldMongerStep(
        name="XL",
        columns=155,
        rows=58,
        facts=_FACTS[5],
        strip=9,
        panel=40,
        card=20,
        has_whole_text=True,
        prices="chart",
        supply=5,
        supply_card=17,
    ),
)
"""From the smallest to the largest."""

MANY = 5
"""Civilizations from which on each has a row less."""
