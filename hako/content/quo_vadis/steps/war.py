"""War: truce, declarations, dice, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.quo_vadis.actions import Declare, Decline, RollOn, SkillAction, UseSkill
from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.events.gains import SkillUsed, VpGained
from hako.content.quo_vadis.events.rounds import PhaseBegan
from hako.content.quo_vadis.events.war import (
    Declared,
    DiceRolled,
    RolledOn,
    WarBegan,
    WarDecided,
    WarEnded,
)
from hako.content.quo_vadis.state import War, World
from hako.content.quo_vadis.steps.shared_effects import gain
from hako.content.quo_vadis.steps.war_losses import LoseWar, ReturnWorkers, workers_at_war
from hako.content.quo_vadis.war_forecast import dice, forecast
from hako.content.quo_vadis.working_skills import can, total
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step

REROLL_SPIRIT = 1
"""Spirit that rolling once more costs with variant V11."""

ATTRITION_OF_WINNER = 1
"""Workers that the winner returns with variant V13."""


class WarPhase(Step[World, None], frozen=True):
    """A war over all contested cells of the creation area, if there are any."""

    clause = "quo_vadis.war.2"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield PhaseBegan("war")
        war = forecast(world, world.creation_area)
        if war is None:
            return
        yield WarBegan(war.cells, war.seats, war.strengths)
        for seat in war.seats:
            yield AskTruce(seat)
        for seat in war.seats:
            yield AskDeclaration(seat)
        yield RollDice()
        for seat in war.seats:
            yield AskToRollOn(seat)
        yield DecideWar()


class AskTruce(Step[World, None], frozen=True):
    """A participant with Truce may end the war as it begins."""

    clause = "quo_vadis.skill.truce"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        skill = can(world, self.seat, "truce")
        if world.war is not None and skill is not None:
            yield CallTruce(self.seat, skill)


class CallTruce(Choice[World, SkillAction], frozen=True):
    """The war may end at once as a draw."""

    clause = "quo_vadis.skill.truce"

    skill: SkillId

    def actions(self, world: World, /) -> Sequence[SkillAction]:
        return [UseSkill(self.skill), Decline()]

    def resolve(self, world: World, action: SkillAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, UseSkill):
            yield SkillUsed(self.seat, self.skill)
            yield WarDecided(None, world.of_war().seats, ())
            yield WarEnded()


class AskDeclaration(Step[World, None], frozen=True):
    """A participant with nothing to spend declares nothing."""

    clause = "quo_vadis.war.6"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if world.war is None:
            return
        choice = DeclareSpirit(self.seat)
        if len(choice.actions(world)) > 1:
            yield choice
        else:
            yield Declared(self.seat, 0)


class DeclareSpirit(Choice[World, Declare], frozen=True):
    """A participant openly declares how much spirit to spend."""

    clause = "quo_vadis.war.6"

    def actions(self, world: World, /) -> Sequence[Declare]:
        player = world.players[self.seat]
        if can(world, self.seat, "spend_food") is None:
            return [Declare(spirit) for spirit in range(player.spirit + 1)]
        return [
            Declare(spirit, food)
            for food in range(player.food + 1)
            for spirit in range(player.spirit + 1)
        ]

    def resolve(self, world: World, action: Declare, chance: Chance, /) -> Resolution[World]:
        yield Declared(self.seat, action.spirit, action.food)


class RollDice(Step[World, None], frozen=True):
    """Every participant rolls; with a fort in a contested cell the higher of two dice counts."""

    clause = "quo_vadis.war.7"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if (war := world.war) is None:
            return
        for seat in war.seats:
            rolled = dice(world, seat, war.cells, war.seats)
            faces = tuple(chance.dice.roll(rolled.sides) for _ in range(rolled.count))
            added = rolled.value(faces)
            yield DiceRolled(seat, rolled.sides, faces, added, war.total(seat) + added)


class AskToRollOn(Step[World, None], frozen=True):
    """Variant V11: a losing participant may pay so that all roll once more, once in a war."""

    clause = "quo_vadis.variant.11"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        war = world.war
        if not world.variants.war_reroll or war is None or war.rolled_on:
            return
        can_pay = world.players[self.seat].spirit >= REROLL_SPIRIT
        if can_pay and war.total(self.seat) < max(map(war.total, war.seats)):
            yield GoOn(self.seat)


class GoOn(Choice[World, RollOn | Decline], frozen=True):
    """Spirit may be paid so that all roll once more and add."""

    clause = "quo_vadis.variant.11"

    def actions(self, world: World, /) -> Sequence[RollOn | Decline]:
        return [RollOn(), Decline()]

    def resolve(
        self, world: World, action: RollOn | Decline, chance: Chance, /
    ) -> Resolution[World]:
        if isinstance(action, RollOn):
            yield RolledOn(self.seat, REROLL_SPIRIT)
            yield RollDice()


class DecideWar(Step[World, None], frozen=True):
    """The highest total wins; equal highest totals draw; all lower ones lose."""

    clause = "quo_vadis.war.9"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if (war := world.war) is None:
            return
        most = max(map(war.total, war.seats))
        highest = tuple(seat for seat in war.seats if war.total(seat) == most)
        losers = tuple(seat for seat in war.seats if war.total(seat) < most)
        winner = highest[0] if len(highest) == 1 else None
        world = yield WarDecided(winner, highest if winner is None else (), losers)
        if winner is not None:
            yield from self._win(world, winner, losers)
        for seat in losers:
            yield LoseWar(seat)
        yield EndWar()

    def _win(self, world: World, winner: Seat, losers: Sequence[Seat]) -> Resolution[World]:
        if world.variants.war_win_spirit:
            world = yield from gain(world, winner, "spirit", world.content.constants.war_win_spirit)
        if vp := total(world, winner, "vp_per_loser"):
            world = yield VpGained(winner, vp * len(losers), "losers")
        if world.variants.war_attrition:
            due = min(ATTRITION_OF_WINNER, len(workers_at_war(world, winner)))
            yield ReturnWorkers(winner, due)


class EndWar(Step[World, None], frozen=True):
    """The winner gains VP for the cubes of cities destroyed, and the war is over."""

    clause = "quo_vadis.war.13"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        war: War = world.of_war()
        if war.winner is not None:
            if war.cubes:
                world = yield VpGained(war.winner, war.cubes, "razed")
            if war.razed and (vp := total(world, war.winner, "vp_for_razing")):
                world = yield VpGained(war.winner, vp, "siege")
        yield WarEnded()
