"""The whole app for the tests: with a library and settings of its own."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot

from hako.content import BOX, SHELF, Shelf, load
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.setup import new_header
from hako.multiplayer.accounts.settings import Settings, SettingsFile
from hako.tui.apps.shelf import ShelfApp
from hako.tui.saved_games import SavedGames
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.widgets.button_bar import ButtonBar
from tests.tui.tables import ThinkingHere

HOUR = 60 * 60


def shelf_with(playable: str, folder: Path) -> Shelf:
    """Five boxes, of which one game is built; so that no later one changes a test."""
    for game in ("flip_city", "world_monger", "cultus", "quo_vadis", "monumental"):
        (folder / game).mkdir(parents=True)
        shutil.copy(SHELF / game / BOX, folder / game)
    for file in (SHELF / playable).glob("*.*"):
        shutil.copy(file, folder / playable)
    return Shelf(folder, "hako.content")


class Installation:
    """Folders with saves and settings, and apps that are begun with them one after another."""

    def __init__(self, folder: Path, shelf: Shelf | None = None) -> None:
        self.shelf = shelf or shelf_with("flip_city", folder / "shelf")
        self.library = SavedGames(folder / "games", self.shelf.load)
        self.settings_file = SettingsFile(folder / "settings.toml")

    def set(self, settings: Settings) -> None:
        """Leave these settings behind, as by an app before."""
        self.settings_file.write(settings)

    def kept(self, *players: Player, moves: int = 4, hours_ago: float = 1) -> str:
        """A game of Flip City, of which the first actions offered were taken; its name."""
        table = self.library.new(new_header(load("flip_city"), players, seed=2))
        for _ in range(moves):
            seat = table.waiting()[0]
            table.play(seat, table.legal_actions(seat)[0])
        assert table.save is not None
        played = time.time() - hours_ago * HOUR
        os.utime(self.library.store.path(table.save.name), (played, played))
        return table.save.name

    def app(
        self, terminal: TerminalCapabilities | None = None, language: Language | None = None
    ) -> ShelfApp:
        """The app, not yet running."""
        app = ShelfApp(
            lambda: self.library,
            self.settings_file,
            terminal or TerminalCapabilities(),
            language=language,
            shelf=self.shelf,
            worker_pool=ThinkingHere(),
        )
        app.animation_level = "none"
        return app

    @asynccontextmanager
    async def open(
        self,
        size: tuple[int, int] = (80, 24),
        terminal: TerminalCapabilities | None = None,
        language: Language | None = None,
    ) -> AsyncIterator[Pilot[None]]:
        """The app on a screen of that size, its library looked through."""
        async with self.app(terminal, language).run_test(size=size, notifications=True) as pilot:
            await at_rest(pilot)
            yield pilot


async def at_rest(pilot: Pilot[None]) -> None:
    """Until nothing is under way and everything is painted."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each when the one before has been dealt with."""
    for key in keys:
        await pilot.press(key)
        await at_rest(pilot)


async def write(pilot: Pilot[None], text: str) -> None:
    """Type a text, as a keyboard or a Japanese input method sends it."""
    await press(pilot, *text)


async def click(pilot: Pilot[None], selector: str, offset: tuple[int, int] = (0, 0)) -> None:
    """Click on a widget."""
    await pilot.click(selector, offset=offset)
    await at_rest(pilot)


async def go_through(pilot: Pilot[None], door: str) -> None:
    """Click on one of the doors of the screen."""
    doors = pilot.app.screen.query_one(ButtonBar)
    start = doors.content_region.x - doors.region.x
    for word in doors.words():
        if word.target == door:
            break
        start += word.width
    await pilot.click(doors, offset=(start + 1, 0))
    await at_rest(pilot)


def notices(pilot: Pilot[None]) -> str:
    """Notices in the app's corner."""
    texts = (notice.message.replace("\n", "") for notice in pilot.app._notifications)
    return " ".join(texts)


def painted(app: App[None]) -> str:
    """The whole screen as text."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())
