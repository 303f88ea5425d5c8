"""Scores on the map: bonuses, plans, the centre, and a projected score at any time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hako.content.cultus.cards import (
    Cards,
    CountNeighbours,
    DrawAndCountDiscards,
    EmptyCharacter,
    EmptyCostBoard,
    Gather,
    IconId,
    MonumentId,
    PlanId,
    PushAndCountIcons,
)
from hako.content.cultus.geometry import Cell, Geometry
from hako.content.cultus.map_moves import cells_showing, icon_of, own_sites
from hako.content.cultus.state import Owner, Town
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat


def icons_around(town: Town, cell: Cell, icon: IconId) -> int:
    """The number of cells around one that show the icon, without the cell itself (cultus.build.4)."""
    return sum(town.icons[other] == icon for other in town.geometry.around[cell])


def monument_bonus(town: Town, cell: Cell, card: MonumentId) -> tuple[int, int]:
    """The icons that a monument card would count around a cell, and their points (build.4)."""
    count = icons_around(town, cell, town.content.monument[card].bonus_icon)
    return count, count * town.content.constants.monument_bonus_vp


def site_bonus(town: Town, seat: Seat, cell: Cell) -> int:
    """Points for building on the icon of an own Reconstruction card (cultus.build.5)."""
    return own_sites(town, seat).get(town.icons[cell] or "", 0)


def building_pays(town: Town, seat: Seat, cell: Cell, card: MonumentId) -> int:
    """All points for building there now and taking that card (cultus.build.4, cultus.build.5)."""
    return monument_bonus(town, cell, card)[1] + site_bonus(town, seat, cell)


def power_counts(town: Town, seat: Seat) -> int:
    """Cells with the player's icon around at least one own monument (cultus.power.4)."""
    icon = icon_of(town, seat)
    return (
        0 if icon is None else _around(town.icons, town.geometry, town.rulers[seat].monuments, icon)
    )


@at_hand  # few actions lay a card or move a monument
def _around(
    icons: tuple[IconId | None, ...], geometry: Geometry, monuments: tuple[Cell, ...], icon: IconId
) -> int:
    """Cells with an icon around at least one of the monuments."""
    cells = {cell for monument in monuments for cell in geometry.around[monument]}
    return [icons[cell] for cell in cells].count(icon)


def power_pays(town: Town, seat: Seat) -> int:
    """Points for power 10 now (cultus.power.4)."""
    return power_counts(town, seat) * town.content.power["score"].vp


def plan_counts(town: Town, plan: PlanId) -> tuple[int, int]:
    """Cells with a plan's icon, and adjacent cells with its pair (cultus.score.2-3)."""
    return _plan_counts(town.content, town.icons, plan)


@at_hand  # most actions leave the map as it is
def _plan_counts(content: Cards, icons: tuple[IconId | None, ...], plan: PlanId) -> tuple[int, int]:
    card = content.plan[plan]
    return icons.count(card.icon), _pairs(content.geometry, icons, *card.pair)


@lru_cache(maxsize=1 << 12)
def _pairs(geometry: Geometry, icons: tuple[IconId | None, ...], one: IconId, other: IconId) -> int:
    """The number of adjacent cells that show both icons; cached, as bots need it often."""
    ways = {(one, other), (other, one)}
    return sum((icons[cell], icons[to]) in ways for cell, to in geometry.pairs)


def plan_pays(town: Town, plan: PlanId) -> int:
    """Points for a plan on the map as it is (cultus.score.2-3)."""
    count, pairs = plan_counts(town, plan)
    constants = town.content.constants
    return count * constants.plan_icon_vp + pairs * constants.plan_pair_vp


def in_centre(town: Town, monuments: Iterable[Cell]) -> int:
    """The number of the monuments that stand in the centre (cultus.score.1)."""
    centre = town.geometry.centre_cells
    return sum([cell in centre for cell in monuments])


def centre_pays(town: Town, owner: Owner) -> int:
    """Points for the centre as it is (cultus.score.1, cultus.solo.17)."""
    monuments = town.foe.monuments if owner is None else town.rulers[owner].monuments
    return in_centre(town, monuments) * town.content.constants.centre_vp


# ------------------------------------------------------------ the enemy's final scoring


def enemy_icons(town: Town) -> int:
    """Cells that show the enemy's icon (cultus.solo.19)."""
    return len(cells_showing(town, town.content.enemy[town.foe.id].icon))


def enemy_beside(town: Town) -> int:
    """Monuments of the enemy beside at least one cell with its icon (cultus.solo.18)."""
    icon, adjacent = town.content.enemy[town.foe.id].icon, town.geometry.adjacent
    return sum(
        any(town.icons[other] == icon for other in adjacent[cell]) for cell in town.foe.monuments
    )


# ------------------------------------------------------------ the enemy's effect


def effect_counts(town: Town) -> int:
    """The number that the enemy's effect would count now (cultus.enemy.1-7)."""
    seat = town.turn.seat
    match town.content.enemy[town.foe.id].effect:
        case DrawAndCountDiscards():
            return len(town.discard)
        case CountNeighbours():
            return _touching(town)
        case EmptyCostBoard():
            return town.rulers[seat].stock
        case PushAndCountIcons():
            return sum(_icons_beside(town, cell) for cell in town.foe.monuments)
        case EmptyCharacter():
            return _shown_by_first_income(town)
        case Gather():
            return in_centre(town, town.foe.monuments)


def effect_pays(town: Town) -> int:
    """The points that the enemy's effect would bring it on the map as it is."""
    return effect_counts(town) * town.content.enemy[town.foe.id].effect.vp


def _touching(town: Town) -> int:
    """Monuments of either side beside another one; a shared cell is not beside (cultus.enemy.3)."""
    held, adjacent = town.monument_cells(), town.geometry.adjacent
    return sum(not held.isdisjoint(adjacent[cell]) for _, cell in town.monuments())


def _icons_beside(town: Town, cell: Cell) -> int:
    """Different icons beside a cell, the plaza included (cultus.enemy.5)."""
    return len({town.icons[other] for other in town.geometry.adjacent[cell]} - {None})


def _shown_by_first_income(town: Town) -> int:
    """Cells with an icon of the leftmost card that is income side up (cultus.enemy.6)."""
    space = next((space for space in town.row if not space.is_gold), None)
    if space is None:
        return 0
    return len(cells_showing(town, *town.content.income[space.income].icons))


# ------------------------------------------------------------ the projected score


class ProjectedScore(NamedTuple):
    """The score of a player or the enemy if the game ended now, as far as the viewer may know."""

    vp: int
    """Points scored in play."""
    centre: int
    plan: int | None
    """Points of the plan; None where the viewer does not see the plan. 0 for the enemy."""
    icons: int = 0
    """Points of the enemy for its icon on the map and beside its monuments."""

    @property
    def total(self) -> int:
        """The sum of all known points."""
        return self.vp + self.centre + (self.plan or 0) + self.icons


def projected_score(town: Town, owner: Owner) -> ProjectedScore:
    """The projected score of a player, or of the enemy (None); works on a mask."""
    if owner is None:
        card = town.content.enemy[town.foe.id]
        icons = enemy_icons(town) * card.icon_vp + enemy_beside(town) * card.beside_icon_vp
        score = ProjectedScore(town.foe.vp, centre_pays(town, None), 0, icons)
    else:
        plan = town.rulers[owner].plan
        known_plan = None if plan is None else plan_pays(town, plan)
        score = ProjectedScore(town.rulers[owner].vp, centre_pays(town, owner), known_plan)
    if town.turn.phase != "scoring":
        return score
    # the final scoring has paid the other parts out already: they are part of vp
    return score._replace(vp=2 * score.vp - score.total)


def parts(town: Town) -> Sequence[Mapping[str, int | None]]:
    """The score parts of all players, and last of a solo game's enemy."""
    scores: list[Mapping[str, int | None]] = []
    for owner in town.seats:
        score = projected_score(town, owner)
        scores.append({"play": score.vp, "centre": score.centre, "plan": score.plan})
    if len(town.rulers) == 1:  # before it enters, the enemy has nothing
        enemy = projected_score(town, None) if town.enemy else ProjectedScore(0, 0, 0)
        scores.append({"play": enemy.vp, "centre": enemy.centre, "icons": enemy.icons})
    return scores
