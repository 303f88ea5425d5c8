"""The shelf: games by their names, hako's own and those of others.

A folder with rules in it can be played; one with only a `game.toml` is still to come. What
cannot be put on the shelf, or does not open, harms nothing but itself.
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
    from hako.engine.rules.game import Game  # the boxes are read without it

SHELF = Path(__file__).parent
BOX = "game.toml"

GROUP = "hako.games"
"""The group of entry points by which installed packages bring games: `id = "package"`."""


class UnknownGame(Failure, LookupError):
    """No game of that name on the shelf, one that is still to come, or one that is damaged."""


class Translated(TypedDict):
    """Something said in each language."""

    en: str
    ja: str


class Players(Struct, frozen=True):
    """How many can play."""

    min: Annotated[int, Meta(ge=1)]
    max: int
    best: tuple[int, int] | None = None
    """From how many to how many its rulebook recommends."""

    @property
    def usual(self) -> int:
        """How many sit down where nobody says it: few, but as many as are recommended."""
        return self.best[0] if self.best else min(max(2, self.min), self.max)


class Box(Struct, frozen=True):
    """What is printed on a game's box; read from its `game.toml` without loading the game."""

    id: str
    order: int
    name: Translated
    tagline: Translated
    players: Players
    designer: str
    credits: Translated
    publisher: str | None = None
    """None where nobody has published the version that is played, such as a draft."""
    minutes: tuple[int, int] | None = None
    first: Mapping[str, str] = {}
    """Options that its rulebook recommends for a first game."""


class DamagedBox(Struct, frozen=True):
    """A game that cannot be put on the shelf, and why."""

    id: str
    reason: Failure


class GameModule(Struct, frozen=True):
    """Where a game lies."""

    id: str
    folder: Path | None
    """None where it should be and is not."""
    package: str


Source: TypeAlias = Callable[[], Iterable[GameModule]]
"""Says where games lie when it is asked, and not before: looking for them takes time."""


def games_in(folder: Path, package: str = "") -> Source:
    """The games in a folder, each in a package of its own; by themselves, or within a package."""
    if not package and str(folder.resolve()) not in sys.path:
        # at the end, so that none of them stands before a module that others need; and now,
        # for worker processes that start later look where we look
        sys.path.append(str(folder.resolve()))
    prefix = f"{package}." if package else ""

    def found() -> Iterator[GameModule]:
        for file in sorted(folder.glob(f"*/{BOX}")):
            yield GameModule(file.parent.name, file.parent, prefix + file.parent.name)

    return found


def installed() -> Iterator[GameModule]:
    """The games that installed packages bring."""
    if not any(map(_may_bring_games, map(Path, sys.path))):
        return
    from importlib.metadata import entry_points  # to import it takes longer than to look first

    for point in entry_points(group=GROUP):
        yield GameModule(point.name, _folder_of(point.module), point.module)


def _may_bring_games(place: Path) -> bool:
    """Whether a package in a place that Python imports from names our group, or none can tell."""
    try:
        notices = place.glob("*-info/entry_points.txt")
        return place.is_file() or any(GROUP.encode() in each.read_bytes() for each in notices)
    except OSError:
        return True


def _folder_of(package: str) -> Path | None:
    from importlib.util import find_spec  # few have games installed

    try:
        spec = find_spec(package)
    except Exception:  # noqa: BLE001 - a package above it is run, and whatever that may raise
        return None
    return Path(spec.origin).parent if spec and spec.origin else None


class _Row:
    """The games of one source, looked at once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._box = cache(_box_or_why_not)

    @cached_property
    def _found(self) -> tuple[GameModule, ...]:
        return tuple(self._source())

    @cached_property
    def games(self) -> list[tuple[GameModule, Box | Failure]]:
        """Each with its box, or with what is wrong with it."""
        found = [(found, self._box(found)) for found in self._found]
        return sorted(found, key=lambda it: (getattr(it[1], "order", 0), it[0].id))

    def good(self) -> Iterator[tuple[GameModule, Box]]:
        """Those with a box."""
        return ((found, box) for found, box in self.games if isinstance(box, Box))

    def named(self, game_id: str) -> Iterator[tuple[GameModule, Box]]:
        """Those of that id with a box; the boxes of all others stay closed."""
        found = ((its, self._box(its)) for its in self._found if its.id == game_id)
        return ((its, box) for its, box in found if isinstance(box, Box))


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
        """The games that cannot be put there, and why."""
        return tuple(self._out_of_order())

    def box(self, game_id: str) -> Box:
        """The box of that name. Raises UnknownGame with the names there are."""
        return self._game(game_id)[1]

    def folder_of(self, game_id: str) -> Path:
        """Where a game lies. Raises UnknownGame."""
        folder = self._game(game_id)[0].folder
        assert folder is not None, "what has a box has a folder"
        return folder

    def is_playable(self, box: Box) -> bool:
        """Whether the rules are built."""
        return (self.folder_of(box.id) / "__init__.py").exists()

    def load(self, game_id: str) -> Game[Any]:
        """The game of that name; only its own package is imported. Raises UnknownGame."""
        found, box = self._game(game_id)
        if not self.is_playable(box):
            raise UnknownGame("game_to_come", game=game_id)
        try:
            return _imported(found)
        except Failure as reason:
            raise _damaged(game_id, reason) from None
        except Exception as error:  # of whatever kind: others wrote it
            raise _damaged(game_id, _mistake(error)) from error

    @cached_property
    def _all(self) -> Mapping[str, tuple[GameModule, Box]]:
        """The games that stand here, the first of each id."""
        games: dict[str, tuple[GameModule, Box]] = {}
        for row in self._rows:
            for found, box in row.good():
                games.setdefault(found.id, (found, box))
        return games

    def _game(self, game_id: str) -> tuple[GameModule, Box]:
        for row in self._rows:  # those behind are not looked for where one before has it
            for game in row.named(game_id):
                return game
        for damaged in self.damaged:
            if damaged.id == game_id:
                raise _damaged(game_id, damaged.reason)
        from hako.engine.i18n.suggestions import suggestion

        names = [*self._all]
        raise UnknownGame("no_game", near=suggestion(game_id, names), game=game_id, games=names)

    def _out_of_order(self) -> Iterator[DamagedBox]:
        for found, box in (game for row in self._rows for game in row.games):
            if isinstance(box, Failure):
                yield DamagedBox(found.id, box)
            elif (first := self._all[found.id][0]) is not found:
                yield DamagedBox(found.id, Failure("same_id", folder=first.folder))


def read_box(folder: Path) -> Box:
    """The box of the game in that folder. Raises BadContent."""
    box: Box = load_content(Box, folder / BOX, name=f"{folder.name}/{BOX}")
    return box


def _box_or_why_not(found: GameModule) -> Box | Failure:
    if found.folder is None:
        return Failure("no_package", package=found.package)
    try:
        box = read_box(found.folder)
    except BadContent as error:
        return error
    if box.id != found.id:
        return Failure("other_id", file=found.folder / BOX, id=box.id, name=found.id)
    return box


@cache
def _imported(found: GameModule) -> Game[Any]:
    """The game of a package, looked at once.

    Raises Failure where it is none, and whatever its code raises.
    """
    from hako.engine.rules.game import Game

    module = import_module(found.package)
    file = Path(str(module.__file__))
    if "." not in found.package and found.folder and not file.parent.samefile(found.folder):
        raise Failure("name_is_taken", id=found.id, file=file)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game) or game.id != found.id:
        raise Failure("no_such_game", file=file, id=found.id)
    if not found.package.startswith(__name__):  # for ours the tests see to it
        for language in ("en", "ja"):
            read_toml(game.folder / f"text.{language}.toml")
    return game


def _damaged(game_id: str, reason: Failure) -> UnknownGame:
    return UnknownGame("damaged_game", game=game_id, reason=reason)


def _mistake(error: Exception) -> Failure:
    """What a game's code raised, and where."""
    from traceback import extract_tb

    frames = extract_tb(error.__traceback__)
    last = [frame for frame in frames if not frame.filename.startswith("<frozen")][-1]
    what = f"{type(error).__name__}: {error}"
    return Failure("in_line", file=last.filename, line=last.lineno, reason=what)


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
