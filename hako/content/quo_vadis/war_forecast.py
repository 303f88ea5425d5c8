"""Preview of a war: the contested cells, the participants, their strengths and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from msgspec import Struct

from hako.content.quo_vadis.cards import AreaId
from hako.content.quo_vadis.geometry import CellId, area_of, cells_of
from hako.content.quo_vadis.state import Player, War, World
from hako.content.quo_vadis.working_skills import can, suited, total
from hako.engine.rules.model import Seat


class Dice(Struct, frozen=True):
    """The dice of a participant; the higher face counts."""

    count: int
    sides: int
    least: int = 1
    """A lower result counts as this."""

    def value(self, faces: Sequence[int]) -> int:
        """The strength that the faces add."""
        return max(*faces, self.least)


def contested(world: World, area: AreaId) -> Sequence[CellId]:
    """The cells of an area that several seats hold (quo_vadis.war.1)."""
    claimed = [claims(world, player) for player in world.players]
    return [cell for cell in cells_of(area) if sum([cell in cells for cells in claimed]) > 1]


def fighters(world: World, cells: Sequence[CellId]) -> Sequence[Seat]:
    """The participants of a war over those cells, in the order of declaring (quo_vadis.war.2, 6)."""
    first = 0 if world.turn is None else world.turn.seat
    return [
        seat
        for seat in world.clockwise(first)
        if any(cell in cells for cell in claims(world, world.players[seat]))
    ]


def claims(world: World, player: Player) -> Sequence[CellId]:
    """The cells that a player contests: workers and intact cities, or any intact piece."""
    if world.variants.contested_by == "workers_and_cities":
        return (*player.workers, *[city.cell for city in player.intact_cities()])
    return (*player.workers, *player.intact_buildings())


def strength(world: World, seat: Seat, cells: Sequence[CellId]) -> int:
    """A seat's strength in a war over those cells, before spirit and dice (quo_vadis.war.5)."""
    player = world.players[seat]
    ruins = world.variants.ruins_lend_strength
    pieces = (*player.workers, *(player.buildings() if ruins else player.intact_buildings()))
    near = touched(world, cells)
    skilled = any(cell in cells for cell in player.workers)
    more = total(world, seat, "strength_with_worker") if skilled else 0
    if not world.variants.simple_strength:
        return sum([piece in near for piece in pieces]) + more
    area = area_of(cells[0])
    inside = sum([piece in near and area_of(piece) == area for piece in pieces])
    present = {area_of(piece) for piece in pieces}
    around = sum([other in present for other in world.geography.areas_around[area]])
    return inside + around + more


def touched(world: World, cells: Sequence[CellId]) -> Collection[CellId]:
    """The cells whose pieces count in a war over those cells: they themselves and those beside."""
    return {*cells}.union(*(world.geography.neighbors[cell] for cell in cells))


def dice(world: World, seat: Seat, cells: Sequence[CellId], seats: Sequence[Seat]) -> Dice:
    """The dice of a participant in a war over those cells (quo_vadis.war.7-8)."""
    constants = world.content.constants
    own = suited(world, seat)
    is_suited = any(world.terrain(cell) in own for cell in cells)
    has_fort = any(cell in cells for cell in world.players[seat].forts)
    cancelled = any(can(world, rival, "cancel_rival_forts") for rival in seats if rival != seat)
    return Dice(
        count=2 if has_fort and not cancelled else 1,
        sides=constants.suited_die if is_suited else constants.die,
        least=max(1, total(world, seat, "die_min")),
    )


def forecast(world: World, area: AreaId) -> War | None:
    """The war in an area if it were the creation area and nothing changed; None without one."""
    cells = contested(world, area)
    if not cells:
        return None
    seats = fighters(world, cells)
    strengths = tuple(strength(world, seat, cells) for seat in seats)
    return War(tuple(cells), tuple(seats), strengths)


def chances(world: World, war: War, spending: Sequence[int] = ()) -> Sequence[float]:
    """The probability to win for each participant after spending more (0 each if left out).

    The remainder to 1 is the probability of a draw. Dice already rolled are not rolled again.
    """
    rolls = [dice(world, seat, war.cells, war.seats) for seat in war.seats]
    more = spending or (0,) * len(war.seats)
    bases = [war.total(seat) + extra for seat, extra in zip(war.seats, more, strict=True)]
    if war.dice:
        return [float(sum(other >= base for other in bases) == 1) for base in bases]
    return [
        _chance(
            bases[place],
            rolls[place],
            tuple(zip(bases[:place], rolls[:place], strict=True))
            + tuple(zip(bases[place + 1 :], rolls[place + 1 :], strict=True)),
        )
        for place in range(len(bases))
    ]


def least_chance(world: World, war: War, seat: Seat, more: int = 0) -> float:
    """The probability to win after spending `more` if all others spend as much as they can."""
    place, declared = war.seats.index(seat), len(war.declared)
    spending = [
        0 if at < declared else spendable(world, other) for at, other in enumerate(war.seats)
    ]
    spending[place] = more
    return chances(world, war, spending)[place]


def spendable(world: World, seat: Seat) -> int:
    """The most that a seat can declare (quo_vadis.war.6)."""
    player = world.players[seat]
    food = 0 if can(world, seat, "spend_food") is None else player.food
    return player.spirit + food


@lru_cache(maxsize=1 << 14)
def _chance(base: int, own: Dice, others: tuple[tuple[int, Dice], ...]) -> float:
    chance = 0.0
    for value, part in enumerate(_distribution(own)):
        for rival, rolls in others:
            part *= sum(_distribution(rolls)[: max(0, base + value - rival)])
        chance += part
    return chance


@lru_cache(maxsize=64)
def _distribution(rolls: Dice) -> tuple[float, ...]:
    """The chance of each result, from 0 to the highest face."""
    faces = range(1, rolls.sides + 1)
    pairs = [(face,) for face in faces]
    if rolls.count == 2:
        pairs = [(one, other) for one in faces for other in faces]  # type: ignore[misc] # pairs of faces
    counts = Counter(rolls.value(pair) for pair in pairs)
    return tuple(counts[value] / len(pairs) for value in range(rolls.sides + 1))
