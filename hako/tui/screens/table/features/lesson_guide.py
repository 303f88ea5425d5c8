"""A lesson at a table: its texts, the actions that go on, and the answers to others."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar

from hako.engine.lessons.lesson import LessonStep, following
from hako.engine.lessons.session import LessonPosition, LessonSession
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import Record
from hako.engine.transcript.recap import since
from hako.tui.apps.core_app import screen_class
from hako.tui.boards.place_canvas import place_named
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.features.bots import TableBots
from hako.tui.screens.table.features.choosing import Choosing
from hako.tui.screens.table.features.hint import Hint
from hako.tui.screens.table.features.undo import Undo
from hako.tui.screens.table.screen import TableScreen
from hako.tui.widgets.enter_guard import EnterGuard
from hako.tui.widgets.lesson_panel import BubbleText, LessonPanel, LessonProgress


class LessonFeature(TableFeature[TableScreen]):
    """The base of the features that know the lesson."""

    session: LessonSession
    """The lesson, set where the screen makes the feature."""


class LessonGuide(LessonFeature):
    """Shows the text of each step, highlights its targets, and admits the actions that go on.

    With the last text the lesson is over, and the table is one like any other.
    """

    topic = "lesson"
    clock: ClassVar[Callable[[], float]] = time.monotonic

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self.panel, self.progress = LessonPanel(), LessonProgress()
        self._next_lesson = following(screen.table)
        self._shown: LessonPosition | None = None
        """The position of the lesson whose text was shown last."""
        self._news_step: tuple[int, int] = (-1, 0)
        """The position before which others chose, and the step at which that was told."""
        self._enter_guard = EnterGuard(lambda: type(self).clock())

    def opened(self) -> None:
        """Turn on tips if the lesson ends with a game to be played alone."""
        app = self.screen.app
        if self.session.lesson.tips and self.session.step is not None:
            app.change_settings(app.settings.with_tips(self.screen.table.game.id, on=True))

    @property
    def is_guided(self) -> bool:
        """True until the last text was read."""
        return self.session.step is not None

    @property
    def is_reading(self) -> bool:
        """True while a text is to be read."""
        return self.session.waits_for_reader

    @property
    def is_unmeant(self) -> bool:
        """True if a key was meant for the bots, and would skip a text unread."""
        return self.is_guided and not self._enter_guard.takes()

    # ------------------------------------------------------------------ showing

    def prepare(self) -> None:
        self.screen.set_class(self.is_guided, "-lesson")
        self.screen.frame_layout.put_panels(self.screen)
        self.screen.action_list.mark(self.session.points_at)

    def table_shown(self) -> None:
        """Mark the places that the step names, and show its text."""
        session, board, choices = self.session, self.screen.view.board, self.screen.choices
        actions = filter(session.points_at, choices.actions if choices else ())
        where = [board.place_of(action) for action in actions]
        board.mark([*map(place_named, session.places()), *where])
        self._show_step()

    def _show_step(self) -> None:
        step, session, screen = self.session.step, self.session, self.screen
        if step is None:
            return
        if session.is_at_end:
            screen.app.learn(screen.table.game.id, session.lesson.id)
        if session.waits_for_reader:
            key = "lesson.at_end" if session.is_at_end else "lesson.to_be_read"
            text = screen.words.text(key, more=self._next_lesson is not None)
            screen.view.described.show(text)
        self._shown = session.position
        if session.position.replies:  # until then the last text stays, and nothing is to be tried
            self.panel.drop_task()
        else:
            self._show_text(step)

    def _show_text(self, step: LessonStep) -> None:
        """Show the text of a step, what others did before it, and what to try."""
        session, screen = self.session, self.screen
        number, steps = session.position.step, len(session.lesson.steps)
        language, say = screen.app.appearance.language, screen.words.text
        choices = screen.choices
        onward = session.onward(choices.actions if choices else ())
        action = say("lesson.try", action=screen.words.render(onward)) if onward else ""
        enter = screen.app.texts.text("lesson.enter") if session.waits_for_reader else ""
        has_next = session.is_at_end and self._next_lesson is not None
        keys = "lesson.keys_to_read" if enter else "lesson.keys_to_act"
        keys = say("lesson.keys_at_end" if has_next else keys)
        news = self._news(number)
        self.panel.show(
            BubbleText(step.say.text(language), f"{number + 1}/{steps}", keys, enter, action, news)
        )
        progress = say("lesson.step", number=number + 1, steps=steps)
        _, scores = screen.table.game.progress(screen.table.view(session.seat))
        sign = say("score.sign") if "score.sign" in screen.words else self.progress.symbols.star
        has_scores = screen.view.board.shows_scores
        shown = [] if has_scores else [f"{score}{sign}" for score in scores]
        title = session.lesson.title.text(language)
        self.progress.show(title, progress, number + 1, steps, shown)

    def _news(self, step: int) -> list[str]:
        """The sentences about what others did since the learner's last choice, at the first step after it."""
        table, seat = self.screen.table, self.session.seat
        last = table.path()[-1].record.seat
        if table.now.ply <= self.session.lesson.moves or last in {None, seat}:
            return []
        if self._news_step[0] != table.head:
            self._news_step = table.head, step
        if self._news_step[1] != step:
            return []
        items = since(table, seat, self.screen.words)
        return [item.sentence for item in items if item.moment is not None and not item.is_sum]

    # ------------------------------------------------------------------ playing

    def answers(self, action: Any) -> bool:
        """Admit an action that goes on; for another one, show why it does not."""
        choices = self.screen.choices
        if not self.is_guided or choices is None or action not in choices.actions:
            return False
        if (answer := self.session.answer_to(action)) is not None:
            self.panel.answer(answer.say.text(self.screen.app.appearance.language))
            return True
        goes_on = self.session.goes_on(action)
        self.panel.answer("" if goes_on else self.screen.words.text("lesson.not_now"))
        return not goes_on

    def hides(self, command: str) -> bool:
        """Keep Enter for the texts."""
        return command in {"hurry", "result"}

    def line_coming(self, line: LogLine) -> None:
        """Note when a bot played: an Enter at that moment may have been meant for it."""
        is_bots = isinstance(line, Record) and line.seat != self.session.seat
        if is_bots:
            self._enter_guard.settle()
        else:
            self._enter_guard.release()

    def may_read_on(self) -> bool:
        """True if a text is to be read."""
        return self.session.waits_for_reader and self.screen.looked_at is None

    def read_on(self) -> None:
        """Go on, where a text was to be read, and could be."""
        screen, is_shown = self.screen, self._shown == self.session.position
        if self.session.waits_for_reader and is_shown and not self.is_unmeant:
            self.session.read_on()
            screen.action_list.focus()
            screen.show_table()
            screen.host.hurry()
            screen.features.text_passed()
            is_free = self.session.lesson.tips or screen.table.outcome is not None
            if self.session.step is None and not is_free:
                done = screen_class("lesson_done", "LessonDoneScreen")
                screen.app.push_screen(done(self.session))

    def has_next(self) -> bool:
        """True at the end of a lesson that another one follows."""
        return self.session.is_at_end and self._next_lesson is not None

    def open_next(self) -> None:
        """Open the next lesson."""
        if self._next_lesson is not None and self.screen.is_active:
            game = self.screen.table.game
            self.screen.app.open_lesson(game, self._next_lesson, instead=True)

    commands = (
        Command("read_on", "enter", read_on, may_read_on),
        Command("next_lesson", "n", open_next, has_next),
    )


class LessonBots(LessonFeature, TableBots):
    """The bots of a lesson, which play as it says."""

    def opened(self) -> None:
        self.script = self.session
        super().opened()


class LessonChoosing(LessonFeature, Choosing):
    """The choice in a lesson; it begins with the action that the lesson highlights."""

    def point_alike(self) -> None:
        choices = self.screen.choices
        actions = choices.actions if choices else ()
        if pointed := next(filter(self.session.points_at, actions), None):
            self.screen.action_list.point_at(pointed)
        super().point_alike()


class LessonUndo(LessonFeature, Undo):
    """Undo in a lesson: the choices before it stay."""

    def is_at_start(self) -> bool:
        return self.session.step is not None and self.session.is_at_start


class LessonHint(LessonFeature, Hint):
    """The lesson's own hint, or after the lesson a bot's."""

    def points_on(self) -> bool:
        screen, choices = self.screen, self.screen.choices
        onward = self.session.onward(choices.actions if choices else ())
        if onward is None or choices is None:
            return False
        screen.action_list.point_at(onward)
        screen.view.board.point_at(onward)
        screen.features.describe(choices.entry_of(onward))
        return True
