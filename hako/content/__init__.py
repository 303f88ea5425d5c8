"""The shelf: one folder a game.

A folder with rules in it can be played; one with only a `game.toml` is still to come.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from hako.engine.content import did_you_mean
from hako.engine.game import Game

SHELF = Path(__file__).parent


class UnknownGame(LookupError):
    """No game of that name on the shelf, or one that is still to come."""


class Players(Struct, frozen=True):
    """How many can play."""

    min: int
    max: int


class Box(Struct, frozen=True):
    """What is printed on a game's box; read from its `game.toml` without loading the game."""

    id: str
    order: int
    name: dict[str, str]
    tagline: dict[str, str]
    players: Players
    designer: str
    credits: dict[str, str]
    publisher: str | None = None
    """None where nobody has published the version that is played, such as a draft."""
    minutes: tuple[int, int] | None = None

    @property
    def playable(self) -> bool:
        """Whether the rules are built."""
        return (SHELF / self.id / "__init__.py").exists()


@cache
def boxes() -> tuple[Box, ...]:
    """All boxes, in the order of the shelf."""
    files = SHELF.glob("*/game.toml")
    found = (convert(tomllib.loads(file.read_text("utf-8")), Box) for file in files)
    return tuple(sorted(found, key=lambda box: box.order))


def box(game_id: str) -> Box:
    """The box of that name. Raises UnknownGame with the names there are."""
    for candidate in boxes():
        if candidate.id == game_id:
            return candidate
    names = [candidate.id for candidate in boxes()]
    raise UnknownGame(
        f"There is no game {game_id!r} on the shelf.{did_you_mean(game_id, names)}"
        f" The shelf holds: {', '.join(names)}."
    )


@cache
def load(game_id: str) -> Game[Any]:
    """The game of that name; only its own package is imported."""
    if not box(game_id).playable:
        raise UnknownGame(f"{box(game_id).name['en']} is still to come; it cannot be played yet.")
    game: Game[Any] = import_module(f"hako.content.{game_id}").GAME
    return game
