"""Both endings of a game that was tried again: scores side by side, and whoever did so's chances."""

from __future__ import annotations

import asyncio
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from hako.engine.log.table import Table
from hako.engine.review.endings import axes, endings, heading, racers, sentences, side_by_side
from hako.tui.looks.styles import styles_of
from hako.tui.looks.symbols import SYMBOLS
from hako.tui.screens.screen import HakoScreen
from hako.tui.widgets.controls import KeyBar
from hako.tui.widgets.prose import Prose
from hako.tui.widgets.race import Race


class EndingsScreen(HakoScreen[None]):
    """A page of the end."""

    TOPIC = "endings"
    AUTO_FOCUS = "VerticalScroll"
    DEFAULT_CSS = """
    EndingsScreen { padding: 0 2; }
    EndingsScreen #title { color: $accent; text-style: bold; }
    EndingsScreen VerticalScroll { height: auto; max-height: 45%; margin-top: 1; }
    EndingsScreen Race { height: 1fr; margin-top: 1; }
    EndingsScreen.-wide.-tall { padding: 2 8; }
    """

    def __init__(self, first: Table[Any], again: Table[Any]) -> None:
        super().__init__()
        self._first, self._again = first, again

    def compose(self) -> ComposeResult:
        yield Prose(id="title")
        yield Prose(id="won")
        with VerticalScroll():
            yield Prose(id="parts")
        yield Race()
        yield KeyBar()

    def speak(self) -> None:
        self.reckon()

    @work(exclusive=True)
    async def reckon(self) -> None:
        """Tell it; on a thread, for there may be a thousand positions."""
        look, table = self.app.look, self._again
        texts = self.app.texts_for(table.game, table.players, table.content)
        found = await asyncio.to_thread(endings, self._first, table, texts, None)
        for part, lines in {
            "title": [heading(found, texts)],
            "won": sentences(found, texts),
            "parts": side_by_side(found, texts),
        }.items():
            self.query_one(f"#{part}", Prose).words = "\n".join(lines)
        chart = self.query_exactly_one(Race)
        chart.dress(styles_of(look.theme), SYMBOLS[look.symbols])
        chart.show(racers(found, texts), axes(texts))
