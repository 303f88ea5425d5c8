"""Calls: who is to be told outside the house that a table waits for them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from math import inf
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.engine.rules.model import Seat
from hako.engine.storage.protocols import Store
from hako.engine.storage.registry import Registry
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.tables.premoves import LOST
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary

FILE, DAILY = "told.jsonl", "digests.jsonl"
"""Where it stands, in the house, what was told of turns, and to whom of all that wait."""

ABSENCE_SECONDS = 60.0
"""Who was at the table so short a while ago may be back in a moment."""

DAY_SECONDS = 24 * 3600.0
"""Between two digests, at least."""

NAMED = 20
"""Tables that a digest names, at most."""

Wish: TypeAlias = bool | Literal["daily"]
"""Whether somebody wants to be told of each turn, or once a day of all that wait."""

LATE = 5
"""With a fifth of the time left somebody is told again."""


class Delivered(Struct, frozen=True, omit_defaults=True):
    """Of this turn somebody was told."""

    table: str
    """The name of its log."""
    seat: Seat
    moment: int
    """After which record the table began to wait for the seat; -1 before the deal."""
    is_late: bool = False
    """That little of its time was left."""
    lost: str = ""
    """Why an answer in advance was lost that was given at that moment, where the table waits for others."""


class TurnNotification(Struct, frozen=True):
    """Somebody to be told now."""

    table: TableSummary
    who: User
    since: float
    """In seconds since 1970."""
    is_late: bool = False
    """Whether it is for the second time, since little of their time is left."""
    lost: str = ""
    """Why an answer of theirs is not carried out that they gave in advance, if one is lost."""
    is_turn: bool = True
    """Whether the table waits for them."""


class DigestDelivered(Struct, frozen=True):
    """Somebody was told of all that waits for them."""

    key: str
    at: float
    """In seconds since 1970."""


class NotificationDigest(Struct, frozen=True):
    """All that waits for somebody who is to be told now."""

    who: User
    calls: tuple[TurnNotification, ...]
    """Those with the least time left first."""


def kept_told(entries: Iterable[Delivered], tables: Container[str]) -> Iterator[Delivered]:
    """Those of tables that are still there, each once; `tables` are the names of their logs."""
    return (entry for entry in dict.fromkeys(entries) if entry.table in tables)


def kept_digests(digests: Iterable[DigestDelivered], now: float) -> Iterator[DigestDelivered]:
    """The last digest of each, where the next one may not come yet."""
    last = {digest.key: digest for digest in digests}
    return (digest for digest in last.values() if now - digest.at < DAY_SECONDS)


class NotificationQueue:
    """Each turn of those who want it, once, however often they come and go, or the house does.

    Where the table has a clock, once more when little time is left. Who wants it once a day is
    told of all that wait then.
    """

    def __init__(self, lobby: Lobby, store: Store, wants: Callable[[str], Wish]) -> None:
        """Begin; `wants` tells of a key how it wants to be called. Raises StoreFailed."""
        self._lobby = lobby
        self._wants = wants
        self._list: Registry[Delivered] = Registry(store.document(FILE, 0o600), Delivered)
        self._told = {*self._list.read_new()}
        self._seen: set[Delivered] = set()
        """The turns for which it is known how whoever is away is to be told."""
        self._digests: Registry[DigestDelivered] = Registry(
            store.document(DAILY, 0o600), DigestDelivered
        )
        self._digested: dict[str, float] = {}
        """When each was told last of all that waits."""
        self._read_digests()
        self._daily: dict[str, User] = {}
        """By key, who may have to be told so."""
        self._missing: dict[tuple[str, Seat], float] = {}
        """Since when whoever is waited for is not at the table, as far as we looked."""
        self._open = dict.fromkeys(table.name for table in lobby.tables())
        """The names of the logs where somebody may have to be called."""
        self.close = lobby.subscribe(self._hear)

    def due(self) -> Iterator[TurnNotification]:
        """Who is to be called now; each is written down before it is given. Raises StoreFailed."""
        now = self._lobby.time.now()
        for name in tuple(self._open):
            table = self._lobby.summary(name)
            uncalled = [] if table is None else [*self._uncalled(table)]
            if not uncalled and not (table and table.times and table.times.left):
                del self._open[name]
            for entry, call in uncalled:
                if self._is_missing(call, entry, now):
                    self._seen.add(entry)
                    # of a turn of before we began a digest may tell once more, never a call
                    wish = "daily" if entry in self._told else self._wants(call.who.key)
                    if wish == "daily":
                        self._daily[call.who.key] = call.who
                    elif wish and self._note(entry):
                        yield call

    def digests(self) -> Iterator[NotificationDigest]:
        """Who is to be told now of all that waits; each is written down before it is given.

        Not while they are in the house. Raises StoreFailed.
        """
        present = {visitor.key for visitor in self._lobby.present} if self._daily else set()
        for key, user in tuple(self._daily.items()):
            if key in present or not self._may_digest(key):
                continue
            calls = self._waiting_for(user)
            if not calls or self._wants(key) != "daily":
                del self._daily[key]  # the next turn is another occasion
            elif self._note_digest(key):
                yield NotificationDigest(user, calls)

    def _waiting_for(self, user: User) -> tuple[TurnNotification, ...]:
        timed = [
            (table.left(seat, self._lobby.time), TurnNotification(table, user, since))
            for table in self._lobby.tables_of(user)
            if (since := table.awaits_since(user)) is not None
            and (seat := table.seat_of(user)) is not None
        ]
        timed.sort(key=lambda item: (inf if item[0] is None else item[0], item[1].since))
        return tuple(call for _, call in timed[:NAMED])

    def _may_digest(self, key: str) -> bool:
        return self._lobby.time.now() - self._digested.get(key, -inf) >= DAY_SECONDS

    def _read_digests(self) -> None:
        self._digested |= {digest.key: digest.at for digest in self._digests.read_new()}

    def _note_digest(self, key: str) -> bool:
        """Remember it; False where another process of the house was faster."""
        digest = DigestDelivered(key, self._lobby.time.now())
        while self._may_digest(key):
            if self._digests.add(digest):
                self._digested[key] = digest.at
                return True
            self._read_digests()
        return False

    def _hear(self, room: Room | None) -> None:
        if room is not None:
            self._open[room.name] = None

    def _uncalled(self, table: TableSummary) -> Iterator[tuple[Delivered, TurnNotification]]:
        """Of whom it is not known yet whether they are to be told: it waits, or an answer is lost."""
        answers = self._lobby.answers.at(table.name)
        lost = {premove.seat: premove for premove in answers if premove.fate in LOST}
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

    def _is_missing(self, call: TurnNotification, turn: Delivered, now: float) -> bool:
        """Whether they have not been at the table for long, in their turn."""
        where = turn.table, turn.seat
        if any(visitor.key == call.who.key for visitor in self._lobby.people_at(call.table)):
            self._missing.pop(where, None)
            return False
        is_missing = now - self._missing.setdefault(where, now) >= ABSENCE_SECONDS
        if is_missing:
            del self._missing[where]
        return is_missing

    def _note(self, entry: Delivered) -> bool:
        """Remember it; False where another process of the house was faster."""
        while entry not in self._told:
            if self._list.add(entry):
                self._told.add(entry)
                return True
            self._told |= {*self._list.read_new()}
        return False
