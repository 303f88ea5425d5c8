"""A new table in the lobby: the form of a new game, with open seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from hako.content import Box
from hako.engine.bots.characters import characters
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.header import OPEN, Header, Player, UndoPolicy
from hako.multiplayer.tables.seating import bot_name
from hako.multiplayer.tables.table_setup import shared_header
from hako.tui.apps.lobby import LobbyApp
from hako.tui.bot_text import bots_text, characters_text
from hako.tui.screens.box_artwork import boxes_on
from hako.tui.screens.dialog import Dialog
from hako.tui.screens.game_fields import PERSON, SeatRow
from hako.tui.screens.game_form import GameForm
from hako.tui.screens.shelf_boxes import Boxes
from hako.tui.screens.table_options import (
    NAMED,
    clock_fields,
    clock_in,
    delay_picker,
    fit_away,
    is_rated,
    rated_picker,
)
from hako.tui.widgets.button_bar import ButtonBar
from hako.tui.widgets.forms import FormField, OptionPicker

PUBLIC, PRIVATE = ACCESS = ("public", "private")
"""The visibility of the table: to everybody in the lobby, or to those who know its code."""


class GameChoiceDialog(Dialog[Box]):
    """A choice of the game."""

    DEFAULT_CSS = """
    GameChoiceDialog > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 2; background: $surface;
    }
    GameChoiceDialog #title { color: $accent; text-style: bold; margin-bottom: 1; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="title")
            yield Boxes(box for box in boxes_on(self.app.shelf) if box.is_open)

    def retranslate(self) -> None:
        self.query_one("#title", Static).update(self.app.texts.text("new_table.which"))

    @on(Boxes.Opened)
    def open_box(self, event: Boxes.Opened) -> None:
        """Choose the game of this box."""
        self.dismiss(event.box.box)


class TableSeatRow(SeatRow):
    """A seat at a shared table: the visitor's own, an open one, or a bot's."""

    def __init__(self, number: int, characters: Sequence[str]) -> None:
        super().__init__(number, "", PERSON, characters)
        if number == 1:
            self.picker = OptionPicker((PERSON,), PERSON)

    def compose(self) -> ComposeResult:
        yield Static(str(self.number))
        yield self.picker
        yield self.taste

    def player(self) -> Player:
        return OPEN if self.level is None else Player(bot_name(self.number - 1), bot=self.level)


class NewTableScreen(GameForm):
    """Set up a game for people in the lobby, each on their own terminal."""

    TOPIC = "new_table"
    USUAL_UNDO: ClassVar[UndoPolicy] = "ask"
    SEAT_COLUMNS: ClassVar[tuple[str, ...]] = ("who", "taste")
    make_header = staticmethod(shared_header)

    app = getters.app(LobbyApp)

    def _navigation(self) -> ButtonBar:
        bar = super()._navigation()
        bar.current = 0  # others wait for the table, and finished games are soon forgotten here
        return bar

    def compose_more(self) -> Iterable[FormField]:
        yield FormField(OptionPicker(ACCESS, PUBLIC, id="access"))

    def compose_variants(self) -> Iterable[FormField]:
        yield from clock_fields()
        yield FormField(delay_picker())
        if not self.app.user.is_guest:
            yield FormField(rated_picker())

    def more(self) -> dict[str, Any]:
        delay = self.query_one("#delay", OptionPicker).value
        clock = clock_in(self)
        return {"committed": True, "clock": clock, "rated": is_rated(self), "delay": delay}

    def fit_variants(self) -> None:
        fit_away(self)

    def _seat_row(self, number: int) -> SeatRow:
        return TableSeatRow(number, [*characters(self._game)])

    def retranslate(self) -> None:
        super().retranslate()
        say = self.app.texts.text
        self.query_one("#access", OptionPicker).labels = {
            access: say(f"new_table.{access}") for access in ACCESS
        }
        for name, say_values in NAMED.items():
            for picker in self.query(f"#{name}").results(OptionPicker):
                say_values(picker, self.app.texts)

    def label_seats(self, texts: Catalogue) -> None:
        bots = bots_text(texts)
        tastes = characters_text(characters(self._game), texts)
        for row in self.query(TableSeatRow):
            key = "new_table.yours" if row.number == 1 else "new_table.for_whoever_comes"
            row.picker.labels, row.taste.labels = {PERSON: texts.text(key), **bots}, tastes

    def begin(self, header: Header) -> None:
        levels = [player.bot for player in header.seats]
        private = self.query_one("#access", OptionPicker).value == PRIVATE
        self.app.create(header, levels, private=private)
