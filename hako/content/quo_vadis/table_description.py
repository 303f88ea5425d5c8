"""A description of the table in sentences, from a seat's view."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.quo_vadis.cards import AreaId
from hako.content.quo_vadis.geometry import cells_of
from hako.content.quo_vadis.map_queries import (
    majorities,
    reserve,
    standing,
)
from hako.content.quo_vadis.skill_effects import Track
from hako.content.quo_vadis.state import World
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat

TRACKS: tuple[Track, ...] = ("spirit", "food", "faith", "wrath")


def describe(view: World) -> Sequence[LazyText]:
    """Describe the table in sentences: the round, the areas, a war, the players."""
    if not view.round:
        return (LazyText("round_setup"), *_lands(view))
    return (
        _round(view),
        LazyText(
            "markers",
            {"cards": view.markers, "pile": len(view.pile), "discards": len(view.discards)},
        ),
        *_lands(view),
        *_war(view),
        *(sentence for seat in view.seats for sentence in _player(view, seat)),
    )


def _round(view: World) -> LazyText:
    turn = view.turn
    seat = view.start_player if turn is None else turn.seat
    values = {
        "round": view.round,
        "rounds": view.variants.rounds,
        "phase": view.phase,
        "seat": seat,
    }
    if turn is None or turn.area is None:
        return LazyText("round", values)
    return LazyText("round_area", {**values, "area": turn.area})


def _lands(view: World) -> Sequence[LazyText]:
    sentences = []
    for area in view.geography.areas:
        terrains = tuple(view.terrain(cell) for cell in cells_of(area))
        seats = seats_in(view, area)
        values = {"area": area, "terrains": terrains, "seats": seats}
        sentences.append(LazyText("land_held" if seats else "land", values))
    return sentences


def _war(view: World) -> Sequence[LazyText]:
    war = view.war
    if war is None:
        return ()
    totals = {seat: war.total(seat) for seat in war.seats}
    return (LazyText("war", {"cells": war.cells, "totals": totals}),)


def _player(view: World, seat: Seat) -> Sequence[LazyText]:
    player = view.players[seat]
    resources: dict[str, int] = {track: player.has(track) for track in TRACKS}
    return (
        LazyText(
            "player",
            {
                "seat": seat,
                "race": player.race,
                "vp": player.vp,
                "reserve": reserve(view, seat),
                "removed": player.removed,
                **resources,
            },
        ),
        LazyText(
            "cards",
            {
                "seat": seat,
                "hand": player.hand,
                "sizes": tuple(map(len, player.generations)),
                "tops": tuple(pile[-1] for pile in player.generations),
                "skills": tuple(skill.id for skill in player.skills),
                "face_down": player.face_down,
            },
        ),
        LazyText(
            "pieces",
            {
                "seat": seat,
                "workers": player.all_workers(),
                "forts": player.forts,
                "temples": player.temples,
                "majorities": tuple(majorities(view, seat)),
            },
        ),
        *(
            LazyText(
                "city_destroyed" if city.destroyed else "city",
                {"seat": seat, "cell": city.cell, "dominion": city.dominion},
            )
            for city in player.cities
        ),
    )


def seats_in(view: World, area: AreaId) -> Sequence[Seat]:
    """The seats that have workers or buildings in an area, in ascending order."""
    seats = (row.seat for cell in cells_of(area) for row in standing(view, cell))
    return sorted(set(seats))
