"""How much room a sentence takes on a terminal, in cells: the one measure of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

_JOINER = "\u200d"
_AS_EMOJI = "\ufe0f"
"""A variation selector: the sign before it is an emoji, which may be wider."""
_PAINTED = {
    **dict.fromkeys(map(chr, range(0x1F3FB, 0x1F400)), 0),
    **dict.fromkeys(map(chr, range(0x1F1E6, 0x1F200)), 1),
}
"""Skin tones and letters of flags by themselves, where `wcwidth` and what paints screens differ."""
_MOST_REMEMBERED = 512


def cell_width(text: str) -> int:
    """Its width: kanji and kana take two cells, combining marks none, what is joined no more.

    It is what Rich and Textual paint, measured with `wcwidth`, since a line that is measured
    otherwise than painted breaks the screen. A terminal may know better: it shows a family as one
    sign by its own table; the next cell is placed anew either way.
    """
    if text.isascii() and text.isprintable():
        return len(text)
    return _remembered(text) if len(text) < _MOST_REMEMBERED else _measured(text)


def _measured(text: str) -> int:
    # `hako --help` needs no widths, and wcwidth takes some milliseconds to import
    from wcwidth import wcswidth

    cells, last, joined = 0, "", False
    for sign in text:
        if joined or sign == _JOINER:
            joined = not joined
        elif sign == _AS_EMOJI:
            if last:
                cells += wcswidth(last + sign) - _of_sign(last)
            last = ""
        elif width := _of_sign(sign):
            cells, last = cells + width, sign
    return cells


_remembered = lru_cache(maxsize=4096)(_measured)


@lru_cache(maxsize=4096)
def _of_sign(sign: str) -> int:
    """The cells of one sign by itself; none where it is a control sign."""
    from wcwidth import wcwidth

    return _PAINTED[sign] if sign in _PAINTED else max(0, wcwidth(sign))


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as lines of text, their cells one below the other."""
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (
            text + " " * (width - cell_width(text)) for text, width in zip(row, widths, strict=True)
        )
        yield "  ".join(padded).rstrip()
