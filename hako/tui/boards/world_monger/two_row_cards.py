"""Cards of two rows: the name above, a phrase about the effect and the worth in the lower edge.

╭War Elephant──╮╮ ╭Shrine Maiden‹1›╮
╰2 if several─4╯╯ ╰trash, draw────1╯
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import KEY, SIDES, LaidCard, card
from hako.tui.boards.place_canvas import PlaceCanvas

ROWS = 2
"""Rows of such a card."""


def open_cards(drawing: PlaceCanvas, room: Region, cards: Sequence[LaidCard]) -> int | None:
    """Draw cards beside and below each other; the next free row, or None where they do not fit."""
    regions: list[Region] = []
    x, y = room.x, room.y
    for laid in cards:
        width = _width(laid)
        if x > room.x and x + width + laid.face.behind > room.right:
            x, y = room.x, y + ROWS
        regions.append(Region(x, y, width, ROWS))
        if x + width + laid.face.behind > room.right or y + ROWS > room.bottom:
            return None
        x += width + laid.face.behind + 1
    for laid, region in zip(cards, regions, strict=True):
        card(drawing, region, laid.face, laid.edge, laid.text)
        drawing.place(laid.place, region.x, region.y, region.width + laid.face.behind, ROWS)
    return y + ROWS


def _width(laid: LaidCard) -> int:
    face = laid.face
    phrase = face.lines[0] if face.lines else ""
    below = cell_width(f"{phrase}{face.foot}") + bool(phrase)
    return SIDES + max(cell_width(face.name) + (KEY if face.key else 0), below)
