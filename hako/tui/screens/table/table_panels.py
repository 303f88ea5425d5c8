"""The view of a table: the board and its panels, as they show one position to one viewer.

They stand in the regions of boards/window_regions.py. With less than 80 columns and 24 rows they are pages, see
Pages. Sizes follow from the window alone, so there is no new layout during a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from textual.widget import Widget

from hako.engine.i18n.catalogue import Catalogue
from hako.tui.boards import Board
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.description import Description
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.log_panel import LogPanel
from hako.tui.widgets.prompt import Prompt
from hako.tui.widgets.score_sources_panel import ScoreSourcesPanel
from hako.tui.widgets.seat_panel import SeatPanel, SeatStatus
from hako.tui.widgets.table_model import TableModel

ORDER = (
    *("prompt", "tabs", "board", "seats", "lesson", "controls"),
    *("score_sources", "log", "chat", "description", "keys"),
)
"""The order of the parts; a screen has some of them."""

ARRANGEMENT = """
TableScreen {
    background: $background;

    KeyBar { dock: none; }
    &.-hinted HintPanel { display: block; }
    &.-hinted LogPanel, &.-paged HintPanel { display: none; }
}
"""
"""The style sheet of the parts, wherever they stand."""


class TableView:
    """The panels of a table."""

    def __init__(self, board: Board, controls: Widget) -> None:
        """Make the panels; `controls` stand beside the log: the actions, or a timeline."""
        self.prompt = Prompt()
        self.board = board
        self.seats_panel = SeatPanel()
        self.controls = controls
        if isinstance(controls, ActionList):
            controls.thumbnail, controls.upcoming = board.thumbnail, board.upcoming
        self.sources_panel = (
            ScoreSourcesPanel(board.score_sources) if board.has_score_sources else None
        )
        self.log_panel = LogPanel()
        self.described = Description()
        self.described.reckon = board.reckoning
        self.key_bar = KeyBar()

    def parts(self, other: Mapping[str, Iterable[Widget]]) -> Iterator[Widget]:
        """The panels and the screen's other parts, in their order."""
        panels = {
            "prompt": self.prompt,
            "board": self.board,
            "seats": self.seats_panel,
            "controls": self.controls,
            "score_sources": self.sources_panel,
            "log": self.log_panel,
            "description": self.described,
            "keys": self.key_bar,
        }
        for name in ORDER:
            panel = panels.get(name)
            yield from other.get(name, ()) if panel is None else (panel,)

    def name_panels(self, words: Catalogue) -> None:
        """Write the titles of the panels, where they have borders."""
        self.seats_panel.title = words.text("table.seats")
        if "score.heading" in words:
            self.seats_panel.heading = words.text("score.heading")
        self.controls.border_title = words.text("table.actions")
        if isinstance(self.controls, ActionList):
            self.controls.title = words.text("table.actions")
        self.log_panel.border_title = f" {words.text('table.log')} "
        self.described.title = words.text("table.text")

    def ask(
        self, model: TableModel, words: Catalogue, *, calls: bool, is_guided: bool = False
    ) -> None:
        """Show the awaited decision and its clause, or the end; `calls` a seat of this screen.

        A threat stands in the place of the goal, but not where a lesson speaks of the goal.
        """
        outcome, step = model.outcome, model.step
        if outcome is not None:
            winner = outcome.winners[0] if outcome.winners else None
            self.prompt.show(words.lazy_text(outcome.how), "", winner, calls=calls)
        elif step is not None:
            seat = model.waiting[0] if len(model.waiting) == 1 else None
            clause = clause_hint(step.cites(model.view), words)
            threat = () if is_guided else model.threat
            self.prompt.show(
                words.render(step), clause, seat, calls=calls, goal=model.goal, threat=threat
            )


def seat_rows(
    model: TableModel, words: Catalogue, board: Board, *, is_now: bool
) -> tuple[SeatStatus, ...]:
    """The status of each seat, with what a board knows of it; bots think only at the newest position."""
    _, scores = model.game.progress(model.view)
    label, sign = (words.text(key) if key in words else "" for key in ("score.label", "score.sign"))
    return tuple(
        SeatStatus(
            seat,
            words.term("seat", seat),
            scores[seat],
            seat in model.waiting,
            is_now and player.bot is not None and seat in model.waiting,
            label,
            sign,
            facts=board.possessions(seat),
        )
        for seat, player in enumerate(model.players)
    )


def clause_hint(clause: str, words: Catalogue) -> str:
    """The short id of a clause and the key that opens it; `clause` may have the game's id."""
    if not clause:
        return ""
    short = clause.partition(".")[2]
    return f"{words.text('table.clause', clause=short if '.' in short else clause)}  F1"
