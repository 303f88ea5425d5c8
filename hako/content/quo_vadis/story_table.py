"""The story of a game of Quo Vadis: its wars, and the generations that were closed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hako.content.quo_vadis.events.end_phase import TerritoryScored
from hako.content.quo_vadis.events.pieces import CityDestroyed
from hako.content.quo_vadis.events.war import DiceRolled, WarBegan, WarDecided, WarEnded
from hako.content.quo_vadis.geometry import area_of
from hako.content.quo_vadis.state import World
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


class _War(Struct):
    """A war as its participants came out of it."""

    round: int
    area: str
    totals: dict[Seat, int]
    """The strength of each participant, with what it spent and rolled."""
    winner: Seat | None = None
    drawn: tuple[Seat, ...] = ()
    razed: list[Seat] = []
    """The owners of cities that were destroyed."""


def story(moments: Sequence[StoryMoment[World]]) -> Story:
    """A column for each war, and one for each generation that was closed."""
    wars = _wars(moments)
    seats = range(len(moments[-1].after.players))
    bands = [_war_band(wars, seats)] if wars else []
    return [*bands, _generations(moments, seats)]


def _wars(moments: Sequence[StoryMoment[World]]) -> list[_War]:
    wars: list[_War] = []
    is_on = False
    for turn, event in events_by_turn(moments):
        match event:
            case WarBegan(cells=cells, seats=seats, strengths=strengths):
                totals = dict(zip(seats, strengths, strict=True))
                wars.append(_War(turn, area_of(cells[0]), totals))
                is_on = True
            case DiceRolled(seat=seat, total=total) if wars:
                wars[-1].totals[seat] = total
            case WarDecided(winner=winner, drawn=drawn) if wars:
                wars[-1].winner, wars[-1].drawn = winner, drawn
            case CityDestroyed(seat=seat) if is_on:
                wars[-1].razed.append(seat)
            case WarEnded():
                is_on = False
            case _:
                pass
    return wars


def _war_band(wars: Sequence[_War], seats: Sequence[Seat]) -> StoryBand:
    """The strength of each participant, who won, and who lost a city."""
    heads: list[StoryCell] = [
        (LazyText("story_war", {"round": war.round, "area": war.area}),) for war in wars
    ]
    rows = (
        StoryRow(seat, (_won(seat, wars), *(_fate(seat, war) for war in wars))) for seat in seats
    )
    return StoryBand(LazyText("story_wars"), tuple(rows), ((LazyText("story_record"),), *heads))


def _won(seat: Seat, wars: Sequence[_War]) -> StoryCell:
    """The wars won of those fought, also none of none."""
    fought = sum(seat in war.totals for war in wars)
    won = sum(war.winner == seat for war in wars)
    return (LazyText("story_won_of", {"won": won, "fought": fought}),)


def _fate(seat: Seat, war: _War) -> StoryCell:
    if seat not in war.totals:
        return ("",)
    key = "won" if seat == war.winner else "draw" if seat in war.drawn else None
    cell: StoryCell = (str(war.totals[seat]),)
    if key is not None:
        cell = (*cell, " ", LazyText(f"story_{key}"))
    return (*cell, " ", LazyText("story_razed")) if seat in war.razed else cell


def _generations(moments: Sequence[StoryMoment[World]], seats: Sequence[Seat]) -> StoryBand:
    """The settlements of each seat: the round, majorities times cards, and the points."""
    closed: dict[Seat, list[StoryCell]] = {seat: [] for seat in seats}
    for turn, event in events_by_turn(moments):
        if isinstance(event, TerritoryScored):
            values = {
                "round": turn,
                "majorities": event.majorities,
                "cards": event.cards,
                "points": event.vp,
            }
            closed[event.seat].append((LazyText("story_generation", values),))
    rows = tuple(
        StoryRow(seat, tuple(cells) or ((LazyText("story_no_generation"),),))
        for seat, cells in closed.items()
    )
    return StoryBand(LazyText("story_generations"), rows)
