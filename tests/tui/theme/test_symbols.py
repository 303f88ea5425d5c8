"""Symbols: what each terminal can draw, and text that cannot break a line."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest
from msgspec import structs

from hako.engine.i18n.width import cell_width
from hako.tui.theme.symbols import ASCII, FULL, NARROW, SYMBOLS, Symbols


def signs(symbols: Symbols) -> Iterator[str]:
    for value in structs.astuple(symbols)[1:]:
        if isinstance(value, str):
            yield value
        else:
            yield from value if isinstance(value, tuple) else structs.astuple(value)


@pytest.mark.parametrize("symbols", SYMBOLS.values(), ids=SYMBOLS)
def test_every_sign_is_one_cell_wide(symbols: Symbols) -> None:
    assert {cell_width(sign) for sign in signs(symbols)} == {1}


def test_narrow_holds_nothing_that_some_terminals_draw_two_cells_wide() -> None:
    ambiguous = [sign for sign in signs(NARROW) if unicodedata.east_asian_width(sign) == "A"]

    assert not ambiguous


def test_ascii_is_ascii() -> None:
    assert all(sign.isascii() for sign in signs(ASCII))


@pytest.mark.parametrize("symbols", SYMBOLS.values(), ids=SYMBOLS)
def test_the_owners_of_a_table_differ_by_sign(symbols: Symbols) -> None:
    assert len({symbols.owner(seat) for seat in range(6)}) == 6


@pytest.mark.parametrize("symbols", SYMBOLS.values(), ids=SYMBOLS)
def test_kanji_stay_in_every_set(symbols: Symbols) -> None:
    assert symbols.spell("フリップ・シティ、病院（ｼﾃｨ）") == "フリップ・シティ、病院（ｼﾃｨ）"


@pytest.mark.parametrize(
    ("name", "in_full", "in_narrow", "in_ascii"),
    [
        ("Zoë", "Zoë", "Zoë", "Zoe"),
        ("René", "René", "Rene", "Rene"),
        ("a → b…", "a → b…", "a > b~", "a > b~"),
        ("54 ±3 %, 90°", "54 ±3 %, 90°", "54 +-3 %, 90 deg", "54 +-3 %, 90 deg"),
        ("■ ★ »", "■ ★ »", "▪ ✦ »", "# * Y"),
        ("Ωmega", "Ωmega", "?mega", "?mega"),
        ("a\x1b[2Jb\x07", "a[2Jb", "a[2Jb", "a[2Jb"),
        ("a\u202eb\u200dc\n", "abc", "abc", "abc"),
    ],
)
def test_a_name_is_spelt_with_what_can_be_drawn_and_commands_nothing(
    name: str, in_full: str, in_narrow: str, in_ascii: str
) -> None:
    assert [symbols.spell(name) for symbols in (FULL, NARROW, ASCII)] == [
        in_full,
        in_narrow,
        in_ascii,
    ]
