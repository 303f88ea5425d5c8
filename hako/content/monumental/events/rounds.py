"""Events of rounds and turns, and of the end."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.monumental.cards.effects import Resource
from hako.content.monumental.state import Phase, World
from hako.engine.rules.model import Event, Seat


class RoundBegan(Event[World], frozen=True):
    """A new round began."""

    opens = True

    number: int

    def apply(self, world: World, /) -> World:
        return replace(world, round=self.number)


class PhaseBegan(Event[World], frozen=True):
    """A step of the round began (monumental.seq.1)."""

    quiet = True

    phase: Phase

    def apply(self, world: World, /) -> World:
        return replace(world, phase=self.phase)


class TurnBegan(Event[World], frozen=True):
    """A seat has its turn."""

    quiet = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, turn=self.seat)


class WholeTurnBegan(TurnBegan, frozen=True):
    """A seat has its turn of the round in classic mode (monumental.classic.1)."""

    opens = True
    quiet = False


class TurnEnded(Event[World], frozen=True):
    """A seat's turn is over; drawn cards no longer act as free actions (monumental.city.6)."""

    quiet = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        world, realm = replace(world, turn=None), world.realms[self.seat]
        return world.with_realm(self.seat, replace(realm, fresh=())) if realm.fresh else world


class Passed(Event[World], frozen=True):
    """A seat takes no more turns this round (monumental.seq.7)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return world.with_realm(self.seat, replace(world.realms[self.seat], passed=True))


class CountersLost(Event[World], frozen=True):
    """A seat's counters perished (monumental.pay.1)."""

    seat: Seat
    lost: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        return world.with_less(self.seat, self.lost)


class StartPlayerPassed(Event[World], frozen=True):
    """The Era I card went to the left neighbour (monumental.seq.14)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, start_player=self.seat)


class LastRoundAnnounced(Event[World], frozen=True):
    """The deck is nearly used up: that round is the last (monumental.end.1-2)."""

    matters = True

    number: int

    def apply(self, world: World, /) -> World:
        return replace(world, last_round=self.number)


class BonusesPaid(Event[World], frozen=True):
    """The leaders of each category gained their bonus VP (monumental.score.5)."""

    matters = True

    bonuses: tuple[int, ...]
    """VP, one number a seat."""

    def apply(self, world: World, /) -> World:
        return replace(world, bonuses=self.bonuses, phase="end")
