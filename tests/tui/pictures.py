"""Pictures of screens: Textual's SVG, made right for Japanese, and PNG of it.

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
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path

from rich.cells import split_graphemes

from hako.engine.storage.folder import write_file

CELL = 12.2
"""Width of a cell in Rich's pictures, in pixels."""

FONTS = "DejaVu Sans Mono, Noto Sans Mono CJK JP, monospace"
FONT_SIZE = CELL / 0.602
"""DejaVu Sans Mono is 0.602 em wide; a Japanese character 1 em, a little less than two cells."""

_TEXT = re.compile(
    r"<text(?P<before>[^>]*?) x=\"(?P<x>[^\"]+)\"(?P<after>[^>]*)>(?P<said>[^<]*)</text>"
)
_TEXT_LENGTH = re.compile(r' textLength="[^"]*"')
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
