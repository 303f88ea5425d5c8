"""A comparison of a game with its retry: the scores side by side, and the chances to win."""

from __future__ import annotations

import asyncio
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from hako.engine.log.history import History
from hako.engine.review.retried_game_comparison import (
    axes,
    endings,
    heading,
    racers,
    sentences,
    side_by_side,
)
from hako.tui.screens.base import AppScreen
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph
from hako.tui.widgets.score_chart import ScoreChart


class ComparisonScreen(AppScreen[None]):
    """A page of the result."""

    TOPIC = "endings"
    AUTO_FOCUS = "VerticalScroll"
    DEFAULT_CSS = """
    ComparisonScreen { padding: 0 2; }
    ComparisonScreen #title { color: $accent; text-style: bold; }
    ComparisonScreen VerticalScroll { height: auto; max-height: 45%; margin-top: 1; }
    ComparisonScreen ScoreChart { height: 1fr; margin-top: 1; }
    ComparisonScreen.-wide.-tall { padding: 2 8; }
    """

    def __init__(self, first: History[Any], again: History[Any]) -> None:
        super().__init__()
        self._first, self._again = first, again

    def compose(self) -> ComposeResult:
        yield Paragraph(id="title")
        yield Paragraph(id="won")
        with VerticalScroll():
            yield Paragraph(id="parts")
        yield ScoreChart()
        yield KeyBar()

    def retranslate(self) -> None:
        self.reckon()

    @work(exclusive=True)
    async def reckon(self) -> None:
        """Compute and show it; on a thread, for there may be a thousand positions."""
        look, table = self.app.appearance, self._again
        texts = self.app.texts_at(table)
        comparison = await asyncio.to_thread(endings, self._first, table, texts, None)
        for part, lines in {
            "title": [heading(comparison, texts)],
            "won": sentences(comparison, texts),
            "parts": side_by_side(comparison, texts),
        }.items():
            self.query_one(f"#{part}", Paragraph).words = "\n".join(lines)
        chart = self.query_exactly_one(ScoreChart)
        chart.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])
        chart.show(racers(comparison, texts), axes(texts))
