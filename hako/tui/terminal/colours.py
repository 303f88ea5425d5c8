"""Colours reduced to what each terminal shows, several depths in one process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from rich.color import Color, ColorSystem, ColorType
from rich.color_triplet import ColorTriplet
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color as TextualColor
from textual.filter import ANSIToTruecolor, LineFilter, NoColor

from hako.tui.terminal.capabilities import Colors, TerminalCapabilities


@cache
def _fixed_colors() -> Mapping[int, ColorTriplet]:
    """The colours that are the same on every terminal of 256; below 16 each has its own."""
    return {number: Color.from_ansi(number).get_truecolor() for number in range(16, 256)}


@lru_cache(maxsize=4096)
def nearest_256(color: Color) -> Color:
    """The nearest of the 256 colours; green weighs most, as it does for the eye.

    Rich's own reduction makes dark bluish greys, such as #1e2430, pure blue.
    """
    if color.type is not ColorType.TRUECOLOR:
        return color
    red, green, blue = color.get_truecolor()
    fixed = _fixed_colors()

    def distance(number: int) -> int:
        r, g, b = fixed[number]
        return 2 * (red - r) ** 2 + 4 * (green - g) ** 2 + 3 * (blue - b) ** 2

    return Color.from_ansi(min(fixed, key=distance))


class PaletteFilter(LineFilter):
    """Reduces the colours of one session before Rich stores the text of a style.

    Rich keeps that text with the style, whatever the depth of colour, and Textual
    shares styles among apps: without this a session sends another one's colours.
    """

    def __init__(self, colors: Colors) -> None:
        super().__init__(enabled=colors in {"16", "256"})
        self._colors = colors

    def apply(self, segments: list[Segment], background: TextualColor) -> list[Segment]:  # noqa: ARG002  a line filter is given it
        colors = self._colors
        return [
            Segment(text, None if style is None else _reduce(style, colors), control)
            for text, style, control in segments
        ]


def dress(app: App[Any], terminal: TerminalCapabilities) -> None:
    """Make an app draw for this terminal instead of for the environment of the process."""
    app.console = Console(
        file=app.console.file,
        color_system="truecolor",  # the filter has reduced them already
        force_terminal=True,
        legacy_windows=False,
        markup=True,
        highlight=False,
        emoji=False,
        safe_box=False,
        soft_wrap=False,
        _environ={"TERM": terminal.term},
    )
    app.no_color = terminal.colors == "none"
    converters = [
        line_filter for line_filter in app._filters if isinstance(line_filter, ANSIToTruecolor)
    ]
    own_filter = NoColor() if app.no_color else PaletteFilter(terminal.colors)
    app._filters = [*converters, own_filter]


@lru_cache(maxsize=8192)
def _reduce(style: Style, colors: Colors) -> Style:
    return style + Style(
        color=style.color and _reduce_color(style.color, colors),
        bgcolor=style.bgcolor and _reduce_color(style.bgcolor, colors),
    )


def _reduce_color(color: Color, colors: Colors) -> Color:
    return nearest_256(color) if colors == "256" else color.downgrade(ColorSystem.STANDARD)
