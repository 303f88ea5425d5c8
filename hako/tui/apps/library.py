"""The library: the games kept on this computer, unfinished and finished."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_data_path

from hako import content
from hako.engine import ENGINE
from hako.engine.bots.levels import bot
from hako.engine.content.files import Words
from hako.engine.log.records import BadLog, Header, Player, read_header, read_log, reading
from hako.engine.log.setup import again, now
from hako.engine.log.store import FileSave, FolderStore, Save, StoreFailed, last_played, open_file
from hako.engine.log.table import Table
from hako.engine.log.verify import verify
from hako.engine.rules.game import Game, Outcome
from hako.engine.words.failure import Failure
from hako.engine.words.text import Texts, load_texts

if TYPE_CHECKING:
    from hako.engine.lessons.guide import Guide

DATA = "HAKO_DATA"
"""Names the folder of saves and settings, set in the environment."""


def usual_folder() -> Path:
    """Where saves are looked for if nothing is said."""
    data = os.environ.get(DATA)
    return Path(data) / "games" if data else user_data_path("hako") / "games"


def word_for(save: Save) -> str:
    """What brings a save back, typed after `hako resume`: its name, or its file elsewhere."""
    if isinstance(save, FileSave) and save.path.parent.resolve() != usual_folder().resolve():
        return shlex.quote(str(save.path))
    return save.name


class SavedGame(Struct, frozen=True):
    """What the library's list tells of a save."""

    name: str
    game: str
    players: tuple[Player, ...]
    turn: int
    """Turn or round reached, 1-based."""
    played: float
    """When its last move was made, in seconds since 1970."""
    finished: bool
    """Whether nothing is left to do: the game, or its lesson, is over."""
    outcome: Outcome | None = None
    """How the game ended."""
    lesson: Words | None = None
    """The title of the lesson that it is."""


def whose(entry: SavedGame, texts: Texts) -> str:
    """Who plays in a save, or which lesson it is."""
    if entry.lesson is not None:
        return texts.say("saves.lesson", title=entry.lesson.say(texts.language))
    return texts.say("saves.players", names=[player.name for player in entry.players])


def how_far(entry: SavedGame, texts: Texts, folder: Path) -> str:
    """The turn or round that was reached, as the game in that folder calls it, or that it is over."""
    if entry.finished:
        return texts.say("saves.finished")
    across = load_texts(texts.language, ENGINE, folder).say("transcript.across")
    return texts.say("saves.turn", across=across, turn=entry.turn)


class DamagedSave(Struct, frozen=True):
    """A file in the library that cannot be opened."""

    name: str
    reason: Failure
    played: float


Entry: TypeAlias = SavedGame | DamagedSave


def under_way(entries: Iterable[Entry]) -> list[Entry]:
    """The games to be played on, and behind them the files that cannot be opened."""
    entries = list(entries)
    games = [entry for entry in entries if isinstance(entry, SavedGame) and not entry.finished]
    return [*games, *(entry for entry in entries if isinstance(entry, DamagedSave))]


class Opened(NamedTuple):
    """A table from a file."""

    table: Table[Any]
    torn: bool
    """Whether an unfinished last line was dropped."""


class Library:
    """A folder of saves."""

    def __init__(
        self, folder: Path | None = None, game_of: Callable[[str], Game[Any]] = content.load
    ) -> None:
        """Make the library of a folder, or of the usual one."""
        self.store = FolderStore(folder or usual_folder())
        self._game_of = game_of

    def new(self, header: Header) -> Table[Any]:
        """A new table, kept here. Raises StoreFailed."""
        return Table.new(self._game_of(header.game), header, self.store.create)

    def rematch(self, table: Table[Any]) -> Table[Any]:
        """The same game and seats once more, with another seed."""
        return self.new(again(table.game, table.header, table.players))

    def branch(self, table: Table[Any], moment: int) -> Table[Any]:
        """A game up to a moment, as a save of its own; the other one stays as it is.

        Raises BadLog, StoreFailed.
        """
        assert isinstance(table.save, FileSave), "what the library opens or makes is a file"
        _, data = open_file(table.save.path)
        log = read_log(table.game, data, table.save.name)
        records = [at for at, line in enumerate(log.lines, start=1) if line.is_record]
        lines = data.split(b"\n")[1 : records[moment] + 1]
        save = self.store.create(replace(log.header, created=now()))
        save.append(b"".join(line + b"\n" for line in lines))
        return self.open(save.name).table

    def entries(self) -> Iterator[Entry]:
        """Every save, the one that was played last first. Raises StoreFailed."""
        for name in self.store.names():
            yield self._entry(name)

    def open(self, name: str) -> Opened:
        """A save by its name, ready to be played on. Raises BadLog, StoreFailed."""
        return self.open_file(self.store.path(name))

    def open_file(self, path: Path) -> Opened:
        """A save anywhere on the disk, every record of it decided again and compared."""
        save, data = open_file(path)
        with reading(path.name):
            game = self._game(data, path.name)
            log = read_log(game, data, path.name)
            verify(game, log, path.name)
            table = _dealt(Table.of(game, log, path.name, save), path.name)
            if table.outcome is None:
                _check_bots(table.players)
        return Opened(table, log.torn)

    def _game(self, data: bytes, name: str) -> Game[Any]:
        return self._game_of(read_header(data, name).game)

    def _entry(self, name: str) -> Entry:
        path = self.store.path(name)
        played = last_played(path)
        try:
            save, data = open_file(path)
            with reading(path.name):
                return self._describe(save, data, played)
        except (BadLog, StoreFailed) as error:
            return DamagedSave(name, error, played)

    def _describe(self, save: FileSave, data: bytes, played: float) -> SavedGame:
        file = save.path.name
        game = self._game(data, file)
        table = _dealt(Table.load(game, data, file), file)
        turn, _ = game.progress(table.view(None))
        guide = _guide_of(table)
        finished = table.outcome is not None or (guide is not None and guide.is_at_end)
        outcome = table.outcome
        title = guide.lesson.title if guide else None
        return SavedGame(save.name, game.id, table.players, turn, played, finished, outcome, title)


def _guide_of(table: Table[Any]) -> Guide | None:
    """Who leads through the lesson at a table; one that is none waits for no lessons."""
    if not table.header.lesson:
        return None
    from hako.engine.lessons.guide import guide_of

    return guide_of(table)


def _dealt(table: Table[Any], name: str) -> Table[Any]:
    """The table. Raises BadLog where nothing is dealt yet, so that there is nothing to show."""
    if not table.is_dealt:
        raise BadLog(name, None, Failure("not_dealt", seat=table.awaited()[0]))
    return table


def _check_bots(players: Iterable[Player]) -> None:
    """Raises UnknownBot where a game that goes on waits for a bot that there is not."""
    for player in players:
        if player.bot is not None:
            bot(player.bot)
