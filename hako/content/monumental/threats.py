"""Threats: leads that are close, and the end of the game; all of it is public."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.monumental.scoring import CATEGORIES, leaders, scores
from hako.content.monumental.state import World
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.threats import Control, Controls, Threat

CLOSE = 1
"""VP by which a lead is ahead, at most, to be a threat: a card or a Province takes it."""

SPARE = 1
"""Cards that leave the deck in a round beyond one for each player, about."""


def control(world: World) -> Controls:
    """The leads, with how far the next one is behind (monumental.score.5)."""
    if not world.round:
        return {}
    led = leaders(world)
    return {name: _lead(world, name, led[name].seats, led[name].points) for name in CATEGORIES}


def threats(world: World, seat: Viewer) -> Iterator[Threat]:
    """The threats to a seat: the end of the game, and rivals close to its leads."""
    if not world.round:
        return
    yield from _end(world)
    if seat is None:
        return
    for name, lead in leaders(world).items():
        if seat not in lead.seats:
            continue
        points = [getattr(score, name) for score in scores(world)]
        rivals = [other for other in range(len(points)) if other != seat]
        nearest = max(rivals, key=points.__getitem__)
        gap = points[seat] - points[nearest]
        if 0 < gap <= CLOSE:
            values = {"category": name, "seat": nearest, "points": lead.points, "gap": gap}
            yield Threat("control", LazyText("lead_close", values), _seated(world, nearest), name)


def _lead(world: World, name: str, seats: tuple[Seat, ...], points: int) -> Control:
    """A lead with the points of those who share it, and of the next seat."""
    counts = [getattr(score, name) for score in scores(world)]
    if not seats:
        return Control(None, LazyText("lead_nobody", {"category": name}), is_lead=True)
    behind = [count for seat, count in enumerate(counts) if seat not in seats]
    values = {"category": name, "seats": seats, "count": counts[seats[0]], "points": points}
    if not behind:
        return Control(None, LazyText("lead_of_all", values), is_lead=True)
    key = "lead_alone" if len(seats) == 1 else "lead_shared"
    text = LazyText(key, {**values, "next": max(behind)})
    return Control(_seated(world, seats[0]) if len(seats) == 1 else None, text, is_lead=True)


def _seated(world: World, seat: Seat) -> Seat | None:
    """A seat; None for the Automa, which has none."""
    return None if world.is_automa(seat) else seat


def _end(world: World) -> Iterator[Threat]:
    """The threat that the last round is near (monumental.end.1-2)."""
    if world.last_round is not None:
        key = "end_now" if world.is_last_round() else "end_next_round"
        yield Threat("ends", LazyText(key))
        return
    is_sequential = world.mode == "sequential"
    kept = world.content.constants.sequential_deck_threshold if is_sequential else 0
    cards = max(0, world.deck_left() - kept)
    if cards <= world.players + SPARE:
        yield Threat("ends", LazyText("end_near", {"cards": cards}))
