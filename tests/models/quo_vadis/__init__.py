"""Quo Vadis, played by a model written from the rulebook alone.

Each function quotes the clause it follows, such as war.5 for quo_vadis.war.5. Everything is plain
data, changed in place: a player is a `People`, a city a list of its cubes and of whether it is
destroyed, a cell a string such as "2-4b".
"""

from __future__ import annotations

from tests.models.model import Facts, Play
from tests.models.quo_vadis.ending import Ending
from tests.models.quo_vadis.table import Part, Turn


class QuoVadis(Ending):
    """A game."""

    def play(self) -> Play:
        yield from self.set_up()
        rounds = int(self.options["rounds"])  # turn.2, variant.16
        for self.round in range(1, rounds + 1):
            for seat in self.clockwise(self.start):
                yield from self.take_turn(seat)
        self.final()

    def take_turn(self, seat: int) -> Part:
        one = self.people[seat]
        self.turn = Turn()
        for _ in range(len(one.doomed)):  # variant.12
            self.seen["fought to the death"] += 1
            self.ascend(seat)
        one.doomed.clear()
        yield from self.great_harvest(seat)
        yield from self.select(seat)
        yield from self.strike(seat)
        yield from self.place(seat)
        yield from self.play_card(seat)
        yield from self.march(seat)
        yield from self.fight(seat)
        yield from self.build(seat)
        yield from self.end(seat)
        for skill in one.row:
            skill["fresh"] = False

    def result(self) -> Facts:
        scores = tuple(one.vp for one in self.people)
        return {"scores": scores, "winners": (self.winner(),)}

    def winner(self) -> int:
        """Most VP; of those tied the first clockwise from the start player (final.4)."""
        best = max(one.vp for one in self.people)
        tied = [seat for seat in self.clockwise(self.start) if self.people[seat].vp == best]
        self.seen["tie for the win"] += len(tied) > 1
        return tied[0]
