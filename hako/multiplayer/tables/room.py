"""Room: a shared table with its players, spectators and chat.

Seats, bots and undo requests are lines of the log, so several processes over one store agree
about them. Chat is kept beside the log. Presence lasts as long as the processes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec import Struct, field

from hako.engine.bots.runner import BotRunner
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.history import StaleTable
from hako.engine.log.line_base import LogLine
from hako.engine.log.save import Save
from hako.engine.log.storage_errors import StorageError
from hako.engine.log.undo import UndoRequested
from hako.engine.rules.model import Seat
from hako.engine.rules.premoves import PremoveQuestion
from hako.engine.storage.waiting import aside
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.accounts.users import User
from hako.multiplayer.rate_limit import WriteLimits
from hako.multiplayer.tables.chat import Chat, ChatMessage, sanitize
from hako.multiplayer.tables.clock import TimeoutChoice
from hako.multiplayer.tables.deal import SecretCommitted
from hako.multiplayer.tables.delay import delay_of
from hako.multiplayer.tables.delayed_view import DelayedView
from hako.multiplayer.tables.errors import NotAllowed
from hako.multiplayer.tables.limits import DEFAULT_LIMITS, TableLimits
from hako.multiplayer.tables.premoves import Premove, PremoveOutcome, PremoveStore, TablePremoves
from hako.multiplayer.tables.preparation import Preparation
from hako.multiplayer.tables.seat_changes import OwnerChanged
from hako.multiplayer.tables.seating import Seating
from hako.multiplayer.tables.summary import TableSummary, awaited, summary_of
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_users import TableUsers
from hako.multiplayer.tables.timers import Timers
from hako.multiplayer.tables.undo_requests import UndoRequests


class TableServices(Struct):
    """Services that all tables of a server share."""

    worker_pool: WorkerPool
    premoves: PremoveStore = field(default_factory=PremoveStore)
    """Premoves of all tables. A premove is shown to nobody but its author."""
    pace: Callable[[], float] = lambda: 0.0
    """Delay of each table's BotRunner, in seconds."""
    limits: TableLimits = DEFAULT_LIMITS
    sanctions: Sanctions = field(default_factory=Sanctions)
    writes: WriteLimits = field(default_factory=DEFAULT_LIMITS.writes)
    """Limits of stored writes, shared by all ways of writing on this server."""


class Room:
    """Shared table with the users around it."""

    def __init__(
        self,
        table: SharedTable[Any],
        save: Save,
        services: TableServices,
        chat: Chat | None = None,
        *,
        played: float = 0.0,
        since: Mapping[Seat, float] | None = None,
        is_ours: Callable[[], bool] = lambda: True,
        read: Callable[[], bytes] = bytes,
    ) -> None:
        """Create the room of a table.

        `played` is the time of the last line. `since` has the times at which seats began to be waited
        for, as far as they are known. `is_ours` tells if this process plays the bots of the table;
        `read` reads its log. Raises StorageError.
        """
        self.table = table
        self.users = TableUsers(table, services.limits, services.sanctions, services.writes)
        """Users at the table."""
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
        self.runner = BotRunner(
            table, services.worker_pool, services.pace, self.users.report_trouble, is_ours=is_ours
        )
        self.is_hosted = False
        """True if the room was started and plays bots where it owns them."""
        self.chat = Chat() if chat is None else chat
        self.next: Room | None = None
        """Room of the rematch."""
        self._last_said: dict[str, float] = {}
        self._timers = Timers()
        self._since = since or {}
        """Time since when each seat is waited for, in seconds since 1970, as far as it is known."""
        self.seating = Seating(self.users)
        self.preparation = Preparation(self.users, self.seating)
        self.undo_requests = UndoRequests(self.users)
        self.premoves = TablePremoves(table, save.name, services.premoves)
        """Premoves of the players."""
        self._cleanups = [table.subscribe(self._receive_line)]
        self._note_awaited(played)

    @property
    def code(self) -> str:
        """Code that people type to find the table."""
        return self.table.header.code

    def awaits(self, user: User) -> bool:
        """True if the table waits for a user: to choose, or to be ready."""
        return self.summary.awaits(user)

    @property
    def summary(self) -> TableSummary:
        """Summary of the table for lists."""
        return summary_of(self.table, self.name, self.played, self._since)

    def _note_awaited(self, now: float) -> None:
        self._since = {seat: self._since.get(seat, now) for seat in awaited(self.table)}

    def shown_to(self, user: User) -> SharedTable[Any]:
        """The table as a user may see it: delayed for spectators where its delay says so.

        Raises StorageError.
        """
        delay = delay_of(self.table.header.delay)
        if delay is None or self.users.seat_of(user) is not None:
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

    # ------------------------------------------------------------------ presence

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
        self.preparation.stop()
        self._timers.cancel_all()
        self.is_hosted = False
        await self.runner.stop()

    def refresh(self) -> None:
        """Check again which bots and timers this process owns."""
        self.runner.refresh()
        self._schedule_timers()

    def retry(self) -> None:
        """Repeat the writes that failed."""
        if self.users.trouble is not None:
            self.runner.hurry()
        if self.users.trouble is not None or self._timers.is_late:
            self._timers.is_late = False
            self._schedule_timers()

    def enter(self, user: User) -> None:
        """Add a user who opened the table, as a player or spectator."""
        self.start()
        self.users.own.append(user)
        self.refresh()
        self.users.notify()

    def leave(self, user: User) -> None:
        """Remove a user who left the table; their seat stays theirs."""
        self.users.own.remove(user)
        self.wanted = time.monotonic()
        self.refresh()
        self.users.notify()

    # ------------------------------------------------------------------ chat and notifications

    def send_chat(self, user: User, text: str) -> bool:
        """Send a chat message; returns False if it is empty, too early, or the user is muted.

        Raises RateLimited.
        """
        if self.users.held_against("mute", user):
            return False
        now = time.monotonic()
        pause = self.users.limits.chat_seconds
        words = sanitize(text, self.users.limits.chat_characters)
        if not words or now - self._last_said.get(user.key, -pause) < pause:
            return False
        self.users.count(user)
        self._last_said[user.key] = now
        watched = self._is_on and self.users.seat_of(user) is None
        self.chat.add(ChatMessage(user.name, words, time.time(), user.is_guest, watched))
        self.users.notify()
        return True

    def chat_for(self, user: User) -> list[ChatMessage]:
        """Chat messages that a user may read: players do not see those of spectators during the game."""
        plays = self._is_on and self.users.seat_of(user) is not None
        return [message for message in self.chat if not (plays and message.watched)]

    @property
    def _is_on(self) -> bool:
        """True if the game is running: dealt, and neither over nor given up."""
        table = self.table
        return table.is_dealt and table.outcome is None and not table.deal.is_open

    def receive(self, remote_users: Sequence[User], messages: Iterable[ChatMessage]) -> None:
        """Receive the users and recent messages of other processes."""
        if not self.chat.receive(frozenset(messages)) and remote_users == self.users.remote_users:
            return
        self.users.remote_users = remote_users
        self.refresh()
        self.users.notify()

    def _receive_line(self, table: SharedTable[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        self.played = self.table.clocks.time.now()
        self._note_awaited(self.played)
        self.users.trouble = None
        if self._delayed_view is not None:
            self._delayed_view.receive(line)
        self.undo_requests.receive(line)
        if isinstance(line, UndoRequested):
            self._timers.cancel(UndoRequested)
        self._schedule_timers()

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
        own_seat = self.users.seat_of(user)
        if how == "replace" and self.table.header.cup:
            return False
        return seat in self.table.clocks.claimed and own_seat not in {None, seat}

    def settle(self, by: User, seat: Seat, how: TimeoutChoice, level: str = "") -> None:
        """Choose what happens to a seat whose time is over. Raises NotAllowed, StaleTable, RateLimited."""
        own_seat = self.users.seat_of(by)
        if own_seat is None or (how == "replace" and self.table.header.cup):
            raise NotAllowed
        self.users.count_command(by)
        self.table.settle(own_seat, seat, how, level)

    # ------------------------------------------------------------------ premoves

    def answer(self, user: User, question: PremoveQuestion, action: Any) -> None:
        """Store a premove of a user; see engine.rules.premoves.

        Raises StaleTable where it is too late, RateLimited, StorageError.
        """
        self.users.count(user)
        self.premoves.give(user, question, action)
        self.users.notify()

    def withdraw(self, premove: Premove) -> None:
        """Withdraw a premove. Raises StaleTable where it is carried out or cancelled, StorageError."""
        self.premoves.withdraw(premove)
        self._schedule_timers()
        self.users.notify()

    def note_read(self, user: User) -> None:
        """Mark a user's cancelled premoves as read. Raises StorageError."""
        self.premoves.read(user)
        self.users.notify()

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
            self._timers.is_late = True

    # ------------------------------------------------------------------ timers

    def _schedule_timers(self) -> None:
        """Start the timers that the limits ask for, and cancel those that are no longer needed.

        An undo request times out only while all whom it waits for are present. Who is absent is asked on
        return, even if a bot plays for them meanwhile.
        """
        table, limits, preparation = self.table, self.users.limits, self.preparation
        is_asked = table.request is not None and all(map(self.users.is_here, table.unanswered()))
        self._set(UndoRequested, limits.consent_seconds, self.undo_requests.refuse, is_asked)
        for seat in range(len(table.players)):
            is_away = not table.is_dealt and seat in table.ready and not self.users.is_here(seat)
            is_away &= not table.header.cup  # nobody else could have the seat
            self._set(
                seat, limits.ready_seconds, partial(preparation.withdraw_readiness, seat), is_away
            )
        left = preparation.seconds_left()
        self._set(SecretCommitted, max(0.0, left or 0.0), self._commit_again, left is not None)
        is_for_us = self.is_hosted and self._is_ours()
        if table.is_to_mix and is_for_us:
            preparation.start_mixing()
        is_due = self._is_answer_due() and is_for_us
        self._set(TablePremoves, limits.answer_seconds, self.premoves.carry_out, is_due)
        due = None if self._delayed_view is None else self._delayed_view.due
        self._set(DelayedView, due or 0.0, self._poll_delayed_view, due is not None)
        has_heirs = table.outcome is None and bool(self.users.owner_candidates())
        self._set(OwnerChanged, limits.host_seconds, self.users.hand_over, has_heirs)

    def _set(
        self, key: Hashable, seconds: float, callback: Callable[[], object], wanted: bool
    ) -> None:
        self._timers.set(key, seconds, callback, wanted=wanted and self.is_hosted)

    def _commit_again(self) -> None:
        if not self.preparation.commit_again():
            self._schedule_timers()
