"""Widths: as they are painted, whatever a text is made of."""

from __future__ import annotations

import ast
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
import rich.cells
from hypothesis import given
from hypothesis import strategies as st

import hako
from hako.engine.i18n.width import cell_width, columns
from hako.tui.theme.line_breaking import wrap

HAKO = Path(hako.__file__).parent
SIGNS = [
    sign for sign in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(sign) not in "CsCn"
]
"""All characters that this Python's Unicode knows."""
JOINING = (
    "\u200d\ufe0e\ufe0f\u3099\u0301\u20e3\u200b\U000e0100👨👩❤⌚👍🏽🇯🇵☎1aあ漢한\u1112\u1161\u11ab"
)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("Ann", 3),
        ("アキ", 4),
        ("ｱｷ", 2),  # half-width kana
        ("Ａ", 2),
        ("e\u0301", 1),  # a combining accent
        ("か\u3099", 2),  # a combining voiced sound mark
        ("葛\U000e0100", 2),  # an ideographic variation sequence
        ("a\u200bb", 2),  # a space of no width
        ("한", 2),
        ("\u1112\u1161\u11ab", 2),  # the same in its parts
        ("❤", 1),
        ("❤\ufe0f", 2),  # as an emoji
        ("👨\u200d👩\u200d👧", 2),  # joined to one
        ("👍🏽", 2),  # with a skin tone
        ("🇯🇵", 2),  # a flag of two letters
        ("a\tb\x1b", 2),  # control signs are never painted
    ],
)
def test_a_text_is_as_wide_as_its_signs_together(text: str, width: int) -> None:
    assert cell_width(text) == width


def test_every_character_is_measured_as_it_is_painted() -> None:
    assert [sign for sign in SIGNS if cell_width(sign) != rich.cells.cell_len(sign)] == []


@given(st.text(st.sampled_from(JOINING) | st.sampled_from(SIGNS), max_size=12))
def test_what_is_combined_is_measured_as_it_is_painted(text: str) -> None:
    assert cell_width(text) == rich.cells.cell_len(text)


def test_columns_stand_one_below_the_other_in_front_of_any_script() -> None:
    rows = [("か\u3099く", "1"), ("❤\ufe0f", "2"), ("Ann", "3")]

    assert [*columns(rows)] == ["か\u3099く  1", "❤\ufe0f    2", "Ann   3"]


def test_no_line_ends_within_what_is_joined() -> None:
    family = "👨\u200d👩\u200d👧"

    assert wrap(f"{family}{family}", 2) == (family, family)


def test_there_is_one_measure() -> None:
    """Rich's own is for what Rich paints; nothing of hako measures with it."""
    others = {"cell_len", "cached_cell_len", "wcwidth", "wcswidth"}
    texts = [
        f"{path.relative_to(HAKO)}: {alias.name}"
        for path in HAKO.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module in {"rich.cells", "wcwidth"}
        for alias in node.names
        if alias.name in others and path.name != "width.py"
    ]

    assert texts == []


def test_help_is_shown_without_any_measure() -> None:
    """`wcwidth` takes some milliseconds to import."""
    shown = "import sys; from hako.__main__ import main\ntry: main()\nfinally: print(*sys.modules)"
    arguments = [sys.executable, "-c", shown, "--help"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, timeout=60)

    assert "wcwidth" not in done.stdout.splitlines()[-1].split()
