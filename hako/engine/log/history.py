"""A history: a game that is played, undone and continued, line by line of its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Self, TypeAlias

from hako.engine.log.digests import digest_of
from hako.engine.log.fold import LogFold, NotStarted
from hako.engine.log.header import Header
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import (
    DIGEST_EVERY,
    BadLog,
    Log,
    Record,
    bad_log_errors,
    decode_line,
    encode,
    read_log,
)
from hako.engine.log.position import START, Position
from hako.engine.log.redeal import redeal
from hako.engine.log.rules_upgrade import RulesUpgraded, this_hako
from hako.engine.log.save import Save
from hako.engine.log.storage_errors import Conflict, StorageError
from hako.engine.log.undo import CannotUndo, HeadMoved, UndoAnswered, UndoRequested, UndoVerdict
from hako.engine.rules.game import Game
from hako.engine.rules.model import S, Seat
from hako.engine.rules.play import begin, check, legal_actions, play, waiting
from hako.engine.rules.preview import Finality, Preview, preview


class StaleTable(Exception):
    """The table has changed since the position that the caller acted on. Read it and decide again."""


LogListener: TypeAlias = Callable[[Any, LogLine], None]
"""A function that is called with the history and its new line."""


class History(LogFold[S]):
    """A running game. One object is shared by all its players; not thread-safe."""

    def __init__(
        self, game: Game[S], header: Header, save: Save | None = None, content: Any = None
    ) -> None:
        """Make an empty history. `content` is loaded by `content_of` unless given. Raises BadLog."""
        super().__init__(game, header, save, content)
        self._listeners: list[LogListener] = []

    @classmethod
    def new(
        cls,
        game: Game[S],
        header: Header,
        create: Callable[[Header], Save] | None = None,
        content: Any = None,
    ) -> Self:
        """A new game, dealt if it waits for nobody; saved by `create` if given."""
        history = cls(game, header, content=content)
        history.log.save = create(header) if create else None
        history.write_own_lines()
        return history

    @classmethod
    def load(cls, game: Game[S], data: bytes, name: str, save: Save | None = None) -> Self:
        """Load the history of a log. Raises BadLog with line and reason."""
        return cls.of(game, read_log(game, data, name, cls.line_types), name, save)

    @classmethod
    def of(cls, game: Game[S], log: Log, name: str, save: Save | None = None) -> Self:
        """Load the history of a log that was already read. Raises BadLog."""
        history = cls(game, log.header, save)
        history.apply_lines(log.lines, name)
        history.write_own_lines()  # the process that had to do it may have been killed before
        return history

    def subscribe(self, listener: LogListener) -> Callable[[], None]:
        """Call the listener after each new line; return a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # ------------------------------------------------------------------ playing

    def legal_actions(self, seat: Seat) -> Sequence[Any]:
        """The actions that a seat may choose now."""
        return legal_actions(self.state, seat)

    def preview(self, seat: Seat, action: Any) -> Preview[S]:
        """The consequences of an action as far as the seat can foresee them."""
        return preview(self.view(seat), seat, action)

    def finality(self, seat: Seat, action: Any) -> Finality | None:
        """The reason why the action could not be undone freely; None if it could."""
        return None if self.header.undo == "free" else self.preview(seat, action).finality(seat)

    def play(self, seat: Seat, action: Any, line: int | None = None) -> Position[S]:
        """Play an action. It is in the log when this returns.

        `line` is the `History.line` at which the action was chosen. Raises StaleTable if the log
        has grown since, NotStarted, IllegalAction, or StorageError; then nothing was done.
        """
        self._check_line(line)
        if not self.has_begun or self.is_closed:
            raise NotStarted
        before, chance = self.state, self.draws(seat)
        check(before, seat, action)
        state, then = play(before, seat, action, chance)
        digest = digest_of(state) if len(self.positions) % DIGEST_EVERY == 0 else None
        self.write(Record(seat, action, then, drew=chance.drew, digest=digest), state)
        self.write_own_lines()
        return self.now

    def redeal(self, seat: Seat, seed: int) -> None:
        """Deal again what a seat that has to choose cannot know; later draws use `seed`."""
        now = self.now
        self.write(redeal(self.game, now.state, now.ply, seat, seed))

    # ------------------------------------------------------------------ undo and redo

    def undo_target(self, by: Seat | None = None) -> int | None:
        """The position that an undo goes to: before the last choice of `by`, or of any person."""
        if not self.positions:
            return None
        position = self.positions[self.head]
        while position.parent is not None:
            seat = position.record.seat
            if seat is not None and (seat == by or (by is None and not self.players[seat].bot)):
                break
            position = self.positions[position.parent]
        return position.parent

    def horizon(self, by: Seat) -> int:
        """The earliest position to which `by` may go back without consent at a shared table."""
        for position in self.back_from(self.head):
            if position.record.seat != by or position.is_final():
                return position.number
        return START

    def undo_is(self, by: Seat | None = None) -> UndoVerdict:
        """The answer to an undo by `by`: "free", or the reason against it."""
        return self._undo_is(by, self.undo_target(by))

    @property
    def is_settled(self) -> bool:
        """True if no choice may be undone any more: the next draws are known, or the result counts."""
        return False

    def _undo_is(self, by: Seat | None, target: int | None) -> UndoVerdict:
        if target is None:
            return "nothing"
        if self.is_settled:
            return "horizon"
        if self.header.undo == "free":
            return "free"
        if by is not None and target >= self.horizon(by):
            return "free"
        return "consent" if self.header.undo == "ask" else "horizon"

    def forward(self, by: Seat | None = None) -> int | None:
        """The next position that `by` may redo; only the seat that undid it may."""
        return self._redo_target(self.head, by)

    def ahead(self, by: Seat | None = None) -> Iterator[int]:
        """The positions that `by` can redo, in order; if undo is free, those undone by anybody."""
        number = self.forward(by)
        while number is not None:
            yield number
            number = self._redo_target(number, by)

    def _redo_target(self, number: int, by: Seat | None) -> int | None:
        """The position that was undone to this one, if `by` may redo it."""
        if self.is_closed:
            return None
        later, undone_by = self._undone.get(number, (None, None))
        return later if undone_by == by or self.header.undo == "free" else None

    def undo(self, by: Seat | None = None, line: int | None = None) -> None:
        """Undo the last choice of `by`. Raises CannotUndo if the policy forbids it."""
        self._check_line(line)
        target = self.undo_target(by)
        verdict = self._undo_is(by, target)
        if verdict != "free" or target is None:
            raise CannotUndo("nothing" if verdict == "free" else verdict)
        self.write(HeadMoved(target, by))

    def redo(self, by: Seat | None = None, line: int | None = None) -> None:
        """Redo what `by` undid last, including bots' moves. Raises CannotUndo."""
        self._check_line(line)
        target = self._redo_target(self.head, by)
        if target is None:
            raise CannotUndo("theirs" if self.head in self._undone else "nothing")
        # not with `ahead`: closing a generator half way takes longer than the redo itself
        while (
            not self._waits_for_person(target)
            and (later := self._redo_target(target, by)) is not None
        ):
            target = later
        self.write(HeadMoved(target, by))

    def _waits_for_person(self, number: int) -> bool:
        seats = waiting(self.positions[number].state)
        people = [seat for seat in seats if not self.players[seat].bot]
        return bool(people) or not seats

    def go_to(self, moment: int, by: Seat | None = None) -> None:
        """Continue from another position, at a table with free undo. Raises CannotUndo."""
        if self.header.undo != "free" or self.is_closed:
            raise CannotUndo("horizon")
        self.write(HeadMoved(moment, by))

    def ask(self, by: Seat) -> None:
        """Ask the other people at the table for an undo that needs consent. Raises CannotUndo."""
        if self.request is not None:
            raise CannotUndo("open", seat=self.request.by)
        target = self.undo_target(by)
        if target is None or self.undo_is(by) != "consent":
            raise CannotUndo("nothing" if target is None else "horizon")
        self.consent.check_request(by, self.head, self.players)
        self.write(UndoRequested(target, by))
        self.undo_if_agreed()

    def answer(self, by: Seat, yes: bool) -> None:
        """Answer the open request. The last yes carries out the undo; any no ends the request."""
        if self.request is not None and not (yes and by in self.request.agreed):
            self.write(UndoAnswered(by, yes))
            self.undo_if_agreed()

    def undo_if_agreed(self) -> None:
        """Carry out the undo that was asked for, if all have agreed."""
        if self.request is not None and not self.unanswered():
            self.write(HeadMoved(*self.request.way))

    # ------------------------------------------------------------------ writing and reading lines

    def own_line(self) -> tuple[LogLine, S | None] | None:
        """The next line that needs no player, and for a deal the state after it; None for none."""
        return None if self.positions else self.deal_line()

    def deal_line(self) -> tuple[LogLine, S]:
        """The first record, and the state after it."""
        chance = self.chance_at(0)
        state, then = begin(self.blank(), chance)
        return Record(None, None, then, drew=chance.drew, digest=digest_of(state)), state

    def line_before(self, line: LogLine) -> LogLine | None:  # noqa: ARG002  see SharedTable
        """The line that has to precede another one; None for none."""
        return None

    def write_own_lines(self) -> None:
        """Write the lines that need no player, such as the deal.

        The deal depends on the seed alone, so whichever process is first writes the same line.
        """
        while (own := self.own_line()) is not None:
            with suppress(
                StaleTable
            ):  # another process wrote: the line itself, or one that makes it wait
                self.write(*own)

    def write(self, line: LogLine, state: S | None = None) -> None:
        """Save a line, then apply it, so that everything visible was saved before.

        `state` is the state after a record. Raises StaleTable, StorageError, or Failure for a line
        with which the log could not be opened again, such as one of a seat that does not exist.
        """
        if reason := line.misplacement(len(self.positions), len(self.players)):
            raise reason
        if self.rules < self.game.rules and not isinstance(line, RulesUpgraded):
            self.write(RulesUpgraded(self.game.rules, this_hako()))
        before = self.line_before(line)
        if self.log.save is not None:
            # one write: each waits for the disk
            self._append(encode(line) if before is None else encode(before) + encode(line))
        if before is not None:
            self.do(before)
        self.do(line, state)
        self._notify(line)

    def _append(self, lines: bytes) -> None:
        """Append lines to the file. If StaleTable or StorageError is raised, nothing was added."""
        try:
            self.log.append(lines)
        except Conflict:
            try:
                self.refresh()
            except BadLog as error:
                raise StorageError("because", reason=error) from None
            raise StaleTable from None

    def refresh(self) -> bool:
        """Apply the lines that other processes added to the log; True if there were any.

        Raises BadLog for a line that cannot be read, and again on each later call.
        """
        before, name = self.line, self.log.name
        try:
            for raw in self.log.new_lines():
                number = self.line + 1
                with bad_log_errors(name, number):
                    line = decode_line(self.game, self.rules, raw, name, number, self.line_types)
                    self.apply_lines([line], name)
                self._notify(line)
        except BadLog as error:
            self.log.damage = error
            raise
        has_new = self.line > before
        if self.log.save is not None:
            self.write_own_lines()
        return has_new

    def _check_line(self, line: int | None) -> None:
        if line is not None and line != self.line:
            raise StaleTable

    def _notify(self, line: LogLine) -> None:
        if self._listeners and line.is_announced:
            for listener in tuple(self._listeners):
                listener(self, line)
