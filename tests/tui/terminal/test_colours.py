from __future__ import annotations

import pytest
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as TextualColor

from hako.tui.terminal.capabilities import Colors
from hako.tui.terminal.colours import PaletteFilter, nearest_256

BLACK = TextualColor(0, 0, 0)


@pytest.mark.parametrize(
    ("color", "number"),
    [
        ("#1e2430", 235),  # #262626; Rich makes it 17, the pure blue #00005f
        ("#252c3a", 236),  # #303030
        ("#ff0000", 196),
        ("#ffffff", 231),
        ("#000000", 16),
        ("#5f87af", 67),  # exactly a colour of the cube
    ],
)
def test_the_nearest_of_256_colours_is_the_one_that_looks_nearest(color: str, number: int) -> None:
    """Numbers from the xterm table: 16-231 the cube of 0, 95, 135, 175, 215, 255, then greys."""
    assert nearest_256(Color.parse(color)).number == number


def test_colours_that_a_terminal_has_of_its_own_stay() -> None:
    red = Color.parse("red")
    assert nearest_256(red) is red


def codes(colors: Colors, style: Style) -> str:
    (segment,) = PaletteFilter(colors).apply([Segment("x", style)], BLACK)
    assert segment.style is not None
    return segment.style.render("x")


def test_a_filter_reduces_to_the_depth_of_its_own_session() -> None:
    """The same style, drawn for two terminals in turn: Rich alone would keep the first text."""
    style = Style(color="#ff0000", bold=True)
    assert "38;5;196" in codes("256", style)
    assert "38;" not in codes("16", style)
    assert "38;5;196" in codes("256", style)


def test_segments_without_style_and_controls_are_left_alone() -> None:
    plain = Segment("x", None)
    assert PaletteFilter("256").apply([plain], BLACK) == [plain]


def test_true_colour_needs_no_filter() -> None:
    assert not PaletteFilter("truecolor").enabled
    assert PaletteFilter("16").enabled
