"""The levels of bots by the names that players choose them with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from typing import Any

from msgspec.structs import replace

from hako.engine.bots.characters import (
    SOMEBODY,
    character,
    characters,
    gentle_in_character,
    greedy_in_character,
)
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.search import Search
from hako.engine.bots.simple_bots import Bot, UnknownBot, gentle_bot, random_bot
from hako.engine.i18n.suggestions import suggestion
from hako.engine.rules.chance import Chance, new_seed
from hako.engine.rules.game import Game

LEVELS: Mapping[str, Bot] = {
    "random": random_bot,
    "gentle": gentle_bot,
    "greedy": greedy_bot,
    "strong": Search(seconds=1.0),
    "strongest": Search(seconds=5.0),
}
"""The bots by level, in the order shown.

`strong:5s` limits a search in seconds, `strong:400` in simulations. All but random can have a
character: `greedy@hoarder`.
"""

STRENGTHS = ("gentle", "greedy", "strong", "strongest")
"""The levels that players are offered; random is only a baseline for measurements."""

SIGN = "@"
"""Separates the level and the character of a bot, as in `greedy@hoarder`."""

IN_CHARACTER = {"gentle": gentle_in_character, "greedy": greedy_in_character}
"""The bots without search that can have a character."""

HINTS = "greedy"
"""The level of the bot that gives hints (advice.py), and the default level of bots."""


def bot(level: str) -> Bot:
    """The bot of a level. Raises UnknownBot, which lists the levels."""
    word, sign, name = level.partition(SIGN)
    plain_bot = _of_strength(word)
    if not sign:
        return plain_bot
    if isinstance(plain_bot, Search):
        return replace(plain_bot, character=name)
    if word not in IN_CHARACTER:
        raise UnknownBot("no_taste", level=word)
    return partial(IN_CHARACTER[word], name=name)


def _of_strength(level: str) -> Bot:
    if level in LEVELS:
        return LEVELS[level]
    if match := re.fullmatch(r"strong:(?:(\d{1,9})|(\d{1,4}(?:\.\d{1,3})?)s)", level):
        simulations, seconds = match.groups()
        if simulations is not None:
            return Search(simulations=int(simulations))
        return Search(seconds=float(seconds))
    near = suggestion(level, LEVELS)
    raise UnknownBot("no_bot", near=near, level=level, levels=(*LEVELS,))


def check_bot(level: str, game: Game[Any]) -> None:
    """Check a level and its character. Raises UnknownBot if the game or hako lacks them."""
    bot(level)
    if (name := character_in(level)) not in ("", SOMEBODY):
        character(game, name)


def resolve_level(
    levels: Sequence[str | None], game: Game[Any], seed: int | None = None
) -> list[str | None]:
    """The levels with each `somebody` replaced by a character of the game, different ones if possible.

    None stays None. A seed makes the draw repeatable; without one it is unpredictable.
    """
    known = [*characters(game)]
    stream = Chance(new_seed() if seed is None else seed, 0).stream("characters")
    drawn = cycle(stream.shuffle(known) if known else [""])
    return [
        _played_by(level, drawn) if level and character_in(level) == SOMEBODY else level
        for level in levels
    ]


def _played_by(level: str, drawn: Iterator[str]) -> str:
    word, _, _ = level.partition(SIGN)
    return f"{word}{SIGN}{name}" if (name := next(drawn)) else word


def base(level: str) -> str:
    """The name of a level alone: `strong` of `strong:400` and of `strong@hoarder`."""
    return level.partition(SIGN)[0].partition(":")[0]


def character_in(level: str) -> str:
    """The character of a level: `hoarder` of `greedy@hoarder`; empty for none."""
    return level.partition(SIGN)[2]
