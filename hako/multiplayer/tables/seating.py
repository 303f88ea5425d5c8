"""Seats of a shared table: who sits where, and bots in the seats of absent players."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from hako.engine.log.header import OPEN, Player
from hako.engine.log.history import StaleTable
from hako.engine.rules.model import Seat
from hako.multiplayer.accounts.users import GuestNotRated, User
from hako.multiplayer.tables.errors import (
    AlreadyStarted,
    KickedOut,
    NotAllowed,
    PlayerPresent,
    SawOtherSecrets,
)
from hako.multiplayer.tables.table_users import TableUsers


class Seating:
    """Commands of users about seats. Each that is stored is counted against its user."""

    def __init__(self, users: TableUsers) -> None:
        self._users = users
        self._table = users.table

    def sit(self, user: User) -> Seat | None:
        """Give a user their seat, or else the first open one; returns None if there is none.

        Raises SawOtherSecrets, KickedOut, RateLimited, GuestNotRated.
        """
        self._users.check_welcome(user)
        if self._users.seat_of(user) is None and self._table.open_seats():
            self._users.count(user)
            self._users.check_welcome(user)  # they may have been removed meanwhile
        return self._sit_down(user)

    def _sit_down(self, user: User) -> Seat | None:
        while (seat := self._users.seat_of(user)) is None and self._table.open_seats():
            with suppress(StaleTable):  # another user was faster: try again
                self._table.seat(self._allowed_seat(user), Player(user.name, key=user.key))
        self._table.write_own_lines()  # an earlier write may have failed
        return seat

    def move(self, user: User, seat: Seat) -> None:
        """Move a user to another open seat, before the deal.

        Raises AlreadyStarted, StaleTable, KickedOut, RateLimited, GuestNotRated.
        """
        self._users.check_welcome(user)
        if self._table.is_dealt:
            raise AlreadyStarted
        if seat not in self._table.open_seats():
            raise StaleTable
        self._users.count_command(user)
        own_seat = self._users.seat_of(user)
        player = Player(user.name, key=user.key)
        if own_seat is not None:
            player = self._table.players[own_seat]
            self._table.seat(own_seat, OPEN)
        try:
            self._table.seat(seat, player)
        except StaleTable:
            self._sit_down(user)
            raise

    def may_stand_up(self, user: User) -> bool:
        """True if a user has a seat and may leave it, as the game has not begun."""
        is_kept = self._table.has_begun or self._table.header.cup
        return self._users.seat_of(user) is not None and not is_kept

    def stand_up(self, user: User) -> None:
        """Leave one's seat, before the game begins.

        Raises AlreadyStarted, StaleTable, RateLimited.
        """
        seat = self._users.seat_of(user)
        if seat is None:
            return
        if not self.may_stand_up(user):
            raise AlreadyStarted
        self._users.count_command(user)
        self._table.seat(seat, OPEN)

    def remove(self, key: str, level: str) -> None:
        """Remove a player from their seat.

        The seat becomes open before the deal; after it, and always at a table of a tournament, a bot
        plays for them. The sanction itself is kept by the server. Raises StorageError.
        """
        while (seat := self._users.seat_of(User("", key))) is not None:
            player, is_kept = (
                self._table.players[seat],
                self._table.is_dealt or self._table.header.cup,
            )
            if is_kept and player.bot:
                break
            with suppress(StaleTable):  # the seat changed: try again
                self._table.seat(seat, replace(player, bot=level) if is_kept else OPEN)
        self._users.notify()

    def rematch_player(self, player: Player) -> Player:
        """Player for the same seat of a rematch, without substitute and options of the present one."""
        if not player.key:
            return player
        removed = self._users.sanctions.against("remove", player.key, self._table.header.code)
        return OPEN if removed else Player(player.name, key=player.key)

    def may_sit(self, user: User) -> bool:
        """True if a user may take one of the open seats."""
        if not self._table.open_seats():
            return False
        try:
            self._users.check_welcome(user)
            self._allowed_seat(user)
        except (KickedOut, GuestNotRated, SawOtherSecrets):
            return False
        return True

    def _allowed_seat(self, user: User) -> Seat:
        """First open seat that a user may take. Raises SawOtherSecrets."""
        refused = {
            seat: self._table.seats.other_secrets(user.key, seat)
            for seat in self._table.open_seats()
        }
        for seat, other in refused.items():
            if other is None:
                return seat
        raise SawOtherSecrets(next(other for other in refused.values() if other is not None))

    def substitute_bot(self, seat: Seat, level: str, by: User) -> None:
        """Let a bot play on a seat, which stays its player's; or give it an open seat.

        Players may do this for their own seat, the owner for other seats. At a rated table nobody may
        do it for another after the deal, since that would cost them the game.
        Raises NotAllowed, PlayerPresent, RateLimited.
        """
        if self._users.seat_of(by) != seat:
            if not self.may_seat_bots(by):
                raise NotAllowed
            if self._users.is_here(seat) and not self._table.players[seat].is_open:
                raise PlayerPresent
        self._users.count_command(by)
        self._table.seat(seat, replace(self._table.players[seat], name=self._name(seat), bot=level))

    def remove_substitute(self, seat: Seat, by: User) -> None:
        """Let the player of a seat play again; the owner and the player may ask for it.

        A bot's own seat becomes open, before the game begins.
        Raises NotAllowed, AlreadyStarted, KickedOut, RateLimited.
        """
        player = self._table.players[seat]
        if player.key != by.key:
            self._users.check_owner(by)
        if player.key and self._users.sanctions.against(
            "remove", player.key, self._table.header.code
        ):
            raise KickedOut
        if player.is_bots_own and self._table.has_begun:
            raise AlreadyStarted
        self._users.count_command(by)
        self._table.seat(seat, replace(player, bot=None) if player.key else OPEN)

    def may_seat_bots(self, user: User) -> bool:
        """True if a user may put bots on other people's seats and on open ones."""
        table = self._table
        return self._users.is_owner(user) and not (table.header.rated and table.is_dealt)

    def _name(self, seat: Seat) -> str:
        return self._table.players[seat].name or bot_name(seat)


def bot_name(seat: Seat) -> str:
    """Name of a bot that has a seat of its own."""
    return f"Bot {seat + 1}"
