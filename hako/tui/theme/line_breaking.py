"""Line breaking for Japanese and English.

English breaks at spaces. Japanese breaks between any two characters, except before those that may
not begin a line (a full stop, a closing bracket, a small kana), after those that may not end one (an
opening bracket), and within a word: a run of katakana or of kanji, with a number beside it and the
first hiragana behind it; no single hiragana begins a line. A word that is wider than a line breaks
anywhere; one in Latin letters at its last dash that fits, or at the end of the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rich.cells import set_cell_size

from hako.engine.i18n.width import cell_width

_NEVER_FIRST = frozenset(
    "、。，．,.)）]］}｝」』】〉》〕〟’”！？!?：；:;・ー～〜…‥々ゝゞ％%°"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
_NEVER_LAST = frozenset("(（[［{｛「『【〈《〔〝‘“＄￥$＋－\u200d")
_DASHES = frozenset("-–")
"""Signs within a word behind which it is broken, if it is too wide for a line."""
_KINDS = {
    "hiragana": ("\u3041", "\u3096"),
    "katakana": ("\u30a1", "\u30fa"),
    "kanji": ("\u3400", "\u9fff"),
}
"""The first and the last character of those that words are written in."""
_WIDE = "\u1100"
"""No sign before this one takes two cells."""


@lru_cache(maxsize=4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """The text in lines of at most `width` cells, without the spaces that lines break at."""
    return tuple(text[start:end] for start, end in spans(text, width))


@lru_cache(maxsize=4096)
def spans(text: str, width: int) -> tuple[tuple[int, int], ...]:
    """The start and end of each line in the text."""
    if "\n" not in text and cell_width(text) <= max(2, width):
        return ((0, len(text.rstrip())),)
    lines: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.split("\n"):
        lines += _fill(text, start, start + len(paragraph), max(2, width))
        start += len(paragraph) + 1
    return tuple(lines)


def _fill(text: str, start: int, end: int, width: int) -> Iterator[tuple[int, int]]:
    line, last = start, start
    for piece in _pieces(text, start, end, width):
        if _is_wider(text[line:piece], width):
            yield line, line + len(text[line:last].rstrip())
            line = last
        last = piece
    yield line, line + len(text[line:end].rstrip())


def _pieces(text: str, start: int, end: int, width: int) -> Iterator[int]:
    """The places where a line may end: after each word, and within those that are wider than it."""
    word = start
    for place in range(start + 1, end + 1):
        near = text[place - 1 : place + 2]
        if place == end or (_may_break(near[0], near[1]) and not _is_within_word(*near)):
            if _is_wider(text[word:place], width):
                yield from _pieces_of_word(text, word, place, width)
            else:
                yield place
            word = place


def _pieces_of_word(text: str, start: int, end: int, width: int) -> Iterator[int]:
    """The places where a line may end in a word that is too wide for one."""
    piece = start
    for place in range(start + 1, end + 1):
        if place == end or _may_break(text[place - 1], text[place]):
            while (cut := _cut(text, piece, place, width)) is not None:
                piece = cut
                yield piece
            piece = place
            yield place


def _cut(text: str, start: int, end: int, width: int) -> int | None:
    """The place where a piece that is too wide is broken; only its beginning is measured."""
    length = 2 * width
    while True:
        head = text[start : min(start + length, end)]
        if _is_wider(head, width):
            most = len(set_cell_size(head, width).rstrip())
            dashes = [at + 1 for at in range(1, most) if head[at] in _DASHES]
            return start + (dashes[-1] if dashes else most)
        if start + length >= end:
            return None
        length *= 2


def _is_wider(text: str, width: int) -> bool:
    # no sign takes more than two cells, and to measure takes longest
    return 2 * len(text) > width and cell_width(text.rstrip()) > width


def _may_break(before: str, after: str) -> bool:
    if before == " " or after == " ":
        return after != " "
    if before < _WIDE and after < _WIDE:
        return False
    between_wide = cell_width(before) == 2 or cell_width(after) == 2
    return between_wide and not (
        after in _NEVER_FIRST or before in _NEVER_LAST or cell_width(after) == 0
    )


def _is_within_word(before: str, after: str, following: str = "") -> bool:
    """True between two katakana or kanji, beside a number, and before the first or last hiragana."""
    match _kind(before), _kind(after):
        case "hiragana", "hiragana":
            return _kind(following) != "hiragana"
        case "kanji", "hiragana":
            return True
        case (None | "hiragana", _) | (_, None | "hiragana"):
            return False
        case kinds:
            return set(kinds) != {"katakana", "kanji"}


def _kind(sign: str) -> str | None:
    """The kind of characters that a sign in a Japanese word is one of; None if it is in no word."""
    if sign.isdecimal():
        return "digit"
    kinds = (kind for kind, (first, last) in _KINDS.items() if first <= sign <= last)
    return "kanji" if sign == "々" else "katakana" if sign == "ー" else next(kinds, None)
