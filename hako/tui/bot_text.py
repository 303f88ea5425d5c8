"""Bots as they are told of: how strong they are, and their characters."""

from __future__ import annotations

from collections.abc import Iterable

from hako.engine.bots.characters import SOMEBODY
from hako.engine.bots.levels import LEVELS, STRENGTHS
from hako.engine.bots.search import Search
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.levels import strength_text

NEUTRAL = "neutral"
"""In the place of a character: none."""


def bots_text(texts: Catalogue) -> dict[str, str]:
    """How strong bots are on a seat, and what they cost in seconds."""
    said = {}
    for level in STRENGTHS:
        bot, strength = LEVELS[level], strength_text(level, texts)
        if isinstance(bot, Search):
            strength = texts.text("bot.seconds", level=strength, count=f"{bot.seconds:g}")
        said[level] = texts.text("new_game.bot", level=strength)
    return said


def characters_text(names: Iterable[str], texts: Catalogue) -> dict[str, str]:
    """How the characters of a game are called in its texts; and none, and any of them."""
    said = {its: texts.text(f"new_game.{its}") for its in (NEUTRAL, SOMEBODY)}
    return said | {name: texts.text(f"character.{name}.name") for name in names}


def character_text(name: str, texts: Catalogue) -> str:
    """What a character is like."""
    is_named = name in (NEUTRAL, SOMEBODY)
    return texts.text(f"new_game.{name}_told" if is_named else f"character.{name}.about")
