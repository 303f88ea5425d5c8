"""The shelf: the catalogue of games by id, of hako itself and of other packages.

A folder with rules in it can be played; one with only a `game.toml` is still to come. A game
whose box cannot be read, or whose code fails, does not affect the others.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypedDict

from msgspec import Meta, Struct

from hako.engine.content.files import BadContent, read_toml
from hako.engine.content.files import load as load_content
from hako.engine.i18n.failure import Failure

if TYPE_CHECKING:
    from hako.engine.rules.game import Game  # not needed to read boxes

SHELF = Path(__file__).parent
BOX = "game.toml"

GROUP = "hako.games"
"""The group of entry points by which installed packages bring games: `id = "package"`."""


class UnknownGame(Failure, LookupError):
    """No game of that name on the shelf, one that is still to come, or one that is damaged."""


class Translated(TypedDict):
    """A text in each language."""

    en: str
    ja: str


class Players(Struct, frozen=True):
    """The numbers of players that a game allows."""

    min: Annotated[int, Meta(ge=1)]
    max: int
    best: tuple[int, int] | None = None
    """The lowest and highest number that its rulebook recommends."""

    @property
    def usual(self) -> int:
        """The default number of players: the lowest recommended one, or else 2 if the game allows it."""
        return self.best[0] if self.best else min(max(2, self.min), self.max)


class Box(Struct, frozen=True):
    """The data on a game's box, read from its `game.toml` without loading the game."""

    id: str
    order: int
    name: Translated
    tagline: Translated
    players: Players
    designer: str
    credits: Translated
    about: Translated | None = None
    """Two sentences about the game, for a shelf with room; None if the tagline is all."""
    publisher: str | None = None
    """None if the played version is unpublished, such as a draft."""
    minutes: tuple[int, int] | None = None
    first: Mapping[str, str] = {}
    """Options that its rulebook recommends for a first game."""


class DamagedBox(Struct, frozen=True):
    """A game that cannot be put on the shelf, and the reason."""

    id: str
    reason: Failure


class GameModule(Struct, frozen=True):
    """The id, folder and package of a game."""

    id: str
    folder: Path | None
    """None if the package cannot be found."""
    package: str


Source: TypeAlias = Callable[[], Iterable[GameModule]]
"""A function that finds games when it is called: searching for them takes time."""


def games_in(folder: Path, package: str = "") -> Source:
    """A source of the games in a folder: top-level packages, or subpackages of `package`."""
    if not package and str(folder.resolve()) not in sys.path:
        # at the end, so that none of them stands before a module that others need; and now,
        # for worker processes that start later look where we look
        sys.path.append(str(folder.resolve()))
    prefix = f"{package}." if package else ""

    def modules() -> Iterator[GameModule]:
        for file in sorted(folder.glob(f"*/{BOX}")):
            yield GameModule(file.parent.name, file.parent, prefix + file.parent.name)

    return modules


def installed() -> Iterator[GameModule]:
    """The games that installed packages bring."""
    if not any(map(_may_bring_games, map(Path, sys.path))):
        return
    from importlib.metadata import entry_points  # importing it is slower than the check above

    for point in entry_points(group=GROUP):
        yield GameModule(point.name, _folder_of(point.module), point.module)


def _may_bring_games(place: Path) -> bool:
    """True if a package in a folder of sys.path may have entry points in GROUP.

    A file, such as a zip archive, and a folder that cannot be read count as True.
    """
    try:
        notices = place.glob("*-info/entry_points.txt")
        return place.is_file() or any(GROUP.encode() in notice.read_bytes() for notice in notices)
    except OSError:
        return True


def _folder_of(package: str) -> Path | None:
    from importlib.util import find_spec  # slow to import, and few users have games installed

    try:
        spec = find_spec(package)
    except Exception:  # noqa: BLE001 - parent packages are run and may raise anything
        return None
    return Path(spec.origin).parent if spec and spec.origin else None


class _Row:
    """The games of one source, each box read once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._box = cache(_read_box_or_failure)

    @cached_property
    def _modules(self) -> tuple[GameModule, ...]:
        return tuple(self._source())

    @cached_property
    def games(self) -> list[tuple[GameModule, Box | Failure]]:
        """The games in shelf order, each with its box or with the failure to read it."""
        games = [(game_module, self._box(game_module)) for game_module in self._modules]
        return sorted(games, key=lambda it: (getattr(it[1], "order", 0), it[0].id))

    def good(self) -> Iterator[tuple[GameModule, Box]]:
        """The games whose box can be read."""
        return ((game_module, box) for game_module, box in self.games if isinstance(box, Box))

    def named(self, game_id: str) -> Iterator[tuple[GameModule, Box]]:
        """The games of that id whose box can be read; the boxes of other games are not read."""
        games = (
            (game_module, self._box(game_module))
            for game_module in self._modules
            if game_module.id == game_id
        )
        return ((game_module, box) for game_module, box in games if isinstance(box, Box))


class Shelf:
    """Games from a folder, and behind them those from other sources."""

    def __init__(self, folder: Path, package: str, *more: Source) -> None:
        self._rows = tuple(map(_Row, (games_in(folder, package), *more)))

    def beside(self, *more: Source) -> Shelf:
        """This shelf with more games behind it; of two with the same id the first one counts."""
        other = Shelf.__new__(Shelf)
        other._rows = (*self._rows, *map(_Row, more))
        return other

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes that can be opened or are to come, in the order of the shelf."""
        return tuple(box for _, box in self._all.values())

    @cached_property
    def damaged(self) -> tuple[DamagedBox, ...]:
        """The games that cannot be put on the shelf, with the reasons."""
        return tuple(self._out_of_order())

    def box(self, game_id: str) -> Box:
        """The box of that name. Raises UnknownGame with the names there are."""
        return self._game(game_id)[1]

    def folder_of(self, game_id: str) -> Path:
        """The folder of a game. Raises UnknownGame."""
        folder = self._game(game_id)[0].folder
        assert folder is not None, "what has a box has a folder"
        return folder

    def is_playable(self, box: Box) -> bool:
        """True if the game's rules exist."""
        return (self.folder_of(box.id) / "__init__.py").exists()

    def load(self, game_id: str) -> Game[Any]:
        """The game of that name; only its own package is imported. Raises UnknownGame."""
        game_module, box = self._game(game_id)
        if not self.is_playable(box):
            raise UnknownGame("game_to_come", game=game_id)
        try:
            return _imported(game_module)
        except Failure as reason:
            raise _damaged(game_id, reason) from None
        except Exception as error:  # any kind: the code is not ours
            raise _damaged(game_id, _mistake(error)) from error

    @cached_property
    def _all(self) -> Mapping[str, tuple[GameModule, Box]]:
        """The games on the shelf, the first of each id."""
        games: dict[str, tuple[GameModule, Box]] = {}
        for row in self._rows:
            for game_module, box in row.good():
                games.setdefault(game_module.id, (game_module, box))
        return games

    def _game(self, game_id: str) -> tuple[GameModule, Box]:
        for row in self._rows:  # later sources are not searched once an earlier one has it
            for game in row.named(game_id):
                return game
        for damaged in self.damaged:
            if damaged.id == game_id:
                raise _damaged(game_id, damaged.reason)
        from hako.engine.i18n.suggestions import suggestion

        names = [*self._all]
        raise UnknownGame("no_game", near=suggestion(game_id, names), game=game_id, games=names)

    def _out_of_order(self) -> Iterator[DamagedBox]:
        for game_module, box in (game for row in self._rows for game in row.games):
            if isinstance(box, Failure):
                yield DamagedBox(game_module.id, box)
            elif (first := self._all[game_module.id][0]) is not game_module:
                yield DamagedBox(game_module.id, Failure("same_id", folder=first.folder))


def read_box(folder: Path) -> Box:
    """The box of the game in that folder. Raises BadContent."""
    box: Box = load_content(Box, folder / BOX, name=f"{folder.name}/{BOX}")
    return box


def _read_box_or_failure(game_module: GameModule) -> Box | Failure:
    if game_module.folder is None:
        return Failure("no_package", package=game_module.package)
    try:
        box = read_box(game_module.folder)
    except BadContent as error:
        return error
    if box.id != game_module.id:
        return Failure("other_id", file=game_module.folder / BOX, id=box.id, name=game_module.id)
    return box


@cache
def _imported(game_module: GameModule) -> Game[Any]:
    """The game of a package, imported once.

    Raises Failure if the package holds no valid game, and any error that its code raises.
    """
    from hako.engine.rules.game import Game

    module = import_module(game_module.package)
    file = Path(str(module.__file__))
    if (
        "." not in game_module.package
        and game_module.folder
        and not file.parent.samefile(game_module.folder)
    ):
        raise Failure("name_is_taken", id=game_module.id, file=file)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game) or game.id != game_module.id:
        raise Failure("no_such_game", file=file, id=game_module.id)
    if not game_module.package.startswith(__name__):  # the tests check ours
        for language in ("en", "ja"):
            read_toml(game.folder / f"text.{language}.toml")
    return game


def _damaged(game_id: str, reason: Failure) -> UnknownGame:
    return UnknownGame("damaged_game", game=game_id, reason=reason)


def _mistake(error: Exception) -> Failure:
    """The error that a game's code raised, with its file and line."""
    from traceback import extract_tb

    frames = extract_tb(error.__traceback__)
    last = [frame for frame in frames if not frame.filename.startswith("<frozen")][-1]
    description = f"{type(error).__name__}: {error}"
    return Failure("in_line", file=last.filename, line=last.lineno, reason=description)


THE_SHELF = Shelf(SHELF, __name__)
"""The games that come with hako."""


def load(game_id: str) -> Game[Any]:
    """The game of that name; only its own package is imported."""
    return THE_SHELF.load(game_id)
