"""The navigation bar: actions of a screen, side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from hako.engine.i18n.width import cell_width
from hako.tui.widgets.link_bar import Link, LinkBar


class ButtonBar(LinkBar, can_focus=True):
    """The actions of a screen side by side; each is an action's name and a key of `keys`.

    start    rules    back

    The key bar says what Enter does: "Enter start".
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "move", show=False),
        Binding("right,l", "step(1)", "move", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"doors--door", "doors--here", "doors--gap"}
    DEFAULT_CSS = """
    ButtonBar { height: 1; }
    ButtonBar > .doors--door { background: $panel; }
    ButtonBar > .doors--here { background: $panel; text-style: bold; }
    ButtonBar:focus > .doors--here {
        color: $block-cursor-background; background: $block-cursor-foreground;
        text-style: bold reverse;
    }
    """

    current: reactive[int] = reactive(0, repaint=False, init=False)
    """The index of the action that Enter runs."""

    def __init__(self, *actions: str) -> None:
        super().__init__()
        self.actions = actions
        for number, action in enumerate(actions):
            self._bindings.bind("enter,space", f"open({number})", action)

    def watch_current(self) -> None:
        self.repaint()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Enter run the current action."""
        if action == "open":
            return parameters == (self.current,)
        return super().check_action(action, parameters)

    def words(self) -> Iterable[Link]:
        labels = [self.app.texts.text(f"keys.{action}") for action in self.actions]
        is_tight = sum(cell_width(words) + 8 for words in labels) - 2 > self.columns
        left = right = " " * (1 if is_tight else 3)
        if self.app.appearance.theme == "hako-ansi":
            left, right = "[ ", " ]"
        for number, (action, words) in enumerate(zip(self.actions, labels, strict=True)):
            kind = "doors--here" if number == self.current else "doors--door"
            yield Link(action, ((f"{left}{words}{right}", kind),))
            yield Link("", (("  ", "doors--gap"),))

    def clicked(self, name: str) -> None:
        if name:
            self.current = self.actions.index(name)
            self.action_open(self.current)

    def action_step(self, step: int) -> None:
        """Move to the next action, as far as there are any."""
        self.current = max(0, min(self.current + step, len(self.actions) - 1))

    def action_open(self, number: int) -> None:
        """Run an action, if the screen still offers it."""
        if self.screen.is_active:
            self.call_next(self.screen.run_action, self.actions[number])
