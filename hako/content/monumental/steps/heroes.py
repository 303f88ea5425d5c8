"""The Heroes module (4.15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hako.content.monumental.actions import HireHero, ReturnHero
from hako.content.monumental.state import World
from hako.content.monumental.steps.draws import Moves
from hako.engine.chance import Chance
from hako.engine.rules import Resolution, Seat, Step


class HeroesGoBack(Step[World, None], frozen=True):
    """Returned Heroes go back to the row (monumental.hero.7)."""

    clause: ClassVar[str] = "monumental.hero.7"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield from ()


def hero_actions(world: World, seat: Seat) -> Sequence[HireHero | ReturnHero]:
    """Heroes that can be hired, and the Hero that can be returned (monumental.hero.2-5)."""
    return []


def hire_or_return(world: World, seat: Seat, action: HireHero | ReturnHero) -> Moves[World]:
    """Hire a Hero, or use its return effect and return it."""
    yield from ()
    return world


def lay_out_heroes(world: World, chance: Chance) -> Moves[World]:
    """Lay Heroes in a row above the display (monumental.hero.1)."""
    yield from ()
    return world
