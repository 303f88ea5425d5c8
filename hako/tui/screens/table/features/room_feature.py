"""The base of the features of a room: people have seats there, come, go and write."""

from __future__ import annotations

from typing import Any

from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table import SharedTable
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.screen import TableScreen


class RoomFeature(TableFeature[TableScreen]):
    """The base of the features that know the room."""

    topic = "room"

    room: Room
    visitor: User
    """Both are set where the screen makes the feature."""

    @property
    def table(self) -> SharedTable[Any]:
        """The table as the visitor may see it."""
        table = self.screen.table
        assert isinstance(table, SharedTable), "rooms have shared tables"
        return table

    @property
    def app(self) -> LobbyApp:
        """The app of the visitor."""
        app = self.screen.app
        assert isinstance(app, LobbyApp), "rooms are opened from a lobby"
        return app
