"""The story of a game of Monumental: leads after each round, Wonders, and Provinces taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import TypeAlias

from hako.content.monumental.cards.land import Place
from hako.content.monumental.events.acquisitions import WonderCompleted
from hako.content.monumental.events.map_pieces import ProvinceConquered
from hako.content.monumental.scoring import CATEGORIES, leaders
from hako.content.monumental.state import World
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.story_table import Story, StoryBand, StoryCell, StoryMoment, StoryRow

Capture: TypeAlias = tuple[Seat, Seat, Place]
"""A Province that a seat took: who, from whom, and which."""


def story(moments: Sequence[StoryMoment[World]]) -> Story:
    """A column for each round: who led each category at its end, and who did what in it.

    That is who completed a Wonder, and who took a Province from another seat, once for each; the
    last column has how often each seat did. With room these have their names.
    """
    rounds: dict[int, World] = {}
    wonders: dict[int, list[WonderCompleted]] = {}
    taken: dict[int, list[Capture]] = {}
    for moment in moments:
        number = max(1, moment.before.round)
        rounds[number] = moment.after if moment.after.round in {number, 0} else moment.before
        for event in moment.events:
            if isinstance(event, WonderCompleted):
                wonders.setdefault(number, []).append(event)
        taken.setdefault(number, []).extend(_captures(moment))
    numbers = sorted(rounds)
    seats = range(moments[-1].after.players)
    leads = [
        StoryRow(
            LazyText("story_category", {"category": name}),
            tuple(_seats(leaders(rounds[number])[name].seats, seats) for number in numbers),
        )
        for name in CATEGORIES
    ]
    brief, in_full = [*leads], [*leads]
    builders = [[event.seat for event in wonders.get(number, ())] for number in numbers]
    takers = [[seat for seat, _, _ in taken[number]] for number in numbers]
    built = [[*_built(wonders.get(number, ()), seats)] for number in numbers]
    captured = [[*_captured(taken[number], seats)] for number in numbers]
    for key, doers, deeds in (
        ("story_wonders", builders, built),
        ("story_taken", takers, captured),
    ):
        total = _counts(Counter(chain.from_iterable(doers)), seats)
        cells = (_seats(seats_of_round, seats) for seats_of_round in doers)
        brief.append(StoryRow(LazyText(key), (*cells, total)))
        lines = [*zip_longest(*deeds, fillvalue=("",))] or [(("",),) * len(numbers)]
        in_full.append(StoryRow(LazyText(key), (*lines[0], total)))
        in_full += [StoryRow(LazyText(""), line) for line in lines[1:]]
    heads: list[StoryCell] = [*((str(number),) for number in numbers), (LazyText("story_all"),)]
    return [StoryBand(LazyText("story_leaders"), tuple(brief), tuple(heads), tuple(in_full))]


def _captures(moment: StoryMoment[World]) -> Iterator[Capture]:
    """Each Province that another seat held before the record and that was conquered."""
    for event in moment.events:
        if isinstance(event, ProvinceConquered):
            owner = moment.before.tile(event.place).owner
            if owner is not None and owner != event.seat:
                yield event.seat, owner, event.place


def _built(completed: Sequence[WonderCompleted], seats: Sequence[Seat]) -> Iterator[StoryCell]:
    """The Wonders of a round, each with the mark of who completed it."""
    for event in completed:
        mark: StoryCell = (event.seat, " ") if event.seat in seats else ()
        yield (*mark, LazyText("story_wonder", {"card": event.card}))


def _captured(captures: Sequence[Capture], seats: Sequence[Seat]) -> Iterator[StoryCell]:
    """The Provinces of a round that one seat took from another, with the marks of both."""
    places: dict[tuple[Seat, Seat], list[Place]] = {}
    for seat, owner, place in captures:
        places.setdefault((seat, owner), []).append(place)
    for (seat, owner), names in places.items():
        mark: StoryCell = (seat, " ") if seat in seats else ()
        loser: StoryCell = (" ", LazyText("story_of"), " ", owner) if owner in seats else ()
        yield (*mark, ", ".join(names), *loser)


def _counts(sums: Counter[Seat], seats: Sequence[Seat]) -> StoryCell:
    """The number of times that each seat did it, also none."""
    return tuple(part for seat in seats for part in (seat, f"{sums[seat]} "))


def _seats(leading: Sequence[Seat], seats: Sequence[Seat]) -> StoryCell:
    """The marks of seats; an opponent without a seat has none."""
    return tuple(seat for seat in leading if seat in seats) or ("",)
