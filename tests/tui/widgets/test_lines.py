"""Lines: every text in its cells, and only lines that changed painted again."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.theme.symbols import ASCII, FULL, NARROW, Symbols
from hako.tui.theme.truncation import shortened, shortened_names, whole_parts, whole_sentences
from hako.tui.widgets.canvas import Canvas, StyledLine, wrapped
from hako.tui.widgets.description import Description, Reckoning
from hako.tui.widgets.line_panel import LinePanel

PLAIN = Style()


def written(line: StyledLine) -> str:
    return line.strip().text


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("Hospital", 8, "Hospital"),
        ("Hospital", 5, "Hosp…"),
        ("病院と教会", 6, "病院…"),
        ("病院", 0, ""),
        ("残り14枚", 6, "残り…"),
        ("$5 now; a Church costs $3", 18, "$5 now; a…costs $3"),
        ("$5, 2 actions: Factory", 17, "$5, 2 actions…"),
        ("wins 52 %  food a1 b0 c1", 18, "wins 52 %…"),
        ("バースト50%（強制プレイ中）、$4", 19, "バースト50%…"),
        ("bust 50% (3% if recycled), $4", 14, "bust 50%…"),
        ("Production 2, Production token 2; comes to row 1, column 2", 25, "Production 2…"),
        ("戦争の勝率46%、この後の相手が全て消費すると39%；戦力4", 27, "戦争の勝率46%…"),
        ("Walk to the Barracks for $12,000", 18, "Walk to…$12,000"),
        ("コンビニエンスストアを購入", 22, "コンビニエンス…を購入"),
    ],
)
def test_of_a_text_that_is_too_long_the_middle_is_left_out_or_the_last_parts_of_a_list(
    text: str, width: int, shown: str
) -> None:
    assert shortened(text, width, FULL) == shown


STORE = "コンビニエンスストア"
RECONSTRUCTION = "復興の記念碑（ワイナリー）"
REBUILDING = "Monument of Reconstruction (church)"


@pytest.mark.parametrize(
    ("text", "names", "width", "shown"),
    [
        (f"{STORE}を購入＆アップグレード", [STORE], 30, "コンビ…を購入＆アップグレード"),
        (f"{STORE}を購入", [STORE], 22, "コンビニ…ストアを購入"),
        (
            "Use the Monk and the Monastery",
            ["Monk", "Monastery"],
            29,
            "Use the Monk and the Monaste…",
        ),
        ("Discard card 12345678901", ["card 12345678901"], 20, "Discard card…"),
        ("Pass", ["Pass"], 3, "Pa…"),
        (f"{RECONSTRUCTION}を建造する", [RECONSTRUCTION], 27, "復…（ワイナリー）を建造する"),
        (f"{RECONSTRUCTION}を建造する", [RECONSTRUCTION], 26, "…（ワイナリー）を建造する"),
        ("ワイナリー・市場の山札から引く", ["ワイナリー・市場"], 15, "ワイナ…ら引く"),
        (f"Build: {REBUILDING}", [REBUILDING], 26, "Build: Monument… (church)"),
    ],
)
def test_of_a_text_with_names_in_it_the_longest_name_gives_first(
    text: str, names: list[str], width: int, shown: str
) -> None:
    assert shortened_names(text, names, width, FULL) == shown


@pytest.mark.parametrize(
    ("name", "width", "shown"),
    [("ランダム 2", 8, "ランダ…2"), ("ランダム 3", 8, "ランダ…3"), ("Greedy 2", 7, "Greed…2")],
)
def test_two_of_a_name_stay_apart_by_their_numbers(name: str, width: int, shown: str) -> None:
    assert shortened(name, width, FULL) == shown


@given(st.text("長い名", min_size=1, max_size=12), st.integers(0, 20))
def test_a_verb_is_whole_where_there_is_room_for_it_and_a_short_name(name: str, more: int) -> None:
    text = f"{name}をアップグレード"
    room = cell_width("をアップグレード") + min(8, cell_width(name)) + more
    shown = shortened_names(text, [name], room, FULL)

    assert shown.endswith("をアップグレード")
    assert cell_width(shown) <= room


@pytest.mark.parametrize(
    ("width", "parts"),
    [(20, "3 coins, 5 left"), (15, "3 coins, 5 left"), (14, "3 coins"), (7, "3 coins"), (6, "")],
)
def test_of_a_list_only_whole_parts_are_shown(width: int, parts: str) -> None:
    assert whole_parts("3 coins, 5 left", width) == parts


TEXTS = st.text(st.sampled_from("ab C購入ンア12,.-$、。"), max_size=40)


@given(TEXTS, st.integers(0, 30), st.sampled_from([FULL, ASCII]))
def test_a_shortened_text_fits_and_uses_its_room(text: str, width: int, symbols: Symbols) -> None:
    """But for a number that has no room at all, or a blank at the seam."""
    shown = shortened(text, width, symbols)

    assert cell_width(shown) <= width
    if cell_width(text) <= width:
        assert shown == text
    elif width:
        before, _, after = shown.partition(symbols.ellipsis)
        assert text.startswith(before)
        assert text.endswith(after)


PIECES = st.lists(st.sampled_from(["1234", "12,500", "ab ", "購入", "ンア"]), max_size=9)


@given(PIECES.map("".join), st.integers(0, 30))
def test_a_number_is_shown_whole_or_not_at_all(text: str, width: int) -> None:
    numbers = re.findall(r"[\d,]+", text)

    assert all(part in numbers for part in re.findall(r"[\d,]+", shortened(text, width, FULL)))


@given(st.text(st.sampled_from("購入する家と城"), min_size=20), st.integers(12, 30))
def test_what_a_sentence_ends_with_is_kept(text: str, width: int) -> None:
    """A Japanese verb stands there; a third of the room is its."""
    _, _, end = shortened(text, width, FULL).partition(FULL.ellipsis)

    assert cell_width(end) >= width // 3


def test_half_a_wide_character_is_never_written() -> None:
    line = StyledLine(5).put("病院と", PLAIN)

    assert written(line) == "病院…"
    assert line.strip().cell_length == 5


def test_a_text_with_a_width_is_filled_up_to_it() -> None:
    line = StyledLine(12).put("駅", PLAIN, 4).put("3", PLAIN, 3, right=True).put("|", PLAIN)

    assert written(line) == "駅    3|    "


def test_an_ending_stands_at_the_end_of_the_line() -> None:
    assert written(StyledLine(12).put("left", PLAIN).ending("right", PLAIN)) == "left   right"
    assert written(StyledLine(7).put("left", PLAIN).ending("right", PLAIN)) == "leftri…"


def test_a_name_in_another_alphabet_is_spelt_before_it_is_measured() -> None:
    assert written(StyledLine(6, ASCII).put("Zoë…", PLAIN).put("|", PLAIN)) == "Zoe~| "


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


def test_a_description_has_all_of_the_width_above_the_number_of_lines_that_are_below() -> None:
    """Two rows of 80 cells: the first one keeps its 78 letters, though there is a third."""
    panel = Description()
    panel.lay_out(Size(80, 2))
    panel.show("x" * 78, "y" * 100)

    assert panel.count() == 3
    assert "x" * 78 in panel.render_line(0).text
    assert panel.render_line(1).text.endswith(f"{FULL.below}1 ")


@pytest.mark.parametrize(("symbols", "arrow"), [(FULL, "→"), (NARROW, ">"), (ASCII, ">")])
def test_what_would_follow_stands_behind_an_arrow_that_the_terminal_can_draw(
    symbols: Symbols, arrow: str
) -> None:
    panel = Description()
    panel.symbols = symbols
    panel.lay_out(Size(80, 2))
    panel.show("Take a card", "then pay")

    assert panel.render_line(1).text.startswith(f" {arrow} then pay")


@pytest.mark.parametrize("is_vital", [False, True])
def test_what_is_vital_stands_before_a_threat_below_its_title(is_vital: bool) -> None:
    """The count of lines below is whole beside a line that is too long."""
    panel = Description()
    panel.has_head = True
    panel.introduce([("threat", "Ben can win")])
    panel.reckon = lambda _columns, _rows: Reckoning("A war", [[("x" * 40, PLAIN)]], is_vital)
    panel.lay_out(Size(30, 5))
    panel.show("Spend nothing", "then the dice " * 9, is_reckoned=True)

    first, *shown, last = [panel.render_line(y).text for y in range(panel.rows)]
    assert first.startswith("─ A war ──")
    assert [row.strip().startswith("x") for row in shown[:2]] == [is_vital, not is_vital]
    assert last.endswith(f"{FULL.below}{panel.count() - 4} ")


def test_a_text_about_something_else_stands_before_what_is_reckoned_up() -> None:
    """A hint, or a place on the board; the title of what is reckoned up follows it."""
    panel = Description()
    panel.has_head, panel.title = True, "What it does"
    panel.introduce([("threat", "Ben can win")])
    panel.reckon = lambda _columns, _rows: Reckoning("A war", [[("33%", PLAIN)]])
    panel.lay_out(Size(30, 6))
    panel.show("A hint: fight on")

    rows = [panel.render_line(y).text.strip() for y in range(5)]
    assert rows[0].startswith("─ What it does ──")
    assert rows[1:] == ["A hint: fight on", "! Ben can win", "A war", "33%"]


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
    ("text", "width", "sentences"),
    [
        ("Pay 1.5 Gold: draw. Keep it.", 40, "Pay 1.5 Gold: draw. Keep it."),
        ("Pay 1.5 Gold: draw. Keep it.", 20, "Pay 1.5 Gold: draw."),
        ("Pay 1.5 Gold: draw. Keep it.", 10, ""),
        ("黄金1を支払う。1枚引く。", 16, "黄金1を支払う。"),
    ],
)
def test_of_a_text_only_whole_sentences_are_shown(text: str, width: int, sentences: str) -> None:
    assert whole_sentences(text, width) == sentences
