"""Texts about bots: their levels, characters and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hako.engine import ENGINE
from hako.engine.bots.characters import SOMEBODY
from hako.engine.bots.levels import LEVELS, STRENGTHS
from hako.engine.bots.search import Search
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.header import Player
from hako.engine.transcript.level_names import strength_text
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI

if TYPE_CHECKING:  # few ask for a review, and asyncio comes with it
    pass

NEUTRAL = "neutral"
"""The choice of no character."""


def bots_text(texts: Catalogue) -> dict[str, str]:
    """The choices of bots for a seat: their levels."""
    return {
        level: texts.text("new_game.bot", level=strength_text(level, texts)) for level in STRENGTHS
    }


def level_explanation(level: str, texts: Catalogue) -> str:
    """A sentence about how bots of a level choose."""
    bot = LEVELS[level]
    seconds = f"{bot.seconds:g}" if isinstance(bot, Search) else ""
    return texts.text(f"new_game.level_explanation.{level}", seconds=seconds)


def characters_text(names: Iterable[str], texts: Catalogue) -> dict[str, str]:
    """The labels of a game's characters, of none, and of any."""
    labels = {key: texts.text(f"new_game.{key}") for key in (NEUTRAL, SOMEBODY)}
    return labels | {name: texts.text(f"character.{name}.name") for name in names}


def character_text(name: str, texts: Catalogue) -> str:
    """The description of a character."""
    is_named = name in (NEUTRAL, SOMEBODY)
    return texts.text(f"new_game.{name}_told" if is_named else f"character.{name}.about")


def called(players: Sequence[Player], language: Language) -> tuple[Player, ...]:
    """The players, bots by their default names in that language.

    A name that a player has is not given to a bot.
    """
    names = dict(_bot_names(language))
    taken = {player.name for player in players}
    return tuple(
        replace(player, name=bot_name)
        if player.bot and (bot_name := names.get(player.name)) and bot_name not in taken
        else player
        for player in players
    )


def _bot_names(language: Language) -> Iterator[tuple[str, str]]:
    """The default names of bots in each language, with their names in this language."""
    catalogue = load_catalogue(language, ENGINE, MULTIPLAYER, TUI)
    for other in LANGUAGES:
        other_catalogue = load_catalogue(other, ENGINE, MULTIPLAYER, TUI)
        keys = (f"new_game.names.{number}" for number in range(1, 7))
        yield from ((other_catalogue.text(key), catalogue.text(key)) for key in keys)
        for level in LEVELS:
            one, name = (
                texts.text(f"bot.{level}").capitalize() for texts in (other_catalogue, catalogue)
            )
            yield one, name
            yield from ((f"{one} {number}", f"{name} {number}") for number in range(2, 7))
