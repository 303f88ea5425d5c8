"""Moves that several steps share, each with all its consequences by the rules."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

from hako.content.quo_vadis.events.gains import Gained, VpGained
from hako.content.quo_vadis.events.pieces import CityDestroyed, DominionLost, WorkerAscended
from hako.content.quo_vadis.events.setup import CardsDrawn, EpicsShuffled
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.skill_effects import EpicId, Track
from hako.content.quo_vadis.state import City, World
from hako.content.quo_vadis.working_skills import hand_max, room, total
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Event, Seat, Step, known

Moves: TypeAlias = Generator[Event[World] | Step[World, Any], World, World]
"""A part of a resolution; `yield from` runs it and returns the table after it."""


def gain(world: World, seat: Seat, track: Track, count: int) -> Moves:
    """Gain cubes on a track; what is beyond the maximum is lost (quo_vadis.act.1)."""
    gained = min(count, room(world, seat, track))
    if gained:
        world = yield Gained(seat, track, gained)
    return world


def ascend(world: World, seat: Seat, cell: CellId, *, fought_on: bool = False) -> Moves:
    """Remove a worker; its seat gains a VP for each worker removed so far (quo_vadis.end.5)."""
    vp = world.players[seat].removed + 1
    world = yield WorkerAscended(seat, cell, vp, fought_on=fought_on)
    return world


def refill(world: World, seat: Seat, chance: Chance) -> Moves:
    """Draw up to the maximum hand size, reshuffling where the pile is short (quo_vadis.end.2)."""
    wanted = hand_max(world, seat) - len(world.players[seat].hand)
    if wanted > len(world.pile) and world.discards:
        world = yield EpicsShuffled(chance.cards.shuffle(world.discards))
    drawn = world.pile[: max(0, wanted)]
    if drawn:
        cards: tuple[EpicId, ...] = tuple(sorted(known(card) for card in drawn))
        world = yield CardsDrawn(seat, len(cards), cards)
    return world


def rebuilt(world: World, seat: Seat) -> Moves:
    """Gain VP for a rebuilt city by Reconstruction."""
    if vp := total(world, seat, "vp_for_rebuilding"):
        world = yield VpGained(seat, vp, "rebuilt")
    return world


def struck(world: World, owner: Seat, city: City) -> Event[World] | None:
    """The event of wrath striking a city, or None (quo_vadis.wrath.5-6; V2, V5)."""
    cubes = city.dominion
    match world.variants.wrath_on_city, world.variants.dominion_model:
        case "minus_one", _:
            return DominionLost(owner, city.cell, 1) if cubes else None
        case _, "siege4" if cubes > 1:
            return DominionLost(owner, city.cell, 1)
        case _:
            kept, _ = after_destruction(world, cubes)
            return CityDestroyed(owner, city.cell, kept, cubes - kept)


def after_destruction(world: World, cubes: int) -> tuple[int, int]:
    """Cubes that stay on a city destroyed, and VP for the winner of a war (war.13; V2)."""
    match world.variants.dominion_model:
        case "growing" | "triple":
            return cubes // 2, cubes - cubes // 2
        case "fixed4":
            return max(0, cubes - 1), cubes
        case "siege4":
            return 0, min(cubes, 1)
