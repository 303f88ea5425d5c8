"""The statistics, game by game."""

from __future__ import annotations

from collections.abc import Iterable

from hako.tui.screens.computed_screen import ComputedScreen
from hako.tui.statistics_counting import StatisticsRow
from hako.tui.statistics_text import statistics_text


class StatisticsScreen(ComputedScreen[StatisticsRow]):
    """The statistics of the games on this computer."""

    TOPIC = "statistics"

    async def find(self) -> StatisticsRow:
        return await self.app.counted()

    def page_lines(self, result: StatisticsRow) -> Iterable[str]:
        return statistics_text(result, self.app.shelf, self.app.texts)
