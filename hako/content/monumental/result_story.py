"""The story of a game of Monumental: who led in what after each round, and the Wonders."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.monumental.events.acquisitions import WonderCompleted
from hako.content.monumental.scoring import CATEGORIES, leaders
from hako.content.monumental.state import World
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.result_story import Story, StoryBand, StoryCell, StoryMoment, StoryRow


def story(moments: Sequence[StoryMoment[World]]) -> Story:
    """A column for each round: the leaders of each category at its end, and who built a Wonder."""
    rounds: dict[int, World] = {}
    wonders: dict[int, list[Seat]] = {}
    for moment in moments:
        number = max(1, moment.before.round)
        rounds[number] = moment.after if moment.after.round in {number, 0} else moment.before
        for event in moment.events:
            if isinstance(event, WonderCompleted):
                wonders.setdefault(number, []).append(event.seat)
    numbers = sorted(rounds)
    seats = range(moments[-1].after.players)
    rows = [
        StoryRow(
            LazyText("story_category", {"category": name}),
            tuple(_seats(leaders(rounds[number])[name].seats, seats) for number in numbers),
        )
        for name in CATEGORIES
    ]
    built = tuple(_seats(wonders.get(number, ()), seats) for number in numbers)
    rows.append(StoryRow(LazyText("story_wonders"), built))
    heads = tuple((str(number),) for number in numbers)
    return [StoryBand(LazyText("story_leaders"), tuple(rows), heads)]


def _seats(leading: Sequence[Seat], seats: Sequence[Seat]) -> StoryCell:
    """The marks of seats; an opponent without a seat has none."""
    return tuple(seat for seat in leading if seat in seats) or ("",)
