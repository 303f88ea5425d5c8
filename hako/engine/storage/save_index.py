"""What is told of the logs in a store without opening them: an index, kept beside them.

It holds nothing that the logs do not. Each line tells of a log as it was at one time: one that was
added to is opened again, as are those whose line is missing, damaged or of another format.
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
from hako.engine.log.records import UNREADABLE, BadLog, Player, controls_terminal, may_control
from hako.engine.log.save import Document, StorageError
from hako.engine.rules.model import Seat
from hako.engine.storage.folder import REVIEW
from hako.engine.storage.protocols import SaveVersion, Store

FILE = "index.jsonl"
"""Of saved games."""

LINES_A_LOG = 4
"""With more lines for each log the index is written anew."""

ABANDONED_SECONDS = 180 * 24 * 3600
"""How long nobody comes back to a game before it counts as given up."""


class SeatAccuracy(Struct, frozen=True):
    """What a review found of a seat's decisions."""

    decisions: int
    lost: float
    """The chance to win that they gave away, all together, from 0 to 1 each."""
    squares: float
    """The squares of what each gave away, all together: how much they differ."""


class SavedGame(Struct, frozen=True, omit_defaults=True, tag=3, tag_field="format"):
    """What is told of a log. The format is raised when something else is."""

    name: str
    game: str
    players: tuple[Player, ...]
    turn: int
    """Turn or round reached, 1-based."""
    played: float
    """When its last move was made, in seconds since 1970."""
    finished: bool
    """True if nothing is left to do: the game, or its lesson, is over."""
    winners: tuple[Seat, ...] | None = None
    """None where the game is not over; nobody may have won."""
    scores: tuple[int, ...] | None = None
    """One a seat, where the game is over."""
    lesson: Wording | None = None
    """The title of the lesson that it is."""
    given_up: bool = False
    """True if it is not over, and never will be: its secrets are told."""
    sides: tuple[str, ...] = ()
    """What each seat played, where seats are not alike; see Game.side."""
    judged: tuple[SeatAccuracy, ...] = ()
    """One a seat, where the game was reviewed to its end."""
    tried_again: bool = False
    """True if it is another ending of a game, whose secrets were seen before."""


class DamagedSave(Struct, frozen=True):
    """A log that cannot be opened."""

    name: str
    reason: Failure
    played: float


SaveEntry: TypeAlias = SavedGame | DamagedSave


SaveVersions: TypeAlias = tuple[SaveVersion, SaveVersion | None]
"""Of a log, and of what lies beside it and is told as well."""

T = TypeVar("T")


class IndexEntry(Struct, Generic[T], frozen=True):
    """A log as it was when it was looked at: a line of an index."""

    name: str
    marks: SaveVersions
    summary: T = field(name="told")  # as older indices call it


class SaveIndex(Generic[T]):
    """What is told of logs. Several processes may add to it: any line is true of its marks."""

    def __init__(
        self, sheet: Document, kind: Any, describe: Callable[[str], T], at_once: int = 10_000
    ) -> None:
        """`kind` is the type of what is told; `describe` opens the log of that name for it.

        It may raise BadLog and StorageError. So many lines are written at once, others later.
        """
        self._sheet = sheet
        self._decoder: msgspec.json.Decoder[IndexEntry[T]] = msgspec.json.Decoder(IndexEntry[kind])
        self._describe = describe
        self._at_once = at_once
        self._known: dict[str, IndexEntry[T]] = {}
        self._owed: dict[str, IndexEntry[T]] = {}
        """What of it is still to be written."""
        self._lines = 0
        self._is_sound = False
        """True if all that is on the sheet can be read, so that lines can be added."""

    def entries(self, logs: Mapping[str, SaveVersions]) -> Iterator[tuple[str, T | Failure]]:
        """Of each of these logs what is told, or why it cannot be opened.

        Such a one is tried again each time: what it needs may be there.
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
        finally:  # also where the first few were enough
            self.keep(news)

    def keep(self, news: Sequence[IndexEntry[T]], gone: Iterable[str] = ()) -> None:
        """Have this told from now on; where it cannot be written, it is made anew next time."""
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
            self._sheet.write(b"")
            self._lines, self._is_sound, self._owed = 0, True, {**self._known}
        now = [self._owed.pop(name) for name in [*islice(self._owed, self._at_once)]]
        self._sheet.add(b"".join(msgspec.json.encode(entry) + b"\n" for entry in now))
        self._lines += len(now)

    def _read(self, logs: Mapping[str, SaveVersions]) -> None:
        """Learn what is known of these logs as they are."""
        data = None
        with suppress(OSError):
            data = self._sheet.read() or b""
        entries = self._decoded(data or b"")
        self._known = {
            entry.name: entry for entry in entries if logs.get(entry.name) == entry.marks
        }
        self._lines = len(entries)
        self._is_sound = data is not None and len(data.splitlines()) == len(entries)

    def _decoded(self, data: bytes) -> list[IndexEntry[T]]:
        """The lines that are of ours, and that a terminal would not obey."""
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
    """Every log, the one that was played last first. Raises StorageError."""
    marks, reviews = store.versions(), store.versions(REVIEW)
    latest = sorted(marks, key=lambda name: marks[name][1], reverse=True)
    index = SaveIndex(store.document(FILE), SavedGame, describe)
    for name, summary in index.entries({name: (marks[name], reviews.get(name)) for name in latest}):
        if isinstance(summary, Failure):
            yield DamagedSave(name, summary, marks[name][1] / 1e9)
        else:
            yield summary
