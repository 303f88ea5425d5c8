"""Advice: the action a bot would choose on a seat, compared with the next best one."""

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
"""Two actions whose evaluations differ by less than this, in points, count as equal."""

BEST = 3
"""The number of actions whose win probabilities are shown."""


class Advice(Struct, frozen=True):
    """A recommended action and the next best one."""

    action: Any
    other: Any | None = None
    """None where only one action is legal."""
    gap: float = 0.0
    """The difference between the two evaluations, in points of the game's `evaluate`."""
    chance: float = 0.0
    """The win probability after the action, 0 to 1."""
    others: float = 0.0
    """The win probability after the other action, 0 to 1."""
    is_measured: bool = False
    """True if the game has a measured scale from evaluations to win probabilities."""
    best: tuple[ActionEstimate, ...] = ()
    """The best few actions, from a search; empty for advice without a search."""

    @property
    def is_close(self) -> bool:
        """True if the other action may be as good, by its points or by its win probability."""
        if self.best:
            first, second = self.best[:2]
            return first.gain - second.gain < max(first.error, second.error)
        return self.gap < CLOSE or (self.is_measured and self.others > self.chance)

    @property
    def grounds(self) -> str:
        """The key of the reason: "chance", "points", "close" or "near".

        "chance" and "points" name what differs. Where nothing differs clearly it is "close", or
        "near" in a game without measured win probabilities.
        """
        is_clear = self.is_measured and self.figures["chance"] > self.figures["others"]
        if self.is_close or (self.best and not is_clear):
            return "close" if self.is_measured else "near"
        return "chance" if is_clear else "points"

    @property
    def figures(self) -> Mapping[str, Any]:
        """Values for the sentence: win probabilities in percent, the gap in points."""
        chance, others = (round(100 * probability) for probability in (self.chance, self.others))
        return {"gap": f"{self.gap:.1f}", "chance": chance, "others": others}


def advise(observation: Observation, chance: Chance) -> Advice:
    """The action that the greedy bot chooses, with its reason; based on the observation alone."""
    actions = observation.actions
    if len(actions) == 1:
        return Advice(actions[0])
    values = one_ply_values(observation, chance)
    action = chance.stream("choice").choice(best_of(observation, values))
    from statistics import fmean  # slow to import, and a table opens without a hint

    chosen = actions.index(action)
    other = max((at for at in range(len(actions)) if at != chosen), key=values.__getitem__)
    return Advice(
        action,
        actions[other],
        values[chosen] - values[other],
        fmean(chances_after(observation, action, chance)),
        fmean(chances_after(observation, actions[other], chance)),
        is_measured(observation.game),
    )


def searched(observation: Observation, thought: SearchState) -> Advice:
    """The advice that a search gives so far; it must have played rollouts of at least two actions."""
    first, second, *_ = best = thought.estimates()[:BEST]
    measured = is_measured(observation.game)
    return Advice(first.action, second.action, CLOSE, first.chance, second.chance, measured, best)


def reason_for(advice: Advice, observation: Observation, texts: Catalogue) -> str:
    """The reason for an advice as a sentence; empty where there is no choice."""
    if advice.other is None:
        return ""
    other = noted(observation, advice.other, texts)
    return texts.text(f"advice.{advice.grounds}", other=other, **advice.figures)


def estimates_of(advice: Advice, texts: Catalogue) -> list[tuple[Any, str]]:
    """The best actions that a search has found, each with its win probability as text."""
    return [
        (estimate.action, texts.text("advice.prospect", chance=round(100 * estimate.chance)))
        for estimate in advice.best
    ]


def noted(observation: Observation, action: Any, texts: Catalogue) -> str:
    """The sentence of an action, with the game's hint about what it earns."""
    hint = observation.game.action_hint(observation.view, observation.seat, action)
    sentence = texts.render(action)
    if not hint:
        return sentence
    return texts.text("advice.noted", action=sentence, note=texts.lazy_text(hint))
