"""The outcomes of a war, foreseen by the rules: the gains and losses of each result."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.state import War, World
from hako.content.quo_vadis.steps.war import DecideWar
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat
from hako.engine.rules.preview import preview

CERTAIN = 99
"""Strength by dice with which a participant is sure to win."""


class Loss(Struct, frozen=True):
    """The losses of a seat in a war, besides the wrath that all losers get."""

    seat: Seat
    cities: tuple[tuple[CellId, int, int], ...] = ()
    """The cells of cities that fall, with their dominion before and after."""
    workers: tuple[CellId, ...] = ()
    """The cells from which workers go home."""
    buildings: tuple[CellId, ...] = ()
    """The cells from which forts and temples go home."""


class WarOutcome(Struct, frozen=True):
    """The outcome of a war for one winner."""

    winner: Seat
    vp: int
    spirit: int
    wrath: int
    """Wrath that each loser gains, at most."""
    losses: tuple[Loss, ...]


@at_hand  # asked for each key while a seat says what it spends
def war_outcomes(world: World) -> Sequence[WarOutcome]:
    """The outcome of the war at hand for each possible winner, in the order of declaring.

    Choices of losers, such as a retreat, end the preview; what they decide is not foreseen.
    """
    war = world.of_war()
    return [_outcome(world, war, winner) for winner in war.seats]


def _outcome(world: World, war: War, winner: Seat) -> WarOutcome:
    dice = tuple(CERTAIN if seat == winner else 0 for seat in war.seats)
    declared = (*war.declared, *(0 for _ in war.seats[len(war.declared) :]))
    decided = replace(war, dice=dice, declared=declared, faces=tuple(() for _ in war.seats))
    before = replace(world, war=decided, agenda=(DecideWar(),))
    after = preview(before, winner, None).state
    losers = [seat for seat in war.seats if seat != winner]
    return WarOutcome(
        winner,
        vp=after.players[winner].vp - before.players[winner].vp,
        spirit=after.players[winner].spirit - before.players[winner].spirit,
        wrath=max(after.players[seat].wrath - before.players[seat].wrath for seat in losers),
        losses=tuple(loss for seat in losers if (loss := _loss(before, after, seat)) != Loss(seat)),
    )


def _loss(before: World, after: World, seat: Seat) -> Loss:
    old, new = before.players[seat], after.players[seat]
    cities = tuple(
        (city.cell, city.dominion, fallen.dominion)
        for city in old.cities
        if (fallen := new.city_at(city.cell)) is not None and fallen != city
    )
    workers = [*old.workers]
    for cell in new.workers:
        if cell in workers:
            workers.remove(cell)
    buildings = {*old.forts, *old.temples} - {*new.forts, *new.temples}
    return Loss(seat, cities, tuple(workers), tuple(sorted(buildings)))
