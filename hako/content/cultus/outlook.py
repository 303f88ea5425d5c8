"""What a pawn can still bring home in a turn: the best way to spend action points.

Worth is in victory points. A way is walked step by step, each pair paying once, and ends
with a monument where one can be built.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hako.content.cultus.cards import IconId
from hako.content.cultus.geometry import Cell, Geometry
from hako.content.cultus.state import Pair, Town
from hako.content.cultus.ways import medal_worth, open_cells, own_sites, shift_cards, step_gold
from hako.engine.rules.vocabulary import Seat

PER_POINT = 0.3
"""What an action point is worth that is spent on nothing better: a card."""


class Prices(NamedTuple):
    """What gold and monuments are worth to a player at this stage of the game."""

    cost: float
    """For each gold on the cost board."""
    character: float
    """For each gold on the character."""
    monument: float
    """For a monument beyond the points that it scores at once."""
    centre: float
    """For a monument on a centre cell."""
    rival: float
    """For a rival's monument that leaves the centre."""
    enemy: float
    """For a monument of the enemy that leaves the centre."""


class Scene(NamedTuple):
    """What the ways of a pawn depend on; equal scenes have equal ways."""

    geometry: Geometry
    icons: tuple[IconId | None, ...]
    taken: frozenset[Cell]
    """Cells with pawns of others."""
    monuments: frozenset[Cell]
    pairs: tuple[tuple[IconId, IconId, int], ...]
    """The icons of the open income cards, with the points of the own medal."""
    gold: int
    """What a step pays."""
    paid: tuple[Pair, ...]
    sites: tuple[tuple[IconId, int], ...]
    """Where a monument can be built, with the points for the site; empty if none can be."""
    bonus_icons: frozenset[IconId]
    bonus_vp: int
    price: int
    room: tuple[int, int]
    """Gold for which there is room on the cost board and on the character."""
    pushes: tuple[tuple[Cell, float], ...]
    """What moving a monument of a cell is worth, the cards paid for it taken off."""
    prices: Prices


def scene_of(town: Town, seat: Seat, prices: Prices, *, paid: tuple[Pair, ...]) -> Scene:
    """The scene of a player's pawn."""
    ruler, content = town.rulers[seat], town.content
    constants = content.constants
    own = own_sites(town, seat)
    sites = {**dict.fromkeys(content.sites, 0), **own} if ruler.cost is not None else {}
    return Scene(
        geometry=content.geometry,
        icons=town.icons,
        taken=town.pawn_cells() - {ruler.pawn or 0},
        monuments=town.monument_cells(),
        pairs=tuple(
            (*content.income[space.income].icons, medal_worth(town) if space.medal == seat else 0)
            for space in town.row
            if not space.is_gold
        ),
        gold=step_gold(town),
        paid=paid,
        sites=tuple(sites.items()) if town.open_monuments else (),
        bonus_icons=frozenset(content.monument[card].bonus_icon for card in town.open_monuments),
        bonus_vp=constants.monument_bonus_vp,
        price=constants.monument_price,
        room=(
            0 if ruler.cost is None else constants.cost_track - ruler.cost,
            constants.character_track - ruler.character_gold,
        ),
        pushes=tuple(_pushes(town, seat, prices)),
        prices=prices,
    )


def _pushes(town: Town, seat: Seat, prices: Prices) -> Iterator[tuple[Cell, float]]:
    """Own monuments that can come into the centre, others that can be driven out of it."""
    cards, centre = shift_cards(town, seat), town.geometry.centre_cells
    if len(town.rulers[seat].hand) < cards:
        return
    free = open_cells(town)
    gain = town.content.constants.shift_vp - cards * PER_POINT
    for owner, cell in town.monuments():
        ways = [to for to in town.geometry.adjacent[cell] if to in free]
        if owner == seat and cell not in centre and not centre.isdisjoint(ways):
            yield cell, gain + prices.centre
        if owner != seat and cell in centre and not centre.issuperset(ways):
            yield cell, gain + (prices.enemy if owner is None else prices.rival)


@lru_cache(maxsize=1 << 12)
def best_way(scene: Scene, pawn: Cell, points: int) -> float:
    """What the best way with so many action points is worth."""
    return _Walk(scene).best(pawn, points, scene.room, frozenset(scene.paid))


class _Walk:
    """A search through all ways."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._pays = {
            icons: vp for one, other, vp in scene.pairs for icons in ((one, other), (other, one))
        }
        self._sites = dict(scene.sites)
        self._pushes = dict(scene.pushes)
        self._built: dict[Cell, float] = {}

    def best(self, cell: Cell, points: int, room: tuple[int, int], paid: frozenset[Pair]) -> float:
        """What the best way from here is worth."""
        best = points * PER_POINT
        if not points:
            return best
        scene = self._scene
        if not room[0] and scene.icons[cell] in self._sites and cell not in scene.monuments:
            best = max(best, self._monument(cell) + (points - 1) * PER_POINT)
        if cell in self._pushes:
            best = max(best, self._pushes[cell] + (points - 1) * PER_POINT)
        here = scene.icons[cell]
        for to in scene.geometry.adjacent[cell]:
            icon = scene.icons[to]
            if icon is None or to in scene.taken:
                continue
            vp = self._pays.get((here, icon)) if here is not None else None
            if vp is None or (way := (min(cell, to), max(cell, to))) in paid:
                value = self.best(to, points - 1, room, paid)
            else:
                gain, left = self._gold(room)
                value = vp + gain + self.best(to, points - 1, left, paid | {way})
            best = max(best, value)
        return best

    def _gold(self, room: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        """What a step's gold is worth, the dearer track first, and the room left for more."""
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
        """What building there is worth, the gold paid for it taken off."""
        if cell not in self._built:
            scene, prices = self._scene, self._scene.prices
            around = [scene.icons[other] for other in scene.geometry.around[cell]]
            bonus = max((around.count(icon) for icon in scene.bonus_icons), default=0)
            site = self._sites[scene.icons[cell] or ""]
            centre = prices.centre if cell in scene.geometry.centre_cells else 0.0
            self._built[cell] = (
                bonus * scene.bonus_vp + site + prices.monument + centre
                - scene.price * prices.cost
            )  # fmt: skip
        return self._built[cell]
