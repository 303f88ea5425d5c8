"""How much room a sentence takes on a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence


def cells(sentence: str) -> int:
    """Its width on a terminal; kanji and kana are two cells wide."""
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in sentence)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as lines of text, their cells one below the other."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (
            text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)
        )
        yield "  ".join(padded).rstrip()
