"""Users of a shared table: who is there, who has which seat, and what they may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hako.engine.log.history import StaleTable
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Seat
from hako.multiplayer.accounts.sanctions import Sanction, SanctionKind, Sanctions
from hako.multiplayer.accounts.users import User, check_known
from hako.multiplayer.rate_limit import WriteLimits
from hako.multiplayer.tables.errors import KickedOut, NotAllowed
from hako.multiplayer.tables.limits import TableLimits
from hako.multiplayer.tables.summary import seat_of
from hako.multiplayer.tables.table import SharedTable


class TableUsers:
    """Players and spectators of a table, and the listeners that hear of them."""

    def __init__(
        self,
        table: SharedTable[Any],
        limits: TableLimits,
        sanctions: Sanctions,
        writes: WriteLimits,
    ) -> None:
        """Begin with nobody present. `writes` counts the stored writes of users, at all tables."""
        self.table = table
        self.limits = limits
        self.sanctions = sanctions
        self.own: list[User] = []
        """Users of this process at the table, once for each of their terminals."""
        self.remote_users: Sequence[User] = ()
        """Users of other processes at the table."""
        self.is_closed = False
        """True if the table was closed; its log is kept."""
        self.trouble: StorageError | None = None
        """Error of the last bot's move or seed that could not be stored."""
        self._writes = writes
        self._listeners: list[Callable[[], None]] = []

    @property
    def present(self) -> list[User]:
        """Users at the table, once for each of their terminals."""
        return [*self.own, *self.remote_users]

    def watchers(self) -> list[User]:
        """Users at the table who have no seat."""
        return [user for user in self.present if self.seat_of(user) is None]

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

    def owner_candidates(self) -> Sequence[Seat]:
        """Seats of present players who could own the table while its owner is absent."""
        table, owner = self.table, self.table.owner
        if not owner or any(user.key == owner for user in self.present):
            return ()
        return [seat for seat in range(len(table.players)) if self.is_here(seat)]

    def hand_over(self) -> None:
        """Give the table of an absent owner to a player who is present."""
        for seat in self.owner_candidates()[:1]:
            self.table.hand_over(seat)

    def is_shut_to(self, user: User) -> bool:
        """True if a user may not be here: kicked, or the table is closed or embargoed."""
        is_gone = self.is_closed or self.held_against("remove", user) is not None
        return is_gone or (self.table.is_embargoed and self.seat_of(user) is None)

    def held_against(self, kind: SanctionKind, user: User) -> Sanction | None:
        """Sanction of this kind against a user at this table, if there is one."""
        return self.sanctions.against(kind, user.key, self.table.header.code, origin=user.origin)

    def check_welcome(self, user: User) -> None:
        """Raise KickedOut or GuestNotRated where a user may take no seat."""
        if self.is_shut_to(user):
            raise KickedOut
        if self.table.header.rated:
            check_known(user.key)

    def check_owner(self, user: User) -> None:
        """Raise NotAllowed where a user does not own the table."""
        if not self.is_owner(user):
            raise NotAllowed

    def count(self, user: User) -> None:
        """Count one more stored write of a user. Raises RateLimited."""
        self._writes.count(user)

    def count_command(self, user: User) -> None:
        """Count a command that was checked against the present state of the table.

        Raises RateLimited, and StaleTable where the table changed while another process was counting.
        """
        line = self.table.line
        self.count(user)
        if self.table.line != line:
            raise StaleTable

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call the listener when users come, go or chat; returns a function that ends the subscription."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self) -> None:
        """Call the listeners after a change beside the log."""
        for listener in tuple(self._listeners):
            listener()

    def report_trouble(self, trouble: StorageError) -> None:
        """Tell the users that something could not be stored."""
        self.trouble = trouble
        self.notify()
