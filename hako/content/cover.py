"""Covers: the picture on the box of a game, in pixels.

A game draws its cover in `cover.toml`: a palette of letters, 24 rows of 24 letters, and the corner of
the spine, the part of it that stands for the box in a list. A game without one gets a cover with
the initial of its id.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, TypeAlias
from zlib import crc32

from msgspec import Meta

from hako.engine.content.files import BadContent, BadEntry, ContentEntry, load, read_toml

FILE = "cover.toml"

SIDE = 24
"""Pixels of a cover across and down."""

SPINE = (8, 3)
"""Pixels of a spine across and down."""

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

_HexColour: TypeAlias = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
_PixelRow: TypeAlias = Annotated[str, Meta(min_length=SIDE, max_length=SIDE)]


class Cover(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The pixels of a cover."""

    palette: Mapping[str, _HexColour]
    """The colour of each letter."""
    rows: Annotated[tuple[_PixelRow, ...], Meta(min_length=SIDE, max_length=SIDE)]
    """A letter for each pixel, row by row."""
    spine: tuple[
        Annotated[int, Meta(ge=0, le=SIDE - SPINE[0])],
        Annotated[int, Meta(ge=0, le=SIDE - SPINE[1])],
    ]
    """Column and row of the upper left pixel of the spine."""

    def __post_init__(self) -> None:
        letters = set().union(*self.rows)
        if missing := sorted(letters - self.palette.keys()):
            raise BadEntry("no_such_colour", letter=missing[0])

    def pixels(self) -> tuple[tuple[Colour, ...], ...]:
        """The colours of all pixels, row by row."""
        palette = {letter: _colour(code) for letter, code in self.palette.items()}
        return tuple(tuple(palette[letter] for letter in row) for row in self.rows)

    def spine_pixels(self) -> tuple[tuple[Colour, ...], ...]:
        """The colours of the pixels of the spine, row by row."""
        (x, y), (width, height) = self.spine, SPINE
        return tuple(row[x : x + width] for row in self.pixels()[y : y + height])


def read_cover(folder: Path) -> Cover:
    """The cover that a game brings. Raises BadContent."""
    cover: Cover = load(Cover, folder / FILE, name=f"{folder.name}/{FILE}")
    return cover


@cache
def cover_of(folder: Path | None, game_id: str) -> Cover:
    """The cover of the game in a folder; one with its initial where it brings none that can be read."""
    if folder is not None and (folder / FILE).exists():
        try:
            return read_cover(folder)
        except BadContent:
            pass  # the game can be played; its conformance tests name the fault
    return initial_cover(game_id)


def initial_cover(game_id: str) -> Cover:
    """A cover with the initial of a game's id, in a colour that follows from the id."""
    glyphs: Mapping[str, list[str]] = read_toml(Path(__file__).with_name("initials.toml"))
    glyph = glyphs.get(game_id[:1].lower(), glyphs["none"])
    size = len(glyph[0]), len(glyph)
    left, top = (SIDE - 2 * size[0]) // 2, (SIDE - 2 * size[1]) // 2

    def letter(x: int, y: int) -> str:
        column, row = (x - left) // 2, (y - top) // 2
        if 0 <= column < size[0] and 0 <= row < size[1] and glyph[row][column] == "#":
            return "i"
        inside = range(1, SIDE - 1)
        if {x, y} & {inside[0], inside[-1]} and x in inside and y in inside:
            return "f"
        return "ab"[y >= SIDE // 2]

    rows = tuple("".join(letter(x, y) for x in range(SIDE)) for y in range(SIDE))
    return Cover(_tones(crc32(game_id.encode()) % 360), rows, (left + 1, top))


def _tones(hue: int) -> Mapping[str, str]:
    """Two dark tones of a hue for the ground, a light one for a letter, and one for a frame."""
    from colorsys import hls_to_rgb  # few shelves have a game without a cover

    tones = {"a": (0.24, 0.45), "b": (0.17, 0.45), "f": (0.48, 0.5), "i": (0.86, 0.7)}
    return {
        letter: "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue / 360, *tone))
        for letter, tone in tones.items()
    }


def _colour(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code[1:])
    return red, green, blue
