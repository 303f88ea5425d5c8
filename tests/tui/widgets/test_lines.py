"""Lines: every text in its cells, and only lines that changed painted again."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from hako.tui.looks.symbols import ASCII, FULL
from hako.tui.widgets.lines import Canvas, Line, LinePanel, cut, shortened, wrapped

PLAIN = Style()


def written(line: Line) -> str:
    return line.strip().text


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("Hospital", 8, "Hospital"),
        ("Hospital", 5, "Hosp…"),
        ("病院と教会", 6, "病院…"),
        ("病院", 0, ""),
    ],
)
def test_a_text_that_is_too_long_is_cut_and_says_so(text: str, width: int, shown: str) -> None:
    assert cut(text, width, FULL) == shown


def test_half_a_wide_character_is_never_written() -> None:
    line = Line(5).put("病院と", PLAIN)

    assert written(line) == "病院…"
    assert line.strip().cell_length == 5


def test_a_text_with_a_width_is_filled_up_to_it() -> None:
    line = Line(12).put("駅", PLAIN, 4).put("3", PLAIN, 3, right=True).put("|", PLAIN)

    assert written(line) == "駅    3|    "


def test_an_ending_stands_at_the_end_of_the_line() -> None:
    assert written(Line(12).put("left", PLAIN).ending("right", PLAIN)) == "left   right"
    assert written(Line(7).put("left", PLAIN).ending("right", PLAIN)) == "leftri…"


def test_a_name_in_another_alphabet_is_spelt_before_it_is_measured() -> None:
    assert written(Line(6, ASCII).put("Zoë…", PLAIN).put("|", PLAIN)) == "Zoe~| "


def test_a_canvas_is_written_in_any_order_and_nothing_falls_off_it() -> None:
    canvas = Canvas(6, 3)
    canvas.at(3, 1).put("inside", PLAIN)
    canvas.at(0, 1).put("in", PLAIN)
    canvas.at(0, 3).put("below", PLAIN)
    canvas.at(8, 0).put("beside", PLAIN)

    assert [strip.text for strip in canvas.strips()] == ["      ", "in in…", "      "]


def test_a_box_closes_around_japanese() -> None:
    canvas = Canvas(8, 3)
    canvas.box(Region(0, 0, 8, 3), PLAIN)
    canvas.at(1, 1).put("城の町", PLAIN, 6)

    assert [strip.text for strip in canvas.strips()] == ["╭──────╮", "│城の町│", "╰──────╯"]


def test_words_are_kept_whole_and_japanese_breaks_anywhere() -> None:
    assert wrapped("Ann plays Hospital.", 12) == ["Ann plays", "Hospital."]
    assert wrapped("アンは病院をプレイした", 12) == ["アンは病院を", "プレイした"]


class Numbers(LinePanel):
    """Some numbers, one a line, that counts how often it paints."""

    def __init__(self, *numbers: int) -> None:
        super().__init__()
        self.numbers = list(numbers)
        self.paints = 0

    def count(self) -> int:
        return len(self.numbers)

    def paint(self, index: int) -> Strip:
        self.paints += 1
        return self.line().put(str(self.numbers[index]), self.ink.text).strip()

    def seen(self) -> list[str]:
        return [self.render_line(y).text.strip() for y in range(self.rows)]


def test_a_panel_shows_as_many_lines_as_it_has_room_for() -> None:
    panel = Numbers(1, 2, 3, 4)
    panel.lay_out(Size(4, 2))

    assert panel.seen() == ["1", "2"]
    panel.reveal(3)
    assert panel.seen() == ["3", "4"]
    panel.scroll_lines(-5)
    assert panel.seen() == ["1", "2"]


def test_a_line_is_painted_once_until_it_changes() -> None:
    panel = Numbers(1, 2, 3)
    panel.lay_out(Size(4, 3))
    panel.seen()
    painted = panel.paints

    panel.seen()
    assert panel.paints == painted
    panel.numbers[1] = 7
    panel.repaint([1])
    assert panel.paints == painted + 1
    assert panel.seen() == ["1", "7", "3"]


def test_a_panel_that_became_shorter_scrolls_back() -> None:
    panel = Numbers(*range(9))
    panel.lay_out(Size(4, 3))
    panel.reveal(8)
    del panel.numbers[4:]

    panel.repaint()

    assert panel.seen() == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("$5 left, Church", 15, "$5 left, Church"),
        ("$5 left, Church", 14, "$5 left…"),
        ("$5, 2 actions: Factory", 17, "$5, 2 actions…"),
        ("$5, 2 actions: Factory", 10, "$5…"),
        ("It costs $12,000.", 12, "It costs $1…"),
        ("残り＄5、教会", 12, "残り＄5…"),
        ("Final: 2 VP per intact city", 18, "Final: 2 VP per i…"),
        ("1度だけ：引き分けで終わる", 20, "1度だけ：引き分けで…"),
    ],
)
def test_a_note_is_shortened_between_its_parts(text: str, width: int, shown: str) -> None:
    assert shortened(text, width, FULL) == shown
