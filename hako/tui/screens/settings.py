"""Settings: each applies at once and is remembered."""

from __future__ import annotations

from typing import get_args

from msgspec import convert, to_builtins
from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from hako.engine.transcript.levels import strength_text
from hako.engine.transcript.recap import When
from hako.multiplayer.accounts.settings import (
    LONGEST_NAME,
    CoresChoice,
    HintsChoice,
    LanguageChoice,
    Settings,
    SpeedChoice,
    StrengthChoice,
    SymbolsChoice,
    ThemeChoice,
)
from hako.tui.screens.base import AppScreen
from hako.tui.widgets.forms import FormField, OptionPicker
from hako.tui.widgets.link_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph

CHOICES: dict[str, tuple[str, ...]] = {
    "language": get_args(LanguageChoice),
    "theme": get_args(ThemeChoice),
    "symbols": get_args(SymbolsChoice),
    "bot_level": get_args(StrengthChoice),
    "bot_speed": get_args(SpeedChoice),
    "hints": get_args(HintsChoice),
    "animation": ("on", "off"),
    "bell": ("on", "off"),
    "notices": ("on", "off"),
    "autoplay_forced": ("on", "off"),
    "recap": get_args(When),
}
"""What can be chosen for each setting."""

CORES: dict[str, tuple[str, ...]] = {"cores": get_args(CoresChoice)}
"""What can be chosen only where bots think for nobody else."""

OUTSIDE: dict[str, tuple[str, ...]] = {"notify": ("on", "daily", "off")}
"""What can be chosen only where the host has a command for it."""


class SettingsScreen(AppScreen[None]):
    """One line a setting, and a sentence about the one that is focused."""

    TOPIC = "settings"
    AUTO_FOCUS = "OptionPicker"
    DEFAULT_CSS = """
    SettingsScreen #form { padding: 1 4; width: 100%; max-width: 110; }
    SettingsScreen #title { color: $accent; text-style: bold; margin-bottom: 1; }
    SettingsScreen #about { color: $muted; margin-top: 1; }
    """

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(id="title")
            cores = CORES if self.app.has_own_thinker else {}
            outside = OUTSIDE if self.app.is_told_outside else {}
            if self.app.keeps_name:
                yield FormField(
                    Input(self.app.own_name, compact=True, id="name", max_length=LONGEST_NAME)
                )
            for setting, values in (CHOICES | cores | outside).items():
                yield FormField(OptionPicker(values, self._chosen(setting), id=setting))
            yield Paragraph(id="about")
        yield KeyBar()

    def retranslate(self) -> None:
        texts = self.app.texts
        self.query_one("#title", Static).update(texts.text("settings.title"))
        for field in self.query(FormField):
            setting = str(field.control.id)
            field.say(texts.text(f"settings.{setting}.name"))
            if isinstance(field.control, Input):
                continue
            picker = self.query_one(f"#{setting}", OptionPicker)
            picker.labels = {
                value: strength_text(value, texts)
                if setting == "bot_level"
                else texts.text(f"settings.{setting}.{value}")
                for value in picker.values
            }
            picker.value = self._chosen(setting)
        self._tell_about()

    def on_descendant_focus(self) -> None:
        self._tell_about()

    @on(OptionPicker.ValueChanged)
    def change(self, event: OptionPicker.ValueChanged) -> None:
        """Apply what was chosen."""
        value = {"on": True, "off": False}.get(event.value, event.value)
        changed = to_builtins(self.app.settings) | {str(event.picker.id): value}
        self.app.change_settings(convert(changed, Settings))

    @on(Input.Blurred)
    @on(Input.Submitted)
    def rename(self, event: Input.Blurred | Input.Submitted) -> None:
        """Keep the name that was typed; nothing typed changes nothing."""
        if name := " ".join(event.value.split()):
            self.app.change_settings(replace(self.app.settings, name=name))
        else:
            event.input.value = self.app.own_name

    def _tell_about(self) -> None:
        setting = self.focused.id if isinstance(self.focused, OptionPicker | Input) else None
        words = self.app.texts.text(f"settings.{setting}.about") if setting else ""
        self.query_one("#about", Paragraph).words = words

    def _chosen(self, setting: str) -> str:
        """The value set, as its picker has it."""
        value = getattr(self.app.settings, setting)
        return ("off", "on")[value] if isinstance(value, bool) else str(value)
