"""Lines break where Japanese and English allow it."""

from __future__ import annotations

import pytest
from textual.app import ComposeResult

from hako.engine.i18n.width import cell_width
from hako.tui.apps.game_app import GameApp
from hako.tui.theme.line_breaking import spans, wrap
from hako.tui.widgets.paragraph import Paragraph
from tests.waiting import until


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        # English breaks at spaces, Japanese between any two words
        ("Play on or stop in time", 10, "Play on or|stop in|time"),
        ("建物を買い裏返す", 6, "建物を|買い|裏返す"),
        # but a full stop never begins a line, and an opening bracket never ends one
        ("これをかう。うら", 10, "これを|かう。うら"),
        ("街（建物）", 4, "街|（建|物）"),
        # a word in katakana or kanji stays whole with its number, unless it is wider than the line
        ("ギザのピラミッド", 14, "ギザの|ピラミッド"),
        ("アレクサンドリア図書館 1/2", 20, "アレクサンドリア|図書館 1/2"),
        ("支払い：生産力12、黄金1", 12, "支払い：|生産力12、|黄金1"),
        ("アクション＋1", 12, "アクション|＋1"),
        ("アレクサンドリア", 10, "アレクサン|ドリア"),
        # a Latin word stays whole, and is cut where it is wider than the line
        ("発行はHomosapiens Labです", 12, "発行は|Homosapiens|Labです"),
        ("flip_city.build.12 says", 8, "flip_cit|y.build.|12 says"),
        # if it has a dash, it is cut behind that
        ("Draw from Church–Winery", 10, "Draw from|Church–|Winery"),
        ("Church–Winery", 13, "Church–Winery"),
        # line ends of the text stay
        ("one\n\ntwo three", 5, "one||two|three"),
    ],
)
def test_where_lines_break(text: str, width: int, lines: str) -> None:
    assert "|".join(wrap(text, width)) == lines


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

    assert all(cell_width(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert [text[start:end] for start, end in spans(text, width)] == list(lines)


async def test_prose_is_as_high_as_its_lines_in_the_width_there_is() -> None:
    class Page(GameApp):
        def compose(self) -> ComposeResult:
            yield Paragraph()

    async with Page().run_test(size=(10, 10)) as pilot:
        prose = pilot.app.query_one(Paragraph)
        prose.words = "Play on or stop in time"
        await until(lambda: prose.size.height == 3)

        await pilot.resize_terminal(40, 10)
        await until(lambda: prose.size.height == 1)
