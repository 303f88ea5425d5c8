"""Walking: one step, or two with Roads, of which usually one pays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hako.content.cultus.actions import MovePawn, Stay, TakePay, WalkOnAction
from hako.content.cultus.events.solo_enemy import VpLost
from hako.content.cultus.events.turn import MedalPaid, PawnMoved, StepPaid
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import payment, pays_twice, steps
from hako.content.cultus.state import Town
from hako.content.cultus.steps.gold import gain
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat


def walk(town: Town, seat: Seat, to: Cell) -> Resolution[Town]:
    """Walk to an adjacent cell; with Roads the pawn may go on (cultus.move.1)."""
    start = town.rulers[seat].pawn
    assert start is not None, "a pawn walks on the map"
    town = yield PawnMoved(seat, start, to)
    if town.has(seat, "roads") and steps(town, to):
        yield WalkOn(seat, start, to)
    else:
        yield from pay(town, seat, start, to)


def pay(town: Town, seat: Seat, *path: Cell) -> Resolution[Town]:
    """Pay the player for the steps of a path, at their current pay (cultus.move.2-7)."""
    gold = 0
    for cell, to in pairwise(path):
        paid = payment(town, seat, cell, to)
        if paid is None:
            continue
        town = yield StepPaid(seat, paid.income, cell, to, paid.gold)
        if paid.vp > 0:
            town = yield MedalPaid(seat, paid.vp)
        elif lost := min(-paid.vp, town.rulers[seat].vp):
            town = yield VpLost(seat, lost)
        gold += paid.gold
    if gold:
        yield from gain(town, seat, gold)


class WalkOn(Choice[Town, WalkOnAction], frozen=True):
    """With Roads a player may go one cell further."""

    clause = "cultus.monument.7"

    start: Cell
    via: Cell
    """The current cell of the pawn."""

    def actions(self, town: Town, /) -> Sequence[WalkOnAction]:
        return [*(MovePawn(to) for to in steps(town, self.via)), Stay()]

    def resolve(self, town: Town, action: WalkOnAction, chance: Chance, /) -> Resolution[Town]:
        match action:
            case Stay():
                yield from pay(town, self.seat, self.start, self.via)
            case MovePawn(to):
                town = yield PawnMoved(self.seat, self.via, to)
                yield from self._pay_two(town, to)

    def _pay_two(self, town: Town, to: Cell) -> Resolution[Town]:
        """Pay one or both of two steps; to and fro over one pair counts as one (monument.8)."""
        first = payment(town, self.seat, self.start, self.via)
        second = payment(town, self.seat, self.via, to)
        if first and second and to != self.start:
            if pays_twice(town, first, second):
                yield from pay(town, self.seat, self.start, self.via, to)
                return
            yield PickPay(self.seat, self.start, self.via, to)
        elif first:
            yield from pay(town, self.seat, self.start, self.via)
        else:
            yield from pay(town, self.seat, self.via, to)


class PickPay(Choice[Town, TakePay], frozen=True):
    """The player chooses which of two paying steps pays."""

    clause = "cultus.monument.8"

    start: Cell
    via: Cell
    end: Cell

    def actions(self, town: Town, /) -> Sequence[TakePay]:
        moves = ((self.start, self.via), (self.via, self.end))
        offers = ((payment(town, self.seat, *step), step) for step in moves)
        return [TakePay(paid.income, to) for paid, (_, to) in offers if paid]

    def resolve(self, town: Town, action: TakePay, chance: Chance, /) -> Resolution[Town]:
        if action.to == self.via:
            yield from pay(town, self.seat, self.start, self.via)
        else:
            yield from pay(town, self.seat, self.via, self.end)
