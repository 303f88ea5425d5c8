"""Styles: readable in every theme, and nothing told by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist

import pytest
from msgspec import structs
from rich.style import Style
from textual.color import Color

from hako.tui.theme.styles import Hue, Styles, styles_of
from hako.tui.theme.themes import DARK, LIGHT

THEMES = {"hako-dark": DARK, "hako-light": LIGHT}
TEXT_CONTRAST = 4.5
"""Contrast of text with its background: WCAG 2.2, success criterion 1.4.3."""


def luminance(color: Color) -> float:
    """Relative luminance as WCAG defines it."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, color.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def named(styles: Styles) -> Iterator[tuple[str, Style]]:
    for name, value in structs.asdict(styles).items():
        if isinstance(value, Style):
            yield name, value
        else:
            parts = enumerate(value) if isinstance(value, tuple) else value.items()
            yield from ((f"{name} {part}", style) for part, style in parts)


def color(style: Style, background: Color) -> tuple[Color, Color]:
    """Text and background as they are seen."""
    text = Color.from_rich_color(style.color) if style.color else background
    behind = Color.from_rich_color(style.bgcolor) if style.bgcolor else background
    return (behind, text) if style.reverse else (text, behind)


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_stands_out_from_its_background(theme: str) -> None:
    for surface in (THEMES[theme].background, THEMES[theme].surface, THEMES[theme].panel):
        assert surface is not None
        faint = {
            name: round(contrast(*color(style, Color.parse(surface))), 2)
            for name, style in named(styles_of(theme))
            if name not in {"rule", "hint"}
        }
        assert {name: ratio for name, ratio in faint.items() if ratio < TEXT_CONTRAST} == {}


# How the three kinds of colour-blind eyes see red, green and blue light
# (Machado, Oliveira, Fernandes 2009, severity 1).
EYES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
CLEARLY_APART = 0.2
"""Distance of two colours of 0 to 1 a part."""


def seen(colour: Color, eyes: str) -> tuple[float, ...]:
    """A colour as those eyes see it."""
    return tuple(
        sum(a * b for a, b in zip(row, colour.normalized, strict=True)) for row in EYES[eyes]
    )


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
def test_the_owners_of_a_table_differ_to_colour_blind_eyes(theme: str, eyes: str) -> None:
    behind = Color.parse(THEMES[theme].background or "")
    owners = [color(style, behind)[0] for style in styles_of(theme).owners[:5]]

    for one, other in combinations(owners, 2):
        assert dist(seen(one, eyes), seen(other, eyes)) > CLEARLY_APART, (one, other)


LANDS: tuple[Hue, ...] = ("green", "grey", "yellow", "white", "blue")
"""Hues that lie beside each other on a map."""
GROUNDS_APART = 0.055
"""Distance of two faint grounds; a letter stands on each besides."""


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
def test_the_lands_of_a_map_differ_to_colour_blind_eyes(theme: str, eyes: str) -> None:
    behind = Color.parse(THEMES[theme].background or "")
    grounds = {hue: color(styles_of(theme).fronts[hue], behind)[1] for hue in LANDS}

    for one, other in combinations(LANDS, 2):
        apart = dist(seen(grounds[one], eyes), seen(grounds[other], eyes))
        assert apart > GROUNDS_APART, (one, other, apart)


@pytest.mark.parametrize("theme", [*THEMES, "hako-ansi"])
def test_what_is_chosen_and_what_is_a_back_show_without_colours(theme: str) -> None:
    styles = styles_of(theme)

    assert styles.focus.reverse
    assert styles.mark.underline
    assert all(style.bold for style in styles.backs.values())
    assert not any(style.bold for style in styles.fronts.values())


def test_the_ansi_theme_uses_the_terminals_own_sixteen_colours() -> None:
    for name, style in named(styles_of("hako-ansi")):
        for part in (style.color, style.bgcolor):
            assert part is None or part.is_default or (part.number or 0) < 16, name
