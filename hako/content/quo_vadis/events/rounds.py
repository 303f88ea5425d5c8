"""Events of rounds, turns and phases."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.quo_vadis.state import Phase, Turn, World
from hako.engine.rules.model import Event, Seat


class RoundBegan(Event[World], frozen=True):
    """A round begins (quo_vadis.turn.1)."""

    opens = True

    number: int

    def apply(self, world: World, /) -> World:
        return replace(world, round=self.number)


class TurnBegan(Event[World], frozen=True):
    """A seat's turn begins (quo_vadis.turn.3)."""

    opens = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, turn=Turn(self.seat))


class PhaseBegan(Event[World], frozen=True):
    """A phase of the turn begins (quo_vadis.turn.3)."""

    quiet = True

    phase: Phase

    def apply(self, world: World, /) -> World:
        return replace(world, phase=self.phase)


class TurnEnded(Event[World], frozen=True):
    """A turn is over; a skill set in it works from now on (quo_vadis.settle.3)."""

    quiet = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        skills = tuple(replace(skill, fresh=False) for skill in world.players[self.seat].skills)
        return replace(world.with_player(self.seat, skills=skills), turn=None)


# ------------------------------------------------------------ tracks and VP


# ------------------------------------------------------------ pieces
