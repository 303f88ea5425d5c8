"""A room: a shared table, who sits at it, who watches, what is said.

Seats, bots and undo requests are lines of the log, so several processes over one folder
agree about them. The chat is kept beside it; who is here lives and dies with the processes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from functools import cache, partial
from math import ceil
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.runner import BotRunner
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.commitment import MOST_SIGNS
from hako.engine.log.delay import delay_of
from hako.engine.log.policy import secrets_of_another
from hako.engine.log.records import (
    OPEN,
    LogLine,
    OptionsChanged,
    OwnerChanged,
    Player,
    SecretCommitted,
    TimeoutChoice,
    UndoAnswered,
    UndoRequested,
)
from hako.engine.log.save import Save, StorageError
from hako.engine.log.table import CannotUndo, StaleTable, Table
from hako.engine.rules.model import Seat
from hako.engine.rules.premoves import PremoveQuestion
from hako.multiplayer.accounts.sanctions import Sanction, SanctionKind, Sanctions
from hako.multiplayer.accounts.users import GuestNotRated, User, check_known
from hako.multiplayer.rate_limit import WriteLimits
from hako.multiplayer.tables.chat import Chat, ChatMessage, sanitize
from hako.multiplayer.tables.delayed_view import DelayedView
from hako.multiplayer.tables.premoves import Premove, PremoveStore, TablePremoves
from hako.multiplayer.tables.summary import TableSummary, awaited, seat_of, summary_of

MOST_REFUSALS = 10
"""More do not make the wait any longer."""


class TableLimits(Struct, frozen=True):
    """What people at a shared table grant each other."""

    chat_characters: int = 200
    """Of a longer line of chat only so much is kept."""
    chat_seconds: float = 0.5
    """Between two lines of one visitor; what comes faster is dropped."""
    consent_seconds: float = 60.0
    """So long a request to take back waits for those who are here; silence is a no."""
    refusal_seconds: float = 10.0
    """So long one waits after a refusal; after k of them k * k times as long."""
    ready_seconds: float = 60.0
    """So long away before the deal, one is ready no more."""
    host_seconds: float = 600.0
    """So long away, one's table is that of somebody who sits there."""
    acts_at_once: int = 30
    """So often one may write something for good: chat, sit down, enter a tournament; see Writes."""
    act_seconds: float = 5.0
    """Then once in so many seconds."""
    answer_seconds: float = 5.0
    """So long an answer in advance waits when it is asked: whoever chose before may take back."""
    tables_per_player: int = 20
    """So many tables that one opened are played at the same time."""

    def writes(self) -> WriteLimits:
        """What counts by these manners, with nothing written yet."""
        return WriteLimits(1 / self.act_seconds, self.acts_at_once)


USUAL_MANNERS = TableLimits()


class NotAllowed(PermissionError):
    """Only the one who opened the table, or whose seat it is, may do that."""


class PlayerPresent(PermissionError):
    """The one whose seat it is has come, and plays for themselves."""


class AlreadyStarted(PermissionError):
    """A seat can be given up, or chosen again, only while the table waits for people."""


class SawOtherSecrets(PermissionError):
    """Who has seen a seat's secrets may not sit on another seat of that table."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat
        """The one whose secrets they have seen."""


class KickedOut(PermissionError):
    """They were removed from the table, for a time."""


class Room:
    """A shared table and the people around it."""

    def __init__(
        self,
        table: Table[Any],
        save: Save,
        thinker: WorkerPool,
        answers: PremoveStore,
        pace: Callable[[], float] = lambda: 0.0,
        played: float = 0.0,
        manners: TableLimits = USUAL_MANNERS,
        sanctions: Sanctions | None = None,
        chat: Chat | None = None,
        writes: WriteLimits | None = None,
        since: Mapping[Seat, float] | None = None,
        is_ours: Callable[[], bool] = lambda: True,
        read: Callable[[], bytes] = bytes,
    ) -> None:
        """Make the room of a table; `pace` is that of a BotRunner, `played` when it was played last.

        `answers` are those that people of the house gave in advance.
        `writes` counts what people write, perhaps at several tables; `since` tells when
        seats began to be waited for, as far as that is known; where the table `is_ours`, this
        process is the one that thinks for its bots; `read` reads its log. Raises StoreFailed.
        """
        self.table = table
        self.manners = manners
        self.sanctions = sanctions or Sanctions()
        self.is_closed = False
        """Whether the table was taken away; its log is kept."""
        self.is_at_rest = False
        """Whether the lobby has let it go: who wants the table finds another room there."""
        self.wanted = time.monotonic()
        """When somebody last asked for it, or left it."""
        self.name = save.name
        self.played = played
        """When the log was last added to, in seconds since 1970."""
        self._is_ours = is_ours
        self._read = read
        self._behind: DelayedView | None = None
        """What those see who watch with a delay, once somebody does."""
        self.host = BotRunner(table, thinker, pace, self._hear_of_trouble, is_ours=is_ours)
        self.is_hosted = False
        """Whether this process plays the bots' moves."""
        self._is_late = False
        """Whether something was due that could not be written down."""
        self.trouble: StorageError | None = None
        """Why a bot's last move could not be kept."""
        self.chat = Chat() if chat is None else chat
        self.own: list[User] = []
        """Who came through this process, once for each of their terminals."""
        self.remote_users: Sequence[User] = ()
        """Who came through other processes."""
        self.next: Room | None = None
        """Where the same people play once more."""
        self._writes = writes or manners.writes()
        self._last_said: dict[str, float] = {}
        self._listeners: list[Callable[[Room], None]] = []
        self._patience: dict[Hashable, asyncio.TimerHandle] = {}
        """What is waited for, and what ends that."""
        self._asker = table.request.by if table.request else None
        self._since = since or {}
        """Since when each seat is waited for, in seconds since 1970, as far as we were there."""
        self._refused_at: dict[Seat | None, float] = {}
        """When each seat last asked in vain, by the monotonic clock."""
        self._mixing: asyncio.Task[None] | None = None
        self.premoves = TablePremoves(table, save.name, answers)
        """What those who sit here answered in advance."""
        self._ends = [table.subscribe(self._hear)]
        self._note_awaited(played)

    @property
    def code(self) -> str:
        """What friends type to come here."""
        return self.table.header.code

    @property
    def present(self) -> list[User]:
        """Who is here, once for each of their terminals."""
        return [*self.own, *self.remote_users]

    def seat_of(self, visitor: User) -> Seat | None:
        """The seat that belongs to a visitor's key."""
        return seat_of(self.table.players, visitor)

    def is_here(self, seat: Seat) -> bool:
        """Whether the one whose seat it is has come."""
        key = self.table.players[seat].key
        return any(visitor.key == key for visitor in self.present)

    def is_owner(self, visitor: User) -> bool:
        """Whether it is the visitor's table; one of the house is of all who sit there.

        One of a cup is nobody's.
        """
        if self.table.header.cup:
            return False
        owner = self.table.owner
        return visitor.key == owner if owner else self.seat_of(visitor) is not None

    def awaits(self, visitor: User) -> bool:
        """Whether the table waits for the visitor: to choose, or to be ready."""
        return self.summary.awaits(visitor)

    @property
    def summary(self) -> TableSummary:
        """What lists tell of the table."""
        return summary_of(self.table, self.name, self.played, self._since)

    def _note_awaited(self, now: float) -> None:
        self._since = {seat: self._since.get(seat, now) for seat in awaited(self.table)}

    def watchers(self) -> list[User]:
        """Who is here without a seat."""
        return [visitor for visitor in self.present if self.seat_of(visitor) is None]

    def _count(self, visitor: User) -> None:
        """One more act of theirs, which will be a line. Raises TooOften."""
        self._writes.count(visitor)

    def shown_to(self, visitor: User) -> Table[Any]:
        """The table as it is for those who sit there; for others perhaps as it was a while ago.

        Raises StoreFailed.
        """
        delay = delay_of(self.table.header.delay)
        if delay is None or self.seat_of(visitor) is not None:
            return self.table
        if self._behind is None:
            time = self.table.clocks.time
            self._behind = DelayedView(self.table, delay, self._read(), self.played, time)
            self._mind()
        return self._behind.table

    def _let_see(self) -> None:
        if self._behind is not None:
            self._behind.poll()
            self._mind()

    # ------------------------------------------------------------------ coming and going

    def start(self) -> None:
        """Let this process play the bots' moves from now on."""
        if not self.is_hosted:
            self.is_hosted = True
            self.host.start()
            self._mind()

    def until_it_ends(self, end: Callable[[], None]) -> None:
        """What is called when the room stops."""
        self._ends.append(end)

    async def stop(self) -> None:
        """End; the table stays as it is."""
        for end in self._ends:
            end()
        self._ends.clear()
        if self._mixing is not None:
            self._mixing.cancel()
        for key in tuple(self._patience):
            self._wait_no_longer(key)
        self.is_hosted = False
        await self.host.stop()

    def refresh(self) -> None:
        """Perhaps it is now ours, and what was left to another process is for us to do."""
        self.host.refresh()
        self._mind()

    def retry(self) -> None:
        """Do what could not be written down, if the store has room for it now."""
        if self.trouble is not None:
            self.host.hurry()
        if self.trouble is not None or self._is_late:
            self._is_late = False
            self._mind()

    def enter(self, visitor: User) -> None:
        """Come to the table, to one's seat or to watch."""
        self.start()
        self.own.append(visitor)
        self.refresh()
        self.notify()

    def leave(self, visitor: User) -> None:
        """Go; the seat stays one's own."""
        self.own.remove(visitor)
        self.wanted = time.monotonic()
        self.refresh()
        self.notify()

    def sit(self, visitor: User) -> Seat | None:
        """One's own seat, or the first open one; None where all are taken.

        Raises SawOtherSecrets, KickedOut, TooOften, GuestUnrated.
        """
        self._check_welcome(visitor)
        if self.seat_of(visitor) is None and self.table.open_seats():
            self._count(visitor)
        return self._sit_down(visitor)

    def _sit_down(self, visitor: User) -> Seat | None:
        while (seat := self.seat_of(visitor)) is None and self.table.open_seats():
            with suppress(StaleTable):  # somebody was faster: look again
                self.table.seat(self._fit(visitor), Player(visitor.name, key=visitor.key))
        self.table.write_own_lines()  # whoever was awaited last may have had no room on the disk
        return seat

    def move(self, visitor: User, seat: Seat) -> None:
        """Sit on another open seat, before the deal.

        Raises AlreadyStarted, StaleTable, KickedOut, TooOften, GuestUnrated.
        """
        self._check_welcome(visitor)
        if self.table.is_dealt:
            raise AlreadyStarted
        if seat not in self.table.open_seats():
            raise StaleTable
        self._count(visitor)
        own_seat = self.seat_of(visitor)
        player = Player(visitor.name, key=visitor.key)
        if own_seat is not None:
            player = self.table.players[own_seat]
            self.table.seat(own_seat, OPEN)
        try:
            self.table.seat(seat, player)
        except StaleTable:
            self._sit_down(visitor)
            raise

    def may_stand_up(self, visitor: User) -> bool:
        """Whether the visitor's seat may be another's: while the table waits for people."""
        is_kept = self.table.has_begun or self.table.header.cup
        return self.seat_of(visitor) is not None and not is_kept

    def stand_up(self, visitor: User) -> None:
        """Give one's seat up, while the table still waits for people.

        Raises AlreadyStarted, StaleTable, TooOften.
        """
        seat = self.seat_of(visitor)
        if seat is None:
            return
        if not self.may_stand_up(visitor):
            raise AlreadyStarted
        self._count(visitor)
        self.table.seat(seat, OPEN)

    def remove(self, key: str, level: str) -> None:
        """Take somebody's seat, where they have one; once it is dealt, a bot plays for them.

        So it does at once at a table of a cup, where nobody else can have the seat.

        What keeps them away are the sanctions of the house. Raises StoreFailed.
        """
        while (seat := self.seat_of(User("", key))) is not None:
            player, is_kept = self.table.players[seat], self.table.is_dealt or self.table.header.cup
            if is_kept and player.bot:
                break
            with suppress(StaleTable):  # look again
                self.table.seat(seat, replace(player, bot=level) if is_kept else OPEN)
        self.notify()

    def rematch_player(self, player: Player) -> Player:
        """Who sits there at the next table of these people: no substitute, no wish of this one."""
        if not player.key:
            return player
        removed = self.sanctions.against("remove", player.key, self.code)
        return OPEN if removed else Player(player.name, key=player.key)

    def is_shut_to(self, visitor: User) -> bool:
        """Whether the visitor cannot be here: removed, or the table is gone, or kept back."""
        is_gone = self.is_closed or self.held_against("remove", visitor) is not None
        return is_gone or (self.table.is_embargoed and self.seat_of(visitor) is None)

    def held_against(self, kind: SanctionKind, visitor: User) -> Sanction | None:
        """What of that kind holds against the visitor here, if anything does."""
        return self.sanctions.against(kind, visitor.key, self.code, whence=visitor.origin)

    def _check_welcome(self, visitor: User) -> None:
        if self.is_shut_to(visitor):
            raise KickedOut
        if self.table.header.rated:
            check_known(visitor.key)

    def may_sit(self, visitor: User) -> bool:
        """Whether a visitor may take one of the open seats."""
        if not self.table.open_seats():
            return False
        try:
            self._check_welcome(visitor)
            self._fit(visitor)
        except (KickedOut, GuestNotRated, SawOtherSecrets):
            return False
        return True

    def _fit(self, visitor: User) -> Seat:
        """The first open seat on which a visitor may sit. Raises KnowsSecrets."""
        refused = {
            seat: secrets_of_another(self.table, visitor.key, seat)
            for seat in self.table.open_seats()
        }
        for seat, other in refused.items():
            if other is None:
                return seat
        raise SawOtherSecrets(next(other for other in refused.values() if other is not None))

    # ------------------------------------------------------------------ bots in people's seats

    def substitute_bot(self, seat: Seat, level: str, by: User) -> None:
        """Let a bot play for somebody who is away, or on an open seat; the seat stays theirs.

        Anybody may do that with their own seat, the owner of the table with the others; at a
        rated table that is dealt, nobody with another's: whose seat it is would be last.
        Raises NotAllowed, PlayerPresent, TooOften.
        """
        if self.seat_of(by) != seat:
            if not self.may_seat_bots(by):
                raise NotAllowed
            if self.is_here(seat) and not self.table.players[seat].is_open:
                raise PlayerPresent
        self._count(by)
        self.table.seat(seat, replace(self.table.players[seat], name=self._name(seat), bot=level))

    def remove_substitute(self, seat: Seat, by: User) -> None:
        """Let the one whose seat it is play again; asked by the owner or by themselves.

        A bot's own seat is open again, while the table waits for people.
        Raises NotAllowed, AlreadyStarted, TooOften.
        """
        player = self.table.players[seat]
        if player.key != by.key:
            self._check_owner(by)
        if player.key and self.sanctions.against("remove", player.key, self.code):
            raise KickedOut
        if player.is_bots_own and self.table.has_begun:
            raise AlreadyStarted
        self._count(by)
        self.table.seat(seat, replace(player, bot=None) if player.key else OPEN)

    def may_seat_bots(self, visitor: User) -> bool:
        """Whether the visitor may let bots play on the seats of others, and on open ones."""
        table = self.table
        return self.is_owner(visitor) and not (table.header.rated and table.is_dealt)

    def _name(self, seat: Seat) -> str:
        return self.table.players[seat].name or bot_name(seat)

    def _check_owner(self, by: User) -> None:
        if not self.is_owner(by):
            raise NotAllowed

    # ------------------------------------------------------------------ talking

    def send_chat(self, visitor: User, text: str) -> bool:
        """Say something to all who are here; False where nothing is left of it, or one is mute.

        Raises TooOften.
        """
        if self.held_against("mute", visitor):
            return False
        now = time.monotonic()
        pause = self.manners.chat_seconds
        words = sanitize(text, self.manners.chat_characters)
        if not words or now - self._last_said.get(visitor.key, -pause) < pause:
            return False
        self._count(visitor)
        self._last_said[visitor.key] = now
        watched = self._is_on and self.seat_of(visitor) is None
        self.chat.add(ChatMessage(visitor.name, words, time.time(), visitor.is_guest, watched))
        self.notify()
        return True

    def heard_by(self, visitor: User) -> list[ChatMessage]:
        """What was said last, as far as the visitor may read it: nobody who plays is advised."""
        plays = self._is_on and self.seat_of(visitor) is not None
        return [message for message in self.chat if not (plays and message.watched)]

    @property
    def _is_on(self) -> bool:
        """Whether it is played: dealt, and neither over nor given up."""
        table = self.table
        return table.is_dealt and table.outcome is None and not table.deal.is_open

    def receive(self, neighbours: Sequence[User], messages: Iterable[ChatMessage]) -> None:
        """Take in who is here through other processes, and what they said there lately."""
        if not self.chat.receive(frozenset(messages)) and neighbours == self.remote_users:
            return
        self.remote_users = neighbours
        self.refresh()
        self.notify()

    def subscribe(self, listener: Callable[[Room], None]) -> Callable[[], None]:
        """Call the listener when people come, go or speak; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self) -> None:
        """Let the listeners know that something changed beside the table."""
        for listener in tuple(self._listeners):
            listener(self)

    def _hear(self, table: Table[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        self.played = self.table.clocks.time.now()
        self._note_awaited(self.played)
        self.trouble = None
        if self._behind is not None:
            self._behind.receive(line)
        if isinstance(line, UndoRequested):
            self._asker = line.by
            self._wait_no_longer(UndoRequested)
        if isinstance(line, UndoAnswered) and not line.yes:
            self._refused_at[self._asker] = time.monotonic()
        self._mind()

    def _hear_of_trouble(self, trouble: StorageError) -> None:
        self.trouble = trouble
        self.notify()

    # ------------------------------------------------------------------ requests

    def ask(self, by: User) -> None:
        """Ask the others to let one take back.

        Raises CannotUndo, StaleTable, TooOften, StoreFailed.
        """
        seat = self.seat_of(by)
        if seat is None:
            raise NotAllowed
        refusals = min(len(self.table.refused.get(seat, ())), MOST_REFUSALS)
        pause = self.manners.refusal_seconds * refusals**2
        left = pause - (time.monotonic() - self._refused_at.get(seat, -pause))
        if left > 0:
            raise CannotUndo("wait", count=ceil(left))
        self._count(by)
        self.table.ask(seat)

    def let_ask(self, visitor: User, *, willing: bool) -> None:
        """Say whether one wants to be asked to let others take back. Raises StaleTable, TooOften."""
        seat = self.seat_of(visitor)
        if seat is not None:
            self._count(visitor)
            self.table.seat(seat, replace(self.table.players[seat], unasked=not willing))

    def _take_silence_as_no(self) -> None:
        if (request := self.table.request) is not None:
            self.table.answer(request.by, False)  # the one who asked gives up

    # ------------------------------------------------------------------ time

    def claim(self) -> None:
        """Somebody's time may be over: then the others choose.

        Where all of these are bots nobody would, and a rated game could be left for ever instead
        of being lost: so it is given up.
        """
        with suppress(StaleTable, StorageError):  # the next look is another chance
            self.table.claim()
            if self.table.is_left_to_bots:
                self.table.disclose()

    def may_settle(self, seat: Seat, visitor: User, how: TimeoutChoice = "wait") -> bool:
        """Whether the visitor may choose that for a seat without time."""
        own_seat = self.seat_of(visitor)
        if how == "replace" and self.table.header.cup:
            return False
        return seat in self.table.clocks.claimed and own_seat not in {None, seat}

    def settle(self, by: User, seat: Seat, how: TimeoutChoice, level: str = "") -> None:
        """Choose what is done about a seat without time. Raises NotAllowed, StaleTable, TooOften."""
        own_seat = self.seat_of(by)
        if own_seat is None or (how == "replace" and self.table.header.cup):
            raise NotAllowed
        self._count(by)
        self.table.settle(own_seat, seat, how, level)

    # ------------------------------------------------------------------ answers in advance

    def answer(self, visitor: User, question: PremoveQuestion, action: Any) -> None:
        """Answer for the visitor's seat when it is asked that; see people/ahead.py.

        Raises StaleTable where it is too late, TooOften, StoreFailed.
        """
        self._count(visitor)
        self.premoves.give(visitor, question, action)
        self.notify()

    def withdraw(self, answer: Premove) -> None:
        """Take an answer back. Raises StaleTable where it is carried out or lost, StoreFailed."""
        self.premoves.withdraw(answer)
        self._mind()
        self.notify()

    def note_read(self, visitor: User) -> None:
        """The visitor knows which of their answers are lost. Raises StoreFailed."""
        self.premoves.read(visitor)
        self.notify()

    def _is_answer_due(self) -> bool:
        """Whether somebody answered what is asked now; a request to take back comes first."""
        try:
            return self.premoves.due() is not None and self.table.request is None
        except StorageError:  # what became of one could not be written down
            self._is_late = True
            return False

    # ------------------------------------------------------------------ before the deal

    def declare(self, visitor: User, *, ready: bool, part: str = "") -> None:
        """Say that one is ready to be dealt, or no more; `part` was typed for the shuffle.

        Raises AlreadyStarted, StaleTable, TooOften, Failure for a part that does not fit.
        """
        if self.table.is_dealt:
            raise AlreadyStarted
        seat = self.seat_of(visitor)
        if seat is None:
            raise NotAllowed
        if (seat in self.table.ready) != ready:
            self._count(visitor)
            self.table.declare(seat, ready=ready, part=sanitize(part, MOST_SIGNS))

    def alter(self, by: User, chosen: OptionsChanged) -> None:
        """Have it played otherwise: the owner may, before the deal.

        Raises NotAllowed, AlreadyStarted, TooOften, StaleTable, GuestNotRated, BadSetup.
        """
        self._check_owner(by)
        if self.table.is_dealt:
            raise AlreadyStarted
        if chosen.rated:
            check_known(*(player.key or "" for player in self.table.players))
        header = self.table.header
        if chosen != OptionsChanged(header.options, header.clock, header.rated, header.delay):
            self._count(by)
            self.table.alter(chosen)

    def first_to_be_ready(self, visitor: User) -> str | None:
        """The name of the owner, who types before the visitor does; None where nobody has to."""
        table, seat = self.table, self.table.owner_seat
        is_free = not table.header.committed or seat in {None, self.seat_of(visitor), *table.ready}
        return None if is_free or seat is None else table.players[seat].name

    async def _mix(self, at: float) -> None:
        """Work the seed out beside the loop, from what was typed; all were ready by then.

        Those who were in time do not pay for the seeds of others that are worked out before.
        """
        table, deal = self.table, self.table.deal
        try:
            while table.is_to_mix:
                before = deal.committed, {**deal.ready}
                loop = asyncio.get_running_loop()
                mixed = await loop.run_in_executor(_shuffler(), deal.mixing(at))
                if before == (deal.committed, deal.ready):
                    with suppress(StaleTable):
                        table.mix(mixed)
                at = time.time()
        except StorageError as trouble:
            self._hear_of_trouble(trouble)
        finally:
            self._mixing = None

    def _seconds_to_be_ready(self) -> float | None:
        table, deal = self.table, self.table.deal
        return deal.left(time.time(), table.owner_seat) if deal.seed is None else None

    def _begin_anew(self) -> None:
        """Not all were ready in time, and whoever can reckon shall not have more of it."""
        left = self._seconds_to_be_ready()
        if self._mixing is not None:
            return  # the seed that it works out tells whether it was in time
        if left is not None and left <= 0:
            self.table.commit_again()
        else:
            self._mind()

    def fill_up(self, visitor: User, level: str) -> None:
        """Let bots sit on all open seats; the owner of the table is ready then. Raises NotYours."""
        for seat in self.table.open_seats():
            self.substitute_bot(seat, level, visitor)
        if self.seat_of(visitor) is not None and not self.table.is_dealt:
            self.declare(visitor, ready=True)

    def _ready_no_more(self, seat: Seat) -> None:
        if not self.is_here(seat) and seat in self.table.ready and not self.table.is_dealt:
            self.table.declare(seat, ready=False)

    def _heirs(self) -> Sequence[Seat]:
        """Who could have the table, if the one whose it is stays away: whoever sits there."""
        table, owner = self.table, self.table.owner
        if not owner or any(visitor.key == owner for visitor in self.present):
            return ()
        return [seat for seat in range(len(table.players)) if self.is_here(seat)]

    def _hand_over(self) -> None:
        for seat in self._heirs()[:1]:
            self.table.hand_over(seat)

    # ------------------------------------------------------------------ patience

    def _mind(self) -> None:
        """Wait for whom we wait, so long as manners say; whoever came ends that.

        Silence ends an open request if all whom it waits for are here: whoever is away is
        asked on coming back, also where a bot plays for them meanwhile.
        """
        table, manners = self.table, self.manners
        is_asked = table.request is not None and all(map(self.is_here, table.unanswered()))
        self._wait(
            UndoRequested, manners.consent_seconds, self._take_silence_as_no, wanted=is_asked
        )
        for seat in range(len(table.players)):
            is_away = not table.is_dealt and seat in table.ready and not self.is_here(seat)
            is_away &= not table.header.cup  # nobody else could have the seat
            fall = partial(self._ready_no_more, seat)
            self._wait(seat, manners.ready_seconds, fall, wanted=is_away)
        left = self._seconds_to_be_ready()
        self._wait(
            SecretCommitted, max(0.0, left or 0.0), self._begin_anew, wanted=left is not None
        )
        is_for_us = self.is_hosted and self._is_ours()
        if table.is_to_mix and is_for_us and self._mixing is None:
            self._mixing = asyncio.create_task(self._mix(time.time()))
        is_due = self._is_answer_due() and is_for_us
        self._wait(TablePremoves, manners.answer_seconds, self.premoves.carry_out, wanted=is_due)
        due = None if self._behind is None else self._behind.due
        self._wait(DelayedView, due or 0.0, self._let_see, wanted=due is not None)
        has_heirs = table.outcome is None and bool(self._heirs())
        self._wait(OwnerChanged, manners.host_seconds, self._hand_over, wanted=has_heirs)

    def _wait(
        self, key: Hashable, seconds: float, then: Callable[[], None], *, wanted: bool
    ) -> None:
        if not (wanted and self.is_hosted):
            self._wait_no_longer(key)
        elif key not in self._patience:
            loop = asyncio.get_running_loop()
            # in a context of its own: it would keep the app of whoever just left
            self._patience[key] = loop.call_later(
                seconds, self._lose_patience, key, then, context=Context()
            )

    def _wait_no_longer(self, key: Hashable) -> None:
        if (timer := self._patience.pop(key, None)) is not None:
            timer.cancel()

    def _lose_patience(self, key: Hashable, then: Callable[[], None]) -> None:
        del self._patience[key]
        try:
            then()
        except StaleTable:
            pass  # another process has done so already
        except StorageError:
            self._is_late = True


@cache
def _shuffler() -> ThreadPoolExecutor:
    """One seed at a time: each takes 128 MiB."""
    return ThreadPoolExecutor(1, "shuffler")


def bot_name(seat: Seat) -> str:
    """How a bot is called that sits there in its own right."""
    return f"Bot {seat + 1}"
