"""Errors: what may not be done at a shared table."""

from __future__ import annotations

from hako.engine.rules.model import Seat


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
