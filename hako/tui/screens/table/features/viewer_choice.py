"""The choice of the seat whose view a replay shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hako.engine.log.history import History
from hako.engine.rules.model import Seat, Viewer
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen


class ViewerChoice(TableFeature[TableScreen]):
    """The viewer of a replay: a spectator, or a seat whose secrets may be shown here."""

    chosen: Sequence[Viewer] = ()
    """The viewers that were asked for, if any were."""

    @property
    def viewers(self) -> Sequence[Viewer]:
        """The allowed viewers; fewer again, where the end was taken back."""
        return self.chosen or _viewers(self.screen.table)

    def start_with(self, viewers: Sequence[Viewer], seat: Viewer) -> None:
        """Begin with one of these viewers, or of the allowed ones; a seat if it is among them."""
        self.chosen = viewers
        self.screen.viewer = seat if seat in self.viewers else self.viewers[0]

    def prepare(self) -> None:
        if self.screen.viewer not in self.viewers:
            self.screen.viewer = self.viewers[0]

    def has_others(self) -> bool:
        """True if there is another viewer."""
        return len(self.viewers) > 1

    def show_next(self) -> None:
        """Change to the next viewer."""
        place = self.viewers.index(self.screen.viewer)
        self.screen.viewer = self.viewers[(place + 1) % len(self.viewers)]
        self.screen.show_table()

    def may_review(self) -> bool:
        """True if the game is over, and every viewer is allowed."""
        return self.screen.table.outcome is not None and not self.chosen

    def review(self) -> None:
        """Open the review."""
        self.screen.features.interrupt()
        self.screen.app.open_review(self.screen.table)

    commands = (
        Command("viewer", "v", show_next, has_others),
        Command("review", "a", review, may_review),
    )


def _viewers(table: History[Any]) -> Sequence[Viewer]:
    people: list[Seat] = [seat for seat, player in enumerate(table.players) if not player.bot]
    if table.outcome is not None:
        people = [*range(len(table.players))]
    elif len(people) > 1 or table.header.is_shared:
        people = []  # at one keyboard or at a server's table, no player sees another's secrets
    return (None, *people)
