"""Scoring: four categories, and a bonus for leading each (4.13)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from hako.content.monumental.state import World
from hako.engine.rules import Seat


class Score(Struct, frozen=True):
    """VP of a seat by category, and for leading categories."""

    military: int
    science: int
    architecture: int
    culture: int
    bonus: int = 0

    def categories(self) -> tuple[int, ...]:
        """VP of the four categories."""
        return self.military, self.science, self.architecture, self.culture

    def total(self) -> int:
        """All VP."""
        return sum(self.categories()) + self.bonus


def military(world: World, seat: Seat) -> int:
    """VP of Provinces, Wonder tokens in them, and slain Monsters (monumental.score.1)."""
    content = world.content
    grounds = world.land.terrain
    held = [
        (content.terrain[grounds[place]].vp, tile.wonder)
        for place, tile in zip(world.land.places, world.tiles, strict=True)
        if tile.owner == seat and place in grounds
    ]
    tokens = sum(wonder is not None for _, wonder in held)
    return (
        sum(vp for vp, _ in held)
        + tokens * content.constants.wonder_token_vp
        + sum(content.monster[monster].vp for monster in world.realm(seat).monsters)
    )


def score(world: World, seat: Seat) -> Score:
    """VP of a seat as the game stands, without the bonus (monumental.score.1-4)."""
    realm, content = world.realm(seat), world.content
    return Score(
        military=military(world, seat),
        science=sum(content.card[card].vp for card in realm.knowledge),
        architecture=sum(content.card[card].vp for card in realm.wonders),
        culture=content.constants.policy_vp[len(realm.policies)],
    )


def scores(world: World) -> Sequence[Score]:
    """VP of all places at the table with the bonuses as they stand (monumental.score.5)."""
    plain = [score(world, seat) for seat in world.seats]
    each = world.content.constants.category_bonus_vp
    most = [max(values) for values in zip(*(its.categories() for its in plain), strict=True)]
    return [replace(its, bonus=each * sum(map(_leads, its.categories(), most))) for its in plain]


def _leads(value: int, most: int) -> bool:
    return value == most > 0


def bonuses(world: World) -> tuple[int, ...]:
    """VP for led categories, one number a seat."""
    return tuple(its.bonus for its in scores(world))


def totals(world: World) -> tuple[int, ...]:
    """All VP as the game stands, one number a seat."""
    return tuple(its.total() for its in scores(world))
