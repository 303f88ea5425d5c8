"""The ratings on screen, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import getters

from hako.multiplayer.ratings.ratings import RatedGameRow, leaderboards, ratings_text
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.computed_screen import ComputedScreen


class RatingsScreen(ComputedScreen[Sequence[RatedGameRow]]):
    """The ratings of the server."""

    TOPIC = "league"

    app = getters.app(LobbyApp)

    async def find(self) -> Sequence[RatedGameRow]:
        return await leaderboards(self.app.lobby.results)

    def page_lines(self, result: Sequence[RatedGameRow]) -> Iterable[str]:
        return ratings_text(result, self.app.shelf, self.app.texts)
