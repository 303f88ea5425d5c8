"""Log lines that change the seats of a shared table, and its owner."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.log.header import Header, Player, name_fault
from hako.engine.log.line_base import LogLineBase
from hako.engine.rules.model import Seat
from hako.engine.transcript.level_names import level_text
from hako.multiplayer.tables.seats import Seats


class SeatHandover(Struct, frozen=True):
    """A change of the player on a seat during the game."""

    seat: Seat
    before: Player
    after: Player

    def transcript_sentence(self, texts: Catalogue) -> str:
        """The sentence for those who read the game."""
        before, after = self.before, self.after
        if after.is_open:
            return texts.text("handover.open", name=before.name)
        if after.bot and not after.is_bots_own:
            return texts.text("handover.bot", name=after.name)
        if before.key == after.key:
            return texts.text("handover.back", name=after.name)
        before_name = before.name or texts.text("table.open_seat")
        return texts.text("handover.person", name=after.name, before=before_name)


class SeatsTarget(Protocol):
    """Members that the lines about players need of a shared table."""

    header: Header
    seats: Seats

    def change_player(self, seat: Seat, player: Player, /) -> None: ...
    def change_owner(self, seat: Seat, /) -> None: ...


class SeatChanged(LogLineBase[SeatsTarget], frozen=True, tag="seat"):
    """Another player takes a seat."""

    seat: Seat
    player: Player

    effect = "seats"

    def misplacement(self, records: int, seats: int) -> Failure | None:
        return name_fault(self.player) or super().misplacement(records, seats)

    def check(self, table: SeatsTarget, /) -> Failure | None:
        key = self.player.key
        if table.header.cup and key != table.header.seats[self.seat].key:
            return Failure("seat_of_cup", seat=self.seat)
        for seat, player in enumerate(table.seats.players):
            if key and player.key == key and seat != self.seat:
                return Failure("two_seats", seat=self.seat, other=seat)
        if (other := table.seats.other_secrets(key, self.seat)) is not None:
            return Failure("knows_secrets", seat=self.seat, other=other)
        return None

    def apply(self, table: SeatsTarget, /) -> None:
        table.change_player(self.seat, self.player)

    def sentence(self, texts: Catalogue) -> str:
        player = self.player
        name, level = escape_controls(player.name), level_text(player.bot or "-", texts)
        if player.is_open:
            return self.spell(texts, "open")
        if player.is_bots_own:
            return self.spell(texts, "bot", name=name, level=level)
        entry, key = "replaced" if player.bot else "person", escape_controls(player.key or "-")
        return self.spell(texts, entry, name=name, level=level, key=key)


class OwnerChanged(LogLineBase[SeatsTarget], frozen=True, tag="host"):
    """The owner of a shared table left. From now on it belongs to the player on this seat."""

    by: Seat

    entry = "hosts"

    def apply(self, table: SeatsTarget, /) -> None:
        table.change_owner(self.by)
