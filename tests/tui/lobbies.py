"""Lobbies on screen for the tests: several people's apps over one Lobby, in one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Button, Static

from hako.content import Shelf
from hako.engine.i18n.languages import Language
from hako.engine.log.header import OPEN, UndoPolicy
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.settings import SettingsFile
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.tables.limits import DEFAULT_LIMITS, TableLimits
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import shared_header
from hako.tui.apps.lobby import LobbyApp
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.widgets.description import Description
from hako.tui.widgets.forms import OptionPicker
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.log_panel import LogPanel
from hako.tui.widgets.paragraph import Paragraph
from tests.toys import TOYS
from tests.tui.tables import ThinkingHere
from tests.waiting import PATIENCE_SECONDS
from tests.willing import willing

ANN = User("Ann", "SHA256:ann")
BEN = User("Ben", "SHA256:ben")
CAT = User("Cat", "SHA256:cat")


class Person:
    """Somebody before a terminal: what they press, and what they see."""

    def __init__(self, app: LobbyApp, pilot: Pilot[None]) -> None:
        self.app = app
        self._pilot = pilot

    async def press(self, *keys: str) -> None:
        await self._pilot.press(*keys)
        await self._pilot.pause()

    async def click(self, selector: str) -> None:
        await self._pilot.click(selector)
        await self._pilot.pause()

    async def types(self, words: str) -> None:
        await self.press(*words)

    @property
    def text(self) -> str:
        """All that the open screen says, from top to bottom; log and text with what is below."""
        texts = []
        for widget in self.app.screen.walk_children():
            if not (widget.is_attached and widget.display):
                continue
            if isinstance(widget, LinePanel):
                texts += [widget.render_line(y).text for y in range(widget.rows)]
                if isinstance(widget, Description | LogPanel) and widget.columns:
                    rows = (widget.paint(at).text for at in range(widget.count()))
                    texts.append(" ".join(" ".join(rows).replace("│", " ").split()))
            elif isinstance(widget, Button):
                texts.append(str(widget.label))
            elif isinstance(widget, Static):
                texts.append(str(widget.render()))
            elif isinstance(widget, Paragraph):
                texts.append(widget.words)
        texts += [notice.message for notice in self.app._notifications]
        return "\n".join(texts)

    async def sees(self, words: str, *, after: str = "") -> None:
        """Wait until the words are on the open screen, after this key if any."""
        if after:
            await self.press(after)
        await until(lambda: words in self.text, lambda: f"{words!r} on the screen:\n{self.text}")

    def field(self, name: str, number: int = 0) -> OptionPicker:
        """A choice in a form: of that name, or the one of that number in a group of that name."""
        return [
            *self.app.screen.query(f"#{name} OptionPicker, OptionPicker#{name}").results(
                OptionPicker
            )
        ][number]

    def line_with(self, words: str) -> str:
        return next(line for line in self.text.splitlines() if words in line)


async def until(condition: Callable[[], bool], action: Callable[[], str]) -> None:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():  # noqa: ASYNC110 - there is no event for what is on a screen
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"waited for {action()}") from None


class TestLobby:
    """A lobby with the toys on its shelf, and those who came."""

    __test__ = False

    def __init__(self, folder: Path, lobby: Lobby, stack: AsyncExitStack) -> None:
        self.folder = folder
        self.lobby = lobby
        self._stack = stack

    async def come(
        self,
        visitor: User,
        *,
        language: Language | None = "en",
        size: tuple[int, int] = (80, 24),
        request: str = "",
        shelf: Shelf = TOYS,
    ) -> Person:
        """A visitor's app, with a terminal of that language (None tells none)."""
        app = LobbyApp(
            self.lobby,
            visitor,
            SettingsFile(self.folder / f"{visitor.name}.toml"),
            TerminalCapabilities(language=language),
            lessons=FolderStore(self.folder / visitor.name),
            shelf=shelf,
            request=request,
        )
        pilot = await self._stack.enter_async_context(app.run_test(size=size, notifications=True))
        await pilot.pause()
        return Person(app, pilot)

    def table(
        self,
        owner: User | None,
        *seats: str | None,
        game: str = "tic_tac_toe",
        undo: UndoPolicy = "ask",
        private: bool = False,
        committed: bool = False,
    ) -> Room:
        """A new table, with bots of these levels and None for people; `committed` or of seed 1."""
        game_ = TOYS.load(game)
        header = shared_header(game_, (OPEN,) * len(seats), seed=1, committed=committed, undo=undo)
        return self.lobby.new_tables.create(header, owner, seats, private=private)


@asynccontextmanager
async def local_lobby(
    folder: Path,
    manners: TableLimits = DEFAULT_LIMITS,
    pace: float = 0.0,
    *,
    asks: bool = False,
) -> AsyncIterator[TestLobby]:
    """A house over a folder, until the test ends or the house is closed.

    Bots let so many seconds pass. Where nobody `asks`, all are ready at once.
    """
    async with AsyncExitStack() as stack:
        store = FolderStore(folder / "tables")
        lobby = Lobby(
            store, TOYS.load, ThinkingHere(), LobbyOptions(pace=lambda: pace, limits=manners)
        )
        stack.push_async_callback(lobby.close)
        if not asks:
            willing(lobby)
        yield TestLobby(folder, lobby, stack)


@asynccontextmanager
async def opened(
    folder: Path, *people: User, seats: int = 2, asks: bool = False, **table: Any
) -> AsyncIterator[tuple[TestLobby, Room, list[Person]]]:
    """A new table of Ann's with open seats, and people who come straight to it."""
    async with local_lobby(folder, asks=asks) as at:
        room = at.table(ANN, *[None] * seats, **table)
        yield at, room, [await at.come(person, request=f"join {room.code}") for person in people]
