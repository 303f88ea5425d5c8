"""A lesson session: the learner's position in a lesson, and the answers to actions.

The position follows from the log alone, so a lesson is undone, left and resumed like any game.
Only the texts read and the answers given are remembered by the session itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from hako.engine.content.files import BadContent
from hako.engine.i18n.failure import Failure
from hako.engine.lessons.lesson import (
    BoardTarget,
    Lesson,
    LessonReply,
    LessonStep,
    NoSuchMove,
    PlayedAction,
    lessons_of,
    meant,
    opening_of,
)
from hako.engine.log.history import History
from hako.engine.rules.action_patterns import Pattern, fits
from hako.engine.rules.model import Action, Seat


class LessonPosition(NamedTuple):
    """A position in a lesson."""

    step: int
    """The index of the step; the number of steps after the end."""
    taken: int = 0
    """The number of the step's actions that are played."""
    replies: tuple[PlayedAction, ...] = ()
    """The actions of other seats that are due before the step."""
    is_played_on: bool = False
    """True if the learner played on after the end."""


class LessonSession:
    """A lesson at one table."""

    def __init__(self, table: History[Any], lesson: Lesson) -> None:
        self.table = table
        self.lesson = lesson
        self.seat: Seat = opening_of(table.game, lesson).seat
        self._read = 0
        """The number of steps whose texts are read."""
        self._given: set[tuple[int, int]] = set()
        """The answers already given, by step and number."""
        self._cached: tuple[tuple[int, int], LessonPosition] | None = None

    @property
    def position(self) -> LessonPosition:
        """The learner's position."""
        known = self.table.head, self._read
        if self._cached is None or self._cached[0] != known:
            self._cached = known, self._follow()
        return self._cached[1]

    @property
    def step(self) -> LessonStep | None:
        """The current step; None when the lesson is over and the game goes on freely."""
        number = self.position.step
        return self.lesson.steps[number] if number < len(self.lesson.steps) else None

    @property
    def waits_for_reader(self) -> bool:
        """True if a text has to be read before anything goes on."""
        return self.step is not None and self.step.is_explanation and not self.position.replies

    @property
    def is_at_end(self) -> bool:
        """True if all actions of the lesson are played."""
        return self.position.step >= len(self.lesson.steps) - 1 and not self.position.replies

    @property
    def is_at_start(self) -> bool:
        """True if no move of the lesson can be undone."""
        return self.table.now.ply <= self.lesson.moves

    def places(self) -> Iterator[BoardTarget]:
        """The highlighted places on the board."""
        return (target for target in self._points() if isinstance(target, list))

    def points_at(self, action: Action) -> bool:
        """True if an action is highlighted."""
        return any(fits(target, action) for target in self._points() if isinstance(target, dict))

    def goes_on(self, action: Action) -> bool:
        """True if the step asks for this action next, or the lesson is over."""
        step = self.step
        return step is None or (
            not step.is_explanation and fits(step.go_on[self.position.taken], action)
        )

    def onward(self, actions: Iterable[Action]) -> Action | None:
        """The first action that continues the lesson, preferably one without an answer; None without any."""
        step = self.step
        against = [pattern for answer in step.answers for pattern in answer.to] if step else []
        going_on = [action for action in actions if step is not None and self.goes_on(action)]
        best = (
            action for action in going_on if not any(fits(pattern, action) for pattern in against)
        )
        return next(best, next(iter(going_on), None))

    def answer_to(self, action: Action) -> LessonReply | None:
        """The answer to an action, given before it is played or instead; None if there is none."""
        step, goes_on = self.step, self.goes_on(action)
        for number, answer in enumerate(step.answers if step else ()):
            answer_key = self.position.step, number
            if any(fits(pattern, action) for pattern in answer.to):
                if goes_on and (answer_key in self._given or not answer.once):
                    continue
                self._given.add(answer_key)
                return answer
        return None

    def read_on(self) -> None:
        """Mark the current text as read."""
        if self.waits_for_reader:
            self._read = self.position.step + 1

    def reply(self, seat: Seat) -> Action | None:
        """The action that the lesson prescribes for a bot; None if there is none or it fits no legal one."""
        if not self.position.replies or self.position.replies[0][0] != seat:
            return None
        with suppress(NoSuchMove):
            return meant(self.table, *self.position.replies[0])
        return None

    def _points(self) -> tuple[Pattern | BoardTarget, ...]:
        """The targets of the step; once its first action is played, only the next action and the places."""
        step, position = self.step, self.position
        if step is None or position.replies:
            return ()
        if not position.taken:
            return step.point
        return (
            *(target for target in step.point if isinstance(target, list)),
            step.go_on[position.taken],
        )

    def _follow(self) -> LessonPosition:
        path = self.table.path()
        if len(path) <= self.lesson.moves:
            return LessonPosition(len(self.lesson.steps))  # undone to before the lesson
        position = LessonPosition(0)
        for moment in path[self.lesson.moves + 1 :]:
            position = self._after(
                self._skip_read(position), moment.record.seat, moment.record.action
            )
        return self._skip_read(position, self._read)

    def _skip_read(self, position: LessonPosition, read: int | None = None) -> LessonPosition:
        """The position after the texts up to step `read`; after all texts in a row by default."""
        steps = self.lesson.steps
        most = len(steps) if read is None else read
        while not position.replies and position.step < most and steps[position.step].is_explanation:
            position = LessonPosition(position.step + 1, 0, steps[position.step].then)
        return position

    def _after(
        self, position: LessonPosition, seat: Seat | None, action: Action | None
    ) -> LessonPosition:
        """The position after an action; after the end where the lesson was changed and does not fit."""
        if position.replies:
            return position._replace(replies=position.replies[position.replies[0][0] == seat :])
        if seat != self.seat:
            return position
        if position.step == len(self.lesson.steps):
            return position._replace(is_played_on=True)
        step = self.lesson.steps[position.step]
        if action is None or not fits(step.go_on[position.taken], action):
            return LessonPosition(len(self.lesson.steps))
        if position.taken + 1 < len(step.go_on):
            return position._replace(taken=position.taken + 1)
        return LessonPosition(position.step + 1, 0, step.then)


def guide_of(table: History[Any]) -> LessonSession | None:
    """The session of a table's lesson; None if the table has none or the lesson does not load."""
    if not table.header.lesson:
        return None
    try:
        lesson = lessons_of(table.game).get(table.header.lesson)
        return LessonSession(table, lesson) if lesson else None
    except (BadContent, Failure):
        return None
