"""A table: a running game with its log, its states and its listeners."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, Generic, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log import redeal
from hako.engine.log.clock import Clocks
from hako.engine.log.deal import Deal
from hako.engine.log.digests import digest_of, matches
from hako.engine.log.records import (
    DIGEST_EVERY,
    OPEN,
    BadLog,
    ClockLine,
    Header,
    HeadMoved,
    Log,
    LogLine,
    OptionsChanged,
    OwnerChanged,
    Player,
    ReadyChanged,
    Record,
    Redealt,
    RulesUpgraded,
    SeatChanged,
    SecretCommitted,
    SeedDisclosed,
    SeedMixed,
    TableLine,
    TimeClaimed,
    TimeNoted,
    TimeoutChoice,
    TimeoutResolved,
    UndoAnswered,
    UndoRequested,
    bad_log_errors,
    damaged,
    decode_line,
    encode,
    impossibility,
    misplacement,
    read_log,
)
from hako.engine.log.save import Conflict, Save, StorageError
from hako.engine.log.setup import (
    RATED_UNDO,
    check_options,
    check_rated,
    content_of,
    setup_of,
    with_options,
)
from hako.engine.log.undecided import Undecided
from hako.engine.log.versions import this_hako
from hako.engine.rules.chance import Chance, Seed
from hako.engine.rules.game import Game, Outcome, view
from hako.engine.rules.model import S, Seat, Viewer
from hako.engine.rules.play import (
    Finality,
    Preview,
    begin,
    check,
    events,
    fold,
    legal_actions,
    play,
    preview,
    waiting,
)

REFUSALS = 3
"""Number of refused undo requests after which a seat may not ask again at that position."""

START = 0
"""Number of the first position with a choice: record 0 is the setup."""


class StaleTable(Exception):
    """The table has changed since the position that the caller acted on. Read it and decide again."""


class NotStarted(Exception):
    """The game has not started, or its seed is not known: a seat is open, or not all are ready."""


UndoRefusal: TypeAlias = Literal[
    "nothing", "horizon", "consent", "theirs", "refused", "unasked", "wait", "open"
]
"""Reasons why an undo or redo is refused: there is nothing; it is final; others must agree; the undo
was another seat's; it was refused too often; somebody refuses all requests; it is too soon after a
refusal; another request is open."""


class CannotUndo(Exception):
    """There is nothing to undo or redo, or the table's policy does not allow it."""

    def __init__(self, reason: UndoRefusal, **values: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values
        """Values for the sentence of that reason: a seat, seconds to wait."""


class Position(Struct, Generic[S], frozen=True, gc=False):
    """A position in the history of a table: a record and the state after it."""

    number: int
    """Number of the record in the log."""
    parent: int | None
    """Number of the position before; other than number - 1 at the start of a branch."""
    ply: int
    """Number of records from the start of the game to this one, not counted itself."""
    record: Record[Any, Any]
    state: S

    def is_final(self) -> bool:
        """True if the record drew random numbers or revealed something to a seat."""
        return self.record.drew or any(event.reveals for event in events(self.record.then))


class UndoRequest(Struct, frozen=True):
    """An open request for an undo that needs consent."""

    by: Seat
    to: int
    agreed: tuple[Seat, ...]

    @property
    def way(self) -> tuple[int, Seat]:
        """The position that it goes back to, and the seat that asks."""
        return self.to, self.by


class UndoStatistics(Struct):
    """Numbers of undo requests. One that was overtaken by a move was neither granted nor refused."""

    asked: int = 0
    granted: int = 0
    refused: int = 0


class SeatHandover(Struct, frozen=True):
    """A change of the player on a seat during the game."""

    seat: Seat
    before: Player
    after: Player


TableChange: TypeAlias = SeatHandover | Redealt | TimeClaimed | TimeoutResolved
"""Something that happened to a table during the game."""

UndoVerdict: TypeAlias = Literal["free", "nothing", "horizon", "consent"]
"""The answer to an undo: allowed, nothing to undo, final, or others must agree."""

LogListener: TypeAlias = Callable[["Table[Any]", "LogLine"], None]


class Table(Generic[S]):
    """A running game. One object is shared by all its players; not thread-safe."""

    def __init__(
        self, game: Game[S], header: Header, save: Save | None = None, content: Any = None
    ) -> None:
        """Make an empty table. `content` is loaded by `content_of` unless given."""
        self.game = game
        self.header = header
        self._undo = header.undo
        """Undo policy when the table is not rated."""
        self.save = save
        self.content = content or content_of(game, header, save.name if save else "the log")
        self._set_players(header.seats)
        self.owner = header.owner
        """Key of the current owner of a shared table."""
        self.clocks = Clocks(header.clock, len(header.seats))
        """The clocks of the seats; without a clock they never run."""
        self.deal = Deal(header)
        """The seed, its commitment, and the ready seats."""
        self.rules = header.rules
        """Version of the rules of the log's last lines."""
        self.older: dict[int, int] = {}
        """Numbers of records by earlier versions of the rules: they are folded without replaying."""
        self.doubts: tuple[Failure, ...] = ()
        """Other parts of its log that could not be confirmed by verification."""
        self.positions: list[Position[S]] = []
        self.head = -1
        self.line = 1
        """Number of lines in the log. Identifies the current state of the table."""
        self.request: UndoRequest | None = None
        self.requests = UndoStatistics()
        """Statistics of all requests, including those on abandoned branches."""
        self.refused: dict[Seat, list[int]] = {}
        """Positions at which each seat's requests were refused, since the last one was granted."""
        self.seen: dict[str, set[Seat]] = {}
        """The seats that each key has held since the deal and whose secrets it therefore knows."""
        self.changes: dict[int, list[TableChange]] = {}
        """Changes of the table after a position, by its number."""
        self._damage: BadLog | None = None
        """The error of an unreadable line from another process, after which nothing can be written."""
        self._next: dict[int, tuple[int, Seat | None]] = {}
        """For redo, by the number of a position: the next position that was undone, and by whom."""
        self._views: dict[Viewer, tuple[S, S]] = {}
        """The last state viewed by each viewer, with the view of it."""
        self._listeners: list[LogListener] = []

    @classmethod
    def new(
        cls,
        game: Game[S],
        header: Header,
        create: Callable[[Header], Save] | None = None,
        content: Any = None,
    ) -> Table[S]:
        """A new table, dealt at once if no seat is open; saved by `create` if given."""
        table = cls(game, header, content=content)
        table.save = create(header) if create else None
        table.write_own_lines()
        return table

    @classmethod
    def load(cls, game: Game[S], data: bytes, name: str, save: Save | None = None) -> Table[S]:
        """Load the table of a log. Raises BadLog with line and reason."""
        return cls.of(game, read_log(game, data, name), name, save)

    @classmethod
    def of(cls, game: Game[S], log: Log, name: str, save: Save | None = None) -> Table[S]:
        """Load the table of a log that was already read. Raises BadLog."""
        table = cls(game, log.header, save)
        table._apply_lines(log.lines, name)
        table.write_own_lines()  # the process that had to do it may have been killed before
        return table

    # ------------------------------------------------------------------ queries

    @property
    def is_dealt(self) -> bool:
        """True if the game was dealt, so that there is a state."""
        return bool(self.positions)

    @property
    def has_begun(self) -> bool:
        """True if the game was dealt and no seat is open."""
        return bool(self.positions) and not self._open_seats

    @property
    def ready(self) -> frozenset[Seat]:
        """The seats that are ready for the deal."""
        return frozenset(self.deal.ready)

    @property
    def owner_seat(self) -> Seat | None:
        """The seat of the table's owner; None if the owner has none."""
        keys = [player.key for player in self.players]
        return keys.index(self.owner) if self.owner in keys else None

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
    def undecided(self) -> Undecided:
        """The records of its log that cannot be replayed, and other parts that are not confirmed."""
        older = (
            Failure(
                "older_records",
                records=records,
                version=version,
                game=self.game.id,
                now=self.game.rules,
            )
            for version, records in sorted(self.older.items())
        )
        reasons = (*older, *self.doubts)
        return Undecided(sum(self.older.values()), len(self.positions), reasons)

    @property
    def is_embargoed(self) -> bool:
        """True if other tables still play the same deal, so that spectators may not see this one."""
        return bool(self.header.event) and not self.deal.is_open

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

    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that nobody has taken. The game starts when there are none."""
        return self._open_seats

    def waiting_seats(self) -> tuple[Seat, ...]:
        """The seats that the deal waits for: open ones, or else those that are not ready."""
        if self._open_seats or self.positions or not self.header.is_shared:
            return self._open_seats
        people = (seat for seat, player in enumerate(self.players) if player.bot is None)
        return tuple(seat for seat in people if seat not in self.deal.ready)

    @property
    def is_to_mix(self) -> bool:
        """True if all are ready and the seed has to be computed from their contributions."""
        return not self.positions and self.deal.seed is None and not self.waiting_seats()

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have to choose now; none before the start."""
        is_played = self.has_begun and not self.deal.is_open
        return waiting(self.positions[self.head].state) if is_played else ()

    @property
    def due(self) -> int | None:
        """Earliest time at which `claim` has an effect, in seconds since 1970; None for never."""
        return self.clocks.due

    @property
    def is_left_to_bots(self) -> bool:
        """True if a rated game hangs: a seat's time is over and only bots could choose for it."""
        others = (
            player for seat, player in enumerate(self.players) if seat not in self.clocks.claimed
        )
        counts = self.header.rated and not self.deal.is_open
        return counts and bool(self.clocks.claimed) and all(player.is_bots_own for player in others)

    def left(self, seat: Seat) -> int | None:
        """Seconds that a seat has left now, less than 0 in its grace; None without a clock."""
        if self.clocks.clock is None:
            return None
        return self.clocks.left_now(seat, self.players[seat].key)

    def unanswered(self) -> tuple[Seat, ...]:
        """The seats of people who have not agreed to the open request. Substitute bots cannot agree."""
        agreed = self.request.agreed if self.request else ()
        return tuple(
            seat
            for seat, player in enumerate(self.players)
            if seat not in agreed and not player.is_bots_own
        )

    def blank(self) -> S:
        """The state before the first record."""
        return self.game.new(setup_of(self.game, self.header, self.content))

    def legal_actions(self, seat: Seat) -> Sequence[Any]:
        """The actions that a seat may choose now."""
        return legal_actions(self.state, seat)

    def preview(self, seat: Seat, action: Any) -> Preview[S]:
        """The consequences of an action as far as the seat can foresee them."""
        return preview(self.view(seat), seat, action)

    def finality(self, seat: Seat, action: Any) -> Finality | None:
        """The reason why the action could not be undone freely; None if it could."""
        return None if self.header.undo == "free" else self.preview(seat, action).finality(seat)

    def path(self, moment: int | None = None) -> list[Position[S]]:
        """The positions from the start to a position (the current one), without abandoned branches."""
        return list(self._back_from(self.head if moment is None else moment))[::-1]

    def drew_since(self, moment: int) -> bool:
        """True if random numbers were drawn after that position, so that its next draws are known."""
        later = takewhile(lambda position: position.number > moment, self._back_from(self.head))
        return any(position.record.drew for position in later)

    def forward(self, by: Seat | None = None) -> int | None:
        """The next position that `by` may redo; only the seat that undid it may."""
        return self._redo_target(self.head, by)

    def ahead(self, by: Seat | None = None) -> Iterator[int]:
        """The positions that `by` can redo, in order; if undo is free, those undone by anybody."""
        moment = self.forward(by)
        while moment is not None:
            yield moment
            moment = self._redo_target(moment, by)

    def chance(self) -> Chance:
        """The random draws of the next ply."""
        return self.chance_at(self.positions[self.head].ply + 1)

    def draws(self, seat: Seat) -> Chance:
        """The random draws of the next record, which is that seat's.

        At tables of an event they are the same as at its other tables: they depend on how often the
        seat has drawn before, and not on other actions, such as a pass.
        """
        if not self.header.event:
            return self.chance()
        before = (moment.record for moment in self._back_from(self.head) if moment.number > START)
        drawn = sum(record.drew and record.seat == seat for record in before)
        return self.chance_at(1 + drawn * len(self.players) + seat)

    def chance_at(self, ply: int) -> Chance:
        """The random draws of a ply. Raises NotStarted if there is no seed yet."""
        if (seed := self._seed()) is None:
            raise NotStarted
        return Chance(seed, ply)

    def _seed(self) -> Seed | None:
        """The current seed: that of the last redeal on the way here, or else of the deal."""
        for moment in self._back_from(self.head) if self.changes else ():
            for change in reversed(self.changes.get(moment.number, ())):
                if isinstance(change, Redealt):
                    return change.seed
        return self.deal.seed

    def subscribe(self, listener: LogListener) -> Callable[[], None]:
        """Call the listener after each new line; return a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # ------------------------------------------------------------------ commands

    def write_own_lines(self) -> None:
        """Write the lines that need no player: commitment, deal, and disclosure at the end.

        The deal depends on the seed alone, so whichever process is first writes the same line.
        """
        while (own := self._own_line()) is not None:
            with suppress(
                StaleTable
            ):  # another process wrote: the line itself, or one that makes it wait
                self._write(*own)

    def _own_line(self) -> tuple[LogLine, S | None] | None:
        """The next line that needs no player, and for a deal the state after it; None for none."""
        deal, header = self.deal, self.header
        if self.positions:
            is_own = header.committed and not header.event  # other tables may still play the same
            is_to_open = is_own and not deal.is_open and self.outcome is not None
            return (self._disclosure(), None) if is_to_open else None
        if header.committed and not self._is_committed and not self._open_seats:
            if not header.event:
                return self._commitment(), None
            if deal.committed is None:
                return None  # the event supplies its secret
            return self._commitment(bytes.fromhex(deal.committed.secret)), None
        if self.waiting_seats():
            return None
        if deal.seed is None:
            return None if any(deal.contributions) else (deal.mixing(time.time())(), None)
        chance = self.chance_at(0)
        state, then = begin(self.blank(), chance)
        return Record(None, None, then, drew=chance.drew, digest=digest_of(state)), state

    def play(self, seat: Seat, action: Any, line: int | None = None) -> Position[S]:
        """Play an action. It is in the log when this returns.

        `line` is the `Table.line` at which the action was chosen. Raises StaleTable if the table
        has changed since, NotStarted, IllegalAction, or StorageError; then nothing was done.
        """
        self._check_line(line)
        if not self.has_begun or self.deal.is_open:
            raise NotStarted
        before, chance = self.state, self.draws(seat)
        check(before, seat, action)
        state, then = play(before, seat, action, chance)
        number = len(self.positions)
        digest = digest_of(state) if number % DIGEST_EVERY == 0 else None
        self._write(Record(seat, action, then, drew=chance.drew, digest=digest), state)
        if self.header.committed:
            self.write_own_lines()
        return self.positions[self.head]

    def undo_target(self, by: Seat | None = None) -> int | None:
        """The position that an undo goes to: before the last choice of `by`, or of any person."""
        if not self.positions:
            return None
        moment = self.positions[self.head]
        while moment.parent is not None:
            seat = moment.record.seat
            if seat is not None and (seat == by or (by is None and not self.players[seat].bot)):
                break
            moment = self.positions[moment.parent]
        return moment.parent

    def horizon(self, by: Seat) -> int:
        """The earliest position to which `by` may go back without consent at a shared table."""
        for moment in self._back_from(self.head):
            if moment.record.seat != by or moment.is_final():
                return moment.number
        return START

    def undo_is(self, by: Seat | None = None) -> UndoVerdict:
        """The answer to an undo by `by`: "free", or the reason against it."""
        return self._undo_is(by, self.undo_target(by))

    def undo(self, by: Seat | None = None, line: int | None = None) -> None:
        """Undo the last choice of `by`. Raises CannotUndo if the policy forbids it."""
        self._check_line(line)
        target = self.undo_target(by)
        verdict = self._undo_is(by, target)
        if verdict != "free" or target is None:
            raise CannotUndo("nothing" if verdict == "free" else verdict)
        self._write(HeadMoved(target, by))

    def redo(self, by: Seat | None = None, line: int | None = None) -> None:
        """Redo what `by` undid last, including bots' moves. Raises CannotUndo."""
        self._check_line(line)
        target = self._redo_target(self.head, by)
        if target is None:
            raise CannotUndo("theirs" if self.head in self._next else "nothing")
        # not with `ahead`: closing a generator half way takes longer than the redo itself
        while (
            not self._waits_for_person(target)
            and (later := self._redo_target(target, by)) is not None
        ):
            target = later
        self._write(HeadMoved(target, by))

    def go_to(self, moment: int, by: Seat | None = None) -> None:
        """Continue from another position, at a table with free undo. Raises CannotUndo."""
        if self.header.undo != "free" or self.deal.is_open:
            raise CannotUndo("horizon")
        self._write(HeadMoved(moment, by))

    def redeal(self, seat: Seat, seed: int) -> None:
        """Deal again what a seat that has to choose cannot know; later draws use `seed`."""
        now = self.now
        self._write(redeal.redeal(self.game, now.state, now.ply, seat, seed))

    def ask(self, by: Seat) -> None:
        """Ask the other people at the table for an undo that needs consent. Raises CannotUndo."""
        if self.request is not None:
            raise CannotUndo("open", seat=self.request.by)
        target = self.undo_target(by)
        if target is None or self.undo_is(by) != "consent":
            raise CannotUndo("nothing" if target is None else "horizon")
        if self.refused.get(by, []).count(self.head) >= REFUSALS:
            raise CannotUndo("refused")
        for seat, player in enumerate(self.players):
            if player.unasked and seat != by:
                raise CannotUndo("unasked", seat=seat)
        self._write(UndoRequested(target, by))
        self._undo_if_agreed()

    def answer(self, by: Seat, yes: bool) -> None:
        """Answer the open request. The last yes carries out the undo; any no ends the request."""
        if self.request is not None and not (yes and by in self.request.agreed):
            self._write(UndoAnswered(by, yes))
            self._undo_if_agreed()

    def seat(self, seat: Seat, player: Player) -> None:
        """Give a seat to another player."""
        self._write(SeatChanged(seat, player))
        self._undo_if_agreed()
        self.write_own_lines()

    def alter(self, chosen: OptionsChanged) -> None:
        """Change the options before the deal; nobody is ready then. Raises BadSetup, StaleTable."""
        if self.is_dealt:
            raise StaleTable
        self._write(with_options(self.game, self.header, chosen))
        self.write_own_lines()

    def declare(self, seat: Seat, *, ready: bool, part: str = "") -> None:
        """Set whether a seat is ready for the deal; the last ready seat starts it.

        `part` is the player's contribution to the seed. With contributions, the deal waits for the
        computed seed, see `mix`. Others may become ready at the same time. Raises Failure for a
        contribution that is not allowed, and StaleTable if the seat's readiness, the players or the
        options changed meanwhile.
        """
        line = ReadyChanged(seat, ready, part, int(time.time()) if part else 0)
        terms = self._ready_terms(seat)
        while True:
            if reason := self.deal.contribution_fault(line, self.owner_seat):
                raise reason
            try:
                self._write(line)
                break
            except StaleTable:
                if self.is_dealt or self._ready_terms(seat) != terms:
                    raise
        self.write_own_lines()

    def _ready_terms(
        self, seat: Seat
    ) -> tuple[Header, tuple[Player, ...], SecretCommitted | None, bool]:
        """Everything that a player agrees to by being ready, and whether that seat is ready."""
        return self.header, self.players, self.deal.committed, seat in self.ready

    def mix(self, mixed: SeedMixed) -> None:
        """Deal from the computed seed. If it came too late, commit to another secret instead."""
        left = self.deal.left(mixed.at, self.owner_seat)
        if not self.is_to_mix:
            return  # another process was faster
        if left is not None and left < 0:
            self.commit_again()
        else:
            self._write(mixed)
            self.write_own_lines()

    def commit_to(self, secret: bytes) -> None:
        """Commit to the secret of the event that this table belongs to, unless already done."""
        if not self._is_committed:
            self._write(self._commitment(secret))

    def commit_again(self) -> None:
        """Commit to another secret after somebody was not ready in time; nobody is ready then."""
        self._write(self._commitment())

    def disclose(self) -> None:
        """Give the game up: nobody can play on, and its secret becomes public."""
        while self.deal.committed is not None and not self.deal.is_open:
            with suppress(StaleTable):  # another process wrote: check again
                self._write(self._disclosure())

    def claim(self) -> None:
        """Let the others choose for seats whose time and grace are over. Raises StaleTable."""
        for seat in self.clocks.overdue_seats(self.players):
            self._write(TimeClaimed(seat))

    def settle(self, by: Seat, seat: Seat, how: TimeoutChoice, level: str = "") -> None:
        """Choose what to do about a seat without time; `level` is that of a substitute bot.

        Raises StaleTable.
        """
        if seat not in self.clocks.claimed or by == seat:
            raise StaleTable
        self._write(TimeoutResolved(by, seat, how, level))

    def hand_over(self, seat: Seat) -> None:
        """Make the player on that seat the table's owner."""
        self._write(OwnerChanged(seat))

    def refresh(self) -> bool:
        """Apply the lines that other processes added to the log; True if there were any.

        Raises BadLog for a line that cannot be read, and again on each later call.
        """
        if self._damage is not None:
            raise self._damage
        try:
            return self._apply_new_lines()
        except BadLog as error:
            self._damage = error
            raise

    def _apply_new_lines(self) -> bool:
        if self.save is None:
            return False
        new = self.save.read_new().split(b"\n")[:-1]
        for raw in new:
            number = self.line + 1
            with bad_log_errors(self.save.name, number):
                line = decode_line(self.game, self.rules, raw, self.save.name, number)
                self._apply_lines([line], self.save.name)
            self._notify(line)
        self.write_own_lines()
        return bool(new)

    # ------------------------------------------------------------------ internals

    @property
    def _is_committed(self) -> bool:
        """True if there is a commitment to a secret and to the current version of the rules."""
        return self.deal.committed is not None and self.rules == self.game.rules

    def _commitment(self, secret: bytes | None = None) -> SecretCommitted:
        return self.deal.commit(self.players, self.game.rules, secret)

    def _disclosure(self) -> SeedDisclosed:
        return SeedDisclosed(int(self.clocks.time.now()) if self.header.rated else 0)

    def _check_line(self, line: int | None) -> None:
        if line is not None and line != self.line:
            raise StaleTable

    def _back_from(self, moment: int | None) -> Iterator[Position[S]]:
        while moment is not None and moment >= START:
            yield self.positions[moment]
            moment = self.positions[moment].parent

    def _undo_is(self, by: Seat | None, target: int | None) -> UndoVerdict:
        if target is None:
            return "nothing"
        counts = self.header.cup or self.header.event
        if self.deal.is_open or (counts and self.outcome is not None):
            return "horizon"  # the next draws are known, or the result counts already
        if self.header.undo == "free":
            return "free"
        if by is not None and target >= self.horizon(by):
            return "free"
        return "consent" if self.header.undo == "ask" else "horizon"

    def _redo_target(self, moment: int, by: Seat | None) -> int | None:
        """The position that was undone to this one, if `by` may redo it."""
        if self.deal.is_open:
            return None
        later, undone_by = self._next.get(moment, (None, None))
        return later if undone_by == by or self.header.undo == "free" else None

    def _waits_for_person(self, moment: int) -> bool:
        seats = waiting(self.positions[moment].state)
        people = [seat for seat in seats if not self.players[seat].bot]
        return bool(people) or not seats

    def _write(self, line: LogLine, state: S | None = None) -> None:
        """Save a line, then apply it, so that everything visible was saved before.

        Raises Failure for a line with which the log could not be opened again, such as one of a
        seat that does not exist.
        """
        if reason := misplacement(line, len(self.positions), len(self.players)):
            raise reason
        if self.rules < self.game.rules and not isinstance(line, RulesUpgraded):
            self._write(RulesUpgraded(self.game.rules, this_hako()))
        clocked = None if self.clocks.clock is None else self._time_before(line)
        if self.save is not None:
            before = b"" if clocked is None else encode(clocked)
            self._append(before + encode(line), self.save)  # one write: each waits for the disk
        if clocked is not None:
            self.do(clocked)
        self.do(line, state)
        self._notify(line)

    def _time_before(self, line: LogLine) -> TimeNoted | None:
        """The line with the current time that has to precede a line; None if no clock depends on it."""
        may_matter = (self.positions or line.is_record) and not isinstance(line, RulesUpgraded)
        return self.clocks.time_line(self.players) if may_matter else None

    def _append(self, lines: bytes, save: Save) -> None:
        """Append lines to the file. If StaleTable or StorageError is raised, nothing was added."""
        if self._damage is not None:
            raise StorageError("because", reason=self._damage)
        try:
            save.append(lines)
        except Conflict:
            try:
                self.refresh()
            except BadLog as error:
                raise StorageError("because", reason=error) from None
            raise StaleTable from None

    def _apply_lines(self, lines: Sequence[LogLine], name: str) -> None:
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
            while line := self._replay(lines):
                if reason := misplacement(line, len(self.positions), len(self.players)):
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
        for moment in self.positions[known:]:
            digest = moment.record.digest
            if digest is not None and not matches(moment.state, digest):
                number = first + [line is moment.record for line in lines].index(True)
                computed = digest_of(moment.state)
                reason = Failure("changed", record=moment.number, said=digest, found=computed)
                raise BadLog(name, number, reason)

    def _replay(self, lines: Iterator[LogLine]) -> LogLine | None:
        """Apply the records of seats up to the first other line; return that line, None at the end."""
        moments, seats = self.positions, {*range(len(self.players))}
        if not moments or self.clocks.clock is not None:
            return next(lines, None)
        parent, ply, state = self.head, moments[self.head].ply, moments[self.head].state
        known = number = len(moments)
        try:
            for line in lines:
                if not line.is_record or line.seat not in seats:
                    return line
                state = fold(state, line.seat, line.action, line.then)
                ply += 1
                moments.append(Position(number, parent, ply, line, state))
                parent = number
                number += 1
        finally:
            if number > known:
                self.head, self.request = parent, None
                self.line += number - known
                self._count_older(number - known)
        return None

    def do(self, line: LogLine, state: S | None = None) -> None:
        """Apply a line. `state` is the state after a record, if it is known already."""
        if line.is_record:
            self._apply_record(line, state)
        else:
            self._apply_table_line(line)
        if self.clocks.clock is not None:
            people = (seat for seat in self.waiting() if not self.players[seat].bot)
            self.clocks.run(() if self.request else tuple(people))

    def _apply_record(self, line: Record[Any, Any], state: S | None) -> None:
        if state is None:
            base = self.state if self.positions else self.blank()
            state = fold(base, line.seat, line.action, line.then)
        number = len(self.positions)
        parent, ply = (self.head, self.positions[self.head].ply + 1) if number else (None, START)
        self.positions.append(Position(number, parent, ply, line, state))
        self.head, self.request = number, None
        self.line += 1
        self._count_older(1)
        if number == START:
            self._note_seen(range(len(self.players)))
        elif self.clocks.clock is not None and line.seat is not None:
            self.clocks.note_choice(line.seat, ply, is_over=line.seat not in waiting(state))

    def _count_older(self, records: int) -> None:
        if self.rules < self.game.rules:
            self.older[self.rules] = self.older.get(self.rules, 0) + records

    def _set_players(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self._open_seats = tuple(seat for seat, player in enumerate(players) if player.is_open)

    def _change_player(self, seat: Seat, before: Player, after: Player) -> None:
        if before.key != after.key:
            self.request = None  # the new player has asked for or agreed to nothing
        if (before.key, before.bot) != (after.key, after.bot):
            if not self.positions:
                self.deal.reset()
            else:
                self._note_change(SeatHandover(seat, before, after))
                if not after.is_open:
                    known = self.seen.get(after.key or "", ())
                    self.clocks.change_player(seat, is_another=seat not in known)
        self._set_players((*self.players[:seat], after, *self.players[seat + 1 :]))
        self._note_seen((seat,))

    def _note_change(self, change: TableChange) -> None:
        self.changes.setdefault(self.head, []).append(change)

    def _note_seen(self, seats: Iterable[Seat]) -> None:
        """Note that the players on these seats know the seats' secrets since the deal."""
        for seat in seats if self.positions else ():
            if key := self.players[seat].key:
                self.seen.setdefault(key, set()).add(seat)

    def _apply_table_line(self, line: TableLine) -> None:
        match line:
            case HeadMoved():
                if self.request is not None and (line.to, line.by) == self.request.way:
                    self.refused.pop(self.request.by, None)
                    self.requests.granted += 1
                self._move_head(line.to, line.by)
                self.request = None
            case UndoRequested():
                self.request = UndoRequest(line.by, line.to, (line.by,))
                self.requests.asked += 1
            case UndoAnswered():
                self._note_answer(line)
            case SeatChanged():
                self._change_player(line.seat, self.players[line.seat], line.player)
            case ReadyChanged() | SecretCommitted() | SeedMixed() | SeedDisclosed():
                self.deal.note(line, self.players, self.owner_seat)
            case OptionsChanged():
                self._apply_options(line)
            case OwnerChanged():
                self._note_owner(line)
            case RulesUpgraded():
                self._note_rules(line)
            case Redealt():
                self._apply_redeal(line)
            case TimeNoted() | TimeClaimed() | TimeoutResolved():
                self._note_clock(line)
        self.line += 1

    def _note_rules(self, line: RulesUpgraded) -> None:
        self.rules = line.rules
        if not self.positions:
            self.deal.upgrade(line.rules)

    def _note_owner(self, line: OwnerChanged) -> None:
        self.owner = self.players[line.by].key or ""
        if not self.positions:  # after the deal, readiness is part of how the seed was computed
            self.deal.ready.clear()

    def _note_answer(self, line: UndoAnswered) -> None:
        if self.request is not None and line.yes:
            self.request = replace(self.request, agreed=(*self.request.agreed, line.by))
        elif self.request is not None:
            self.refused.setdefault(self.request.by, []).append(self.head)
            self.requests.refused += 1
            self.request = None

    def _note_clock(self, line: ClockLine) -> None:
        match line:
            case TimeNoted():
                self.clocks.tick(line)
            case TimeClaimed():
                self.clocks.claim(line)
                self._note_change(line)
            case TimeoutResolved():
                self._apply_timeout(line)

    def _apply_timeout(self, line: TimeoutResolved) -> None:
        self.clocks.resolve_timeout(line)
        seat, player = line.seat, self.players[line.seat]
        match line.how:
            case "bot":
                self._change_player(seat, player, replace(player, bot=line.level))
            case "replace":
                self._change_player(seat, player, OPEN)
            case "wait" | "adjourn":
                self._note_change(line)

    def _apply_options(self, line: OptionsChanged) -> None:
        header = replace(
            self.header,
            options=line.options,
            clock=line.clock,
            rated=line.rated,
            delay=line.delay,
            undo=RATED_UNDO if line.rated else self._undo,
        )
        check_options(self.game, header)
        check_rated(header)
        self.clocks = Clocks(line.clock, len(header.seats), self.clocks.time)
        self.header = self.deal.header = header
        self.deal.reset()

    def _apply_redeal(self, line: Redealt) -> None:
        """Replace the state after the last record, and drop the digest, which is of the old state."""
        now = self.now
        record, state = replace(now.record, digest=None), redeal.after(now.state, line)
        self.positions[self.head] = replace(now, record=record, state=state)
        self._note_change(line)

    def _move_head(self, moment: int, by: Seat | None) -> None:
        """Move the head to a position, so that a redo of `by` leads back to the current one."""
        left, goal = self.head, moment
        while left != goal:  # up both branches to their fork: a parent has the lower number
            if left < goal:
                goal = self._parent(goal)
            else:
                later, left = left, self._parent(left)
                self._next[left] = later, by
        self.head = moment

    def _parent(self, moment: int) -> int:
        parent = self.positions[moment].parent
        assert parent is not None, "nothing is before the start"
        return parent

    def _undo_if_agreed(self) -> None:
        if self.request is not None and not self.unanswered():
            self._write(HeadMoved(*self.request.way))

    def _notify(self, line: LogLine) -> None:
        if self._listeners and not isinstance(line, TimeNoted):
            for listener in tuple(self._listeners):
                listener(self, line)
