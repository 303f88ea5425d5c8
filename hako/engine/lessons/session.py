"""The guide through a lesson: where one is in it, and what is said to what one chooses.

That follows from the log alone, so a lesson is taken back, left and resumed like any game.
Only which texts were read, and which answers heard, the guide remembers itself.
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
from hako.engine.log.table import Table
from hako.engine.rules.action_patterns import Pattern, fits
from hako.engine.rules.model import Action, Seat


class LessonPosition(NamedTuple):
    """Where somebody is in a lesson."""

    step: int
    """0-based; as many as there are steps when they are through."""
    taken: int = 0
    """How many of the actions that the step asks for were played."""
    replies: tuple[PlayedAction, ...] = ()
    """What others are still to do before it."""


class LessonSession:
    """Leads the learner at one table through one lesson."""

    def __init__(self, table: Table[Any], lesson: Lesson) -> None:
        self.table = table
        self.lesson = lesson
        self.seat: Seat = opening_of(table.game, lesson).seat
        self._read = 0
        """Up to which step texts were read."""
        self._heard: set[tuple[int, int]] = set()
        """The answers given that are given once: by step and number."""
        self._spot: tuple[tuple[int, int], LessonPosition] | None = None

    @property
    def position(self) -> LessonPosition:
        """Where the learner is now."""
        known = self.table.head, self._read
        if self._spot is None or self._spot[0] != known:
            self._spot = known, self._follow()
        return self._spot[1]

    @property
    def step(self) -> LessonStep | None:
        """The step that is on; None when the lesson is over and the game goes on freely."""
        number = self.position.step
        return self.lesson.steps[number] if number < len(self.lesson.steps) else None

    @property
    def waits_for_reader(self) -> bool:
        """Whether nothing goes on before a text was read."""
        return self.step is not None and self.step.is_explanation and not self.position.replies

    @property
    def is_at_end(self) -> bool:
        """Whether all was done that the lesson asks for."""
        return self.position.step >= len(self.lesson.steps) - 1 and not self.position.replies

    @property
    def is_at_start(self) -> bool:
        """Whether there is nothing of the lesson to take back."""
        return self.table.now.ply <= self.lesson.moves

    def places(self) -> Iterator[BoardTarget]:
        """The places on the board that are pointed at."""
        return (its for its in self._points() if isinstance(its, list))

    def points_at(self, action: Action) -> bool:
        """Whether an action is pointed at."""
        return any(fits(its, action) for its in self._points() if isinstance(its, dict))

    def goes_on(self, action: Action) -> bool:
        """Whether it is an action that the step asks for next, or nothing is asked for any more."""
        step = self.step
        return step is None or (
            not step.is_explanation and fits(step.go_on[self.position.taken], action)
        )

    def onward(self, actions: Iterable[Action]) -> Action | None:
        """The first that goes on in the lesson, rather one that it says nothing against."""
        step = self.step
        against = [its for answer in step.answers for its in answer.to] if step else []
        going_on = [action for action in actions if step is not None and self.goes_on(action)]
        best = (its for its in going_on if not any(fits(each, its) for each in against))
        return next(best, next(iter(going_on), None))

    def answer_to(self, action: Action) -> LessonReply | None:
        """What is said to an action before it is played, or instead of it; None for nothing."""
        step, goes_on = self.step, self.goes_on(action)
        for number, answer in enumerate(step.answers if step else ()):
            heard = self.position.step, number
            if any(fits(its, action) for its in answer.to):
                if goes_on and (heard in self._heard or not answer.once):
                    continue
                self._heard.add(heard)
                return answer
        return None

    def read_on(self) -> None:
        """The text was read."""
        if self.waits_for_reader:
            self._read = self.position.step + 1

    def reply(self, seat: Seat) -> Action | None:
        """What the lesson has a bot do next, if anything; nothing where it was rewritten since."""
        if not self.position.replies or self.position.replies[0][0] != seat:
            return None
        with suppress(NoSuchMove):
            return meant(self.table, *self.position.replies[0])
        return None

    def _points(self) -> tuple[Pattern | BoardTarget, ...]:
        """What the step points at; of several actions the next alone, once the first was played."""
        step, spot = self.step, self.position
        if step is None or spot.replies:
            return ()
        if not spot.taken:
            return step.point
        return (*(its for its in step.point if isinstance(its, list)), step.go_on[spot.taken])

    def _follow(self) -> LessonPosition:
        path = self.table.path()
        if len(path) <= self.lesson.moves:
            return LessonPosition(len(self.lesson.steps))  # gone back to before it
        spot = LessonPosition(0)
        for moment in path[self.lesson.moves + 1 :]:
            spot = self._after(self._told(spot), moment.record.seat, moment.record.action)
        return self._told(spot, self._read)

    def _told(self, spot: LessonPosition, read: int | None = None) -> LessonPosition:
        """Past the texts that were read; all of them, where somebody has done something since."""
        steps = self.lesson.steps
        most = len(steps) if read is None else read
        while not spot.replies and spot.step < most and steps[spot.step].is_explanation:
            spot = LessonPosition(spot.step + 1, 0, steps[spot.step].then)
        return spot

    def _after(
        self, spot: LessonPosition, seat: Seat | None, action: Action | None
    ) -> LessonPosition:
        """Past what a seat did; past the lesson where it has no such step, as it was rewritten."""
        if spot.replies:
            return spot._replace(replies=spot.replies[spot.replies[0][0] == seat :])
        if seat != self.seat or spot.step == len(self.lesson.steps):
            return spot
        step = self.lesson.steps[spot.step]
        if action is None or not fits(step.go_on[spot.taken], action):
            return LessonPosition(len(self.lesson.steps))
        if spot.taken + 1 < len(step.go_on):
            return spot._replace(taken=spot.taken + 1)
        return LessonPosition(spot.step + 1, 0, step.then)


def guide_of(table: Table[Any]) -> LessonSession | None:
    """Who leads through the lesson that a table was laid for; None where there is none any more."""
    if not table.header.lesson:
        return None
    try:
        lesson = lessons_of(table.game).get(table.header.lesson)
        return LessonSession(table, lesson) if lesson else None
    except (BadContent, Failure):
        return None
