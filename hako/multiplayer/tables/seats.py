"""The seats of a shared table: who plays there, and whose secrets each of them has seen."""

from __future__ import annotations

from collections.abc import Iterable

from hako.engine.log.header import Player
from hako.engine.rules.model import Seat


class Seats:
    """The players of a shared table."""

    def __init__(self, players: tuple[Player, ...]) -> None:
        self.seen: dict[str, set[Seat]] = {}
        """The seats that each key has held since the deal and whose secrets it therefore knows."""
        self._set(players)

    def _set(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self.open = tuple(seat for seat, player in enumerate(players) if player.is_open)

    def change(self, seat: Seat, player: Player) -> None:
        """Put another player on a seat."""
        self._set((*self.players[:seat], player, *self.players[seat + 1 :]))

    def note_seen(self, seats: Iterable[Seat]) -> None:
        """Note that the players on these seats know the seats' secrets since the deal."""
        for seat in seats:
            if key := self.players[seat].key:
                self.seen.setdefault(key, set()).add(seat)

    def other_secrets(self, key: str | None, seat: Seat) -> Seat | None:
        """Another seat whose secrets a key has seen, so that it may not take this one; None for none."""
        return min(self.seen.get(key or "", set()) - {seat}, default=None)

    def seat_of(self, key: str) -> Seat | None:
        """The seat of a key, or None."""
        keys = [player.key for player in self.players]
        return keys.index(key) if key in keys else None
