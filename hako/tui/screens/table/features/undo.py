"""Undo and redo, and requests to undo what was final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import Record
from hako.engine.log.undo import HeadMoved, UndoAnswered, UndoRequest, UndoRequested
from hako.engine.rules.model import Seat
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen

if TYPE_CHECKING:
    from hako.tui.screens.confirm_dialog import ConfirmDialog


class Undo(TableFeature[TableScreen]):
    """Taking back and restoring choices; other seats are asked where they were final."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._asker: Seat | None = None
        """The seat that last requested an undo."""
        self._question: ConfirmDialog | None = None
        """The dialog of that request, while it is open."""

    # ------------------------------------------------------------------ commands

    def may_undo(self) -> bool:
        """True for players."""
        return bool(self.screen.seats)

    def may_redo(self) -> bool:
        """True if a choice was taken back that a seat here may restore."""
        return bool(self.screen.seats) and self.screen.table.forward(self._redoer) is not None

    @property
    def _undoer(self) -> Seat | None:
        """The seat that takes back: the only one here, or the one here that chose last."""
        table, seats = self.screen.table, self.screen.seats
        if table.header.undo == "free":
            return None if len(seats) != 1 else seats[0]
        choosers = [moment.record.seat for moment in table.path()]
        return next((seat for seat in reversed(choosers) if seat in seats), None)

    @property
    def _redoer(self) -> Seat | None:
        """The seat here that may redo an undone choice; None if there is none."""
        table = self.screen.table
        return next((seat for seat in self.screen.seats if table.forward(seat) is not None), None)

    def undo(self) -> None:
        """Take back the last choice; ask the others where it was final."""
        screen, table = self.screen, self.screen.table
        if not screen.seats:
            return
        if self.is_at_start():
            screen.view.described.warn(screen.words.text("table.cannot_nothing"))
            return
        screen.go_to_newest()  # where one sees what is taken back
        seat = self._undoer
        if seat is not None and table.undo_is(seat) == "consent":
            screen.attempt(lambda: self.ask(seat))
        elif screen.app.may_write():
            screen.attempt(lambda: table.undo(seat, screen.line))

    def redo(self) -> None:
        """Redo the choice that was taken back."""
        screen = self.screen
        if screen.seats and screen.app.may_write():
            screen.go_to_newest()
            screen.attempt(lambda: screen.table.redo(self._redoer, screen.line))

    def is_at_start(self) -> bool:
        """True at the start of a lesson: the choices before it stay."""
        return False

    def ask(self, seat: Seat) -> None:
        """Request that the seat may take back."""
        self.screen.table.ask(seat)

    commands = (
        Command("undo", "u", undo, may_undo),
        Command("redo", "U,ctrl+r", redo, may_redo),
    )

    # ------------------------------------------------------------------ requests

    def line_coming(self, line: LogLine) -> None:
        if isinstance(line, Record | HeadMoved | UndoAnswered):
            self.close_request()

    def line_added(self, line: LogLine) -> None:
        if isinstance(line, UndoRequested):
            self.show_request()
        elif isinstance(line, UndoAnswered):
            self._show_answer(line)

    def show_request(self) -> None:
        """Ask the first seat here that has to agree, or show that others are asked."""
        screen, table = self.screen, self.screen.table
        request, words = table.request, screen.words
        screen.features.interrupt()
        if request is None:
            return  # answered already
        self._asker = request.by
        asked = next((seat for seat in table.unanswered() if seat in self.answers_for), None)
        if asked is None:
            if request.by in self.answers_for:
                screen.view.described.warn(self.waiting_text())
        elif self._question is None:
            message = self.request_text(request)
            if screen.app.unasked.puts_off(screen, self.show_request, message):
                return
            from hako.tui.screens.confirm_dialog import ConfirmDialog

            # it comes unasked: Enter may be meant for a move
            self._question = ConfirmDialog(
                message,
                words.text("table.consent_yes"),
                words.text("table.consent_no"),
                is_asked_for=False,
            )
            screen.app.unasked.come_up(
                self._question, lambda yes: self._answer(request, asked, yes)
            )

    @property
    def answers_for(self) -> tuple[Seat, ...]:
        """The seats that answer requests here."""
        return self.screen.seats

    def waiting_text(self) -> str:
        """The text that others are asked."""
        return self.screen.words.text("table.asked")

    def request_text(self, request: UndoRequest) -> str:
        """The text of a request."""
        drew = self.screen.table.drew_since(request.to)
        return self.screen.words.text("table.consent", seat=request.by, drew=drew)

    def close_request(self) -> None:
        """Close the question of a request that is not open any more."""
        question = self._question
        if self.screen.table.request is None and question is not None:
            question.vanish()

    def _show_answer(self, answer: UndoAnswered) -> None:
        if not answer.yes:
            key = "table.unanswered" if answer.by == self._asker else "table.refused"
            self.screen.view.described.warn(self.screen.words.text(key, seat=answer.by))
        else:
            self.show_request()  # the next of our seats

    def _answer(self, asked: UndoRequest, seat: Seat, yes: bool | None) -> None:
        """Answer a request; another one may be open by now."""
        self._question = None
        if yes is None:
            return
        screen, request = self.screen, self.screen.table.request
        if request is not None and (request.by, request.to) == (asked.by, asked.to):
            screen.attempt(lambda: screen.table.answer(seat, yes))
        else:
            screen.view.described.warn(screen.words.text("table.moved_on"))
            self.show_request()
