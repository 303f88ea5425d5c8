from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from hako.tui.terminal.cell_diff import CellDiff

WIDTH, HEIGHT = 12, 3


class Screen:
    """A terminal that is only ever sent differences."""

    def __init__(self) -> None:
        self.diff = CellDiff()
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self._stream = pyte.Stream(self.screen)

    def paint(self, x: int, y: int, *lines: Strip) -> str:
        width = max(line.cell_length for line in lines)
        region = Region(x, y, width, len(lines))
        sent = self.diff.changes(LayoutUpdate([[line] for line in lines], region), (WIDTH, HEIGHT))
        self._stream.feed(sent)
        return sent

    def line(self, y: int) -> str:
        return self.screen.display[y].rstrip()


def strip(*parts: str | tuple[str, str]) -> Strip:
    """Text, or text with a background."""
    return Strip(
        [
            Segment(part) if isinstance(part, str) else Segment(part[0], Style(bgcolor=part[1]))
            for part in parts
        ]
    )


RED, GREEN = ("x", "#ff0000"), ("x", "#00ff00")


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        (["Flip City 町", RED], ["Flip City 町", RED], ""),
        (["coins 04 xx"], ["coins 05 xx"], "\x1b[2;8H5"),
        # moving the cursor would cost as much as the unchanged cell between them
        (["a.b.c"], ["A.B.c"], "\x1b[2;1HA.B"),
        (["a.........b"], ["A.........B"], "\x1b[2;1HA\x1b[9CB"),
        ([RED], [GREEN], "\x1b[2;1H\x1b[0;48;2;0;255;0mx\x1b[0m"),
    ],
)
def test_only_what_differs_is_sent(
    before: list[str | tuple[str, str]], after: list[str | tuple[str, str]], sent: str
) -> None:
    screen = Screen()
    assert screen.paint(0, 1, strip(*before))
    assert screen.paint(0, 1, strip(*after)) == sent


def test_a_wide_character_is_never_cut_in_half() -> None:
    screen = Screen()
    screen.paint(0, 0, strip("城町"))
    screen.paint(0, 0, strip("城票"))
    assert screen.line(0) == "城票"
    screen.paint(0, 0, strip("a", "城", "b"))
    assert screen.line(0) == "a城b"


def test_the_half_that_a_terminal_drops_is_sent_when_it_is_drawn_again() -> None:
    """A letter over the right half of 城 makes the terminal blank its left half."""
    screen = Screen()
    screen.paint(0, 0, strip("城町"))
    screen.paint(1, 0, strip("x"))
    screen.paint(0, 0, strip("城町"))
    assert screen.line(0) == "城町"


def test_what_was_drawn_for_a_larger_window_is_cut_at_the_edge() -> None:
    """A window may have shrunk since."""
    screen = Screen()
    assert screen.paint(WIDTH - 2, 0, strip("0123", "45")).endswith("01")
    assert screen.paint(WIDTH + 3, 1, strip("012345")) == ""
    assert screen.paint(0, HEIGHT, strip("0")) == ""


def test_after_forgetting_everything_is_sent() -> None:
    screen = Screen()
    screen.paint(0, 0, strip("Flip City"))
    screen.diff.forget()
    assert "Flip City" in screen.paint(0, 0, strip("Flip City"))


def test_control_characters_in_a_text_do_not_reach_the_terminal() -> None:
    """A name that rings, clears the screen, or uses the 8-bit controls."""
    screen = Screen()
    sent = screen.paint(0, 0, strip("a\x07\x1b[2Jb\x9b2Jc\x7f"))
    assert sent == "\x1b[1;1Ha[2Jb2Jc"


def test_a_link_is_opened_and_closed() -> None:
    screen = Screen()
    link = Segment("rules", Style(link="https://example.org"))
    assert screen.paint(0, 0, Strip([link])) == (
        "\x1b[1;1H\x1b]8;;https://example.org\x1b\\rules\x1b]8;;\x1b\\"
    )


def test_of_chopped_lines_only_the_dirty_span_is_sent() -> None:
    """Textual keeps whole lines in pieces and names the columns from 2 to 4 of line 1."""
    chops = ChopsUpdate([{}, {0: strip("ab"), 2: strip("cdef")}], [(1, 2, 4)], [[], [2, 6]])
    assert CellDiff().changes(chops, (WIDTH, HEIGHT)) == "\x1b[2;3Hcd"


@given(
    st.lists(
        st.tuples(
            st.integers(0, 4),
            st.integers(0, HEIGHT - 1),
            st.lists(
                st.tuples(st.text("ab 城町が★é", max_size=4), st.sampled_from(["red", "blue"])),
                min_size=1,
                max_size=2,
            ),
        ),
        max_size=6,
    )
)
def test_the_terminal_shows_what_whole_frames_would_have_shown(
    paints: list[tuple[int, int, list[tuple[str, str]]]],
) -> None:
    """Full lines are painted over each other; the last one of each line is what is seen."""
    screen = Screen()
    expected = [""] * HEIGHT
    for indent, y, parts in paints:
        line = strip(" " * indent, *parts).adjust_cell_length(WIDTH)
        screen.paint(0, y, line)
        expected[y] = line.text.rstrip()
    assert [screen.line(y) for y in range(HEIGHT)] == expected
