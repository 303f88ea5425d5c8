"""Lazy texts: sentences that are not yet in any language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hako.engine.i18n.languages import Language


class LazyText(Struct, frozen=True):
    """A sentence to be rendered later in any language: a key of the game's texts and its values."""

    key: str
    values: Mapping[str, Any] = {}


class Translatable:
    """Something that can be rendered in a language, also as a value within another sentence."""

    def text(self, language: Language) -> str:
        """The sentence in that language."""
        raise NotImplementedError
