"""Search for a pawn's best way in a turn: the best use of the action points.

Values are in victory points. A way is walked step by step, each pair pays once, and it ends with
a monument if one can be built.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from hako.content.cultus.cards import Cards, IconId, MonumentId
from hako.content.cultus.geometry import Cell, Geometry
from hako.content.cultus.map_moves import (
    medal_worth,
    open_cells,
    shift_cards,
    sites_of,
    step_gold,
)
from hako.content.cultus.state import Pair, Space, Town, pair
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat

PER_POINT = 0.3
"""Value of an action point without a better use: it draws a card."""


class Prices(NamedTuple):
    """Values of gold and monuments for a player at this stage of the game."""

    cost: float
    """Value of a gold on the cost board."""
    character: float
    """Value of a gold on the character."""
    monument: float
    """Value of a monument beyond the points that it scores at once."""
    centre: float
    """Value of a monument on a centre cell."""
    rival: float
    """Value of driving a rival's monument out of the centre."""
    enemy: float
    """Value of driving a monument of the enemy out of the centre."""


Paying: TypeAlias = tuple[IconId, IconId, int]
"""The icons of an open income card, with the points of the own medal on it."""

Exit: TypeAlias = tuple[Cell, Pair, int | None]
"""The target of a step, its pair, and the medal's points; None if the pair does not pay."""


class Streets:
    """The steps of a pawn on a map with given icons, income cards and other pawns."""

    def __init__(
        self,
        geometry: Geometry,
        icons: tuple[IconId | None, ...],
        taken: frozenset[Cell],
        pairs: tuple[Paying, ...],
    ) -> None:
        self.geometry = geometry
        self.icons = icons
        self._taken = taken
        self._pays: dict[tuple[IconId | None, IconId | None], int] = {
            icons: vp for one, other, vp in pairs for icons in ((one, other), (other, one))
        }
        self._exits: dict[Cell, list[Exit]] = {}

    def exits(self, cell: Cell) -> list[Exit]:
        """The steps from a cell, computed once for each cell."""
        exits = self._exits.get(cell)
        if exits is None:
            icons, pays = self.icons, self._pays
            exits = self._exits[cell] = [
                (to, pair(cell, to), pays.get((icons[cell], icons[to])))
                for to in self.geometry.adjacent[cell]
                if icons[to] is not None and to not in self._taken
            ]
        return exits


@lru_cache(maxsize=1 << 11)
def streets_of(
    geometry: Geometry,
    icons: tuple[IconId | None, ...],
    taken: frozenset[Cell],
    pairs: tuple[Paying, ...],
) -> Streets:
    """The shared Streets of a map with other pawns on the `taken` cells and these paying pairs."""
    return Streets(geometry, icons, taken, pairs)


class Scene(NamedTuple):
    """Everything that the ways of a pawn depend on; equal scenes have equal ways."""

    streets: Streets
    """The same object for the same streets."""
    monuments: frozenset[Cell]
    gold: int
    """Gold that a paying step brings."""
    paid: tuple[Pair, ...]
    sites: tuple[tuple[IconId, int], ...]
    """The icons on which a monument can be built, with the points for the site; may be empty."""
    bonus_icons: frozenset[IconId]
    bonus_vp: int
    price: int
    room: tuple[int, int]
    """Gold for which there is room on the cost board and on the character."""
    pushes: tuple[tuple[Cell, float], ...]
    """Cells with the net value of moving a monument of theirs: the cards paid are taken off."""
    prices: Prices


def scene_of(town: Town, seat: Seat, prices: Prices, *, paid: tuple[Pair, ...]) -> Scene:
    """The scene of a player's pawn."""
    ruler, content = town.rulers[seat], town.content
    constants = content.constants
    pairs = _open_pairs(content, town.row, seat, medal_worth(town))
    may_build = ruler.cost is not None and bool(town.open_monuments)
    taken = town.pawn_cells() - {ruler.pawn or 0}
    return Scene(
        streets=streets_of(content.geometry, town.icons, taken, pairs),
        monuments=town.monument_cells(),
        gold=step_gold(town),
        paid=paid,
        sites=_sites(content, ruler.cards) if may_build else (),
        bonus_icons=_bonus_icons(content, town.open_monuments),
        bonus_vp=constants.monument_bonus_vp,
        price=constants.monument_price,
        room=(
            0 if ruler.cost is None else constants.cost_track - ruler.cost,
            constants.character_track - ruler.character_gold,
        ),
        pushes=tuple(_pushes(town, seat, prices)),
        prices=prices,
    )


@at_hand  # few actions change the row
def _open_pairs(
    content: Cards, row: tuple[Space, ...], seat: Seat, medal: int
) -> tuple[Paying, ...]:
    """The pairs that pay a player, with the points of the own medal on the card."""
    return tuple(
        [
            (*content.income[space.income].icons, medal if space.medal == seat else 0)
            for space in row
            if not space.is_gold
        ]
    )


@at_hand  # few actions take a monument card
def _sites(content: Cards, own: tuple[MonumentId, ...]) -> tuple[tuple[IconId, int], ...]:
    return tuple({**dict.fromkeys(content.sites, 0), **sites_of(content, own)}.items())


@at_hand
def _bonus_icons(content: Cards, offered: tuple[MonumentId, ...]) -> frozenset[IconId]:
    return frozenset([content.monument[card].bonus_icon for card in offered])


def _pushes(town: Town, seat: Seat, prices: Prices) -> Iterator[tuple[Cell, float]]:
    """Moves of own monuments into the centre and of others out of it, with their net values."""
    cards, centre = shift_cards(town, seat), town.geometry.centre_cells
    if len(town.rulers[seat].hand) < cards:
        return
    gain = town.content.constants.shift_vp - cards * PER_POINT
    for owner, cell in town.monuments():
        is_own = owner == seat
        if is_own == (cell in centre):
            continue
        free = open_cells(town)
        if any((to in centre) == is_own and to in free for to in town.geometry.adjacent[cell]):
            others = prices.enemy if owner is None else prices.rival
            yield cell, gain + (prices.centre if is_own else others)


def best_way(scene: Scene, pawn: Cell, points: int) -> float:
    """The value of the best way with a number of action points."""
    near = _near(scene.streets.geometry, pawn, points)
    return _best_way(
        scene._replace(
            monuments=scene.monuments & near,
            pushes=tuple([push for push in scene.pushes if push[0] in near]),
        ),
        pawn,
        points,
    )


@lru_cache(maxsize=1 << 12)
def _best_way(scene: Scene, pawn: Cell, points: int) -> float:
    """The value of the best way in a scene reduced to the cells in reach, so that it is cached."""
    return Walk(scene).best(pawn, points)


@cache
def _near(geometry: Geometry, cell: Cell, points: int) -> frozenset[Cell]:
    """The cells where a pawn can act with the last of its action points."""
    near = {cell}
    for _ in range(points - 1):
        near |= {to for start in near for to in geometry.adjacent[start]}
    return frozenset(near)


class Walk:
    """An exhaustive search of a pawn's ways in a scene."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._sites = dict(scene.sites)
        self._pushes = dict(scene.pushes)
        self._built: dict[Cell, float] = {}

    def best(self, pawn: Cell, points: int) -> float:
        """The value of the best way from a cell."""
        return self._best(pawn, points, self._scene.room, frozenset(self._scene.paid))

    def _best(self, cell: Cell, points: int, room: tuple[int, int], paid: frozenset[Pair]) -> float:
        best = points * PER_POINT
        if not points:
            return best
        scene, streets, left = self._scene, self._scene.streets, points - 1
        if not room[0] and streets.icons[cell] in self._sites and cell not in scene.monuments:
            best = max(best, self._monument(cell) + left * PER_POINT)
        if cell in self._pushes:
            best = max(best, self._pushes[cell] + left * PER_POINT)
        for to, edge, vp in streets.exits(cell):
            if vp is None or edge in paid:
                value = self._best(to, left, room, paid) if left else 0.0
            else:
                value, less = self._gold(room)
                value += vp
                if left:
                    value += self._best(to, left, less, paid | {edge})
            if value > best:
                best = value
        return best

    def _gold(self, room: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        """The value of a step's gold, put on the more valuable track first, and the room left."""
        cost, character = room
        prices, gold = self._scene.prices, self._scene.gold
        if prices.cost >= prices.character:
            first = min(gold, cost)
            second = min(gold - first, character)
        else:
            second = min(gold, character)
            first = min(gold - second, cost)
        worth = first * prices.cost + second * prices.character
        return worth, (cost - first, character - second)

    def _monument(self, cell: Cell) -> float:
        """The value of building in a cell, less that of the gold paid."""
        if cell not in self._built:
            scene, prices = self._scene, self._scene.prices
            geometry, icons = scene.streets.geometry, scene.streets.icons
            around = [icons[other] for other in geometry.around[cell]]
            bonus = max((around.count(icon) for icon in scene.bonus_icons), default=0)
            site = self._sites[icons[cell] or ""]
            centre = prices.centre if cell in geometry.centre_cells else 0.0
            self._built[cell] = (
                bonus * scene.bonus_vp + site + prices.monument + centre
                - scene.price * prices.cost
            )  # fmt: skip
        return self._built[cell]
