"""The end of a game: the winners and the reason, the standings, and the score chart."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from hako.content import read_box
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.width import cell_width
from hako.engine.lessons.lesson import following
from hako.engine.log.history import History
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.game import Outcome
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.story_table import Story, StoryBand
from hako.engine.storage.files import write_file
from hako.engine.storage.folder import REVIEW
from hako.engine.transcript.ranking import ranking, standing
from hako.engine.transcript.score_series import axes, course_of, race
from hako.engine.transcript.story_table_layout import story_of
from hako.engine.transcript.transcript import undo_requests_text
from hako.tui.screens.base import AppScreen
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.ranking_panel import RankingPanel
from hako.tui.widgets.score_chart import ScoreChart
from hako.tui.widgets.story_table_panel import StoryTablePanel
from hako.tui.widgets.win_curve import CurveCause, WinChances, WinCurve, turn_chances

if TYPE_CHECKING:
    from hako.engine.review.review import Review

MANY = 3
"""Seats whose accounts have no bars at 80x24."""


class ResultHeadline(LinePanel):
    """The winners, and the reason why they won."""

    DEFAULT_CSS = """
    ResultHeadline { height: auto; min-height: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._title = ""
        self._how = ""
        self._facts = ""

    def show(self, title: str, how: str, facts: str = "") -> None:
        """Show both; `facts` about the game stand at the right where there is room."""
        self._title, self._how, self._facts = title, how, facts
        self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return 1 + len(wrap(self._how, width))

    def count(self) -> int:
        return 1 + len(wrap(self._how, self.columns))

    def paint(self, index: int) -> Strip:
        if index == 0:
            line = self.line().put(self._title, self.ink.strong)
            if line.x + 2 + cell_width(self._facts) <= self.columns:
                line.ending(self._facts, self.ink.dim)
            return line.strip()
        return self.line().put(wrap(self._how, self.columns)[index - 1], self.ink.text).strip()


class GameOverScreen(AppScreen[None]):
    """The result of a game, with the next steps."""

    TOPIC = "end"
    AUTO_FOCUS = ""  # Enter may still be held down from the last move
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "replay", "replay"),
        Binding("a", "review", "review"),
        Binding("b", "endings", "endings"),
        Binding("e", "transcript", "transcript"),
        Binding("n", "rematch", "rematch"),
        Binding("n", "next_lesson", "next_lesson"),
        Binding("p", "share", "share"),
        Binding("u", "look_back", "undo", show=False),
        *(Binding(str(n), f"cause({n})", "cause", show=False) for n in range(1, 4)),
        Binding("pagedown", "scroll_story(1)", "page", show=False),
        Binding("pageup", "scroll_story(-1)", show=False),
    ]
    DEFAULT_CSS = """
    GameOverScreen { padding: 0 1; }
    GameOverScreen StoryTablePanel { max-height: 9; }
    GameOverScreen.-judged StoryTablePanel { max-height: 6; }
    GameOverScreen.-account StoryTablePanel { max-height: 13; }
    GameOverScreen.-account.-judged StoryTablePanel { max-height: 9; }
    GameOverScreen ScoreChart, GameOverScreen WinCurve { height: 1fr; min-height: 5; }
    GameOverScreen.-tall StoryTablePanel { max-height: 22; margin: 1 0; }
    GameOverScreen.-wide.-tall { padding: 1 4; }
    """

    def __init__(self, table: History[Any], viewer: Viewer = None) -> None:
        """Make the end of a table's game; `viewer` is the one of the transcript."""
        super().__init__()
        outcome = table.outcome
        assert outcome is not None, "the game is over"
        self.table = table
        self.outcome: Outcome = outcome
        self.viewer = viewer
        self._causes: Sequence[CurveCause] = ()
        """The turns that decided the game, as they are listed."""

    @cached_property
    def first(self) -> History[Any] | None:
        """The table of the game that was retried here, if it was a retry."""
        return self.app.first_ending(self.table)

    @cached_property
    def story(self) -> Story:
        """The way in which the game came about; accounts in the order of the places."""
        places = self.outcome.places()
        return [band.ranked(places) if band.is_account else band for band in story_of(self.table)]

    @cached_property
    def account(self) -> StoryBand | None:
        """The table that says where all points came from; None where the bars of parts say it."""
        if self.outcome.opponents:  # they have no row in it
            return None
        return next((band for band in self.story if band.is_account), None)

    def compose(self) -> ComposeResult:
        yield ResultHeadline()
        yield RankingPanel()
        yield StoryTablePanel()
        yield ScoreChart()
        yield WinCurve()
        yield KeyBar()

    def retranslate(self) -> None:
        look, table = self.app.appearance, self.table
        for panel in self.query(LinePanel):
            panel.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])
        texts = self.app.texts_at(table)
        self.query_one(ResultHeadline).show(*self._headline(texts), self._facts(texts))
        is_tall, has_account = self.has_class("-tall"), self.account is not None
        self.set_class(has_account, "-account")
        self.query_one(RankingPanel).display = not has_account
        key = f"score.{self.outcome.counted}"
        counted = texts.text("end.parts_of", counted=texts.text(key)) if key in texts else ""
        self.query_one(RankingPanel).show(
            standing(table.game, table.view(None), texts),
            counted or texts.text("end.parts"),
            texts,
        )
        has_bars = is_tall or len(table.players) < MANY
        self.query_one(StoryTablePanel).show(self.story, texts, has_bars=has_bars)
        review = self._review()
        chances = self._chances(review, texts)
        self._causes = chances.causes if chances else ()
        self.set_class(chances is not None, "-judged")
        self.query_one(WinCurve).show(chances, texts)
        self.query_one(ScoreChart).display = chances is None
        self.query_one(ScoreChart).show(
            race(table, texts), axes(texts), self._state_of(review, texts)
        )

    def on_resize(self) -> None:
        """Show more where there is room for it."""
        self.retranslate()

    def on_screen_resume(self) -> None:
        """Update after the replay, or with what a review has found."""
        self.close_if_played_on()
        if self.table.outcome is not None:
            self.retranslate()

    def close_if_played_on(self) -> None:
        """Close where somebody took the end back."""
        if self.table.outcome is None:
            self.vanish()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "rematch":
                return not self.table.header.lesson and self.app.may_rematch(self.table)
            case "next_lesson":
                return following(self.table) is not None
            case "cause":
                return isinstance(parameters[0], int) and parameters[0] <= len(self._causes)
            case "endings":
                return self.first is not None
            case "transcript" | "share":
                return self.app.library is not None
            case _:
                return True

    def _headline(self, texts: Catalogue) -> tuple[str, str]:
        """The winners with the reason in one sentence if it names them, and how it went."""
        how, more = texts.lazy_text(self.outcome.how), undo_requests_text(self.table, texts)
        course = course_of(self.table, texts)
        names = [texts.term("seat", seat) for seat in self.outcome.winners]
        if names and all(name in how for name in names):
            return how, join_sentences((course, more))
        return self._title(texts), join_sentences((how, course, more))

    def _title(self, texts: Catalogue) -> str:
        winners = self.outcome.winners
        if winners:
            return texts.text("end.winners", seats=winners, count=len(winners))
        if self.outcome.opponents:
            return texts.text("end.opponent", name=ranking(self.outcome, texts)[0].name)
        return texts.text("end.nobody")

    def _review(self) -> Review | None:
        """The review kept beside the log; None where there is none."""
        table = self.table
        sheet = table.save.beside(REVIEW) if table.save is not None else None
        if table.is_embargoed or sheet is None or sheet.read() is None:
            return None  # nothing is imported then
        from hako.engine.review.review import kept_review

        return kept_review(table)

    def _state_of(self, review: Review | None, texts: Catalogue) -> str:
        """A sentence on how far the review is that would show the chances to win."""
        if self.table.is_embargoed:
            return ""
        share = review.share if review is not None else 0
        key = "end.review_begun" if share else "end.unreviewed"
        return texts.text(key, share=f"{int(100 * share)}%")

    def _chances(self, review: Review | None, texts: Catalogue) -> WinChances | None:
        """The chances to win by the review; None where it is not complete."""
        table = self.table
        if review is None or not review.is_done:
            return None
        from hako.engine.review.review_report import report

        findings = report(table, review, texts, None)
        seat = self._seat_of_curve()
        turn_of = {
            moment.number: table.game.progress(table.view(None, moment.number))[0]
            for moment in table.path()
        }
        points = turn_chances(
            (turn_of[entry.moment], entry.chances[seat] / 100)
            for entry in findings.curve
            if entry.moment in turn_of
        )
        causes = [
            CurveCause(
                point.turn, point.seat, point.before, point.after, point.sentence, point.moment
            )
            for point in findings.turning_points
        ]
        accuracies = [one.accuracy for one in findings.seats]
        shared = findings.seats[seat].shared
        fault = shared.text(texts) if shared else ""
        advice = texts.text("review.next_line", seat=seat, fault=fault) if fault else ""
        return WinChances(seat, points, causes, accuracies, advice) if points else None

    def _seat_of_curve(self) -> Seat:
        """The seat that looks, or the only person, or else the winner."""
        people = [seat for seat, player in enumerate(self.table.players) if player.bot is None]
        if self.viewer is not None:
            return self.viewer
        if len(people) == 1:
            return people[0]
        return next(iter(self.outcome.winners), 0)

    def _facts(self, texts: Catalogue) -> str:
        """The game, the number of players, and the last turn."""
        table = self.table
        turn, _ = table.game.progress(table.view(None))
        name = read_box(table.game.folder).name[texts.language]
        players = texts.text("shelf.players_exactly", count=len(table.players))
        across = texts.text("saves.turn", across=texts.text("transcript.across"), turn=turn)
        return f"{name} · {players} · {across}"

    # ------------------------------------------------------------------ actions

    def action_scroll_story(self, step: int) -> None:
        """Show the lines of the story that there was no room for, or the first ones again."""
        panel = self.query_one(StoryTablePanel)
        panel.scroll_lines(panel.top + step * max(1, panel.body - 1))

    def action_cause(self, number: int) -> None:
        """Play on from a turn that decided the game, or look at it where that cannot be."""
        from hako.tui.screens.retry import can_retry_here, retry

        cause = self._causes[number - 1]
        if can_retry_here(self.app, self.table):
            retry(self.app, self.table, cause.moment, cause.seat)
        else:
            self.app.open_replay(self.table, (cause.moment, cause.seat))

    def action_replay(self) -> None:
        """Look at the game move by move."""
        self.app.open_replay(self.table)

    def action_review(self) -> None:
        """Open the review."""
        self.app.open_review(self.table)

    def action_endings(self) -> None:
        """Compare both endings."""
        from hako.tui.screens.retried_game_comparison import ComparisonScreen

        if self.first is not None:
            self.app.push_screen(ComparisonScreen(self.first, self.table))

    def action_transcript(self) -> None:
        """Export the game."""
        self.app.open_export(self.table, self.viewer)

    @work(exclusive=True, group="share")
    async def action_share(self) -> None:
        """Write the game as one page into the current folder."""
        from hako.tui.recordings.transcripts import share_page

        name = self.table.save.name if self.table.save else self.table.game.id
        path = Path.cwd() / f"{name}.html"
        language = self.app.appearance.language
        try:
            page = await asyncio.to_thread(share_page, self.table, language)
            write_file(path, page.encode())
        except StorageError as error:
            self.app.complain(error)
        else:
            self.app.notify(self.app.texts.text("export.written", file=str(path)), markup=False)

    def action_rematch(self) -> None:
        """Play the same game with the same seats once more."""
        try:
            self.app.rematch(self.table)
        except StorageError as error:
            self.app.complain(error)

    def action_next_lesson(self) -> None:
        """Open the next lesson in the place of this one."""
        if (lesson := following(self.table)) is not None and self.is_active:
            self.app.pop_screen()
            self.app.open_lesson(self.table.game, lesson, instead=True)

    def action_look_back(self) -> None:
        """Go back to the table, where the last move can be taken back."""
        self.app.pop_screen()
