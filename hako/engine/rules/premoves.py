"""Premoves: answers that a seat gives before it is asked, from its own view alone.

Only actions that a game declares can be premoves, see `Action.can_premove`, and only if they
neither draw nor reveal anything: their whole effect is known when they are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, get_args

from msgspec.structs import replace

from hako.engine.rules.chance import ChanceRefused, NoChance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action, Choice, Hidden, Seat, State, Step
from hako.engine.rules.preview import preview

PremoveQuestion: TypeAlias = Choice[Any, Any]


def premove_kinds(game: Game[Any]) -> tuple[type[Action], ...]:
    """The actions of a game that may be chosen before their seat is asked."""
    actions = get_args(game.actions) or (game.actions,)
    return tuple(kind for kind in actions if getattr(kind, "can_premove", False))


def upcoming_choices(view: State, seat: Seat) -> list[PremoveQuestion]:
    """The choices that come to a seat after others have chosen, from its view, in their order.

    They are on the agenda already, or steps on the agenda lead to them without any Event.
    """
    questions: list[PremoveQuestion] = []
    steps: list[Step[Any, Any]] = [*view.agenda[:-1]]
    while steps:
        step = steps.pop()
        if not step.waiting():
            if (then := _leading_to(view, step)) is None:
                break
            steps += reversed(then)
        elif isinstance(step, Choice) and step.seat == seat:
            questions.append(step)
    return questions


def premove_actions(view: State, step: PremoveQuestion) -> Sequence[Action]:
    """The actions that are possible premoves for a choice, from the view of its seat."""
    offered = step.actions(view)
    return [
        action
        for action in offered
        if action.can_premove and precondition(view, step, action) is not None
    ]


def precondition(view: State, step: PremoveQuestion, action: Action) -> tuple[Any, ...] | None:
    """The precondition of a premove: the legal actions, its Events, and Choice.depends_on.

    From the view of its seat. None if the action draws, or depends on or reveals hidden values.
    """
    outcome = preview(replace(view, agenda=(step,)), step.seat, action)
    if outcome.open_end or any(event.reveals for event in outcome.events):
        return None
    return (*step.actions(view), *outcome.events, step.depends_on(view, action))


def _leading_to(view: State, step: Step[Any, Any]) -> list[Step[Any, Any]] | None:
    """The steps that an automatic step leads to; None if it has Events or cannot be foreseen."""
    steps: list[Step[Any, Any]] = []
    try:
        for item in step.resolve(view, None, NoChance()):
            if item.is_event:
                return None
            steps.append(item)
    except (Hidden, ChanceRefused):
        return None
    return steps
