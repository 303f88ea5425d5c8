"""What holds at every table (section 10), in games played by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hako.content.monumental.events.rounds import DisplayDiscarded
from hako.content.monumental.realm import COUNTERS, RESOURCES
from hako.content.monumental.state import World
from hako.content.monumental.steps.display import row_sizes
from hako.engine.rules.chance import Chance
from hako.engine.rules.play import events, legal_actions, play, waiting
from hako.engine.rules.vocabulary import known
from tests.rules.monumental.table import cards, new

LONGEST = {2: 14, 3: 10, 4: 7, 5: 8}
"""Rounds of a sequential game at most (invariant 15)."""

Moment = tuple[World, tuple[Any, ...], World]
"""The table before, what happened, the table after."""

SETUPS: tuple[dict[str, Any], ...] = (
    {},
    {"mode": "classic"},
    {"heroes": "on", "monsters": "on"},
    {"mode": "classic", "heroes": "on", "monsters": "on", "renaissance": "on"},
)

games = given(
    seats=st.integers(2, 5), setup=st.sampled_from(range(len(SETUPS))), seed=st.integers(0, 99)
)
few = settings(max_examples=4, deadline=None, derandomize=True, database=None)


@cache
def game(seats: int, setup: int, seed: int) -> tuple[Moment, ...]:
    """A whole game of choices made by chance."""
    return tuple(_moments(new(seats, seed=seed, **SETUPS[setup]), seed))


def _moments(world: World, seed: int) -> Iterator[Moment]:
    ply = 0
    while world.agenda:
        ply += 1
        chance = Chance(seed, ply)
        (seat,) = waiting(world)
        action = chance.stream("test").choice(legal_actions(world, seat))
        after, then = play(world, seat, action, chance)
        yield world, tuple(events(then)), after
        world = after


@few
@games
def test_every_card_is_in_exactly_one_place(seats: int, setup: int, seed: int) -> None:
    """Invariant 1."""
    moments = game(seats, setup, seed)
    total = _cards(moments[0][0])
    for _, _, world in moments[:: len(moments) // 20]:
        assert _cards(world) == total


def _cards(world: World) -> Counter[str]:
    """All cards wherever they lie."""
    found = [
        *(known(card) for layer in world.layers for card in (*layer.cards, *layer.aside)),
        *world.displayed(),
        *world.removed,
        *(pile.id for pile in world.basics for _ in range(pile.left)),
        *world.heroes,
        *world.heroes_aside.all(),
    ]
    for realm in world.realms:
        found += [*realm.city_cards(), *realm.archived]
        if realm.construction is not None:
            found.append(realm.construction.card)
        if realm.hero is not None:
            found.append(realm.hero)
    return Counter(found)


@few
@games
def test_no_piece_is_lost_and_nobody_shares_a_province(seats: int, setup: int, seed: int) -> None:
    """Invariants 2, 4, 12."""
    constants = cards().constants
    for _, _, world in game(seats, setup, seed):
        for seat, realm in enumerate(world.realms):
            own = [tile for tile in world.tiles if tile.owner == seat]
            assert sum(tile.soldiers for tile in own) == constants.soldiers
            assert sum(tile.warlord for tile in own) == 1
            assert sum(tile.outpost for tile in own) + realm.outposts == constants.outposts
            assert len(realm.explorers) == constants.explorers
        for place, tile in zip(world.land.places, world.tiles, strict=True):
            if world.is_capital(place):
                assert tile.owner == world.land.places.index(place)
            else:
                assert (tile.owner is not None) == tile.is_held()
                assert world.land.terrain[place] != "water" or tile.owner is None


@few
@games
def test_supplies_are_never_below_nothing_and_perish_in_time(
    seats: int, setup: int, seed: int
) -> None:
    """Invariant 3."""
    for _, _, world in game(seats, setup, seed):
        for seat, realm in enumerate(world.realms):
            assert all(realm.supply.of(name) >= 0 for name in RESOURCES)
            idle = realm.passed if world.mode == "sequential" else world.turn != seat
            assert not idle or not any(realm.supply.of(name) for name in COUNTERS)


@few
@games
def test_wonders_policies_and_heroes_are_as_many_as_allowed(
    seats: int, setup: int, seed: int
) -> None:
    """Invariants 5, 6, 7, 14."""
    for before, _, world in game(seats, setup, seed):
        wonders = [card for realm in world.realms for card in realm.wonders]
        tokens = [tile.wonder for tile in world.tiles if tile.wonder]
        assert set(tokens) <= set(wonders)
        assert len(tokens) == len(set(tokens))
        assert {tile.wonder for tile in before.tiles} <= {tile.wonder for tile in world.tiles}
        for realm in world.realms:
            assert 0 <= len(realm.policies) == len(set(realm.policies)) <= 5
            building = realm.construction
            if building is not None and building.card not in realm.wonders:
                assert 1 <= building.done < len(cards().card[building.card].sections)


@few
@games
def test_markers_lie_on_cards_that_can_have_them(seats: int, setup: int, seed: int) -> None:
    """Invariant 8: an effect is used once for each copy of its card."""
    for _, _, world in game(seats, setup, seed):
        for realm in world.realms:
            content = world.content
            others = {content.civilization[realm.civilization].warlord, *content.hero}
            marked = Counter(mark for mark in realm.marked if mark not in others)
            there = Counter([*realm.activated(), *realm.policies])
            assert all(count <= there[mark] for mark, count in marked.items())
            assert set(realm.fresh) <= set(realm.drawn)


@few
@games
def test_the_display_is_full_after_a_refill_while_the_deck_lasts(
    seats: int, setup: int, seed: int
) -> None:
    """Invariants 9, 10."""
    for before, told, world in game(seats, setup, seed):
        sizes = row_sizes(world)
        assert all(len(row) <= size for row, size in zip(world.display, sizes, strict=True))
        refilled = before.round < world.round and world.mode == "sequential"
        if refilled and world.deck_left():
            assert tuple(map(len, world.display)) == sizes
            gone = [
                card
                for event in told
                if isinstance(event, DisplayDiscarded)
                for card in event.cards
            ]
            taken = sum(before.taken)
            assert len(gone) + taken >= len(world.realms) or not before.displayed()


@few
@games
def test_after_a_refill_the_city_is_full_and_asleep(seats: int, setup: int, seed: int) -> None:
    """Invariant 11."""
    for before, _, world in game(seats, setup, seed):
        if before.round == world.round or world.mode == "classic":
            continue
        for realm in world.realms:
            assert not any(slot.activated for slot in realm.city)
            if not all(slot.card for slot in realm.city):
                assert not [
                    card for card in realm.deck.all() if not cards().card[card].is_knowledge
                ]


@few
@games
def test_tokens_on_the_map_only_become_fewer(seats: int, setup: int, seed: int) -> None:
    """Invariant 13."""
    for before, _, world in game(seats, setup, seed):
        for old, tile in zip(before.tiles, world.tiles, strict=True):
            assert tile.site in (None, old.site)
            assert tile.resource in (None, old.resource)


@few
@games
def test_a_game_ends_in_time(seats: int, setup: int, seed: int) -> None:
    """Invariant 15."""
    _, _, world = game(seats, setup, seed)[-1]

    assert world.agenda == ()
    if not SETUPS[setup].get("mode"):
        assert world.round <= LONGEST[seats]


@few
@games
def test_the_same_seed_and_choices_make_the_same_game(seats: int, setup: int, seed: int) -> None:
    """Invariant 16."""
    again = list(_moments(new(seats, seed=seed, **SETUPS[setup]), seed))[-1][2]

    assert replace(again, content=cards()) == game(seats, setup, seed)[-1][2]
