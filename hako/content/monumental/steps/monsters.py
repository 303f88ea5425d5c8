"""The Monsters module (4.15)."""

from __future__ import annotations

from typing import ClassVar

from hako.content.monumental.cards.entries import MonsterId
from hako.content.monumental.cards.land import Place
from hako.content.monumental.state import World
from hako.engine.chance import Chance
from hako.engine.rules import Resolution, Seat, Step


class MeetMonster(Step[World, None], frozen=True):
    """A Monster was turned up: its card lies below the display (monumental.monster.2)."""

    clause: ClassVar[str] = "monumental.monster.2"

    seat: Seat
    place: Place
    monster: MonsterId

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield from ()


class SlayMonsters(Step[World, None], frozen=True):
    """Who conquers a neutral lair slays its Monster (monumental.monster.9)."""

    clause: ClassVar[str] = "monumental.monster.9"

    seat: Seat
    place: Place

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield from ()


class MonstersAttack(Step[World, None], frozen=True):
    """The revealed Monsters attack, one after another (monumental.monster.3-4)."""

    clause: ClassVar[str] = "monumental.monster.3"

    revealer: Seat | None
    """In classic mode: only the Monsters that this seat revealed; None is all."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield from ()
