"""The number of a card's actions, and its parts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hako.content.quo_vadis.skill_effects import EpicId
from hako.content.quo_vadis.state import Generation, World, with_card
from hako.content.quo_vadis.working_skills import total
from hako.engine.rules.model import Seat


class Actions(Struct, frozen=True):
    """The number of a card's actions by its parts (quo_vadis.card.7-9, card.12)."""

    pile: int
    """Cards of its generation."""
    inheritance: int
    """Actions by the largest old generation that matches; 0 if none does."""
    skills: int
    """Actions that skills add to the larger of pile and inheritance."""

    @property
    def count(self) -> int:
        """The total number of actions."""
        return max(self.pile, self.inheritance) + self.skills

    @property
    def sources(self) -> dict[str, int]:
        """The parts that count: the larger of pile and inheritance, and skills."""
        is_inherited = self.inheritance > self.pile
        larger = {"inheritance": self.inheritance} if is_inherited else {"pile": self.pile}
        return {**larger, "skills": self.skills} if self.skills else larger


def actions_of(
    world: World, seat: Seat, kind: EpicId, generations: Sequence[Generation]
) -> Actions:
    """The actions of the card placed last in these generations if it counts as that kind."""
    *old, last = generations
    matching = [len(pile) for pile in old if pile[-1] == kind]
    more = total(world, seat, "inheritance") if matching else 0
    return Actions(
        pile=len(last),
        inheritance=max(matching, default=0) + more,
        skills=total(world, seat, "actions", kind),
    )


def actions_if(world: World, seat: Seat, card: EpicId, kind: EpicId, *, change: bool) -> Actions:
    """The actions that a card of the hand would have, counting as that kind."""
    generations = with_card(world.players[seat].generations, card, change=change)
    return actions_of(world, seat, kind, generations)
