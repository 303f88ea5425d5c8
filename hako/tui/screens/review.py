"""The review: the chances to win of all seats over a game, its turning points, its mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.review.report_text import (
    mistake_text,
    racers,
    short_text,
    turning_point_text,
    unsure_text,
)
from hako.engine.review.retried_game_comparison import axes
from hako.engine.review.review_report import Mistake, Report, report
from hako.engine.review.turning_points import TurningPoint
from hako.tui.screens.base import AppScreen
from hako.tui.screens.lessons import LessonList
from hako.tui.screens.retry import can_retry_here, retry
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph
from hako.tui.widgets.score_chart import ScoreChart

BAR = 3
"""Columns that a list leaves to its scrollbar."""


class ReviewFindings(LessonList):
    """Turning points and mistakes, one a line; Enter opens the replay there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "look_back")]


class ReviewScreen(AppScreen[None]):
    """The findings of a review so far; a replay that it opens lies over it, and leads back."""

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

    def __init__(self, table: History[Any]) -> None:
        super().__init__()
        self.table = table
        self._under_way = self.app.review(table)
        self._report: Report | None = None
        self._unsubscribe: list[Callable[[], None]] = []

    def compose(self) -> ComposeResult:
        yield Paragraph(id="title")
        yield Paragraph(id="seats")
        yield ScoreChart()
        yield ReviewFindings(compact=True, markup=False)
        yield Paragraph(id="told")
        yield KeyBar()

    def on_mount(self) -> None:
        self._under_way.listeners.append(self.retranslate)
        self._unsubscribe.append(self.table.subscribe(self._receive))

    def on_unmount(self) -> None:
        """Stop listening; the review goes on."""
        self._under_way.listeners.remove(self.retranslate)
        for stop in self._unsubscribe:
            stop()

    def _receive(self, table: History[Any], line: LogLine) -> None:  # noqa: ARG002 - a listener's signature
        self.call_later(self.close_if_played_on)

    def on_screen_resume(self) -> None:
        """Update after the replay."""
        self.close_if_played_on()

    def close_if_played_on(self) -> None:
        """Hide a finished game's secrets, where somebody took the end back."""
        if self.table.outcome is None:
            self.vanish()

    # ------------------------------------------------------------------ saying

    def retranslate(self) -> None:
        review, table = self._under_way.review, self.table
        texts = self.app.texts_at(table)
        if review is None or table.outcome is None:
            self.query_one("#title", Paragraph).words = texts.text("review.begins")
            return
        findings = report(table, review, texts, None)
        title = _title(findings, self._under_way.seconds_left, texts)
        self.query_one("#title", Paragraph).words = title
        seats = [short_text(seat, texts) for seat in findings.seats]
        seats += [
            texts.text("review.next_line", seat=seat.seat, fault=seat.shared.text(texts))
            for seat in findings.seats
            if seat.shared is not None and table.players[seat.seat].bot is None
        ]
        self.query_one("#seats", Paragraph).words = "\n".join(seats)
        self._show_curve(findings, texts)
        self._report = findings
        self._list(findings, texts)

    def _show_curve(self, findings: Report, texts: Catalogue) -> None:
        look, chart = self.app.appearance, self.query_exactly_one(ScoreChart)
        chart.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])
        chart.show(racers(findings), axes(texts))

    def _list(self, findings: Report, texts: Catalogue) -> None:
        """List the findings; the highlight stays on its finding."""
        options = self.query_exactly_one(ReviewFindings)
        at = options.highlighted_option
        options.set_options(_options(findings, texts, self._line))
        known = [option.id for option in options.options if option.id]
        if known:
            pointed = at.id if at is not None and at.id in known else known[0]
            options.highlighted = options.get_option_index(pointed)

    def _line(self, text: str) -> str:
        """As much of the text as fits a line of the list."""
        symbols, width = (
            SYMBOLS[self.app.appearance.symbols],
            self.query_exactly_one(ReviewFindings).size.width,
        )
        return shortened(symbols.spell(text), width - BAR, symbols) if width else text

    def on_resize(self) -> None:
        """Show more where there is room for it."""
        self.retranslate()

    @on(OptionList.OptionHighlighted)
    def show_finding(self, event: OptionList.OptionHighlighted) -> None:
        """Show the whole text of the highlighted finding."""
        table = self.table
        texts = self.app.texts_at(table)
        finding = self._at(event.option_id)
        text = (
            mistake_text(finding, texts)
            if isinstance(finding, Mistake)
            else turning_point_text(finding, texts)
        )
        self.query_one("#told", Paragraph).words = text

    @on(OptionList.OptionSelected)
    def paint(self, event: OptionList.OptionSelected) -> None:
        """Show the table as it was before the decision."""
        finding = self._at(event.option_id)
        before = self.table.positions[finding.moment].parent
        self.app.open_replay(self.table, (before or 0, finding.seat))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        return action != "try_again" or can_retry_here(self.app, self.table)

    def action_try_again(self) -> None:
        """Play on from the last choice before the highlighted finding, as a game of its own."""
        pointed_at = self.query_exactly_one(ReviewFindings).highlighted_option
        if pointed_at is not None:
            finding = self._at(pointed_at.id)
            before = self.table.positions[finding.moment].parent
            retry(self.app, self.table, before or 0, finding.seat)

    def _at(self, option_id: str | None) -> TurningPoint | Mistake:
        assert self._report is not None, "what is listed was found"
        findings: list[TurningPoint | Mistake] = [
            *self._report.turning_points,
            *self._report.mistakes,
        ]
        return next(finding for finding in findings if _id(finding) == option_id)


def _options(findings: Report, texts: Catalogue, line: Callable[[str], str]) -> Iterator[Option]:
    """Under a heading each, the turning points and the mistakes."""
    listed: dict[str, Sequence[TurningPoint | Mistake]] = {
        "turning_points": findings.turning_points,
        "mistakes": findings.mistakes,
    }
    for key, several in listed.items():
        if several:
            yield Option(texts.text(f"review.{key}"), disabled=True)
        for finding in several:
            yield Option(line(f" {short_text(finding, texts)}"), id=_id(finding))


def _id(finding: TurningPoint | Mistake) -> str:
    return f"{type(finding).__name__.lower()}-{finding.moment}"


def _title(findings: Report, seconds_left: float | None, texts: Catalogue) -> str:
    """The title: how far the review is, how long it takes, and how far it can be trusted."""
    parts = [texts.text("review.title")]
    if not findings.is_done:
        parts.append(unsure_text(findings, texts))
    if not findings.is_done and seconds_left is not None:
        parts.append(texts.text("review.left", count=ceil(seconds_left / 60)))
    if not findings.is_measured:
        parts.append(texts.text("review.rough"))
    return " · ".join(parts)
