"""The statistics on screen: how those who played here did, game by game."""

from __future__ import annotations

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hako.engine.log.store import StoreFailed
from hako.tui.apps.statistics import Counted, in_words
from hako.tui.screens.screen import HakoScreen
from hako.tui.widgets.controls import KeyBar
from hako.tui.widgets.prose import Prose


class StatisticsScreen(HakoScreen[None]):
    """A page to be scrolled, counted when it is opened."""

    TOPIC = "statistics"
    AUTO_FOCUS = "VerticalScroll"
    DEFAULT_CSS = """
    StatisticsScreen { padding: 0 2; }
    StatisticsScreen #title { height: 2; text-style: bold; color: $accent; }
    StatisticsScreen VerticalScroll { height: 1fr; }
    StatisticsScreen.-wide.-tall { padding: 1 8 0 8; }
    """

    _counted: Counted | None = None
    """None until it was counted."""

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll():
            yield Prose(id="told")
        yield KeyBar()

    def on_mount(self) -> None:
        self.count()

    @work(exclusive=True)
    async def count(self) -> None:
        """Count; on a thread or in a worker, for there may be many games."""
        try:
            self._counted = await self.app.counted()
        except StoreFailed as error:
            self.app.complain(error)
        self.speak()

    def speak(self) -> None:
        app = self.app
        lines = [app.texts.say("statistics.counting")]
        if self._counted is not None:
            lines = [*in_words(self._counted, app.shelf, app.texts)]
        self.query_one("#title", Static).update(app.texts.say("statistics.title"))
        self.query_one("#told", Prose).words = "\n".join(lines)
