"""Invariants of every game, however it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from hako.content.cultus import ENEMIES
from hako.content.cultus.actions import (
    EndActions,
    MoveMonument,
    MovePawn,
    PlaceCard,
    Stay,
    TakePay,
    UsePower,
)
from hako.content.cultus.events.monuments import MonumentCardTurnedUp
from hako.content.cultus.events.solo_enemy import TopCardDiscarded
from hako.content.cultus.events.turn import CardDrawn, OverhandPaid, PointsLost, StepPaid, TurnBegan
from hako.content.cultus.state import Town, pair
from hako.engine.rules.play import legal_actions
from tests.rules.cultus.table import content, new
from tests.rules.random_games import RandomGame, random_games

CUBES = {1: 6, 2: 6, 3: 5, 4: 4}


def anything(dice: Random, actions: Sequence[Any]) -> Any:
    """It favours what happens too rarely by chance: gold, monuments, powers."""
    rare = [action for action in actions if hasattr(action, "power") or hasattr(action, "owner")]
    return dice.choice(rare if rare and dice.random() < 0.5 else actions)


def enriched(seats: int, **how: Any) -> Town:
    """A game that begins with gold on both tracks: random players would hardly ever build."""
    town = new(seats, **how)
    rulers = tuple(replace(ruler, cost=10, character_gold=10) for ruler in town.rulers)
    return replace(town, rulers=rulers)


Played: TypeAlias = RandomGame[Town]

every_game = random_games(enriched, 12, anything, seats=(1, 2, 3, 4), enemy=ENEMIES)


def in_play(game: Played) -> Iterator[Town]:
    """The states from the end of the setup on."""
    yield from (move.after for move in game.moves if move.after.turn.number)


@every_game
@pytest.mark.rule("cultus.setup.5", "cultus.solo.5", "cultus.setup.14")
def test_every_construction_card_is_somewhere(game: Played) -> None:
    """Invariant 1: hands, decks, discards, left-over and map make 48."""
    for town in in_play(game):
        hands = [card for ruler in town.rulers for card in ruler.hand]
        decks = [card for space in town.row for card in space.deck]
        laid = [item.card for item in town.laid]
        everywhere = (*hands, *decks, *laid, *town.discard, *town.left_over)
        assert sorted(map(str, everywhere)) == sorted(content().card)


@every_game
@pytest.mark.rule("cultus.setup.7", "cultus.build.2", "cultus.build.7", "cultus.build.9")
def test_no_cube_comes_or_goes(game: Played) -> None:
    """Invariant 2: stock, cost board, character and map; the enemy has four on the map."""
    for town in in_play(game):
        for ruler in town.rulers:
            on_board = ruler.cost is not None
            cubes = ruler.stock + on_board + 1 + len(ruler.monuments)
            assert cubes == CUBES[len(town.rulers)]
        if town.enemy is not None:
            assert len(town.enemy.monuments) == 4


@every_game
@pytest.mark.rule("cultus.income.3", "cultus.hand.3", "cultus.action.3")
def test_gold_points_and_action_points_stay_within_bounds(game: Played) -> None:
    """Invariant 3."""
    for town in in_play(game):
        assert town.turn.points >= 0
        for ruler in town.rulers:
            assert ruler.cost is None or 0 <= ruler.cost <= 10
            assert 0 <= ruler.character_gold <= 10
            assert ruler.vp >= 0


@every_game
@pytest.mark.rule("cultus.start.3", "cultus.end.2", "cultus.setup.10")
def test_gold_sides_and_medals(game: Played) -> None:
    """Invariants 4 and 12: gold without a deck, medals on a card each or home for good."""
    home: set[int] = set()
    sides = 0
    for town in in_play(game):
        assert all(space.is_gold == (not space.deck) for space in town.row)
        assert not any(space.is_gold and space.medal is not None for space in town.row)
        out = [space.medal for space in town.row if space.medal is not None]
        at_home = {seat for seat, ruler in enumerate(town.rulers) if ruler.has_medal}
        assert sorted((*out, *at_home)) == [*town.seats]
        assert at_home >= home
        assert town.gold_sides() >= sides
        home, sides = at_home, town.gold_sides()
    assert town.decks() or home == {*town.seats}


@every_game
@pytest.mark.rule("cultus.move.1", "cultus.map.6", "cultus.monument.5", "cultus.shift.2")
def test_pawns_and_monuments_stand_on_cards(game: Played) -> None:
    """Invariant 5: pawns alone; monuments share a cell only where somebody has Friendship."""
    for town in in_play(game):
        pawns = [ruler.pawn for ruler in town.rulers if ruler.pawn is not None]
        monuments = [cell for _, cell in town.monuments()]
        assert all(town.icons[cell] is not None for cell in (*pawns, *monuments))
        assert len(set(pawns)) == len(pawns)
        shared = len(set(monuments)) < len(monuments)
        assert not shared or any(town.has(seat, "friendship") for seat in town.seats)


@every_game
@pytest.mark.rule("cultus.place.3", "cultus.place.4", "cultus.map.7")
def test_what_is_covered_stays_covered_and_held_cells_do_not_change(game: Played) -> None:
    """Invariant 6."""
    for move in game.moves:
        held = move.before.pawn_cells() | move.before.monument_cells()
        for cell, icon in enumerate(move.before.icons):
            assert icon is None or move.after.icons[cell] is not None
            assert cell not in held or move.after.icons[cell] == icon


@every_game
@pytest.mark.rule("cultus.build.3", "cultus.build.9")
def test_every_monument_has_its_card(game: Played) -> None:
    """Invariant 7: 12 cards in all; as many owned as built; three open while the deck lasts."""
    for town in in_play(game):
        owned = [card for ruler in town.rulers for card in ruler.cards]
        everywhere = (*town.open_monuments, *town.monument_deck, *owned)
        assert sorted(map(str, everywhere)) == sorted(content().monument)
        assert len(town.open_monuments) == 3 or not town.monument_deck
        assert all(len(ruler.cards) == len(ruler.monuments) for ruler in town.rulers)


@every_game
@pytest.mark.rule("cultus.move.5", "cultus.monument.8")
def test_no_pair_pays_twice_in_a_turn_and_no_action_pays_twice(game: Played) -> None:
    """Invariant 8."""
    paid: Counter[tuple[int, int]] = Counter()
    for move in game.moves:
        payments = [event for event in move.told if isinstance(event, StepPaid)]
        assert len(payments) <= 1
        if payments:
            assert isinstance(move.action, MovePawn | Stay | TakePay)
        for event in move.told:
            if isinstance(event, TurnBegan):
                paid.clear()
            if isinstance(event, StepPaid):
                paid[pair(event.cell, event.to)] += 1
        assert not paid or max(paid.values()) == 1


@every_game
@pytest.mark.rule("cultus.hand.1", "cultus.solo.15")
def test_a_turn_ends_with_five_cards_at_most(game: Played) -> None:
    """Invariant 9: but for what Balthasar makes the player draw."""
    for move in game.moves:
        ended = any(isinstance(event, TurnBegan) for event in move.told) or not move.after.agenda
        if move.before.turn.number and ended and move.after.enemy is None:
            assert len(move.after.rulers[move.before.turn.seat].hand) <= 5
        now = move.before
        for event in move.told:
            now = event.apply(now)
            if isinstance(event, OverhandPaid):
                # before the scoring that may follow at once
                assert event.vp % 2 == 0 or now.rulers[event.seat].vp == 0


@every_game
@pytest.mark.rule("cultus.action.2", "cultus.action.3")
def test_all_action_points_are_spent_unless_nothing_costs_one(game: Played) -> None:
    """Invariant 10."""
    for move in game.moves:
        if isinstance(move.action, EndActions) and move.before.turn.points:
            offered = legal_actions(move.before, move.before.turn.seat)
            assert all(isinstance(item, EndActions | UsePower) for item in offered)
        for event in move.told:
            if isinstance(event, PointsLost):
                assert not move.before.decks() or isinstance(move.action, EndActions)


@every_game
@pytest.mark.rule("cultus.start.1", "cultus.solo.11", "cultus.end.1")
def test_every_turn_takes_a_card_so_the_game_ends(game: Played) -> None:
    """Invariant 11: but for the owner of Industry."""
    taken, industry, turns = 1, False, 0
    for move in game.moves:
        for event in move.told:
            if isinstance(event, TurnBegan):
                assert taken or industry
                taken, turns = 0, turns + 1
            taken += isinstance(event, CardDrawn | TopCardDiscarded)
        industry = any(move.before.has(seat, "industry") for seat in move.before.seats)
    assert turns <= (30 if game.start.enemy is not None else 36) or industry


def test_random_play_comes_to_what_is_rare() -> None:
    """Otherwise the properties above would hold of little."""
    games = [RandomGame(enriched, seed, anything, seats=1 + seed % 4) for seed in range(12)]
    moves = [move for game in games for move in game.moves]
    seen = {type(move.action) for move in moves} | {type(it) for move in moves for it in move.told}

    assert {MoveMonument, UsePower, MonumentCardTurnedUp, OverhandPaid, PlaceCard} <= seen
