"""The width of text on a terminal, in cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

_JOINER = "\u200d"
_AS_EMOJI = "\ufe0f"
"""Variation selector: the character before it is an emoji, which may be wider."""
_PAINTED = {
    **dict.fromkeys(map(chr, range(0x1F3FB, 0x1F400)), 0),
    **dict.fromkeys(map(chr, range(0x1F1E6, 0x1F200)), 1),
}
"""Widths of single skin tones and flag letters, for which `wcwidth` differs from Textual."""
_MOST_REMEMBERED = 512

_NARROW = (
    " -~", "\u00a1-\u00ac", "\u00ae-\u02ff", "\u2010-\u2027", "\u2030-\u205e", "\u2190-\u2319",
    "\u2500-\u25fc", "\u25ff-\u2613", "\u2616-\u262f", "\u2638-\u2647", "\u2654-\u267e",
    "\u2680-\u2689", "\u2694-\u26a0", "\u270c-\u2727",
)  # fmt: skip
"""The first and the last characters of ranges of one cell: letters, arrows, lines, shapes."""
_WIDE = ("\u3001-\u3029", "\u3041-\u3096", "\u30a1-\u30ff", "\u4e00-\u9fff", "\uff01-\uff60")
"""The same of two cells: kana, kanji, full-width signs."""


def cell_width(text: str) -> int:
    """The width of a text in cells: kanji and kana take two, combining and joined characters none.

    It equals the width that Rich and Textual paint, measured with `wcwidth`, since a difference
    would break the layout. A terminal may draw a joined emoji, such as a family, with another
    width; the cell after it is positioned explicitly.
    """
    if text.isascii() and text.isprintable():
        return len(text)
    return _remembered(text) if len(text) < _MOST_REMEMBERED else _measured(text)


def _measured(text: str) -> int:
    signs = set(text)
    doubled = {sign for sign in signs if sign > "\u3000"}
    if _are_of(doubled, _WIDE) and _are_of(signs - doubled, _NARROW):
        return len(text) + sum(map(text.count, doubled))
    # the first paint of a table seldom needs it, and it takes a tenth of that time to import
    from wcwidth import wcswidth

    cells, last, joined = 0, "", False
    for sign in text:
        if joined or sign == _JOINER:
            joined = not joined
        elif sign == _AS_EMOJI:
            if last:
                cells += wcswidth(last + sign) - _character_width(last)
            last = ""
        elif width := _character_width(sign):
            cells, last = cells + width, sign
    return cells


_remembered = lru_cache(maxsize=4096)(_measured)


def _are_of(signs: set[str], ranges: Sequence[str]) -> bool:
    """True if each character is in one of the ranges."""
    return all(any(span[0] <= sign <= span[2] for span in ranges) for sign in signs)


@lru_cache(maxsize=4096)
def _character_width(sign: str) -> int:
    """The width of a single character; 0 for a control character."""
    from wcwidth import wcwidth

    return _PAINTED[sign] if sign in _PAINTED else max(0, wcwidth(sign))


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of cells as lines of text with aligned columns."""
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (
            text + " " * (width - cell_width(text)) for text, width in zip(row, widths, strict=True)
        )
        yield "  ".join(padded).rstrip()
