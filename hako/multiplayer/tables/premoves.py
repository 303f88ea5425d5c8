"""Answers in advance: what somebody left at a table, to be carried out when their seat is asked.

They stand in a list of the house and in no log: nobody else learns that one waits, from no view,
export or copy of a game. Each hangs on the record after which it was given and on a digest of what
its seat saw of what matters for it; whatever is not as it was ends it, and who gave it is told why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hako.engine.log.digests import of_values
from hako.engine.log.save import Document
from hako.engine.log.table import StaleTable, Table
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action, Seat
from hako.engine.rules.premoves import (
    PremoveQuestion,
    answers,
    foreseen,
    precondition,
    premove_kinds,
)
from hako.engine.storage.registry import Registry
from hako.multiplayer.tables.summary import HasKey, seat_of

FILE = "answers.jsonl"

PremoveOutcome: TypeAlias = Literal[
    "waits", "due", "played", "withdrawn", "undone", "seat", "surprise"
]
"""It waits; its seat is asked; it was carried out; it was taken back; why it is not carried out:
somebody took back, the seat changed hands, or it is not asked what it was to be."""

LOST: frozenset[PremoveOutcome] = frozenset({"undone", "seat", "surprise"})
"""Of these whoever gave the answer is told."""


class Premove(Struct, frozen=True, omit_defaults=True):
    """What somebody says to a question, before it is asked."""

    table: str
    """The name of its log."""
    seat: Seat
    key: str
    """Of whoever gave it."""
    question: str
    """The step, as JSON."""
    action: str
    """What is to be done, as JSON."""
    moment: int
    """The last record when it was given."""
    basis: str
    """A digest of what it rests on, see rules/ahead.py."""
    fate: PremoveOutcome = "waits"
    is_read: bool = False
    """Whether whoever gave it knows that it is lost."""

    @property
    def is_open(self) -> bool:
        """Whether it waits, or is lost and not read."""
        return self.fate == "waits" or (self.fate in LOST and not self.is_read)


class PremoveStore:
    """Those of a house, safe for several processes; none of them writes a fate twice."""

    def __init__(self, sheet: Document | None = None) -> None:
        """Read them; without a sheet they are kept nowhere. Raises StoreFailed."""
        self._list: Registry[Premove] | None = None if sheet is None else Registry(sheet, Premove)
        self._all: dict[str, dict[tuple[Seat, str], Premove]] = {}
        """By table, those that wait, and those that are lost and not read."""
        self.poll()

    def poll(self) -> set[str]:
        """Learn what other processes wrote; the tables that it is about. Raises StoreFailed."""
        news = [] if self._list is None else self._list.read_new()
        for premove in news:
            self._learn(premove)
        return {premove.table for premove in news}

    def at(self, table: str) -> Sequence[Premove]:
        """Those that wait at a table, and those that are lost and not read."""
        return tuple(self._all.get(table, {}).values())

    def of(self, table: str, key: str) -> Sequence[Premove]:
        """Those of somebody at a table."""
        return tuple(premove for premove in self.at(table) if premove.key == key)

    def write(self, answer: Premove, instead: Premove | None = None) -> bool:
        """Write one down, instead of another if that stands there still. Raises StoreFailed."""
        where = answer.seat, answer.question
        while self._all.get(answer.table, {}).get(where) == instead:
            if self._list is None or self._list.add(answer):
                self._learn(answer)
                return True
            self.poll()
        return False

    def forget(self, table: str) -> None:
        """The table is put away."""
        self._all.pop(table, None)

    def _learn(self, answer: Premove) -> None:
        where, premoves = (answer.seat, answer.question), self._all.setdefault(answer.table, {})
        premoves.pop(where, None)
        if answer.is_open:
            premoves[where] = answer
        if not premoves:
            del self._all[answer.table]


def kept_answers(given: Iterable[Premove]) -> Iterator[Premove]:
    """Those that wait, and those that are lost and not read."""
    last = {(premove.table, premove.seat, premove.question): premove for premove in given}
    return (premove for premove in last.values() if premove.is_open)


class PremoveOption(Struct, frozen=True):
    """A question that is foreseen for a seat, and what may be said to it in advance."""

    question: PremoveQuestion
    actions: Sequence[Action]


def premove_options(table: Table[Any], seat: Seat) -> Sequence[PremoveOption]:
    """What a seat may say in advance; nothing while it is asked."""
    if not premove_kinds(table.game) or not table.waiting() or seat in table.waiting():
        return ()
    view = table.view(seat)
    options = (PremoveOption(step, answers(view, step)) for step in foreseen(view, seat))
    return [offer for offer in options if offer.actions]


def premove_for(
    table: Table[Any], name: str, seat: Seat, question: PremoveQuestion, action: Action
) -> Premove:
    """What a seat says now to a question that is foreseen for it; `name` is that of the log."""
    rests_on = precondition(table.view(seat), question, action)
    key, digest = table.players[seat].key or "", of_values(rests_on or ())
    return Premove(
        name, seat, key, outcome_text(question), outcome_text(action), table.head, digest
    )


def action_of(table: Table[Any], answer: Premove) -> tuple[PremoveQuestion, Action] | None:
    """What an answer says to which question, if that is asked now or foreseen, and it is offered."""
    view, seat = table.view(answer.seat), answer.seat
    asked = view.agenda[-1:] if seat in table.waiting() else ()
    for step in (*asked, *foreseen(view, seat)):
        if outcome_text(step) == answer.question:
            offered = step.actions(view)
            action = next(
                (candidate for candidate in offered if outcome_text(candidate) == answer.action),
                None,
            )
            return None if action is None else (step, action)
    return None


def premove_outcome(table: Table[Any], answer: Premove) -> PremoveOutcome:
    """What becomes of an answer that waits, as the table is now."""
    seat, moments, given = answer.seat, table.positions, answer.moment
    player = table.players[seat]
    if (player.key or "") != answer.key or player.bot:
        return "seat"
    if not given <= table.head == len(moments) - 1:
        return "undone"
    if table.now.ply - moments[given].ply != table.head - given:
        return "undone"
    if any(_was_answered(table, answer, number) for number in range(given + 1, table.head + 1)):
        return "played"
    if not table.waiting() or (answered := action_of(table, answer)) is None:
        return "surprise"
    step, action = answered
    if of_values(precondition(table.view(seat), step, action) or ()) != answer.basis:
        return "surprise"
    return "due" if table.state.agenda[-1].waiting() == (seat,) else "waits"


def _was_answered(table: Table[Any], answer: Premove, number: int) -> bool:
    """Whether a record answers the same question, by whatever."""
    moment = table.positions[number]
    if moment.record.seat != answer.seat or moment.parent is None:
        return False
    return (
        outcome_text(table.positions[moment.parent].state.agenda[-1].masked(answer.seat))
        == answer.question
    )


def premove_text(game: Game[Any], answer: Premove) -> Action | None:
    """What an answer says, whether or not it is still offered; None where no action is like that now."""
    try:
        action: Action = msgspec.json.decode(answer.action, type=game.actions)
    except msgspec.DecodeError:
        return None
    return action


def outcome_text(value: Struct) -> str:
    """A step or an action as JSON, always the same."""
    return msgspec.json.encode(value, order="deterministic").decode()


class TablePremoves:
    """The answers in advance of one table."""

    def __init__(self, table: Table[Any], name: str, answers: PremoveStore) -> None:
        """Those of the table whose log is called so."""
        self._table = table
        self._name = name
        self._answers = answers

    def of(self, user: HasKey) -> Sequence[Premove]:
        """Somebody's, that wait or are lost and not read; nobody else is told of them."""
        return self._answers.of(self._name, user.key)

    def offers(self, user: HasKey) -> Sequence[PremoveOption]:
        """What somebody may answer in advance now."""
        seat = seat_of(self._table.players, user)
        return (
            ()
            if seat is None or self._table.players[seat].bot
            else premove_options(self._table, seat)
        )

    def has_answered(self, user: HasKey) -> bool:
        """Whether somebody has answered in advance what is asked of them now."""
        return any(
            premove_outcome(self._table, premove) == "due"
            for premove in self.of(user)
            if premove.fate == "waits"
        )

    def give(self, user: HasKey, question: PremoveQuestion, action: Action) -> None:
        """Leave an answer, in the place of another to the same question.

        Raises StaleTable where it is not offered any more, StoreFailed.
        """
        table, seat = self._table, seat_of(self._table.players, user)
        is_offered = any(
            offer.question == question and action in offer.actions for offer in self.offers(user)
        )
        if seat is None or not is_offered:
            raise StaleTable
        answer = premove_for(table, self._name, seat, question, action)
        earlier = (premove for premove in self.of(user) if premove.question == answer.question)
        self._write(answer, next(earlier, None))

    def withdraw(self, answer: Premove) -> None:
        """Take one back. Raises StaleTable where it is carried out or lost, StoreFailed."""
        self._write(replace(answer, fate="withdrawn"), answer)

    def read(self, user: HasKey) -> None:
        """They know which of their answers are lost. Raises StoreFailed."""
        for premove in self.of(user):
            if premove.fate in LOST:
                self._answers.write(replace(premove, is_read=True), premove)

    def due(self) -> Premove | None:
        """The answer that is to be carried out now; what became of others is written down.

        Raises StoreFailed.
        """
        due = None
        for premove in self._answers.at(self._name):
            fate = (
                premove_outcome(self._table, premove) if premove.fate == "waits" else premove.fate
            )
            if fate == "due":
                due = premove
            elif fate != premove.fate:
                self._answers.write(replace(premove, fate=fate), premove)
        return due

    def carry_out(self) -> None:
        """Do what is due, as its seat would. Raises StaleTable, StoreFailed."""
        table = self._table
        due = self.due()
        if due is not None and (answered := action_of(table, due)) is not None:
            table.play(due.seat, answered[1])

    def _write(self, answer: Premove, instead: Premove | None) -> None:
        if not self._answers.write(answer, instead):
            raise StaleTable
