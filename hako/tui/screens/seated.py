"""Sitting at a table: deeds that may fail, and requests to take something back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hako.engine.log import Answered
from hako.engine.play import IllegalAction
from hako.engine.rules import Seat
from hako.engine.store import StoreFailed
from hako.engine.table import CannotUndo, MovedOn, Table
from hako.tui.screens.view import ViewScreen


class SeatedScreen(ViewScreen):
    """A screen for seats that act and are asked."""

    def __init__(self, table: Table[Any], seats: tuple[Seat, ...]) -> None:
        super().__init__(table)
        self.seats = seats
        self._line = table.line
        """The line of the log up to which the screen is."""
        self._asker: Seat | None = None
        """Who asked last to take something back."""

    # ------------------------------------------------------------------ deeds

    def _attempt(self, deed: Callable[[], object]) -> None:
        """Do something to the table; say so if it was not done."""
        try:
            deed()
        except MovedOn:
            self.show_table()
            self.described.warn(self.words.say("table.moved_on"))
        except CannotUndo as error:
            self.described.warn(self.words.say(f"table.cannot_{error.reason}"))
        except IllegalAction as error:
            reason = error.reason
            self.described.warn(
                self.words.note(reason) if reason else self.words.say("table.moved_on")
            )
        except StoreFailed as error:
            self._say_not_saved(error, lambda: self._attempt(deed))

    def _say_not_saved(self, error: StoreFailed, again: Callable[[], None]) -> None:
        from hako.tui.screens.dialogs import Question

        words = self.words
        dialog = Question(
            words.say("table.not_saved", reason=error),
            words.say("table.try_again"),
            words.say("table.not_now"),
        )
        self.app.push_screen(dialog, lambda yes: again() if yes else None)

    # ------------------------------------------------------------------ requests

    def _tell_of_request(self, by: Seat) -> None:
        """Ask the first of our seats that has to agree, or say that others are asked."""
        from hako.tui.screens.dialogs import Consent

        self._asker = by
        request, words = self.table.request, self.words
        if request is None:
            return  # answered already
        asked = next((seat for seat in self.seats if seat not in request.agreed), None)
        if asked is None:
            if by in self.seats:
                self.described.warn(words.say("table.asked"))
            return
        dialog = Consent(
            self._request_in_words(by),
            words.say("table.consent_yes"),
            words.say("table.consent_no"),
        )
        self.app.push_screen(dialog, lambda yes: self._answer(asked, yes))

    def _request_in_words(self, by: Seat) -> str:
        return self.words.say("table.consent", seat=by)

    def _close_request(self) -> None:
        """Put away the question of a request that is not open any more."""
        from hako.tui.screens.dialogs import Consent

        if self.table.request is None and isinstance(self.app.screen, Consent):
            self.app.screen.dismiss()

    def _tell_of_answer(self, answer: Answered) -> None:
        self._close_request()
        if not answer.yes:
            key = "table.unanswered" if answer.by == self._asker else "table.refused"
            self.described.warn(self.words.say(key, seat=answer.by))
        elif self.table.request is not None:
            self._tell_of_request(self.table.request.by)  # the next of our seats

    def _answer(self, seat: Seat, yes: bool | None) -> None:
        if yes is not None:
            self._attempt(lambda: self.table.answer(seat, yes))
