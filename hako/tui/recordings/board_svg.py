"""Drawings in cells as SVG, for pages that need nothing else.

Each run of text stands at its cell and is as long as its cells, so that lines meet in every font.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

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
            f"white-space:pre}}.cells .ground{{fill:{DARK.background}}}.cells rect{{shape-rendering:crispEdges}}"
        )
        return base + "".join(rules)

    def svg(self, name: str, strips: Sequence[Strip]) -> str:
        """A drawing with that name."""
        width = max(strip.cell_length for strip in strips) * CELL
        drawn = "".join(self.frame(_without_blank_end(strips), width))
        return _picture(name, "cells", width, len(_without_blank_end(strips)) * ROW, drawn)

    def film(self, name: str, frames: Sequence[Sequence[Strip]]) -> str:
        """Drawings of one size over each other, in groups of the class "frame", the last one on top.

        What is the same in all of them is drawn once, below.
        """
        most = max(len(_without_blank_end(frame)) for frame in frames)
        width, height = max(strip.cell_length for strip in frames[0]) * CELL, most * ROW
        runs = [
            [run for row in range(most) for run in self._row(frame[row], row * ROW)]
            for frame in frames
        ]
        still = set(runs[0]).intersection(*runs)
        ground = f'<rect class="ground" width="{width}" height="{height}"/>'
        below = "".join(run for run in runs[0] if run in still)
        groups = "".join(
            f'<g class="frame f{number}">{"".join(run for run in frame if run not in still)}</g>'
            for number, frame in enumerate(runs)
        )
        return _picture(name, "cells film", width, height, f"{ground}{below}{groups}")

    def frame(self, strips: Iterable[Strip], width: int) -> Iterator[str]:
        """The elements of one frame, that many pixels wide."""
        rows = [*strips]
        yield f'<rect class="ground" width="{width}" height="{len(rows) * ROW}"/>'
        for number, strip in enumerate(rows):
            yield from self._row(strip, number * ROW)

    def _row(self, strip: Strip, y: int) -> Iterator[str]:
        """The runs of a row, each with its ground; they do not overlap."""
        x = 0
        for segment in strip.simplify():
            cells = cell_width(segment.text)
            ink, ground = _colours(segment.style)
            has_ground = ground and ground != DARK.background
            below = self._rect(ground, x, y, cells, ROW) if has_ground else ""
            if segment.text.strip() and not segment.text.strip("▀▄█ "):
                yield below + "".join(self._blocks(segment.text, ink, x, y))
            else:
                yield below + self._text(segment, ink, x, y)
            x += cells

    def _text(self, segment: Segment, ink: str, x: int, y: int) -> str:
        """A run of text, as long as its cells; nothing for blanks."""
        text = segment.text.rstrip()
        start = cell_width(text) - cell_width(text.lstrip())
        if not (text := text.lstrip()):
            return ""
        is_bold = segment.style is not None and segment.style.bold
        name = self._class(f"fill:{ink}{';font-weight:bold' * bool(is_bold)}")
        return (
            f'<text class="{name}" x="{(x + start) * CELL}" y="{y + BASELINE}"'
            f' textLength="{cell_width(text) * CELL}">{escape(text)}</text>'
        )

    def _blocks(self, text: str, ink: str, x: int, y: int) -> Iterator[str]:
        """Blocks and half blocks as rectangles, so that they meet in every font."""
        for block, run in groupby(text):
            cells = len([*run])
            if block != " ":
                top = y + ROW // 2 if block == "▄" else y
                yield self._rect(ink, x, top, cells, ROW if block == "█" else ROW // 2)
            x += cells

    def _rect(self, colour: str, x: int, y: int, cells: int, height: int) -> str:
        name = self._class(f"fill:{colour}")
        return f'<rect class="{name}" x="{x * CELL}" y="{y}" width="{cells * CELL}" height="{height}"/>'

    def _class(self, text: str) -> str:
        return self._classes.setdefault(text, f"k{len(self._classes)}")


def _picture(name: str, kind: str, width: int, height: int, drawn: str) -> str:
    return (
        f'<svg class="{kind}" xml:space="preserve" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(name)}">{drawn}</svg>'
    )


def _without_blank_end(strips: Sequence[Strip]) -> Sequence[Strip]:
    """The rows without those at their end that are blank."""
    most = max((row for row, strip in enumerate(strips, start=1) if _is_inked(strip)), default=1)
    return strips[:most]


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
