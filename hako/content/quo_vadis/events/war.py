"""War: who takes part, what is spent, the dice, who wins and who loses."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from hako.content.quo_vadis.geography import CellId
from hako.content.quo_vadis.state import Rolls, War, World, without
from hako.engine.rules import Event, Seat


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

    seat: Seat
    spirit: int
    food: int = 0

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        declared = (*world.of_war().declared, self.spirit + self.food)
        world = world.with_war(declared=declared)
        return world.with_player(
            self.seat, spirit=player.spirit - self.spirit, food=player.food - self.food
        )


class DiceRolled(Event[World], frozen=True):
    """All participants rolled (quo_vadis.war.7-8)."""

    seats: tuple[Seat, ...]
    faces: Rolls
    """All faces, a row for each participant."""
    added: tuple[int, ...]
    """What each adds: the higher one, as skills have it."""
    totals: tuple[int, ...]
    """Strengths with all that was added so far."""

    def apply(self, world: World, /) -> World:
        war = world.of_war()
        before = war.dice or (0,) * len(war.seats)
        dice = tuple(old + new for old, new in zip(before, self.added, strict=True))
        return world.with_war(rolls=(*war.rolls, self.faces), dice=dice)


class WarDecided(Event[World], frozen=True):
    """Who won, who drew, who lost (quo_vadis.war.9-11)."""

    winner: Seat | None
    drawn: tuple[Seat, ...]
    losers: tuple[Seat, ...]

    def apply(self, world: World, /) -> World:
        return world.with_war(winner=self.winner, losers=self.losers)


class CubesCaptured(Event[World], frozen=True):
    """What a city lost counts for the winner (quo_vadis.war.13)."""

    quiet: ClassVar[bool] = True

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

    quiet: ClassVar[bool] = True

    def apply(self, world: World, /) -> World:
        return replace(world, war=None)
