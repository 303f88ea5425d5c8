"""Names of bots: their strength, and their character."""

from __future__ import annotations

from hako.engine.bots.levels import character_in
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.levels import strength_text


def bot_text(level: str, texts: Catalogue) -> str:
    """What a bot of a level is called, and its character where the texts are those of its game."""
    said, key = strength_text(level, texts), f"character.{character_in(level)}.name"
    if key not in texts:
        return said
    return texts.text("bot.in_character", level=said, character=texts.text(key))
