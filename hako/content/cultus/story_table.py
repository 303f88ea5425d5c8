"""The story of a game of Cultus: where the points in play came from, and the monuments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from hako.content.cultus.event_income import income
from hako.content.cultus.events.monuments import BonusScored, MonumentBuilt, SiteScored
from hako.content.cultus.state import Ruler, Town
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.story_table import (
    Story,
    StoryBand,
    StoryCell,
    StoryMoment,
    StoryRow,
    events_by_turn,
)

_ALWAYS = ("monuments", "medal", "pushes", "power", "centre", "plan")
"""The sources that have a column in every game."""
_AT_TIMES = ("cards",)
"""The sources that have a column where they changed the points of a seat."""


def story(moments: Sequence[StoryMoment[Town]]) -> Story:
    """The sources of the points, and the monuments in the order in which they were built."""
    return [_sources(moments), _monuments(moments)]


def _sums(moments: Sequence[StoryMoment[Town]]) -> Mapping[Seat, Counter[str]]:
    sums: dict[Seat, Counter[str]] = {
        seat: Counter() for seat in range(len(moments[-1].after.rulers))
    }
    for _, event in events_by_turn(moments):
        if (paid := income(event)) is not None:
            sums[paid.seat][paid.source] += paid.points
    return sums


def _sources(moments: Sequence[StoryMoment[Town]]) -> StoryBand:
    """The points of each seat by source; what else changed them stands in one column."""
    sums, town = _sums(moments), moments[-1].after
    at_times = [source for source in _AT_TIMES if any(sums[seat][source] for seat in sums)]
    shown = (*_ALWAYS, *at_times)
    others = {
        seat: town.rulers[seat].vp - sum(sums[seat][source] for source in shown) for seat in sums
    }
    has_others = any(others.values())
    keys = (*shown, *["other"] * has_others, "all")
    rows = []
    for seat in _ranked(town):
        cells: list[StoryCell] = [(f"{sums[seat][source]}★",) for source in shown]
        cells += [(f"{others[seat]:+}★",)] * has_others
        amounts = (*(sums[seat][source] for source in shown), *[others[seat]] * has_others)
        rows.append(StoryRow(seat, (*cells, (f"{town.rulers[seat].vp}★",)), amounts))
    heads = tuple((LazyText(f"story_{key}"),) for key in keys)
    return StoryBand(LazyText("story_sources"), tuple(rows), heads)


def _ranked(town: Town) -> list[Seat]:
    """The seats by their points, the winner first."""
    return sorted(town.seats, key=lambda seat: -town.rulers[seat].vp)


def _monuments(moments: Sequence[StoryMoment[Town]]) -> StoryBand:
    """The number of monuments of each seat, the turn of each, and its points when it was built."""
    town = moments[-1].after
    built: dict[Seat, list[tuple[int, int]]] = {seat: [] for seat in range(len(town.rulers))}
    for turn, event in events_by_turn(moments):
        match event:
            case MonumentBuilt(seat=seat):
                built[seat].append((turn, 0))
            case BonusScored(seat=seat, vp=vp) | SiteScored(seat=seat, vp=vp) if built[seat]:
                begun, points = built[seat][-1]
                built[seat][-1] = begun, points + vp
    rows = tuple(
        StoryRow(
            seat,
            (
                _built(town.rulers[seat], len(built[seat])),
                *(
                    (LazyText("story_monument", {"turn": turn, "points": points}),)
                    for turn, points in built[seat]
                ),
            ),
        )
        for seat in _ranked(town)
    )
    return StoryBand(LazyText("story_monuments_built"), rows)


def _built(ruler: Ruler, count: int) -> StoryCell:
    """The number of monuments built, of those that a player had cubes for."""
    left = ruler.stock + (ruler.cost is not None)
    return (LazyText("story_built_of", {"built": count, "most": count + left}),)
