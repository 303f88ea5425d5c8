"""The levels of bots, by the words that a player chooses them with."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hako.engine.bots.bot import Bot, gentle_bot, greedy_bot, random_bot
from hako.engine.bots.search import Search
from hako.engine.words.failure import Failure
from hako.engine.words.nearest import nearest

LEVELS: Mapping[str, Bot] = {
    "random": random_bot,
    "gentle": gentle_bot,
    "greedy": greedy_bot,
    "strong": Search(seconds=1.0),
    "strongest": Search(seconds=5.0),
}
"""The bots by level, in the order shown; `strong:5s` and `strong:400` say how long one thinks."""

STRENGTHS = ("gentle", "greedy", "strong", "strongest")
"""The levels that a player is offered; random is there to be measured against."""

HINTS = "greedy"
"""The level of the bot that gives hints (advice.py), and of one that nobody chose."""


class UnknownBot(Failure, ValueError):
    """No bot has that level."""


def bot(level: str) -> Bot:
    """The bot of that level. Raises UnknownBot with the levels there are."""
    if level in LEVELS:
        return LEVELS[level]
    if match := re.fullmatch(r"strong:(?:(\d{1,9})|(\d{1,4}(?:\.\d{1,3})?)s)", level):
        simulations, seconds = match.groups()
        if simulations is not None:
            return Search(simulations=int(simulations))
        return Search(seconds=float(seconds))
    near = nearest(level, LEVELS)
    raise UnknownBot("no_bot", near=near, level=level, levels=(*LEVELS,))


def base(level: str) -> str:
    """The word of a level without how long it thinks: `strong` of `strong:400`."""
    return level.partition(":")[0]
