"""How play goes on: an Action answers the Step on top of the agenda, Events follow.

play      action -> state after it, and all that followed
fold      the same from the log, without asking the rules again
preview   what a seat can foresee of it
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
"""All that followed from an action: a group for each Step resolved.

Empty for an answer that is sealed while other seats still choose.
"""


Finality: TypeAlias = Literal["chance", "turn"]
"""Why an action will be final: it draws or reveals something, or it is another's turn then."""

_NO_CHANCE = NoChance()


class IllegalAction(Failure, ValueError):
    """An action that the rules do not offer now, with the reason where there is one."""

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
    """What a seat may do now; the same from the state and from the seat's mask of it."""
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
    """Do the steps that come before the first choice: setting up, dealing."""
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
    """The events among all that followed, in order."""
    return (item for group in then for item in group if item.is_event)


class Preview(Struct, Generic[S], frozen=True, gc=False):
    """What a seat can foresee of an action."""

    events: tuple[Event[S], ...]
    state: S
    """The table after them, as the seat would see it."""
    open_end: bool
    """True if chance or something hidden decides how it goes on."""

    def finality(self, seat: Seat) -> Finality | None:
        """Why the seat's action will be final where undo is not free; None if it will not be."""
        if self.open_end or any(event.reveals for event in self.events):
            return "chance"
        return None if seat in waiting(self.state) else "turn"


def only_move(view: State, seat: Seat) -> Any | None:
    """What the seat has to do, where there is one action and it can be taken back."""
    action, *others = legal_actions(view, seat) or (None,)
    if action is None or others or preview(view, seat, action).finality(seat) is not None:
        return None
    return action


def preview(view: S, seat: Seat, action: Any) -> Preview[S]:
    """What would follow, from the seat's mask alone; stops where chance or secrets come in."""
    step = view.agenda[-1]
    if isinstance(step, SecretChoice):
        step = step.sealed(seat, action)
        if step.waiting() or None in step.answers:
            return Preview((), _seal(view, step), open_end=not step.waiting())
        action = step.in_order()
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
    """Do the step on top of the agenda, and what follows up to a choice."""
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
                    agenda.insert(below, item)  # what comes first is done first
            then.append(resolution)
        else:
            group: list[Item[S]] = []
            for item in resolution:  # most end here, and no exception is made for it
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
