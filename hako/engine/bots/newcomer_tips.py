"""Tips: for a first game, what matters in each choice; fewer as the player gains experience."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from hako.engine.bots.advice import Advice, noted
from hako.engine.bots.observation import Observation
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.width import cell_width
from hako.engine.rules.play import pending

EXPLAINED = 3
"""The number of times that a kind of choice is explained."""
WEIGHED = 8
"""After so many choices of a kind no tip is given, until a clearly worse action is chosen."""

PAGE = 400
"""The width of a line without a limit, in cells."""


SeenTips: TypeAlias = Mapping[str, int]
"""The number of choices seen of each kind, by game and step, such as `flip_city/build_phase`."""


def kind_of(observation: Observation) -> str:
    """The kind of a choice; empty where there are fewer than two actions."""
    step = pending(observation.view)
    if step is None or len(observation.actions) < 2:
        return ""
    return f"{observation.game.id}/{step.__struct_config__.tag}"


def tip_for(
    observation: Observation,
    advice: Advice | None,
    met: SeenTips,
    texts: Catalogue,
    room: int = PAGE,
) -> str:
    """A tip for a choice, within `room` cells if possible; empty where none is needed any more.

    It says what matters in this kind of choice, from the game's texts under `matters`, and, given
    an advice, which two actions stand out and by how much.
    """
    kind, more = kind_of(observation), ""
    times, key = met.get(kind, 0), f"matters.{kind.partition('/')[2]}"
    line = texts.text(key) if times < EXPLAINED and key in texts else ""
    for more in _weighed(observation, advice, texts) if times < WEIGHED else ():
        longer = join_sentences((line, more), "  ")
        if cell_width(longer) <= room:
            return longer
    return line or more


def _weighed(observation: Observation, advice: Advice | None, texts: Catalogue) -> Iterator[str]:
    """The comparison of the best two actions as a sentence: with the action's hint, then without."""
    if advice is not None and advice.other is not None:
        other = texts.render(advice.other)
        for action in (noted(observation, advice.action, texts), texts.render(advice.action)):
            key = f"advice.now_{advice.grounds}"
            yield texts.text(key, action=action, other=other, **advice.figures)


def with_seen(
    observation: Observation, advice: Advice | None, action: Any, met: SeenTips
) -> SeenTips:
    """The counts after a choice: one more, or back to EXPLAINED after a clearly worse action."""
    if not (kind := kind_of(observation)):
        return met
    is_worse = advice is not None and action != advice.action and advice.is_clear
    times = met.get(kind, 0)
    return {**met, kind: min(times, EXPLAINED) if is_worse else times + 1}
