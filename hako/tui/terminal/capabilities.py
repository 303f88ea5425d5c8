"""The capabilities of the terminal of a session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from hako.engine.i18n.languages import LANGUAGES, Language

Colors = Literal["none", "16", "256", "truecolor"]
Symbols = Literal["full", "narrow", "ascii"]

PAGE = "hako page"
"""The value of TERM_PROGRAM of hako's page in a browser."""

_WITHOUT_COLOR = frozenset({"dumb", "vt100", "vt102", "vt220"})
_SIXTEEN_COLORS = frozenset({"ansi", "cygwin", "linux", "screen", "xterm", "xterm-16color"})
_WITHOUT_SYMBOLS = _WITHOUT_COLOR | {"ansi", "cygwin", "linux"}
_TRUE_COLOR = ("alacritty", "foot", "wezterm", "xterm-ghostty", "xterm-kitty")
# each by a variable that ssh passes on: TERM, or LC_TERMINAL; within tmux none of them
_TELLS_BY_777 = ("foot", "rxvt-unicode", "wezterm", "xterm-ghostty")
_TELLS_BY_9 = ("xterm-kitty",)
_TELLS_BY_9_AS = frozenset({"iTerm2", "iTerm.app", "WezTerm", "ghostty"})
_WITHIN = ("screen", "tmux")
# in this order locale(7) looks for the language of messages
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")


class TerminalCapabilities(Struct, frozen=True):
    """A terminal: first guessed from its environment, then corrected by its own replies."""

    term: str = "xterm-256color"
    size: tuple[int, int] = (80, 24)
    """Columns and lines."""
    env: Mapping[str, str] = {}
    """The environment that came with it; over SSH only what the client chose to send."""
    colors: Colors = "256"
    language: Language | None = None
    """The language of LC_ALL or LANG; None where it is none of hako's."""
    ambiguous: Literal[1, 2] = 1
    """Cells that a character of East Asian ambiguous width takes, such as a box line."""
    background: Literal["dark", "light"] = "dark"
    synchronized: bool = False
    """It can hold a frame back until it is complete (mode 2026)."""
    resizes_in_band: bool = False
    """It can report its size within the input (mode 2048)."""

    @property
    def is_page(self) -> bool:
        """True if the terminal is hako's page in a browser."""
        return self.env.get("TERM_PROGRAM") == PAGE

    @classmethod
    def detect(
        cls, term: str, size: tuple[int, int], env: Mapping[str, str]
    ) -> TerminalCapabilities:
        """The terminal described by TERM and the environment; a size of 0 is taken as 80x24."""
        width, height = size
        return cls(
            term=term,
            size=(width or 80, height or 24),
            env=env,
            colors=_colors(term, env),
            language=_language(env),
        )


def desktop_notice(terminal: TerminalCapabilities, words: str) -> str:
    """The sequence for a desktop notification; empty for a terminal that might print it."""
    printable = "".join(sign for sign in words if sign.isprintable())
    programs = {terminal.env.get(name) for name in ("LC_TERMINAL", "TERM_PROGRAM")}
    if terminal.term.startswith(_TELLS_BY_777):
        return f"\x1b]777;notify;hako;{printable}\x1b\\"
    is_within = terminal.term.startswith(_WITHIN)
    if terminal.term.startswith(_TELLS_BY_9) or (programs & _TELLS_BY_9_AS and not is_within):
        return f"\x1b]9;{printable}\x1b\\"
    return ""


def symbol_set(terminal: TerminalCapabilities) -> Symbols:
    """The symbols that this terminal can draw without breaking a line.

    `full` has box lines and symbols such as ● and ★; `narrow` only those that are one cell wide in
    every setting; `ascii` is for consoles with few glyphs. Kanji are two cells everywhere and in
    all three.
    """
    _, _, charset = _locale(terminal.env).partition(".")
    in_unicode = charset.lower().replace("-", "") in {"", "utf8"}
    if terminal.term in _WITHOUT_SYMBOLS or not in_unicode:
        return "ascii"
    return "full" if terminal.ambiguous == 1 else "narrow"


def _colors(term: str, env: Mapping[str, str]) -> Colors:
    if env.get("NO_COLOR") or term in _WITHOUT_COLOR:
        return "none"
    if env.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return "truecolor"
    if term.endswith("-direct") or term.startswith(_TRUE_COLOR):
        return "truecolor"
    return "16" if term in _SIXTEEN_COLORS else "256"


def _locale(env: Mapping[str, str]) -> str:
    return next((env[name] for name in _LOCALES if env.get(name)), "")


def _language(env: Mapping[str, str]) -> Language | None:
    code = _locale(env).replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return next((language for language in LANGUAGES if language == code), None)
