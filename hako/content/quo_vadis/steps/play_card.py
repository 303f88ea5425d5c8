"""Playing an epic card: continuing or changing generation, beseeching, counting actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.quo_vadis.actions import (
    ChangeGeneration,
    ContinueGeneration,
    Decline,
    PlayAction,
    SkillAction,
    UseSkill,
)
from hako.content.quo_vadis.card_action_count import actions_of
from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.events.area_and_genesis import (
    ActionsCounted,
    GenerationChanged,
    GenerationContinued,
)
from hako.content.quo_vadis.events.gains import SkillUsed
from hako.content.quo_vadis.generation_change_terms import beseech_cost, may_change
from hako.content.quo_vadis.skill_effects import EpicId
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.resolve_card import ResolveCard
from hako.content.quo_vadis.working_skills import amount, can
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known


class PlayCard(Choice[World, PlayAction], frozen=True):
    """The player plays a card, and continues the generation or changes it."""

    clause = "quo_vadis.card.1"

    def actions(self, world: World, /) -> Sequence[PlayAction]:
        plays = [*_plays(world, self.seat)]
        going_on = [ContinueGeneration(card, kind) for card, kind in plays]
        if not may_change(world, self.seat):
            return going_on
        return [*going_on, *[ChangeGeneration(card, kind) for card, kind in plays]]

    def refused(self, world: World, /) -> Sequence[tuple[PlayAction, LazyText]]:
        if may_change(world, self.seat):
            return ()
        generations = len(world.players[self.seat].generations)
        if not generations:
            why = LazyText("first_generation")
        elif generations == world.content.constants.max_generations:
            why = LazyText("last_generation")
        else:
            why = LazyText("no_city_site")
        cards = dict.fromkeys(world.players[self.seat].hand)
        return [(ChangeGeneration(known(card)), why) for card in cards]

    def resolve(self, world: World, action: PlayAction, chance: Chance, /) -> Resolution[World]:
        seat, card, kind = self.seat, action.card, action.as_kind
        cost = 0 if kind is None else beseech_cost(world, seat)
        changes = isinstance(action, ChangeGeneration)
        played = GenerationChanged if changes else GenerationContinued
        world = yield played(seat, card, kind, cost)
        if (skill := can(world, seat, "renaissance")) is not None:
            yield UseRenaissance(seat, skill)
        else:
            yield CountActions(seat)


def _plays(world: World, seat: Seat) -> Iterator[tuple[EpicId, EpicId | None]]:
    """Each kind of card in hand, as what it is and, if faith allows, as each other kind."""
    may_beseech = world.players[seat].faith >= beseech_cost(world, seat)
    for held in dict.fromkeys(world.players[seat].hand):
        card: EpicId = known(held)
        yield card, None
        if may_beseech:
            yield from ((card, kind) for kind in world.content.epic if kind != card)


class UseRenaissance(Choice[World, SkillAction], frozen=True):
    """The card may have more actions, once in the game."""

    clause = "quo_vadis.skill.renaissance"

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

    clause = "quo_vadis.card.7"

    seat: Seat
    more: int = 0
    """Actions of Renaissance."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat = self.seat
        kind: EpicId = known(world.of_turn().kind)
        counted = actions_of(world, seat, kind, world.players[seat].generations)
        yield ActionsCounted(
            seat,
            counted.pile,
            counted.inheritance,
            counted.skills + self.more,
            counted.count + self.more,
            uncapped=self.more > 0,
        )
        yield ResolveCard(seat)
