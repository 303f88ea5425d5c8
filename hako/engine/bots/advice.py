"""Advice: what a bot would do on a seat, what it expects of that, and of the next best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hako.engine.bots.bot import Observation, best_of, one_ply_values
from hako.engine.bots.search import ActionEstimate, SearchState
from hako.engine.bots.win_probability import chances_after, is_measured
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.chance import Chance

CLOSE = 0.5
"""Actions whose evaluations lie nearer than this, in points, are not told apart."""

BEST = 3
"""Of so many actions the chances to win are told."""


class Advice(Struct, frozen=True):
    """An action, beside the next best one."""

    action: Any
    other: Any | None = None
    """None where nothing else may be chosen."""
    gap: float = 0.0
    """By how much the game's evaluation prefers the action."""
    chance: float = 0.0
    """The chance to win that the action leads to."""
    others: float = 0.0
    """That of the other."""
    is_measured: bool = False
    """Whether it was measured for the game what an evaluation is in chance to win."""
    best: tuple[ActionEstimate, ...] = ()
    """The best few, from a search; none before one."""

    @property
    def is_close(self) -> bool:
        """Whether the other may be as good, by its points or by the chance it leads to."""
        if self.best:
            first, second = self.best[:2]
            return first.gain - second.gain < max(first.error, second.error)
        return self.gap < CLOSE or (self.is_measured and self.others > self.chance)

    @property
    def grounds(self) -> str:
        """What tells the two apart: the chances to win, or the points; or that little does.

        Then it is close by the chances, or near by the points where no chance was measured.
        """
        told_apart = self.is_measured and self.figures["chance"] > self.figures["others"]
        if self.is_close or (self.best and not told_apart):
            return "close" if self.is_measured else "near"
        return "chance" if told_apart else "points"

    @property
    def figures(self) -> Mapping[str, Any]:
        """By how much, for sentences: chances in percent, the gap in points."""
        chance, others = (round(100 * its) for its in (self.chance, self.others))
        return {"gap": f"{self.gap:.1f}", "chance": chance, "others": others}


def advise(observation: Observation, chance: Chance) -> Advice:
    """The action that greedy chooses, and its reason; the observation is all that it is from."""
    actions = observation.actions
    if len(actions) == 1:
        return Advice(actions[0])
    values = one_ply_values(observation, chance)
    action = chance.stream("choice").choice(best_of(observation, values))
    from statistics import fmean  # it takes long to import, and tables open without a hint

    its = actions.index(action)
    other = max((at for at in range(len(actions)) if at != its), key=values.__getitem__)
    return Advice(
        action,
        actions[other],
        values[its] - values[other],
        fmean(chances_after(observation, action, chance)),
        fmean(chances_after(observation, actions[other], chance)),
        is_measured(observation.game),
    )


def searched(observation: Observation, thought: SearchState) -> Advice:
    """What a search has found by now, which has played on what there is to choose."""
    first, second, *_ = best = thought.estimates()[:BEST]
    measured = is_measured(observation.game)
    return Advice(first.action, second.action, CLOSE, first.chance, second.chance, measured, best)


def reason_for(advice: Advice, observation: Observation, texts: Catalogue) -> str:
    """The reason of an advice in words; empty where there is no choice."""
    if advice.other is None:
        return ""
    other = noted(observation, advice.other, texts)
    return texts.text(f"advice.{advice.grounds}", other=other, **advice.figures)


def estimates_of(advice: Advice, texts: Catalogue) -> list[tuple[Any, str]]:
    """The best actions that a search has found, each with its chance to win in words."""
    return [
        (its.action, texts.text("advice.prospect", chance=round(100 * its.chance)))
        for its in advice.best
    ]


def noted(observation: Observation, action: Any, texts: Catalogue) -> str:
    """An action, and what it pays in the game's words."""
    note = observation.game.note(observation.view, observation.seat, action)
    its = texts.render(action)
    return texts.text("advice.noted", action=its, note=texts.lazy_text(note)) if note else its
