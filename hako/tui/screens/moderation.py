"""The page of admins and moderators: users online, sanctions, a line for commands."""

from __future__ import annotations

from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from hako.engine.i18n.failure import Failure
from hako.multiplayer.moderation.commands import parse_command
from hako.multiplayer.moderation.service import ModerationService
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.base import AppScreen
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.key_bar import KeyBar


class ModerationScreen(AppScreen[None]):
    """Moderation by the commands of `hako admin`."""

    TOPIC = "house"
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f5", "renew", "renew")]
    DEFAULT_CSS = """
    ModerationScreen { padding: 0 2; }
    ModerationScreen #title { height: 2; text-style: bold; color: $accent; }
    ModerationScreen VerticalScroll { height: 1fr; }
    ModerationScreen #hint { height: auto; color: $muted; margin-bottom: 1; }
    """

    app = getters.app(LobbyApp)

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(can_focus=False):
            yield Static(id="told", markup=False)
        yield Static(id="hint", markup=False)
        yield Input(compact=True)
        yield KeyBar()

    def retranslate(self) -> None:
        say = self.app.texts.text
        self.query_one("#title", Static).update(say("house.title"))
        is_host = self._service.is_admin(self.app.user)
        hint = say("house.hint" if is_host else "house.hint_for_helpers")
        self.query_one("#hint", Static).update(hint)
        self.renew()

    @property
    def _service(self) -> ModerationService:
        assert self.app.moderation is not None, "the page was offered"
        return self.app.moderation

    def renew(self) -> None:
        """Update the page."""
        service, visitor, texts = self._service, self.app.user, self.app.texts
        spell, lines = SYMBOLS[self.app.appearance.symbols].spell, service.overview(texts, visitor)
        if service.is_admin(visitor):
            lines += [texts.text("house.log"), *_indented(service.log())]
        self.query_one("#told", Static).update("\n".join(map(spell, lines)))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the command, if it is one; else it stays there to be corrected."""
        try:
            order = parse_command(event.value.split())
        except Failure as error:
            self.app.complain(error)
            return
        event.input.clear()
        self.app.command(order, self.answer)

    def answer(self, words: str) -> None:
        """Show the result of a command where it stays: there may be a link in it."""
        self.renew()
        self.query_one("#hint", Static).update(words)

    def action_renew(self) -> None:
        """Update the page."""
        self.retranslate()


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
