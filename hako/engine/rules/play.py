"""Execution of the rules: an Action answers the Step on top of the agenda, Events follow.

play      applies an action by the rules: the state after it, and its consequences
fold      applies a record of the log, without calling the rules
preview   computes the consequences that a seat can foresee
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import (
    Event,
    Group,
    Item,
    S,
    Seat,
    SecretChoice,
    State,
    Step,
)

Consequences: TypeAlias = tuple[Group[S], ...]
"""The consequences of an action: a group of items for each Step resolved.

Empty for an answer that is sealed while other seats still have to choose.
"""


class IllegalAction(Failure, ValueError):
    """An action that is not legal now, with the reason if the step has one."""

    def __init__(self, action: object, reason: LazyText | None = None) -> None:
        super().__init__("illegal_action", action=str(action))
        self.action = action
        self.reason = reason


def pending(state: State) -> Step[Any, Any] | None:
    """The step that the table waits for; None when the game is over."""
    return state.agenda[-1] if state.agenda else None


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that have to choose now; none when the game is over."""
    return state.agenda[-1].waiting() if state.agenda else ()


def legal_actions(state: State, seat: Seat) -> Sequence[Any]:
    """The legal actions of a seat; the same for the state and for the seat's view of it."""
    return state.agenda[-1].actions_of(state, seat) if state.agenda else ()


def check(state: State, seat: Seat, action: object) -> None:
    """Raise IllegalAction unless `seat` may take `action` now."""
    if action in legal_actions(state, seat):
        return
    step = pending(state)
    refused = getattr(step, "refused", None)
    reasons = refused(state) if refused and seat in waiting(state) else ()
    raise IllegalAction(
        action, next((why for refused_action, why in reasons if refused_action == action), None)
    )


def play(state: S, seat: Seat, action: Any, chance: Chance) -> tuple[S, Consequences[S]]:
    """The state after a legal action (see `check`), and all that followed from it."""
    step = state.agenda[-1]
    if step.is_secret:
        assert isinstance(step, SecretChoice)
        step = step.sealed(seat, action)
        if step.waiting():
            return seal(state, step), ()
        action = step.in_order()
    return _advance(state, step, action, chance)


def begin(state: S, chance: Chance) -> tuple[S, Consequences[S]]:
    """Carry out the steps before the first choice: setup and deal."""
    if not state.agenda or waiting(state):
        return state, ()
    return _advance(state, state.agenda[-1], None, chance)


def fold(state: S, seat: Seat | None, action: Any, then: Consequences[S]) -> S:
    """The state after a record of the log."""
    if not then and seat is not None:
        step = state.agenda[-1]
        assert isinstance(step, SecretChoice), "only a sealed answer is followed by nothing"
        return seal(state, step.sealed(seat, action))
    agenda = state.agenda
    for group in then:
        steps: tuple[Step[S, Any], ...] = ()
        for item in group:
            if item.is_event:
                state = item.apply(state)
            else:
                steps = (item, *steps) if steps else (item,)
        agenda = agenda[:-1] + steps
    return replace(state, agenda=agenda)


def events(then: Consequences[S]) -> Iterable[Event[S]]:
    """The events among the consequences, in order."""
    return (item for group in then for item in group if item.is_event)


def _advance(
    state: S, step: Step[S, Any], action: Any, chance: Chance
) -> tuple[S, Consequences[S]]:
    """Carry out the given step, which is on top of the agenda, and all steps up to a choice."""
    agenda = [*state.agenda]
    then: list[Group[S]] = []
    while True:
        agenda.pop()
        below = len(agenda)
        resolution = step.resolve(state, action, chance)
        if isinstance(resolution, tuple):
            for item in resolution:
                if item.is_event:
                    state = item.apply(state)
                else:
                    agenda.insert(below, item)  # the first one yielded is done first
            then.append(resolution)
        else:
            group: list[Item[S]] = []
            for item in resolution:  # most end here, which saves raising StopIteration
                while item.is_event:
                    group.append(item)
                    state = item.apply(state)
                    try:
                        item = resolution.send(state)
                    except StopIteration:
                        break
                else:
                    group.append(item)
                    agenda.insert(below, item)
            then.append(tuple(group))
        if not agenda:
            break
        step, action = agenda[-1], None
        if step.is_choice and (not step.is_secret or step.waiting()):
            break
    return replace(state, agenda=tuple(agenda)), tuple(then)


def seal(state: S, step: Step[Any, Any]) -> S:
    """The state with a step on top that holds the envelope of one more seat."""
    return replace(state, agenda=(*state.agenda[:-1], step))
