"""Output of only the cells that changed.

Textual repaints whole regions, each piece with its full colours, and paints a starting screen
several times. `CellDiff` keeps the cells that the terminal shows and writes the difference: about
an eighth of the bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rich.cells import split_graphemes
from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

_RIGHT_HALF = ""  # what stands in the second cell of a wide character
_UNKNOWN = "\0"
# moving the cursor costs as much as writing so many unchanged cells once more
_WORTH_A_MOVE = 4
_WITHOUT_CONTROLS = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)])


class CellStyle(NamedTuple):
    """The style of cells: parameters of an SGR sequence, and the address of a link."""

    sgr: str = ""
    link: str = ""


_PLAIN = CellStyle()


class CellDiff:
    """The cells that one terminal shows."""

    def __init__(self) -> None:
        self._size = (0, 0)
        self._glyphs: list[list[str]] = []
        self._pens: list[list[CellStyle]] = []
        self._known: list[int] = []
        """The number of cells of each row, from its start, of which any may be known."""

    def forget(self) -> None:
        """Forget the cells, which are not known any more; the next update is sent in full."""
        self._size = (0, 0)

    def against(
        self, update: LayoutUpdate | ChopsUpdate, size: tuple[int, int]
    ) -> CompositorUpdate:
        """The update reduced to its difference, computed when it is written."""
        return _CellUpdate(self, update, size)

    def changes(self, update: LayoutUpdate | ChopsUpdate, size: tuple[int, int]) -> str:
        """The output that brings the terminal up to date; the cells are updated with it."""
        if size != self._size:
            self._begin(size)
        writer = _CellWriter()
        for x, y, strip in _placed_strips(update):
            if y < size[1]:
                self._compare(strip, x, y, writer)
        return writer.finish()

    def _begin(self, size: tuple[int, int]) -> None:
        self._size = size
        width, height = size
        self._glyphs = [[_UNKNOWN] * width for _ in range(height)]
        self._pens = [[_PLAIN] * width for _ in range(height)]
        self._known = [0] * height

    def _compare(self, strip: Strip, x: int, y: int, writer: _CellWriter) -> None:
        shown_glyphs, shown_pens = self._glyphs[y], self._pens[y]
        for text, style, control in strip:
            if control:
                continue
            pen = _pen(style)
            glyphs = _cells(text)[: max(0, len(shown_glyphs) - x)]
            if not glyphs:
                continue
            end = x + len(glyphs)
            if x >= self._known[y]:  # most of a first frame: there is nothing to compare
                writer.put(x, y, pen, "".join(glyphs))
                shown_glyphs[x:end] = glyphs
                shown_pens[x:end] = [pen] * len(glyphs)
                self._known[y] = end
            elif shown_glyphs[x:end] != glyphs or shown_pens[x:end] != [pen] * len(glyphs):
                for start, stop in self._changed_runs(glyphs, pen, x, y):
                    writer.put(start, y, pen, "".join(glyphs[start - x : stop - x]))
                    self._tear(start, stop, y)
                    shown_glyphs[start:stop] = glyphs[start - x : stop - x]
                    shown_pens[start:stop] = [pen] * (stop - start)
            x = end

    def _changed_runs(
        self, glyphs: list[str], pen: CellStyle, x: int, y: int
    ) -> Iterator[tuple[int, int]]:
        """The ranges of cells to be written; never half a wide character."""
        shown_glyphs, shown_pens = self._glyphs[y], self._pens[y]
        changed = [
            at
            for at, glyph in enumerate(glyphs, x)
            if shown_glyphs[at] != glyph or shown_pens[at] != pen
        ]
        gaps = [
            at for at in range(1, len(changed)) if changed[at] - changed[at - 1] > _WORTH_A_MOVE
        ]
        for first, last in pairwise([0, *gaps, len(changed)]):
            start, stop = changed[first], changed[last - 1] + 1
            if glyphs[start - x] == _RIGHT_HALF and start > x:
                start -= 1
            while stop - x < len(glyphs) and glyphs[stop - x] == _RIGHT_HALF:
                stop += 1
            yield start, stop

    def _tear(self, start: int, stop: int, y: int) -> None:
        """Note that half overwriting a wide character drops its other half."""
        shown = self._glyphs[y]
        if start and shown[start] == _RIGHT_HALF:
            shown[start - 1] = _UNKNOWN
        if stop < len(shown) and shown[stop] == _RIGHT_HALF:
            shown[stop] = _UNKNOWN


class _CellUpdate(CompositorUpdate):
    """An update in the shape in which Textual displays it."""

    def __init__(
        self, diff: CellDiff, update: LayoutUpdate | ChopsUpdate, size: tuple[int, int]
    ) -> None:
        self._diff = diff
        self._update = update
        self._size = size

    def render_segments(self, console: Console) -> str:  # noqa: ARG002  Textual passes it
        return self._diff.changes(self._update, self._size)


class _CellWriter:
    """Joins runs of cells, moving the cursor and changing the pen only where needed."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._pen = _PLAIN
        self._at: tuple[int, int] | None = None

    def put(self, x: int, y: int, pen: CellStyle, text: str) -> None:
        self._move(x, y)
        self._take(pen)
        self._out.append(text)
        # how far the cursor moved over anything but ASCII is the terminal's own opinion
        self._at = (x + len(text), y) if text.isascii() else None

    def finish(self) -> str:
        self._take(_PLAIN)
        return "".join(self._out)

    def _move(self, x: int, y: int) -> None:
        if self._at == (x, y):
            return
        if self._at is not None and self._at[1] == y and self._at[0] < x:
            self._out.append(f"\x1b[{x - self._at[0]}C")
        else:
            self._out.append(f"\x1b[{y + 1};{x + 1}H")

    def _take(self, pen: CellStyle) -> None:
        if pen.sgr != self._pen.sgr:
            self._out.append(f"\x1b[0;{pen.sgr}m" if pen.sgr else "\x1b[0m")
        if pen.link != self._pen.link:
            self._out.append(f"\x1b]8;;{pen.link}\x1b\\")
        self._pen = pen


def _placed_strips(update: LayoutUpdate | ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """The strips of an update with column and line of their first cell."""
    if isinstance(update, LayoutUpdate):
        return _strips_of_layout(update)
    return _strips_of_chops(update)


def _strips_of_layout(update: LayoutUpdate) -> Iterator[tuple[int, int, Strip]]:
    for y, line in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in line:
            yield x, y, strip
            x += strip.cell_length


def _strips_of_chops(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    for y, first, last in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x <= last and end > first:
                yield x, y, strip if end <= last else strip.crop(0, last - x)


@lru_cache(maxsize=4096)
def _pen(style: Style | None) -> CellStyle:
    if style is None:
        return _PLAIN
    return CellStyle(Strip.render_ansi(style, ColorSystem.TRUECOLOR), style.link or "")


def _cells(text: str) -> list[str]:
    if text.isascii() and text.isprintable():
        return list(text)
    return _cells_of_wide(text).copy()


@lru_cache(maxsize=4096)
def _cells_of_wide(text: str) -> list[str]:
    # a control character takes no cell, and a name that holds one must not
    # command somebody else's terminal
    text = text.translate(_WITHOUT_CONTROLS)
    cells: list[str] = []
    for start, end, width in split_graphemes(text)[0]:
        if width:
            cells += [text[start:end], *[_RIGHT_HALF] * (width - 1)]
    return cells
