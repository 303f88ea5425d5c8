"""Threats: a war in the creation area, strikes, settlements of others, and the last round.

All of it is public: what a war would pay and to whom, and what a settlement would pay now.
"""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.quo_vadis.evaluation import turns_left
from hako.content.quo_vadis.generation_change_terms import change_pays, may_change
from hako.content.quo_vadis.state import War, World
from hako.content.quo_vadis.steps.shared_effects import after_destruction
from hako.content.quo_vadis.steps.wrath import level
from hako.content.quo_vadis.war_forecast import chances, forecast
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.percent import percent
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.threats import Threat


def threats(world: World, seat: Viewer) -> Iterator[Threat]:
    """The threats to a seat, or to anybody for a spectator."""
    if world.turn is None or world.phase in ("setup", "final"):
        return
    if seat is not None:
        yield from _last_round(world, seat)
        yield from _war(world, seat)
        yield from _strikes(world, seat)
    yield from _settlements(world, seat)


def _war(world: World, seat: Seat) -> Iterator[Threat]:
    """The rival that is most likely to win the war in the creation area against a seat."""
    area = world.of_turn().area
    if area is None or world.phase in ("build", "end"):
        return
    war = world.war or forecast(world, area)
    if war is None or war.losers or war.winner is not None or seat not in war.seats:
        return
    odds = dict(zip(war.seats, chances(world, war), strict=True))
    rival = max((other for other in war.seats if other != seat), key=odds.__getitem__)
    values = {
        "area": area,
        "seat": rival,
        "chance": percent(odds[rival]),
        "strength": war.total(rival),
        "own": war.total(seat),
        "vp": spoils(world, war, rival),
    }
    yield Threat("stakes", LazyText("war_lost" if values["vp"] else "war_lost_dry", values), rival)


def spoils(world: World, war: War, winner: Seat) -> int:
    """VP for the winner of a war if all others lose: cubes of their cities there (war.13)."""
    return sum(
        after_destruction(world, city.dominion)[1]
        for seat in war.seats
        if seat != winner
        for city in world.players[seat].intact_cities()
        if city.cell in war.cells
    )


def _strikes(world: World, seat: Seat) -> Iterator[Threat]:
    """The others whose wrath can destroy buildings in the turn that they still have this round."""
    if not world.players[seat].intact_buildings():
        return
    turn = world.of_turn()
    for rival in _to_come(world, seat):
        if rival == turn.seat and world.phase != "selection":
            continue  # its god has struck by now, or never will in this turn
        reached = level(world, rival)
        if reached is not None and reached.buildings:
            values = {"seat": rival, "wrath": world.players[rival].wrath}
            yield Threat("stakes", LazyText("strike_comes", values), rival)


def _settlements(world: World, viewer: Viewer) -> Iterator[Threat]:
    """The settlements that others could have next, with their VP now, most first (settle.6)."""
    paid: list[tuple[int, Seat, int, int]] = []
    for seat in _to_come(world, viewer):
        held, cards, vp = change_pays(world, seat)
        if vp and may_change(world, seat):
            paid.append((vp, seat, held, cards))
    for vp, seat, held, cards in sorted(paid, key=lambda settlement: -settlement[0]):
        values = {"seat": seat, "held": held, "cards": cards, "vp": vp}
        yield Threat("gains", LazyText("settlement", values), seat)


def _to_come(world: World, viewer: Viewer) -> list[Seat]:
    """The other seats that have a turn before the viewer's next one, in turn order."""
    active = world.of_turn().seat
    order = [seat for seat in world.clockwise(active) if seat != active or viewer != active]
    if viewer is not None and viewer != active:
        order = order[: order.index(viewer)]
    plays_on = world.of_turn().card is None
    return [
        seat
        for seat in order
        if seat != viewer and (plays_on if seat == active else turns_left(world, seat))
    ]


def _last_round(world: World, seat: Seat) -> Iterator[Threat]:
    """The threat that a seat's last generation brings nothing (quo_vadis.final.3)."""
    turn = world.of_turn()
    if world.round < world.variants.rounds:
        return
    is_now = turn.seat == seat and turn.card is None
    if is_now or turns_left(world, seat):
        held, cards, vp = change_pays(world, seat)
        if vp and may_change(world, seat):
            values = {"held": held, "cards": cards, "vp": vp}
            yield Threat("ends", LazyText("last_settlement", values))
            return
    rounds = {"round": world.round, "rounds": world.variants.rounds}
    yield Threat("ends", LazyText("last_round", rounds))
