"""Texts about bots: their levels and characters."""

from __future__ import annotations

from collections.abc import Iterable

from hako.engine.bots.characters import SOMEBODY
from hako.engine.bots.levels import LEVELS, STRENGTHS
from hako.engine.bots.search import Search
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.level_names import strength_text

NEUTRAL = "neutral"
"""The choice of no character."""


def bots_text(texts: Catalogue) -> dict[str, str]:
    """The choices of bots for a seat: their levels, and their thinking time in seconds."""
    labels = {}
    for level in STRENGTHS:
        bot, strength = LEVELS[level], strength_text(level, texts)
        if isinstance(bot, Search):
            strength = texts.text("bot.seconds", level=strength, count=f"{bot.seconds:g}")
        labels[level] = texts.text("new_game.bot", level=strength)
    return labels


def characters_text(names: Iterable[str], texts: Catalogue) -> dict[str, str]:
    """The labels of a game's characters, of none, and of any."""
    labels = {key: texts.text(f"new_game.{key}") for key in (NEUTRAL, SOMEBODY)}
    return labels | {name: texts.text(f"character.{name}.name") for name in names}


def character_text(name: str, texts: Catalogue) -> str:
    """The description of a character."""
    is_named = name in (NEUTRAL, SOMEBODY)
    return texts.text(f"new_game.{name}_told" if is_named else f"character.{name}.about")
