"""Output of commands for people."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hako.cli.printing import fitted, put
from hako.engine.i18n.width import cell_width

WORDS = st.lists(
    st.sampled_from(["Walk", "to", "r2c3", "12.", "家を", "建てる。", "(+1"]), min_size=1
)


@given(before=st.sampled_from(["", "1. ", "12. ", "  ", "  move.1-3   "]), words=WORDS)
def test_nothing_is_wider_than_the_terminal_and_no_word_is_lost(
    before: str, words: list[str]
) -> None:
    """A line that is short enough stays as it is; what follows stands under where it begins."""
    line = before + " ".join(words)
    split = fitted(line, 30).split("\n")

    assert "".join("".join(split).split()) == "".join(line.split())
    assert all(cell_width(text) <= 30 for text in split)
    assert cell_width(line) > 30 or split == [line]
    assert all(word.startswith(" " * len(before)) for word in split[1:])


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("Greedy gets a plan that nobody sees.", "Greedy gets a plan that\nnobody sees."),
        ("1. Medal on Market-Office (+2 VP)", "1. Medal on\n   Market-Office (+2 VP)"),
        (
            "  rider  Takes what others left behind.",
            "  rider  Takes what\n         others left\n         behind.",
        ),
        ("ギガント：山岳に暮らす、頑健な民。", "ギガント：山岳に暮らす、\n頑健な民。"),
    ],
)
def test_lines_break_between_words_and_hang_under_their_text(line: str, broken: str) -> None:
    assert fitted(f"Ann\n{line}\nend", 24) == f"Ann\n{broken}\nend"


@pytest.mark.parametrize("is_read", [True, False])
def test_only_a_terminal_breaks_lines(
    is_read: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Output for programs and files has a line for each line."""
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_read)

    put("one and two and three and four")

    text = "one and two and\nthree and four\n" if is_read else "one and two and three and four\n"
    assert capsys.readouterr().out == text
