"""Covers in cells: in the colours and signs that each terminal shows, in few bytes."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from hako.content import THE_SHELF
from hako.content.cover import Cover, read_cover
from hako.engine.i18n.width import cell_width
from hako.tui.terminal.capabilities import Colors
from hako.tui.terminal.colours import PaletteFilter
from hako.tui.theme.symbols import SymbolSet
from hako.tui.widgets.cover_pixels import CoverPen, cover_lines, cover_pen

every_game = pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])

RED, BLUE, BLACK, WHITE = (255, 0, 0), (0, 0, 255), (0, 0, 0), (255, 255, 255)


def cover(game: str) -> Cover:
    return read_cover(THE_SHELF.folder_of(game))


def text(lines: list[list[Segment]]) -> list[str]:
    return ["".join(segment.text for segment in line) for line in lines]


@pytest.mark.parametrize(
    ("symbols", "colors", "pen"),
    [
        ("full", "truecolor", "half_blocks"),
        ("full", "16", "half_blocks"),
        ("full", "none", "shades"),
        # half blocks and shades are two cells wide there
        ("narrow", "256", "blanks"),
        ("narrow", "none", None),
        ("ascii", "truecolor", None),
        ("ascii", "none", None),
    ],
)
def test_a_terminal_gets_what_it_can_draw(
    symbols: SymbolSet, colors: Colors, pen: CoverPen | None
) -> None:
    assert cover_pen(symbols, colors) == pen


@every_game
@pytest.mark.parametrize("pen", ["half_blocks", "blanks", "shades"])
@pytest.mark.parametrize(("scale", "size"), [(1, (24, 12)), (2, (48, 24))])
def test_a_cover_is_24_by_12_cells_or_twice_as_large(
    game: str, pen: CoverPen, scale: int, size: tuple[int, int]
) -> None:
    lines = text(cover_lines(cover(game).pixels(), pen, scale))

    assert len(lines) == size[1]
    assert {cell_width(line) for line in lines} == {size[0]}


def colours(segment: Segment) -> tuple[str, str]:
    """The colours of ink and ground; empty where there is none."""
    style = segment.style or Style.null()
    ink, ground = (
        "" if colour is None or colour.triplet is None else colour.triplet.hex
        for colour in (style.color, style.bgcolor)
    )
    return ink, ground


def test_the_upper_pixel_is_the_ink_and_the_lower_one_the_ground() -> None:
    (line,) = cover_lines(((RED, BLUE, BLUE), (BLUE, BLUE, BLUE)), "half_blocks")

    assert [segment.text for segment in line] == ["▀", "  "]
    assert [colours(segment) for segment in line] == [("#ff0000", "#0000ff"), ("", "#0000ff")]


def test_an_odd_row_leaves_the_lower_half_of_its_cells_empty() -> None:
    (segment,) = cover_lines(((RED,), (RED,), (RED,)), "half_blocks")[-1]

    assert segment.text == "▀"
    assert colours(segment) == ("#ff0000", "")


def test_without_half_blocks_a_cell_has_the_mean_of_its_two_pixels() -> None:
    ((segment,),) = cover_lines(((BLACK,), (WHITE,)), "blanks")

    assert segment.text == " "
    assert colours(segment) == ("", "#7f7f7f")


def test_five_shades_tell_dark_from_light() -> None:
    greys = [(level, level, level) for level in (0, 60, 120, 180, 255)]

    assert text(cover_lines((greys, greys), "shades")) == [" ░▒▓█"]


@every_game
@pytest.mark.parametrize(("colors", "most"), [("truecolor", 6_000), ("256", 4_000)])
def test_a_cover_takes_few_bytes(game: str, colors: Colors, most: int) -> None:
    # as sent: colours reduced, a run of equal cells with its colours once
    reduced = PaletteFilter(colors)
    lines = cover_lines(cover(game).pixels(), "half_blocks")
    if colors != "truecolor":
        lines = [reduced.apply(line, Color(0, 0, 0)) for line in lines]
    sent = "".join(
        segment.style.render(segment.text, color_system=ColorSystem.TRUECOLOR)
        for line in lines
        for segment in Strip(line).simplify()
        if segment.style is not None
    )

    assert len(sent.encode()) <= most
