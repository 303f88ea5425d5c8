"""Display names of bots: strength and character."""

from __future__ import annotations

from hako.engine.bots.levels import character_in
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.level_names import strength_text


def display_name(level: str, texts: Catalogue) -> str:
    """The display name of a bot; with its character where `texts` are those of its game."""
    strength, key = strength_text(level, texts), f"character.{character_in(level)}.name"
    if key not in texts:
        return strength
    return texts.text("bot.in_character", level=strength, character=texts.text(key))
