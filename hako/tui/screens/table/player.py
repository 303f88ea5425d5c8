"""A screen of players: commands that may fail, undo, redo, and requests for undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from hako.engine.log.history import History, StaleTable
from hako.engine.log.save import StorageError
from hako.engine.log.undo import CannotUndo, UndoAnswered, UndoRequest
from hako.engine.rules.model import Seat
from hako.engine.rules.play import IllegalAction
from hako.multiplayer.rate_limit import RateLimited
from hako.tui.screens.table.view import ViewScreen

if TYPE_CHECKING:
    from hako.tui.screens.dialogs import UndoRequestDialog


class PlayerScreen(ViewScreen):
    """A screen for seats that act."""

    def __init__(self, table: History[Any], seats: tuple[Seat, ...]) -> None:
        super().__init__(table)
        self.seats = seats
        self._line = table.line
        """The number of log lines that the screen has handled."""
        self._looked_at: int | None = None
        """The number of the position that is shown, None for the newest."""
        self._asker: Seat | None = None
        """The seat that last requested an undo."""
        self._question: UndoRequestDialog | None = None
        """The dialog of that request, while it is open."""

    # ------------------------------------------------------------------ deeds

    def _attempt(self, command: Callable[[], object]) -> None:
        """Run a command on the table; show a message if it failed."""
        try:
            command()
        except StaleTable:
            self.show_table()
            self.described.warn(self.words.text("table.moved_on"))
        except CannotUndo as error:
            self.described.warn(self.words.text(f"table.cannot_{error.reason}", **error.values))
        except IllegalAction as error:
            reason = error.reason
            self.described.warn(
                self.words.lazy_text(reason) if reason else self.words.text("table.moved_on")
            )
        except RateLimited as error:
            self.described.warn(error.text(self.app.appearance.language))
        except StorageError as error:
            self._show_not_saved(error, lambda: self._attempt(command))

    def _show_not_saved(self, error: StorageError, again: Callable[[], None]) -> None:
        from hako.tui.screens.dialogs import ConfirmDialog

        words = self.words
        message = words.text("table.not_saved", reason=self.app.reason(error))
        if self.app.puts_off(self, partial(self._show_not_saved, error, again), message):
            return
        dialog = ConfirmDialog(
            message,
            words.text("table.try_again"),
            words.text("table.not_now"),
        )
        self.app.come_up(dialog, lambda yes: again() if yes else None)

    # ------------------------------------------------------------------ taking back

    def _show_now(self) -> None:
        if self._looked_at is not None:
            self._looked_at = None
            self.show_table()

    @property
    def _undoer(self) -> Seat | None:
        """The seat that takes back: the only one here, or the one here that chose last."""
        if self.table.header.undo == "free":
            return None if len(self.seats) != 1 else self.seats[0]
        seats = [moment.record.seat for moment in self.table.path()]
        return next((seat for seat in reversed(seats) if seat in self.seats), None)

    @property
    def _redoer(self) -> Seat | None:
        """The seat here that may redo an undone choice; None if there is none."""
        return next((seat for seat in self.seats if self.table.forward(seat) is not None), None)

    def action_undo(self) -> None:
        """Take back the last choice; ask the others where it was final."""
        if not self.seats:
            return
        self._show_now()  # where one sees what is taken back
        seat = self._undoer
        if seat is not None and self.table.undo_is(seat) == "consent":
            self._attempt(lambda: self.ask(seat))
        elif self.app.may_write():
            self._attempt(lambda: self.table.undo(seat, self._line))

    def ask(self, seat: Seat) -> None:
        """Request that the seat may take back."""
        self.table.ask(seat)

    def action_redo(self) -> None:
        """Redo the choice that was taken back."""
        if self.seats and self.app.may_write():
            self._show_now()
            self._attempt(lambda: self.table.redo(self._redoer, self._line))

    # ------------------------------------------------------------------ requests

    def _show_request(self) -> None:
        """Ask the first seat here that has to agree, or show that others are asked."""
        from hako.tui.screens.dialogs import UndoRequestDialog

        request, words = self.table.request, self.words
        if request is None:
            return  # answered already
        self._asker = request.by
        asked = next((seat for seat in self.table.unanswered() if seat in self.answers_for), None)
        if asked is None:
            if request.by in self.answers_for:
                self.described.warn(self._asked_text())
        elif self._question is None:
            message = self._request_text(request)
            if self.app.puts_off(self, self._show_request, message):
                return
            self._question = UndoRequestDialog(
                message,
                words.text("table.consent_yes"),
                words.text("table.consent_no"),
            )
            self.app.come_up(self._question, lambda yes: self._answer(request, asked, yes))

    @property
    def answers_for(self) -> tuple[Seat, ...]:
        """The seats that answer requests here."""
        return self.seats

    def _asked_text(self) -> str:
        return self.words.text("table.asked")

    def _request_text(self, request: UndoRequest) -> str:
        drew = self.table.drew_since(request.to)
        return self.words.text("table.consent", seat=request.by, drew=drew)

    def _close_request(self) -> None:
        """Close the question of a request that is not open any more."""
        question = self._question
        if self.table.request is None and question is not None:
            question.vanish()

    def _show_answer(self, answer: UndoAnswered) -> None:
        self._close_request()
        if not answer.yes:
            key = "table.unanswered" if answer.by == self._asker else "table.refused"
            self.described.warn(self.words.text(key, seat=answer.by))
        else:
            self._show_request()  # the next of our seats

    def _answer(self, asked: UndoRequest, seat: Seat, yes: bool | None) -> None:
        """Answer a request; another one may be open by now."""
        self._question = None
        if yes is None:
            return
        request = self.table.request
        if request is not None and (request.by, request.to) == (asked.by, asked.to):
            self._attempt(lambda: self.table.answer(seat, yes))
        else:
            self.described.warn(self.words.text("table.moved_on"))
            self._show_request()
