"""Tables for `bench.ssh`: games of Flip City, four people to a table."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from hako.content import THE_SHELF
from hako.engine.bots.thinker import Thinker
from hako.engine.log.records import OPEN
from hako.engine.log.setup import new_header
from hako.engine.people.lobby import Lobby
from hako.tui.lobby.folder import LobbyFolder
from hako.tui.ssh.app import AppFactory, SessionApp
from hako.tui.ssh.lobby import lobby_sessions
from hako.tui.ssh.visit import Visit
from tests.willing import willing

GAME = "flip_city"
SEATS = 4
"""People at a table; there are no bots, since their work is not that of the server's core."""


class Tables:
    """A lobby, and a seat for everybody who comes to it."""

    def __init__(self, path: Path) -> None:
        """Open the lobby of a folder, within the running event loop."""
        self.folder = LobbyFolder(path)
        self.lobby: Lobby = willing(self.folder.lobby(THE_SHELF, Thinker(), keeps_all=True))
        self._codes: dict[int, str] = {}

    def errand(self, name: str) -> str:
        """What leads a player, called by a number, to their table: `join CODE`.

        Player 0 sits alone, at a table that waits for others.
        """
        number = (int(name.rpartition("-")[2]) - 1) // SEATS
        if number not in self._codes:
            self._codes[number] = self._open()
        return f"join {self._codes[number]}"

    def sessions(self) -> AppFactory:
        """What makes the app of a visit: at its table."""
        make_app = lobby_sessions(self.lobby, self.folder, THE_SHELF)

        def make_app_at_table(visit: Visit) -> SessionApp:
            return make_app(replace(visit, command=self.errand(visit.visitor.name)))

        return make_app_at_table

    def _open(self) -> str:
        header = new_header(THE_SHELF.load(GAME), (OPEN,) * SEATS, undo="ask")
        return self.lobby.create(header, None, (None,) * SEATS).code

    async def close(self) -> None:
        """Close the lobby."""
        await self.lobby.close()
        self.lobby.thinker.close()
