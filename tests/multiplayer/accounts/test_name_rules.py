"""Names that can be told apart: marks as in UTS #39, 5.4, and pairs that look alike."""

from __future__ import annotations

import pytest

from hako.multiplayer.accounts.name_rules import is_fit, skeleton


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Zoi\N{COMBINING DOT ABOVE}", id="a dot on a dotted letter is not seen"),
        pytest.param("\N{LATIN SMALL LETTER DOTLESS I}\N{COMBINING DOT ABOVE}an", id="dotless"),
        pytest.param("\u0456\N{COMBINING DOT ABOVE}ван", id="Cyrillic i"),
        pytest.param("a\u0300\u0300da", id="the same mark twice"),
        pytest.param("\N{LATIN SMALL LETTER O WITH STROKE}\u0338le", id="a stroke on a stroke"),
        pytest.param("が\u3099く", id="voiced twice"),
        pytest.param("a\u0301\u0302da", id="two marks that change a letter"),
        pytest.param("a\u0360da", id="a mark over two letters"),
        pytest.param("\u0e01\u0e48\u0e48", id="a tone twice"),
        pytest.param("a\N{COMBINING GRAPHEME JOINER}da", id="a mark that is not seen"),
    ],
)
def test_a_mark_that_hides_or_cannot_be_counted_is_in_no_name(name: str) -> None:
    assert not is_fit(name)


@pytest.mark.parametrize(
    "name", ["Zoë", "Đặng", "q\u0301ue", "ที่รัก", "हिंदी", "がく", "ぱぴ", "Žofie", "Ærø", "Мила"]
)
def test_letters_with_the_marks_of_their_script_are_names(name: str) -> None:
    assert is_fit(name)


@pytest.mark.parametrize(
    "pair",
    [
        *("ニ二", "ロ口", "カ力", "ハ八", "エ工", "タ夕", "ト卜", "ヘへ", "ベべ", "ペぺ", "ー一"),
        *("チ千", "オ才", "ヌ又", "リり", "ム厶", "ヒ匕", "メ〆", "ミ三", "日曰", "己已", "已巳"),
        *("つっ", "ヤャ", "カヵ"),
    ],
)
def test_kana_and_kanji_that_terminals_draw_alike_make_the_same_name(pair: str) -> None:
    assert skeleton(f"あ{pair[0]}い") == skeleton(f"あ{pair[1]}い")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0275", "o\u0335"),
        ("đ", "d\u0335"),
        ("ø", "o\u0338"),
        ("ҫ", "ç"),
        ("ç", "c\u0326"),
        ("ǎ", "ă"),
        ("e\u0304", "e\u0305"),
        ("\u04a3", "\u029c\u0329"),
        ("ą", "a\u0322"),
    ],
)
def test_what_a_mark_makes_of_a_letter_looks_like_the_letter_that_has_it(
    one: str, other: str
) -> None:
    """Pairs of confusables.txt."""
    assert skeleton(f"{one}nn") == skeleton(f"{other}nn")


@pytest.mark.parametrize("pair", [("naïve", "naive"), ("がく", "かく"), ("Mia", "Mika")])
def test_a_mark_that_is_seen_makes_another_name(pair: tuple[str, str]) -> None:
    one, other = pair
    assert skeleton(one) != skeleton(other)
