"""Preview of a strike of wrath: the seats that it hits, and the pieces that are protected."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from hako.content.quo_vadis.actions import Strike, StrikeAndDestroy
from hako.content.quo_vadis.events.pieces import (
    BuildingReturned,
    CityDestroyed,
    DominionLost,
    WorkersReturned,
)
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.map_queries import is_protected
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.wrath import level
from hako.engine.rules.model import Seat
from hako.engine.rules.preview import preview


class Blow(Struct, frozen=True):
    """The effect of a strike on one seat with pieces in the struck cells."""

    seat: Seat
    workers: int = 0
    """Workers that return."""
    cities: int = 0
    """Cities turned face down."""
    dominion: int = 0
    """Cubes that go back to the stock."""
    small: int = 0
    """Forts and temples that return."""
    kept: int = 0
    """Pieces that a temple or Sanctuary protects (quo_vadis.wrath.7)."""


def blows(view: World, seat: Seat, action: Strike | StrikeAndDestroy) -> Sequence[Blow]:
    """The effect of a strike on each seat that it hits or that is protected from it."""
    events = preview(replace(view, agenda=view.agenda[-1:]), seat, action).events
    hit = [Blow(other, kept=_kept(view, other, seat, action.cells)) for other in view.seats]
    for event in events:
        match event:
            case WorkersReturned(owner, cells):
                hit[owner] = replace(hit[owner], workers=len(cells))
            case CityDestroyed(owner, _, _, returned):
                blow = hit[owner]
                hit[owner] = replace(
                    blow, cities=blow.cities + 1, dominion=blow.dominion + returned
                )
            case DominionLost(owner, _, cubes):
                hit[owner] = replace(hit[owner], dominion=hit[owner].dominion + cubes)
            case BuildingReturned(owner):
                hit[owner] = replace(hit[owner], small=hit[owner].small + 1)
            case _:
                pass
    return [blow for blow in hit if blow != Blow(blow.seat)]


def _kept(view: World, owner: Seat, striker: Seat, cells: Sequence[CellId]) -> int:
    """The number of a seat's protected pieces that this strike would reach otherwise."""
    reached = level(view, striker)
    if reached is None or not is_protected(view, owner, striker, view.creation_area):
        return 0
    player = view.players[owner]
    small = reached.buildings or view.variants.wrath_razes_small
    buildings = [city.cell for city in player.intact_cities()] if reached.buildings else []
    buildings += [*player.forts, *player.temples] if small else []
    return sum(cell in cells for cell in (*player.all_workers(), *buildings))
