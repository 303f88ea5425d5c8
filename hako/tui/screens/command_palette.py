"""The palette: every command that works now, by name."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.align import Align
from rich.text import Text
from textual import getters
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.command import CommandList, CommandPalette
from textual.widgets import Input
from textual.widgets.option_list import Option

from hako.tui.apps.core_app import QUIT
from hako.tui.apps.game_app import GameApp


class Palette(CommandPalette):
    """Textual's palette in the current language, without characters that some terminals lack."""

    BINDINGS: ClassVar[list[BindingType]] = [QUIT]
    DEFAULT_CSS = """
    Palette > Vertical { margin: 2 8; }
    Palette #--input { border: none; height: 3; background: $panel; padding: 0 1; }
    Palette #--input.--list-visible { border: none; }
    Palette #--results { overlay: screen; }
    Palette SearchIcon, Palette LoadingIndicator { display: none; }
    Palette CommandList, Palette CommandList.--visible {
        border: none; border-left: none; border-right: none; background: $surface;
    }
    """

    app = getters.app(GameApp)

    def __init__(self) -> None:
        super().__init__(placeholder="")

    def on_mount(self) -> None:
        self.query_one("CommandInput", Input).placeholder = self.app.texts.text("palette.search")

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close it once: a second quick Enter would close the screen below."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def _watch__list_visible(self) -> None:
        if self._is_whole:
            super()._watch__list_visible()

    async def _watch__show_busy(self) -> None:
        if self._is_whole:
            await super()._watch__show_busy()

    @property
    def _is_whole(self) -> bool:
        """False while the palette is being closed; its worker may go on listing commands."""
        return bool(self.query(CommandList))

    def _start_no_matches_countdown(self, search_value: str) -> None:
        # the only sentence of Textual itself
        self._stop_no_matches_countdown()
        self._no_matches_timer = self.set_timer(
            self._NO_MATCHES_COUNTDOWN, lambda: self._show_nothing_found(search_value)
        )

    def _show_nothing_found(self, search_value: str) -> None:
        if not self._is_whole:
            return
        if search_value:
            words = Text(self.app.texts.text("palette.nothing_found"), style="not bold")
            nothing = Option(Align.center(words), disabled=True, id=self._NO_MATCHES)
            self.query_exactly_one(CommandList).add_option(nothing)
        self._list_visible = bool(search_value)
