"""The fields of the form of a new game: its seats and its options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from hako.engine.bots.characters import SOMEBODY
from hako.engine.bots.levels import SIGN, STRENGTHS
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.header import Player
from hako.engine.rules.game import Option
from hako.multiplayer.accounts.settings import LONGEST_NAME
from hako.tui.bot_text import NEUTRAL
from hako.tui.widgets.forms import FormField, OptionPicker

PERSON = "person"
KINDS = (PERSON, *STRENGTHS)
"""The kinds of players: a person, or a bot of a level."""


class SeatName(Input):
    """The name of a player; Right after its last letter leads on to what plays there."""

    def action_cursor_right(self, select: bool = False) -> None:
        if self.cursor_at_end and not select:
            self.screen.focus_next()
        else:
            super().action_cursor_right(select)


class SeatRow(Horizontal):
    """A seat: its number, the player's name, human or bot level; for a bot its character."""

    DEFAULT_CSS = """
    SeatRow { height: 1; }
    SeatRow > Static { width: 4; color: $muted; }
    SeatRow > Input { width: 21; margin-right: 1; }
    SeatRow > OptionPicker { width: 1fr; }
    SeatRow > .taste { width: 15; margin-left: 1; }
    """

    def __init__(self, number: int, name: str, kind: str, characters: Sequence[str]) -> None:
        super().__init__()
        self.number = number
        self.input = SeatName(name, compact=True, max_length=LONGEST_NAME, select_on_focus=False)
        self.picker = OptionPicker(KINDS, kind)
        self.taste = OptionPicker((NEUTRAL, SOMEBODY, *characters), NEUTRAL)
        self.taste.add_class("taste")
        self._has_characters = bool(characters)

    def compose(self) -> ComposeResult:
        yield Static(str(self.number))
        yield self.input
        yield self.picker
        yield self.taste

    def fit(self) -> None:
        """Show the character picker for a bot, in a game whose bots have characters."""
        self.taste.display = self._has_characters and self.picker.value != PERSON

    @property
    def level(self) -> str | None:
        """The level of the bot on the seat; None for people."""
        if self.picker.value == PERSON:
            return None
        taste = self.taste.value
        return self.picker.value if taste == NEUTRAL else f"{self.picker.value}{SIGN}{taste}"

    def player(self) -> Player:
        """The player on the seat; without a name typed, with the one that is shown."""
        return Player(self.input.value.strip() or self.input.placeholder, bot=self.level)


class SeatHeading(Horizontal):
    """The headings over the columns of the seats."""

    DEFAULT_CSS = """
    SeatHeading { height: 1; padding-left: 4; color: $muted; }
    SeatHeading > #name { width: 22; padding-left: 1; }
    SeatHeading > #who { width: 1fr; }
    SeatHeading > #taste { width: 16; padding-left: 3; }
    """

    def __init__(self, *columns: str) -> None:
        """Make the headings of these columns: name, who, taste."""
        super().__init__()
        self._columns = columns

    def compose(self) -> ComposeResult:
        for column in self._columns:
            yield Static(id=column, markup=False)

    def retranslate(self, texts: Catalogue) -> None:
        """Write the headings in the words of a catalogue."""
        for heading in self.query(Static):
            heading.update(texts.text(f"new_game.column_{heading.id}"))

    def fit(self, rows: Iterable[SeatRow]) -> None:
        """Show the heading of the characters where a bot in these rows has one."""
        self.query_one("#taste").display = any(row.display and row.taste.display for row in rows)


class OptionField(FormField):
    """A field for one option of a game."""

    def __init__(self, option: Option, value: str) -> None:
        super().__init__(OptionPicker(option.values, value, id=f"option-{option.key}"))
        self.option = option

    def retranslate(self, texts: Catalogue) -> None:
        """Write labels in the words of the game's catalogue."""
        key = self.option.key
        self.set_label(texts.text(f"option.{key}.text"))
        values = self.option.values
        self.control.labels = {value: texts.text(f"option.{key}.{value}") for value in values}

    def fit(self, seats: int) -> None:
        """Offer the values for so many seats; hide the field where there is only one."""
        self.control.offer(self.option.allowed(seats))
        self.display = self.is_offered = len(self.control.values) > 1


def chosen(form: Widget) -> dict[str, str]:
    """The options chosen in a form."""
    return {field.option.key: field.control.value for field in form.query(OptionField)}
