"""Display names of bots' levels: one name for each strength in each language."""

from __future__ import annotations

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import escape_controls


def strength_text(level: str, texts: Catalogue) -> str:
    """The name of the strength in a level such as `strong:5s@hoarder`; the level itself without a name."""
    word = level.partition("@")[0].partition(":")[0]
    return texts.text(f"bot.{word}") if f"bot.{word}" in texts else escape_controls(level)


def level_text(level: str, texts: Catalogue) -> str:
    """The display name of a level: strength, limit of the search, and the game's name of the character."""
    strength, _, character = level.partition("@")
    name, thinks = strength_text(strength, texts), strength.partition(":")[2]
    if name != strength and thinks:
        key = "seconds" if thinks.endswith("s") else "tries"
        name = texts.text(f"bot.{key}", level=name, count=escape_controls(thinks.removesuffix("s")))
    if not character:
        return name
    key = f"character.{character}.name"
    named = texts.text(key) if key in texts else escape_controls(character)
    return texts.text("bot.in_character", level=name, character=named)
