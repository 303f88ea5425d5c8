"""Cards as boards draw them: an edge with a name, lines of text, and equal ones behind.

╭Observatory‹1›╮╮      ╭Villager 2╮╮     ╭Monk───────‹1›╮
│looks at 3,   ││                        ╰unuse a card─1╯
│lays 1 out    ││
╰─────────────1╯╯
four rows              one row           two rows
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from rich.style import Style
from textual.geometry import Region

from hako.engine.i18n.width import cell_width
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.widgets.canvas import wrapped

SIDES = 2
"""Cells of the left and the right edge."""

KEY = 3
"""Cells of a key, such as ‹1›."""

_WORD = r"[A-Za-z0-9'’-]+"
"""A word that no line may break."""


class CardFace(Struct, frozen=True):
    """The texts of a card that lies on a board."""

    name: str
    lines: Sequence[str] = ()
    """Lines between the edges; none is drawn where one is wider than the card."""
    foot: str = ""
    """The text in the lower edge, such as a price."""
    behind: int = 0
    """The number of equal cards behind it."""
    key: str = ""
    """The key that chooses it, or nothing."""

    @property
    def least(self) -> int:
        """The fewest cells of its edges, without the cards behind it."""
        head = cell_width(self.name) + (KEY if self.key else 0)
        return SIDES + max(head, cell_width(self.foot))

    @property
    def least_of_edge(self) -> int:
        """The fewest cells of the card as a single row, without the cards behind it."""
        foot = f" {self.foot}" if self.foot else ""
        return SIDES + cell_width(f"{self.name}{foot}") + (KEY if self.key else 0)


def card(drawing: PlaceCanvas, region: Region, face: CardFace, edge: Style, text: Style) -> None:
    """Draw a card in a region; those behind it take a column each at its right.

    In a single row it is its upper edge, which then has the foot as well; in two rows its lower
    edge has the first line, too.
    """
    x, y, width, height = region
    frame, bar = drawing.symbols.frame, drawing.symbols.frame.horizontal
    inside, key = width - SIDES, f"‹{face.key}›" if face.key else ""
    foot = f" {face.foot}" if height == 1 and face.foot else ""
    head = f"{face.name}{foot}"
    filling = bar * (inside - cell_width(f"{head}{key}"))
    behind = frame.top_right * (face.behind + 1)
    drawing.at(x, y).put(f"{frame.top_left}{head}{filling}{key}{behind}", edge)
    fits = all(cell_width(line) <= inside for line in face.lines)
    lines = face.lines if height > SIDES and fits else ()
    for row in range(y + 1, y + height - 1):
        line = lines[row - y - 1] if row - y <= len(lines) else ""
        put = drawing.at(x, row).put(frame.vertical, edge).put(line, text, inside)
        put.put(frame.vertical * (face.behind + 1), edge)
    if height > 1:
        word = face.lines[0] if height == SIDES and face.lines else ""
        filling = bar * (inside - cell_width(f"{word}{face.foot}"))
        behind = frame.bottom_right * (face.behind + 1)
        drawing.at(x, y + height - 1).put(
            f"{frame.bottom_left}{word}{filling}{face.foot}{behind}", edge
        )


def longest_fitting(texts: Iterable[str], width: int, rows: int) -> Sequence[str]:
    """The lines of the first text that fits whole into so many rows; none if none does."""
    for text in texts:
        has_whole_words = all(len(word) <= width for word in re.findall(_WORD, text))
        if has_whole_words and len(lines := wrapped(text, width)) <= rows:
            return lines
    return ()


class LaidCard(NamedTuple):
    """A card with its place on the board and its colours."""

    face: CardFace
    place: BoardPlace | None
    edge: Style
    text: Style
    has_text: bool = True
    """False if little is lost where it is drawn without its lines."""


def card_row(drawing: PlaceCanvas, region: Region, cards: Sequence[LaidCard], width: int) -> None:
    """Draw cards beside each other, each `width` cells wide or as wide as its name.

    Where they do not fit, those without text become narrow first, then all become edges, row below
    row.
    """
    full = [max(width, laid.face.least) for laid in cards]
    small = [
        cells if laid.has_text else laid.face.least for cells, laid in zip(full, cards, strict=True)
    ]
    for widths in (full, small):
        taken = [cells + laid.face.behind for cells, laid in zip(widths, cards, strict=True)]
        if sum(taken) + len(cards) - 1 <= region.width:
            x = region.x
            for laid, cells, all_cells in zip(cards, widths, taken, strict=True):
                card(drawing, Region(x, region.y, cells, region.height), *laid[:1], *laid[2:4])
                drawing.place(laid.place, x, region.y, all_cells, region.height)
                x += all_cells + 1
            return
    edges(drawing, region, cards)


def row_width(cards: Sequence[LaidCard], width: int) -> int:
    """The cells of cards beside each other, each `width` cells wide or as wide as its name."""
    taken = [max(width, laid.face.least) + laid.face.behind for laid in cards]
    return sum(taken) + max(0, len(cards) - 1)


def edge_rows(cards: Iterable[LaidCard], room: int) -> int:
    """The rows that cards take as their upper edges, beside each other in so many cells."""
    rows, x = 1, 0
    for laid in cards:
        taken = laid.face.least_of_edge + laid.face.behind
        if x and x + taken > room:
            rows, x = rows + 1, 0
        x += taken + 1
    return rows


def edges(
    drawing: PlaceCanvas, region: Region, cards: Iterable[LaidCard], *, has_places: bool = True
) -> int:
    """Draw cards as their upper edges, in as many rows as they take; the next free row.

    One without a place is a label.
    """
    x, y = region.x, region.y
    for laid in cards:
        cells = laid.face.least_of_edge
        taken = cells + laid.face.behind
        if x > region.x and x + taken > region.right:
            x, y = region.x, y + 1
        if laid.place is None:
            drawing.at(x, y).put(laid.face.name, laid.edge)
        else:
            card(drawing, Region(x, y, cells, 1), laid.face, laid.edge, laid.text)
        if has_places and laid.place is not None:
            drawing.place(laid.place, x, y, taken)
        x += taken + 1
    return y + 1


def wrapped_rows(cards: Sequence[LaidCard], width: int, room: int) -> int:
    """The rows of cards beside each other that they take in so many cells."""
    return len([*_wrapped(cards, width, room)]) if cards else 0


def wrapped_row(
    drawing: PlaceCanvas,
    region: Region,
    cards: Sequence[LaidCard],
    width: int,
    *,
    has_places: bool = True,
) -> int:
    """Draw cards of the region's height, row below row, as many as they take; the next free row."""
    y = region.y
    for row in _wrapped(cards, width, region.width):
        x = region.x
        for laid in row:
            cells = max(width, laid.face.least)
            face = Region(x, y, cells, region.height)
            card(drawing, face, laid.face, laid.edge, laid.text)
            if has_places:
                drawing.place(laid.place, x, y, cells + laid.face.behind, region.height)
            x += cells + laid.face.behind + 1
        y += region.height
    return y


def _wrapped(cards: Iterable[LaidCard], width: int, room: int) -> Iterator[Sequence[LaidCard]]:
    """The cards in rows of so many cells."""
    row: list[LaidCard] = []
    x = 0
    for laid in cards:
        taken = max(width, laid.face.least) + laid.face.behind
        if row and x + taken > room:
            yield row
            row, x = [], 0
        row.append(laid)
        x += taken + 1
    if row:
        yield row
