"""Names: which one was meant by one that there is not."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(word: str, words: Iterable[object]) -> str | None:
    """The word that was probably meant; None when no word is near."""
    from difflib import get_close_matches  # needed by errors alone

    near = get_close_matches(word, [str(candidate) for candidate in words], n=1)
    return near[0] if near else None
