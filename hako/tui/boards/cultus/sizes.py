"""The steps in which the board of Cultus grows with its room."""

from __future__ import annotations

from collections.abc import Mapping

from hako.tui.boards.size_ladder import BoardStep, with_facts


class CultusStep(BoardStep, frozen=True, kw_only=True):
    """A size of the board: what a cell of the town is there."""

    cell: tuple[int, int] = (0, 0)
    """Columns and rows of a cell, with its street."""
    left: int = 2
    """Columns before the first cell."""
    picture: int = 0
    """Rows of the picture of a building; 0 for none."""


_FACTS = with_facts(
    "buildings by name, pawns, monuments, owners of monuments by letter, roads that pay, pay of a step, centre",
    "turn, action points, decks",
    "pictures of buildings, pay on the road",
    "hand by name",
    "cards to be built with what they score",
    "gold of all seats, large pictures, names of pawns",
    "scores as they stand",
)

LADDER = (
    CultusStep(name="S", columns=57, rows=17, facts=_FACTS[0], cell=(7, 2), left=1),
    CultusStep(name="M", columns=65, rows=28, facts=_FACTS[1], cell=(8, 3)),
    CultusStep(name="L-", columns=75, rows=38, facts=_FACTS[2], cell=(9, 4), left=3, picture=2),
    CultusStep(name="L0", columns=91, rows=43, facts=_FACTS[3], cell=(11, 4), left=3, picture=2),
    CultusStep(name="L", columns=100, rows=48, facts=_FACTS[4], cell=(12, 5), left=4, picture=3),
    CultusStep(name="XL", columns=140, rows=58, facts=_FACTS[5], cell=(17, 6), left=4, picture=4),
    CultusStep(name="XXL", columns=156, rows=68, facts=_FACTS[6], cell=(19, 7), left=4, picture=4),
)
"""From the smallest to the largest."""

PICTURES: Mapping[int, Mapping[str, tuple[str, ...]]] = {
    2: {
        "office": ("┌───┐", "│▪∩▪│"),
        "plaza": (" · · ", "· o ·"),
        "houses": (" ▄ ▄ ", "▟█▟█▙"),
        "market": ("▀▄▀▄▀", "│   │"),
        "barracks": ("▄ ▄ ▄", "██∩██"),
        "church": ("  ┼  ", " ▟█▙ "),
        "winery": ("╭───╮", "╰≡≡≡╯"),
    },
    3: {
        "office": ("┌───┐", "│▪▪▪│", "│▪∩▪│"),
        "plaza": (" · · ", "· o ·", " · · "),
        "houses": (" ▄ ▄ ", "▟█▟█▙", "█▪█▪█"),
        "market": ("▀▄▀▄▀", "│   │", "│▄▄▄│"),
        "barracks": ("▄ ▄ ▄", "█████", "██∩██"),
        "church": ("  ┼  ", " ▟█▙ ", " █∩█ "),
        "winery": ("╭───╮", "│≡≡≡│", "╰───╯"),
    },
    4: {
        "office": ("┌───────┐", "│▪ ▪ ▪ ▪│", "│▪ ▪ ▪ ▪│", "│▪ ▪∩▪ ▪│"),
        "plaza": (" ·  ·  · ", "·  ╭o╮  ·", "·  ╰─╯  ·", " ·  ·  · "),
        "houses": ("  ▄   ▄  ", " ▟█▙ ▟█▙ ", "▟███▟███▙", "█▪█▪█▪█▪█"),
        "market": ("▀▄▀▄▀▄▀▄▀", "│       │", "│ ▄▄ ▄▄ │", "│ ██ ██ │"),
        "barracks": ("▄ ▄ ▄ ▄ ▄", "█████████", "█▪█▪█▪█▪█", "████∩████"),
        "church": ("    ┼    ", "   ▟█▙   ", "  ▟███▙  ", "  █▪∩▪█  "),
        "winery": ("╭───────╮", "│≡≡≡≡≡≡≡│", "│≡≡≡≡≡≡≡│", "╰───────╯"),
    },
}
"""The pictures of buildings, by their rows; those of four rows have nine columns, others five."""

MONUMENTS: Mapping[int, tuple[str, ...]] = {
    0: ("▟{}▙",),
    2: ("▗{}▖", "▟█▙"),
    3: ("▗▄▖", "▐{}▌", "▟█▙"),
    4: (" ▗▄▖ ", " ▐{}▌ ", " ▐█▌ ", "▟███▙"),
}
"""Monuments beside pictures of so many rows, with the letter of their owner."""
