"""What is told of the logs in a store without opening them: an index, kept beside them.

It holds nothing that the logs do not. Where it is missing, damaged or of another format it is
made anew, and a log that was added to, or whose review was, is opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TypeAlias

import msgspec
from msgspec import Struct

from hako.engine.content.files import Words
from hako.engine.log.home import Mark, Store
from hako.engine.log.records import BadLog, Player
from hako.engine.log.store import REVIEW, StoreFailed
from hako.engine.rules.vocabulary import Seat
from hako.engine.words.failure import Failure

FILE = "index.json"

FORMAT = 1
"""Raised when something else is told of a log."""

ABANDONED_SECONDS = 180 * 24 * 3600
"""How long nobody comes back to a game before it counts as given up."""


class Judged(Struct, frozen=True):
    """What a review found of a seat's decisions."""

    decisions: int
    lost: float
    """The chance to win that they gave away, all together, from 0 to 1 each."""


class SavedGame(Struct, frozen=True, omit_defaults=True):
    """What is told of a log."""

    name: str
    game: str
    players: tuple[Player, ...]
    turn: int
    """Turn or round reached, 1-based."""
    played: float
    """When its last move was made, in seconds since 1970."""
    finished: bool
    """Whether nothing is left to do: the game, or its lesson, is over."""
    winners: tuple[Seat, ...] | None = None
    """None where the game is not over; nobody may have won."""
    scores: tuple[int, ...] | None = None
    """One a seat, where the game is over."""
    lesson: Words | None = None
    """The title of the lesson that it is."""
    given_up: bool = False
    """Whether it is not over, and never will be: its secrets are told."""
    sides: tuple[str, ...] = ()
    """What each seat played, where seats are not alike; see Game.side."""
    judged: tuple[Judged, ...] = ()
    """One a seat, where the game was reviewed to its end."""
    tried_again: bool = False
    """Whether it is another ending of a game, whose secrets were seen before."""


class DamagedSave(Struct, frozen=True):
    """A log that cannot be opened."""

    name: str
    reason: Failure
    played: float


Entry: TypeAlias = SavedGame | DamagedSave


class _Known(Struct, frozen=True):
    """A log as it was when it was opened."""

    marks: tuple[Mark, Mark | None]
    """Of the log, and of its review."""
    game: SavedGame


class _Kept(Struct, frozen=True):
    """What stands in the file."""

    format: int
    logs: Mapping[str, _Known]


class Index:
    """The logs of a store."""

    def __init__(self, store: Store, describe: Callable[[str], SavedGame]) -> None:
        """`describe` opens the log of that name. It may raise BadLog and StoreFailed."""
        self._store = store
        self._describe = describe
        self._sheet = store.sheet(FILE)

    def entries(self) -> Iterator[Entry]:
        """Every log, the one that was played last first. Raises StoreFailed.

        Those that cannot be opened are tried again each time: what they need may be there.
        """
        marks, reviews = self._store.marks(), self._store.marks(REVIEW)
        old = self._read()
        known = {name: its for name, its in old.items() if name in marks}
        try:
            for name, mark in sorted(marks.items(), key=lambda its: its[1][1], reverse=True):
                now = (mark, reviews.get(name))
                if name not in known or known[name].marks != now:
                    known.pop(name, None)
                    try:
                        known[name] = _Known(now, self._describe(name))
                    except (BadLog, StoreFailed) as error:
                        yield DamagedSave(name, error, mark[1] / 1e9)
                        continue
                yield known[name].game
        finally:  # also where the first few were enough
            if known != old:
                self._write(known)

    def _read(self) -> Mapping[str, _Known]:
        """What is known; nothing where that is no index of ours."""
        with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            kept = msgspec.json.decode(self._sheet.read() or b"", type=_Kept)
            if kept.format == FORMAT:
                return kept.logs
        return {}

    def _write(self, logs: Mapping[str, _Known]) -> None:
        """Keep it; where that cannot be, it is made anew next time."""
        with suppress(StoreFailed, UnicodeEncodeError):
            self._sheet.write(msgspec.json.encode(_Kept(FORMAT, logs)))
