"""Notes: sentences still without a language, and the languages there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = ("en", "ja")


class LazyText(Struct, frozen=True):
    """A sentence still without a language: a key of the game's texts and its values."""

    key: str
    values: Mapping[str, Any] = {}


class Translatable:
    """What says itself in a language, also as a value within another sentence."""

    def text(self, language: Language) -> str:
        """The sentence in that language."""
        raise NotImplementedError
