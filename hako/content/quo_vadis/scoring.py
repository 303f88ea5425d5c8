"""The final settlement and the winner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from hako.content.quo_vadis.cards import Cards, SkillId
from hako.content.quo_vadis.geometry import area_of
from hako.content.quo_vadis.skill_effects import Piece, Score, ScoreKinds
from hako.content.quo_vadis.state import Part, Player, World
from hako.content.quo_vadis.variants import Variants
from hako.engine.rules.model import Seat

PARTS: tuple[Part, ...] = get_args(Part)

TRIPLE = 3
"""VP for each cube with variant V2c."""


def dominion_vp(world: World, seat: Seat) -> int:
    """VP that the cubes on a seat's cities are worth at the end (quo_vadis.final.1; V2, V3)."""
    return dominion_of(world.variants, world.players[seat])


def dominion_of(variants: Variants, player: Player) -> int:
    """VP that the cubes on a player's cities are worth at the end (quo_vadis.final.1; V2, V3)."""
    cities = player.cities
    fixed = variants.dominion_model in ("fixed4", "siege4")
    if fixed or not variants.destroyed_city_scores:
        cities = tuple(city for city in cities if not city.destroyed)
    rate = TRIPLE if variants.dominion_model == "triple" else 1
    return rate * sum([city.dominion for city in cities])


def skill_vp(world: World, seat: Seat, skill: SkillId) -> int:
    """VP that a skill scores at the final settlement (quo_vadis.final.2)."""
    return skill_vp_of(world.content, world.players[seat], skill)


def skill_vp_of(content: Cards, player: Player, skill: SkillId) -> int:
    """VP that a skill of a player scores at the final settlement (quo_vadis.final.2)."""
    vp = 0
    for effect in content.skill[skill].effects:
        if isinstance(effect, Score):
            vp += effect.vp * counted(player, effect.per)
        elif isinstance(effect, ScoreKinds):
            tops = {pile[-1] for pile in player.generations}
            vp += effect.table[min(len(tops), len(effect.table) - 1)]
    return vp


def counted(player: Player, piece: Piece) -> int:
    """The number of such pieces that a player has."""
    match piece:
        case "intact_city":
            return len(player.intact_cities())
        case "area":
            pieces = (*player.all_workers(), *player.intact_buildings())
            return len({area_of(cell) for cell in pieces})
        case "removed_worker":
            return player.removed
        case "fort_or_temple":
            return len(player.forts) + len(player.temples)


def parts(world: World, seat: Seat) -> Mapping[str, int]:
    """The VP of a seat by source, as if the game ended now (quo_vadis.final.1-3)."""
    vp: dict[str, int] = {part: world.earned.of(seat, part) for part in PARTS}
    if world.phase != "final":
        vp["dominion"] += dominion_vp(world, seat)
        vp["skills"] += sum(skill_vp(world, seat, skill.id) for skill in world.players[seat].skills)
    return vp


def winner(world: World) -> Seat:
    """The seat with most VP; of tied ones the first from the start player (quo_vadis.final.4)."""
    return max(world.clockwise(world.start_player), key=lambda seat: world.players[seat].vp)
