"""How much room a sentence takes on a terminal."""

from __future__ import annotations

import unicodedata


def cells(sentence: str) -> int:
    """Its width on a terminal; kanji and kana are two cells wide."""
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in sentence)
