"""The appearance of an app: from the settings where they are set, else from the terminal."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hako.engine.i18n.languages import Language
from hako.multiplayer.accounts.settings import MotionChoice, Settings
from hako.tui.terminal.capabilities import Symbols, TerminalCapabilities, symbol_set

ThemeName: TypeAlias = Literal["hako-dark", "hako-light", "hako-ansi"]


class Appearance(Struct, frozen=True):
    """Language, theme and symbols; screens are written and drawn again when it changes."""

    language: Language = "en"
    theme: ThemeName = "hako-dark"
    symbols: Symbols = "full"


def appearance_of(settings: Settings, terminal: TerminalCapabilities) -> Appearance:
    """The appearance that follows from the settings and the terminal."""
    return Appearance(
        _language(settings, terminal), _theme(settings, terminal), _symbols(settings, terminal)
    )


def motion_of(settings: Settings, terminal: TerminalCapabilities) -> MotionChoice:
    """The motion that a player sees: none where NO_MOTION is set, or the terminal has few glyphs."""
    if terminal.env.get("NO_MOTION") or _symbols(settings, terminal) == "ascii":
        return "none"
    return settings.motion


def _language(settings: Settings, terminal: TerminalCapabilities) -> Language:
    return (terminal.language or "en") if settings.language == "auto" else settings.language


def _theme(settings: Settings, terminal: TerminalCapabilities) -> ThemeName:
    match settings.theme:
        case "dark":
            return "hako-dark"
        case "light":
            return "hako-light"
        case "ansi":
            return "hako-ansi"
        case "auto" if terminal.colors in {"none", "16"}:
            return "hako-ansi"
        case "auto":
            return "hako-light" if terminal.background == "light" else "hako-dark"


def _symbols(settings: Settings, terminal: TerminalCapabilities) -> Symbols:
    return symbol_set(terminal) if settings.symbols == "auto" else settings.symbols
