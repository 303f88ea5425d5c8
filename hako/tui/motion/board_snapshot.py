"""Pictures of a board before and after a change, and pieces that are cut out of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import Symbols
from hako.tui.widgets.overlay import Patch, with_style

Place: TypeAlias = Hashable
"""A place on a board, by the name that the board has for it."""

Piece: TypeAlias = Sequence[Strip]
"""Lines that were cut out of a picture."""

_HEAVY = str.maketrans("╭╮╰╯┌┐└┘─│╌┈┊", "┏┓┗┛┏┓┗┛━┃━━┃")
_HEAVY_ASCII = str.maketrans("-|", "=#")


class Picture(Struct, frozen=True):
    """The lines of a board, and the regions of its places in them."""

    lines: Sequence[Strip]
    places: Mapping[Place, Region]

    def cut(self, region: Region) -> list[Strip]:
        """The cells of a region, blank where there are no lines."""
        return [
            self.lines[y].crop(region.x, region.right)
            if y < len(self.lines)
            else Strip.blank(region.width)
            for y in region.line_range
        ]

    def is_blank(self, region: Region) -> bool:
        """True if a region lies within the board, and nothing is written there."""
        width = self.lines[0].cell_length if self.lines else 0
        is_inside = Region(0, 0, width, len(self.lines)).contains_region(region)
        return is_inside and all(not line.text.strip() for line in self.cut(region))

    def find(self, text: str, region: Region) -> Offset | None:
        """The first cell of a text in a region, the last one where it is there several times."""
        for y, line in reversed([*zip(region.line_range, self.cut(region), strict=True)]):
            start = line.text.rfind(text)
            if start >= 0:
                return Offset(region.x + cell_width(line.text[:start]), y)
        return None


class PictureChange(Struct, frozen=True):
    """A board before and after something happened, and the styles and signs to paint with."""

    before: Picture
    after: Picture
    ink: Styles
    symbols: Symbols

    def place(self, place: Place) -> Region | None:
        """The region of a place after the change, or else before it; None if it is out of sight."""
        return self.after.places.get(place) or self.before.places.get(place)


def patches(piece: Piece, at: Offset) -> list[Patch]:
    """The patches that paint a piece with its top left cell at an offset."""
    return [Patch(at.x, y, strip) for y, strip in enumerate(piece, at.y)]


def text_patch(x: int, y: int, text: str, style: Style) -> Patch:
    """The patch that writes a text."""
    return Patch(x, y, Strip([Segment(text, style)], cell_width(text)))


def blank(region: Region) -> list[Patch]:
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


def heavy_edge(piece: Piece, at: Offset, symbols: Symbols, style: Style) -> list[Patch]:
    """The patches that give a piece at an offset heavy lines in a style; texts in its edge stay."""
    table = _HEAVY if symbols.name == "full" else _HEAVY_ASCII
    last, right = len(piece) - 1, piece[0].cell_length - 1
    painted: list[Patch] = []
    for y, line in enumerate(piece):
        if y in {0, last}:
            painted.append(Patch(at.x, at.y + y, _heavy(line, table, style)))
            continue
        for x in (0, right):
            strip = _heavy(line.crop(x, x + 1), table, style)
            painted.append(Patch(at.x + x, at.y + y, strip))
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


def frame_bytes(change: PictureChange, before: Sequence[Patch], now: Sequence[Patch]) -> int:
    """The bytes from one frame to the next, at most: what is painted, and what comes to light."""
    old = {_key(patch): patch for patch in before}
    new = {_key(patch): patch for patch in now}
    gone = (patch for key, patch in old.items() if key not in new)
    restored = sum(_restored_bytes(change, patch) for patch in gone)
    painted = (patch for key, patch in new.items() if key not in old)
    return bytes_of(painted) + restored


def _restored_bytes(change: PictureChange, patch: Patch) -> int:
    """The bytes of the board's own cells under a patch: its share of the pieces of their line."""
    if not 0 <= patch.y < len(change.after.lines):
        return 0
    line, width = change.after.lines[patch.y], patch.strip.cell_length
    pieces = 1 + len([*line]) * width // max(1, line.cell_length)
    return _MOVE + pieces * _COLOUR + 2 * width


def _key(patch: Patch) -> tuple[int, int, str]:
    return patch.x, patch.y, patch.strip.text


def bytes_of(painted: Iterable[Patch]) -> int:
    """The bytes that patches take over a terminal: text, colours and moves of the cursor."""
    return sum(
        _MOVE + sum(len(text.encode()) + _COLOURS for text, _, _ in patch.strip)
        for patch in painted
    )


_MOVE = 8
"""Bytes that move the cursor."""
_COLOUR = 24
"""Bytes that set one colour in 24 bits."""
_COLOURS = 34
"""Bytes that set the colours of text and ground in 24 bits, as they are in boards."""


def _heavy(line: Strip, table: Mapping[int, int | str | None], style: Style) -> Strip:
    """A line with heavy lines in a style; other text keeps its own."""
    segments: list[Segment] = []
    for text, own, _ in line:
        heavy = text.translate(dict(table))
        segments.append(Segment(heavy, own if heavy == text else (own or Style()) + style))
    return Strip(segments, line.cell_length)
