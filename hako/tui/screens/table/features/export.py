"""The export of a game to a file."""

from __future__ import annotations

from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen


class Export(TableFeature[TableScreen]):
    """The export; not where the file would be written on the server."""

    def export(self) -> None:
        """Export the game as this viewer saw it."""
        self.screen.app.open_export(self.screen.table, self.screen.viewer)

    commands = (Command("export", "e", export),)
