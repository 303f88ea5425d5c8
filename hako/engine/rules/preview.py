"""Previews: the consequences of an action as far as its seat can foresee them."""

from __future__ import annotations

from itertools import islice
from typing import Any, Generic, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.rules.chance import ChanceRefused, NoChance
from hako.engine.rules.model import (
    Event,
    Hidden,
    S,
    Seat,
    SecretChoice,
    State,
    Step,
)
from hako.engine.rules.play import legal_actions, seal, waiting


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


def preview(view: S, seat: Seat, action: Any) -> Preview[S]:
    """The consequences of an action from the seat's view alone, up to a draw or a hidden value."""
    step = view.agenda[-1]
    if isinstance(step, SecretChoice):
        step = step.sealed(seat, action)
        if step.waiting() or None in step.answers:
            return Preview((), seal(view, step), open_end=not step.waiting())
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


def only_ends(view: State, action: Any) -> bool:
    """True if an action ends its choice and does nothing else: it has no event, and no step follows."""
    step = view.agenda[-1]
    if isinstance(step, SecretChoice):
        return False
    try:
        return not [*islice(step.resolve(view, action, _NO_CHANCE), 1)]
    except (Hidden, ChanceRefused):
        return False


Finality: TypeAlias = Literal["chance", "turn"]
"""Reasons why an action is final: it draws or reveals something, or another seat is next."""

_NO_CHANCE = NoChance()


def only_move(view: State, seat: Seat) -> Any | None:
    """The seat's only legal action, if there is just one and it can be undone; else None."""
    action, *others = legal_actions(view, seat) or (None,)
    if action is None or others or preview(view, seat, action).finality(seat) is not None:
        return None
    return action
