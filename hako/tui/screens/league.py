"""The league on screen: who plays how well, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import getters

from hako.tui.apps.lobby import LobbyApp
from hako.tui.lobby.ratings import ToldGame, in_words, leagues
from hako.tui.screens.statistics import ReckonedScreen


class LeagueScreen(ReckonedScreen[Sequence[ToldGame]]):
    """The ratings of a house."""

    TOPIC = "league"

    app = getters.app(LobbyApp)

    async def find(self) -> Sequence[ToldGame]:
        return await leagues(self.app.lobby.results)

    def in_words(self, found: Sequence[ToldGame]) -> Iterable[str]:
        return in_words(found, self.app.shelf, self.app.texts)
