"""Small things over a screen: a terminal that is too small, a question before something final."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import ScreenResume
from textual.widgets import Button, Static

from hako.tui.controls import Door
from hako.tui.screens.house import HouseDialog, HouseScreen
from hako.tui.typesetting import Prose


class TooSmall(HouseScreen[None]):
    """Says that the terminal is too small, instead of a broken screen; gone once it is not."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.quit", "quit")]
    DEFAULT_CSS = """
    TooSmall { align: center middle; }
    TooSmall > Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        yield Static()

    def speak(self) -> None:
        columns, lines = self.app.size
        words = self.app.texts.say("too_small.text", columns=columns, lines=lines)
        self.query_one(Static).update(words)

    def on_resize(self) -> None:
        self._look_again()

    def on_screen_resume(self, _: ScreenResume) -> None:
        self._look_again()

    def _look_again(self) -> None:
        if self.app.has_room and self.is_current:
            self.dismiss()
        else:
            self.speak()


class Confirm(HouseDialog[bool]):
    """A question with yes and no; leaving it means no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes"),
        Binding("n", "answer(False)", "no"),
    ]
    DEFAULT_CSS = """
    Confirm > Vertical {
        width: 60; max-width: 90%; height: auto; padding: 1 3; background: $surface;
    }
    Confirm Prose { margin-bottom: 1; }
    Confirm Horizontal { height: 1; align-horizontal: center; }
    Confirm Door { margin: 0 2; }
    """

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical():
            question = Prose()
            question.words = self._question
            yield question
            with Horizontal():
                yield Door(id="yes")
                yield Door(id="no")

    def speak(self) -> None:
        for answer in ("yes", "no"):
            self.query_one(f"#{answer}", Door).say(self.app.texts.say(f"keys.{answer}"))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.action_answer(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)

    def action_leave(self) -> None:
        """Leaving means no."""
        self.dismiss(False)
