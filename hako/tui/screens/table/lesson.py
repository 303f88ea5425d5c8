"""A table with a lesson: the same table, with a panel of explanations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from hako.engine.lessons.lesson import following
from hako.engine.lessons.session import LessonPosition, LessonSession
from hako.engine.log.records import Record
from hako.engine.log.table import Table
from hako.engine.rules.model import Seat
from hako.tui.apps.base import screen_class
from hako.tui.boards import Board
from hako.tui.boards.board import place_named
from hako.tui.screens.table.screen import TableScreen
from hako.tui.widgets.action_list import UNMEANT, ActionList
from hako.tui.widgets.lesson_panel import LessonPanel


class LessonScreen(TableScreen):
    """Shows the text of each step, highlights its targets, and admits the actions that go on.

    With the last text the lesson is over, and it is a table like any other.
    """

    TOPIC = "lesson"
    clock: ClassVar[Callable[[], float]] = time.monotonic
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "read_on", "read_on"),
        Binding("n", "next_lesson", "next_lesson"),
    ]
    SOMETIMES = (*TableScreen.SOMETIMES, "read_on", "next_lesson")
    DEFAULT_CSS = """
    LessonScreen LessonPanel { display: none; column-span: 2; }
    LessonScreen.-lesson {
        grid-rows: auto 1fr 5 4 2 1;
        LessonPanel { display: block; }
        SeatPanel, LogPanel { display: none; }
        ActionList { column-span: 2; }

        &.-tall { grid-rows: auto 1fr 5 25% 3 1; }
        &.-wide {
            grid-rows: auto 6 9 1fr 25% 3 1;
            Board { row-span: 4; }
            LessonPanel { column-span: 1; }
            SeatPanel, LogPanel { display: block; }
            ActionList { column-span: 1; }
        }
    }
    """

    def __init__(self, table: Table[Any], seats: tuple[Seat, ...], session: LessonSession) -> None:
        super().__init__(table, seats)
        self.session = self.script = session
        self.panel = LessonPanel()
        self._next_lesson = following(table)
        self._shown: LessonPosition | None = None
        """The position of the lesson whose text was shown last."""
        self._heeds_from = 0.0
        """The time, by the clock, until which an Enter was meant for the bots."""

    def on_mount(self) -> None:
        """Turn on tips if the lesson ends with a game to be played alone."""
        if self.session.lesson.advisor and self.session.step is not None:
            self.app.change_settings(self.app.settings.with_advisor(self.table.game.id, on=True))

    def compose_lesson(self) -> Iterable[Widget]:
        yield self.panel

    # ------------------------------------------------------------------ showing

    @property
    def shows_recap(self) -> bool:
        return self.session.step is None

    @property
    def acting(self) -> Seat | None:
        return None if self.session.waits_for_reader else super().acting

    def turn_to_board(self) -> None:
        """Keep the focus where the lesson's text is to be read."""
        if self.session.step is None:
            super().turn_to_board()

    def show_table(self) -> None:
        session = self.session
        self.set_class(session.step is not None, "-lesson")
        self.action_list.mark(session.points_at)
        super().show_table()
        actions = filter(session.points_at, self._choices.actions if self._choices else ())
        where = [self.board.place_of(action) for action in actions]
        self.board.mark([*map(place_named, session.places()), *where])
        self._show_step()

    def _point_alike(self) -> None:
        """Begin with the action that the lesson highlights."""
        actions = self._choices.actions if self._choices else ()
        if pointed := next(filter(self.session.points_at, actions), None):
            self.action_list.point_at(pointed)
        super()._point_alike()

    def _show_step(self) -> None:
        step, session = self.session.step, self.session
        if step is None:
            return
        if session.is_at_end:
            self.app.learn(self.table.game.id, session.lesson.id)
        if session.waits_for_reader:
            key = "lesson.at_end" if session.is_at_end else "lesson.to_be_read"
            self.described.show(self.words.text(key, more=self._next_lesson is not None))
        self._shown = session.position
        if not session.position.replies:  # until then the last text stays
            onward = self.app.texts.text("lesson.enter") if session.waits_for_reader else ""
            far = f"{session.position.step + 1}/{len(session.lesson.steps)}"
            self.panel.show(step.say.text(self.app.appearance.language), far, onward)

    def _show_result(self) -> None:
        if self.session.step is None:
            super()._show_result()

    # ------------------------------------------------------------------ playing

    def play(self, action: Any, moment: int) -> None:
        """Play an action that goes on; for another one, show why it does not."""
        is_offered = self._choices is not None and action in self._choices.actions
        if self.session.step is None or not is_offered:
            super().play(action, moment)
        elif (answer := self.session.answer_to(action)) is not None:
            self.panel.answer(answer.say.text(self.app.appearance.language))
        elif self.session.goes_on(action):
            self.panel.answer("")
            super().play(action, moment)
        else:
            self.panel.answer(self.words.text("lesson.not_now"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "read_on":
            return self.session.waits_for_reader and self._looked_at is None
        if action in {"hurry", "result"} and self.session.waits_for_reader:
            return False
        if action == "next_lesson":
            return self.session.is_at_end and self._next_lesson is not None
        return super().check_action(action, parameters)

    def on_table_screen_line_received(self, event: TableScreen.LineReceived) -> None:
        """Note when a bot played: an Enter at that moment may have been meant for it."""
        is_bots = isinstance(event.line, Record) and event.line.seat != self.session.seat
        self._heeds_from = type(self).clock() + UNMEANT if is_bots else 0.0

    @property
    def _is_unmeant(self) -> bool:
        """True if a key was meant for the bots, and would skip a text unread."""
        return self.session.step is not None and type(self).clock() < self._heeds_from

    @on(ActionList.ActionChosen)
    @on(Board.PlaceChosen)
    def mind_the_restless(self, event: Message) -> None:
        """Ignore an action that was not meant."""
        if self._is_unmeant:
            event.prevent_default()

    @on(LessonPanel.LessonStepRead)
    def action_read_on(self) -> None:
        """Go on, where a text was to be read, and could be."""
        is_shown = self._shown == self.session.position
        if self.session.waits_for_reader and is_shown and not self._is_unmeant:
            self.session.read_on()
            self.action_list.focus()
            self.show_table()
            self.host.hurry()
            self._show_result()
            is_free = self.session.lesson.advisor or self.table.outcome is not None
            if self.session.step is None and not is_free:
                self.app.push_screen(screen_class("lesson_done", "LessonDoneScreen")(self.session))

    def action_undo(self) -> None:
        if self.session.step is not None and self.session.is_at_start:
            self.described.warn(self.words.text("table.cannot_nothing"))
        else:
            super().action_undo()

    def action_hint(self) -> None:
        """Highlight the action that goes on in the lesson; after the lesson, ask a bot."""
        onward = self.session.onward(self._choices.actions if self._choices else ())
        if onward is None or self._choices is None:
            super().action_hint()
        else:
            self.action_list.point_at(onward)
            self.board.point_at(onward)
            self._describe(self._choices.entry_of(onward))

    # ------------------------------------------------------------------ further

    def action_next_lesson(self) -> None:
        """Open the next lesson."""
        if self._next_lesson is not None and self.is_active:
            self.app.open_lesson(self.table.game, self._next_lesson, instead=True)
