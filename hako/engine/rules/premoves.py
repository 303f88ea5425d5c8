"""Answers in advance: what a seat can say before it is asked, from what it may know alone.

Only what a game declares may be said so, see `Action.ahead`, and of that only what neither draws nor
reveals: all that it does is in sight when it is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, get_args

from msgspec.structs import replace

from hako.engine.rules.chance import ChanceRefused, NoChance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action, Choice, Hidden, Seat, State, Step
from hako.engine.rules.play import preview

PremoveQuestion: TypeAlias = Choice[Any, Any]


def premove_kinds(game: Game[Any]) -> tuple[type[Action], ...]:
    """The actions of a game that may be chosen before their seat is asked."""
    actions = get_args(game.actions) or (game.actions,)
    return tuple(kind for kind in actions if getattr(kind, "can_premove", False))


def foreseen(view: State, seat: Seat) -> list[PremoveQuestion]:
    """The questions that come to a seat when others have answered, from its mask, in that order.

    They stand on the agenda already, or what stands there leads to them and nothing happens before.
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


def answers(view: State, step: PremoveQuestion) -> Sequence[Action]:
    """What may be said to a question in advance, from the mask of its seat."""
    offered = step.actions(view)
    return [
        action
        for action in offered
        if action.can_premove and precondition(view, step, action) is not None
    ]


def precondition(view: State, step: PremoveQuestion, action: Action) -> tuple[Any, ...] | None:
    """What an answer rests on: what else is offered, what it does, and what the rules name beside.

    From the mask of its seat. None where that is not all in sight: it draws, or reveals something.
    """
    outcome = preview(replace(view, agenda=(step,)), step.seat, action)
    if outcome.open_end or any(event.reveals for event in outcome.events):
        return None
    return (*step.actions(view), *outcome.events, step.depends_on(view, action))


def _leading_to(view: State, step: Step[Any, Any]) -> list[Step[Any, Any]] | None:
    """The steps that one leads to by itself; None where something happens, or cannot be foreseen."""
    steps: list[Step[Any, Any]] = []
    try:
        for item in step.resolve(view, None, NoChance()):
            if item.is_event:
                return None
            steps.append(item)
    except (Hidden, ChanceRefused):
        return None
    return steps
