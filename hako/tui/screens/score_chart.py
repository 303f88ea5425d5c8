"""The score chart of a table: the scores so far, as far as all seats know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.transcript.score_series import axes, race
from hako.tui.screens.base import AppScreen
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.score_chart import ScoreChart


class ScoreChartScreen(AppScreen[None]):
    """A page of the table; it is updated while others play."""

    TOPIC = "chart"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("g", "leave", "leave", show=False)]
    DEFAULT_CSS = """
    ScoreChartScreen { padding: 1 2; }
    ScoreChartScreen.-wide.-tall { padding: 2 8; }
    """

    def __init__(self, table: History[Any]) -> None:
        super().__init__()
        self.table = table
        self._was_over = table.outcome is not None
        self._unsubscribe: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        yield ScoreChart()
        yield KeyBar()

    def on_mount(self) -> None:
        self._unsubscribe = self.table.subscribe(self._receive)

    def _receive(self, table: History[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        self.call_later(self.retranslate)

    def on_unmount(self) -> None:
        """Stop listening; the table stays as it is."""
        self._unsubscribe()

    def on_screen_resume(self) -> None:
        """Close, if a result was shown over it."""
        if self.table.outcome is not None and not self._was_over:
            self.dismiss()

    def retranslate(self) -> None:
        look, table = self.app.appearance, self.table
        texts = self.app.texts_at(table)
        chart = self.query_exactly_one(ScoreChart)
        chart.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])
        chart.show(race(table, texts), axes(texts))
