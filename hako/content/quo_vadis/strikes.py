"""A strike of wrath as a question: whom it would hit, and whom a temple keeps from it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from hako.content.quo_vadis.actions import Strike, StrikeAndDestroy
from hako.content.quo_vadis.events.rounds import (
    BuildingReturned,
    CityDestroyed,
    DominionLost,
    WorkersReturned,
)
from hako.content.quo_vadis.geography import CellId
from hako.content.quo_vadis.land import is_protected
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.wrath import level
from hako.engine.rules.model import Seat
from hako.engine.rules.play import preview


class Blow(Struct, frozen=True):
    """What a strike means to one seat with pieces in the cells struck."""

    seat: Seat
    workers: int = 0
    """That return."""
    cities: int = 0
    """Turned face down."""
    dominion: int = 0
    """Cubes that go back to the stock."""
    small: int = 0
    """Forts and temples that return."""
    kept: int = 0
    """Pieces that would be struck but for a temple or Sanctuary (quo_vadis.wrath.7)."""


def blows(view: World, seat: Seat, action: Strike | StrikeAndDestroy) -> Sequence[Blow]:
    """What a strike means to each seat that it hits or that is kept from it."""
    told = preview(replace(view, agenda=view.agenda[-1:]), seat, action).events
    hit = [Blow(its, kept=_kept(view, its, seat, action.cells)) for its in view.seats]
    for event in told:
        match event:
            case WorkersReturned(owner, cells):
                hit[owner] = replace(hit[owner], workers=len(cells))
            case CityDestroyed(owner, _, _, returned):
                its = hit[owner]
                hit[owner] = replace(its, cities=its.cities + 1, dominion=its.dominion + returned)
            case DominionLost(owner, _, cubes):
                hit[owner] = replace(hit[owner], dominion=hit[owner].dominion + cubes)
            case BuildingReturned(owner):
                hit[owner] = replace(hit[owner], small=hit[owner].small + 1)
            case _:
                pass
    return [its for its in hit if its != Blow(its.seat)]


def _kept(view: World, owner: Seat, striker: Seat, cells: Sequence[CellId]) -> int:
    """The pieces of a seat that this strike would reach if nothing protected them."""
    reached = level(view, striker)
    if reached is None or not is_protected(view, owner, striker, view.creation_area):
        return 0
    player = view.players[owner]
    small = reached.buildings or view.variants.wrath_razes_small
    buildings = [city.cell for city in player.intact_cities()] if reached.buildings else []
    buildings += [*player.forts, *player.temples] if small else []
    return sum(cell in cells for cell in (*player.all_workers(), *buildings))
