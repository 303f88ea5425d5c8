"""The settings: each applies at once and is stored."""

from __future__ import annotations

from typing import get_args

from msgspec import convert, to_builtins
from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from hako.engine.transcript.level_names import strength_text
from hako.engine.transcript.recap import When
from hako.multiplayer.accounts.settings import (
    LONGEST_NAME,
    CoresChoice,
    HintsChoice,
    LanguageChoice,
    MotionChoice,
    Settings,
    SpeedChoice,
    StrengthChoice,
    SymbolsChoice,
    ThemeChoice,
)
from hako.tui.screens.base import AppScreen
from hako.tui.widgets.forms import FormField, OptionPicker
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph

CHOICES: dict[str, tuple[str, ...]] = {
    "language": get_args(LanguageChoice),
    "theme": get_args(ThemeChoice),
    "symbols": get_args(SymbolsChoice),
    "bot_level": get_args(StrengthChoice),
    "bot_speed": get_args(SpeedChoice),
    "hints": get_args(HintsChoice),
    "motion": get_args(MotionChoice),
    "bell": ("on", "off"),
    "notices": ("on", "off"),
    "autoplay_forced": ("on", "off"),
    "recap": get_args(When),
}
"""The choices of each setting."""

CORES: dict[str, tuple[str, ...]] = {"cores": get_args(CoresChoice)}
"""The choices only where the app has a worker pool of its own."""

OUTSIDE: dict[str, tuple[str, ...]] = {"notify": ("on", "daily", "off")}
"""The choices only where the server has a notification command."""


class SettingsScreen(AppScreen[None]):
    """The settings, one a line, with a sentence about the focused one."""

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
            cores = CORES if self.app.has_own_worker_pool else {}
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
            field.set_label(texts.text(f"settings.{setting}.name"))
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
        self._describe_focused()

    def on_descendant_focus(self) -> None:
        self._describe_focused()

    @on(OptionPicker.ValueChanged)
    def change(self, event: OptionPicker.ValueChanged) -> None:
        """Apply the chosen value."""
        value = {"on": True, "off": False}.get(event.value, event.value)
        changed = to_builtins(self.app.settings) | {str(event.picker.id): value}
        self.app.change_settings(convert(changed, Settings))

    @on(Input.Blurred)
    @on(Input.Submitted)
    def rename(self, event: Input.Blurred | Input.Submitted) -> None:
        """Store the name that was typed; an empty one changes nothing."""
        if name := " ".join(event.value.split()):
            self.app.change_settings(replace(self.app.settings, name=name))
        else:
            event.input.value = self.app.own_name

    def _describe_focused(self) -> None:
        setting = self.focused.id if isinstance(self.focused, OptionPicker | Input) else None
        words = self.app.texts.text(f"settings.{setting}.about") if setting else ""
        self.query_one("#about", Paragraph).words = words

    def _chosen(self, setting: str) -> str:
        """The value of a setting, as its picker spells it."""
        value = getattr(self.app.settings, setting)
        return ("off", "on")[value] if isinstance(value, bool) else str(value)
