"""Drawings in cells as SVG: boards of a table and covers, for pages that need nothing else.

Each run of text stands at its cell and is as long as its cells, so that lines meet in every font.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from rich.style import Style
from textual.strip import Strip

from hako.content.cover import SIDE, Cover
from hako.engine.i18n.width import cell_width
from hako.tui.theme.themes import DARK

CELL, ROW = 10, 20
"""Pixels of a cell across and down."""

BASELINE = 15
"""Pixels from the top of a row to the baseline of its text."""

FONT_SIZE = 16.6
"""Pixels; fonts with letters of 0.602 em then need no squeezing."""


class BoardPainter:
    """Draws strips as SVG; all drawings of a page share its classes, see `css`."""

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}
        """The names of the classes by their declarations."""

    def css(self) -> str:
        """The styles of everything that was drawn."""
        rules = [f".{name}{{{text}}}" for text, name in self._classes.items()]
        base = (
            f".cells text{{font:{FONT_SIZE}px 'DejaVu Sans Mono','Noto Sans Mono CJK JP',monospace;"
            f"white-space:pre}}.cells .ground{{fill:{DARK.background}}}"
        )
        return base + "".join(rules)

    def svg(self, name: str, frames: Sequence[Sequence[Strip]], kind: str = "cells") -> str:
        """A drawing with that name; several frames lie over each other, the last one on top."""
        frames = _without_blank_end(frames)
        width = max(strip.cell_length for frame in frames for strip in frame) * CELL
        height = max(map(len, frames)) * ROW
        groups = "".join(f"<g>{''.join(self._frame(frame, width))}</g>" for frame in frames)
        return (
            f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img"'
            f' aria-label="{escape(name)}">{groups}</svg>'
        )

    def _frame(self, strips: Iterable[Strip], width: int) -> Iterator[str]:
        rows = [*strips]
        yield f'<rect class="ground" width="{width}" height="{len(rows) * ROW}"/>'
        for number, strip in enumerate(rows):
            yield from self._row(strip, number * ROW)

    def _row(self, strip: Strip, y: int) -> Iterator[str]:
        x = 0
        for segment in strip.simplify():
            cells = cell_width(segment.text)
            ink, ground = _colours(segment.style)
            if ground:
                name = self._class(f"fill:{ground}")
                yield f'<rect class="{name}" x="{x * CELL}" y="{y}" width="{cells * CELL}" height="{ROW}"/>'
            text = segment.text.rstrip()
            start = cell_width(text) - cell_width(text.lstrip())
            if text := text.lstrip():
                is_bold = segment.style is not None and segment.style.bold
                name = self._class(f"fill:{ink}{';font-weight:bold' * bool(is_bold)}")
                yield (
                    f'<text class="{name}" x="{(x + start) * CELL}" y="{y + BASELINE}"'
                    f' textLength="{cell_width(text) * CELL}">'
                    f"{escape(text)}</text>"
                )
            x += cells

    def _class(self, text: str) -> str:
        return self._classes.setdefault(text, f"k{len(self._classes)}")


def _without_blank_end(frames: Sequence[Sequence[Strip]]) -> list[Sequence[Strip]]:
    """The frames without the rows at their end that are blank in all of them."""
    most = max(
        (row for frame in frames for row, strip in enumerate(frame, start=1) if _is_inked(strip)),
        default=1,
    )
    return [frame[:most] for frame in frames]


def _is_inked(strip: Strip) -> bool:
    return any(
        segment.text.strip() or (segment.style is not None and segment.style.bgcolor is not None)
        for segment in strip
    )


def _colours(style: Style | None) -> tuple[str, str]:
    """The colours of text and ground; no ground is that of the drawing."""
    if style is None:
        return DARK.foreground or "#fff", ""
    ink = style.color.get_truecolor().hex if style.color else DARK.foreground or "#fff"
    ground = style.bgcolor.get_truecolor().hex if style.bgcolor else ""
    return (ground or DARK.background or "#000", ink) if style.reverse else (ink, ground)


def cover_svg(cover: Cover, name: str) -> str:
    """A cover, with a path for each of its colours."""
    paths = []
    for letter, colour in cover.palette.items():
        runs = "".join(
            f"M{start} {y}h{end - start}v1H{start}z"
            for y, row in enumerate(cover.rows)
            for start, end in _runs(row, letter)
        )
        paths.append(f'<path fill="{colour}" d="{runs}"/>')
    return (
        f'<svg class="cover" viewBox="0 0 {SIDE} {SIDE}" shape-rendering="crispEdges" role="img"'
        f' aria-label="{escape(name)}">{"".join(paths)}</svg>'
    )


def _runs(row: str, letter: str) -> Iterator[tuple[int, int]]:
    """The first and the last column, not included, of each run of a letter."""
    start = None
    for x, other in enumerate(f"{row} "):
        if other == letter and start is None:
            start = x
        elif other != letter and start is not None:
            yield start, x
            start = None
