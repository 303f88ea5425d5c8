"""A table: a running game, its log, its states, and those who watch it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, Generic, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log import redeal as anew
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
    cannot_be,
    damaged,
    decode_line,
    encode,
    misplacement,
    read_log,
    reading,
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
"""So often one may ask in vain at one moment to take back."""

START = 0
"""The moment of the first choice: record 0 is what the table did by itself."""


class StaleTable(Exception):
    """The table is not where the one who acted believed; look again and decide."""


class NotStarted(Exception):
    """The table still waits for somebody to take a seat: nothing is played, or not even dealt."""


UndoRefusal: TypeAlias = Literal[
    "nothing", "horizon", "consent", "theirs", "refused", "unasked", "wait", "open"
]
"""Nothing there; it is final; others must agree; only whoever took back does it again; refused too
often here; somebody does not want to be asked; it is too soon after a refusal; somebody has asked."""


class CannotUndo(Exception):
    """There is nothing to take back, or the table's policy does not allow it."""

    def __init__(self, reason: UndoRefusal, **values: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values
        """What the sentence of that reason tells: a seat, seconds to wait."""


class Position(Struct, Generic[S], frozen=True, gc=False):
    """A place in the history of a table: a record and the state after it."""

    number: int
    """The record's number in the log."""
    parent: int | None
    """The moment before; another one than number - 1 where a branch begins."""
    ply: int
    """How many records lead here from the start of the game, this one not counted."""
    record: Record[Any, Any]
    state: S

    def is_final(self) -> bool:
        """Whether the record drew chance or told a seat something that it did not know."""
        return self.record.drew or any(event.reveals for event in events(self.record.then))


class UndoRequest(Struct, frozen=True):
    """An open request for an undo beyond the horizon."""

    by: Seat
    to: int
    agreed: tuple[Seat, ...]

    @property
    def way(self) -> tuple[int, Seat]:
        """Where it goes back to, and for whom."""
        return self.to, self.by


class UndoStatistics(Struct):
    """How many there were; one that a move overtook was neither granted nor refused."""

    asked: int = 0
    granted: int = 0
    refused: int = 0


class SeatHandover(Struct, frozen=True):
    """A seat that changed hands while the game was on."""

    seat: Seat
    before: Player
    after: Player


TableChange: TypeAlias = SeatHandover | Redealt | TimeClaimed | TimeoutResolved
"""What happened to a table while the game was on."""

UndoVerdict: TypeAlias = Literal["free", "nothing", "horizon", "consent"]
"""Whether somebody may take back, and if not: nothing there, it is final, or others must agree."""

LogListener: TypeAlias = Callable[["Table[Any]", "LogLine"], None]


class Table(Generic[S]):
    """A running game. One object for all who sit at it; not for several threads."""

    def __init__(
        self, game: Game[S], header: Header, save: Save | None = None, content: Any = None
    ) -> None:
        """Lay a table; `content` is given where it is loaded already, see `content_of`."""
        self.game = game
        self.header = header
        self._undo = header.undo
        """What may be taken back where it is not rated."""
        self.save = save
        self.content = content or content_of(game, header, save.name if save else "the log")
        self._sit(header.seats)
        self.owner = header.owner
        """Key of the one whose shared table it is now."""
        self.clocks = Clocks(header.clock, len(header.seats))
        """How long each seat may take, where the table has a clock."""
        self.deal = Deal(header)
        """Where the seed comes from, and who is ready for it."""
        self.rules = header.rules
        """The version of the rules that the log's last lines are of."""
        self.older: dict[int, int] = {}
        """How many records earlier versions of the rules decided: they are taken as they stand."""
        self.doubts: tuple[Failure, ...] = ()
        """What else of its log was not confirmed when it was verified."""
        self.positions: list[Position[S]] = []
        self.head = -1
        self.line = 1
        """How many lines the log has; it tells two moments in time apart."""
        self.request: UndoRequest | None = None
        self.requests = UndoStatistics()
        """All of them, taken-back branches included."""
        self.refused: dict[Seat, list[int]] = {}
        """At which moments each seat asked in vain, since others last agreed to it."""
        self.seen: dict[str, set[Seat]] = {}
        """The seats that each key has held since the deal: it knows their secrets."""
        self.changes: dict[int, list[TableChange]] = {}
        """What happened to the table after a moment, to be told there."""
        self._damage: BadLog | None = None
        """A line of another process that cannot be read: we would not know what we play on."""
        self._next: dict[int, tuple[int, Seat | None]] = {}
        """Of moments that were gone back to: the one that was left, and who went back."""
        self._views: dict[Viewer, tuple[S, S]] = {}
        """The state that each viewer looked at last, and what they saw."""
        self._listeners: list[LogListener] = []

    @classmethod
    def new(
        cls,
        game: Game[S],
        header: Header,
        create: Callable[[Header], Save] | None = None,
        content: Any = None,
    ) -> Table[S]:
        """A new table, dealt where nobody is awaited; kept by `create` if given."""
        table = cls(game, header, content=content)
        table.save = create(header) if create else None
        table.write_own_lines()
        return table

    @classmethod
    def load(cls, game: Game[S], data: bytes, name: str, save: Save | None = None) -> Table[S]:
        """The table of a log. Raises BadLog with line and reason."""
        return cls.of(game, read_log(game, data, name), name, save)

    @classmethod
    def of(cls, game: Game[S], log: Log, name: str, save: Save | None = None) -> Table[S]:
        """The table of a log that was read already."""
        table = cls(game, log.header, save)
        table._take(log.lines, name)
        table.write_own_lines()  # whoever was to do it may have been killed before
        return table

    # ------------------------------------------------------------------ looking

    @property
    def is_dealt(self) -> bool:
        """Whether there is a state; before that there is nothing to see."""
        return bool(self.positions)

    @property
    def has_begun(self) -> bool:
        """Whether one may play; older versions dealt before all seats were taken."""
        return bool(self.positions) and not self._open_seats

    @property
    def ready(self) -> frozenset[Seat]:
        """Who has said so, since the seats changed last."""
        return frozenset(self.deal.ready)

    @property
    def owner_seat(self) -> Seat | None:
        """The seat of the one whose table it is, if they sit here."""
        keys = [player.key for player in self.players]
        return keys.index(self.owner) if self.owner in keys else None

    @property
    def now(self) -> Position[S]:
        """The moment that is played. Raises NotStarted before the deal."""
        if not self.positions:
            raise NotStarted
        return self.positions[self.head]

    @property
    def state(self) -> S:
        """The whole state now; for the engine, never for screens or bots."""
        return self.now.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on or has not begun."""
        return self.game.outcome(self.state) if self.positions else None

    @property
    def undecided(self) -> Undecided:
        """What nobody can decide again of its log."""
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
        """Whether others still play the same deal, so that nobody else may see this one."""
        return bool(self.header.event) and not self.deal.is_open

    def view(self, viewer: Viewer, moment: int | None = None) -> S:
        """The table as the viewer may see it, now or at another moment."""
        return self.view_at(self.now if moment is None else self.positions[moment], viewer)

    def view_at(self, moment: Position[S], viewer: Viewer) -> S:
        """The table at a moment as the viewer may see it, kept until that viewer sees another."""
        state, known = self._views.get(viewer, (None, None))
        if known is None or state is not moment.state:
            known = view(self.game, moment.state, viewer)
            self._views[viewer] = moment.state, known
        return known

    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that nobody has taken; the game waits for them first."""
        return self._open_seats

    def waiting_seats(self) -> tuple[Seat, ...]:
        """The seats for which the deal waits: open ones, or those who are not ready."""
        if self._open_seats or self.positions or not self.header.by_ready:
            return self._open_seats
        people = (seat for seat, player in enumerate(self.players) if player.bot is None)
        return tuple(seat for seat in people if seat not in self.deal.ready)

    @property
    def is_to_mix(self) -> bool:
        """Whether all are ready, and the seed has to be worked out from what they typed."""
        return not self.positions and self.deal.seed is None and not self.waiting_seats()

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have to choose now; none before all seats are taken."""
        is_played = self.has_begun and not self.deal.is_open
        return waiting(self.positions[self.head].state) if is_played else ()

    @property
    def due(self) -> int | None:
        """When `claim` has something to do at the earliest, in seconds since 1970; None for never."""
        return self.clocks.due

    @property
    def is_left_to_bots(self) -> bool:
        """Whether it counts, and somebody's time is over where only bots could choose for them."""
        others = (
            player for seat, player in enumerate(self.players) if seat not in self.clocks.claimed
        )
        counts = self.header.rated and not self.deal.is_open
        return counts and bool(self.clocks.claimed) and all(player.is_bots_own for player in others)

    def left(self, seat: Seat) -> int | None:
        """How many seconds a seat has left now, less than 0 in its grace; None without a clock."""
        if self.clocks.clock is None:
            return None
        return self.clocks.left_now(seat, self.players[seat].key)

    def unanswered(self) -> tuple[Seat, ...]:
        """The seats whose people have not agreed to the open request; a bot does not for them."""
        agreed = self.request.agreed if self.request else ()
        return tuple(
            seat
            for seat, player in enumerate(self.players)
            if seat not in agreed and not player.is_bots_own
        )

    def blank(self) -> S:
        """The table before its first record."""
        return self.game.new(setup_of(self.game, self.header, self.content))

    def legal_actions(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do now."""
        return legal_actions(self.state, seat)

    def preview(self, seat: Seat, action: Any) -> Preview[S]:
        """What the seat can foresee of an action."""
        return preview(self.view(seat), seat, action)

    def finality(self, seat: Seat, action: Any) -> Finality | None:
        """Why the action cannot be taken back freely once it is done; None if it can."""
        return None if self.header.undo == "free" else self.preview(seat, action).finality(seat)

    def path(self, moment: int | None = None) -> list[Position[S]]:
        """The moments from the start to a moment (now), without the branches left behind."""
        return list(self._back_from(self.head if moment is None else moment))[::-1]

    def drew_since(self, moment: int) -> bool:
        """Whether chance was drawn on the way from that moment: there all know what comes next."""
        later = takewhile(lambda position: position.number > moment, self._back_from(self.head))
        return any(position.record.drew for position in later)

    def forward(self, by: Seat | None = None) -> int | None:
        """The moment after this one that `by` may go to again: a redo is whose the undo was."""
        return self._later(self.head, by)

    def ahead(self, by: Seat | None = None) -> Iterator[int]:
        """The moments that `by` went back from; where undo is free, all that somebody did."""
        moment = self.forward(by)
        while moment is not None:
            yield moment
            moment = self._later(moment, by)

    def chance(self) -> Chance:
        """The draws that belong to the next ply."""
        return self.chance_at(self.positions[self.head].ply + 1)

    def draws(self, seat: Seat) -> Chance:
        """The draws of the next record, which is that seat's.

        At tables of an event they are those that it would have at the others: they go by how often
        the seat had drawn before, and not by what else was done, such as a pass.
        """
        if not self.header.event:
            return self.chance()
        before = (moment.record for moment in self._back_from(self.head) if moment.number > START)
        drawn = sum(record.drew and record.seat == seat for record in before)
        return self.chance_at(1 + drawn * len(self.players) + seat)

    def chance_at(self, ply: int) -> Chance:
        """The draws of the record with that index. Raises NotStarted where there is no seed yet."""
        if (seed := self._seed()) is None:
            raise NotStarted
        return Chance(seed, ply)

    def _seed(self) -> Seed | None:
        """What is drawn from now: the seed of the deal, or of the last one anew on the way here."""
        for moment in self._back_from(self.head) if self.changes else ():
            for change in reversed(self.changes.get(moment.number, ())):
                if isinstance(change, Redealt):
                    return change.seed
        return self.deal.seed

    def subscribe(self, listener: LogListener) -> Callable[[], None]:
        """Call the listener after each new line; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # ------------------------------------------------------------------ acting

    def write_own_lines(self) -> None:
        """Do what the table does by itself: commit, deal once nobody is awaited, open at the end.

        What is dealt follows from the seed: whichever process is the first writes the very same.
        """
        while (own := self._own_line()) is not None:
            with suppress(StaleTable):  # another process wrote: it did so, or somebody is awaited
                self._write(*own)

    def _own_line(self) -> tuple[LogLine, S | None] | None:
        """What the table has to write by itself, a deal with the state after it."""
        deal, header = self.deal, self.header
        if self.positions:
            is_own = header.committed and not header.event  # others are still to play the same
            is_to_open = is_own and not deal.is_open and self.outcome is not None
            return (self._opened(), None) if is_to_open else None
        if header.committed and not self._is_committed and not self._open_seats:
            if not header.event:
                return self._commitment(), None
            if deal.committed is None:
                return None  # its secret is told to it
            return self._commitment(bytes.fromhex(deal.committed.secret)), None
        if self.waiting_seats():
            return None
        if deal.seed is None:
            return None if any(deal.contributions) else (deal.mixing(time.time())(), None)
        chance = self.chance_at(0)
        state, then = begin(self.blank(), chance)
        return Record(None, None, then, drew=chance.drew, digest=self._mark(state)), state

    def play(self, seat: Seat, action: Any, line: int | None = None) -> Position[S]:
        """Take an action. It is in the log when this returns.

        `line` is the `Table.line` at which the action was chosen. Raises StaleTable if the
        table is elsewhere by now, NotStarted, IllegalAction, or StorageError; then nothing
        was done.
        """
        self._expect(line)
        if not self.has_begun or self.deal.is_open:
            raise NotStarted
        before, chance = self.state, self.draws(seat)
        check(before, seat, action)
        state, then = play(before, seat, action, chance)
        number = len(self.positions)
        digest = self._mark(state) if number % DIGEST_EVERY == 0 else None
        self._write(Record(seat, action, then, drew=chance.drew, digest=digest), state)
        if self.header.committed:
            self.write_own_lines()
        return self.positions[self.head]

    def undo_target(self, by: Seat | None = None) -> int | None:
        """The moment that an undo goes to: before the last choice of `by`, or of any person."""
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
        """The earliest moment to which `by` may go back freely at a shared table."""
        for moment in self._back_from(self.head):
            if moment.record.seat != by or moment.is_final():
                return moment.number
        return START

    def undo_is(self, by: Seat | None = None) -> UndoVerdict:
        """Whether `by` may take back now, and if not, why."""
        return self._undo_is(by, self.undo_target(by))

    def undo(self, by: Seat | None = None, line: int | None = None) -> None:
        """Take back the last choice of `by`. Raises CannotUndo where the policy forbids it."""
        self._expect(line)
        target = self.undo_target(by)
        verdict = self._undo_is(by, target)
        if verdict != "free" or target is None:
            raise CannotUndo("nothing" if verdict == "free" else verdict)
        self._write(HeadMoved(target, by))

    def redo(self, by: Seat | None = None, line: int | None = None) -> None:
        """Go forward again to where the last undo of `by` came from, bots' moves included."""
        self._expect(line)
        target = self._later(self.head, by)
        if target is None:
            raise CannotUndo("theirs" if self.head in self._next else "nothing")
        # not over `ahead`: closing a generator half way takes longer than going back
        while not self._waits_for_person(target) and (later := self._later(target, by)) is not None:
            target = later
        self._write(HeadMoved(target, by))

    def go_to(self, moment: int, by: Seat | None = None) -> None:
        """Play on from another moment; at a table where undo is free."""
        if self.header.undo != "free" or self.deal.is_open:
            raise CannotUndo("horizon")
        self._write(HeadMoved(moment, by))

    def redeal(self, seat: Seat, seed: int) -> None:
        """Deal anew what a seat that has to choose does not know; later draws follow from `seed`."""
        now = self.now
        self._write(anew.redeal(self.game, now.state, now.ply, seat, seed))

    def ask(self, by: Seat) -> None:
        """Ask the other people at the table for an undo beyond the horizon. Raises CannotUndo."""
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
        self._grant()

    def answer(self, by: Seat, yes: bool) -> None:
        """Answer the open request; the last yes goes back, a no (or a second thought) ends it."""
        if self.request is not None and not (yes and by in self.request.agreed):
            self._write(UndoAnswered(by, yes))
            self._grant()

    def seat(self, seat: Seat, player: Player) -> None:
        """Let somebody else sit on a seat from now on."""
        self._write(SeatChanged(seat, player))
        self._grant()
        self.write_own_lines()

    def alter(self, chosen: OptionsChanged) -> None:
        """Play as was chosen; nobody is ready. Raises BadSetup, MovedOn."""
        if self.is_dealt:
            raise StaleTable
        self._write(with_options(self.game, self.header, chosen))
        self.write_own_lines()

    def declare(self, seat: Seat, *, ready: bool, part: str = "") -> None:
        """Say for a seat whether it can be dealt; when the last one says so, it is.

        `part` is what they typed for the shuffle. Where somebody typed, it is dealt when the seed
        is worked out, see `mix`. Others may say so at the same moment. Raises Failure where the
        part does not fit, StaleTable where the seat said something else meanwhile, or other people
        sit there now, or for another game.
        """
        line = ReadyChanged(seat, ready, part, int(time.time()) if part else 0)
        asked = self._asked(seat)
        while True:
            if reason := self.deal.unfit(line, self.owner_seat):
                raise reason
            try:
                self._write(line)
                break
            except StaleTable:
                if self.is_dealt or self._asked(seat) != asked:
                    raise
        self.write_own_lines()

    def _asked(self, seat: Seat) -> tuple[Header, tuple[Player, ...], SecretCommitted | None, bool]:
        """What people are ready for, who they are, and whether that seat is."""
        return self.header, self.players, self.deal.committed, seat in self.ready

    def mix(self, mixed: SeedMixed) -> None:
        """Deal from the seed that all ready seats made; it begins anew where that was too late."""
        left = self.deal.left(mixed.at, self.owner_seat)
        if not self.is_to_mix:
            return  # another process was faster
        if left is not None and left < 0:
            self.commit_again()
        else:
            self._write(mixed)
            self.write_own_lines()

    def commit_to(self, secret: bytes) -> None:
        """Fix the secret of the event that this table is a part of, if that is not done yet."""
        if not self._is_committed:
            self._write(self._commitment(secret))

    def commit_again(self) -> None:
        """Somebody was not ready in time: all are asked again, for another secret."""
        self._write(self._commitment())

    def disclose(self) -> None:
        """Give the table up: nothing is played on, and its secret may be told."""
        while self.deal.committed is not None and not self.deal.is_open:
            with suppress(StaleTable):  # another process wrote: look again
                self._write(self._opened())

    def claim(self) -> None:
        """Let the others choose for whom the time is over, and the grace. Raises MovedOn."""
        for seat in self.clocks.late(self.players):
            self._write(TimeClaimed(seat))

    def settle(self, by: Seat, seat: Seat, how: TimeoutChoice, level: str = "") -> None:
        """Choose for a seat without time; `level` is that of a bot. Raises MovedOn."""
        if seat not in self.clocks.claimed or by == seat:
            raise StaleTable
        self._write(TimeoutResolved(by, seat, how, level))

    def hand_over(self, seat: Seat) -> None:
        """Let it be the table of whoever sits there."""
        self._write(OwnerChanged(seat))

    def refresh(self) -> bool:
        """Take in what other processes added to the log; says whether there was anything.

        Raises BadLog where a line cannot be read, and from then on each time.
        """
        if self._damage is not None:
            raise self._damage
        try:
            return self._take_new()
        except BadLog as error:
            self._damage = error
            raise

    def _take_new(self) -> bool:
        if self.save is None:
            return False
        new = self.save.read_new().split(b"\n")[:-1]
        for raw in new:
            number = self.line + 1
            with reading(self.save.name, number):
                line = decode_line(self.game, self.rules, raw, self.save.name, number)
                self._take([line], self.save.name)
            self._tell(line)
        self.write_own_lines()
        return bool(new)

    # ------------------------------------------------------------------ within

    @property
    def _is_committed(self) -> bool:
        """Whether the secret of the deal is fixed, together with the rules that it is dealt by."""
        deal = self.deal
        is_of_old = deal.committed_rules is not None and deal.committed_rules < self.game.rules
        return deal.committed is not None and not is_of_old

    def _commitment(self, secret: bytes | None = None) -> SecretCommitted:
        return self.deal.commit(self.players, self.game.rules, secret)

    def _opened(self) -> SeedDisclosed:
        return SeedDisclosed(int(self.clocks.time.now()) if self.header.rated else 0)

    def _mark(self, state: S) -> str:
        return digest_of(self.game, state, self.header.format)

    def _expect(self, line: int | None) -> None:
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
            return "horizon"  # all know what would be drawn next, or it counts already
        if self.header.undo == "free":
            return "free"
        if by is not None and target >= self.horizon(by):
            return "free"
        return "consent" if self.header.undo == "ask" else "horizon"

    def _later(self, moment: int, by: Seat | None) -> int | None:
        """The moment that was left for this one, where `by` may go there again."""
        if self.deal.is_open:
            return None
        later, undone_by = self._next.get(moment, (None, None))
        return later if undone_by == by or self.header.undo == "free" else None

    def _waits_for_person(self, moment: int) -> bool:
        seats = waiting(self.positions[moment].state)
        people = [seat for seat in seats if not self.players[seat].bot]
        return bool(people) or not seats

    def _write(self, line: LogLine, state: S | None = None) -> None:
        """Keep the line first, then do what it says: what is seen was saved.

        Raises Failure for a line that nobody could read again, such as of a seat that there
        is not: the log would not open any more.
        """
        if reason := misplacement(line, len(self.positions), len(self.players)):
            raise reason
        if self.rules < self.game.rules and not isinstance(line, RulesUpgraded):
            self._write(RulesUpgraded(self.game.rules, this_hako()))
        clocked = None if self.clocks.clock is None else self._time_before(line)
        if self.save is not None:
            before = b"" if clocked is None else encode(clocked)
            self._keep(before + encode(line), self.save)  # at once: the disk is waited for
        if clocked is not None:
            self.do(clocked)
        self.do(line, state)
        self._tell(line)

    def _time_before(self, line: LogLine) -> TimeNoted | None:
        """How late it is, as it has to stand before the line where that may matter for a clock."""
        may_matter = (self.positions or line.is_record) and not isinstance(line, RulesUpgraded)
        return self.clocks.reading(self.players) if may_matter else None

    def _keep(self, lines: bytes, save: Save) -> None:
        """Add lines to the file. Raises StaleTable, or StorageError; then nothing was added."""
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

    def _take(self, lines: Sequence[LogLine], name: str) -> None:
        """Do what the next lines of a file say. Raises BadLog where that cannot have happened."""
        first, known = self.line + 1, len(self.positions)
        try:
            self._follow(iter(lines), name)
        except BadLog:
            # a record before it that was changed may be why
            self._compare(lines, first, known, name)
            raise
        self._compare(lines, first, known, name)

    def _follow(self, lines: Iterator[LogLine], name: str) -> None:
        try:
            while line := self._replay(lines):
                if reason := misplacement(line, len(self.positions), len(self.players)):
                    raise damaged(name, self.line + 1, reason)
                self.do(line)
        except BadLog:
            raise
        except Exception as error:
            raise damaged(name, self.line + 1, cannot_be(error)) from error

    def _compare(self, lines: Sequence[LogLine], first: int, known: int, name: str) -> None:
        """Raises BadLog if a record among the lines has another digest than the state after it.

        `first` is the number of their first line, `known` how many moments there were before.
        """
        for moment in self.positions[known:]:
            digest = moment.record.digest
            if digest is not None and not matches(self.game, moment.state, digest):
                number = first + [line is moment.record for line in lines].index(True)
                computed = self._mark(moment.state)
                reason = Failure("changed", record=moment.number, said=digest, found=computed)
                raise BadLog(name, number, reason)

    def _replay(self, lines: Iterator[LogLine]) -> LogLine | None:
        """Do the records of seats up to the first line that is something else; that line."""
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
        """Do what a line says; `state` is the one after a record that was just played."""
        if line.is_record:
            self._add(line, state)
        else:
            self._note(line)
        if self.clocks.clock is not None:
            people = (seat for seat in self.waiting() if not self.players[seat].bot)
            self.clocks.run(() if self.request else tuple(people))

    def _add(self, line: Record[Any, Any], state: S | None) -> None:
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
            self.clocks.acted(line.seat, ply, is_over=line.seat not in waiting(state))

    def _count_older(self, records: int) -> None:
        if self.rules < self.game.rules:
            self.older[self.rules] = self.older.get(self.rules, 0) + records

    def _sit(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self._open_seats = tuple(seat for seat, player in enumerate(players) if player.is_open)

    def _note_seated(self, seat: Seat, before: Player, after: Player) -> None:
        if before.key != after.key:
            self.request = None  # somebody else's seat now: they asked or agreed to nothing
        if (before.key, before.bot) != (after.key, after.bot):
            if not self.positions:
                self.deal.reset()
            else:
                self._note_change(SeatHandover(seat, before, after))
                if not after.is_open:
                    known = self.seen.get(after.key or "", ())
                    self.clocks.sat(seat, is_another=seat not in known)
        self._sit((*self.players[:seat], after, *self.players[seat + 1 :]))
        self._note_seen((seat,))

    def _note_change(self, change: TableChange) -> None:
        self.changes.setdefault(self.head, []).append(change)

    def _note_seen(self, seats: Iterable[Seat]) -> None:
        """Remember whose eyes were on these seats since the deal."""
        for seat in seats if self.positions else ():
            if key := self.players[seat].key:
                self.seen.setdefault(key, set()).add(seat)

    def _note(self, line: TableLine) -> None:
        match line:
            case HeadMoved():
                if self.request is not None and (line.to, line.by) == self.request.way:
                    self.refused.pop(self.request.by, None)
                    self.requests.granted += 1
                self._go(line.to, line.by)
                self.request = None
            case UndoRequested():
                self.request = UndoRequest(line.by, line.to, (line.by,))
                self.requests.asked += 1
            case UndoAnswered():
                self._note_answer(line)
            case SeatChanged():
                self._note_seated(line.seat, self.players[line.seat], line.player)
            case ReadyChanged() | SecretCommitted() | SeedMixed() | SeedDisclosed():
                self.deal.note(line, self.players, self.owner_seat)
            case OptionsChanged():
                self._alter(line)
            case OwnerChanged():
                self._note_owner(line)
            case RulesUpgraded():
                self._note_rules(line)
            case Redealt():
                self._deal_anew(line)
            case TimeNoted() | TimeClaimed() | TimeoutResolved():
                self._note_clock(line)
        self.line += 1

    def _note_rules(self, line: RulesUpgraded) -> None:
        self.rules = line.rules
        if not self.positions:
            self.deal.rules = line.rules

    def _note_owner(self, line: OwnerChanged) -> None:
        self.owner = self.players[line.by].key or ""
        if not self.positions:  # what was dealt follows from what they typed
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
                self._settle(line)

    def _settle(self, line: TimeoutResolved) -> None:
        self.clocks.settle(line)
        seat, player = line.seat, self.players[line.seat]
        match line.how:
            case "bot":
                self._note_seated(seat, player, replace(player, bot=line.level))
            case "replace":
                self._note_seated(seat, player, OPEN)
            case "wait" | "adjourn":
                self._note_change(line)

    def _alter(self, line: OptionsChanged) -> None:
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

    def _deal_anew(self, line: Redealt) -> None:
        """Have another state after the last record, whose digest is of the one before."""
        now = self.now
        record, state = replace(now.record, digest=None), anew.after(now.state, line)
        self.positions[self.head] = replace(now, record=record, state=state)
        self._note_change(line)

    def _go(self, moment: int, by: Seat | None) -> None:
        """Move the head, so that a redo of `by` leads back the way we came."""
        left, goal = self.head, moment
        while left != goal:  # up both branches to where they part: a parent has the lower number
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

    def _grant(self) -> None:
        if self.request is not None and not self.unanswered():
            self._write(HeadMoved(*self.request.way))

    def _tell(self, line: LogLine) -> None:
        if self._listeners and not isinstance(line, TimeNoted):
            for listener in tuple(self._listeners):
                listener(self, line)
