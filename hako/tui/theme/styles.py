"""Styles of boards and panels, named by their meaning, for each theme.

Colour never stands alone. An owner is a colour and a sign and a letter; a card's back is bolder
than its front; the chosen thing is drawn in reverse. So everything can be told apart without colour
as well. The owners' colours are those of Okabe and Ito, which colour-blind eyes tell apart.

Boards look styles up here and build none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct
from rich.style import Style

Hue: TypeAlias = Literal[
    "grey", "yellow", "rose", "violet", "green", "blue", "brown", "teal", "white"
]
"""Families of colour for the kinds of things on a board."""


class Styles(Struct, frozen=True):
    """The styles of one theme, by their meaning."""

    text: Style
    dim: Style
    """Labels, and what does not matter now."""
    strong: Style
    """The most important texts."""
    rule: Style
    """Lines between and around things."""
    accent: Style
    """Marks for choices."""
    focus: Style
    """The chosen thing, in the focused panel."""
    mark: Style
    """The chosen thing, in a panel without the focus."""
    hint: Style
    """Laid over the board place of the action chosen in the list."""
    point: Style
    """Laid over the targets of a lesson."""
    good: Style
    warn: Style
    danger: Style
    money: Style
    undone: Style
    """Moves that were taken back."""
    owners: tuple[Style, ...]
    tokens: tuple[Style, ...]
    """The owners' pieces on something that has a colour of its own."""
    fronts: Mapping[Hue, Style]
    backs: Mapping[Hue, Style]
    covers: tuple[Style, ...]
    """The boxes of the games on the shelf, one after another."""
    paper: Style
    """Under a box that is not in its own colour."""

    def owner(self, seat: int) -> Style:
        """The colour of a seat; a sign or a letter goes with it."""
        return self.owners[seat % len(self.owners)]

    def token(self, seat: int) -> Style:
        """The style of a seat's piece; a sign or a letter is on it."""
        return self.tokens[seat % len(self.tokens)]


@cache
def styles_of(theme: str) -> Styles:
    """The styles of a theme; those of the dark one for an unknown theme."""
    return _STYLES.get(theme, _dark)()


def _tinted(text: str, tint: str) -> Style:
    return Style(color=text, bgcolor=tint)


def _solid(text: str, tint: str) -> Style:
    return Style(color=text, bgcolor=tint, bold=True)


def _reversed(text: str, background: str) -> Style:
    # in reverse instead of exchanged: so it shows without colours, too
    return Style(color=background, bgcolor=text, reverse=True)


_DARK_OWNERS = ("#5dbef8", "#eda100", "#20b384", "#e493be", "#e2e948", "#ff8271")
_LIGHT_OWNERS = ("#005dc2", "#964200", "#0d5f4a", "#7f3286", "#3a2920", "#a32a1f")
_ANSI_OWNERS = ("blue", "yellow", "green", "magenta", "cyan", "red")


def _dark() -> Styles:
    return Styles(
        text=Style(color="#ebe5da"),
        dim=Style(color="#a0968a"),
        strong=Style(color="#ffffff", bold=True),
        rule=Style(color="#574e45"),
        accent=Style(color="#ffffff", bold=True),
        focus=_reversed("#171513", "#f3eee4"),
        mark=Style(color="#ffffff", bgcolor="#3a342e", underline=True),
        hint=Style(bold=True, underline=True),
        point=Style(color="#171513", bgcolor="#e8b04b", bold=True),
        good=Style(color="#5fd0a5", bold=True),
        warn=Style(color="#e8b04b", bold=True),
        danger=Style(color="#ff8271", bold=True),
        money=Style(color="#e6c75a", bold=True),
        undone=Style(color="#a0968a", strike=True),
        owners=tuple(Style(color=color, bold=True) for color in _DARK_OWNERS),
        tokens=tuple(_solid("#171513", color) for color in _DARK_OWNERS),
        fronts={
            "grey": _tinted("#e4ddd2", "#37323a"),
            "yellow": _tinted("#f3e3ae", "#52400f"),
            "rose": _tinted("#f7c9cf", "#4d2c33"),
            "violet": _tinted("#d9cff7", "#3c3357"),
            "green": _tinted("#c2e8cd", "#184c2e"),
            "blue": _tinted("#c0defa", "#173c74"),
            "brown": _tinted("#efd3b8", "#4a3626"),
            "teal": _tinted("#bdeaea", "#1f4546"),
            "white": _tinted("#ffffff", "#424852"),
        },
        backs={
            "grey": _solid("#171513", "#b0a698"),
            "yellow": _solid("#171513", "#e3c65b"),
            "rose": _solid("#171513", "#e58f9b"),
            "violet": _solid("#171513", "#b3a1ec"),
            "green": _solid("#171513", "#7fcf97"),
            "blue": _solid("#171513", "#78b6ee"),
            "brown": _solid("#171513", "#d0a078"),
            "teal": _solid("#171513", "#6ecfcf"),
            "white": _solid("#171513", "#eef1f5"),
        },
        covers=tuple(
            _tinted("#fbf6ec", tint)
            for tint in ("#1d5c83", "#0f6b52", "#8a4a1c", "#75476a", "#6b5d13")
        ),
        paper=_tinted("#ebe5da", "#211e1b"),
    )


def _light() -> Styles:
    return Styles(
        text=Style(color="#2a2520"),
        dim=Style(color="#6a6054"),
        strong=Style(color="#000000", bold=True),
        rule=Style(color="#b9ae9c"),
        accent=Style(color="#000000", bold=True),
        focus=_reversed("#ffffff", "#2a2520"),
        mark=Style(color="#000000", bgcolor="#ddd3c0", underline=True),
        hint=Style(bold=True, underline=True),
        point=Style(color="#000000", bgcolor="#f0c040", bold=True),
        good=Style(color="#00694f", bold=True),
        warn=Style(color="#875200", bold=True),
        danger=Style(color="#b3261e", bold=True),
        money=Style(color="#735800", bold=True),
        undone=Style(color="#6a6054", strike=True),
        owners=tuple(Style(color=color, bold=True) for color in _LIGHT_OWNERS),
        tokens=tuple(_solid("#ffffff", color) for color in _LIGHT_OWNERS),
        fronts={
            "grey": _tinted("#2a2b2e", "#d6d8db"),
            "yellow": _tinted("#3d3200", "#f6eaa4"),
            "rose": _tinted("#4d141d", "#f8d9dd"),
            "violet": _tinted("#2c2056", "#e3ddf8"),
            "green": _tinted("#0c3a1b", "#b6f0c6"),
            "blue": _tinted("#08304f", "#c3dcf8"),
            "brown": _tinted("#44270c", "#f0dfcd"),
            "teal": _tinted("#063b3b", "#cdeceb"),
            "white": _tinted("#23272e", "#ffffff"),
        },
        backs={
            "grey": _solid("#ffffff", "#665d52"),
            "yellow": _solid("#ffffff", "#806000"),
            "rose": _solid("#ffffff", "#a83a4b"),
            "violet": _solid("#ffffff", "#6246b5"),
            "green": _solid("#ffffff", "#22703c"),
            "blue": _solid("#ffffff", "#1c629e"),
            "brown": _solid("#ffffff", "#8a5320"),
            "teal": _solid("#ffffff", "#0d6c6c"),
            "white": _solid("#ffffff", "#3f4650"),
        },
        covers=tuple(
            _tinted("#ffffff", tint)
            for tint in ("#2b78a8", "#1a8566", "#b0612a", "#935c86", "#86741c")
        ),
        paper=_tinted("#2a2520", "#efe9dd"),
    )


# The terminal's own sixteen colours, on its own background: nothing but what all have.
_ANSI_HUES: Mapping[Hue, str] = {
    "grey": "white",
    "yellow": "yellow",
    "rose": "red",
    "violet": "magenta",
    "green": "green",
    "blue": "blue",
    "brown": "bright_yellow",
    "teal": "cyan",
    "white": "default",
}


def _ansi() -> Styles:
    return Styles(
        text=Style(color="default"),
        dim=Style(color="default", dim=True),
        strong=Style(color="default", bold=True),
        rule=Style(color="default", dim=True),
        accent=Style(color="default", bold=True),
        focus=Style(color="default", bgcolor="default", reverse=True),
        mark=Style(color="default", bold=True, underline=True),
        hint=Style(bold=True, underline=True),
        point=Style(color="yellow", bold=True, reverse=True),
        good=Style(color="green", bold=True),
        warn=Style(color="yellow", bold=True),
        danger=Style(color="red", bold=True),
        money=Style(color="yellow", bold=True),
        undone=Style(color="default", dim=True, strike=True),
        owners=tuple(Style(color=color, bold=True) for color in _ANSI_OWNERS),
        tokens=tuple(
            Style(color=color, bgcolor="default", bold=True, reverse=True) for color in _ANSI_OWNERS
        ),
        fronts={hue: Style(color=color) for hue, color in _ANSI_HUES.items()},
        backs={
            hue: Style(color=color, bgcolor="default", bold=True, reverse=True)
            for hue, color in _ANSI_HUES.items()
        },
        covers=tuple(
            _tinted("black", tint) for tint in ("blue", "green", "red", "magenta", "cyan")
        ),
        paper=Style(color="default"),
    )


_STYLES: Mapping[str, Callable[[], Styles]] = {
    "hako-dark": _dark,
    "hako-light": _light,
    "hako-ansi": _ansi,
}
