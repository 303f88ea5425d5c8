"""Sentences in a row, as each language spaces them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WIDE_THEN_SPACE = re.compile(r"(?<=[。、！？：；）」]) +")


def join_sentences(sentences: Iterable[str], between: str = " ") -> str:
    """The sentences that are not empty, with spaces between, but none after full-width punctuation."""
    return _WIDE_THEN_SPACE.sub("", between.join(filter(None, sentences)))
