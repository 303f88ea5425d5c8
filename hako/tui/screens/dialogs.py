"""Small dialogs of the table: a cover between two players, an undo request, a failed save."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Click
from textual.widgets import Button, Static

from hako.engine.log.history import History
from hako.engine.rules.model import Seat
from hako.tui.screens.base import AppScreen
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.symbols import SYMBOLS


class HandoverCover(AppScreen[None], inherit_bindings=False):
    """Hides the table until the next player has taken the keyboard.

    Late keys and clicks of the last player must not show the next one's secrets. So the key that
    uncovers is none that players hold down at a table, and of a chain of clicks only the first
    counts.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        # the others are for an input method that keeps a letter or makes it a wide one
        Binding("y,ctrl+y,\uff59", "uncover", "uncover"),
        Binding("q", "leave", "leave"),
    ]

    DEFAULT_CSS = """
    HandoverCover { align: center middle; background: $surface; }
    HandoverCover Static { width: auto; margin-bottom: 1; }
    HandoverCover #uncover { background: $panel; padding: 0 2; }
    HandoverCover #leave { color: $muted; }
    """

    def __init__(self, table: History[Any], seat: Seat) -> None:
        """Make the cover of a table; `seat` is the one that may look under it."""
        super().__init__()
        self._table, self._seat = table, seat

    def compose(self) -> ComposeResult:
        yield Static(id="who", markup=False)
        yield Static(id="uncover", markup=False)
        yield Static(id="leave", markup=False)

    def retranslate(self) -> None:
        table = self._table
        texts = self.app.texts_for(table.game, table.players, table.content)
        for name in ("who", "uncover", "leave"):
            text = texts.text(f"cover.{name}", seat=self._seat)
            self.query_one(f"#{name}", Static).update(
                SYMBOLS[self.app.appearance.symbols].spell(text)
            )

    def action_uncover(self) -> None:
        """Show the table to the player who sits here now."""
        self.dismiss()

    def action_leave(self) -> None:
        """Leave the table below as well, before a frame of it is shown."""
        if self.is_active:
            self.app.pop_screen()
            table = self.app.screen
            assert isinstance(table, AppScreen), "a cover lies on a table"
            table.action_leave()

    async def on_click(self, event: Click) -> None:
        """Do what is clicked, unless the click continues a chain."""
        name = event.widget.id if event.widget is not None and event.chain == 1 else None
        if name in {"uncover", "leave"}:
            await self.run_action(name)


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
