"""Rounds, turns, and the final settlement."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.quo_vadis.events.building import SkillScored
from hako.content.quo_vadis.events.gains import VpGained
from hako.content.quo_vadis.events.rounds import PhaseBegan, RoundBegan, TurnBegan
from hako.content.quo_vadis.scoring import dominion_vp, skill_vp
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.area_selection import ChooseArea, GenesisBegins, TurnStart
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.place import PlacingBegins
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.resolve_card import GenesisEnd
from hako.content.quo_vadis.steps.shared_effects import ascend
from hako.content.quo_vadis.steps.war import WarPhase
from hako.content.quo_vadis.steps.wrath import OfferWrath
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Resolution, Seat, Step


class Round(Step[World, None], frozen=True):
    """Everybody takes a turn, clockwise from the start player; then another round, or the end."""

    clause = "quo_vadis.turn.1"

    number: int

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield RoundBegan(self.number)
        for seat in world.clockwise(world.start_player):
            yield TakeTurn(seat)
        yield FinalSettlement() if self.number == world.variants.rounds else Round(self.number + 1)


class TakeTurn(Step[World, None], frozen=True):
    """A turn of five phases."""

    clause = "quo_vadis.turn.3"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat = self.seat
        world = yield TurnBegan(seat)
        world = yield PhaseBegan("selection")
        for cell in world.players[seat].doomed:
            world = yield from ascend(world, seat, cell, fought_on=True)
        yield TurnStart(seat)
        yield ChooseArea(seat)
        yield GenesisBegins(seat)
        yield OfferWrath(seat)
        yield PlacingBegins(seat)
        yield PlayCard(seat)
        yield GenesisEnd(seat)
        yield WarPhase()
        yield BuildPhase(seat)
        yield EndPhase(seat)


class FinalSettlement(Step[World, None], frozen=True):
    """Dominion scores, then skills that score now; and the game is over."""

    clause = "quo_vadis.final.1"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield PhaseBegan("final")
        seats: Sequence[Seat] = world.clockwise(world.start_player)
        for seat in seats:
            if vp := dominion_vp(world, seat):
                world = yield VpGained(seat, vp, "dominion")
        for seat in seats:
            for skill in world.players[seat].skills:
                if vp := skill_vp(world, seat, skill.id):
                    yield SkillScored(seat, skill.id, vp)
