"""The score breakdown: all seats' points by part, if the game ended at the shown position."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.ranking import standing
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.ranking_panel import RankingPanel
from hako.tui.widgets.table_model import TableModel


class ScoreBreakdownDialog(Dialog[None]):
    """The score breakdown, as far as the viewer may know it; the same key closes it again."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("o", "leave", "leave", show=False)]
    SCOPED_CSS = False  # of a list of selectors, Textual would scope the last
    DEFAULT_CSS = """
    ScoreBreakdownDialog > Vertical {
        width: 100; max-width: 96%; height: auto; padding: 1 2;
        background: $surface; border: solid $accent;
    }
    .-ascii ScoreBreakdownDialog > Vertical, .-narrow ScoreBreakdownDialog > Vertical { border: ascii $accent; }
    """

    def __init__(self, scene: TableModel, words: Catalogue) -> None:
        """Show the scores of a table model; `words` are the table's."""
        super().__init__()
        self._scene, self._words = scene, words

    def compose(self) -> ComposeResult:
        with Vertical():
            yield RankingPanel()

    def retranslate(self) -> None:
        look, scene = self.app.appearance, self._scene
        ranking = self.query_one(RankingPanel)
        ranking.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])
        title = "end.parts" if scene.outcome is not None else "end.standing"
        rows = standing(scene.game, scene.view, self._words)
        ranking.show(rows, self._words.text(title), self._words)
