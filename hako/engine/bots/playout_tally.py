"""Counts of the events in a playout: what happened to each seat, and what paid it.

Which events count is up to the game: `Event.counts` and `Game.income`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Event, Seat, State
from hako.engine.rules.play import Consequences, events


class Occurrence(Struct, frozen=True, gc=False):
    """The events of one kind that happened to one seat in a playout."""

    seat: Seat
    is_good: bool
    """True if they serve the seat, False if they harm it."""
    times: int
    turn: int
    """The turn or round of the game after which the first one is counted; see Game.progress."""


@cache
def kind_of(event: type[Event[Any]]) -> str:
    """The tag under which an event is counted: that of the class whose `counts` it has."""
    base = next(base for base in event.__mro__ if "counts" in vars(base))
    assert issubclass(base, Event), "no other class has it"
    return str(base.__struct_config__.tag)


class PlayoutTally:
    """The events of a playout so far."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._pays = type(game).income is not Game.income
        self.occurrences: dict[str, Occurrence] = {}
        """By the tag of the event and the seat, such as "monument_built 0"."""
        self._incomes: dict[Seat, dict[str, int]] = {}

    def add(self, state: State, then: Consequences[Any]) -> None:
        """Count what followed from a decision, which led to this state."""
        for event in events(then):
            if event.counts:
                self._count(event, state)
            if self._pays and (income := self._game.income(event)) is not None:
                parts = self._incomes.setdefault(income.seat, {})
                parts[income.source] = parts.get(income.source, 0) + income.points

    def incomes(self, seats: int) -> tuple[Mapping[str, int], ...]:
        """The points of each seat by source; empty if the game names no sources."""
        return tuple(self._incomes.get(seat, {}) for seat in range(seats)) if self._pays else ()

    def _count(self, event: Event[Any], state: State) -> None:
        seat = event.seat_concerned
        if seat is None:
            return
        name = f"{kind_of(type(event))} {seat}"
        known = self.occurrences.get(name)
        if known is None:
            turn, _ = self._game.progress(view(self._game, state, None))
            known = Occurrence(seat, event.counts == "for", 0, turn)
        self.occurrences[name] = replace(known, times=known.times + 1)
