"""Line patches: pieces of lines that are painted over a panel for a while, and taken away again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip


class LineOverlay(NamedTuple):
    """A piece of a line that is painted over a panel."""

    x: int
    """Its first cell."""
    y: int
    """The number of its line."""
    strip: Strip

    @property
    def right(self) -> int:
        """The first cell after it."""
        return self.x + self.strip.cell_length


def painted_over(line: Strip, patches: Iterable[LineOverlay]) -> Strip:
    """A line with patches on it, of which later ones cover earlier ones; it keeps its width."""
    width = line.cell_length
    for patch in patches:
        start, end = max(0, patch.x), min(width, patch.right)
        if start < end:
            piece = patch.strip.crop(start - patch.x, end - patch.x)
            line = Strip.join([line.crop(0, start), piece, line.crop(end, width)])
    return line


def with_style(line: Strip, start: int, end: int, style: Style) -> Strip:
    """A line with a style over its cells from start to end."""
    before, inside, after = line.divide([start, end, line.cell_length])
    styled = Segment.apply_style(inside, post_style=style)
    return Strip([*before, *styled, *after], line.cell_length)


def without(patches: Iterable[LineOverlay], region: Region) -> list[LineOverlay]:
    """The patches as far as they lie outside of a region."""
    left: list[LineOverlay] = []
    for patch in patches:
        inside = region.y <= patch.y < region.bottom and patch.x < region.right
        if not inside or patch.right <= region.x:
            left.append(patch)
            continue
        if patch.x < region.x:
            left.append(LineOverlay(patch.x, patch.y, patch.strip.crop(0, region.x - patch.x)))
        if patch.right > region.right:
            strip = patch.strip.crop(region.right - patch.x, patch.strip.cell_length)
            left.append(LineOverlay(region.right, patch.y, strip))
    return left
