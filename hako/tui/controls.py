"""Controls of the house, one widget and one line each: the bar of keys, and a choice of a few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Button, Static

from hako.tui.app import TableApp


class Span(NamedTuple):
    """Where something clickable stands on a line."""

    start: int
    end: int
    what: str


class Door(Button):
    """A button one line high."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", "press")]
    DEFAULT_CSS = """
    Door { min-width: 0; width: auto; margin-right: 2; padding: 0 2; }
    Door, Door:hover { color: $foreground; background: $panel; text-style: none; }
    Door:focus {
        color: $block-cursor-foreground; background: $block-cursor-background; text-style: bold;
    }
    """

    app = getters.app(TableApp)

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id, compact=True)

    def say(self, words: str) -> None:
        """Write on the button; where it has no colour of its own, brackets show its place."""
        self.label = Content(f"[ {words} ]" if self.app.look.theme == "hako-ansi" else words)


class KeyBar(Widget):
    """The keys of the open screen: those of its bindings that are shown, as far as they fit.

    A binding's description is a key of the texts' group `keys`.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key", "key-bar--text"}
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $panel; }
    KeyBar > .key-bar--key { color: $accent; text-style: bold; }
    KeyBar > .key-bar--text { color: $foreground; }
    """

    app = getters.app(TableApp)

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[Span] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._repaint)
        self.watch(self.app, "look", self._repaint, init=False)

    def _repaint(self, _: object = None) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - there is but one line
        keys, text = (self.get_component_rich_style(f"key-bar--{part}") for part in ("key", "text"))
        segments = [Segment(" ", text)]
        self._spans = []
        for name, words, key in self._fitting():
            start = sum(segment.cell_length for segment in segments)
            segments += [Segment(name, keys), Segment(f" {words}  ", text)]
            self._spans.append(Span(start, start + cell_len(f"{name} {words}"), key))
        return Strip(segments).adjust_cell_length(self.size.width, text)

    def on_click(self, event: Click) -> None:
        for span in self._spans:
            if span.start <= event.x < span.end:
                self.app.simulate_key(span.what)

    def _fitting(self) -> list[tuple[str, str, str]]:
        """Name, words and key of what fits; the last one, help, always does."""
        shown = self._shown()
        while len(shown) > 1 and sum(cell_len(f"{n} {w}  ") for n, w, _ in shown) > self.size.width:
            del shown[-2]
        return shown

    def _shown(self) -> list[tuple[str, str, str]]:
        by_action: dict[str, tuple[str, str, str]] = {}
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show and enabled and f"keys.{binding.description}" in self.app.texts:
                words = self.app.texts.say(f"keys.{binding.description}")
                name = self.app.get_key_display(binding)
                by_action.setdefault(binding.action, (name, words, binding.key))
        ours = by_action.pop("help", None)
        return [*by_action.values(), *([ours] if ours else [])]


class Picker(Widget, can_focus=True):
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
    Picker > .picker--chosen { color: $foreground; background: $panel; text-style: bold; }
    Picker:focus > .picker--chosen {
        color: $block-cursor-background; background: $block-cursor-foreground;
        text-style: bold reverse;
    }
    """

    app = getters.app(TableApp)

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
        self._spans: list[Span] = []

    def on_mount(self) -> None:
        self.watch(self.app, "look", self._repaint, init=False)

    def _repaint(self, _: object = None) -> None:
        self.refresh()

    def offer(self, values: Sequence[str]) -> None:
        """Let only these values be chosen; the first one, where the chosen one is not among them."""
        self.values = tuple(values)
        if self.value not in values:
            self.value = values[0]
        self.refresh()

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - there is but one line
        other, chosen = (
            self.get_component_rich_style(f"picker--{part}") for part in ("other", "chosen")
        )
        segments: list[Segment] = []
        self._spans = []
        for what, words in self._parts():
            start = sum(segment.cell_length for segment in segments)
            segments.append(Segment(words, chosen if what == self.value else other))
            self._spans.append(Span(start, start + cell_len(words), what))
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def action_step(self, step: int) -> None:
        """Choose the value before or after; after the last comes the first."""
        here = self.values.index(self.value)
        self._choose(self.values[(here + step) % len(self.values)])

    def on_click(self, event: Click) -> None:
        for span in self._spans:
            if span.start <= event.x < span.end:
                if span.what in {"-1", "1"}:
                    self.action_step(int(span.what))
                else:
                    self._choose(span.what)

    def _choose(self, value: str) -> None:
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self, value))

    def _parts(self) -> list[tuple[str, str]]:
        """What stands on the line: values, or where they do not fit, the one between arrows."""
        left, right = ("[", "]") if self.app.look.theme == "hako-ansi" else (" ", " ")
        parts = [
            (value, f"{left}{label}{right}" if value == self.value else f" {label} ")
            for value in self.values
            for label in (self.labels.get(value, value),)
        ]
        if sum(cell_len(words) for _, words in parts) <= self.size.width:
            return parts
        back, on = ("<", ">") if self.app.look.symbols == "ascii" else ("◂", "▸")
        label = self.labels.get(self.value, self.value)
        return [("-1", f"{back} "), (self.value, f"{left}{label}{right}"), ("1", f" {on}")]


class Field(Horizontal):
    """A labelled control of a form, on one line."""

    DEFAULT_CSS = """
    Field { height: 1; }
    Field > Static { width: 24; color: $muted; }
    Field.-here > Static { color: $foreground; text-style: bold; }
    Field > Input { width: 40; }
    """

    def __init__(self, control: Widget, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.control = control
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
