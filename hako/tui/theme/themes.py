"""The app-wide colours: a dark one, a light one, and one of the terminal's own sixteen.

The hues are those of Okabe and Ito ("Color Universal Design", 2008), told apart by
colour-blind eyes too, on the warm greys of cardboard and wood.
"""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.theme import Theme

DARK = Theme(
    name="hako-dark",
    primary="#56b4e9",
    secondary="#2fb28a",
    accent="#e8a735",
    warning="#f0c64a",
    error="#e8743b",
    success="#2fb28a",
    foreground="#ebe5da",
    background="#171513",
    surface="#211e1b",
    panel="#2c2824",
    variables={
        "muted": "#9b9184",
        "wood": "#6d4c2f",
        "block-cursor-background": "#e8a735",
        "block-cursor-foreground": "#171513",
        "block-cursor-text-style": "bold",
        "button-focus-text-style": "bold",
        "block-cursor-blurred-background": "#3a342e",
        "block-cursor-blurred-foreground": "#ebe5da",
        "input-cursor-background": "#e8a735",
        "input-cursor-foreground": "#171513",
        "scrollbar": "#4a423a",
        "scrollbar-hover": "#6d4c2f",
        "scrollbar-active": "#e8a735",
        "scrollbar-background": "#211e1b",
        "scrollbar-background-hover": "#211e1b",
        "scrollbar-background-active": "#211e1b",
    },
)

LIGHT = Theme(
    name="hako-light",
    dark=False,
    primary="#00598c",
    secondary="#00664c",
    accent="#9c5200",
    warning="#8a5a00",
    error="#b23c00",
    success="#00664c",
    foreground="#2a2520",
    background="#f8f4ec",
    surface="#efe9dd",
    panel="#e4dccc",
    variables={
        "muted": "#6f6558",
        "wood": "#b48a5e",
        "block-cursor-background": "#9c5200",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-text-style": "bold",
        "button-focus-text-style": "bold",
        "block-cursor-blurred-background": "#d5cab5",
        "block-cursor-blurred-foreground": "#2a2520",
        "input-cursor-background": "#9c5200",
        "input-cursor-foreground": "#ffffff",
        "scrollbar": "#c2b49b",
        "scrollbar-hover": "#b48a5e",
        "scrollbar-active": "#9c5200",
        "scrollbar-background": "#efe9dd",
        "scrollbar-background-hover": "#efe9dd",
        "scrollbar-background-active": "#efe9dd",
    },
)

ANSI = Theme(
    name="hako-ansi",
    ansi=True,
    primary="ansi_cyan",
    secondary="ansi_green",
    accent="ansi_yellow",
    warning="ansi_yellow",
    error="ansi_red",
    success="ansi_green",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        "muted": "ansi_default",
        "wood": "ansi_yellow",
        "border-blurred": "ansi_default",
        "block-cursor-background": "ansi_yellow",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-text-style": "none",
        "button-focus-text-style": "bold",
        "block-cursor-blurred-background": "ansi_default",
        "block-cursor-blurred-foreground": "ansi_default",
        "block-cursor-blurred-text-style": "underline",
        "input-cursor-background": "ansi_default",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-text-style": "reverse",
        "input-selection-background": "ansi_cyan",
        "input-selection-foreground": "ansi_black",
        "screen-selection-background": "ansi_cyan",
        "screen-selection-foreground": "ansi_black",
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
    },
)

THEMES = (DARK, LIGHT, ANSI)


def begin_in(app: App[Any], name: str) -> None:
    """Register the themes and apply one before anything is shown.

    Textual would read all style sheets a second time, where those of a dark theme differ from
    the first ones in nothing but their colours.
    """
    for theme in THEMES:
        app.register_theme(theme)
    chosen = app.available_themes[name]
    if chosen.dark and not chosen.ansi:
        app.set_reactive(App.theme, name)
        app.stylesheet.set_variables(app.get_css_variables())
    else:
        app.theme = name
