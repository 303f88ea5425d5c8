"""Pictures of screens: Textual's SVG, made right for Japanese and small, and PNG of it.

Rich gives a piece of text as many cells as it has characters, and leaves it to the
viewer to squeeze them in: where a character is two cells wide, browsers crush the
text and other viewers let it run out of its box. Here each word, and each wide
character, stands where the terminal has it:

    before   <text x="0" textLength="36.6">城 ab</text>            3 + 1 cells in 4
    after    <text x="2.1">城</text><text x="36.6">ab</text>
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape, unescape
from pathlib import Path
from typing import TypeAlias

from rich.cells import split_graphemes

from hako.engine.storage.files import write_file

CELL = 12.2
"""Width of a cell in Rich's pictures, in pixels."""

FONTS = "DejaVu Sans Mono, Noto Sans Mono CJK JP, monospace"
FONT_SIZE = CELL / 0.602
"""DejaVu Sans Mono is 0.602 em wide; a Japanese character 1 em, a little less than two cells."""

_TEXT = re.compile(
    r"<text(?P<before>[^>]*?) x=\"(?P<x>[^\"]+)\"(?P<after>[^>]*)>(?P<said>[^<]*)</text>"
)
_TEXT_LENGTH = re.compile(r' textLength="[^"]*"')
_RECT = re.compile(
    r'<rect fill="([^"]+)" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="[^"]+"'
    r' shape-rendering="crispEdges"/>'
)
_ROW = 24.4
"""Height of a row in Rich's pictures, in pixels; its rectangles are a little higher."""

_LINE_CLIP = re.compile(
    r'\s*<clipPath id="[^"]*-line-\d+">.*?</clipPath>| clip-path="url\([^)]*-line-\d+\)"', re.DOTALL
)
_PREFIX = re.compile(r"\bterminal-\d+-")
_WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_FAMILY = "font-family: Fira Code, monospace;"
_SIZE = "font-size: 20px;"
_FULL_WIDTH = "font-variant-east-asian: full-width;"


class CannotDraw(Exception):
    """A picture that this computer cannot make, and what would help."""


def cell_exact(svg: str) -> str:
    """The picture with every character in its cells."""
    svg = _WEB_FONT.sub("", svg).replace(_FULL_WIDTH, "")
    svg = svg.replace(_FAMILY, f"font-family: {FONTS};")
    svg = svg.replace(_SIZE, f"font-size: {FONT_SIZE:.2f}px;")
    return _TEXT.sub(_place, svg)


def compact(svg: str) -> str:
    """The picture in about a third of the size, looking the same.

    Rich draws a rectangle behind each piece of text, and clips each row. Here adjacent rectangles of a
    colour are joined, and those of the commonest colour are one behind all others.
    """
    svg = _PREFIX.sub("", _LINE_CLIP.sub("", svg))
    rects = [(fill, *map(float, numbers)) for fill, *numbers in _RECT.findall(svg)]
    if not rects:
        return svg
    common = Counter(fill for fill, *_ in rects).most_common(1)[0][0]
    right = max(x + width for _, x, _, width in rects)
    top, bottom = min(y for _, _, y, _ in rects), max(y for _, _, y, _ in rects) + _ROW
    drawn = [_rect(common, 0, top, right, bottom - top)]
    drawn += [
        _rect(fill, x, y, width, _ROW) for fill, x, y, width in _joined(rects) if fill != common
    ]
    first = _RECT.search(svg)
    assert first is not None
    rest = _RECT.sub("", svg[first.end() :])
    lines = f'{svg[: first.start()]}<g shape-rendering="crispEdges">{"".join(drawn)}</g>{rest}'
    return "".join(f"{line.strip()}\n" for line in lines.splitlines() if line.strip())


def words_of(svg: str) -> str:
    """All text of a picture, without blanks."""
    return "".join(unescape("".join(re.findall(r"<text [^>]*>([^<]*)</text>", svg))).split())


def save(svg: str, path: Path, scale: float = 1) -> None:
    """Write a picture that is exact already, as SVG or as PNG by the path's ending.

    Raises CannotDraw where a PNG cannot be made, StoreFailed where it cannot be written.
    """
    data = svg.encode()
    write_file(path, _png(data, scale) if path.suffix == ".png" else data, makes_folder=True)


def _png(svg: bytes, scale: float) -> bytes:
    program = shutil.which("rsvg-convert")
    if program is None:
        raise CannotDraw(
            "PNG pictures need the program rsvg-convert; Debian has it in librsvg2-bin."
        )
    drawn = subprocess.run([program, "--zoom", str(scale)], input=svg, capture_output=True)
    if drawn.returncode:
        raise CannotDraw(f"rsvg-convert: {drawn.stderr.decode(errors='replace').strip()}")
    return drawn.stdout


_Rect: TypeAlias = tuple[str, float, float, float]
"""Colour, x, y and width."""


def _joined(rects: Iterable[_Rect]) -> Iterator[_Rect]:
    """The rectangles, adjacent ones of a row and a colour as one."""
    rects = iter(rects)
    fill, x, y, width = next(rects)
    for rect in rects:
        if rect[0] == fill and rect[2] == y and abs(x + width - rect[1]) < 0.1:
            width += rect[3]
        else:
            yield fill, x, y, width
            fill, x, y, width = rect
    yield fill, x, y, width


def _rect(fill: str, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect fill="{fill}" x="{x:.7g}" y="{y:.7g}" width="{width:.7g}" height="{height:.7g}"/>'
    )


def _place(match: re.Match[str]) -> str:
    before, x, after = match["before"], float(match["x"]), match["after"]
    if "textLength" not in after:  # the title, which is no part of the screen
        return match[0]
    rest = _TEXT_LENGTH.sub("", after)
    return "".join(
        f'<text{before} x="{x + shift:.1f}"{rest}>{escape(piece)}</text>'
        for shift, piece in _pieces(unescape(match["said"]).replace("\xa0", " "))
    )


def _pieces(text: str) -> Iterator[tuple[float, str]]:
    """The words and the wide characters of a text, each with its distance from the start."""
    column, start, word = 0, 0, ""
    for first, end, width in split_graphemes(text)[0]:
        character = text[first:end]
        if word and (character.isspace() or width != 1):
            yield start * CELL, word
            word = ""
        if width == 2:
            yield column * CELL + (2 * CELL - FONT_SIZE) / 2, character
        elif not character.isspace():
            start = start if word else column
            word += character
        column += width
    if word:
        yield start * CELL, word
