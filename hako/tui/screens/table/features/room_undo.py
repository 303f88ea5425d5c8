"""Undo in a room, by a request to the others."""

from __future__ import annotations

from hako.engine.log.undo import UndoRequest
from hako.engine.rules.model import Seat
from hako.tui.screens.table.features.room_feature import RoomFeature
from hako.tui.screens.table.features.undo import Undo


class RoomUndo(Undo, RoomFeature):
    """Undo in a room: players may be offline, and a request is not open for ever."""

    topic = "table"

    def caught_up(self) -> None:
        self.show_request()

    @property
    def answers_for(self) -> tuple[Seat, ...]:
        """The seats that answer requests here; none while a bot plays for the visitor."""
        return () if self.screen.viewer is None else (self.screen.viewer,)

    def ask(self, seat: Seat) -> None:  # noqa: ARG002 - it is the visitor's
        """Request an undo, if it is not too soon after a refusal."""
        self.room.undo_requests.ask(self.visitor)

    def waiting_text(self) -> str:
        """The text that others are asked; offline ones when they come back."""
        away = [seat for seat in self.table.unanswered() if not self.room.users.is_here(seat)]
        if away:
            return self.screen.words.text("room.asked_away", seat=away[0])
        return super().waiting_text()

    def request_text(self, request: UndoRequest) -> str:
        """The text of a request, with the time that is left for an answer."""
        seconds = round(self.room.users.limits.consent_seconds)
        silence = self.screen.words.text("room.silence", count=seconds)
        return f"{super().request_text(request)}\n{silence}"
