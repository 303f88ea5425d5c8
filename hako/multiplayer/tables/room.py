"""Room: a shared table with its players, spectators and chat.

Seats, bots and undo requests are lines of the log, so several processes over one store agree
about them. Chat is kept beside the log. Presence lasts as long as the processes.
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
from hako.engine.storage.waiting import aside
from hako.multiplayer.accounts.sanctions import Sanction, SanctionKind, Sanctions
from hako.multiplayer.accounts.users import GuestNotRated, User, check_known
from hako.multiplayer.rate_limit import WriteLimits
from hako.multiplayer.tables.chat import Chat, ChatMessage, sanitize
from hako.multiplayer.tables.delayed_view import DelayedView
from hako.multiplayer.tables.premoves import Premove, PremoveOutcome, PremoveStore, TablePremoves
from hako.multiplayer.tables.summary import TableSummary, awaited, seat_of, summary_of

MOST_REFUSALS = 10
"""Number of refusals after which the wait for another request no longer grows."""


class TableLimits(Struct, frozen=True):
    """Limits of what people may do at a shared table."""

    chat_characters: int = 200
    """Length to which a chat message is cut."""
    chat_seconds: float = 0.5
    """Minimum time between two messages of one user; earlier ones are dropped."""
    consent_seconds: float = 60.0
    """Time for which an undo request waits for those present; then it is refused."""
    refusal_seconds: float = 10.0
    """Wait after a refused undo request; after k refusals k * k times as long."""
    ready_seconds: float = 60.0
    """Time after which an absent player is no longer ready to be dealt to."""
    host_seconds: float = 600.0
    """Time after which the table of an absent owner passes to a player who is present."""
    acts_at_once: int = 30
    """Number of stored writes (chat, sitting down, entering a tournament) in one burst; see WriteLimits."""
    act_seconds: float = 5.0
    """Seconds until one more such write is allowed."""
    answer_seconds: float = 5.0
    """Delay of a due premove, in which the previous player may still undo."""
    tables_per_player: int = 20
    """Maximum number of tables of one owner that are played at the same time."""

    def writes(self) -> WriteLimits:
        """Limits of stored writes, with nothing written yet."""
        return WriteLimits(1 / self.act_seconds, self.acts_at_once)


DEFAULT_LIMITS = TableLimits()


class NotAllowed(PermissionError):
    """Error: only the owner of the table, or the player of the seat, may do this."""


class PlayerPresent(PermissionError):
    """Error: the player of the seat is present and plays."""


class AlreadyStarted(PermissionError):
    """Error: a seat can be left or changed only before the game begins."""


class SawOtherSecrets(PermissionError):
    """Error: who has seen a seat's secrets may not take another seat of that table."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat
        """Seat whose secrets the user has seen."""


class KickedOut(PermissionError):
    """Error: the user was kicked from the table for some time."""


class Room:
    """Shared table with the users around it."""

    def __init__(
        self,
        table: Table[Any],
        save: Save,
        worker_pool: WorkerPool,
        premoves: PremoveStore,
        pace: Callable[[], float] = lambda: 0.0,
        played: float = 0.0,
        limits: TableLimits = DEFAULT_LIMITS,
        sanctions: Sanctions | None = None,
        chat: Chat | None = None,
        writes: WriteLimits | None = None,
        since: Mapping[Seat, float] | None = None,
        is_ours: Callable[[], bool] = lambda: True,
        read: Callable[[], bytes] = bytes,
    ) -> None:
        """Create the room of a table.

        `pace` gives the delay of the BotRunner; `played` is the time of the last line. `premoves`
        holds the premoves of all tables. `writes` counts the stored writes of users, at all tables.
        `since` has the times at which seats began to be waited for, as far as they are known.
        `is_ours` tells if this process plays the bots of the table; `read` reads its log.
        Raises StorageError.
        """
        self.table = table
        self.limits = limits
        self.sanctions = sanctions or Sanctions()
        self.is_closed = False
        """True if the table was closed; its log is kept."""
        self.is_at_rest = False
        """True if the lobby dropped this room from memory; the table gets a new one on demand."""
        self.wanted = time.monotonic()
        """Time of the last request for the room or departure from it, by the monotonic clock."""
        self.name = save.name
        self.played = played
        """Time of the last line of the log, in seconds since 1970."""
        self._is_ours = is_ours
        self._read = read
        self._delayed_view: DelayedView | None = None
        """View for delayed spectators; None until there is one."""
        self.runner = BotRunner(table, worker_pool, pace, self._report_trouble, is_ours=is_ours)
        self.is_hosted = False
        """True if the room was started and plays bots where it owns them."""
        self._is_late = False
        """True if a due action could not be stored."""
        self.trouble: StorageError | None = None
        """Error of the last bot's move that could not be stored."""
        self.chat = Chat() if chat is None else chat
        self.own: list[User] = []
        """Users of this process at the table, once for each of their terminals."""
        self.remote_users: Sequence[User] = ()
        """Users of other processes at the table."""
        self.next: Room | None = None
        """Room of the rematch."""
        self._writes = writes or limits.writes()
        self._last_said: dict[str, float] = {}
        self._listeners: list[Callable[[Room], None]] = []
        self._timers: dict[Hashable, asyncio.TimerHandle] = {}
        """Running timers, by the key of what they wait for."""
        self._asker = table.request.by if table.request else None
        self._since = since or {}
        """Time since when each seat is waited for, in seconds since 1970, as far as it is known."""
        self._refused_at: dict[Seat | None, float] = {}
        """Time of each seat's last refused undo request, by the monotonic clock."""
        self._mixing: asyncio.Task[None] | None = None
        self.premoves = TablePremoves(table, save.name, premoves)
        """Premoves of the players."""
        self._cleanups = [table.subscribe(self._receive_line)]
        self._note_awaited(played)

    @property
    def code(self) -> str:
        """Code that people type to find the table."""
        return self.table.header.code

    @property
    def present(self) -> list[User]:
        """Users at the table, once for each of their terminals."""
        return [*self.own, *self.remote_users]

    def seat_of(self, user: User) -> Seat | None:
        """Seat of a user's key, or None."""
        return seat_of(self.table.players, user)

    def is_here(self, seat: Seat) -> bool:
        """True if the player of a seat is present."""
        key = self.table.players[seat].key
        return any(user.key == key for user in self.present)

    def is_owner(self, user: User) -> bool:
        """True if a user owns the table; a table of the server belongs to all its players.

        A table of a tournament belongs to nobody.
        """
        if self.table.header.cup:
            return False
        owner = self.table.owner
        return user.key == owner if owner else self.seat_of(user) is not None

    def awaits(self, user: User) -> bool:
        """True if the table waits for a user: to choose, or to be ready."""
        return self.summary.awaits(user)

    @property
    def summary(self) -> TableSummary:
        """Summary of the table for lists."""
        return summary_of(self.table, self.name, self.played, self._since)

    def _note_awaited(self, now: float) -> None:
        self._since = {seat: self._since.get(seat, now) for seat in awaited(self.table)}

    def watchers(self) -> list[User]:
        """Users at the table who have no seat."""
        return [user for user in self.present if self.seat_of(user) is None]

    def _count(self, user: User) -> None:
        """Count one more stored write of a user. Raises RateLimited."""
        self._writes.count(user)

    def shown_to(self, user: User) -> Table[Any]:
        """The table as a user may see it: delayed for spectators where its delay says so.

        Raises StorageError.
        """
        delay = delay_of(self.table.header.delay)
        if delay is None or self.seat_of(user) is not None:
            return self.table
        if self._delayed_view is None:
            time = self.table.clocks.time
            self._delayed_view = DelayedView(self.table, delay, self._read(), self.played, time)
            self._schedule_timers()
        return self._delayed_view.table

    def _poll_delayed_view(self) -> None:
        if self._delayed_view is not None:
            self._delayed_view.poll()
            self._schedule_timers()

    # ------------------------------------------------------------------ presence and seats

    def start(self) -> None:
        """Start timers, and the bots that this process owns."""
        if not self.is_hosted:
            self.is_hosted = True
            self.runner.start()
            self._schedule_timers()

    def add_cleanup(self, end: Callable[[], None]) -> None:
        """Add a function that is called when the room stops."""
        self._cleanups.append(end)

    async def stop(self) -> None:
        """Stop timers and bots; the table stays as it is."""
        for end in self._cleanups:
            end()
        self._cleanups.clear()
        if self._mixing is not None:
            self._mixing.cancel()
        for key in tuple(self._timers):
            self._cancel_timer(key)
        self.is_hosted = False
        await self.runner.stop()

    def refresh(self) -> None:
        """Check again which bots and timers this process owns."""
        self.runner.refresh()
        self._schedule_timers()

    def retry(self) -> None:
        """Repeat the writes that failed."""
        if self.trouble is not None:
            self.runner.hurry()
        if self.trouble is not None or self._is_late:
            self._is_late = False
            self._schedule_timers()

    def enter(self, user: User) -> None:
        """Add a user who opened the table, as a player or spectator."""
        self.start()
        self.own.append(user)
        self.refresh()
        self.notify()

    def leave(self, user: User) -> None:
        """Remove a user who left the table; their seat stays theirs."""
        self.own.remove(user)
        self.wanted = time.monotonic()
        self.refresh()
        self.notify()

    def sit(self, user: User) -> Seat | None:
        """Give a user their seat, or else the first open one; returns None if there is none.

        Raises SawOtherSecrets, KickedOut, RateLimited, GuestNotRated.
        """
        self._check_welcome(user)
        if self.seat_of(user) is None and self.table.open_seats():
            self._count(user)
        return self._sit_down(user)

    def _sit_down(self, user: User) -> Seat | None:
        while (seat := self.seat_of(user)) is None and self.table.open_seats():
            with suppress(StaleTable):  # another user was faster: try again
                self.table.seat(self._allowed_seat(user), Player(user.name, key=user.key))
        self.table.write_own_lines()  # an earlier write may have failed
        return seat

    def move(self, user: User, seat: Seat) -> None:
        """Move a user to another open seat, before the deal.

        Raises AlreadyStarted, StaleTable, KickedOut, RateLimited, GuestNotRated.
        """
        self._check_welcome(user)
        if self.table.is_dealt:
            raise AlreadyStarted
        if seat not in self.table.open_seats():
            raise StaleTable
        self._count(user)
        own_seat = self.seat_of(user)
        player = Player(user.name, key=user.key)
        if own_seat is not None:
            player = self.table.players[own_seat]
            self.table.seat(own_seat, OPEN)
        try:
            self.table.seat(seat, player)
        except StaleTable:
            self._sit_down(user)
            raise

    def may_stand_up(self, user: User) -> bool:
        """True if a user has a seat and may leave it, as the game has not begun."""
        is_kept = self.table.has_begun or self.table.header.cup
        return self.seat_of(user) is not None and not is_kept

    def stand_up(self, user: User) -> None:
        """Leave one's seat, before the game begins.

        Raises AlreadyStarted, StaleTable, RateLimited.
        """
        seat = self.seat_of(user)
        if seat is None:
            return
        if not self.may_stand_up(user):
            raise AlreadyStarted
        self._count(user)
        self.table.seat(seat, OPEN)

    def remove(self, key: str, level: str) -> None:
        """Remove a player from their seat.

        The seat becomes open before the deal; after it, and always at a table of a tournament, a bot
        plays for them. The sanction itself is kept by the server. Raises StorageError.
        """
        while (seat := self.seat_of(User("", key))) is not None:
            player, is_kept = self.table.players[seat], self.table.is_dealt or self.table.header.cup
            if is_kept and player.bot:
                break
            with suppress(StaleTable):  # the seat changed: try again
                self.table.seat(seat, replace(player, bot=level) if is_kept else OPEN)
        self.notify()

    def rematch_player(self, player: Player) -> Player:
        """Player for the same seat of a rematch, without substitute and options of the present one."""
        if not player.key:
            return player
        removed = self.sanctions.against("remove", player.key, self.code)
        return OPEN if removed else Player(player.name, key=player.key)

    def is_shut_to(self, user: User) -> bool:
        """True if a user may not be here: kicked, or the table is closed or embargoed."""
        is_gone = self.is_closed or self.held_against("remove", user) is not None
        return is_gone or (self.table.is_embargoed and self.seat_of(user) is None)

    def held_against(self, kind: SanctionKind, user: User) -> Sanction | None:
        """Sanction of this kind against a user at this table, if there is one."""
        return self.sanctions.against(kind, user.key, self.code, origin=user.origin)

    def _check_welcome(self, user: User) -> None:
        if self.is_shut_to(user):
            raise KickedOut
        if self.table.header.rated:
            check_known(user.key)

    def may_sit(self, user: User) -> bool:
        """True if a user may take one of the open seats."""
        if not self.table.open_seats():
            return False
        try:
            self._check_welcome(user)
            self._allowed_seat(user)
        except (KickedOut, GuestNotRated, SawOtherSecrets):
            return False
        return True

    def _allowed_seat(self, user: User) -> Seat:
        """First open seat that a user may take. Raises SawOtherSecrets."""
        refused = {
            seat: secrets_of_another(self.table, user.key, seat) for seat in self.table.open_seats()
        }
        for seat, other in refused.items():
            if other is None:
                return seat
        raise SawOtherSecrets(next(other for other in refused.values() if other is not None))

    # ------------------------------------------------------------------ bots in people's seats

    def substitute_bot(self, seat: Seat, level: str, by: User) -> None:
        """Let a bot play on a seat, which stays its player's; or give it an open seat.

        Players may do this for their own seat, the owner for other seats. At a rated table nobody may
        do it for another after the deal, since that would cost them the game.
        Raises NotAllowed, PlayerPresent, RateLimited.
        """
        if self.seat_of(by) != seat:
            if not self.may_seat_bots(by):
                raise NotAllowed
            if self.is_here(seat) and not self.table.players[seat].is_open:
                raise PlayerPresent
        self._count(by)
        self.table.seat(seat, replace(self.table.players[seat], name=self._name(seat), bot=level))

    def remove_substitute(self, seat: Seat, by: User) -> None:
        """Let the player of a seat play again; the owner and the player may ask for it.

        A bot's own seat becomes open, before the game begins.
        Raises NotAllowed, AlreadyStarted, KickedOut, RateLimited.
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

    def may_seat_bots(self, user: User) -> bool:
        """True if a user may put bots on other people's seats and on open ones."""
        table = self.table
        return self.is_owner(user) and not (table.header.rated and table.is_dealt)

    def _name(self, seat: Seat) -> str:
        return self.table.players[seat].name or bot_name(seat)

    def _check_owner(self, by: User) -> None:
        if not self.is_owner(by):
            raise NotAllowed

    # ------------------------------------------------------------------ chat and notifications

    def send_chat(self, user: User, text: str) -> bool:
        """Send a chat message; returns False if it is empty, too early, or the user is muted.

        Raises RateLimited.
        """
        if self.held_against("mute", user):
            return False
        now = time.monotonic()
        pause = self.limits.chat_seconds
        words = sanitize(text, self.limits.chat_characters)
        if not words or now - self._last_said.get(user.key, -pause) < pause:
            return False
        self._count(user)
        self._last_said[user.key] = now
        watched = self._is_on and self.seat_of(user) is None
        self.chat.add(ChatMessage(user.name, words, time.time(), user.is_guest, watched))
        self.notify()
        return True

    def chat_for(self, user: User) -> list[ChatMessage]:
        """Chat messages that a user may read: players do not see those of spectators during the game."""
        plays = self._is_on and self.seat_of(user) is not None
        return [message for message in self.chat if not (plays and message.watched)]

    @property
    def _is_on(self) -> bool:
        """True if the game is running: dealt, and neither over nor given up."""
        table = self.table
        return table.is_dealt and table.outcome is None and not table.deal.is_open

    def receive(self, remote_users: Sequence[User], messages: Iterable[ChatMessage]) -> None:
        """Receive the users and recent messages of other processes."""
        if not self.chat.receive(frozenset(messages)) and remote_users == self.remote_users:
            return
        self.remote_users = remote_users
        self.refresh()
        self.notify()

    def subscribe(self, listener: Callable[[Room], None]) -> Callable[[], None]:
        """Call the listener when users come, go or chat; returns a function that ends the subscription."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self) -> None:
        """Call the listeners after a change beside the log."""
        for listener in tuple(self._listeners):
            listener(self)

    def _receive_line(self, table: Table[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        self.played = self.table.clocks.time.now()
        self._note_awaited(self.played)
        self.trouble = None
        if self._delayed_view is not None:
            self._delayed_view.receive(line)
        if isinstance(line, UndoRequested):
            self._asker = line.by
            self._cancel_timer(UndoRequested)
        if isinstance(line, UndoAnswered) and not line.yes:
            self._refused_at[self._asker] = time.monotonic()
        self._schedule_timers()

    def _report_trouble(self, trouble: StorageError) -> None:
        self.trouble = trouble
        self.notify()

    # ------------------------------------------------------------------ undo requests

    def ask(self, by: User) -> None:
        """Request an undo for a user.

        Raises NotAllowed, CannotUndo, StaleTable, RateLimited, StorageError.
        """
        seat = self.seat_of(by)
        if seat is None:
            raise NotAllowed
        refusals = min(len(self.table.refused.get(seat, ())), MOST_REFUSALS)
        pause = self.limits.refusal_seconds * refusals**2
        left = pause - (time.monotonic() - self._refused_at.get(seat, -pause))
        if left > 0:
            raise CannotUndo("wait", count=ceil(left))
        self._count(by)
        self.table.ask(seat)

    def let_ask(self, user: User, *, willing: bool) -> None:
        """Set whether a user receives undo requests. Raises StaleTable, RateLimited."""
        seat = self.seat_of(user)
        if seat is not None:
            self._count(user)
            self.table.seat(seat, replace(self.table.players[seat], unasked=not willing))

    def _refuse_undo(self) -> None:
        if (request := self.table.request) is not None:
            self.table.answer(request.by, False)  # as a withdrawal by the one who asked

    # ------------------------------------------------------------------ clocks

    def claim(self) -> None:
        """Claim the seats whose time is over, for which the others then choose.

        If only bots are left, nobody would choose, and a rated game could be left open to avoid a loss.
        Such a game is given up.
        """
        with suppress(StaleTable, StorageError):  # tried again at the next poll
            self.table.claim()
            if self.table.is_left_to_bots:
                self.table.disclose()

    def may_settle(self, seat: Seat, user: User, how: TimeoutChoice = "wait") -> bool:
        """True if a user may choose this for a seat whose time is over."""
        own_seat = self.seat_of(user)
        if how == "replace" and self.table.header.cup:
            return False
        return seat in self.table.clocks.claimed and own_seat not in {None, seat}

    def settle(self, by: User, seat: Seat, how: TimeoutChoice, level: str = "") -> None:
        """Choose what happens to a seat whose time is over. Raises NotAllowed, StaleTable, RateLimited."""
        own_seat = self.seat_of(by)
        if own_seat is None or (how == "replace" and self.table.header.cup):
            raise NotAllowed
        self._count(by)
        self.table.settle(own_seat, seat, how, level)

    # ------------------------------------------------------------------ premoves

    def answer(self, user: User, question: PremoveQuestion, action: Any) -> None:
        """Store a premove of a user; see engine.rules.premoves.

        Raises StaleTable where it is too late, RateLimited, StorageError.
        """
        self._count(user)
        self.premoves.give(user, question, action)
        self.notify()

    def withdraw(self, premove: Premove) -> None:
        """Withdraw a premove. Raises StaleTable where it is carried out or cancelled, StorageError."""
        self.premoves.withdraw(premove)
        self._schedule_timers()
        self.notify()

    def note_read(self, user: User) -> None:
        """Mark a user's cancelled premoves as read. Raises StorageError."""
        self.premoves.read(user)
        self.notify()

    def _is_answer_due(self) -> bool:
        """True if a premove is due; an undo request comes first."""
        check = self.premoves.check()
        if check.ended:
            aside(partial(self._store_outcomes, check.ended))
        return check.due is not None and self.table.request is None

    def _store_outcomes(self, ended: Sequence[tuple[Premove, PremoveOutcome]]) -> None:
        try:
            self.premoves.store(ended)
        except StorageError:
            self._is_late = True

    # ------------------------------------------------------------------ before the deal

    def declare(self, user: User, *, ready: bool, part: str = "") -> None:
        """Set whether a user is ready for the deal; `part` is their contribution to the shuffle.

        Raises AlreadyStarted, NotAllowed, StaleTable, RateLimited, Failure for an unsuitable part.
        """
        if self.table.is_dealt:
            raise AlreadyStarted
        seat = self.seat_of(user)
        if seat is None:
            raise NotAllowed
        if (seat in self.table.ready) != ready:
            self._count(user)
            self.table.declare(seat, ready=ready, part=sanitize(part, MOST_SIGNS))

    def alter(self, by: User, chosen: OptionsChanged) -> None:
        """Change the options of the game, as its owner, before the deal.

        Raises NotAllowed, AlreadyStarted, RateLimited, StaleTable, GuestNotRated, BadSetup.
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

    def first_to_be_ready(self, user: User) -> str | None:
        """Name of the owner, whose part has to be typed before the user's; None if nothing is missing."""
        table, seat = self.table, self.table.owner_seat
        is_free = not table.header.committed or seat in {None, self.seat_of(user), *table.ready}
        return None if is_free or seat is None else table.players[seat].name

    async def _mix(self, at: float) -> None:
        """Compute the seed from all parts in a thread; everybody was ready at time `at`.

        The computation of earlier seeds does not count against players who were in time.
        """
        table, deal = self.table, self.table.deal
        try:
            while table.is_to_mix:
                before = deal.committed, {**deal.ready}
                loop = asyncio.get_running_loop()
                mixed = await loop.run_in_executor(_shuffle_executor(), deal.mixing(at))
                if before == (deal.committed, deal.ready):
                    with suppress(StaleTable):
                        table.mix(mixed)
                at = time.time()
        except StorageError as trouble:
            self._report_trouble(trouble)
        finally:
            self._mixing = None

    def _seconds_to_be_ready(self) -> float | None:
        table, deal = self.table, self.table.deal
        return deal.left(time.time(), table.owner_seat) if deal.seed is None else None

    def _commit_again(self) -> None:
        """Commit to a new secret if not all were ready in time, so that nobody has time to search seeds."""
        left = self._seconds_to_be_ready()
        if self._mixing is not None:
            return  # the computed seed decides if all were in time
        if left is not None and left <= 0:
            self.table.commit_again()
        else:
            self._schedule_timers()

    def fill_up(self, user: User, level: str) -> None:
        """Put bots on all open seats and set the owner ready. Raises NotAllowed."""
        for seat in self.table.open_seats():
            self.substitute_bot(seat, level, user)
        if self.seat_of(user) is not None and not self.table.is_dealt:
            self.declare(user, ready=True)

    def _withdraw_readiness(self, seat: Seat) -> None:
        if not self.is_here(seat) and seat in self.table.ready and not self.table.is_dealt:
            self.table.declare(seat, ready=False)

    def _owner_candidates(self) -> Sequence[Seat]:
        """Seats of present players who could own the table while its owner is absent."""
        table, owner = self.table, self.table.owner
        if not owner or any(user.key == owner for user in self.present):
            return ()
        return [seat for seat in range(len(table.players)) if self.is_here(seat)]

    def _hand_over(self) -> None:
        for seat in self._owner_candidates()[:1]:
            self.table.hand_over(seat)

    # ------------------------------------------------------------------ timers

    def _schedule_timers(self) -> None:
        """Start the timers that the limits ask for, and cancel those that are no longer needed.

        An undo request times out only while all whom it waits for are present. Who is absent is asked on
        return, even if a bot plays for them meanwhile.
        """
        table, limits = self.table, self.limits
        is_asked = table.request is not None and all(map(self.is_here, table.unanswered()))
        self._set_timer(UndoRequested, limits.consent_seconds, self._refuse_undo, wanted=is_asked)
        for seat in range(len(table.players)):
            is_away = not table.is_dealt and seat in table.ready and not self.is_here(seat)
            is_away &= not table.header.cup  # nobody else could have the seat
            fall = partial(self._withdraw_readiness, seat)
            self._set_timer(seat, limits.ready_seconds, fall, wanted=is_away)
        left = self._seconds_to_be_ready()
        self._set_timer(
            SecretCommitted, max(0.0, left or 0.0), self._commit_again, wanted=left is not None
        )
        is_for_us = self.is_hosted and self._is_ours()
        if table.is_to_mix and is_for_us and self._mixing is None:
            self._mixing = asyncio.create_task(self._mix(time.time()))
        is_due = self._is_answer_due() and is_for_us
        self._set_timer(
            TablePremoves, limits.answer_seconds, self.premoves.carry_out, wanted=is_due
        )
        due = None if self._delayed_view is None else self._delayed_view.due
        self._set_timer(DelayedView, due or 0.0, self._poll_delayed_view, wanted=due is not None)
        has_heirs = table.outcome is None and bool(self._owner_candidates())
        self._set_timer(OwnerChanged, limits.host_seconds, self._hand_over, wanted=has_heirs)

    def _set_timer(
        self, key: Hashable, seconds: float, callback: Callable[[], None], *, wanted: bool
    ) -> None:
        if not (wanted and self.is_hosted):
            self._cancel_timer(key)
        elif key not in self._timers:
            loop = asyncio.get_running_loop()
            # with its own context, since the current one would keep the app of a user who left
            self._timers[key] = loop.call_later(
                seconds, self._expire, key, callback, context=Context()
            )

    def _cancel_timer(self, key: Hashable) -> None:
        if (timer := self._timers.pop(key, None)) is not None:
            timer.cancel()

    def _expire(self, key: Hashable, callback: Callable[[], None]) -> None:
        del self._timers[key]
        aside(partial(self._run_due, callback))

    def _run_due(self, callback: Callable[[], None]) -> None:
        try:
            callback()
        except StaleTable:
            pass  # another process was faster
        except StorageError:
            self._is_late = True


@cache
def _shuffle_executor() -> ThreadPoolExecutor:
    """Executor that computes one seed at a time: each takes 128 MiB."""
    return ThreadPoolExecutor(1, "shuffler")


def bot_name(seat: Seat) -> str:
    """Name of a bot that has a seat of its own."""
    return f"Bot {seat + 1}"
