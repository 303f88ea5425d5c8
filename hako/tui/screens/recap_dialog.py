"""The recap over the table: events since one's last turn, and highlights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Click, Key
from textual.widgets import Static

from hako.engine.transcript.recap import RecapItem
from hako.tui.motion.moment_panel import MomentPanel
from hako.tui.motion.moment_pictures import Moment
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.appearance import motion_of
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.recap_panel import RecapPanel

RecapKind: TypeAlias = Literal["news", "asked_for", "highlight"]
"""The reason why a recap opened: one's turn, a key, or something that just happened."""


RecapResult: TypeAlias = int | Literal["steps", "log"] | None
"""The view after it: a position, all positions one after the other, the log, or (None) the table."""


class RecapDialog(Dialog[RecapResult], inherit_bindings=False):
    """A few lines, closed by any key, which has no other effect.

    If the recap was asked for, a number shows the position of its line, and two letters what else
    there is to see.
    """

    AUTO_FOCUS = ""
    # for the bar of keys: see on_key
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "none", "moment", key_display="1-9"),
        Binding("s", "none", "steps"),
        Binding("g", "none", "whole_log"),
        Binding("enter,escape", "leave", "close"),
    ]
    DEFAULT_CSS = """
    RecapDialog > Vertical {
        width: 100; max-width: 100%; height: auto; max-height: 100%; padding: 0 1;
        background: $surface; border: solid $accent; border-title-color: $accent;
        RecapPanel { height: auto; max-height: 20; }
        #keys { color: $muted; text-align: right; }
    }
    .-ascii RecapDialog > Vertical, .-narrow RecapDialog > Vertical { border: ascii $accent; }
    """

    def __init__(
        self,
        title: str,
        items: Sequence[RecapItem],
        kind: RecapKind = "news",
        *,
        lasts: float | None = None,
        moment: Moment | None = None,
    ) -> None:
        """Show these items below the picture of a moment; it closes by itself after `lasts` seconds."""
        super().__init__()
        self.kind = kind
        self._picture = None if moment is None else MomentPanel(moment)
        self._title, self._items, self._lasts = title, items, lasts

    def compose(self) -> ComposeResult:
        with Vertical():
            if self._picture is not None:
                yield self._picture
            yield RecapPanel()
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        app = self.app
        is_full = motion_of(app.settings, app.terminal) == "full"
        if self._picture is not None and is_full and not app.line_is_slow:
            self._picture.begin()
        if self._lasts is not None:
            self.set_timer(self._lasts, self._pass)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer numbers where they lead to a position."""
        return (
            self.kind == "asked_for"
            if action == "none"
            else super().check_action(action, parameters)
        )

    def _pass(self) -> None:
        """Close without awaiting: a timer would await the result of `dismiss`."""
        self.vanish()

    def retranslate(self) -> None:
        look = self.app.appearance
        panel, symbols = self.query_one(RecapPanel), SYMBOLS[look.symbols]
        for lines in self.query(LinePanel):
            lines.apply_theme(styles_of(look.theme), symbols)
        panel.show(self._items, is_numbered=self.kind == "asked_for")
        self.query_one(Vertical).border_title = symbols.spell(self._title)
        self.query_one("#keys", Static).update(self.app.texts.text(f"news.{self.kind}"))

    def on_key(self, event: Key) -> None:
        """Close; a number that is shown leads to its position. What moves only comes to its end."""
        event.stop()
        event.prevent_default()
        if self._ends_motion():
            return
        is_asked_for = self.kind == "asked_for"
        if is_asked_for and event.key in _LETTERS:
            self.dismiss(_LETTERS[event.key])
        else:
            number = int(event.key) if event.key.isdecimal() else 0
            self.dismiss(self.query_one(RecapPanel).moment(number))

    @on(RecapPanel.RecapItemPicked)
    def lead(self, event: RecapPanel.RecapItemPicked) -> None:
        """Show the position of the line that was clicked."""
        self.dismiss(event.moment)

    def on_click(self, event: Click) -> None:
        """Close: a click does the same as a key."""
        event.stop()
        if not self._ends_motion():
            self.dismiss()

    def _ends_motion(self) -> bool:
        """Show the last frame of the picture; False if it is shown already."""
        if self._picture is None or not self._picture.is_moving:
            return False
        self._picture.finish()
        return True


_LETTERS: Mapping[str, Literal["steps", "log"]] = {"s": "steps", "g": "log"}
