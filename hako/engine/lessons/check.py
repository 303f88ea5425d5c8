"""The check of lessons: plays every branch and reports the faults."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import observation_of
from hako.engine.i18n.failure import Failure
from hako.engine.lessons.lesson import (
    FOLDER,
    BoardTarget,
    Lesson,
    LessonStep,
    NoSuchMove,
    begin,
    meant,
)
from hako.engine.lessons.session import LessonSession
from hako.engine.log.history import History
from hako.engine.rules.action_patterns import fits
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action, Choice, Seat
from hako.engine.rules.model import Step as RulesStep

MOST_MOVES = 400
"""The number of moves after which a lesson counts as endless."""

Missing: TypeAlias = Callable[[History[Any], Seat, Iterable[BoardTarget]], Iterable[BoardTarget]]
"""A function that returns the places that are missing on a seat's board."""


def _none_missing(
    _table: History[Any], _seat: Seat, _places: Iterable[BoardTarget]
) -> Iterable[BoardTarget]:
    """Find no place missing; for checks without a board."""
    return ()


class LessonBranch(NamedTuple):
    """An alternative action that continues the lesson."""

    moment: int
    action: Action


def faults(game: Game[Any], lesson: Lesson, missing: Missing = _none_missing) -> Iterator[Failure]:
    """All faults of a lesson; none if every branch can be played to the end.

    At each step, each action that continues the lesson is played once and followed to the end.
    """
    try:
        check = _Check(begin(game, lesson), lesson, missing)
    except Failure as reason:
        yield _fault(lesson, "moves", reason)
        return
    yield from check.run()


def met(game: Game[Any], lesson: Lesson) -> set[type[RulesStep[Any, Any]]]:
    """The steps of the rules that a lesson carries out or waits for, in any branch.

    Raises NoSuchMove.
    """
    check = _Check(begin(game, lesson), lesson, _none_missing)
    deque(check.run(), maxlen=0)
    positions = check.table.positions[lesson.moves :]
    followed = chain.from_iterable(
        chain.from_iterable(position.record.then for position in positions[1:])
    )
    asked = chain.from_iterable(position.state.agenda[-1:] for position in positions)
    return {type(step) for step in chain(followed, asked) if not step.is_event}


class _Check:
    """The check of one lesson at its table."""

    def __init__(self, table: History[Any], lesson: Lesson, missing: Missing) -> None:
        self.table = table
        self.session = LessonSession(table, lesson)
        self._missing = missing
        self._branches: list[LessonBranch] = []
        self._given: set[tuple[int, int]] = set()
        """The answers that some action gets, by step and number."""

    def run(self) -> Iterator[Failure]:
        """Play the first action at each step to the end, then every branch from that path."""
        failures = [*self._play(is_trunk=True), *self._never_given()]
        failures += chain.from_iterable(map(self._branch_off, self._branches))
        yield from {str(fault): fault for fault in failures}.values()

    def _never_given(self) -> Iterator[Failure]:
        for number, step in enumerate(self.session.lesson.steps[: self.session.position.step]):
            for answer in range(len(step.answers)):
                if (number, answer) not in self._given:
                    entry = f'steps "{number}".answers "{answer}".to'
                    yield _fault(self.session.lesson, entry, Failure("answer_never_given"))

    def _branch_off(self, branch: LessonBranch) -> Iterator[Failure]:
        self.table.go_to(branch.moment)
        self.session = LessonSession(self.table, self.session.lesson)
        self.table.play(self.session.seat, branch.action)
        yield from self._play(is_trunk=False)

    def _play(self, *, is_trunk: bool) -> Iterator[Failure]:
        """Play to the end of the lesson, as far as that is possible."""
        for _ in range(MOST_MOVES):
            if self.session.step is None:
                return
            try:
                yield from self._move(is_trunk=is_trunk)
            except LessonBlocked as stuck:
                yield self._fault(stuck.field, stuck.reason)
                return
        yield self._fault("go_on", Failure("lesson_without_end", moves=MOST_MOVES))

    def _move(self, *, is_trunk: bool) -> Iterator[Failure]:
        session, waiting = self.session, self.table.waiting()
        if session.waits_for_reader:
            yield from self._pointless(is_trunk=is_trunk)
            session.read_on()
        elif session.position.replies:
            self._reply()
        elif session.seat in waiting:
            yield from self._pointless(is_trunk=is_trunk)
            self._choose(is_trunk=is_trunk)
        elif waiting:
            self.table.play(waiting[0], greedy_bot(*observation_of(self.table, waiting[0])))
        else:
            raise LessonBlocked("go_on", Failure("lesson_after_end"))

    def _reply(self) -> None:
        seat, pattern = self.session.position.replies[0]
        if seat == self.session.seat:
            raise LessonBlocked("then", Failure("lesson_plays_for_learner", seat=seat))
        waiting = self.table.waiting()
        if seat not in waiting and waiting and self.session.seat not in waiting:
            other = waiting[0]  # whose move the lesson does not prescribe
            self.table.play(other, greedy_bot(*observation_of(self.table, other)))
            return
        try:
            self.table.play(seat, meant(self.table, seat, pattern))
        except NoSuchMove as reason:
            raise LessonBlocked("then", reason) from None

    def _choose(self, *, is_trunk: bool) -> None:
        """Play the first action that continues the lesson; the others become branches."""
        session, step = self.session, self.session.step
        legal = self.table.legal_actions(session.seat)
        first, *others = [action for action in legal if session.goes_on(action)] or [None]
        if first is None:
            raise LessonBlocked(
                "go_on", Failure("lesson_goes_on_with_nothing", at=session.position.taken)
            )
        if is_trunk and step is not None:
            head = self.table.head
            self._branches += [
                LessonBranch(head, action) for action in others if action is not None
            ]
            self._note_given(step)
        self.table.play(session.seat, first)

    def _note_given(self, step: LessonStep) -> None:
        for number, answer in enumerate(step.answers):
            matching = (
                action for action in self._seen() if any(fits(to, action) for to in answer.to)
            )
            if any(self.session.goes_on(action) == answer.once for action in matching):
                self._given.add((self.session.position.step, number))

    def _pointless(self, *, is_trunk: bool) -> Iterator[Failure]:
        """The faults of targets that no action or place matches."""
        session, step = self.session, self.session.step
        if not is_trunk or step is None or session.position.taken:
            return
        for number, target in enumerate(step.point):
            if isinstance(target, dict) and not any(
                fits(target, action) for action in self._seen()
            ):
                yield self._fault(f'point "{number}"', Failure("points_at_nothing"))
        for place in self._missing(self.table, session.seat, session.places()):
            yield self._fault("point", Failure("points_at_no_place", place=str(place)))

    def _seen(self) -> list[Action]:
        """The actions in the learner's list: the legal and the refused ones."""
        seat, view = self.session.seat, self.table.view(self.session.seat)
        step = view.agenda[-1] if view.agenda else None
        if seat not in self.table.waiting():
            return []
        refused = step.refused(view) if isinstance(step, Choice) else ()
        return [*self.table.legal_actions(seat), *(action for action, _ in refused)]

    def _fault(self, field: str, reason: Failure) -> Failure:
        return _fault(self.session.lesson, f'steps "{self.session.position.step}".{field}', reason)


class LessonBlocked(Exception):
    """The lesson cannot be continued."""

    def __init__(self, field: str, reason: Failure) -> None:
        super().__init__(field)
        self.field, self.reason = field, reason


def _fault(lesson: Lesson, entry: str, reason: Failure) -> Failure:
    file = f"{FOLDER}/{lesson.id}.toml"
    return Failure("in_content", file=file, reason=Failure("in_entry", entry=entry, reason=reason))
