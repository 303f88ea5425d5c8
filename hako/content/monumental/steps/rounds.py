"""Rounds: the steps of sequential mode (monumental.seq.1-14), whole turns of classic mode."""

from __future__ import annotations

from hako.content.monumental.events.rounds import (
    BonusesPaid,
    CountersLost,
    PhaseBegan,
    RoundBegan,
    StartPlayerPassed,
    TurnBegan,
    TurnEnded,
    WholeTurnBegan,
)
from hako.content.monumental.scoring import bonuses
from hako.content.monumental.state import AUTOMA, World
from hako.content.monumental.steps.city import Activate, refill
from hako.content.monumental.steps.display import refill_display, replenish_display
from hako.content.monumental.steps.heroes import HeroesGoBack
from hako.content.monumental.steps.monsters import MonstersAttack
from hako.content.monumental.steps.solo import AutomaTurn
from hako.content.monumental.steps.turn import GoOn
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Group, Resolution, Seat, Step


class Round(Step[World, None], frozen=True):
    """A round of either mode (monumental.seq.1, classic.1)."""

    clause = "monumental.seq.1"

    number: int

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        world = yield RoundBegan(self.number)
        if world.mode == "classic":
            for seat in world.clockwise():
                yield AutomaTurn() if world.automa and seat == AUTOMA else WholeTurn(seat)
        else:
            world = yield PhaseBegan("activation")
            for seat in world.clockwise():
                yield Activate(seat)
            yield Actions()
            yield Refill()
        yield EndRound()


# ------------------------------------------------------------ sequential mode


class Actions(Step[World, None], frozen=True):
    """Players take turns until all have passed (monumental.seq.3, seq.9)."""

    clause = "monumental.seq.3"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Group[World]:
        return PhaseBegan("actions"), NextTurn(world.start_player)


class NextTurn(Step[World, None], frozen=True):
    """The first seat from here on clockwise that has not passed takes a turn."""

    clause = "monumental.seq.5"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Group[World]:
        seat, realms = self.seat, world.realms
        for _ in realms:
            if not realms[seat].passed:
                return TurnBegan(seat), GoOn(seat, acted=False), EndOneTurn(seat)
            seat = (seat + 1) % len(realms)
        return ()


class EndOneTurn(Step[World, None], frozen=True):
    """A turn of one action is over; the left neighbour is next."""

    clause = "monumental.free.4"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Group[World]:
        return TurnEnded(self.seat), NextTurn((self.seat + 1) % len(world.realms))


class Refill(Step[World, None], frozen=True):
    """All Cities are refilled, then the display; then Monsters attack (monumental.seq.10-13)."""

    clause = "monumental.seq.10"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        world = yield PhaseBegan("refill")
        for seat in world.clockwise():
            world = yield from refill(world, seat, chance)
        world = yield from refill_display(world)
        yield HeroesGoBack()
        yield MonstersAttack(None)


# ------------------------------------------------------------ classic mode


class WholeTurn(Step[World, None], frozen=True):
    """A seat activates its City, acts, and refills City and display (monumental.classic.2)."""

    clause = "monumental.classic.2"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Group[World]:
        return (
            WholeTurnBegan(self.seat),
            PhaseBegan("activation"),
            Activate(self.seat),
            ActFreely(self.seat),
            EndWholeTurn(self.seat),
        )


class ActFreely(Step[World, None], frozen=True):
    """The actions of a whole turn begin."""

    clause = "monumental.classic.2"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Group[World]:
        return PhaseBegan("actions"), GoOn(self.seat, acted=False)


class EndWholeTurn(Step[World, None], frozen=True):
    """Counters perish, City and display are refilled, Monsters attack (monumental.classic.2)."""

    clause = "monumental.classic.2"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        world = yield TurnEnded(self.seat)
        world = yield PhaseBegan("refill")
        if lost := world.realms[self.seat].supply.counters():
            world = yield CountersLost(self.seat, dict(lost))
        world = yield from refill(world, self.seat, chance)
        world = yield from replenish_display(world)
        yield MonstersAttack(self.seat)


# ------------------------------------------------------------ both


class EndRound(Step[World, None], frozen=True):
    """Another round, or the end; in sequential mode the Era I card goes on (monumental.seq.14)."""

    clause = "monumental.end.3"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if world.is_last_round():
            yield BonusesPaid(bonuses(world))
            return
        if world.mode == "sequential":
            yield StartPlayerPassed((world.start_player + 1) % len(world.realms))
        yield Round(world.round + 1)
