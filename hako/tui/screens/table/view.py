"""A table on screen: the board and its panels, at one position, from one view.

    prompt and goal                         prompt and goal
    board                                   board        seats
                                                         actions
    seats                                                log
    actions                log
    description                             description
    keys                                    keys
    80 columns                              140 columns and more

With less room they are pages, see PagedScreen. Sizes come from the style sheet alone, so
there is no new layout during a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widget import Widget

from hako.engine.bots.names import bot_text
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.glossary import Glossary, GlossaryEntry
from hako.tui.boards import Board, board_of
from hako.tui.screens.table.log_model import LogModel
from hako.tui.screens.table.pages import PagedScreen
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.canvas import LinePanel
from hako.tui.widgets.description import Description
from hako.tui.widgets.link_bar import KeyBar
from hako.tui.widgets.log_panel import LogPanel
from hako.tui.widgets.prompt import Prompt
from hako.tui.widgets.seat_panel import SeatPanel, SeatStatus
from hako.tui.widgets.table_model import TableModel, table_model_of

PAGES: list[BindingType] = [
    Binding("b", "page(1)", "page_on"),
    Binding("B", "page(-1)", "page_back", show=False),
    Binding("shift+down", "read(1)", "read", show=False),
    Binding("shift+up", "read(-1)", "read", show=False),
    Binding("g", "chart", "chart", show=False),
    Binding("i", "look_up", "look_up"),
    Binding("I", "signs", "signs", show=False),
]
"""Keys that turn pages of the board, scroll the description, and open other pages."""

STANDING = Binding("o", "standing", "standing", show=False)
"""The key of the score breakdown."""

FIND = Binding("slash", "find", "find")
"""The key of the search in the log and the rules."""


class ViewScreen(PagedScreen):
    """The base of the screens that show a table."""

    WIDE, TALL = 140, 34
    """Columns and lines from which on panels are beside the board, and longer."""
    VAST = 160
    """Columns from which on panels become wider with the terminal."""

    SCOPED_CSS = False  # of a list of selectors, Textual would scope the last
    DEFAULT_CSS = """
    ViewScreen {
        layout: grid;
        grid-size: 2;
        grid-columns: 3fr 2fr;
        grid-rows: auto 1fr 1 25% 2 1;
        background: $background;

        Prompt, Board, SeatPanel, Description, KeyBar { column-span: 2; }
        KeyBar { dock: none; }
        LogPanel { padding: 0 0 0 1; }

        &.-goal { grid-rows: auto 1fr 1 20% 2 1; }
        &.-tall { grid-rows: auto 1fr 1 33% 3 1; }
        &.-tall Description { height: 3; }

        &.-wide {
            grid-columns: 1fr 56;
            grid-rows: auto 6 50% 1fr 3 1;
            Board { column-span: 1; row-span: 3; }
            SeatPanel, ActionList, LogPanel {
                column-span: 1; height: 1fr; border-top: solid $foreground 25%;
                border-title-color: $muted; padding: 0; background: $background;
            }
            Description { height: 3; }
        }
        &.-wide.-tall { grid-rows: auto 7 2fr 1fr 3 1; }
        &.-vast { grid-columns: 1fr 35%; }
    }
    .-narrow ViewScreen.-wide, .-ascii ViewScreen.-wide {
        SeatPanel, ActionList, LogPanel { border-top: ascii $foreground 25%; }
    }
    """

    def __init__(self, table: History[Any]) -> None:
        super().__init__()
        self.table = table
        if table.outcome is None and table.game.goal(table.view(None), None):
            # its row is not the board's, from the first frame on; nothing is styled yet
            self.add_class("-goal", update=False)
        self.viewer: Viewer = None
        self.scene: TableModel | None = None
        self.words: Catalogue
        self.glossary: Glossary
        self._log_model = LogModel(table)
        self.prompt = Prompt()
        self.seats_panel = SeatPanel()
        self.log_panel = LogPanel()
        self.described = Description()
        self.key_bar = KeyBar()

    def _take_size(self, size: Size) -> None:
        self.set_class(size.width >= self.VAST, "-vast")
        super()._take_size(size)

    # ------------------------------------------------------------------ parts

    def compose(self) -> ComposeResult:
        yield self.prompt
        yield from self.compose_tabs()
        yield self.board
        yield self.seats_panel
        yield from self.compose_lesson()
        yield self.compose_controls()
        yield self.log_panel
        yield self.described
        yield self.key_bar

    @cached_property
    def board(self) -> Board:
        """The board."""
        return self.board_type()(id="board")

    def board_type(self) -> type[Board]:
        """The widget that draws this game."""
        return board_of(self.table.game)

    def compose_lesson(self) -> Iterable[Widget]:
        """The lesson panel, if a lesson is on."""
        return ()

    def compose_controls(self) -> Widget:
        """The widget beside the log: the actions, or the buttons of a replay."""
        raise NotImplementedError

    @property
    def is_advised(self) -> bool:
        """True if tips are shown here."""
        return False

    # ------------------------------------------------------------------ showing

    def retranslate(self) -> None:
        """Apply language, theme and symbols, and show everything again."""
        self.take_words()
        ink, symbols = styles_of(self.app.appearance.theme), SYMBOLS[self.app.appearance.symbols]
        for panel in self.query(LinePanel):
            panel.apply_theme(ink, symbols)
        self.seats_panel.border_title = self.words.text("table.seats")
        self.log_panel.border_title = self.words.text("table.log")
        self.show_table()
        for panel in self.query(LinePanel):
            panel.refresh()

    def take_words(self) -> None:
        """Load the table's catalogue, in the current language and with the current players."""
        table = self.table
        self.words = self.app.texts_for(table.game, table.players, table.content)
        self.glossary = Glossary(table.game, table.content, self.words)

    def show_table(self) -> None:
        """Show the table at the current position."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to turn pages only where there are more."""
        if action == "page":
            return self.is_mounted and self.board.has_pages
        return super().check_action(action, parameters)

    def action_page(self, by: int) -> None:
        """Show the next page of the board, or the one before."""
        self.board.turn_page(by)

    def action_read(self, by: int) -> None:
        """Scroll the description."""
        self.described.scroll_lines(self.described.top + by)

    def action_standing(self) -> None:
        """Show the score breakdown, if the game ended here."""
        if self.scene is not None:
            from hako.tui.screens.score_breakdown import (
                ScoreBreakdownDialog,  # no first frame waits for it
            )

            self.app.push_screen(ScoreBreakdownDialog(self.scene, self.words))

    def action_chart(self) -> None:
        """Show the score chart."""
        from hako.tui.screens.score_chart import ScoreChartScreen

        self.app.push_screen(ScoreChartScreen(self.table))

    def things_pointed_at(self) -> tuple[GlossaryEntry, ...]:
        """The things named by the place at the board's cursor."""
        place = self.board.cursor
        return () if place is None else self.glossary.named_in(self.board.describe(place))

    def action_look_up(self) -> None:
        """Look up any card, token or word of the game, beginning with those at the cursor."""
        from hako.tui.screens.search import SearchDialog

        self.app.push_screen(SearchDialog(self.glossary, self.things_pointed_at()), self.open_hit)

    def action_find(self) -> None:
        """Search the log and the rules."""
        from hako.tui.screens.search import SearchDialog

        screen = SearchDialog(self.glossary, log=self.log_panel.records)
        self.app.push_screen(screen, self.open_hit)

    def action_signs(self) -> None:
        """Show the meanings of all icons on the table."""
        from hako.tui.screens.icons import IconsDialog

        self.app.push_screen(IconsDialog(self.glossary))

    def open_hit(self, target: str | None) -> None:
        """Open a hit of the search: a clause of the rules, or a position."""
        kind, _, name = (target or "").partition(" ")
        if kind == "moment":
            self.post_message(LogPanel.PositionRequested(int(name)))
        elif kind == "clause":
            self.app.open_rules(self.table.game.id, name)

    def play(self, action: Any, moment: int) -> None:
        """Play an action that a position offered; does nothing on screens that only show."""

    def show_moment(self, moment: Position[Any], seat: Seat | None = None) -> TableModel:
        """Show the table at a position; `seat` may choose there."""
        scene = table_model_of(self.table, moment, self.viewer, self.words, seat)
        self.scene = scene
        self.board.scene = scene
        self.seats_panel.show(
            self._places(scene, is_now=moment is self.table.positions[self.table.head])
        )
        return scene

    def show_log(self, looked_at: int | None = None) -> None:
        """Show the records of the log as the viewer may read them."""
        rows = self._log_model.read(self.words, self.viewer, sums_up=self.is_advised)
        self.log_panel.show(rows, looked_at)

    def show_step(self, scene: TableModel, *, calls: bool) -> None:
        """Show the awaited decision and its clause in the prompt."""
        outcome, step = scene.outcome, scene.step
        if outcome is not None:
            winner = outcome.winners[0] if outcome.winners else None
            self.prompt.show(self.words.lazy_text(outcome.how), "", winner, calls=calls)
        elif step is not None:
            seat = scene.waiting[0] if len(scene.waiting) == 1 else None
            text, clause, goal = (
                self.words.render(step),
                clause_hint(step.cites(scene.view)),
                scene.goal,
            )
            self.set_class(bool(goal), "-goal")
            self.prompt.show(text, clause, seat, calls=calls, goal=goal)

    def _places(self, scene: TableModel, *, is_now: bool) -> tuple[SeatStatus, ...]:
        """The status of each seat; bots think only at the newest position."""
        _, scores = scene.game.progress(scene.view)
        label = self.words.text("score.label") if "score.label" in self.words else ""
        return tuple(
            SeatStatus(
                seat,
                self.words.term("seat", seat),
                scores[seat],
                seat in scene.waiting,
                is_now and player.bot is not None and seat in scene.waiting,
                bot_text(player.bot, self.words) if player.bot else "",
                label,
            )
            for seat, player in enumerate(scene.players)
        )


def clause_hint(clause: str) -> str:
    """The short id of a clause and the key that opens it; `clause` may have the game's id."""
    short = clause.partition(".")[2]
    return f"{short if '.' in short else clause}  F1" if clause else ""
