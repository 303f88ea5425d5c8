"""Daily games: one solo game a day for each user, with the same deal for all users of a server.

The secret of a day is committed to when the first game begins, and disclosed at midnight UTC. Until
then nobody sees another user's game, and no game is reviewed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN
from hako.engine.log.save import Document
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.game import Game
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.engine.storage.task_mutex import KeyedTaskMutex
from hako.multiplayer.accounts.users import User
from hako.multiplayer.daily.rotation import game_of_day
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable
from hako.multiplayer.ratings.results import Result
from hako.multiplayer.tables.fair_seed import new_secret
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.tables.table_setup import shared_header

FILE = "days.jsonl"
"""Name of the stored list; it contains the secret of the current day."""

_EVENT = "day "


class DailyGame(Struct, frozen=True):
    """Daily game of one day."""

    date: str
    """Day, such as 2026-11-23, from midnight to midnight UTC."""
    game: str
    secret: str
    """Hex digits of 32 bytes."""

    @property
    def event(self) -> str:
        """Name of the event in headers and results."""
        return f"{_EVENT}{self.date}"


def kept_daily_games(days: Iterable[DailyGame]) -> Iterable[DailyGame]:
    """First entry of each day, which is the one that was played."""
    first: dict[str, DailyGame] = {}
    for day in days:
        first.setdefault(day.date, day)
    return first.values()


class DailyGames:
    """Daily games of a server, safe for several processes."""

    def __init__(
        self,
        lobby: Lobby,
        document: Document,
        games: Sequence[str],
        load_game: Callable[[str], Game[Any]],
    ) -> None:
        """Create the service; `games` are those with solo play. Raises StorageError."""
        self._lobby = lobby
        self._games = games
        self._load_game = load_game
        self._days: dict[str, DailyGame] = {}
        self._list: JsonLinesList[DailyGame] = JsonLinesList(document, DailyGame)
        self._starting = KeyedTaskMutex()
        """Held by the task that starts the game of a user, by their key."""

    def today(self) -> DailyGame | None:
        """Game of today, begun if need be; None if no game has solo play. Raises StorageError."""
        now = self._date()
        while (day := self.of(now)) is None:
            if (game := game_of_day(self._games, now)) is None:
                return None
            day = DailyGame(now.isoformat(), game, new_secret().hex())
            if self._list.add(day):
                self._days[day.date] = day
        return day

    def yesterday(self) -> DailyGame | None:
        """Game of yesterday, if somebody played. Raises StorageError."""
        return self.of(self._date() - timedelta(days=1))

    def of(self, day: date) -> DailyGame | None:
        """Game of a day, or None. Raises StorageError."""
        if day.isoformat() not in self._days:
            for entry in self._list.read_new():
                self._days.setdefault(entry.date, entry)  # the first entry counts
        return self._days.get(day.isoformat())

    def table_of(self, day: DailyGame, user: User) -> TableSummary | None:
        """Table where a user plays or played the game of a day, or None."""
        tables = self._lobby.tables_of(user)
        return next((table for table in tables if table.event == day.event), None)

    def start(self, user: User) -> Room:
        """Room of the user's game of today, created if there is none: only the first attempt counts.

        Raises Failure for a guest and if no game has solo play, TooManyTables.
        """
        if user.is_guest:
            raise Failure("guest_today")
        if (day := self.today()) is None:
            raise Failure("nothing_alone")
        with self._starting.held(user.key):
            return self._start(day, user)

    def _start(self, day: DailyGame, user: User) -> Room:
        if (table := self.table_of(day, user)) is None:
            game = self._load_game(day.game)
            header = shared_header(game, (OPEN,), committed=True, undo="horizon", event=day.event)
            room = self._lobby.new_tables.create(header, user, (None,), private=True)
        else:
            room = self._lobby.find(table.code)
        if not room.table.is_dealt:  # the process may have been killed after creating it
            room.table.commit_to(bytes.fromhex(day.secret))
            room.preparation.declare(user, ready=True)
        return room

    def ladder(self, day: DailyGame) -> list[tuple[int, Result]]:
        """Places and results of the finished games of a day: by win, score, then number of turns."""
        results = self._lobby.results.all if self._lobby.results else ()
        finished = [
            result
            for result in results
            if result.event == day.event and not result.entrants[0].left
        ]
        keys = [
            (entrant.place > 1, -entrant.score, entrant.turns)
            for entrant in (result.entrants[0] for result in finished)
        ]
        placed = [
            (1 + sum(other < key for other in keys), result)
            for key, result in zip(keys, finished, strict=True)
        ]
        return sorted(placed, key=lambda row: (row[0], row[1].entrants[0].name))

    def best(self, day: DailyGame) -> TableSummary | None:
        """Table of the best finished game of a day, as long as it is kept."""
        for _, result in self.ladder(day):
            winner = User("", result.entrants[0].key)
            if (table := self.table_of(day, winner)) is not None and table.is_told:
                return table
        return None

    async def poll(self) -> None:
        """Disclose the secrets of past days; unfinished games are given up."""
        now = f"{_EVENT}{self._date().isoformat()}"
        for table in [*self._lobby.tables_of_events()]:
            if table.event.startswith(_EVENT) and table.event < now and not table.is_told:
                with suppress(StorageError, NoSuchTable):  # tried again at the next poll
                    room = self._lobby.find(table.code)
                    room.table.disclose()
                    if not room.table.is_dealt:  # it can no longer be started
                        await self._lobby.archiving.archive(room)

    def _date(self) -> date:
        return datetime.fromtimestamp(self._lobby.time.now(), UTC).date()
