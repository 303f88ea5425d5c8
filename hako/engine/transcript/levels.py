"""Levels of bots in words: a strength has one name in each language, wherever it is told."""

from __future__ import annotations

from hako.engine.words.failure import safe
from hako.engine.words.text import Texts


def strength_in_words(level: str, texts: Texts) -> str:
    """The name of the strength in a level such as `strong:5s@hoarder`; the level if it has none."""
    word = level.partition("@")[0].partition(":")[0]
    return texts.say(f"bot.{word}") if f"bot.{word}" in texts else safe(level)


def level_in_words(level: str, texts: Texts) -> str:
    """A level in words: its strength, how long it thinks, its character as the game names it."""
    strength, _, character = level.partition("@")
    said, thinks = strength_in_words(strength, texts), strength.partition(":")[2]
    if said != strength and thinks:
        key = "seconds" if thinks.endswith("s") else "tries"
        said = texts.say(f"bot.{key}", level=said, count=safe(thinks.removesuffix("s")))
    if not character:
        return said
    key = f"character.{character}.name"
    named = texts.say(key) if key in texts else safe(character)
    return texts.say("bot.in_character", level=said, character=named)
