"""The features of tables: each command has a text and a place, and no feature reaches another."""

from __future__ import annotations

from pathlib import Path

import pytest

import hako.tui.screens.table.features
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.tui import TUI
from hako.tui.screens.table.feature import KEY_ORDER
from hako.tui.screens.table.lesson import LessonScreen
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.screens.table.room import RoomScreen
from hako.tui.screens.table.screen import TableScreen

SCREENS: list[type[TableScreen]] = [PlayScreen, LessonScreen, RoomScreen, ReplayScreen]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_command_has_a_text_and_a_place_among_the_keys(
    screen: type[TableScreen], language: Language
) -> None:
    words = load_catalogue(language, TUI)
    labels = {
        command.name if command.label is None else command.label
        for feature in screen.FEATURES
        for command in feature.commands
    } - {""}
    assert {label for label in labels if f"keys.{label}" not in words} == set()
    assert labels <= {*KEY_ORDER}


def test_no_feature_reaches_another() -> None:
    """Features reach each other through the screen: only a screen asks its list for one of them."""
    [folder] = hako.tui.screens.table.features.__path__
    sources = {path.name: path.read_text("utf-8") for path in Path(folder).glob("*.py")}
    assert {name for name, source in sources.items() if "features.of(" in source} == set()
