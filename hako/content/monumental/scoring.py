"""Scoring: four categories, and a bonus for leading each (monumental.score.1-7)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.card_types import MonsterId, PolicyId
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.cards.land import MapId
from hako.content.monumental.state import Tile, World
from hako.engine.content.cache_decorators import at_hand, remembered, seat_by_seat
from hako.engine.rules.game import Leader, Leaders
from hako.engine.rules.model import Seat

CATEGORIES = ("military", "science", "architecture", "culture")
"""The scoring categories, in the order in which they are listed."""


class Score(Struct, frozen=True, gc=False, cache_hash=True):
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


@at_hand  # for all seats at once: most actions leave the map as it is
def _on_land(tiles: tuple[Tile, ...], content: Cards, map_id: MapId) -> Sequence[int]:
    """VP of the Provinces of each seat, and of Wonder tokens in them (monumental.score.1)."""
    land, token = content.map[map_id], content.constants.wonder_token_vp
    points = [0] * len(land.homes)
    for terrain, tile in zip(land.terrain.values(), tiles[len(land.homes) :], strict=True):
        if tile.owner is not None:
            points[tile.owner] += content.terrain[terrain].vp + token * (tile.wonder is not None)
    return points


@seat_by_seat
def _score(
    content: Cards,
    on_land: int,
    monsters: tuple[MonsterId, ...],
    knowledge: tuple[CardId, ...],
    wonders: tuple[CardId, ...],
    policies: tuple[PolicyId, ...],
    seat: Seat,
) -> Score:
    return Score(
        military=on_land + sum([content.monster[name].vp for name in monsters]),
        science=sum([content.card[card].vp for card in knowledge]),
        architecture=sum([content.card[card].vp for card in wonders]),
        culture=content.constants.policy_vp[len(policies)],
    )


def scores(world: World) -> tuple[Score, ...]:
    """VP of all places at the table with the bonuses as they stand (monumental.score.5)."""
    return _with_bonuses(world.content, _plain(world))


@remembered
def _with_bonuses(content: Cards, plain: tuple[Score, ...]) -> tuple[Score, ...]:
    bonus = content.constants.category_bonus_vp
    return tuple(
        replace(score, bonus=bonus * sum(leading))
        for score, leading in zip(plain, leading_flags(plain), strict=True)
    )


def _plain(world: World) -> tuple[Score, ...]:
    """VP of all places as the game stands, without the bonuses (monumental.score.1-4)."""
    content, on_land = world.content, _on_land(world.tiles, world.content, world.map_id)
    return tuple(
        [
            _score(
                content,
                on_land[seat],
                realm.monsters,
                realm.knowledge,
                realm.wonders,
                realm.policies,
                seat,
            )
            for seat, realm in enumerate(world.realms)
        ]
    )


def leading_flags(points: Sequence[Score]) -> Sequence[tuple[bool, ...]]:
    """Flags by seat and category: True if the seat leads it, alone or tied (monumental.score.5)."""
    by_category = zip(*[score.categories() for score in points], strict=True)
    return [*zip(*[_leading(values) for values in by_category], strict=True)]


def _leading(values: Sequence[int]) -> Sequence[bool]:
    """Flags of the seats: True if one has the most in a category, and more than 0."""
    most = max(values)
    return [value == most > 0 for value in values]


def leaders(world: World) -> Leaders:
    """The leaders of each category as the game stands, alone or tied (monumental.score.5)."""
    bonus, leading = world.content.constants.category_bonus_vp, leading_flags(_plain(world))
    return {
        name: Leader(tuple(seat for seat in world.seats if leading[seat][at]), bonus)
        for at, name in enumerate(CATEGORIES)
    }


def bonuses(world: World) -> tuple[int, ...]:
    """VP for led categories, one number a seat."""
    return tuple(score.bonus for score in scores(world))


def totals(world: World) -> tuple[int, ...]:
    """All VP as the game stands, one number a seat."""
    return tuple(score.total() for score in scores(world))
