"""Pictures of the screens of the house; look at them before they are accepted anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.multiplayer.accounts.settings import Settings
from tests.tui.whole_app import Installation, at_rest, press

SIZES = {"80x24": (80, 24), "160x50": (160, 50)}

Compare = Callable[..., bool]


@pytest.fixture
def lived_in(installation: Installation) -> Installation:
    """A house with games under way, one of them damaged."""
    installation.kept(Player("Ann"), Player("Otto", bot="greedy"), hours_ago=3.5)
    installation.kept(
        Player("由美子"), Player("健太郎"), Player("ハナ", bot="random"), hours_ago=50
    )
    installation.library.store.path("holiday").write_text("not a game")
    return installation


def keys(*pressed: str) -> Callable[[Pilot[None]], Any]:
    async def before(pilot: Pilot[None]) -> None:
        await at_rest(pilot)
        await press(pilot, *pressed)

    return before


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [
        ("80x24", "en", "dark"),
        ("80x24", "ja", "ansi"),
        ("160x50", "ja", "dark"),
        ("160x50", "en", "light"),
    ],
)
def test_shelf(
    lived_in: Installation, snap_compare: Compare, size: str, language: Language, theme: Any
) -> None:
    lived_in.set(Settings(theme=theme))

    assert snap_compare(
        lived_in.app(language=language),
        terminal_size=SIZES[size],
        run_before=keys("down", "down", "up"),
    )


@pytest.mark.parametrize(("size", "language"), [("80x24", "ja"), ("160x50", "en")])
def test_new_game(
    installation: Installation, snap_compare: Compare, size: str, language: Language
) -> None:
    assert snap_compare(
        installation.app(language=language),
        terminal_size=SIZES[size],
        run_before=keys("enter", "up", "enter", "down", "right"),
    )


@pytest.mark.parametrize(("size", "language"), [("80x24", "en"), ("160x50", "ja")])
def test_rules(
    installation: Installation, snap_compare: Compare, size: str, language: Language
) -> None:
    assert snap_compare(
        installation.app(language=language),
        terminal_size=SIZES[size],
        run_before=keys("f1", "tab", "tab", "down", "down"),
    )


@pytest.mark.parametrize(("size", "language"), [("80x24", "ja"), ("80x24", "en")])
def test_settings(
    installation: Installation, snap_compare: Compare, size: str, language: Language
) -> None:
    installation.set(Settings(symbols="ascii") if language == "en" else Settings())

    assert snap_compare(
        installation.app(language=language),
        terminal_size=SIZES[size],
        run_before=keys("s", "down", "right"),
    )


def test_help(installation: Installation, snap_compare: Compare) -> None:
    assert snap_compare(
        installation.app(), terminal_size=SIZES["80x24"], run_before=keys("question_mark")
    )
