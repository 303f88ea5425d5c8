"""The Automa's turn in the solo game (4.16)."""

from __future__ import annotations

from typing import ClassVar

from hako.content.monumental.state import World
from hako.content.monumental.steps.draws import Moves
from hako.engine.chance import Chance
from hako.engine.rules import Resolution, Step


class AutomaTurn(Step[World, None], frozen=True):
    """The Automa turns up its cards, one after the other (monumental.solo.2)."""

    clause: ClassVar[str] = "monumental.solo.2"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield from ()


def shuffle_automa(world: World, chance: Chance) -> Moves[World]:
    """Shuffle the Automa's cards (monumental.solo.2)."""
    yield from ()
    return world
