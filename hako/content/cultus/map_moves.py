"""Legal moves on the map and their pay, from public information.

The rules use it, and so do bots, action notes and boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hako.content.cultus.cards import Cards, IconId, IncomeId, MonumentId
from hako.content.cultus.geometry import Cell, Rotation
from hako.content.cultus.state import Owner, Pair, Space, Town, pair
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat

# ------------------------------------------------------------ walking


def steps(town: Town, cell: Cell) -> list[Cell]:
    """The adjacent cells that a pawn on this one may walk to (cultus.move.1)."""
    taken = town.pawn_cells()
    return [
        other
        for other in town.geometry.adjacent[cell]
        if town.icons[other] is not None and other not in taken
    ]


class Payment(NamedTuple):
    """The pay of a step."""

    income: IncomeId
    gold: int
    vp: int
    """Points of the own medal; negative against some enemies (cultus.enemy.2)."""


def payment(town: Town, seat: Seat, cell: Cell, to: Cell) -> Payment | None:
    """The pay of a step for a player now; None if it does not pay (cultus.move.2-5)."""
    space = paying_space(town, town.icons[cell], town.icons[to])
    if space is None or pair(cell, to) in town.turn.paid:
        return None
    vp = medal_worth(town) if space.medal == seat else 0
    return Payment(space.income, step_gold(town), vp)


def pays_twice(town: Town, first: Payment, second: Payment) -> bool:
    """True if both of two paying steps of one move pay (cultus.monument.8-11)."""
    match town.roads_pay:
        case "once":
            return False
        case "one_card":
            return first.income == second.income
        case "each_card":
            return first.income != second.income


def paying_space(town: Town, one: IconId | None, other: IconId | None) -> Space | None:
    """The income card that shows both icons and is income side up (cultus.move.2)."""
    for space in town.row:
        if not space.is_gold:
            first, second = town.content.income[space.income].icons
            if (one == first and other == second) or (one == second and other == first):
                return space
    return None


def step_gold(town: Town) -> int:
    """The gold that a paying step brings: 1 + F (cultus.move.2)."""
    constants = town.content.constants
    return constants.pair_gold + constants.gold_per_gold_side * town.gold_sides()


def medal_worth(town: Town) -> int:
    """Points for a step that the own medal pays; against some enemies a loss (cultus.enemy.2)."""
    if town.enemy is not None and (loss := town.content.enemy[town.enemy.id].medal_loss):
        return -loss
    return town.content.constants.medal_vp


def paying_pairs(town: Town) -> Mapping[Pair, IncomeId]:
    """All pairs of adjacent cells that match an open income card, paid in this turn or not."""
    by_icons: dict[tuple[IconId | None, IconId | None], IncomeId] = {}
    for space in town.row:
        if not space.is_gold:
            one, other = town.content.income[space.income].icons
            by_icons.setdefault((one, other), space.income)
            by_icons.setdefault((other, one), space.income)
    icons = town.icons
    return {
        pair: by_icons[both]
        for pair in town.geometry.pairs
        if (both := (icons[pair[0]], icons[pair[1]])) in by_icons
    }


# ------------------------------------------------------------ laying cards


class Placement(NamedTuple):
    """A position and rotation of a card."""

    anchor: Cell
    """Its north-western cell."""
    rotation: Rotation


def anchors(town: Town, seat: Seat) -> list[Cell]:
    """The anchors where the player may lay a card, beside the own pawn (cultus.place.1-4)."""
    pawn = town.rulers[seat].pawn
    return [] if pawn is None else _free(town, town.geometry.anchors_beside[pawn])


def first_anchors(town: Town, start: Cell) -> list[Cell]:
    """The anchors of a player's first card, over the start cell (cultus.setup.12)."""
    return _free(town, [anchor for anchor, under in town.geometry.covers.items() if start in under])


def placements(town: Town, seat: Seat) -> list[Placement]:
    """All ways in which the player may lay any card of the hand (cultus.place.1-5)."""
    return turned(town, anchors(town, seat))


def turned(town: Town, cells: list[Cell]) -> list[Placement]:
    """Each of these anchors in each rotation (cultus.place.5)."""
    return [Placement(anchor, rotation) for anchor in cells for rotation in town.geometry.rotations]


def _free(town: Town, cells: list[Cell] | tuple[Cell, ...]) -> list[Cell]:
    """The anchors among them from which a card covers no pawn or monument (cultus.place.4)."""
    held = town.pawn_cells() | town.monument_cells()
    covers = town.geometry.covers
    return [anchor for anchor in cells if held.isdisjoint(covers[anchor])]


# ------------------------------------------------------------ monuments


def may_build_on(town: Town, seat: Seat, icon: IconId | None) -> bool:
    """True if the player may build on a cell with this icon (cultus.build.1, cultus.monument.1)."""
    if icon is None:
        return False
    return icon in town.content.sites or icon in own_sites(town, seat)


def own_sites(town: Town, seat: Seat) -> Mapping[IconId, int]:
    """The icons of the player's Reconstruction cards, with the points for building there."""
    return sites_of(town.content, town.rulers[seat].cards)


def sites_of(content: Cards, own: Iterable[MonumentId]) -> Mapping[IconId, int]:
    """The icons of the Reconstruction cards among these, with the points for building there."""
    cards = [content.monument[card] for card in own]
    return {card.site_icon: card.site_vp for card in cards if card.site_icon is not None}


def can_afford_monument(town: Town, seat: Seat) -> bool:
    """True if the gold on the cost board suffices for a monument (cultus.build.1)."""
    cost = town.rulers[seat].cost
    return cost is not None and cost >= town.content.constants.monument_price


def may_share(town: Town, seat: Seat) -> bool:
    """True if the player may put monuments on cells with others (cultus.monument.5)."""
    return town.has(seat, "friendship")


def site(town: Town, seat: Seat) -> Cell | None:
    """The cell of the own pawn if a monument could stand there (cultus.build.1)."""
    pawn = town.rulers[seat].pawn
    if pawn is None or not may_build_on(town, seat, town.icons[pawn]):
        return None
    return pawn if pawn not in town.monument_cells() or may_share(town, seat) else None


def can_build(town: Town, seat: Seat) -> bool:
    """True if the player can build on the cell of the own pawn now (cultus.build.1)."""
    return (
        bool(town.open_monuments)
        and can_afford_monument(town, seat)
        and site(town, seat) is not None
    )


def reachable_monuments(town: Town, seat: Seat) -> list[tuple[Owner, Cell]]:
    """The monuments that the player could move with an action if they have a target.

    They are on the cell of the own pawn, or with Solidarity also beside it
    (cultus.shift.1, cultus.monument.2).
    """
    pawn = town.rulers[seat].pawn
    if pawn is None:
        return []
    reach = {pawn}
    if town.has(seat, "solidarity"):
        reach |= {*town.geometry.adjacent[pawn]}
    return list(dict.fromkeys(monument for monument in town.monuments() if monument[1] in reach))


def monument_steps(town: Town, seat: Seat, cell: Cell) -> list[Cell]:
    """The adjacent cells to which the player may move a monument (cultus.shift.2)."""
    free = open_cells(town, share=may_share(town, seat))
    return [other for other in town.geometry.adjacent[cell] if other in free]


def open_cells(town: Town, *, share: bool = False) -> frozenset[Cell]:
    """The covered cells without a monument, or all covered cells if they may be shared."""
    covered = _covered(town.icons)
    return covered if share else covered - town.monument_cells()


@at_hand  # asked many times after each card laid
def _covered(icons: tuple[IconId | None, ...]) -> frozenset[Cell]:
    return frozenset([cell for cell, icon in enumerate(icons) if icon is not None])


def shift_cards(town: Town, seat: Seat) -> int:
    """Cards that moving a monument costs the player (cultus.shift.1, cultus.monument.4)."""
    return max(0, town.content.constants.shift_cards - town.has(seat, "transport"))


# ------------------------------------------------------------ powers


def icon_of(town: Town, seat: Seat) -> IconId | None:
    """The icon of the player's character (cultus.power.1)."""
    character = town.rulers[seat].character
    return None if character is None else town.content.character[character].icon


def cells_showing(town: Town, *icons: IconId | None) -> Sequence[Cell]:
    """The cells that show one of the icons."""
    return _showing(town.icons, frozenset(icons))


@lru_cache(maxsize=1 << 12)  # as what others count on the map
def _showing(
    icons: tuple[IconId | None, ...], wanted: frozenset[IconId | None]
) -> tuple[Cell, ...]:
    return tuple([cell for cell, icon in enumerate(icons) if icon is not None and icon in wanted])


def pawn_targets(town: Town, seat: Seat) -> list[Cell]:
    """The cells where power 3 may put the pawn (cultus.power.2)."""
    taken = town.pawn_cells()
    return [cell for cell in cells_showing(town, icon_of(town, seat)) if cell not in taken]


def monument_targets(town: Town, seat: Seat, cell: Cell) -> list[Cell]:
    """The cells where power 5 may put the player's monument of a cell (cultus.power.3)."""
    free = open_cells(town, share=may_share(town, seat))
    icons = cells_showing(town, icon_of(town, seat))
    return [other for other in icons if other in free and other != cell]


# ------------------------------------------------------------ the enemy's monuments


def outward_steps(town: Town, cell: Cell) -> list[Cell]:
    """The steps of a monument away from the centre (cultus.enemy.8)."""
    free = open_cells(town)
    return [other for other in town.geometry.outwards[cell] if other in free]


def inward_steps(town: Town, cell: Cell) -> list[Cell]:
    """The steps of a monument towards the centre (cultus.enemy.8)."""
    free = open_cells(town)
    return [other for other in town.geometry.inwards[cell] if other in free]


# ------------------------------------------------------------ gold


def splits(town: Town, seat: Seat, gold: int) -> list[tuple[int, int]]:
    """The ways to split gold between cost board and character, as much as fits (income.3)."""
    ruler, constants = town.rulers[seat], town.content.constants
    for_cost = 0 if ruler.cost is None else constants.cost_track - ruler.cost
    for_character = constants.character_track - ruler.character_gold
    fits = min(gold, for_cost + for_character)
    most, least = min(fits, for_cost), max(0, fits - for_character)
    return [(cost, fits - cost) for cost in range(most, least - 1, -1)]


def hand_loss(town: Town, seat: Seat, discarded: int) -> tuple[int, int]:
    """Points and cost-board gold lost for cards above the hand limit (cultus.hand.1-2)."""
    ruler = town.rulers[seat]
    owed = discarded * town.content.constants.overhand_loss
    vp = min(owed, ruler.vp)
    return vp, min(owed - vp, ruler.cost or 0)
