"""The story of a game of Monumental: leads after each round, Wonders, and Provinces taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from hako.content.monumental.events.acquisitions import WonderCompleted
from hako.content.monumental.events.map_pieces import ProvinceConquered
from hako.content.monumental.scoring import CATEGORIES, leaders
from hako.content.monumental.state import World
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.result_story import Story, StoryBand, StoryCell, StoryMoment, StoryRow


def story(moments: Sequence[StoryMoment[World]]) -> Story:
    """A column for each round: who led each category at its end, and who did what in it.

    That is who completed a Wonder, and who took a Province from another seat, once for each; the
    last column has how often each seat did.
    """
    rounds: dict[int, World] = {}
    wonders: dict[int, list[Seat]] = {}
    taken: dict[int, list[Seat]] = {}
    for moment in moments:
        number = max(1, moment.before.round)
        rounds[number] = moment.after if moment.after.round in {number, 0} else moment.before
        for event in moment.events:
            if isinstance(event, WonderCompleted):
                wonders.setdefault(number, []).append(event.seat)
        taken.setdefault(number, []).extend(_takers(moment))
    numbers = sorted(rounds)
    seats = range(moments[-1].after.players)
    rows = [
        StoryRow(
            LazyText("story_category", {"category": name}),
            tuple(_seats(leaders(rounds[number])[name].seats, seats) for number in numbers),
        )
        for name in CATEGORIES
    ]
    for key, doers in (("story_wonders", wonders), ("story_taken", taken)):
        cells = (_seats(doers.get(number, ()), seats) for number in numbers)
        sums = Counter(chain.from_iterable(doers.values()))
        rows.append(StoryRow(LazyText(key), (*cells, _counts(sums, seats))))
    heads: list[StoryCell] = [*((str(number),) for number in numbers), (LazyText("story_all"),)]
    return [StoryBand(LazyText("story_leaders"), tuple(rows), tuple(heads))]


def _takers(moment: StoryMoment[World]) -> Iterator[Seat]:
    """The conqueror of each Province that another seat held before the record."""
    for event in moment.events:
        if isinstance(event, ProvinceConquered):
            owner = moment.before.tile(event.place).owner
            if owner not in (None, event.seat):
                yield event.seat


def _counts(sums: Counter[Seat], seats: Sequence[Seat]) -> StoryCell:
    """The number of times that each seat did it, also none."""
    return tuple(part for seat in seats for part in (seat, f"{sums[seat]} "))


def _seats(leading: Sequence[Seat], seats: Sequence[Seat]) -> StoryCell:
    """The marks of seats; an opponent without a seat has none."""
    return tuple(seat for seat in leading if seat in seats) or ("",)
