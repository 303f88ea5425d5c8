"""The waiting room: no card exists before all are ready, and a seat is one person's.

Ann, Ben and Cat come and go; at random they do in test_promises.
"""

from __future__ import annotations

from contextvars import ContextVar, copy_context
from functools import partial
from pathlib import Path
from weakref import ref

import pytest

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.header import OPEN
from hako.engine.log.log_format import encode
from hako.engine.log.setup import new_header
from hako.engine.log.verify import verify
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.rate_limit import RateLimited
from hako.multiplayer.tables.deal import ReadyChanged
from hako.multiplayer.tables.errors import AlreadyStarted, NotAllowed, SawOtherSecrets
from hako.multiplayer.tables.limits import DEFAULT_LIMITS, TableLimits
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table import SharedTable
from tests.toys.sealed_bids import GAME
from tests.waiting import until

ANN, BEN, CAT = [User(name, f"SHA256:{name}") for name in ("Ann", "Ben", "Cat")]
PEOPLE = (ANN, BEN, CAT)
SEATS = 3


class Away:
    """Belongings of a user who left."""


def lobby(
    folder: Path, manners: TableLimits = DEFAULT_LIMITS, sanctions: Sanctions | None = None
) -> Lobby:
    """A process that plays no bots' moves: nothing happens by itself."""
    store = FolderStore(folder)
    return Lobby(
        store,
        lambda _: GAME,
        WorkerPool(),
        LobbyOptions(keeps_all=False, limits=manners, sanctions=sanctions),
    )


def opened(at: Lobby, seats: int = SEATS) -> Room:
    header = new_header(GAME, (OPEN,) * seats, seed=1, undo="ask")
    return at.new_tables.create(header, ANN, (None,) * seats)


def full(at: Lobby, *first_users: User) -> Room:
    """A table of all three, of whom some are here."""
    room = opened(at)
    room.seating.sit(BEN)
    room.seating.sit(CAT)
    for visitor in first_users:
        room.enter(visitor)
    return room


def deals(folder: Path, room: Room) -> int:
    """Number of deals in its log; every line there is as the table's policy wants it."""
    data = FolderStore(folder).path(room.name).read_bytes()
    return verify(SharedTable, GAME, read_log(GAME, data, "the log"), "the log")


async def test_what_is_dealt_follows_from_the_seed_whoever_comes_last(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path))
    room.seating.move(ANN, 2)
    room.seating.sit(BEN)
    room.seating.sit(CAT)
    for user in PEOPLE:
        room.preparation.declare(user, ready=True)
    at_once = SharedTable.new(GAME, new_header(GAME, room.table.players, seed=1))

    assert room.table.state == at_once.state
    assert [player.name for player in room.table.players] == ["Ben", "Cat", "Ann"]


async def test_it_is_dealt_when_the_process_that_was_to_do_it_was_killed(tmp_path: Path) -> None:
    """The last one was ready, and the server killed before the next line: another one deals."""
    at = lobby(tmp_path)
    room, second_lobby = full(at), lobby(tmp_path)
    path = FolderStore(tmp_path).path(room.name)
    with path.open("ab") as log:
        log.writelines(encode(ReadyChanged(seat, True)) for seat in range(SEATS))

    at.poll()
    second_lobby.poll()

    assert deals(tmp_path, room) == 1
    assert second_lobby.find(room.code).table.state == room.table.state


def half_empty(folder: Path) -> Room:
    """Dealt to Ann and two bots, whose seats were opened since."""
    room = opened(lobby(folder))
    for seat in (1, 2):
        room.seating.substitute_bot(seat, "random", ANN)
    room.preparation.declare(ANN, ready=True)
    for seat in (1, 2):
        room.table.seat(seat, OPEN)
    return room


async def test_who_has_seen_a_hand_gets_no_other_seat_of_that_table(tmp_path: Path) -> None:
    """Ann has looked at seat 0's hand, and gives it up: she may come back to it alone."""
    room = half_empty(tmp_path)
    room.seating.stand_up(ANN)
    with pytest.raises(AlreadyStarted):
        room.seating.move(ANN, 1)
    room.seating.sit(BEN)

    with pytest.raises(SawOtherSecrets) as caught:
        room.seating.sit(ANN)

    assert caught.value.seat == 0
    assert room.users.seat_of(ANN) is None


async def test_a_table_with_open_seats_goes_on_once_they_are_taken(tmp_path: Path) -> None:
    room = half_empty(tmp_path)
    room.seating.stand_up(ANN)
    assert room.table.waiting() == ()

    assert room.seating.sit(ANN) == 0
    assert (room.seating.sit(BEN), room.seating.sit(CAT)) == (1, 2)

    assert len(room.table.positions) == 1
    assert room.table.waiting() != ()


async def test_a_bot_that_plays_in_its_own_right_leaves_no_open_seat(tmp_path: Path) -> None:
    """While the table waits its seat can be had again; once it is dealt, it cannot."""
    room = opened(lobby(tmp_path))
    room.seating.substitute_bot(1, "random", ANN)
    room.seating.remove_substitute(1, ANN)
    assert room.table.open_seats() == (1, 2)
    room.seating.substitute_bot(1, "random", ANN)
    room.seating.sit(CAT)
    for user in (ANN, CAT):
        room.preparation.declare(user, ready=True)

    with pytest.raises(AlreadyStarted):
        room.seating.remove_substitute(1, ANN)

    assert room.table.open_seats() == ()


async def test_whoever_comes_goes_or_changes_seats_all_are_asked_again(tmp_path: Path) -> None:
    room = full(lobby(tmp_path))
    for change in (room.seating.stand_up, partial(room.seating.substitute_bot, 2, "random")):
        room.seating.sit(CAT)
        room.preparation.declare(BEN, ready=True)
        change(CAT)

        assert room.table.ready == frozenset()
    assert not room.table.is_dealt


async def test_who_sits_down_and_stands_up_again_and_again_is_held_back(tmp_path: Path) -> None:
    """Each time it is a line of the log, and a new secret; at all tables together."""
    at = lobby(tmp_path)
    room, other = opened(at), opened(at)
    for _ in range(DEFAULT_LIMITS.acts_at_once // 2):
        room.seating.sit(BEN)
        room.seating.stand_up(BEN)
    with pytest.raises(RateLimited):
        other.seating.sit(BEN)

    assert other.seating.sit(CAT) == 1


async def test_who_does_not_want_to_be_asked_to_take_back_is_ready_all_the_same(
    tmp_path: Path,
) -> None:
    """The wish of the seat's owner is no other seat."""
    room = full(lobby(tmp_path))
    room.preparation.declare(BEN, ready=True)

    room.undo_requests.let_ask(BEN, willing=False)

    assert room.table.ready == {1}


async def test_who_is_away_for_sixty_seconds_is_ready_no_more(tmp_path: Path) -> None:
    """Nothing ends it before, nor for those who are here; a line that comes back in time does not."""
    room = full(lobby(tmp_path, TableLimits(ready_seconds=0.0)), ANN, CAT)
    for user in (ANN, BEN):
        room.preparation.declare(user, ready=True)
    await until(lambda: room.table.ready == {0})

    usual = full(lobby(tmp_path), ANN, BEN)
    usual.preparation.declare(BEN, ready=True)
    usual.leave(BEN)
    assert usual.users.limits.ready_seconds == 60
    assert 1 in usual._timers
    usual.enter(BEN)

    assert usual.table.ready == {1}
    assert 1 not in usual._timers


async def test_who_has_left_is_kept_by_nothing_that_waits_for_them(tmp_path: Path) -> None:
    """A timer or a task keeps the context in which it was begun; that is where an app is found."""
    room = lobby(tmp_path).find(full(lobby(tmp_path)).code)
    app = ContextVar[object]("app")

    def come_and_go() -> ref[object]:
        app.set(away := Away())
        room.enter(BEN)
        room.preparation.declare(BEN, ready=True)
        room.leave(BEN)
        return ref(away)

    left = copy_context().run(come_and_go)

    assert room._timers
    assert left() is None


async def test_the_table_of_whoever_stays_away_ten_minutes_is_that_of_who_is_there(
    tmp_path: Path,
) -> None:
    """Ann opened it and is gone; Ben waits there, and lets a bot sit in the last seat."""
    assert DEFAULT_LIMITS.host_seconds == 600
    room = opened(lobby(tmp_path, TableLimits(host_seconds=0.0)))
    room.seating.sit(BEN)
    with pytest.raises(NotAllowed):
        room.preparation.fill_up(BEN, "random")
    room.enter(BEN)
    await until(lambda: room.users.is_owner(BEN))
    room.preparation.fill_up(BEN, "random")

    again = lobby(tmp_path).find(room.code)
    assert again.users.is_owner(BEN)
    assert not again.users.is_owner(ANN)
    assert again.table.ready == {1}
    assert deals(tmp_path, room) == 0


async def test_who_plays_against_bots_alone_waits_for_nobody(tmp_path: Path) -> None:
    header = new_header(GAME, (OPEN,) * SEATS, seed=1, undo="ask")

    room = lobby(tmp_path).new_tables.create(header, ANN, (None, "random", "random"))

    assert room.table.is_dealt
