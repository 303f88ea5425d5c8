"""A new game on this computer."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from textual import getters
from textual.widgets import Input

from hako.engine.bots.characters import characters
from hako.engine.content.files import read_toml
from hako.engine.log.header import Header
from hako.engine.log.setup_checks import BadSetup
from hako.tui.apps.shelf import ShelfApp
from hako.tui.screens.game_fields import PERSON, SeatRow
from hako.tui.screens.game_form import GameForm
from hako.tui.widgets.forms import FormField

MOST_SEED = 2**63 - 1


class NewGameScreen(GameForm):
    """Set up a game on this computer."""

    app = getters.app(ShelfApp)

    def compose_variants(self) -> Iterable[FormField]:
        yield FormField(Input(compact=True, id="seed", restrict=r"\d*", max_length=19))
        yield FormField(Input(compact=True, id="content"))

    def _seat_row(self, number: int) -> SeatRow:
        if number == 1:
            return SeatRow(number, self.app.own_name, PERSON, [*characters(self._game)])
        return SeatRow(number, "", self.app.settings.bot_level, [*characters(self._game)])

    def retranslate(self) -> None:
        super().retranslate()
        say = self.app.texts.text
        self.query_one("#seed", Input).placeholder = say("new_game.seed_drawn")
        self.query_one("#content", Input).placeholder = say("new_game.content_none")

    def more(self) -> dict[str, Any]:
        path = self.query_one("#content", Input).value.strip()
        return {
            "seed": self._seed(),
            "changes": read_toml(Path(path).expanduser()) if path else None,
            "changes_from": path,
        }

    def _seed(self) -> int | None:
        typed = self.query_one("#seed", Input).value
        if not typed:
            return None
        if int(typed) > MOST_SEED:
            raise BadSetup("seed_too_large", most=MOST_SEED)
        return int(typed)

    def begin(self, header: Header) -> None:
        table = self.app.library.new(header)
        self._remember_name()
        self.app.pop_screen()
        self.app.open_table(table)

    def _remember_name(self) -> None:
        typed = self.query(SeatRow).first().input.value.strip()
        if typed and not self.app.settings.name:
            self.app.change_settings(replace(self.app.settings, name=typed))
