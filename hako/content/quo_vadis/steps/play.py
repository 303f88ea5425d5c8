"""Playing an epic card: continuing or changing generation, beseeching, counting actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from hako.content.quo_vadis.actions import Decline, PlayEpic, SkillAction, UseSkill
from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.effects import EpicId
from hako.content.quo_vadis.events.genesis import ActionsCounted, CardPlayed
from hako.content.quo_vadis.events.rounds import SkillUsed
from hako.content.quo_vadis.generations import actions_of, beseech_cost, may_change
from hako.content.quo_vadis.skills import amount, can
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.epics import ResolveCard
from hako.engine.chance import Chance
from hako.engine.rules import Choice, Note, Resolution, Seat, Step, known


class PlayCard(Choice[World, PlayEpic], frozen=True):
    """The player plays a card, and continues the generation or changes it."""

    clause: ClassVar[str] = "quo_vadis.card.1"

    def actions(self, world: World, /) -> Sequence[PlayEpic]:
        changes = (False, True) if may_change(world, self.seat) else (False,)
        return list(_plays(world, self.seat, changes))

    def refused(self, world: World, /) -> Sequence[tuple[PlayEpic, Note]]:
        if may_change(world, self.seat):
            return ()
        generations = len(world.players[self.seat].generations)
        if not generations:
            why = Note("first_generation")
        elif generations == world.content.constants.max_generations:
            why = Note("last_generation")
        else:
            why = Note("no_city_site")
        return [(play, why) for play in _plays(world, self.seat, (True,))]

    def resolve(self, world: World, action: PlayEpic, chance: Chance, /) -> Resolution[World]:
        seat, kind = self.seat, action.as_kind or action.card
        cost = 0 if action.as_kind is None else beseech_cost(world, seat)
        world = yield CardPlayed(seat, action.card, kind, action.change, cost)
        if (skill := can(world, seat, "renaissance")) is not None:
            yield UseRenaissance(seat, skill)
        else:
            yield CountActions(seat)


def _plays(world: World, seat: Seat, changes: Sequence[bool]) -> Iterator[PlayEpic]:
    """Each kind of card in hand, as what it is and, if faith allows, as each other kind."""
    may_beseech = world.players[seat].faith >= beseech_cost(world, seat)
    for card in dict.fromkeys(world.players[seat].hand):
        others: list[EpicId | None] = [kind for kind in world.content.epic if kind != card]
        for change in changes:
            for kind in (None, *others) if may_beseech else (None,):
                yield PlayEpic(known(card), change, kind)


class UseRenaissance(Choice[World, SkillAction], frozen=True):
    """The card may have more actions, once in the game."""

    clause: ClassVar[str] = "quo_vadis.card.12"

    skill: SkillId

    def actions(self, world: World, /) -> Sequence[SkillAction]:
        return [UseSkill(self.skill), Decline()]

    def resolve(self, world: World, action: SkillAction, chance: Chance, /) -> Resolution[World]:
        more = 0
        if isinstance(action, UseSkill):
            more = amount(world, self.skill, "renaissance")
            yield SkillUsed(self.seat, self.skill)
        yield CountActions(self.seat, more)


class CountActions(Step[World, None], frozen=True):
    """The size of the generation or an inheritance, and what skills add."""

    clause: ClassVar[str] = "quo_vadis.card.7"

    seat: Seat
    more: int = 0
    """Actions of Renaissance."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat = self.seat
        kind: EpicId = known(world.of_turn().kind)
        its = actions_of(world, seat, kind, world.players[seat].generations)
        yield ActionsCounted(
            seat,
            its.pile,
            its.inheritance,
            its.skills + self.more,
            its.count + self.more,
            uncapped=self.more > 0,
        )
        yield ResolveCard(seat)
