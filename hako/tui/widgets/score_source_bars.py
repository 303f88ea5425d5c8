"""Score bars: a piece for each source of points, all bars on one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from hako.engine.i18n.width import cell_width
from hako.tui.theme.symbols import Symbols


class BarPiece(NamedTuple):
    """A piece of a bar before it is drawn."""

    points: int
    labels: tuple[str, ...]
    """The labels that it may have, the longest first."""


def bar_pieces(
    pieces: Sequence[BarPiece], room: int, most: int, symbols: Symbols
) -> Iterator[tuple[str, int]]:
    """The text of each piece and its width in cells; `most` points fill the room."""
    sign = "▌" if symbols.name == "full" else "|"
    for piece, width in zip(pieces, _widths(pieces, room, most), strict=True):
        if width:
            fitting = (label for label in piece.labels if cell_width(label) < width)
            yield sign + next(fitting, ""), width


def _widths(pieces: Sequence[BarPiece], room: int, most: int) -> list[int]:
    """The width of each piece: as its points, but with room for its shortest label."""
    ends = [end * room // most for end in accumulate((piece.points for piece in pieces), initial=0)]
    least = [1 + cell_width(piece.labels[-1]) for piece in pieces]
    if sum(least) > room:
        return [end - start for start, end in pairwise(ends)]
    widths = [
        max(low, end - start) for low, (start, end) in zip(least, pairwise(ends), strict=True)
    ]
    for _ in range(sum(widths) - max(sum(least), ends[-1])):
        spare = [width - low for width, low in zip(widths, least, strict=True)]
        widths[spare.index(max(spare))] -= 1
    return widths
