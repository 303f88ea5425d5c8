"""The cover of a game as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hako.content.cover import SIDE, Cover


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
