"""What forms are made of: a choice of a few values, and a line with a label."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from hako.tui.looks.symbols import SYMBOLS
from hako.tui.widgets.controls import Word, Words


class Picker(Words, can_focus=True):
    """A choice of a few values, all on one line; a narrow one shows only the value chosen.

    Language   auto  English  [日本語]          Language   < 日本語 >
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space,enter", "step(1)", "next"),
        Binding("left,h", "step(-1)", "previous", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"picker--chosen", "picker--other"}
    DEFAULT_CSS = """
    Picker { height: 1; width: 1fr; }
    Picker > .picker--other { color: $muted; }
    Picker > .picker--chosen { background: $panel; text-style: bold; }
    Picker:focus > .picker--chosen {
        color: $block-cursor-background; background: $block-cursor-foreground;
        text-style: bold reverse;
    }
    """

    value: reactive[str] = reactive("", init=False)
    """The value chosen."""
    labels: reactive[Mapping[str, str]] = reactive(dict, init=False)
    """How the values are called."""

    class Changed(Message):
        """Posted when another value was chosen by hand."""

        def __init__(self, picker: Picker, value: str) -> None:
            super().__init__()
            self.picker = picker
            self.value = value

        @property
        def control(self) -> Picker:
            """The picker."""
            return self.picker

    def __init__(
        self,
        values: Sequence[str],
        value: str,
        *,
        id: str | None = None,  # noqa: A002 - Textual's name
    ) -> None:
        super().__init__(id=id)
        self.all_values = self.values = tuple(values)
        self.set_reactive(Picker.value, value)

    def offer(self, values: Sequence[str]) -> None:
        """Let only these values be chosen; the first one, where the chosen one is not among them."""
        self.values = tuple(values)
        if self.value not in values:
            self.value = values[0]
        self.refresh()

    def words(self) -> Iterable[Word]:
        left, right = ("[", "]") if self.app.look.theme == "hako-ansi" else (" ", " ")
        label = self.labels.get(self.value, self.value)
        chosen = Word(self.value, ((f"{left}{label}{right}", "picker--chosen"),))
        words = [
            chosen if value == self.value else _other(value, f" {self.labels.get(value, value)} ")
            for value in self.values
        ]
        if sum(word.width for word in words) <= self.size.width:
            return words
        symbols = SYMBOLS[self.app.look.symbols]
        return [_other("<", f"{symbols.back} "), chosen, _other(">", f" {symbols.pointer}")]

    def clicked(self, what: str) -> None:
        match what:
            case "<":
                self.action_step(-1)
            case ">":
                self.action_step(1)
            case _:
                self._choose(what)

    def action_step(self, step: int) -> None:
        """Choose the value before or after; after the last comes the first."""
        here = self.values.index(self.value)
        self._choose(self.values[(here + step) % len(self.values)])

    def _choose(self, value: str) -> None:
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self, value))


def _other(what: str, text: str) -> Word:
    return Word(what, ((text, "picker--other"),))


class Field(Horizontal):
    """A labelled control of a form, on one line."""

    DEFAULT_CSS = """
    Field { height: 1; }
    Field > Static { width: 24; color: $muted; }
    Field.-here > Static { color: $foreground; text-style: bold; }
    Field > Input { width: 40; }
    """

    def __init__(self, control: Widget) -> None:
        super().__init__()
        self.control: Any = control
        self._label = Static(markup=False)

    def compose(self) -> ComposeResult:
        yield self._label
        yield self.control

    def on_descendant_focus(self) -> None:
        self.add_class("-here")

    def on_descendant_blur(self) -> None:
        self.remove_class("-here")

    def say(self, words: str) -> None:
        """Write the label."""
        self._label.update(words)
