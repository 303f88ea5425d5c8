"""Scoring: four categories, and a bonus for leading each (4.13)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.cards.entries import MonsterId, PolicyId
from hako.content.monumental.cards.land import MapId, TerrainId
from hako.content.monumental.state import Tile, World
from hako.engine.content.files import remembered, seat_by_seat
from hako.engine.rules.game import Lead, Leads
from hako.engine.rules.vocabulary import Seat

CATEGORIES = ("military", "science", "architecture", "culture")
"""What is scored, in the order in which it is told."""


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


def _vp(content: Cards, terrain: TerrainId, tile: Tile) -> int:
    """VP of a Province and of a Wonder token in it (monumental.score.1)."""
    token = content.constants.wonder_token_vp if tile.wonder is not None else 0
    return content.terrain[terrain].vp + token


@seat_by_seat
def _military(
    content: Cards,
    map_id: MapId,
    tiles: tuple[Tile, ...],
    monsters: tuple[MonsterId, ...],
    seat: Seat,
) -> int:
    """VP of Provinces, Wonder tokens in them, and slain Monsters (monumental.score.1)."""
    land = content.map[map_id]
    provinces = [
        _vp(content, land.terrain[place], tile)
        for place, tile in zip(land.places, tiles, strict=True)
        if tile.owner == seat and place not in land.homes
    ]
    return sum(provinces) + sum([content.monster[name].vp for name in monsters])


def score(world: World, seat: Seat) -> Score:
    """VP of a seat as the game stands, without the bonus (monumental.score.1-4)."""
    realm, content = world.realms[seat], world.content
    military = _military(content, world.map_id, world.tiles, realm.monsters, seat)
    return _score(content, military, realm.knowledge, realm.wonders, realm.policies, seat)


@seat_by_seat
def _score(
    content: Cards,
    military: int,
    knowledge: tuple[CardId, ...],
    wonders: tuple[CardId, ...],
    policies: tuple[PolicyId, ...],
    seat: Seat,
) -> Score:
    return Score(
        military=military,
        science=sum([content.card[card].vp for card in knowledge]),
        architecture=sum([content.card[card].vp for card in wonders]),
        culture=content.constants.policy_vp[len(policies)],
    )


def scores(world: World) -> tuple[Score, ...]:
    """VP of all places at the table with the bonuses as they stand (monumental.score.5)."""
    return _with_bonuses(world.content, _plain(world))


@remembered
def _with_bonuses(content: Cards, plain: tuple[Score, ...]) -> tuple[Score, ...]:
    each = content.constants.category_bonus_vp
    return tuple(
        replace(its, bonus=each * sum(its_led))
        for its, its_led in zip(plain, leads(plain), strict=True)
    )


def _plain(world: World) -> tuple[Score, ...]:
    return tuple([score(world, seat) for seat in world.seats])


def leads(points: Sequence[Score]) -> Sequence[tuple[bool, ...]]:
    """For each seat, which of the four categories it leads, alone or tied (monumental.score.5)."""
    rows = [its.categories() for its in points]
    most = [max(values) for values in zip(*rows, strict=True)]
    return [tuple([value == top > 0 for value, top in zip(row, most, strict=True)]) for row in rows]


def led(world: World) -> Leads:
    """Who leads each category as the game stands, alone or tied (monumental.score.5)."""
    each, leading = world.content.constants.category_bonus_vp, leads(_plain(world))
    return {
        name: Lead(tuple(seat for seat in world.seats if leading[seat][at]), each)
        for at, name in enumerate(CATEGORIES)
    }


def bonuses(world: World) -> tuple[int, ...]:
    """VP for led categories, one number a seat."""
    return tuple(its.bonus for its in scores(world))


def totals(world: World) -> tuple[int, ...]:
    """All VP as the game stands, one number a seat."""
    return tuple(its.total() for its in scores(world))
