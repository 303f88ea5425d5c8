"""The question for the player's name, asked once at the first start."""

from __future__ import annotations

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from hako.multiplayer.accounts.settings import LONGEST_NAME
from hako.tui.screens.dialog import Dialog
from hako.tui.widgets.text_field import TextField


class NameScreen(Dialog[None]):
    """A question for the name with a proposal, which is kept without an answer."""

    DEFAULT_CSS = """
    NameScreen > Vertical { width: 52; height: auto; padding: 1 2; background: $surface; }
    NameScreen Input { margin-top: 1; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="which", markup=False)
            yield TextField(self.app.own_name, enter_does="accept", max_length=LONGEST_NAME)

    def retranslate(self) -> None:
        self.query_one("#which", Static).update(self.app.texts.text("name.which"))

    def on_input_submitted(self) -> None:
        """Keep the name that was typed."""
        self._keep(self.query_one(Input).value)

    def action_leave(self) -> None:
        """Keep the name that was proposed."""
        self._keep(self.app.own_name)

    def _keep(self, name: str) -> None:
        """Remember a name; the proposed one if it is empty."""
        name = " ".join(name.split()) or self.app.own_name
        self.app.change_settings(replace(self.app.settings, name=name))
        self.dismiss()
