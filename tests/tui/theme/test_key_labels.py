"""The keys of a table: one key means one thing, and one table in help and README tells them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

from hako.engine.i18n.languages import LANGUAGES, Language
from hako.tui.apps.game_app import GameApp
from hako.tui.boards import Board
from hako.tui.screens.help import KEY_COLUMNS, HelpScreen
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.screens.table.room import RoomScreen
from hako.tui.theme.key_labels import key_name
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.log_panel import LogPanel
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.tui.tables import at, new_table, screen_of

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")

AT_A_TABLE: list[type[DOMNode]] = [ActionList, Board, LogPanel, PlayScreen, GameApp]

WORDS = 44
"""Cells beside the keys in the help at 80x24: a click on a line means the key of that line."""


def bindings(*kinds: type[DOMNode]) -> list[Binding]:
    return [binding for kind in kinds for binding in Binding.make_bindings(kind.BINDINGS)]


def test_one_key_means_one_thing_wherever_one_is_at_a_table() -> None:
    """But for Enter: the bar of keys says what it does."""
    meanings: dict[str, set[str]] = {}
    for binding in bindings(*AT_A_TABLE, RoomScreen):
        meanings.setdefault(binding.key, set()).add(binding.description)

    assert {
        key: texts for key, texts in meanings.items() if len(texts) > 1 and key != "enter"
    } == {}


def test_letters_are_no_directions() -> None:
    second_bindings = bindings(*AT_A_TABLE, RoomScreen, ReplayScreen)

    ways = {
        binding.key
        for binding in second_bindings
        if binding.action.startswith(("move", "toward", "step"))
    }
    assert {key for key in ways if len(key) == 1} == set()
    assert {binding.description for binding in second_bindings if binding.key == "h"} == {"hint"}


async def test_the_readme_has_the_table_that_the_help_shows_with_every_binding() -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        screen = HelpScreen(screen_of(pilot))
        await pilot.app.push_screen(screen)
        rows = [f"| {names} | {words} |" for words, (names, _) in screen.keys.items()]

        assert "\n".join(["| key | |", "| --- | --- |", *rows, ""]) in README
        for binding in filter(lambda item: item.description, bindings(*AT_A_TABLE)):
            words = screen._key_text(binding.description)
            assert key_name(binding, "full") in screen.keys[words][0].split()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_key_has_one_line_of_the_help(language: Language) -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben"), language=language) as pilot:
        screen = HelpScreen(screen_of(pilot))
        await pilot.app.push_screen(screen)

        assert [words for words in screen.keys if len(wrapped(words, WORDS)) > 1] == []
        assert all(len(names) < KEY_COLUMNS for names, _ in screen.keys.values())
        assert sum("Enter" in names.split() for names, _ in screen.keys.values()) == 1
