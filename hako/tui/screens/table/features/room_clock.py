"""The clocks of a room, as they run on screen."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hako.engine.rules.model import Seat
from hako.multiplayer.lobby_text import is_strict, time_left
from hako.multiplayer.tables.clock_text import lasting
from hako.tui.screens.table.features.room_feature import RoomFeature
from hako.tui.screens.table.screen import TableScreen
from hako.tui.widgets.seat_panel import SeatStatus


class RoomClock(RoomFeature):
    """The time left of the awaited seats."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._shown: dict[Seat, str] = {}

    def opened(self) -> None:
        if self.table.header.clock:
            self.screen.set_interval(1, self._tick)

    def _tick(self) -> None:
        """Show the times, where one changed."""
        if self._times() != self._shown and self.screen.scene is not None:
            self.screen.show_seats()
            self.screen.show_facts()

    def _times(self) -> dict[Seat, str]:
        table, words = self.table, self.screen.words
        left = {seat: table.left(seat) or 0 for seat in table.clocks.running}
        return {seat: lasting(words, seconds, in_short=True) for seat, seconds in left.items()}

    def seat_statuses(self, rows: tuple[SeatStatus, ...]) -> tuple[SeatStatus, ...]:
        is_now = self.screen.looked_at in {None, self.table.head}
        self._shown = self._times() if is_now else {}
        return tuple(replace(row, clock=self._shown.get(row.seat, "")) for row in rows)

    def facts(self) -> Iterable[str]:
        seat = self.room.users.seat_of(self.visitor)
        if seat in self.room.table.clocks.running:
            words, summary = self.screen.words, self.room.summary
            yield time_left(words, summary, seat, self.app.lobby.time)
            if is_strict(summary):
                yield words.text("room.strict")
