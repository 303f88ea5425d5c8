"""A question with two answers, in a dialog."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from hako.tui.screens.dialog import Dialog


class ConfirmDialog(Dialog[bool]):
    """A question with two answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes"),
        Binding("n", "answer(False)", "no"),
        Binding("escape,q", "decline", "no", show=False),
        Binding("escape,q", "leave", "leave"),
    ]
    AUTO_FOCUS = "Button.-first"

    SCOPED_CSS = False  # of a list of selectors, Textual would scope the last
    DEFAULT_CSS = """
    ConfirmDialog {
        #question {
            width: 60; height: auto; max-height: 90%; padding: 1 2;
            background: $surface; border: solid $accent;
        }
        #answers { height: auto; margin-top: 1; align-horizontal: right; }
        Button { margin-left: 2; }
    }
    .-ascii ConfirmDialog #question, .-narrow ConfirmDialog #question { border: ascii $accent; }
    """

    def __init__(
        self, words: str, yes: str, no: str, *, is_asked_for: bool = True, may_leave: bool = False
    ) -> None:
        """Ask; one that nobody asked for takes no Enter, which may be meant for something else.

        With `may_leave` there is a third answer, None.
        """
        super().__init__()
        self._words, self._yes, self._no = words, yes, no
        self._first = "-first" if is_asked_for else ""
        self._may_leave = may_leave

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(self._words, markup=False, id="words")
            with Horizontal(id="answers"):
                yield Button(
                    f"y  {self._yes}",
                    id="yes",
                    variant="primary",
                    compact=True,
                    classes=self._first,
                )
                yield Button(f"n  {self._no}", id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take a click or Enter as the answer."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer by a key."""
        self.dismiss(yes)

    def action_decline(self) -> None:
        """Answer no by a key that elsewhere closes a screen."""
        self.dismiss(False)

    def action_leave(self) -> None:
        """Give no answer, where that is one; else a click beside the question does nothing."""
        if self._may_leave:
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer one of the two effects of Escape."""
        if action in {"leave", "decline"}:
            return self._may_leave is (action == "leave")
        return super().check_action(action, parameters)
