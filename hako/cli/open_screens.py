"""Opening the app on this terminal: on the shelf, at a table, at a replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hako.cli.context import CommandContext
from hako.cli.exceptions import CommandError
from hako.cli.needs_terminal import drawing_line, needs_terminal
from hako.engine.rules.model import Viewer
from hako.tui.terminal.textual_class_setup_patch import search_once

if TYPE_CHECKING:
    from textual.screen import Screen

    from hako.engine.log.history import History
    from hako.tui.apps.shelf import ShelfApp

_WAY_WITH_PLAY = CommandError("way_with_play")


def open_shelf(workplace: CommandContext) -> None:
    """Open the app where nothing else was asked for."""
    needs_terminal("hako", _WAY_WITH_PLAY)
    _run(workplace)


def open_learn(workplace: CommandContext) -> None:
    """Open the app where lessons are chosen."""

    def first(_: ShelfApp) -> Screen[Any]:
        from hako.tui.screens.lessons import LessonsScreen

        return LessonsScreen()

    _run(workplace, first)


def open_table(workplace: CommandContext, table: History[Any]) -> None:
    """Open the app at a table."""
    _run(workplace, lambda app: app.table_screen(table))


def open_replay(workplace: CommandContext, table: History[Any], viewer: Viewer) -> None:
    """Open the app at a replay; None looks through the usual eyes."""

    def first(_: ShelfApp) -> Screen[Any]:
        from hako.tui.screens.table.replay import ReplayScreen

        return ReplayScreen(table, () if viewer is None else (viewer,))

    _run(workplace, first)


def _run(workplace: CommandContext, first: Callable[[ShelfApp], Screen[Any]] | None = None) -> None:
    """Run the app, beginning with a screen instead of the shelf if one is given."""
    search_once()  # before Textual makes its own forty kinds of widgets
    from hako.cli.local_app import LocalApp

    request = "begin"
    while request:
        with drawing_line(_WAY_WITH_PLAY) as line:
            app = LocalApp(workplace, line, first)
            app.run_here()
        if request := app.request:
            from hako.cli.lobby_requests import open_lobby

            open_lobby(workplace, request, None)
            first = None
