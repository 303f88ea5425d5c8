"""Names: which one was meant by one that there is not."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, words: Iterable[object]) -> str:
    """A suggestion that ends an error message, or nothing when no word is near."""
    from difflib import get_close_matches  # needed by errors alone

    near = get_close_matches(word, [str(candidate) for candidate in words], n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
