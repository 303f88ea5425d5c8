"""The fold of a log: the positions of a game, and what else follows from its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, ClassVar, Generic, cast

from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log.digests import digest_of, matches
from hako.engine.log.header import Header
from hako.engine.log.history_file import HistoryFile
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_content import content_of
from hako.engine.log.log_format import (
    HISTORY_LINES,
    BadLog,
    Record,
    damaged,
    impossibility,
)
from hako.engine.log.position import START, Position
from hako.engine.log.redeal import Redealt
from hako.engine.log.save import Save
from hako.engine.log.setup import setup_of
from hako.engine.log.transcript_facts import TableChange, TranscriptFacts
from hako.engine.log.undo import Consent, UndoRequest
from hako.engine.log.unreplayed_count import UnreplayedCount
from hako.engine.rules.chance import Chance, Seed
from hako.engine.rules.game import Game, Outcome, view
from hako.engine.rules.model import S, Seat, Viewer
from hako.engine.rules.play import fold, waiting


class NotStarted(Exception):
    """The game has not started, or its seed is not known: a seat is open, or not all are ready."""


class LogFold(Generic[S]):
    """The lines of a log, applied one after the other. Base of History, which adds lines."""

    line_types: ClassVar[tuple[type[LogLine], ...]] = HISTORY_LINES
    """The kinds of lines that its log may have beside records."""

    def __init__(
        self, game: Game[S], header: Header, save: Save | None = None, content: Any = None
    ) -> None:
        """Begin after the header. `content` is loaded by `content_of` unless given. Raises BadLog."""
        self.log = HistoryFile(save)
        self.check_header(header)
        self.game = game
        self.header = header
        self.content = content or content_of(game, header, self.log.name)
        self.players = header.seats
        self.positions: list[Position[S]] = []
        """All positions, in the order of the log; undo removes none."""
        self.head = -1
        """Number of the current position; -1 before the deal."""
        self.consent = Consent()
        self.rules = header.rules
        """Version of the rules of the log's last lines."""
        self.older: dict[int, int] = {}
        """Numbers of records by earlier versions of the rules: they are folded without replaying."""
        self.doubts: tuple[Failure, ...] = ()
        """Other parts of its log that could not be confirmed by verification."""
        self.changes: dict[int, list[TableChange]] = {}
        """Changes of the game after a position that are no records, by its number."""
        self._undone: dict[int, tuple[int, Seat | None]] = {}
        """For redo, by the number of a position: the next position that was undone, and by whom."""
        self._views: dict[Viewer, tuple[S, S]] = {}
        """The last state viewed by each viewer, with the view of it."""

    # ------------------------------------------------------------------ queries

    @property
    def line(self) -> int:
        """Number of lines in the log. Identifies the current state of the table."""
        return self.log.lines

    @property
    def save(self) -> Save | None:
        """The save of the log; None if it is kept in memory alone."""
        return self.log.save

    @property
    def request(self) -> UndoRequest | None:
        """The open request for an undo."""
        return self.consent.request

    @property
    def is_dealt(self) -> bool:
        """True if the game was dealt, so that there is a state."""
        return bool(self.positions)

    @property
    def now(self) -> Position[S]:
        """The current position. Raises NotStarted before the deal."""
        if not self.positions:
            raise NotStarted
        return self.positions[self.head]

    @property
    def state(self) -> S:
        """The current state with all secrets; for the engine, never for screens or bots."""
        return self.now.state

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game; None while it goes on or has not begun."""
        return self.game.outcome(self.state) if self.positions else None

    @property
    def undecided(self) -> UnreplayedCount:
        """The records of its log that cannot be replayed, and other parts that are not confirmed."""
        game, now = self.game.id, self.game.rules
        older = (
            Failure("older_records", records=records, version=version, game=game, now=now)
            for version, records in sorted(self.older.items())
        )
        reasons = (*older, *self.doubts)
        return UnreplayedCount(sum(self.older.values()), len(self.positions), reasons)

    def view(self, viewer: Viewer, moment: int | None = None) -> S:
        """The state as the viewer may see it, in the current position or another one."""
        return self.view_at(self.now if moment is None else self.positions[moment], viewer)

    def view_at(self, moment: Position[S], viewer: Viewer) -> S:
        """The state of a position as the viewer may see it; the last view of each viewer is cached."""
        state, known = self._views.get(viewer, (None, None))
        if known is None or state is not moment.state:
            known = view(self.game, moment.state, viewer)
            self._views[viewer] = moment.state, known
        return known

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have to choose now; none before the start."""
        is_played = self.has_begun and not self.is_closed
        return waiting(self.positions[self.head].state) if is_played else ()

    def unanswered(self) -> tuple[Seat, ...]:
        """The seats of people who have not agreed to the open request. Substitute bots cannot agree."""
        return self.consent.unanswered(self.players)

    def blank(self) -> S:
        """The state before the first record."""
        return self.game.new(setup_of(self.game, self.header, self.content))

    def path(self, moment: int | None = None) -> list[Position[S]]:
        """The positions from the start to a position (the current one), without abandoned branches."""
        return list(self.back_from(self.head if moment is None else moment))[::-1]

    def back_from(self, number: int | None) -> Iterator[Position[S]]:
        """The positions from this one back to the start."""
        while number is not None and number >= START:
            yield self.positions[number]
            number = self.positions[number].parent

    def drew_since(self, moment: int) -> bool:
        """True if random numbers were drawn after that position, so that its next draws are known."""
        later = takewhile(lambda position: position.number > moment, self.back_from(self.head))
        return any(position.record.drew for position in later)

    def chance(self) -> Chance:
        """The random draws of the next ply."""
        return self.chance_at(self.positions[self.head].ply + 1)

    def chance_at(self, ply: int) -> Chance:
        """The random draws of a ply. Raises NotStarted if there is no seed yet."""
        if (seed := self._seed()) is None:
            raise NotStarted
        return Chance(seed, ply)

    def _seed(self) -> Seed | None:
        """The current seed: that of the last redeal on the way here, or else of the deal."""
        for position in self.back_from(self.head) if self.changes else ():
            for change in reversed(self.changes.get(position.number, ())):
                if isinstance(change, Redealt):
                    return change.seed
        return self.seed

    # ------------------------------------------------------------------ hooks of a shared table

    @property
    def facts(self) -> TranscriptFacts:
        """The facts for transcripts and exports."""
        return TranscriptFacts(self.header.seed, None, self.consent.statistics, self.changes)

    @property
    def seed(self) -> Seed | None:
        """The seed of the deal; None if it is not known yet."""
        return self.header.seed

    @property
    def has_begun(self) -> bool:
        """True if the game was dealt and everybody is there."""
        return bool(self.positions)

    @property
    def is_closed(self) -> bool:
        """True if nobody may play on."""
        return False

    @property
    def is_embargoed(self) -> bool:
        """True if other tables still play the same deal, so that spectators may not see this one."""
        return False

    def check_header(self, header: Header) -> None:
        """Raises BadLog for the log of a shared table: its seed and its players would be missing."""
        if header.is_shared or header.committed:
            raise BadLog(self.log.name, 1, Failure("shared_log"))

    def check_record(self, record: Record[Any, Any]) -> Failure | None:  # noqa: ARG002  see SharedTable
        """The reason why a record is not allowed next by anything but the rules, or None."""
        return None

    def draws(self, seat: Seat) -> Chance:  # noqa: ARG002  see SharedTable
        """The random draws of the next record, which is that seat's."""
        return self.chance()

    # ------------------------------------------------------------------ applying lines

    def do(self, line: LogLine, state: S | None = None) -> None:
        """Apply a line. `state` is the state after a record, if it is known already."""
        if state is None:
            line.apply(self)
        else:
            self.add(
                cast("Record[Any, Any]", line), state
            )  # isinstance would double an undo's time
        self.log.lines += 1

    def add(self, record: Record[Any, Any], state: S | None = None) -> Position[S]:
        """Add a record after the current position. `state` is the state after it, if known."""
        if state is None:
            base = self.state if self.positions else self.blank()
            state = fold(base, record.seat, record.action, record.then)
        number = len(self.positions)
        parent, ply = (self.head, self.positions[self.head].ply + 1) if number else (None, START)
        position = Position(number, parent, ply, record, state)
        self.positions.append(position)
        self.head, self.consent.request = number, None
        self._count_older(1)
        return position

    def go(self, number: int, by: Seat | None) -> None:
        """Go to a position, so that a redo of `by` leads back to the current one."""
        left, goal = self.head, number
        while left != goal:  # up both branches to their fork: a parent has the lower number
            if left < goal:
                goal = self._parent(goal)
            else:
                later, left = left, self._parent(left)
                self._undone[left] = later, by
        self.head = number
        if self.consent.request is not None:
            self.consent.close(number, by)

    def _parent(self, number: int) -> int:
        parent = self.positions[number].parent
        assert parent is not None, "nothing is before the start"
        return parent

    def replace_state(self, line: Redealt, state: S, /) -> None:
        """Replace the current state after a redeal; the digest of its record is of the old one."""
        now = self.now
        record = replace(now.record, digest=None)
        self.positions[self.head] = replace(now, record=record, state=state)
        self.note_change(line)

    def upgrade(self, rules: int) -> None:
        """Take a later version of the rules for the lines from here on."""
        self.rules = rules

    def note_change(self, change: TableChange) -> None:
        """Note a change at the current position, to be told there."""
        self.changes.setdefault(self.head, []).append(change)

    def _count_older(self, records: int) -> None:
        if self.rules < self.game.rules:
            self.older[self.rules] = self.older.get(self.rules, 0) + records

    def apply_lines(self, lines: Sequence[LogLine], name: str) -> None:
        """Apply the next lines of a file. Raises BadLog for a line that is impossible there."""
        first, known = self.line + 1, len(self.positions)
        try:
            self._apply_each(iter(lines), name)
        except BadLog:
            # an earlier record that was changed may be the cause
            self._compare(lines, first, known, name)
            raise
        self._compare(lines, first, known, name)

    def _apply_each(self, lines: Iterator[LogLine], name: str) -> None:
        try:
            while line := self.add_records(lines):
                if reason := line.misplacement(len(self.positions), len(self.players)):
                    raise damaged(name, self.line + 1, reason)
                self.do(line)
        except BadLog:
            raise
        except Exception as error:
            raise damaged(name, self.line + 1, impossibility(error)) from error

    def _compare(self, lines: Sequence[LogLine], first: int, known: int, name: str) -> None:
        """Raises BadLog if a record among the lines has another digest than the state after it.

        `first` is the number of their first line, `known` the number of positions before them.
        """
        for position in self.positions[known:]:
            digest = position.record.digest
            if digest is not None and not matches(position.state, digest):
                number = first + [line is position.record for line in lines].index(True)
                computed = digest_of(position.state)
                reason = Failure("changed", record=position.number, said=digest, found=computed)
                raise BadLog(name, number, reason)

    def add_records(self, lines: Iterator[LogLine]) -> LogLine | None:
        """Add the records of seats up to the first other line; return that line, None at the end.

        It does what `do` does for each of them, in a third of the time.
        """
        positions, seats = self.positions, {*range(len(self.players))}
        if not positions:
            return next(lines, None)
        parent = self.head
        ply, state = positions[parent].ply, positions[parent].state
        known = number = len(positions)
        try:
            for line in lines:
                if not isinstance(line, Record) or line.seat not in seats:
                    return line
                state = fold(state, line.seat, line.action, line.then)
                ply += 1
                positions.append(Position(number, parent, ply, line, state))
                parent = number
                number += 1
        finally:
            if number > known:
                self.head, self.consent.request = parent, None
                self.log.lines += number - known
                self._count_older(number - known)
        return None
