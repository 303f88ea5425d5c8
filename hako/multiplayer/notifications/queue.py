"""Queue of notifications for users who are offline and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from math import inf
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.engine.rules.model import Seat
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.tables.premoves import LOST
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary

FILE, DAILY = "told.jsonl", "digests.jsonl"
"""Names of the stored lists of delivered notifications and digests."""

ABSENCE_SECONDS = 60.0
"""Time of absence from the table before a notification."""

DAY_SECONDS = 24 * 3600.0
"""Minimum time between two digests."""

NAMED = 20
"""Maximum number of tables in a digest."""

Wish: TypeAlias = bool | Literal["daily"]
"""Wish of a user: a notification of each turn, a daily digest, or none."""

LATE = 5
"""Fraction of the time bank, as its divisor, at which a second notification is sent."""


class Delivered(Struct, frozen=True, omit_defaults=True):
    """Record of a delivered notification."""

    table: str
    """Name of the table's log."""
    seat: Seat
    moment: int
    """Record after which the table began to wait for the seat; -1 before the deal."""
    is_late: bool = False
    """True for the second notification, when little time is left."""
    lost: str = ""
    """Outcome of a cancelled premove given at that record, if the table waits for others."""


class TurnNotification(Struct, frozen=True):
    """Notification for a user."""

    table: TableSummary
    user: User
    since: float
    """Time, in seconds since 1970."""
    is_late: bool = False
    """True for the second notification, when little time is left."""
    lost: str = ""
    """Outcome of a cancelled premove of theirs, or ""."""
    is_turn: bool = True
    """True if the table waits for them."""


class DigestDelivered(Struct, frozen=True):
    """Record of a delivered digest."""

    key: str
    at: float
    """Time, in seconds since 1970."""


class NotificationDigest(Struct, frozen=True):
    """Digest of all tables that wait for a user."""

    user: User
    notifications: tuple[TurnNotification, ...]
    """Notifications, least remaining time first."""


def kept_deliveries(entries: Iterable[Delivered], tables: Container[str]) -> Iterator[Delivered]:
    """Records of tables that still exist, each once; `tables` has the names of their logs."""
    return (entry for entry in dict.fromkeys(entries) if entry.table in tables)


def kept_digests(digests: Iterable[DigestDelivered], now: float) -> Iterator[DigestDelivered]:
    """Last digest of each user for whom the next is not due yet."""
    last = {digest.key: digest for digest in digests}
    return (digest for digest in last.values() if now - digest.at < DAY_SECONDS)


class NotificationQueue:
    """Notifications of turns, once each, across reconnections and restarts of the server.

    At a table with a clock there is a second one when little time is left. A daily digest lists all
    tables that wait at that time.
    """

    def __init__(self, lobby: Lobby, store: Store, wants: Callable[[str], Wish]) -> None:
        """Read delivered notifications; `wants` gives the wish of the user with a key. Raises StorageError."""
        self._lobby = lobby
        self._wants = wants
        self._list: JsonLinesList[Delivered] = JsonLinesList(store.document(FILE, 0o600), Delivered)
        self._delivered = {*self._list.read_new()}
        self._seen: set[Delivered] = set()
        """Turns that need no further check."""
        self._digests: JsonLinesList[DigestDelivered] = JsonLinesList(
            store.document(DAILY, 0o600), DigestDelivered
        )
        self._last_digests: dict[str, float] = {}
        """Time of the last digest of each user."""
        self._read_digests()
        self._daily: dict[str, User] = {}
        """Users, by key, who may need a digest."""
        self._missing: dict[tuple[str, Seat], float] = {}
        """Time since when the awaited player is absent, as far as it was seen."""
        self._open = dict.fromkeys(table.name for table in lobby.tables())
        """Names of the logs of tables that may need a notification."""
        self.close = lobby.rooms.subscribe(self._receive)

    def due(self) -> Iterator[TurnNotification]:
        """Notifications that are due; each is recorded before it is yielded. Raises StorageError."""
        now = self._lobby.time.now()
        for name in tuple(self._open):
            table = self._lobby.summary(name)
            undelivered = [] if table is None else [*self._undelivered(table)]
            if not undelivered and not (table and table.times and table.times.left):
                del self._open[name]
            for entry, notification in undelivered:
                if self._is_missing(notification, entry, now):
                    self._seen.add(entry)
                    # a turn of before the start may be in a digest again, but gets no second notification
                    wish = (
                        "daily" if entry in self._delivered else self._wants(notification.user.key)
                    )
                    if wish == "daily":
                        self._daily[notification.user.key] = notification.user
                    elif wish and self._note(entry):
                        yield notification

    def digests(self) -> Iterator[NotificationDigest]:
        """Digests that are due; each is recorded before it is yielded.

        Users who are online get none. Raises StorageError.
        """
        present = {user.key for user in self._lobby.present} if self._daily else set()
        for key, user in tuple(self._daily.items()):
            if key in present or not self._may_digest(key):
                continue
            notifications = self._waiting_for(user)
            if not notifications or self._wants(key) != "daily":
                del self._daily[key]  # added again with the next turn
            elif self._note_digest(key):
                yield NotificationDigest(user, notifications)

    def _waiting_for(self, user: User) -> tuple[TurnNotification, ...]:
        timed = [
            (table.left(seat, self._lobby.time), TurnNotification(table, user, since))
            for table in self._lobby.tables_of(user)
            if (since := table.awaits_since(user)) is not None
            and (seat := table.seat_of(user)) is not None
        ]
        timed.sort(key=lambda item: (inf if item[0] is None else item[0], item[1].since))
        return tuple(notification for _, notification in timed[:NAMED])

    def _may_digest(self, key: str) -> bool:
        return self._lobby.time.now() - self._last_digests.get(key, -inf) >= DAY_SECONDS

    def _read_digests(self) -> None:
        self._last_digests |= {digest.key: digest.at for digest in self._digests.read_new()}

    def _note_digest(self, key: str) -> bool:
        """Record it; returns False if another process was faster."""
        digest = DigestDelivered(key, self._lobby.time.now())
        while self._may_digest(key):
            if self._digests.add(digest):
                self._last_digests[key] = digest.at
                return True
            self._read_digests()
        return False

    def _receive(self, room: Room | None) -> None:
        if room is not None:
            self._open[room.name] = None

    def _undelivered(self, table: TableSummary) -> Iterator[tuple[Delivered, TurnNotification]]:
        """Turns and cancelled premoves of a table that were not checked yet."""
        premoves = self._lobby.premoves.at(table.name)
        lost = {premove.seat: premove for premove in premoves if premove.fate in LOST}
        for seat, since in table.waits.items():
            player, is_late = table.players[seat], self._is_late(table, seat)
            entry = Delivered(table.name, seat, table.turns[seat], is_late)
            why = lost.pop(seat).fate if seat in lost else ""
            if player.key and not player.bot and entry not in self._seen:
                yield (
                    entry,
                    TurnNotification(table, User(player.name, player.key), since, is_late, why),
                )
        for seat, premove in lost.items():
            player, entry = (
                table.players[seat],
                Delivered(table.name, seat, premove.moment, lost=premove.fate),
            )
            if player.key == premove.key and entry not in self._seen:
                user, now = User(player.name, premove.key), self._lobby.time.now()
                yield entry, TurnNotification(table, user, now, lost=premove.fate, is_turn=False)

    def _is_late(self, table: TableSummary, seat: Seat) -> bool:
        left = table.left(seat, self._lobby.time)
        return table.times is not None and left is not None and left * LATE <= table.times.bank

    def _is_missing(self, notification: TurnNotification, turn: Delivered, now: float) -> bool:
        """True if the player has been absent for long enough during this turn."""
        place = turn.table, turn.seat
        if any(
            user.key == notification.user.key
            for user in self._lobby.rooms.people_at(notification.table)
        ):
            self._missing.pop(place, None)
            return False
        is_missing = now - self._missing.setdefault(place, now) >= ABSENCE_SECONDS
        if is_missing:
            del self._missing[place]
        return is_missing

    def _note(self, entry: Delivered) -> bool:
        """Record it; returns False if another process was faster."""
        while entry not in self._delivered:
            if self._list.add(entry):
                self._delivered.add(entry)
                return True
            self._delivered |= {*self._list.read_new()}
        return False
