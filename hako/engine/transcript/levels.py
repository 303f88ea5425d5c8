"""Levels of bots in words: a strength has one name in each language, wherever it is told."""

from __future__ import annotations

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import escape_controls


def strength_text(level: str, texts: Catalogue) -> str:
    """The name of the strength in a level such as `strong:5s@hoarder`; the level if it has none."""
    word = level.partition("@")[0].partition(":")[0]
    return texts.text(f"bot.{word}") if f"bot.{word}" in texts else escape_controls(level)


def level_text(level: str, texts: Catalogue) -> str:
    """A level in words: its strength, how long it thinks, its character as the game names it."""
    strength, _, character = level.partition("@")
    said, thinks = strength_text(strength, texts), strength.partition(":")[2]
    if said != strength and thinks:
        key = "seconds" if thinks.endswith("s") else "tries"
        said = texts.text(f"bot.{key}", level=said, count=escape_controls(thinks.removesuffix("s")))
    if not character:
        return said
    key = f"character.{character}.name"
    named = texts.text(key) if key in texts else escape_controls(character)
    return texts.text("bot.in_character", level=said, character=named)
