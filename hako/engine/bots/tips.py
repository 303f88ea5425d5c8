"""The advisor: for a first game, what matters in each choice; less, the less that is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from hako.engine.bots.advice import Advice, noted
from hako.engine.bots.bot import Observation
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.width import cell_width
from hako.engine.rules.play import pending

EXPLAINED = 3
"""So many times it is said what matters in choices of a kind."""
WEIGHED = 8
"""After so many of a kind nothing is said, until something clearly better was left out."""

PAGE = 400
"""Cells of a line where nothing bounds it."""


SeenTips: TypeAlias = Mapping[str, int]
"""How often choices of a kind were met, by the game and its step, as `flip_city/build_phase`."""


def kind_of(asked: Observation) -> str:
    """The kind of a choice; empty where there is nothing to choose between."""
    step = pending(asked.view)
    if step is None or len(asked.actions) < 2:
        return ""
    return f"{asked.game.id}/{step.__struct_config__.tag}"


def tip_for(
    asked: Observation, advice: Advice | None, met: SeenTips, texts: Catalogue, room: int = PAGE
) -> str:
    """A line for a choice, in so many cells if that can be; empty where it is not needed any more.

    What matters in its kind, from the game's texts under `matters`; and once it was thought
    about, which two actions stand out, and by how much.
    """
    kind, more = kind_of(asked), ""
    times, key = met.get(kind, 0), f"matters.{kind.partition('/')[2]}"
    line = texts.text(key) if times < EXPLAINED and key in texts else ""
    for more in _weighed(asked, advice, texts) if times < WEIGHED else ():
        longer = f"{line}  {more}" if line else more
        if cell_width(longer) <= room:
            return longer
    return line or more


def _weighed(asked: Observation, advice: Advice | None, texts: Catalogue) -> Iterator[str]:
    """What speaks for an action beside the next best one: first with what it pays, then without."""
    if advice is not None and advice.other is not None:
        other = texts.render(advice.other)
        for action in (noted(asked, advice.action, texts), texts.render(advice.action)):
            key = f"advice.now_{advice.grounds}"
            yield texts.text(key, action=action, other=other, **advice.figures)


def with_seen(asked: Observation, advice: Advice | None, action: Any, met: SeenTips) -> SeenTips:
    """What was met once a choice is made: more often, or less often again after a clearly worse one."""
    if not (kind := kind_of(asked)):
        return met
    is_worse = advice is not None and action != advice.action and not advice.is_close
    times = met.get(kind, 0)
    return {**met, kind: min(times, EXPLAINED) if is_worse else times + 1}
