"""The widgets of forms.

OptionPicker    a choice of a few values
FormField       a control on a line with its label
VariantFields   fields folded under one line
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.link_bar import Link, LinkBar


class OptionPicker(LinkBar, can_focus=True):
    """A choice of a few values, all on one line; a narrow one shows only the value chosen.

    Language   auto  English  [日本語]          Language   < 日本語 >
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space,enter", "step(1)", "next"),
        Binding("left,h", "step(-1)", "previous", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"picker--chosen", "picker--other"}
    DEFAULT_CSS = """
    OptionPicker { height: 1; width: 1fr; }
    OptionPicker > .picker--other { color: $muted; }
    OptionPicker > .picker--chosen { background: $panel; text-style: bold; }
    OptionPicker:focus > .picker--chosen {
        color: $block-cursor-background; background: $block-cursor-foreground;
        text-style: bold reverse;
    }
    """

    value: reactive[str] = reactive("", repaint=False, init=False)
    """The value chosen."""
    labels: reactive[Mapping[str, str]] = reactive(dict, repaint=False, init=False)
    """The labels of the values."""

    class ValueChanged(Message):
        """Posted when the player chose another value."""

        def __init__(self, picker: OptionPicker, value: str) -> None:
            super().__init__()
            self.picker = picker
            self.value = value

        @property
        def control(self) -> OptionPicker:
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
        self._began_with = value
        self.set_reactive(OptionPicker.value, value)

    @property
    def usual(self) -> str:
        """The initial value; the first one offered, where that is not offered."""
        return self._began_with if self._began_with in self.values else self.values[0]

    def offer(self, values: Sequence[str]) -> None:
        """Offer only these values; the first becomes the value, if the present one is not one."""
        self.values = tuple(values)
        if self.value not in values:
            self.value = values[0]
        self.repaint()

    def watch_value(self) -> None:
        self.repaint()

    def watch_labels(self) -> None:
        self.repaint()

    def words(self) -> Iterable[Link]:
        left, right = ("[", "]") if self.app.appearance.theme == "hako-ansi" else (" ", " ")
        label = self.labels.get(self.value, self.value)
        chosen = Link(self.value, ((f"{left}{label}{right}", "picker--chosen"),))
        words = [
            chosen if value == self.value else _other(value, f" {self.labels.get(value, value)} ")
            for value in self.values
        ]
        if sum(word.width for word in words) <= self.columns:
            return words
        symbols = SYMBOLS[self.app.appearance.symbols]
        before, after = _other("<", f"{symbols.back} "), _other(">", f" {symbols.pointer}")
        room = self.size.width - before.width - after.width - 2
        text = f"{left}{shortened(label, room, symbols)}{right}"
        return [before, Link(self.value, ((text, "picker--chosen"),)), after]

    def clicked(self, name: str) -> None:
        match name:
            case "<":
                self.action_step(-1)
            case ">":
                self.action_step(1)
            case _:
                self._choose(name)

    def action_step(self, step: int) -> None:
        """Choose the value before or after; after the last comes the first."""
        current = self.values.index(self.value)
        self._choose(self.values[(current + step) % len(self.values)])

    def _choose(self, value: str) -> None:
        if value != self.value:
            self.value = value
            self.post_message(self.ValueChanged(self, value))


def _other(name: str, text: str) -> Link:
    return Link(name, ((text, "picker--other"),))


class FormField(Horizontal):
    """A labelled control of a form, on one line."""

    DEFAULT_CSS = """
    FormField { height: 1; }
    FormField > Static { width: 24; color: $muted; }
    FormField.-here > Static { color: $foreground; text-style: bold; }
    FormField > Input { width: 40; }
    """

    def __init__(self, control: Widget) -> None:
        super().__init__()
        self.control: Any = control
        self.label = ""
        self.is_offered = True
        """True if there is anything to choose."""
        self._label = Static(markup=False)

    def compose(self) -> ComposeResult:
        yield self._label
        yield self.control

    def on_descendant_focus(self) -> None:
        self.add_class("-here")

    def on_descendant_blur(self) -> None:
        self.remove_class("-here")

    def set_label(self, words: str) -> None:
        """Set the label."""
        self.label = words
        self._label.update(words)

    @property
    def is_usual(self) -> bool:
        """True if the control has the value that it began with."""
        return bool(self.control.value == getattr(self.control, "usual", ""))


FOLDED, OPEN = "folded", "open"


class Collapsible(OptionPicker):
    """The control that opens and closes the fields folded under it.

    Variants   ▸ 5 more, all as recommended
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "step(0)", "open"),
        Binding("space", "step(0)", "open", show=False),
        Binding("right,l", "step(1)", "open", show=False),
        Binding("left,h", "step(-1)", "fold", show=False),
    ]

    def __init__(self) -> None:
        super().__init__((FOLDED, OPEN), FOLDED, id="variants")

    def words(self) -> Iterable[Link]:
        symbols = SYMBOLS[self.app.appearance.symbols]
        sign = symbols.below if self.value == OPEN else symbols.pointer
        label = self.labels.get(self.value, "")
        return [Link(self.value, ((f" {sign} {label} ", "picker--chosen"),))]

    def clicked(self, name: str) -> None:  # noqa: ARG002 - there is but one word
        self.action_step(0)

    def action_step(self, step: int) -> None:
        """Open with 1, fold with -1, the other one of both with 0."""
        unfolds = step > 0 or (step == 0 and self.value == FOLDED)
        self._choose(OPEN if unfolds else FOLDED)


class VariantFields(Vertical):
    """Fields folded under one line; those with changed values stay visible."""

    DEFAULT_CSS = """
    VariantFields { height: auto; }
    """

    def __init__(self, *fields: FormField) -> None:
        super().__init__()
        self.fold = Collapsible()
        self.head = FormField(self.fold)
        self._fields = fields

    def compose(self) -> ComposeResult:
        yield self.head
        yield from self._fields

    @property
    def offered(self) -> list[FormField]:
        """The fields in which there is anything to choose."""
        return [field for field in self._fields if field.is_offered]

    @property
    def changed(self) -> list[FormField]:
        """The offered fields that differ from their first values."""
        return [field for field in self.offered if not field.is_usual]

    def fit(self) -> None:
        """Show the visible fields; one with the focus does not vanish."""
        offered, changed = self.offered, self.changed
        seen = offered if self.fold.value == OPEN else changed
        self.head.display = bool(offered)
        for field in self._fields:
            field.display = field in seen or (field in offered and field.control.has_focus)
