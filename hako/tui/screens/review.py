"""The review: everybody's chance to win over a game, its turning points, its mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.records import LogLine
from hako.engine.log.table import Table
from hako.engine.review.comparison import axes
from hako.engine.review.report import (
    Mistake,
    Report,
    TurningPoint,
    mistake_text,
    racers,
    report,
    short_text,
    turning_point_text,
)
from hako.tui.screens.base import AppScreen
from hako.tui.screens.lessons import LessonList
from hako.tui.screens.retry import can_retry_here, retry
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.link_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph
from hako.tui.widgets.score_chart import ScoreChart

BAR = 3
"""Columns that a list leaves to its scrollbar."""


class ReviewFindings(LessonList):
    """Turning points and mistakes, one a line, each a step away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "look_back")]


class ReviewScreen(AppScreen[None]):
    """What a review found so far; a replay that it leads to lies over it, and leads back."""

    TOPIC = "review"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("t", "try_again", "retry")]
    AUTO_FOCUS = "ReviewFindings"
    DEFAULT_CSS = """
    ReviewScreen { padding: 0 2; }
    ReviewScreen #title { color: $accent; text-style: bold; }
    ReviewScreen ScoreChart { height: 1fr; }
    ReviewScreen ReviewFindings { height: auto; max-height: 6; }
    ReviewScreen #told { height: auto; min-height: 4; max-height: 7; color: $muted; }
    ReviewScreen.-wide.-tall { padding: 2 8; }
    ReviewScreen.-wide.-tall ScoreChart { margin: 1 0; }
    ReviewScreen.-wide.-tall ReviewFindings { max-height: 16; margin-bottom: 1; }
    """

    def __init__(self, table: Table[Any]) -> None:
        super().__init__()
        self.table = table
        self._under_way = self.app.review(table)
        self._found: Report | None = None
        self._stop_hearing: list[Callable[[], None]] = []

    def compose(self) -> ComposeResult:
        yield Paragraph(id="title")
        yield Paragraph(id="seats")
        yield ScoreChart()
        yield ReviewFindings(compact=True, markup=False)
        yield Paragraph(id="told")
        yield KeyBar()

    def on_mount(self) -> None:
        self._under_way.listeners.append(self.retranslate)
        self._stop_hearing.append(self.table.subscribe(self._hear))

    def on_unmount(self) -> None:
        """Stop listening; the review goes on."""
        self._under_way.listeners.remove(self.retranslate)
        for stop in self._stop_hearing:
            stop()

    def _hear(self, table: Table[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        self.call_later(self.close_if_played_on)

    def on_screen_resume(self) -> None:
        """Look again after what lay over it."""
        self.close_if_played_on()

    def close_if_played_on(self) -> None:
        """Hide what may be known at the end alone, where somebody took that back."""
        if self.table.outcome is None:
            self.vanish()

    # ------------------------------------------------------------------ saying

    def retranslate(self) -> None:
        review, table = self._under_way.review, self.table
        texts = self.app.texts_for(table.game, table.players, table.content)
        if review is None or table.outcome is None:
            self.query_one("#title", Paragraph).words = texts.text("review.begins")
            return
        found = report(table, review, texts, None)
        self.query_one("#title", Paragraph).words = _title(found, texts)
        seats = "\n".join(short_text(its, texts) for its in found.seats)
        self.query_one("#seats", Paragraph).words = seats
        self._show_curve(found, texts)
        self._found = found
        self._list(found, texts)

    def _show_curve(self, found: Report, texts: Catalogue) -> None:
        look, chart = self.app.appearance, self.query_exactly_one(ScoreChart)
        chart.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])
        chart.show(racers(found), axes(texts))

    def _list(self, found: Report, texts: Catalogue) -> None:
        """Put the findings on the list; who points at one goes on pointing at it."""
        options = self.query_exactly_one(ReviewFindings)
        at = options.highlighted_option
        options.set_options(_options(found, texts, self._line))
        known = [option.id for option in options.options if option.id]
        if known:
            here = at.id if at is not None and at.id in known else known[0]
            options.highlighted = options.get_option_index(here)

    def _line(self, text: str) -> str:
        """As much of it as a line of the list has room for."""
        symbols, width = (
            SYMBOLS[self.app.appearance.symbols],
            self.query_exactly_one(ReviewFindings).size.width,
        )
        return shortened(symbols.spell(text), width - BAR, symbols) if width else text

    def on_resize(self) -> None:
        """Tell more where there is room for it."""
        self.retranslate()

    @on(OptionList.OptionHighlighted)
    def tell(self, event: OptionList.OptionHighlighted) -> None:
        """Say all of what is pointed at."""
        table = self.table
        texts = self.app.texts_for(table.game, table.players, table.content)
        its = self._at(event.option_id)
        told = (
            mistake_text(its, texts) if isinstance(its, Mistake) else turning_point_text(its, texts)
        )
        self.query_one("#told", Paragraph).words = told

    @on(OptionList.OptionSelected)
    def paint(self, event: OptionList.OptionSelected) -> None:
        """Show the table as it was before."""
        its = self._at(event.option_id)
        before = self.table.positions[its.moment].parent
        self.app.open_replay(self.table, (before or 0, its.seat))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        return action != "try_again" or can_retry_here(self.app, self.table)

    def action_try_again(self) -> None:
        """Play on from the last choice before what is pointed at, as a game of its own."""
        pointed_at = self.query_exactly_one(ReviewFindings).highlighted_option
        if pointed_at is not None:
            its = self._at(pointed_at.id)
            before = self.table.positions[its.moment].parent
            retry(self.app, self.table, before or 0, its.seat)

    def _at(self, option_id: str | None) -> TurningPoint | Mistake:
        assert self._found is not None, "what is listed was found"
        found: list[TurningPoint | Mistake] = [*self._found.turning_points, *self._found.mistakes]
        return next(its for its in found if _id(its) == option_id)


def _options(found: Report, texts: Catalogue, line: Callable[[str], str]) -> Iterator[Option]:
    """Under a heading each, the turning points and the mistakes."""
    listed: dict[str, Sequence[TurningPoint | Mistake]] = {
        "turning_points": found.turning_points,
        "mistakes": found.mistakes,
    }
    for key, several in listed.items():
        if several:
            yield Option(texts.text(f"review.{key}"), disabled=True)
        for its in several:
            yield Option(line(f" {short_text(its, texts)}"), id=_id(its))


def _id(its: TurningPoint | Mistake) -> str:
    return f"{type(its).__name__.lower()}-{its.moment}"


def _title(found: Report, texts: Catalogue) -> str:
    title = texts.text("review.title")
    if not found.is_done:
        title += f" · {texts.text('review.unsure', share=f'{found.share:.0%}')}"
    return title if found.is_measured else f"{title} · {texts.text('review.rough')}"
