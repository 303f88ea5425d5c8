"""Powers of characters, paid with gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.cultus.actions import PickCell
from hako.content.cultus.cards import PowerId
from hako.content.cultus.events.monuments import MonumentMoved, PowerScored, PowerUsed
from hako.content.cultus.events.turn import PawnMoved
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import icon_of, monument_targets, pawn_targets
from hako.content.cultus.scoring import power_counts, power_pays
from hako.content.cultus.state import Town
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, known


def can_use(town: Town, seat: Seat, power: PowerId) -> bool:
    """True if a power can be paid and has an effect (cultus.power.1, cultus.action.2)."""
    return is_affordable(town, seat, power) and has_target(town, seat, power)


def is_affordable(town: Town, seat: Seat, power: PowerId) -> bool:
    """True if the character gold suffices for a power (cultus.power.1)."""
    return town.rulers[seat].character_gold >= town.content.power[power].cost


def has_target(town: Town, seat: Seat, power: PowerId) -> bool:
    """True if a power has a target on the map (cultus.power.2-4)."""
    match power:
        case "move_pawn":
            return bool(pawn_targets(town, seat))
        case "move_monument":
            return next(movable(town, seat), None) is not None
        case "score":
            return bool(town.rulers[seat].monuments)


def movable(town: Town, seat: Seat) -> Iterator[Cell]:
    """The cells from which power 5 can move an own monument (cultus.power.3)."""
    own = dict.fromkeys(town.rulers[seat].monuments)
    return (cell for cell in own if monument_targets(town, seat, cell))


def use(town: Town, seat: Seat, power: PowerId) -> Resolution[Town]:
    """Pay for a power and use it (cultus.power.1)."""
    town = yield PowerUsed(seat, power, town.content.power[power].cost)
    match power:
        case "move_pawn":
            yield PickPawnCell(seat)
        case "move_monument":
            cells = [*movable(town, seat)]
            yield PickMonument(seat) if len(cells) > 1 else PickMonumentCell(seat, cells[0])
        case "score":
            icon, count = known(icon_of(town, seat)), power_counts(town, seat)
            yield PowerScored(seat, icon, count, power_pays(town, seat))


class PickPawnCell(Choice[Town, PickCell], frozen=True):
    """A player chooses the cell where power 3 puts the pawn."""

    clause = "cultus.power.2"

    def actions(self, town: Town, /) -> Sequence[PickCell]:
        return [PickCell(cell) for cell in pawn_targets(town, self.seat)]

    def resolve(self, town: Town, action: PickCell, chance: Chance, /) -> Resolution[Town]:
        yield PawnMoved(self.seat, known(town.rulers[self.seat].pawn), action.cell)


class PickMonument(Choice[Town, PickCell], frozen=True):
    """A player chooses the own monument that power 5 moves."""

    clause = "cultus.power.3"

    def actions(self, town: Town, /) -> Sequence[PickCell]:
        return [PickCell(cell) for cell in movable(town, self.seat)]

    def resolve(self, town: Town, action: PickCell, chance: Chance, /) -> Resolution[Town]:
        yield PickMonumentCell(self.seat, action.cell)


class PickMonumentCell(Choice[Town, PickCell], frozen=True):
    """A player chooses the cell where power 5 puts the monument."""

    clause = "cultus.power.3"

    monument: Cell
    """The cell of the monument now."""

    def actions(self, town: Town, /) -> Sequence[PickCell]:
        return [PickCell(cell) for cell in monument_targets(town, self.seat, self.monument)]

    def resolve(self, town: Town, action: PickCell, chance: Chance, /) -> Resolution[Town]:
        yield MonumentMoved(self.seat, self.monument, action.cell)
