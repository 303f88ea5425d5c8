"""The saved games on this computer, unfinished and finished."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace
from platformdirs import user_data_path

from hako import content
from hako.engine import ENGINE
from hako.engine.bots.levels import check_bot
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Header, Origin, Player
from hako.engine.log.history import History
from hako.engine.log.log_format import BadLog, bad_log_errors, lines_up_to, read_header
from hako.engine.log.save import Save
from hako.engine.log.setup import now, rematch_header
from hako.engine.rules.chance import new_seed
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat
from hako.engine.storage.file_save import FileSave, open_file
from hako.engine.storage.folder import REVIEW, SUFFIX, FolderStore
from hako.engine.storage.protocols import Store
from hako.engine.storage.save_index import (
    DamagedSave,
    SavedGame,
    SaveEntry,
    SeatAccuracy,
    saved_games,
)
from hako.multiplayer.tables.open_log import compared, history_type, open_log, read_log

if TYPE_CHECKING:
    from hako.engine.lessons.session import LessonSession

DATA = "HAKO_DATA"
"""The environment variable that names the folder of saves and settings."""


def usual_folder() -> Path:
    """The default folder of saves."""
    data = os.environ.get(DATA)
    return Path(data) / "games" if data else user_data_path("hako") / "games"


def resume_argument(save: Save) -> str:
    """The argument of `hako resume` that opens a save: its name, or its file elsewhere."""
    if isinstance(save, FileSave) and save.path.parent.resolve() != usual_folder().resolve():
        from shlex import quote  # few saves lie elsewhere

        return quote(str(save.path))
    return save.name


def players_text(entry: SavedGame, texts: Catalogue) -> str:
    """The names of the players of a save, or the title of its lesson."""
    if entry.lesson is not None:
        return texts.text("saves.lesson", title=entry.lesson.text(texts.language))
    return texts.text("saves.players", names=[player.name for player in entry.players])


def progress_text(entry: SavedGame, texts: Catalogue, folder: Path) -> str:
    """The turn or round reached, in the words of the game in that folder, or who won."""
    if entry.winners is not None:
        names = [entry.players[seat].name for seat in entry.winners]
        return texts.text("saves.won", winners=names)
    if entry.finished:
        return texts.text("saves.finished")
    across = load_catalogue(texts.language, ENGINE, folder).text("transcript.across")
    return texts.text("saves.turn", across=across, turn=entry.turn)


def is_asked(entry: SavedGame) -> bool:
    """True if the game waits for a person."""
    return any(entry.players[seat].bot is None for seat in entry.asked)


def standing_text(entry: SavedGame, texts: Catalogue, folder: Path) -> str:
    """The current scores in the unit of the game in that folder, the only person's first."""
    if not entry.standing or entry.lesson is not None:
        return ""
    of_game = load_catalogue(texts.language, ENGINE, folder)
    sign = of_game.text("score.sign") if "score.sign" in of_game else "★"
    scores = [f"{score}{sign}" for score in entry.standing]
    own = [seat for seat, player in enumerate(entry.players) if player.bot is None]
    if len(scores) == 2 and len(own) == 1:
        return texts.text("saves.against", own=scores[own[0]], other=scores[1 - own[0]])
    return " ".join(scores)


def under_way(entries: Iterable[SaveEntry]) -> list[SaveEntry]:
    """The unfinished games, and behind them the files that cannot be opened."""
    entries = list(entries)
    games = [entry for entry in entries if isinstance(entry, SavedGame) and not entry.finished]
    return [*games, *(entry for entry in entries if isinstance(entry, DamagedSave))]


class OpenedSave(NamedTuple):
    """A table from a file."""

    table: History[Any]
    torn: bool
    """True if an unfinished last line was dropped."""


def opened(save: Save, data: bytes, name: str, game_of: Callable[[str], Game[Any]]) -> OpenedSave:
    """A table from its log, every record decided again and compared. Raises BadLog.

    The table's `undecided` holds what could not be decided again.
    """
    with bad_log_errors(name):
        game = game_of(read_header(data, name).game)
        log = read_log(game, data, name)
        doubts = compared(game, log, name).doubts
        kind = history_type(log.header, log.lines)
        table = _dealt(kind.of(game, log, name, save), name)
        table.doubts = doubts
        if table.outcome is None:
            _check_bots(game, table.players)
    return OpenedSave(table, log.torn)


class SavedGames:
    """A folder of saves."""

    def __init__(
        self,
        folder: Path | None = None,
        game_of: Callable[[str], Game[Any]] = content.load,
    ) -> None:
        """Make the saved games of a folder, or of the default one."""
        self.store = FolderStore(folder or usual_folder())
        self._game_of = game_of

    def new(self, header: Header) -> History[Any]:
        """A new table, stored here. Raises StorageError."""
        kind = history_type(header)
        return kind.new(self._game_of(header.game), header, self.store.create)

    def rematch(self, table: History[Any]) -> History[Any]:
        """The same game and seats once more, with another seed."""
        return self.new(rematch_header(table.game, table.header, table.players))

    def branch(self, table: History[Any], moment: int, seat: Seat, *, anew: bool) -> History[Any]:
        """A game up to a choice of a seat, as a save of its own; the other one stays as it is.

        Hidden things are as they were, or dealt again with `anew`. Raises BadLog, StorageError.
        """
        assert isinstance(table.save, FileSave), "what the library opens or makes is a file"
        path = table.save.path
        _, data = open_file(path)
        log = read_log(table.game, data, table.save.name)
        origin = Origin(_way_to(path, self.store.folder), moment, seat)
        save = self.store.create(replace(log.header, created=now(), origin=origin))
        save.append(lines_up_to(log, data, moment))
        again = self.open(save.name).table
        if anew:
            again.redeal(seat, new_seed())
        return again

    def first_ending(self, table: History[Any]) -> History[Any] | None:
        """The table that was retried at this one; see `first_ending`."""
        return first_ending(table, lambda name: self.open(name).table)

    def entries(self) -> Iterator[SaveEntry]:
        """Every save, the last one played first. Raises StorageError."""
        return entries_of(self.store, self._game_of)

    def open(self, name: str) -> OpenedSave:
        """A save by its name, ready to be played on. Raises BadLog, StorageError."""
        return self.open_file(self.store.path(name))

    def open_file(self, path: Path) -> OpenedSave:
        """A save anywhere on the disk, every record of it decided again and compared."""
        return opened(*open_file(path), path.name, self._game_of)


def entries_of(store: Store, game_of: Callable[[str], Game[Any]]) -> Iterator[SaveEntry]:
    """Every log of a store, the last one played first. Raises StorageError."""

    @cache
    def missing(game_id: str) -> Failure | None:
        """The reason why a game does not load; None if it does. Its logs can be listed only."""
        try:
            game_of(game_id)
        except Failure as error:
            return error
        return None

    for entry in saved_games(store, partial(_described, store, game_of)):
        reason = missing(entry.game) if isinstance(entry, SavedGame) else None
        if reason is None:
            yield entry
        else:
            file = f"{entry.name}{SUFFIX}"
            yield DamagedSave(entry.name, BadLog(file, 1, reason), entry.played)


def _described(store: Store, game_of: Callable[[str], Game[Any]], name: str) -> SavedGame:
    """The list entry of a log. Raises BadLog, StorageError."""
    file, played = f"{name}{SUFFIX}", store.played(name)
    save, data = store.open(name)
    with bad_log_errors(file):
        game = game_of(read_header(data, file).game)
        table = _dealt(open_log(game, data, file, save), file)
        session, outcome = _lesson_session(table), table.outcome
        is_done = session is not None and session.is_at_end and not session.position.is_played_on
        turn, standing = game.progress(table.view(None))
        return SavedGame(
            name=name,
            game=game.id,
            players=table.players,
            turn=turn,
            played=played,
            finished=outcome is not None or is_done,
            winners=None if outcome is None else outcome.winners,
            scores=None if outcome is None else outcome.scores,
            lesson=session.lesson.title if session else None,
            given_up=outcome is None and table.is_closed,
            sides=_sides(table) if outcome else (),
            judged=_judged(table) if outcome else (),
            tried_again=table.header.origin is not None,
            standing=standing if outcome is None else (),
            asked=table.waiting() if outcome is None else (),
        )


def _sides(table: History[Any]) -> tuple[str, ...]:
    """The side of each seat, in games whose sides differ."""
    sides = [table.game.side(table.view(None), seat) for seat in range(len(table.players))]
    return tuple(side for side in sides if side is not None)


def _judged(table: History[Any]) -> tuple[SeatAccuracy, ...]:
    """The accuracy of each seat by the review kept beside a log, if that is complete."""
    sheet = table.save.beside(REVIEW) if table.save is not None else None
    if sheet is None or sheet.read() is None:
        return ()  # a list does not import the review
    from hako.engine.review.accuracy import accuracies
    from hako.engine.review.review import kept_review

    review = kept_review(table)
    if review is None or not review.is_done:
        return ()
    return accuracies(table, review)


def _way_to(path: Path, folder: Path) -> str:
    """A log's name in a folder; for one elsewhere no more of its path than needed."""
    log = path.resolve().with_suffix("")
    try:
        return Path(os.path.relpath(log, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return log.as_posix()


def first_ending(table: History[Any], opened: Callable[[str], History[Any]]) -> History[Any] | None:
    """The table that is retried at this one, where both are over.

    None also if that log is gone or differs up to there; `opened` may raise Failure.
    """
    origin = table.header.origin
    if origin is None or table.outcome is None:
        return None
    with suppress(Failure):
        first = opened(origin.save)
        if first.outcome is not None and _parts_at(origin.moment, first, table):
            return first
    return None


def _parts_at(moment: int, first: History[Any], again: History[Any]) -> bool:
    """True if two tables share all choices up to a position."""
    chosen, chosen_again = (
        [
            (position.record.seat, position.record.action)
            for position in table.positions[: moment + 1]
        ]
        for table in (first, again)
    )
    return first.header.seed == again.header.seed and chosen == chosen_again


def _lesson_session(table: History[Any]) -> LessonSession | None:
    """The session of the lesson at a table; None without a lesson, and nothing is imported then."""
    if not table.header.lesson:
        return None
    from hako.engine.lessons.session import guide_of

    return guide_of(table)


def _dealt(table: History[Any], name: str) -> History[Any]:
    """The table. Raises BadLog where nothing is dealt yet, so that there is nothing to show."""
    if table.is_dealt:
        return table
    from hako.multiplayer.tables.table import (
        SharedTable,
    )  # slow to import, and most saves are dealt

    if isinstance(table, SharedTable):
        raise BadLog(name, None, Failure("not_dealt", seat=table.waiting_seats()[0]))
    return table


def _check_bots(game: Game[Any], players: Iterable[Player]) -> None:
    """Raise UnknownBot if an unfinished game waits for a bot that does not exist."""
    for player in players:
        if player.bot is not None:
            check_bot(player.bot, game)
