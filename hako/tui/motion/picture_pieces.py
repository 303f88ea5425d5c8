"""Pieces that are cut out of a picture: moved, restyled, and painted as patches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.theme.symbols import Symbols
from hako.tui.widgets.line_overlays import LineOverlay, with_style

_HEAVY = str.maketrans("╭╮╰╯┌┐└┘─│╌┈┊", "┏┓┗┛┏┓┗┛━┃━━┃")

_HEAVY_ASCII = str.maketrans("-|", "=#")


def patches(piece: Piece, at: Offset) -> list[LineOverlay]:
    """The patches that paint a piece with its top left cell at an offset."""
    return [LineOverlay(at.x, y, strip) for y, strip in enumerate(piece, at.y)]


def text_patch(x: int, y: int, text: str, style: Style) -> LineOverlay:
    """The patch that writes a text."""
    return LineOverlay(x, y, Strip([Segment(text, style)], cell_width(text)))


def blank(region: Region) -> list[LineOverlay]:
    """The patches that empty a region."""
    return patches([Strip.blank(region.width)] * region.height, region.offset)


def narrowed(piece: Piece, width: int) -> list[Strip]:
    """A piece in fewer columns: its left and right edge, and as much between them as fits."""
    if width < 2:
        return [line.crop(0, width) for line in piece]
    last = piece[0].cell_length - 1
    return [
        Strip.join([line.crop(0, width - 1), line.crop(last, last + 1)]).adjust_cell_length(width)
        for line in piece
    ]


def heavy_edge(piece: Piece, at: Offset, symbols: Symbols, style: Style) -> list[LineOverlay]:
    """The patches that give a piece at an offset heavy lines in a style; texts in its edge stay."""
    table = _HEAVY if symbols.name == "full" else _HEAVY_ASCII
    last, right = len(piece) - 1, piece[0].cell_length - 1
    painted: list[LineOverlay] = []
    for y, line in enumerate(piece):
        if y in {0, last}:
            painted.append(LineOverlay(at.x, at.y + y, _heavy(line, table, style)))
            continue
        for x in (0, right):
            strip = _heavy(line.crop(x, x + 1), table, style)
            painted.append(LineOverlay(at.x + x, at.y + y, strip))
    return painted


def in_small(piece: Piece) -> Piece:
    """A piece in three lines at most, as it is carried: its edges and its first line."""
    return piece if len(piece) <= CARRIED else [*piece[: CARRIED - 1], piece[-1]]


CARRIED = 3
"""Lines of a card that moves, at most."""


def restyled(piece: Piece, style: Style) -> list[Strip]:
    """A piece with a style over its own."""
    return [with_style(line, 0, line.cell_length, style) for line in piece]


def between(start: Offset, end: Offset, fraction: float) -> Offset:
    """The offset so far on the way from one to another, 0 to 1."""
    return Offset(
        round(start.x + (end.x - start.x) * fraction), round(start.y + (end.y - start.y) * fraction)
    )


def centre(region: Region) -> Offset:
    """The cell in the middle of a region."""
    return Offset(region.x + region.width // 2, region.y + region.height // 2)


def _heavy(line: Strip, table: Mapping[int, int | str | None], style: Style) -> Strip:
    """A line with heavy lines in a style; other text keeps its own."""
    segments: list[Segment] = []
    for text, own, _ in line:
        heavy = text.translate(dict(table))
        segments.append(Segment(heavy, own if heavy == text else (own or Style()) + style))
    return Strip(segments, line.cell_length)


Piece: TypeAlias = Sequence[Strip]
"""Lines that were cut out of a picture."""
