"""Events of a war: participants, spending, dice, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.state import War, World, without
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Event, Seat


class WarBegan(Event[World], frozen=True):
    """A war over all contested cells (quo_vadis.war.1-5)."""

    cells: tuple[CellId, ...]
    seats: tuple[Seat, ...]
    """In the order of declaring."""
    strengths: tuple[int, ...]

    def apply(self, world: World, /) -> World:
        return replace(world, war=War(self.cells, self.seats, self.strengths))


class Declared(Event[World], frozen=True):
    """A participant spent spirit, or food with Mercenaries (quo_vadis.war.6)."""

    fleeting = True  # a winner may have the spirit back

    seat: Seat
    spirit: int
    food: int | None = None
    """None without Mercenaries."""

    def apply(self, world: World, /) -> World:
        player, food = world.players[self.seat], self.food or 0
        declared = (*world.of_war().declared, self.spirit + food)
        world = world.with_war(declared=declared)
        return world.with_player(
            self.seat, spirit=player.spirit - self.spirit, food=player.food - food
        )


class DiceRolled(Event[World], frozen=True):
    """A participant rolled (quo_vadis.war.7-8)."""

    seat: Seat
    sides: int
    faces: tuple[int, ...]
    """The faces rolled: one, or two with a fort."""
    added: int
    """The higher face, after skills are applied."""
    total: int
    """The strength with all additions so far."""

    def apply(self, world: World, /) -> World:
        war = world.of_war()
        place, none = war.seats.index(self.seat), len(war.seats)
        faces, dice = list(war.faces or ((),) * none), list(war.dice or (0,) * none)
        faces[place] = (*faces[place], *self.faces)
        dice[place] += self.added
        return world.with_war(faces=tuple(faces), dice=tuple(dice))


class RolledOn(Event[World], frozen=True):
    """Variant V11: a losing participant paid so that all roll once more."""

    seat: Seat
    spirit: int

    def apply(self, world: World, /) -> World:
        spirit = world.players[self.seat].spirit - self.spirit
        return world.with_player(self.seat, spirit=spirit).with_war(rolled_on=True)


class WarDecided(Event[World], frozen=True):
    """The war ended with a winner or a draw, and with losers (quo_vadis.war.9-11)."""

    matters = True
    counts = "for"

    winner: Seat | None
    drawn: tuple[Seat, ...]
    losers: tuple[Seat, ...]

    @property
    def seat_concerned(self) -> Seat | None:
        return self.winner

    def highlight(self, before: World, /) -> Sequence[LazyText]:
        """Each participant's strength, spending and dice; empty if a truce ended the war."""
        war = before.of_war()
        forces = zip(war.seats, war.strengths, war.declared, war.faces, war.dice, strict=False)
        return [
            LazyText(
                "force",
                {
                    "seat": seat,
                    "strength": strength,
                    "spent": spent,
                    "faces": faces,
                    "dice": dice,
                    "total": war.total(seat),
                },
            )
            for seat, strength, spent, faces, dice in forces
        ]

    def apply(self, world: World, /) -> World:
        return world.with_war(winner=self.winner, losers=self.losers)


class CubesCaptured(Event[World], frozen=True):
    """The winner captured the cubes of a lost city (quo_vadis.war.13)."""

    quiet = True

    cubes: int
    razed: int
    """Cities turned face down."""

    def apply(self, world: World, /) -> World:
        war = world.of_war()
        return world.with_war(cubes=war.cubes + self.cubes, razed=war.razed + self.razed)


class WorkerFightsOn(Event[World], frozen=True):
    """Variant V12: a loser's worker stays until its owner's next turn."""

    seat: Seat
    cell: CellId

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        return world.with_player(
            self.seat,
            workers=without(player.workers, (self.cell,)),
            doomed=tuple(sorted((*player.doomed, self.cell))),
        )


class WorkerLeft(Event[World], frozen=True):
    """Variant V10: a loser paid food to leave a worker in its contested cell."""

    seat: Seat
    cell: CellId
    food: int

    def apply(self, world: World, /) -> World:
        return world.with_player(self.seat, food=world.players[self.seat].food - self.food)


class WarEnded(Event[World], frozen=True):
    """The war is over."""

    quiet = True

    def apply(self, world: World, /) -> World:
        return replace(world, war=None)
