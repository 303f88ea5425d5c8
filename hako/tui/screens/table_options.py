"""The options of a table before its deal."""

from __future__ import annotations

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from hako.engine.i18n.catalogue import Catalogue
from hako.multiplayer.lobby_text import delay_text
from hako.multiplayer.tables.clock import CLOCKS, clock_of, join_spec, split_spec
from hako.multiplayer.tables.clock_text import clock_text
from hako.multiplayer.tables.delay import DELAYS
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import OptionsChanged
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.dialog import Dialog
from hako.tui.screens.game_fields import OptionField, chosen
from hako.tui.screens.game_form import Fields
from hako.tui.widgets.forms import FormField, OptionPicker

RATED = ("no", "yes")


def is_rated(form: Widget) -> bool:
    """True if a form says that the table is rated; False where it has no such field."""
    return any(picker.value == "yes" for picker in form.query("#rated").results(OptionPicker))


AWAY = ("yes", "no")


def clock_fields(now: str = "") -> tuple[FormField, FormField]:
    """A choice of clocks, including the present one, and whether they stop during vacations."""
    clock, spares_away = split_spec(now)
    clocks = OptionPicker(tuple(dict.fromkeys((*CLOCKS, clock))), clock, id="clock")
    return FormField(clocks), FormField(OptionPicker(AWAY, AWAY[not spares_away], id="away"))


def clock_in(form: Widget) -> str:
    """The clock chosen in a form; quick clocks have no question about vacations."""
    clock, away = (form.query_one(f"#{name}", OptionPicker).value for name in ("clock", "away"))
    return join_spec(clock, spares_away=away == "yes")


def fit_away(form: Widget) -> None:
    """Offer the choice about vacations only for clocks where it makes a difference."""
    clock, field = (
        clock_of(form.query_one("#clock", OptionPicker).value),
        form.query_one("#away").parent,
    )
    assert isinstance(field, FormField)
    field.display = field.is_offered = clock is not None and clock.is_slow


def rated_picker(*, is_rated: bool = False) -> OptionPicker:
    """A picker for whether the table is rated."""
    return OptionPicker(RATED, RATED[is_rated], id="rated")


def name_rated(picker: OptionPicker, texts: Catalogue) -> None:
    """Label the choices in the current language."""
    picker.labels = {value: texts.text(f"new_game.rated_{value}") for value in RATED}


def delay_picker(now: str = "") -> OptionPicker:
    """A choice of delays for spectators, including the present one."""
    return OptionPicker(tuple(dict.fromkeys((*DELAYS, now))), now, id="delay")


def name_delays(picker: OptionPicker, texts: Catalogue) -> None:
    """Label the delays in the current language."""
    picker.labels = {delay: delay_text(texts, delay) for delay in picker.values}


def name_clocks(picker: OptionPicker, texts: Catalogue) -> None:
    """Label the clocks in the current language."""
    picker.labels = {clock: clock_text(texts, clock) for clock in picker.values}


def name_away(picker: OptionPicker, texts: Catalogue) -> None:
    """Label the choices about vacations in the current language."""
    picker.labels = {value: texts.text(f"new_game.away_{value}") for value in AWAY}


NAMED = {"clock": name_clocks, "away": name_away, "rated": name_rated, "delay": name_delays}
"""The function that labels the values of a picker, by the picker's name."""


class TableOptionsDialog(Dialog[OptionsChanged]):
    """The options of a table; closing the dialog applies them."""

    TOPIC = "options"
    AUTO_FOCUS = "OptionPicker"
    DEFAULT_CSS = """
    TableOptionsDialog > Vertical { width: 74; height: auto; padding: 1 2; background: $surface; }
    TableOptionsDialog Static#title { margin-bottom: 1; }
    TableOptionsDialog Fields { height: auto; max-height: 14; scrollbar-size-vertical: 1; }
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
                yield from clock_fields(self.table.header.clock)
                yield FormField(delay_picker(self.table.header.delay))
                if self.table.header.committed and len(self.table.players) > 1:
                    yield FormField(rated_picker(is_rated=self.table.header.rated))

    def retranslate(self) -> None:
        self.query_one("#title", Static).update(self.app.texts.text("waiting.choose_options"))
        texts = self.app.texts_of_game(self.table.game)
        for field in self.query(OptionField):
            field.retranslate(texts)
            field.fit(len(self.table.players))
        fit_away(self)
        for name, say_values in NAMED.items():
            for picker in self.query(f"#{name}").results(OptionPicker):
                say_values(picker, texts)
                assert isinstance(picker.parent, FormField)
                picker.parent.set_label(texts.text(f"new_game.{name}"))

    def action_leave(self) -> None:
        """Close the dialog with these options."""
        delay = self.query_one("#delay", OptionPicker).value
        self.dismiss(OptionsChanged(chosen(self), clock_in(self), is_rated(self), delay))

    @on(OptionPicker.ValueChanged, "#clock")
    def _fit_away(self) -> None:
        fit_away(self)
