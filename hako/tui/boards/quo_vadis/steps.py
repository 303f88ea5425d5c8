"""The steps in which the board of Quo Vadis grows: the columns that a map of its width takes."""

from __future__ import annotations

from hako.tui.boards.ladder import BoardStep, with_facts

_FACTS = with_facts(
    "terrain, pieces, dominion, areas, numbers to choose, tracks, hand",
    "ground by name, buildings by sign",
    "buildings by word, workers apart",
    "",
    "everything at once, stock, players",
    "",
    "",
)

LADDER = (
    BoardStep(name="S", columns=60, rows=12, facts=_FACTS[0]),
    BoardStep(name="M", columns=65, rows=28, facts=_FACTS[1]),
    BoardStep(name="L-", columns=81, rows=38, facts=_FACTS[2]),
    BoardStep(name="L0", columns=97, rows=43, facts=_FACTS[3]),
    BoardStep(name="L", columns=113, rows=48, facts=_FACTS[4]),
    BoardStep(name="XL", columns=129, rows=58, facts=_FACTS[5]),
    BoardStep(name="XXL", columns=161, rows=68, facts=_FACTS[6]),
)
"""From the smallest to the largest: cells of 6, 8, 10, 12, 14, 16 and 20 columns."""
