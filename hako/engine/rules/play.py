"""Execution of the rules: an Action answers the Step on top of the agenda, Events follow.

play      applies an action by the rules: the state after it, and its consequences
fold      applies a record of the log, without calling the rules
preview   computes the consequences that a seat can foresee
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance, ChanceRefused, NoChance
from hako.engine.rules.model import (
    Event,
    Group,
    Hidden,
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


Finality: TypeAlias = Literal["chance", "turn"]
"""Reasons why an action is final: it draws or reveals something, or another seat is next."""

_NO_CHANCE = NoChance()


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
            return _seal(state, step), ()
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
        return _seal(state, step.sealed(seat, action))
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


class Preview(Struct, Generic[S], frozen=True, gc=False):
    """The consequences of an action that a seat can foresee."""

    events: tuple[Event[S], ...]
    state: S
    """The seat's view after these events."""
    open_end: bool
    """True if the preview stopped at a random draw or a hidden value."""

    def finality(self, seat: Seat) -> Finality | None:
        """The reason why the action is final unless undo is free; None if it is not final."""
        if self.open_end or any(event.reveals for event in self.events):
            return "chance"
        return None if seat in waiting(self.state) else "turn"


def only_move(view: State, seat: Seat) -> Any | None:
    """The seat's only legal action, if there is just one and it can be undone; else None."""
    action, *others = legal_actions(view, seat) or (None,)
    if action is None or others or preview(view, seat, action).finality(seat) is not None:
        return None
    return action


def preview(view: S, seat: Seat, action: Any) -> Preview[S]:
    """The consequences of an action from the seat's view alone, up to a draw or a hidden value."""
    step = view.agenda[-1]
    if isinstance(step, SecretChoice):
        step = step.sealed(seat, action)
        if step.waiting() or None in step.answers:
            return Preview((), _seal(view, step), open_end=not step.waiting())
        action = step.in_order()
    return _foresee(view, step, seat, action)


def _foresee(view: S, step: Step[S, Any], seat: Seat, action: Any) -> Preview[S]:
    """Carry out the given step, which is on top of the agenda, up to a draw or a hidden value."""
    foreseen: list[Event[S]] = []
    agenda, open_end = view.agenda[:-1], False
    try:
        while True:
            steps: tuple[Step[S, Any], ...] = ()
            resolution = step.resolve(view, action, _NO_CHANCE)
            if isinstance(resolution, tuple):
                for item in resolution:
                    if item.is_event:
                        view = item.apply(view)
                        foreseen.append(item.masked(seat))
                    else:
                        steps = (item, *steps)
            else:
                for item in resolution:
                    while item.is_event:
                        view = item.apply(view)
                        foreseen.append(item.masked(seat))
                        try:
                            item = resolution.send(view)
                        except StopIteration:
                            break
                    else:
                        steps = (item, *steps)
            agenda += steps
            if not agenda or agenda[-1].waiting():
                break
            step, action, agenda = agenda[-1], None, agenda[:-1]
    except (Hidden, ChanceRefused):
        open_end = True
    return Preview(tuple(foreseen), replace(view, agenda=agenda), open_end)


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


def _seal(state: S, step: Step[Any, Any]) -> S:
    return replace(state, agenda=(*state.agenda[:-1], step))
