"""The steps in which the board of Monumental grows, and what stands where in a window.

    heading
    City, offers, rivals   │ supply, Policies, race       heading
    or the map             │ panels                       map │ supply, City, offers, rivals
    side (from 100x30)                                    race│ panels
                                                          joined (from 160x50)

In a small window the City or the map has all columns, and the panels are below.
"""

from __future__ import annotations

from hako.tui.boards.size_ladder import CellWidth, MapLadder, with_facts

LADDER = MapLadder(
    widths=tuple(
        CellWidth(window=window, columns=columns, most_lines=lines, facts=facts)
        for (window, columns, lines), facts in zip(
            ((0, 6, 2), (68, 8, 3), (120, 10, 3), (140, 12, 4), (220, 16, 5), (250, 18, 6)),
            with_facts(
                "names and yields of the nine cards, supply, names and prices on offer, points",
                "where points come from, active Policy",
                "yields on offer, cards of rivals",
                "kept resources of rivals",
                "effects of cards",
                "whole texts of cards",
            ),
            strict=True,
        )
    ),
    lines=tuple(
        with_facts(
            "holder, army, terrain by sign",
            "Defence, Wonder, Explorers, token by letter",
            "name of the land, token by word",
            "Soldiers in words, name of the Wonder",
            "Soldiers one by one, points of the Province",
            "picture of the land",
        )
    ),
    margin=4,
)
"""The map: tiles as wide as the window allows, with as many lines as its height does."""

LOW, SMALL_ROWS = 6, 15
"""Rows below the board in a small window, at least; rows of a board there, at least."""
SUPPLY, OWN, RACE = 3, 4, 5
"""Rows of the supply with its heading, of what else is the seat's own, and of the race."""
