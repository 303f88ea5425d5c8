"""The recap over the table: events since one's last turn, and highlights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Click, Key
from textual.widgets import Static

from hako.engine.transcript.recap import RecapItem
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.recap_panel import RecapPanel


class RecapDialog(Dialog[int | None], inherit_bindings=False):
    """A few lines, closed by any key, which has no other effect.

    If the recap was asked for, a number shows the position of its line. The result is that
    position, or None.
    """

    AUTO_FOCUS = ""
    # for the bar of keys: see on_key
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "none", "moment", key_display="1-9"),
        Binding("escape", "leave", "close"),
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
        lasts: float | None = None,
        *,
        is_asked_for: bool = False,
    ) -> None:
        """Show these items; it closes by itself after `lasts` seconds."""
        super().__init__()
        self._title, self._items, self._lasts = title, items, lasts
        self._is_asked_for = is_asked_for

    @property
    def passes(self) -> bool:
        """True if it closes by itself."""
        return self._lasts is not None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield RecapPanel()
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        if self._lasts is not None:
            self.set_timer(self._lasts, self._pass)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer numbers where they lead to a position."""
        return self._is_asked_for if action == "none" else super().check_action(action, parameters)

    def _pass(self) -> None:
        """Close without awaiting: a timer would await the result of `dismiss`."""
        self.vanish()

    def retranslate(self) -> None:
        look = self.app.appearance
        panel, symbols = self.query_one(RecapPanel), SYMBOLS[look.symbols]
        panel.apply_theme(styles_of(look.theme), symbols)
        panel.show(self._items, is_numbered=self._is_asked_for)
        self.query_one(Vertical).border_title = symbols.spell(self._title)
        key = "numbers" if self._is_asked_for else "keys" if self._lasts is None else "passes"
        self.query_one("#keys", Static).update(self.app.texts.text(f"news.{key}"))

    def on_key(self, event: Key) -> None:
        """Close; a number that is shown leads to its position."""
        event.stop()
        event.prevent_default()
        number = int(event.key) if event.key.isdecimal() else 0
        self.dismiss(self.query_one(RecapPanel).moment(number))

    @on(RecapPanel.RecapItemPicked)
    def lead(self, event: RecapPanel.RecapItemPicked) -> None:
        """Show the position of the line that was clicked."""
        self.dismiss(event.moment)

    def on_click(self, event: Click) -> None:
        """Close: a click does the same as a key."""
        event.stop()
        self.dismiss()
