"""Random ways to come, go and play: whatever people do, a witness sees no promise broken.

Four people, of whom three find a seat, each through any of three processes over one folder,
which die now and then. `make runs` tries 10,000 ways; the same ones every time.
"""

from __future__ import annotations

import os
import random
import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from hako.engine.log.fold import NotStarted
from hako.engine.log.header import OPEN
from hako.engine.log.history import StaleTable
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import Record, decode_line, encode, read_header
from hako.engine.log.redeal import Redealt
from hako.engine.log.rules_upgrade import RulesUpgraded
from hako.engine.log.undo import CannotUndo
from hako.engine.log.verify import verify
from hako.engine.rules.model import Seat
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.sanctions import Sanction, Sanctions
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.tables import fair_seed as fair
from hako.multiplayer.tables.clock import TimeClaimed, TimeNoted, TimeoutResolved
from hako.multiplayer.tables.limits import TableLimits
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.seat_changes import SeatHandover
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import OptionsChanged, shared_header
from tests.multiplayer.tables.test_waiting_room import ANN, BEN, CAT, SEATS, lobby
from tests.multiplayer.tables.witness import Deed, Witness
from tests.toys.sealed_bids import GAME

DAN = User("Dan", "SHA256:Dan")
PEOPLE = (ANN, BEN, CAT, DAN)
PROCESSES = 3
DEEDS_A_RUN = 80

RUNS = int(os.environ.get("HAKO_RUNS", "100"))
FIRST = int(os.environ.get("HAKO_FIRST_RUN", "0"))
"""Number of the first run, so that a long trial is done in slices."""

MANNERS = TableLimits(acts_at_once=10_000, refusal_seconds=0)
"""The number of tries, and the time between them, is another matter."""

FOREVER = 1e11

LOOKS = 0.9
"""Share of cases in which a process has read the others' lines before somebody acts there."""

Do = Callable[[Room, User, int], object]


def of_seat(do: Callable[[SharedTable[Any], Seat, int], object]) -> Do:
    """Actions of a user from their seat, if they have one."""

    def done(room: Room, user: User, number: int) -> None:
        if (seat := room.users.seat_of(user)) is not None:
            do(room.table, seat, number)

    return done


def choose(table: SharedTable[Any], seat: Seat, number: int) -> None:
    if seat in table.waiting() and table.players[seat].bot is None:
        actions = table.legal_actions(seat)
        table.play(seat, actions[number % len(actions)])


def answer(table: SharedTable[Any], seat: Seat, *, yes: bool) -> None:
    if table.request is not None and seat in table.unanswered():
        table.answer(seat, yes)


def remove(room: Room, user: User, number: int) -> None:
    """As the moderation service does it, having looked: only owners may, and it holds before it is done."""
    room.table.refresh()
    whom = PEOPLE[number % len(PEOPLE)]
    if room.users.is_owner(user) and whom != user:
        room.users.sanctions.add(Sanction("remove", whom.key, FOREVER, room.code))
        room.seating.remove(whom.key, "random")


def wait_a_minute(room: Room, *_: object) -> None:
    for seat in range(SEATS):
        room.preparation.withdraw_readiness(seat)


DO: dict[str, Do] = {
    "come": lambda room, user, _: room.seating.sit(user),
    "swap": lambda room, user, number: room.seating.move(user, number % SEATS),
    "give up": lambda room, user, _: room.seating.stand_up(user),
    "a bot": lambda room, user, number: room.seating.substitute_bot(number % SEATS, "random", user),
    "no bot": lambda room, user, number: room.seating.remove_substitute(number % SEATS, user),
    "ready": lambda room, user, _: room.preparation.declare(user, ready=True),
    "not yet": lambda room, user, _: room.preparation.declare(user, ready=False),
    "fill up": lambda room, user, _: room.preparation.fill_up(user, "random"),
    "options": lambda room, user, number: room.preparation.alter(
        user, OptionsChanged({"rounds": "315"[number % 3]})
    ),
    "remove": remove,
    "lift": lambda room, _, number: room.users.sanctions.lift(PEOPLE[number % len(PEOPLE)].key),
    "a minute": wait_a_minute,
    "ten minutes": lambda room, *_: room.users.hand_over(),
    "play": of_seat(choose),
    "undo": of_seat(lambda table, seat, _: table.undo(seat)),
    "redo": of_seat(lambda table, seat, _: table.redo(seat)),
    "ask": lambda room, user, _: room.undo_requests.ask(user),
    "agree": of_seat(lambda table, seat, _: answer(table, seat, yes=True)),
    "refuse": of_seat(lambda table, seat, _: answer(table, seat, yes=False)),
    "do not ask": lambda room, user, number: room.undo_requests.let_ask(
        user, willing=number % 2 > 0
    ),
    "look around": lambda room, *_: room.table.refresh(),
    "arrive": lambda *_: None,
    "leave": lambda *_: None,
    "die": lambda *_: None,
}

SELDOM = dict.fromkeys(DO, 1.0) | {"remove": 0.3, "fill up": 0.5}
WAITING = SELDOM | {"come": 16, "ready": 40, "options": 4, "swap": 3, "lift": 2}
PLAYING = SELDOM | {"play": 50, "undo": 8, "redo": 6, "ask": 12, "a bot": 2, "no bot": 6}
ASKED = SELDOM | {"agree": 30, "refuse": 6, "a bot": 2, "no bot": 4, "undo": 2, "play": 2}
"""Weights of the actions; else there is seldom anything to deal, to take back, or to answer."""

OWNERS = {"a bot", "no bot", "options", "remove", "fill up", "not yet"}
"""Actions that mostly the owner of the table tries."""


class Run:
    """A way to come, go and play."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.folder, self.dice = folder, dice
        self.sanctions = Sanctions(lambda: 0.0)
        self.here: set[User] = set()
        self.heard: list[list[LogLine]] = [[] for _ in range(PROCESSES)]
        """Lines of each process that were told to those who watch there."""
        self.known = [0] * PROCESSES
        """Number of lines at the beginning."""
        self.lines: list[LogLine] = []
        self.code, self.path = self._lay()
        header = read_header(self.path.read_bytes(), "the log")
        self.witness = Witness.of(header)
        self.size = len(encode(header))
        self._read(Deed("open", ANN.key, frozenset()))
        self.lobbies = [self._start(process) for process in range(PROCESSES)]

    def _lay(self) -> tuple[str, Path]:
        seats = (OPEN,) * SEATS
        is_committed = self.dice.random() < 0.5
        seed = None if is_committed else 1
        header = shared_header(GAME, seats, seed=seed, committed=is_committed, undo="ask")
        return self._of(
            lobby(self.folder, MANNERS, self.sanctions).new_tables.create(
                header, ANN, (None,) * SEATS
            )
        )

    def _of(self, room: Room) -> tuple[str, Path]:
        return room.code, FolderStore(self.folder).path(room.name)

    def _start(self, process: int) -> Lobby:
        at = lobby(self.folder, MANNERS, self.sanctions)
        heard = self.heard[process] = []
        at.find(self.code).table.subscribe(lambda _, line: heard.append(line))
        self.known[process] = len(self.lines)
        return at

    async def step(self) -> None:
        """Let somebody do something somewhere, and look at what came of it."""
        process, choice = self.dice.randrange(PROCESSES), self.dice.choice(PEOPLE)
        room = self.lobbies[process].find(self.code)
        kind = self._what(room)
        if self.dice.random() < 0.8:
            choice = self._whose(kind, room, choice)
        if kind == "die":
            await self.lobbies[process].close()
            self.lobbies[process] = self._start(process)
        elif kind == "arrive":
            self.here.add(choice)
        elif kind == "leave":
            self.here.discard(choice)
        room = self.lobbies[process].find(self.code)
        if self.dice.random() < LOOKS:
            room.table.refresh()
        room.receive([user for user in PEOPLE if user in self.here], ())
        with suppress(StaleTable, NotStarted, CannotUndo, PermissionError):
            DO[kind](room, choice, self.dice.randrange(100))
        self._read(Deed(kind, choice.key, frozenset(item.key for item in self.here)))
        self._compare(room)

    def _whose(self, kind: str, room: Room, user: User) -> User:
        """Whose move it is, or whose table; the one who is given where nobody is."""
        key: str | None = room.table.owner if kind in OWNERS else None
        if kind == "play" and (seats := room.table.waiting()):
            key = room.table.players[self.dice.choice(seats)].key
        return next((item for item in PEOPLE if item.key == key), user)

    def _what(self, room: Room) -> str:
        is_asked = self.witness.request is not None
        weights = ASKED if is_asked else PLAYING if room.table.has_begun else WAITING
        return self.dice.choices([*weights], [*weights.values()])[0]

    def _read(self, deed: Deed) -> None:
        """Take in what stands in the log now."""
        self.witness.removed = {sanction.target for sanction in self.sanctions}
        if deed.kind == "remove":
            self.witness.removed -= {player.key for player in self.witness.players}
        with self.path.open("rb") as file:
            file.seek(self.size)
            new = file.read()
        self.size += len(new)
        for raw in new.splitlines():
            line = decode_line(
                GAME, GAME.rules, raw, "the log", len(self.lines) + 2, SharedTable.line_types
            )
            self.lines.append(line)
            self.witness.read(line, deed)

    def _compare(self, room: Room) -> None:
        """The room shows what the witness knows."""
        table, witness = room.table, self.witness
        if table.line < len(self.lines) + 1:
            return  # another process wrote, and this one has not looked around yet
        assert table.is_dealt == witness.is_dealt
        if not witness.is_dealt:
            assert table.ready == witness.ready
            for viewer in (None, *range(SEATS)):
                with pytest.raises(NotStarted):
                    table.view(viewer)
        assert table.players == tuple(witness.players)
        assert table.owner == witness.owner
        assert (table.request and table.request.way) == witness.request
        assert table.head == witness.head
        seated = {player.key for player in table.players}
        assert not seated & {watcher.key for watcher in room.users.watchers()}, (
            "a seat that watches"
        )

    async def end(self) -> None:
        """All processes have come to the same, and told it; the log verifies."""
        verify(SharedTable, GAME, read_log(GAME, self.path.read_bytes(), "the log"), "the log")
        for process, at in enumerate(self.lobbies):
            at.poll()
            room = at.find(self.code)
            self._compare(room)
            assert self.heard[process] == self.lines[self.known[process] :], "not told to all"
            lines = chain.from_iterable(room.table.changes.values())
            handed = [handover for handover in lines if isinstance(handover, SeatHandover)]
            assert Counter((item.seat, item.after) for item in handed) == self.witness.handed_over
            await at.close()


async def try_one(number: int, counts: Counter[type[LogLine]]) -> None:
    dice = random.Random(number)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair, "new_secret", lambda: dice.randbytes(32))
        patch.setattr(secrets, "choice", dice.choice)
        run = Run(Path(folder), dice)
        try:
            for _ in range(DEEDS_A_RUN):
                await run.step()
            await run.end()
        except Exception as error:
            error.add_note(f"way {number}: HAKO_FIRST_RUN={number} HAKO_RUNS=1")
            raise
        counts.update(type(line) for line in run.lines)


async def test_however_people_come_go_and_play_the_promises_of_a_table_hold() -> None:
    """Witness says which, and each was seen to break when its fault was planted."""
    counts = Counter[type[LogLine]]()
    for number in range(FIRST, FIRST + RUNS):
        await try_one(number, counts)
    clock_lines = {TimeNoted, TimeClaimed, TimeoutResolved}
    kinds = {Record, *SharedTable.line_types} - {RulesUpgraded, Redealt} - clock_lines
    assert RUNS < 100 or kinds == counts.keys(), "nothing came to the others"
