"""The base of the features of a room: people have seats there, come, go and write."""

from __future__ import annotations

from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.room import Room
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
    def app(self) -> LobbyApp:
        """The app of the visitor."""
        app = self.screen.app
        assert isinstance(app, LobbyApp), "rooms are opened from a lobby"
        return app
