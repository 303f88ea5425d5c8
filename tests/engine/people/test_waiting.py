"""The waiting room: no card exists before all are ready, and a seat is one person's.

Ann, Ben and Cat come and go, each through any of three processes over one folder.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hako.engine.bots.thinker import Thinker
from hako.engine.log.records import (
    OPEN,
    Altered,
    Log,
    Player,
    Ready,
    Record,
    Seated,
    encode,
    read_log,
)
from hako.engine.log.setup import new_header
from hako.engine.log.store import FolderStore
from hako.engine.log.table import CannotUndo, MovedOn, NotBegun, Table
from hako.engine.log.verify import verify
from hako.engine.people.lobby import Lobby
from hako.engine.people.room import (
    USUAL_MANNERS,
    HasBegun,
    KnowsSecrets,
    Manners,
    NotYours,
    Room,
    TooOften,
    Visitor,
)
from hako.engine.rules.vocabulary import Seat
from tests.toys.sealed_bids import GAME
from tests.waiting import until

ANN, BEN, CAT = [Visitor(name, f"SHA256:{name}") for name in ("Ann", "Ben", "Cat")]
PEOPLE = (ANN, BEN, CAT)
SEATS = 3
PROCESSES = 3

Deed = Callable[[Room, Visitor, int], object]

RUNS = int(os.environ.get("HAKO_RUNS", "40"))
"""As many random ways to come, go and play are tried; `make runs` tries 10,000."""


def of_seat(deed: Callable[[Table[Any], Seat, int], object]) -> Deed:
    """What somebody does from their seat, if they have one."""

    def done(room: Room, who: Visitor, number: int) -> None:
        if (seat := room.seat_of(who)) is not None:
            deed(room.table, seat, number)

    return done


def choose(table: Table[Any], seat: Seat, number: int) -> None:
    if seat in table.waiting() and table.players[seat].bot is None:
        actions = table.legal_actions(seat)
        table.play(seat, actions[number % len(actions)])


def answer(table: Table[Any], seat: Seat, *, yes: bool) -> None:
    if table.request is not None and seat in table.unanswered():
        table.answer(seat, yes)


DEEDS: dict[str, Deed] = {
    "come": lambda room, who, _: room.sit(who),
    "swap": lambda room, who, seat: room.move(who, seat),
    "give up": lambda room, who, _: room.stand_up(who),
    "a bot": lambda room, who, seat: room.give_to_bot(seat, "random", who),
    "no bot": lambda room, who, seat: room.give_back(seat, who),
    "ready": lambda room, who, _: room.declare(who, ready=True),
    "not yet": lambda room, who, _: room.declare(who, ready=False),
    "fill up": lambda room, who, _: room.fill_up(who, "random"),
    "options": lambda room, who, number: room.alter(who, {"rounds": "315"[number]}),
    "play": of_seat(choose),
    "undo": of_seat(lambda table, seat, _: table.undo(seat)),
    "redo": of_seat(lambda table, seat, _: table.redo(seat)),
    "ask": lambda room, who, _: room.ask(who),
    "agree": of_seat(lambda table, seat, _: answer(table, seat, yes=True)),
    "refuse": of_seat(lambda table, seat, _: answer(table, seat, yes=False)),
    "look around": lambda room, *_: room.table.refresh(),
}


OFTEN = (
    *["options"] * 3,
    *["come"] * 2,
    *["ready"] * 4,
    *["play"] * 8,
    *["undo"] * 3,
    *["look around"] * 2,
)
"""Else there is seldom anything to take back."""


def lobby(folder: Path, manners: Manners = USUAL_MANNERS) -> Lobby:
    """A process that plays no bots' moves: nothing happens by itself."""
    return Lobby(FolderStore(folder), lambda _: GAME, Thinker(), keeps_all=False, manners=manners)


def opened(at: Lobby, seats: int = SEATS) -> Room:
    header = new_header(GAME, (OPEN,) * seats, seed=1, undo="ask")
    return at.create(header, ANN, (None,) * seats)


def full(at: Lobby, *here: Visitor) -> Room:
    """A table of all three, of whom some are here."""
    room = opened(at)
    room.sit(BEN)
    room.sit(CAT)
    for visitor in here:
        room.enter(visitor)
    return room


def kept(folder: Path, room: Room) -> Log:
    return read_log(GAME, FolderStore(folder).path(room.name).read_bytes(), "the log")


def holds(log: Log) -> bool:
    """Whether the log keeps the promises, line by line; whether it was dealt."""
    players, deals, ready = list(log.header.seats), 0, set[int]()
    for line in log.lines:
        if isinstance(line, Seated):
            before, after = players[line.seat].key, line.player.key
            assert not (before and after and before != after), "two keys in a seat"
            players[line.seat], ready = line.player, set()
        elif isinstance(line, Ready):
            ready = ready | {line.by} if line.yes else ready - {line.by}
        elif isinstance(line, Altered):
            ready = set()
        elif isinstance(line, Record) and line.seat is None:
            assert not any(player.is_open for player in players), "dealt before all had come"
            people = {seat for seat, player in enumerate(players) if player.bot is None}
            assert people <= ready, "dealt before all were ready"
            deals += 1
        keys = [player.key for player in players if player.key]
        assert len(keys) == len({*keys}), "a key in two seats"
        assert not (deals and any(player.is_open for player in players)), "open in play"
    assert deals <= 1
    verify(GAME, log, "the log")
    return deals == 1


async def come_and_go(folder: Path, deeds: list[tuple[str, Visitor, int, int]], start: str) -> None:
    manners = Manners(acts_at_once=1000)  # how often is another matter
    lobbies = [lobby(folder, manners)]
    room = opened(lobbies[0]) if start == "opened" else full(lobbies[0])
    for who in PEOPLE if start == "dealt" else ():
        room.declare(who, ready=True)
    code = room.code
    lobbies += [lobby(folder, manners) for _ in range(PROCESSES - 1)]
    was_dealt = start == "dealt"
    for what, who, seat, process in deeds:
        if what == "killed":
            await lobbies[process].close()
            lobbies[process] = lobby(folder, manners)
            continue
        room = lobbies[process].find(code)
        with suppress(MovedOn, NotBegun, CannotUndo, PermissionError):
            DEEDS[what](room, who, seat)
        was_dealt = holds(kept(folder, room))
        if not was_dealt:
            for viewer in (None, *range(SEATS)):
                with pytest.raises(NotBegun):
                    room.table.view(viewer)
    for at in lobbies:
        at.look_around()
    rooms = [at.find(code) for at in lobbies]
    assert all(room.table.players == rooms[0].table.players for room in rooms)
    assert all(room.table.header == rooms[0].table.header for room in rooms)
    assert all(room.table.path() == rooms[0].table.path() for room in rooms if was_dealt)
    assert all(room.table.is_dealt == (not room.table.awaited()) for room in rooms)
    for at in lobbies:
        await at.close()


@settings(deadline=None, max_examples=RUNS)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*DEEDS, *OFTEN, "killed"]),
            st.sampled_from(PEOPLE),
            st.integers(0, SEATS - 1),
            st.integers(0, PROCESSES - 1),
        ),
        min_size=20,
        max_size=40,
    ),
    st.sampled_from(["opened", "full", "dealt"]),
)
def test_however_people_come_go_and_play_the_promises_of_a_table_hold(
    deeds: list[tuple[str, Visitor, int, int]], start: str
) -> None:
    """Never two keys in a seat, a key in two seats, a card before the deal, an open seat after it.

    And whoever plays, takes back, asks and answers, through whichever process: every line is
    one that the table's policy allows, and all processes come to the same.
    """
    with TemporaryDirectory() as folder:
        asyncio.run(come_and_go(Path(folder), deeds, start))


async def test_what_is_dealt_follows_from_the_seed_whoever_comes_last(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path))
    room.move(ANN, 2)
    room.sit(BEN)
    room.sit(CAT)
    for who in PEOPLE:
        room.declare(who, ready=True)
    at_once = Table.new(GAME, new_header(GAME, room.table.players, seed=1))

    assert room.table.state == at_once.state
    assert [player.name for player in room.table.players] == ["Ben", "Cat", "Ann"]


async def test_it_is_dealt_when_the_process_that_was_to_do_it_was_killed(tmp_path: Path) -> None:
    """The last one was ready, and the server killed before the next line: another one deals."""
    at = lobby(tmp_path)
    room, there = full(at), lobby(tmp_path)
    path = FolderStore(tmp_path).path(room.name)
    with path.open("ab") as log:
        log.writelines(encode(Ready(seat, True)) for seat in range(SEATS))

    at.look_around()
    there.look_around()

    assert holds(kept(tmp_path, room))
    assert there.find(room.code).table.state == room.table.state


def dealt_at_once(folder: Path) -> Room:
    """As older versions did: dealt when the table was opened, and two seats are open."""
    header = new_header(GAME, (Player("Ann", key=ANN.key), OPEN, OPEN), seed=1, undo="ask")
    header = replace(header, code="BCDFG", owner=ANN.key)
    everybody = tuple(Player(who.name, key=who.key) for who in PEOPLE)
    dealt = Table.new(GAME, new_header(GAME, everybody, seed=1)).moments[0].record
    FolderStore(folder).create(header).append(encode(dealt))
    return lobby(folder).find("BCDFG")


async def test_who_has_seen_a_hand_gets_no_other_seat_of_that_table(tmp_path: Path) -> None:
    """Ann has looked at seat 0's hand, and gives it up: she may come back to it alone."""
    room = dealt_at_once(tmp_path)
    room.stand_up(ANN)
    with pytest.raises(HasBegun):
        room.move(ANN, 1)
    room.sit(BEN)

    with pytest.raises(KnowsSecrets) as caught:
        room.sit(ANN)

    assert caught.value.seat == 0
    assert room.seat_of(ANN) is None


async def test_a_table_that_an_older_version_dealt_at_once_is_played_as_before(
    tmp_path: Path,
) -> None:
    room = dealt_at_once(tmp_path)
    room.stand_up(ANN)
    assert room.table.waiting() == ()

    assert room.sit(ANN) == 0
    assert (room.sit(BEN), room.sit(CAT)) == (1, 2)

    assert len(room.table.moments) == 1
    assert room.table.waiting() != ()


async def test_a_bot_that_plays_in_its_own_right_leaves_no_open_seat(tmp_path: Path) -> None:
    """While the table waits its seat can be had again; once it is dealt, it cannot."""
    room = opened(lobby(tmp_path))
    room.give_to_bot(1, "random", ANN)
    room.give_back(1, ANN)
    assert room.table.open_seats() == (1, 2)
    room.give_to_bot(1, "random", ANN)
    room.sit(CAT)
    for who in (ANN, CAT):
        room.declare(who, ready=True)

    with pytest.raises(HasBegun):
        room.give_back(1, ANN)

    assert room.table.open_seats() == ()


async def test_whoever_comes_goes_or_changes_seats_all_are_asked_again(tmp_path: Path) -> None:
    room = full(lobby(tmp_path))
    for what in ("give up", "a bot"):
        room.sit(CAT)
        room.declare(BEN, ready=True)
        DEEDS[what](room, CAT, 2)

        assert room.table.ready == frozenset()
    assert not room.table.is_dealt


async def test_who_sits_down_and_stands_up_again_and_again_is_held_back(tmp_path: Path) -> None:
    """Each time it is a line of the log, and a new secret; at all tables together."""
    at = lobby(tmp_path)
    room, other = opened(at), opened(at)
    for _ in range(USUAL_MANNERS.acts_at_once // 2):
        room.sit(BEN)
        room.stand_up(BEN)
    with pytest.raises(TooOften):
        other.sit(BEN)

    assert other.sit(CAT) == 1


async def test_who_does_not_want_to_be_asked_to_take_back_is_ready_all_the_same(
    tmp_path: Path,
) -> None:
    """What the seat's owner wishes is no other seat."""
    room = full(lobby(tmp_path))
    room.declare(BEN, ready=True)

    room.let_ask(BEN, willing=False)

    assert room.table.ready == {1}


async def test_who_is_away_for_sixty_seconds_is_ready_no_more(tmp_path: Path) -> None:
    """Nothing ends it before, nor for those who are here; a line that comes back in time does not."""
    room = full(lobby(tmp_path, Manners(ready_seconds=0.0)), ANN, CAT)
    for who in (ANN, BEN):
        room.declare(who, ready=True)
    await until(lambda: room.table.ready == {0})

    usual = full(lobby(tmp_path), ANN, BEN)
    usual.declare(BEN, ready=True)
    usual.leave(BEN)
    assert usual.manners.ready_seconds == 60
    assert 1 in usual._patience
    usual.enter(BEN)

    assert usual.table.ready == {1}
    assert 1 not in usual._patience


async def test_the_table_of_whoever_stays_away_ten_minutes_is_that_of_who_is_there(
    tmp_path: Path,
) -> None:
    """Ann opened it and is gone; Ben waits there, and lets a bot sit in the last seat."""
    assert USUAL_MANNERS.host_seconds == 600
    room = opened(lobby(tmp_path, Manners(host_seconds=0.0)))
    room.sit(BEN)
    with pytest.raises(NotYours):
        room.fill_up(BEN, "random")
    room.enter(BEN)
    await until(lambda: room.is_owner(BEN))
    room.fill_up(BEN, "random")

    again = lobby(tmp_path).find(room.code)
    assert again.is_owner(BEN)
    assert not again.is_owner(ANN)
    assert again.table.ready == {1}
    assert not holds(kept(tmp_path, room))


async def test_who_plays_against_bots_alone_waits_for_nobody(tmp_path: Path) -> None:
    header = new_header(GAME, (OPEN,) * SEATS, seed=1, undo="ask")

    room = lobby(tmp_path).create(header, ANN, (None, "random", "random"))

    assert room.table.is_dealt
