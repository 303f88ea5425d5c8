"""Lines break where Japanese and English allow it."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from hako.tui.looks.typesetting import spans, wrap
from hako.tui.widgets.prose import Prose


def test_english_breaks_at_spaces() -> None:
    assert wrap("Play on or stop in time", 10) == ("Play on or", "stop in", "time")


def test_japanese_breaks_between_any_two_characters() -> None:
    assert wrap("建物を買い裏返す", 6) == ("建物を", "買い裏", "返す")


def test_a_full_stop_never_begins_a_line() -> None:
    assert wrap("建物を買う。裏返す", 10) == ("建物を買", "う。裏返す")


def test_an_opening_bracket_never_ends_a_line() -> None:
    assert wrap("街（建物）", 4) == ("街", "（建", "物）")


def test_a_latin_word_in_japanese_stays_whole() -> None:
    assert wrap("発行はHomosapiens Labです", 12) == ("発行は", "Homosapiens", "Labです")


def test_a_word_wider_than_the_line_is_cut() -> None:
    assert wrap("flip_city.build.12 says", 8) == ("flip_cit", "y.build.", "12 says")


def test_line_ends_of_the_text_stay() -> None:
    assert wrap("one\n\ntwo three", 5) == ("one", "", "two", "three")


@pytest.mark.parametrize("width", range(2, 30))
@pytest.mark.parametrize(
    "text",
    [
        "Play cards, always the top one of your deck. They bring money and points.",
        "両面に建物が描かれた少ないカードの束で、自分の街を育てていくゲームです（Homosapiens Lab）。",
        "が「」っ、。ー　全角の空白",
    ],
)
def test_no_line_is_too_wide_and_nothing_is_lost(text: str, width: int) -> None:
    lines = wrap(text, width)

    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert [text[start:end] for start, end in spans(text, width)] == list(lines)


async def test_prose_is_as_high_as_its_lines_in_the_width_there_is() -> None:
    class Page(App[None]):
        def compose(self) -> ComposeResult:
            yield Prose()

    async with Page().run_test(size=(10, 10)) as pilot:
        prose = pilot.app.query_one(Prose)
        prose.words = "Play on or stop in time"
        await pilot.pause()
        assert prose.size.height == 3

        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert prose.size.height == 1
