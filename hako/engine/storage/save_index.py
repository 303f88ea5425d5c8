"""The index of saves: summaries of the logs in a store, so that lists need not open them.

It is a cache: everything in it follows from the logs. Each line summarizes one version of a log. A
log is opened again if it has grown, or if its line is missing, damaged or of another format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct, field

from hako.engine.content.files import Wording
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Player, controls_terminal, may_control
from hako.engine.log.log_format import UNREADABLE, BadLog
from hako.engine.log.save import Document
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Seat
from hako.engine.storage.folder import REVIEW
from hako.engine.storage.protocols import SaveVersion, Store

FILE = "index.jsonl"
"""Name of the index of saved games."""

LINES_A_LOG = 4
"""Number of lines per log above which the index is rewritten."""

ABANDONED_SECONDS = 180 * 24 * 3600
"""Time without a move after which a game counts as abandoned."""


class SeatAccuracy(Struct, frozen=True):
    """Statistics of a review about a seat's turns."""

    turns: int
    """The number of turns with a choice."""
    lost: float
    """Sum of the win probability (0 to 1) that each turn gave away."""
    squares: float
    """Sum of the squares of these losses, for the variance."""


class SavedGame(Struct, frozen=True, omit_defaults=True, tag=4, tag_field="format"):
    """The summary of a log. Its format is raised when its content changes."""

    name: str
    game: str
    players: tuple[Player, ...]
    turn: int
    """Current turn or round, 1-based."""
    played: float
    """Time of its last move, in seconds since 1970."""
    finished: bool
    """True if the game, or its lesson, is over."""
    winners: tuple[Seat, ...] | None = None
    """The winning seats, possibly none; None if the game is not over."""
    scores: tuple[int, ...] | None = None
    """The score of each seat; None if the game is not over."""
    lesson: Wording | None = None
    """The title of the lesson; None if it is not one."""
    given_up: bool = False
    """True if it was given up: it is not over, and its secrets are public."""
    sides: tuple[str, ...] = ()
    """The side of each seat, if sides differ; see Game.side."""
    judged: tuple[SeatAccuracy, ...] = ()
    """The accuracy of each seat, if the game was reviewed to its end."""
    tried_again: bool = False
    """True if it is a retry of a game, whose secrets were known."""
    standing: tuple[int, ...] = ()
    """The current scores, as far as all know them, if the game is not over; see Game.progress."""
    asked: tuple[Seat, ...] = ()
    """The seats that it waits for."""


class DamagedSave(Struct, frozen=True):
    """A log that cannot be opened."""

    name: str
    reason: Failure
    played: float


SaveEntry: TypeAlias = SavedGame | DamagedSave


SaveVersions: TypeAlias = tuple[SaveVersion, SaveVersion | None]
"""The version of a log, and of the review beside it."""

T = TypeVar("T")


class IndexEntry(Struct, Generic[T], frozen=True):
    """A line of an index: the summary of a log in one version."""

    name: str
    marks: SaveVersions
    summary: T = field(name="told")  # name in older indices


class SaveIndex(Generic[T]):
    """An index of logs. Several processes may add to it: a line is valid for its versions."""

    def __init__(
        self, document: Document, kind: Any, describe: Callable[[str], T], at_once: int = 10_000
    ) -> None:
        """`kind` is the type of a summary; `describe` makes one from the log of that name.

        It may raise BadLog and StorageError. `at_once` is the largest number of lines written in
        one go; the others follow later.
        """
        self._document = document
        self._decoder: msgspec.json.Decoder[IndexEntry[T]] = msgspec.json.Decoder(IndexEntry[kind])
        self._describe = describe
        self._at_once = at_once
        self._known: dict[str, IndexEntry[T]] = {}
        self._owed: dict[str, IndexEntry[T]] = {}
        """Entries that are still to be written."""
        self._lines = 0
        self._is_sound = False
        """True if the whole document can be read, so that lines can be appended."""

    def entries(self, logs: Mapping[str, SaveVersions]) -> Iterator[tuple[str, T | Failure]]:
        """The summary of each of these logs, or the reason why it cannot be opened.

        Such a log is tried again each time, since what it needs may be installed by then.
        """
        self._read(logs)
        news: list[IndexEntry[T]] = []
        try:
            for name, marks in logs.items():
                if (known := self._known.get(name)) is None:
                    try:
                        known = IndexEntry(name, marks, self._describe(name))
                    except (BadLog, StorageError) as error:
                        yield name, error
                        continue
                    news.append(known)
                yield name, known.summary
                if len(news) == self._at_once:
                    self.keep(news)
                    news = []
        finally:  # also if the caller stops early
            self.keep(news)

    def keep(self, news: Sequence[IndexEntry[T]], gone: Iterable[str] = ()) -> None:
        """Add entries and remove those in `gone`. If writing fails, they are made again next time."""
        for entry in news:
            self._known[entry.name] = self._owed[entry.name] = entry
        for name in gone:
            self._known.pop(name, None)
            self._owed.pop(name, None)
        if self._owed:
            with suppress(StorageError, UnicodeEncodeError):
                self._write()

    def _write(self) -> None:
        most = LINES_A_LOG * len(self._known)
        if not self._is_sound or self._lines + len(self._owed) > most:
            self._document.write(b"")
            self._lines, self._is_sound, self._owed = 0, True, {**self._known}
        now = [self._owed.pop(name) for name in [*islice(self._owed, self._at_once)]]
        self._document.add(b"".join(msgspec.json.encode(entry) + b"\n" for entry in now))
        self._lines += len(now)

    def _read(self, logs: Mapping[str, SaveVersions]) -> None:
        """Read the entries that are valid for the current versions of these logs."""
        data = None
        with suppress(OSError):
            data = self._document.read() or b""
        entries = self._decoded(data or b"")
        self._known = {
            entry.name: entry for entry in entries if logs.get(entry.name) == entry.marks
        }
        self._lines = len(entries)
        self._is_sound = data is not None and len(data.splitlines()) == len(entries)

    def _decoded(self, data: bytes) -> list[IndexEntry[T]]:
        """Decode the valid lines, without those that contain control characters."""
        with suppress(*UNREADABLE):
            if not may_control(data.replace(b"\n", b"")):
                return self._decoder.decode_lines(data)
        lines = map(self._decoded_line, data.split(b"\n"))
        return [line for line in lines if line is not None]

    def _decoded_line(self, line: bytes) -> IndexEntry[T] | None:
        with suppress(*UNREADABLE):
            known = self._decoder.decode(line)
            return None if controls_terminal(line, known) else known
        return None


def saved_games(store: Store, describe: Callable[[str], SavedGame]) -> Iterator[SaveEntry]:
    """Summaries of all logs, the last played first. Raises StorageError."""
    marks, reviews = store.versions(), store.versions(REVIEW)
    latest = sorted(marks, key=lambda name: marks[name][1], reverse=True)
    index = SaveIndex(store.document(FILE), SavedGame, describe)
    for name, summary in index.entries({name: (marks[name], reviews.get(name)) for name in latest}):
        if isinstance(summary, Failure):
            yield DamagedSave(name, summary, marks[name][1] / 1e9)
        else:
            yield summary
