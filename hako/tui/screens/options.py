"""Other options for a table before its deal."""

from __future__ import annotations

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from hako.engine.log.clock import CLOCKS
from hako.engine.people.room import Room
from hako.engine.transcript.clocks import clock_in_words
from hako.engine.words.text import Texts
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.dialog import HakoDialog
from hako.tui.screens.new_game import Fields, OptionField, chosen
from hako.tui.widgets.forms import Field, Picker


def clock_picker(now: str = "") -> Picker:
    """A choice of clocks; the one of now is among them."""
    return Picker(tuple(dict.fromkeys((*CLOCKS, now))), now, id="clock")


def name_clocks(picker: Picker, texts: Texts) -> None:
    """Say in the language of now what each gives."""
    picker.labels = {clock: clock_in_words(texts, clock) for clock in picker.values}


class OptionsScreen(HakoDialog[tuple[dict[str, str], str]]):
    """The options of a table, and its clock; those that stand here when it is left are played with."""

    TOPIC = "options"
    AUTO_FOCUS = "Picker"
    DEFAULT_CSS = """
    OptionsScreen > Vertical { width: 74; height: auto; padding: 1 2; background: $surface; }
    OptionsScreen Static#title { margin-bottom: 1; }
    OptionsScreen Fields { height: auto; max-height: 14; scrollbar-size-vertical: 1; }
    """

    app = getters.app(LobbyApp)

    def __init__(self, room: Room) -> None:
        super().__init__()
        self.table = room.table

    def compose(self) -> ComposeResult:
        now = self.table.header.options
        with Vertical():
            yield Static(id="title")
            with Fields(can_focus=False):
                for option in self.table.game.options:
                    yield OptionField(option, now.get(option.key, option.default))
                yield Field(clock_picker(self.table.header.clock))

    def speak(self) -> None:
        self.query_one("#title", Static).update(self.app.texts.say("waiting.choose_options"))
        texts = self.app.texts_of_game(self.table.game)
        for field in self.query(OptionField):
            field.speak(texts)
            field.fit(len(self.table.players))
        clock = self.query_one("#clock", Picker)
        name_clocks(clock, texts)
        assert isinstance(clock.parent, Field)
        clock.parent.say(texts.say("new_game.clock"))

    def action_leave(self) -> None:
        """Close it, and play like this."""
        self.dismiss((chosen(self), self.query_one("#clock", Picker).value))
