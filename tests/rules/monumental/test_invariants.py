"""Invariants of every table (section 10), in random games."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from hako.content.monumental.cards.effects import RESOURCES
from hako.content.monumental.conquest_options import troops
from hako.content.monumental.events.display import DisplayDiscarded, TakenForgotten
from hako.content.monumental.realm import COUNTERS
from hako.content.monumental.state import World
from hako.content.monumental.steps.army import movable
from hako.content.monumental.steps.display import row_sizes
from hako.engine.rules.model import known
from tests.rules.monumental.table import cards, new
from tests.rules.random_games import RandomGame, random_games

LONGEST = {"off": {2: 14, 3: 10, 4: 7, 5: 8}, "on": {2: 20, 3: 14, 4: 10, 5: 11}}
"""Rounds of a sequential game at most, without and with the Renaissance Era, by players."""

Played: TypeAlias = RandomGame[World]

every_game = random_games(
    new,
    6,
    seats=(2, 3, 4, 5),
    mode=("sequential", "classic"),
    heroes=("off", "on"),
    monsters=("off", "on"),
    renaissance=("off", "on"),
)


@every_game
def test_every_card_is_in_exactly_one_place(game: Played) -> None:
    """Invariant 1."""
    total = _cards(game.start)
    for move in game.moves:
        assert _cards(move.after) == total


def _cards(world: World) -> Counter[str]:
    """All cards wherever they lie."""
    texts = [
        *(known(card) for layer in world.layers for card in (*layer.cards, *layer.aside)),
        *world.displayed(),
        *world.removed,
        *(pile.id for pile in world.basics for _ in range(pile.left)),
        *world.heroes,
        *world.heroes_aside.all(),
    ]
    for realm in world.realms:
        texts += [*realm.city_cards(), *realm.archived]
        if realm.construction is not None:
            texts.append(realm.construction.card)
        if realm.hero is not None:
            texts.append(realm.hero)
    return Counter(texts)


@every_game
def test_no_piece_is_lost_and_nobody_shares_a_province(game: Played) -> None:
    """Invariants 2, 4, 12."""
    constants = cards().constants
    for move in game.moves:
        for seat, realm in enumerate(move.after.realms):
            own = [tile for tile in move.after.tiles if tile.owner == seat]
            assert sum(tile.soldiers for tile in own) == constants.soldiers
            assert sum(tile.warlord for tile in own) == 1
            assert sum(tile.outpost for tile in own) + realm.outposts == constants.outposts
            assert len(realm.explorers) == constants.explorers
        for place, tile in zip(move.after.land.places, move.after.tiles, strict=True):
            if move.after.is_capital(place):
                assert tile.owner == move.after.land.places.index(place)
            else:
                assert (tile.owner is not None) == tile.is_held()
                assert move.after.land.terrain[place] != "water" or tile.owner is None


@every_game
def test_whether_a_unit_can_move_is_whether_there_is_one_to_pick(game: Played) -> None:
    """The troops tell it without listing the units (monumental.move.1-2)."""
    for move in game.moves:
        for seat in move.after.seats:
            assert troops(move.after, seat).can_move == bool(movable(move.after, seat))


@every_game
def test_supplies_are_never_below_nothing_and_perish_in_time(game: Played) -> None:
    """Invariant 3."""
    for move in game.moves:
        for seat, realm in enumerate(move.after.realms):
            assert all(realm.supply.of(name) >= 0 for name in RESOURCES)
            idle = realm.passed if move.after.mode == "sequential" else move.after.turn != seat
            assert not idle or not any(realm.supply.of(name) for name in COUNTERS)


@every_game
def test_wonders_policies_and_heroes_are_as_many_as_allowed(game: Played) -> None:
    """Invariants 5, 6, 7, 14."""
    for move in game.moves:
        wonders = [card for realm in move.after.realms for card in realm.wonders]
        tokens = [tile.wonder for tile in move.after.tiles if tile.wonder]
        assert set(tokens) <= set(wonders)
        assert len(tokens) == len(set(tokens))
        assert {tile.wonder for tile in move.before.tiles} <= {
            tile.wonder for tile in move.after.tiles
        }
        for realm in move.after.realms:
            assert 0 <= len(realm.policies) == len(set(realm.policies)) <= 5
            building = realm.construction
            if building is not None and building.card not in realm.wonders:
                assert 1 <= building.done < len(cards().card[building.card].sections)


@every_game
def test_markers_lie_on_cards_that_can_have_them(game: Played) -> None:
    """Invariant 8: an effect is used once for each copy of its card."""
    for move in game.moves:
        for realm in move.after.realms:
            content = move.after.content
            others = {content.civilization[realm.civilization].warlord, *content.hero}
            marked = Counter(mark for mark in realm.marked if mark not in others)
            second_counter = Counter([*realm.activated(), *realm.policies])
            assert all(count <= second_counter[mark] for mark, count in marked.items())
            assert set(realm.fresh) <= set(realm.drawn)


@every_game
def test_the_display_is_full_after_a_refill_while_the_deck_lasts(game: Played) -> None:
    """Invariants 9, 10: of a round's display as many cards leave as there are players."""
    gone = 0
    for before, event, world in game.moments:
        sizes = row_sizes(world)
        assert all(len(row) <= size for row, size in zip(world.display, sizes, strict=True))
        if isinstance(event, DisplayDiscarded):
            gone += len(event.cards)
        if isinstance(event, TakenForgotten) and world.mode == "sequential":
            if world.deck_left():
                assert tuple(map(len, world.display)) == sizes
                assert gone + sum(before.taken) >= len(world.realms)
            gone = 0


@every_game
def test_after_a_refill_the_city_is_full_and_asleep(game: Played) -> None:
    """Invariant 11."""
    for move in game.moves:
        if move.before.round == move.after.round or move.after.mode == "classic":
            continue
        for realm in move.after.realms:
            assert not any(slot.activated for slot in realm.city)
            if not all(slot.card for slot in realm.city):
                assert not [
                    card for card in realm.deck.all() if not cards().card[card].is_knowledge
                ]


@every_game
def test_tokens_on_the_map_only_become_fewer(game: Played) -> None:
    """Invariant 13."""
    for move in game.moves:
        for old, tile in zip(move.before.tiles, move.after.tiles, strict=True):
            assert tile.site in (None, old.site)
            assert tile.resource in (None, old.resource)


@every_game
def test_a_game_ends_in_time(game: Played) -> None:
    """Invariant 15."""
    assert game.end.agenda == ()
    if game.end.mode == "sequential":
        assert game.end.round <= LONGEST[game.how["renaissance"]][game.how["seats"]]
