"""Suggestions for misspelt names: "did you mean ...?"."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(word: str, words: Iterable[object]) -> str | None:
    """The most similar of some words, which was probably meant; None if none is similar."""
    from difflib import get_close_matches  # needed only for errors

    near = get_close_matches(word, [str(candidate) for candidate in words], n=1)
    return near[0] if near else None
