"""Names: which entries of a content file have one, and which name was meant by one that is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def did_you_mean(word: str, words: Iterable[object]) -> str:
    """A suggestion that ends an error message, or nothing when no word is near."""
    from difflib import get_close_matches  # needed by errors alone

    near = get_close_matches(word, [str(candidate) for candidate in words], n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def has_ids(value: Any) -> bool:
    """Whether this is a list of tables that are told apart by their `id`."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, dict) and "id" in entry for entry in value)
    )
