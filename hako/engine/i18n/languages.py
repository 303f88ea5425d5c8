"""The languages of hako's texts."""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "ja"]

LANGUAGES: tuple[Language, ...] = ("en", "ja")
