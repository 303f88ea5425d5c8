"""Premoves: choices that a player leaves to be carried out when their seat is asked.

Premoves are stored in a list of the server and in no log, so no view, export or copy of a game
reveals that one waits. Each depends on the record after which it was given and on a digest of what
the seat saw of the state it depends on. When that changes, the premove is cancelled and its author
is notified.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hako.engine.log.digests import of_values
from hako.engine.log.history import History, StaleTable
from hako.engine.log.save import Document
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action, Seat
from hako.engine.rules.premoves import (
    PremoveQuestion,
    precondition,
    premove_actions,
    premove_kinds,
    upcoming_choices,
)
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.multiplayer.tables.summary import HasKey, seat_of
from hako.multiplayer.tables.table import SharedTable

FILE = "answers.jsonl"

PremoveOutcome: TypeAlias = Literal[
    "waits", "due", "played", "withdrawn", "undone", "seat", "surprise"
]
"""Waiting; due now; carried out; withdrawn; or cancelled by an undo, a new player, or another question."""

LOST: frozenset[PremoveOutcome] = frozenset({"undone", "seat", "surprise"})
"""Outcomes of which the author of a premove is notified."""


class Premove(Struct, frozen=True, omit_defaults=True):
    """Choice for a question that is not asked yet."""

    table: str
    """Name of the log of its table."""
    seat: Seat
    key: str
    """Key of its author."""
    question: str
    """Step that asks, as JSON."""
    action: str
    """Action to be played, as JSON."""
    moment: int
    """Number of the last record when it was given."""
    basis: str
    """Digest of its precondition; see engine.rules.premoves."""
    fate: PremoveOutcome = "waits"
    is_read: bool = False
    """True if its author knows that it is cancelled."""

    @property
    def is_open(self) -> bool:
        """True if it waits, or is cancelled and not read."""
        return self.fate == "waits" or (self.fate in LOST and not self.is_read)


class PremoveStore:
    """Premoves of a server, safe for several processes: no outcome is written twice."""

    def __init__(self, document: Document | None = None) -> None:
        """Read the stored premoves; without a document they are only kept in memory. Raises StorageError."""
        self._list: JsonLinesList[Premove] | None = (
            None if document is None else JsonLinesList(document, Premove)
        )
        self._all: dict[str, dict[tuple[Seat, str], Premove]] = {}
        """Open premoves by table, then by seat and question."""
        self.poll()

    def poll(self) -> set[str]:
        """Read what other processes wrote; returns the tables concerned. Raises StorageError."""
        changed = [] if self._list is None else self._list.read_new()
        for premove in changed:
            self._learn(premove)
        return {premove.table for premove in changed}

    def at(self, table: str) -> Sequence[Premove]:
        """Open premoves at a table: waiting ones, and cancelled ones that are not read."""
        return tuple(self._all.get(table, {}).values())

    def of(self, table: str, key: str) -> Sequence[Premove]:
        """Open premoves of one player at a table."""
        return tuple(premove for premove in self.at(table) if premove.key == key)

    def write(self, premove: Premove, instead: Premove | None = None) -> bool:
        """Store a premove if `instead` still is the present one; returns True if done. Raises StorageError."""
        place = premove.seat, premove.question
        while self._all.get(premove.table, {}).get(place) == instead:
            if self._list is None or self._list.add(premove):
                self._learn(premove)
                return True
            self.poll()
        return False

    def forget(self, table: str) -> None:
        """Forget the premoves of a table that was archived."""
        self._all.pop(table, None)

    def _learn(self, premove: Premove) -> None:
        place, premoves = (premove.seat, premove.question), self._all.setdefault(premove.table, {})
        premoves.pop(place, None)
        if premove.is_open:
            premoves[place] = premove
        if not premoves:
            del self._all[premove.table]


def kept_premoves(premoves: Iterable[Premove]) -> Iterator[Premove]:
    """Premoves that wait, and cancelled ones that are not read."""
    last = {(premove.table, premove.seat, premove.question): premove for premove in premoves}
    return (premove for premove in last.values() if premove.is_open)


class PremoveOption(Struct, frozen=True):
    """Question that is foreseen for a seat, with the actions that can be premoved."""

    question: PremoveQuestion
    actions: Sequence[Action]


def premove_options(table: History[Any], seat: Seat) -> Sequence[PremoveOption]:
    """Premoves that a seat may give; none while it is asked."""
    if not premove_kinds(table.game) or not table.waiting() or seat in table.waiting():
        return ()
    view = table.view(seat)
    options = (
        PremoveOption(step, premove_actions(view, step)) for step in upcoming_choices(view, seat)
    )
    return [option for option in options if option.actions]


def premove_for(
    table: History[Any], name: str, seat: Seat, question: PremoveQuestion, action: Action
) -> Premove:
    """Build a premove of a seat for a foreseen question; `name` is that of the log."""
    rests_on = precondition(table.view(seat), question, action)
    key, digest = table.players[seat].key or "", of_values(rests_on or ())
    return Premove(name, seat, key, json_text(question), json_text(action), table.head, digest)


def action_of(table: History[Any], premove: Premove) -> tuple[PremoveQuestion, Action] | None:
    """Question and action of a premove, if it is asked or foreseen and offers the action."""
    view, seat = table.view(premove.seat), premove.seat
    pending = view.agenda[-1:] if seat in table.waiting() else ()
    for step in (*pending, *upcoming_choices(view, seat)):
        if json_text(step) == premove.question:
            offered = step.actions(view)
            action = next(
                (candidate for candidate in offered if json_text(candidate) == premove.action),
                None,
            )
            return None if action is None else (step, action)
    return None


def premove_outcome(table: History[Any], premove: Premove) -> PremoveOutcome:
    """Outcome of a waiting premove in the present state of the table."""
    seat, positions, start = premove.seat, table.positions, premove.moment
    player = table.players[seat]
    if (player.key or "") != premove.key or player.bot:
        return "seat"
    if not start <= table.head == len(positions) - 1:
        return "undone"
    if table.now.ply - positions[start].ply != table.head - start:
        return "undone"
    if any(_was_answered(table, premove, number) for number in range(start + 1, table.head + 1)):
        return "played"
    if not table.waiting() or (answered := action_of(table, premove)) is None:
        return "surprise"
    step, action = answered
    if of_values(precondition(table.view(seat), step, action) or ()) != premove.basis:
        return "surprise"
    return "due" if table.state.agenda[-1].waiting() == (seat,) else "waits"


def _was_answered(table: History[Any], premove: Premove, number: int) -> bool:
    """True if a record answers the question of a premove, with any action."""
    moment = table.positions[number]
    if moment.record.seat != premove.seat or moment.parent is None:
        return False
    return (
        json_text(table.positions[moment.parent].state.agenda[-1].masked(premove.seat))
        == premove.question
    )


def decoded_action(game: Game[Any], premove: Premove) -> Action | None:
    """Action of a premove, offered or not; None if no action of the game decodes."""
    try:
        action: Action = msgspec.json.decode(premove.action, type=game.actions)
    except msgspec.DecodeError:
        return None
    return action


def json_text(value: Struct) -> str:
    """Deterministic JSON of a step or an action."""
    return msgspec.json.encode(value, order="deterministic").decode()


class PremoveCheck(Struct, frozen=True):
    """Outcomes of the open premoves of a table."""

    due: Premove | None
    """Premove that is to be carried out now."""
    ended: Sequence[tuple[Premove, PremoveOutcome]]
    """Premoves that no longer wait, whose outcomes are to be stored."""


class TablePremoves:
    """Premoves of one table."""

    def __init__(self, table: SharedTable[Any], name: str, store: PremoveStore) -> None:
        """Take the premoves of a table; `name` is that of its log."""
        self._table = table
        self._name = name
        self._store = store

    def of(self, user: HasKey) -> Sequence[Premove]:
        """Open premoves of one player, who alone may see them."""
        return self._store.of(self._name, user.key)

    def options(self, user: HasKey) -> Sequence[PremoveOption]:
        """Premoves that a player may give now."""
        seat = seat_of(self._table.players, user)
        return (
            ()
            if seat is None or self._table.players[seat].bot
            else premove_options(self._table, seat)
        )

    def has_answered(self, user: HasKey) -> bool:
        """True if a player has premoved the question that is asked now."""
        return any(
            premove_outcome(self._table, premove) == "due"
            for premove in self.of(user)
            if premove.fate == "waits"
        )

    def give(self, user: HasKey, question: PremoveQuestion, action: Action) -> None:
        """Store a premove, in place of another to the same question.

        Raises StaleTable where it is no longer offered, StorageError.
        """
        table, seat = self._table, seat_of(self._table.players, user)
        is_offered = any(
            option.question == question and action in option.actions
            for option in self.options(user)
        )
        if seat is None or not is_offered:
            raise StaleTable
        premove = premove_for(table, self._name, seat, question, action)
        earlier = (other for other in self.of(user) if other.question == premove.question)
        self._write(premove, next(earlier, None))

    def withdraw(self, premove: Premove) -> None:
        """Withdraw a premove. Raises StaleTable where it is carried out or cancelled, StorageError."""
        self._write(replace(premove, fate="withdrawn"), premove)

    def read(self, user: HasKey) -> None:
        """Mark the cancelled premoves of a player as read. Raises StorageError."""
        for premove in self.of(user):
            if premove.fate in LOST:
                self._store.write(replace(premove, is_read=True), premove)

    def check(self) -> PremoveCheck:
        """Outcomes of the open premoves in the present state of the table."""
        due, ended = None, []
        for premove in self._store.at(self._name):
            is_open = premove.fate == "waits"
            outcome = premove_outcome(self._table, premove) if is_open else premove.fate
            if outcome == "due":
                due = premove
            elif outcome != premove.fate:
                ended.append((premove, outcome))
        return PremoveCheck(due, ended)

    def store(self, ended: Sequence[tuple[Premove, PremoveOutcome]]) -> None:
        """Store the outcomes of premoves that no longer wait. Raises StorageError."""
        for premove, outcome in ended:
            self._store.write(replace(premove, fate=outcome), premove)

    def carry_out(self) -> None:
        """Play the due premove. Raises StaleTable, StorageError."""
        table, due = self._table, self.check().due
        if due is not None and (answered := action_of(table, due)) is not None:
            table.play(due.seat, answered[1])

    def _write(self, premove: Premove, instead: Premove | None) -> None:
        if not self._store.write(premove, instead):
            raise StaleTable
