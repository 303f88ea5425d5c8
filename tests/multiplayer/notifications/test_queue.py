"""Calls: whoever wants it is told of each turn once, however their line and the house behave."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.header import OPEN
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.notifications import queue as calls
from hako.multiplayer.notifications.queue import NotificationQueue, Wish
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import shared_header
from tests.simulated import SimulatedTime
from tests.toys import connect_four
from tests.willing import willing

ANN = User("Ann", "SHA256:ann")
BEN = User("Ben", "SHA256:ben")


class Simulated:
    """A house whose clock the test moves; it can be closed and opened again."""

    def __init__(self, folder: Path, wanting: frozenset[str] = frozenset({ANN.key})) -> None:
        self.time = SimulatedTime()
        self._folder = folder
        self._wanting = wanting
        self.daily: set[str] = set()
        self.reopen()

    def reopen(self) -> None:
        """As after `kill -9`: nothing was told to anybody."""
        store = FolderStore(self._folder / "tables")
        load = lambda _: connect_four.GAME  # noqa: E731 - a shelf of one game
        self.lobby = willing(Lobby(store, load, WorkerPool(), LobbyOptions(time=self.time)))
        self.calls = NotificationQueue(self.lobby, FolderStore(self._folder), self._wish)

    def _wish(self, key: str) -> Wish:
        return "daily" if key in self.daily else key in self._wanting

    def table(self, clock: str = "") -> Room:
        header = shared_header(connect_four.GAME, (OPEN, OPEN), seed=1, undo="ask", clock=clock)
        room = self.lobby.new_tables.create(header, ANN, (None, None))
        room.seating.sit(BEN)
        return room

    def after(self, seconds: float) -> list[str]:
        """Users who are notified within this time, looked for twice a minute."""
        called = []
        for step in range(int(seconds / 30) + 1):
            self.time.seconds += 30 if step else 0
            called += [call.user.name for call in self.calls.due()]
        return called

    def digests(self, seconds: float) -> list[list[str]]:
        """The tables of each digest within so long; nobody is called of a turn meanwhile."""
        results = []
        for step in range(int(seconds / 600) + 1):
            self.time.seconds += 600 if step else 0
            assert not [*self.calls.due()]
            results += [
                [notification.table.code for notification in digest.notifications]
                for digest in self.calls.digests()
            ]
        return results


def move(room: Room, seat: int) -> None:
    room.table.play(seat, room.table.legal_actions(seat)[0])


async def test_on_a_flapping_line_and_in_a_server_that_restarts_each_turn_is_told_once(
    tmp_path: Path,
) -> None:
    at, chance, turns, number = Simulated(tmp_path), Random(1), 0, 0
    room = at.table()
    while turns < 100:
        for _ in range(chance.randrange(4)):  # never away for a minute
            room.enter(ANN)
            assert at.after(30) == []
            room.leave(ANN)
            assert at.after(30) == []
        if chance.random() < 0.2:
            at.reopen()
            room = at.lobby.find(room.code)
        number += len(at.after(120))
        if chance.random() < 0.2:
            at.reopen()
            room = at.lobby.find(room.code)
        turns += 1
        assert number == turns, "once it is told nothing more comes"
        assert at.after(24 * 3600) == []
        move(room, 0)
        if room.table.outcome is None:
            move(room, 1)
        if room.table.outcome is not None:
            room = at.table()
        at.time.seconds += 1


async def test_who_does_not_want_it_or_is_at_the_table_is_not_called(tmp_path: Path) -> None:
    at = Simulated(tmp_path)
    room = at.table()
    room.enter(ANN)
    assert at.after(600) == []

    move(room, 0)

    assert at.after(600) == [], "Ben did not ask for it"
    assert room.awaits(BEN)
    room.leave(ANN)


async def test_somebody_is_called_after_a_minute_of_absence_from_that_table(
    tmp_path: Path,
) -> None:
    """A visit begins it anew; to be at another table is to be absent."""
    at = Simulated(tmp_path)
    room, other = at.table(), at.table()
    move(other, 0)
    other.enter(ANN)
    for seconds in (0, 59):
        at.time.seconds += seconds
        assert not [*at.calls.due()]
    room.enter(ANN)
    assert not [*at.calls.due()]
    room.leave(ANN)
    for seconds in (0, 59):
        at.time.seconds += seconds
        assert not [*at.calls.due()]

    at.time.seconds += 1

    assert [call.table.code for call in at.calls.due()] == [room.code]
    other.leave(ANN)


async def test_of_a_turn_that_is_taken_back_and_played_again_nobody_is_told_twice(
    tmp_path: Path,
) -> None:
    at = Simulated(tmp_path, frozenset({ANN.key, BEN.key}))
    room = at.table()
    assert at.after(90) == ["Ann"]
    move(room, 0)
    assert at.after(90) == ["Ben"]

    room.table.undo(0)

    assert at.after(90) == [], "it waits for Ann as it did before"


async def test_where_there_is_a_clock_who_is_away_is_told_again_with_a_fifth_of_the_time_left(
    tmp_path: Path,
) -> None:
    at = Simulated(tmp_path)
    room = at.table("1d")
    assert at.after(19 * 3600) == ["Ann"]

    assert at.after(900) == ["Ann"]

    assert (room.table.left(0) or 0) / 3600 == 24 - 19.25
    assert at.after(24 * 3600) == []


async def test_of_two_processes_of_a_server_one_calls(tmp_path: Path) -> None:
    at, other = Simulated(tmp_path), Simulated(tmp_path)
    room = at.table()
    other.lobby.poll()
    assert other.lobby.find(room.code).awaits(ANN)

    assert at.after(90) + other.after(90) == ["Ann"]


async def test_whoever_is_waited_for_at_a_table_that_nobody_opened_is_called(
    tmp_path: Path,
) -> None:
    """After a restart it is known at a glance alone; and what was told before is not told again."""
    at = Simulated(tmp_path, frozenset({ANN.key, BEN.key}))
    table, untold = at.table(), at.table()
    move(table, 0)
    assert sorted(at.after(90)) == ["Ann", "Ben"]
    move(untold, 0)

    at.reopen()

    assert at.after(90) == ["Ben"]


async def test_who_wants_it_once_a_day_is_told_then_of_all_that_wait(tmp_path: Path) -> None:
    """The one with the least time left first; also where the house restarts; not while they are in."""
    at, day = Simulated(tmp_path), 24 * 3600
    at.daily.add(ANN.key)
    quick = at.table("3d")
    assert at.digests(1800) == [[quick.code]], "at once, for nothing was told for a day"
    slow, ben = at.table(), at.table()
    move(ben, 0)
    at.reopen()
    assert at.digests(day - 3600) == []
    at.lobby.enter(ANN)
    assert at.digests(7200) == []
    at.lobby.leave(ANN)

    assert at.digests(day - 600) == [[quick.code, slow.code]]

    for room in (slow, quick):
        move(at.lobby.find(room.code), 0)
    assert at.digests(2 * day) == [], "nothing waits any more"
    move(at.lobby.find(ben.code), 1)
    assert at.digests(day - 600) == [[ben.code]]
    at.daily.clear()
    assert at.digests(2 * day) == []


async def test_what_waits_since_before_a_restart_is_in_the_next_digest_once(
    tmp_path: Path,
) -> None:
    """Also what was told of each turn, by whoever wants it once a day since; no call comes again."""
    at, day = Simulated(tmp_path), 24 * 3600
    table = at.table("3d")
    assert at.after(90) == ["Ann"]
    at.daily.add(ANN.key)
    at.reopen()
    other = Simulated(tmp_path)
    other.daily, other.time = at.daily, at.time
    other.reopen()

    at.lobby.enter(ANN)
    assert at.digests(1800) == []
    at.lobby.leave(ANN)
    assert other.after(90) == []
    assert at.digests(1800) + other.digests(0) == [[table.code]]
    untold = at.table()
    for _ in range(3):
        at.reopen()
        assert at.digests(day / 4) == []
    assert at.digests(day / 4) == [[table.code, untold.code]]
    at.daily.clear()
    at.reopen()
    assert at.after(90) == ["Ann"], "of the one of which no call came"


async def test_of_two_processes_one_sends_the_digest_and_it_is_no_long_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "NAMED", 2)
    at, other = (Simulated(tmp_path) for _ in "ab")
    for _ in "abc":
        at.table()
    other.reopen()
    for simulated in (at, other):
        simulated.daily.add(ANN.key)
        assert not [*simulated.calls.due()]
    other.time.seconds = at.time.seconds = at.time.seconds + 90
    for simulated in (at, other):
        assert not [*simulated.calls.due()]

    [digest] = [*at.calls.digests(), *other.calls.digests()]

    assert len(digest.notifications) == 2
