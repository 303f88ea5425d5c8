"""The shelf: one folder a game.

A folder with rules in it can be played; one with only a `game.toml` is still to come.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rtoml
from msgspec import Struct, convert

from hako.engine.words.failure import Failure

if TYPE_CHECKING:
    from hako.engine.rules.game import Game  # the boxes are read without it

SHELF = Path(__file__).parent
BOX = "game.toml"


class UnknownGame(Failure, LookupError):
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


class Shelf:
    """A folder with games in it, each in a package of its own."""

    def __init__(self, folder: Path, package: str) -> None:
        self.folder = folder
        self.package = package

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes, in the order of the shelf."""
        found = (read_box(file.parent) for file in self.folder.glob(f"*/{BOX}"))
        return tuple(sorted(found, key=lambda box: box.order))

    def box(self, game_id: str) -> Box:
        """The box of that name. Raises UnknownGame with the names there are."""
        for candidate in self.boxes:
            if candidate.id == game_id:
                return candidate
        from hako.engine.words.nearest import nearest

        names = [candidate.id for candidate in self.boxes]
        raise UnknownGame("no_game", near=nearest(game_id, names), game=game_id, games=names)

    def is_playable(self, box: Box) -> bool:
        """Whether the rules are built."""
        return (self.folder / box.id / "__init__.py").exists()

    def load(self, game_id: str) -> Game[Any]:
        """The game of that name; only its own package is imported."""
        box = self.box(game_id)
        if not self.is_playable(box):
            raise UnknownGame("game_to_come", game=game_id)
        game: Game[Any] = import_module(f"{self.package}.{game_id}").GAME
        return game


def read_box(folder: Path) -> Box:
    """The box of the game in that folder."""
    return convert(rtoml.loads((folder / BOX).read_text("utf-8")), Box)


THE_SHELF = Shelf(SHELF, __name__)
"""The games that come with hako."""


def boxes() -> tuple[Box, ...]:
    """All boxes that come with hako, in the order of the shelf."""
    return THE_SHELF.boxes


def box(game_id: str) -> Box:
    """The box of that name. Raises UnknownGame with the names there are."""
    return THE_SHELF.box(game_id)


def load(game_id: str) -> Game[Any]:
    """The game of that name; only its own package is imported."""
    return THE_SHELF.load(game_id)
