"""Invariants of every game, however it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.actions import (
    Buy,
    Develop,
    PassOn,
    Recycle,
    RemoveFromSupply,
    Stop,
    Upgrade,
)
from hako.content.flip_city.events import (
    CardBought,
    CardDeveloped,
    CardUpgraded,
    DeckReshuffled,
    TurnBusted,
)
from hako.content.flip_city.state import Board, City
from hako.content.flip_city.steps import PlayPhase
from hako.engine.rules.game import view
from hako.engine.rules.play import legal_actions
from tests.rules.flip_city.table import new
from tests.rules.random_games import Move, RandomGame, random_games


def anything(dice: Random, actions: Sequence[Any]) -> Any:
    """Recycling not more often than the rest, so that points add up."""
    weights = [0.2 if isinstance(action, Recycle) else 1.0 for action in actions]
    return dice.choices(actions, weights)[0]


either = {"office": (False, True), "supply": ("rulebook", "international")}

Played: TypeAlias = RandomGame[City]

every_game = random_games(new, 12, anything, seats=(1, 2, 3, 4), **either)
every_solo_game = random_games(new, 12, anything, seats=(1,), **either)


def turns(game: Played) -> Iterator[list[Move[City]]]:
    """The moves of each turn."""
    turn: list[Move[City]] = []
    for move in game.moves:
        if turn and move.before.turn.number != turn[0].before.turn.number:
            yield turn
            turn = []
        turn.append(move)
    yield turn


def count(board: Board, *faces: str) -> int:
    return sum(card in faces for card in board.city)


@every_game
@pytest.mark.rule("flip_city.setup.1", "flip_city.setup.6")
def test_no_card_is_made_and_none_is_lost(game: Played) -> None:
    """Invariant 1: of each pair as many cards as at the start."""

    def by_pair(city: City) -> Counter[str]:
        other = city.content.other_side
        owned = [face for board in city.boards for face in board.owned()]
        piles = [pile.face for pile in city.supply for _ in range(pile.left)]
        return Counter(min(face, other[face]) for face in (*owned, *piles, *city.removed))

    at_first = by_pair(game.start)

    assert all(by_pair(move.after) == at_first for move in game.moves)


@every_game
@pytest.mark.rule("flip_city.setup.5", "flip_city.build.4")
def test_the_supply_holds_fronts_and_never_grows(game: Played) -> None:
    """Invariant 2: no residential card in it, and no pile grows."""
    for move in game.moves:
        fronts = {pair.front for pair in move.after.content.pairs} - {"residential_area"}
        assert {pile.face for pile in move.after.supply} <= fronts
        for old, new_pile in zip(move.before.supply, move.after.supply, strict=True):
            assert old.face == new_pile.face
            assert 0 <= new_pile.left <= old.left


@every_game
@pytest.mark.rule("flip_city.end.1")
def test_only_the_active_player_has_a_city(game: Played) -> None:
    """Invariant 3."""
    for move in game.moves:
        others = move.after.others(move.after.turn.seat)
        assert not any(move.after.boards[seat].city for seat in others)


@every_game
@pytest.mark.rule("flip_city.recycle.7", "flip_city.turn.2", "flip_city.card.factory")
def test_the_counters_are_what_the_city_and_recycling_brought(game: Played) -> None:
    """Invariant 4: unhappy, points, limit (3 + Churches) and actions (1 + Factories, Centers)."""
    for moves in turns(game):
        recycled: Counter[str] = Counter()
        for move in moves:
            turn, board = move.before.turn, move.before.boards[move.seat]
            face = move.before.content.face
            assert turn.unhappy == sum(face[card].unhappy for card in board.city)
            assert turn.limit == 3 + count(board, "church") + recycled["church"]
            icons = sum(face[card].points for card in board.city)
            assert turn.points == icons + recycled["power_plant"]
            if isinstance(move.before.agenda[-1], PlayPhase):
                assert turn.actions == 1 + count(board, "factory") + recycled["trade_center"]
            assert turn.actions > 0
            assert turn.money >= 0
            if isinstance(move.action, Recycle):
                recycled[move.action.face] += 1


@every_game
@pytest.mark.rule("flip_city.bust.1", "flip_city.win.1", "flip_city.win.2")
def test_who_may_choose_has_neither_busted_nor_won(game: Played) -> None:
    """Invariants 5 and 6: below the limit, below 8 points, no 18 cards with a Store; a choice."""
    for move in game.moves:
        turn, board = move.before.turn, move.before.boards[move.seat]
        assert turn.unhappy < turn.limit
        assert turn.points < 8
        assert len(board.city) < 18 or "convenience_store" not in board.city
        assert legal_actions(move.before, move.seat)


@every_game
@pytest.mark.rule("flip_city.play.2", "flip_city.play.5", "flip_city.play.6", "flip_city.play.11")
def test_stopping_is_offered_exactly_when_nothing_has_to_be_played(game: Played) -> None:
    """Invariant 7: a city, no obligation that can be met, no Residential Area on top."""
    for move in game.moves:
        turn, board = move.before.turn, move.before.boards[move.seat]
        in_play_phase = isinstance(move.before.agenda[-1], PlayPhase)
        can_be_met = turn.obliged and bool(board.deck or board.discard)
        on_top = board.deck[0] if board.deck else None
        free = bool(board.city) and not can_be_met and on_top != "residential_area"
        assert (Stop() in legal_actions(move.before, move.seat)) == (in_play_phase and free)


@every_game
@pytest.mark.rule("flip_city.recycle.1", "flip_city.recycle.3", "flip_city.recycle.5")
def test_recycling_is_offered_exactly_in_the_play_phase(game: Played) -> None:
    """Invariant 7: each back with a green arrow in the own discard pile."""
    green = {"shopping_mall", "church", "power_plant", "station", "trade_center"}
    for move in game.moves:
        in_play_phase = isinstance(move.before.agenda[-1], PlayPhase)
        offered = {
            action.face
            for action in legal_actions(move.before, move.seat)
            if isinstance(action, Recycle)
        }
        assert offered == (
            green & set(move.before.boards[move.seat].discard) if in_play_phase else set()
        )


@every_game
@pytest.mark.rule("flip_city.recycle.2", "flip_city.recycle.8")
def test_recycling_flips_exactly_one_card(game: Played) -> None:
    """Invariant 8: one back less in the discard pile; its front there, or on the deck."""
    for move in game.moves:
        if isinstance(move.action, Recycle):
            old, after = move.before.boards[move.seat], move.after.boards[move.seat]
            front = move.before.content.other_side[move.action.face]
            expected = Counter(old.discard) - Counter([move.action.face])
            if move.action.face == "station":
                assert after.deck == (front, *old.deck)
            else:
                expected[front] += 1
                assert after.deck == old.deck
            assert Counter(after.discard) == expected


@every_game
@pytest.mark.rule("flip_city.build.8", "flip_city.build.4", "flip_city.build.6")
def test_cards_change_owners_only_by_building(game: Played) -> None:
    """Invariant 9: +1 by buying or developing; an upgraded Apartment goes from one to another."""
    for move in game.moves:
        change = [
            len(after.owned()) - len(old.owned())
            for old, after in zip(move.before.boards, move.after.boards, strict=True)
        ]
        expected = [0] * len(change)
        match move.action:
            case Buy() | Develop():
                expected[move.seat] += 1
            case PassOn(_, to):
                expected[move.seat] -= 1
                expected[to] += 1
            case Upgrade("apartment"):
                expected[move.seat] -= 1
            case _:
                pass
        assert change == expected


@every_game
@pytest.mark.rule("flip_city.build.8", "flip_city.play.12")
def test_others_get_nothing_but_residential_areas(game: Played) -> None:
    """Invariant 10: the deck of a player who waits never changes."""
    for move in game.moves:
        for other in move.before.others(move.seat):
            old, after = move.before.boards[other], move.after.boards[other]
            gained = Counter(after.discard) - Counter(old.discard)
            passed = isinstance(move.action, PassOn) and move.action.to == other
            assert after.deck == old.deck
            assert gained == (Counter(["residential_area"]) if passed else Counter())


@every_game
@pytest.mark.rule("flip_city.table.2", "flip_city.play.8", "flip_city.build.5")
def test_no_card_is_turned_over_but_by_upgrading_developing_and_recycling(
    game: Played,
) -> None:
    """Invariant 11; no other action changes which faces a player owns."""
    flipping = Upgrade | PassOn | Develop | Recycle
    for move in game.moves:
        owned = [Counter(board.owned()) for board in move.before.boards]
        if isinstance(move.action, Buy):
            owned[move.seat][move.action.face] += 1
        if not isinstance(move.action, flipping):
            assert owned == [Counter(board.owned()) for board in move.after.boards]


@every_game
@pytest.mark.rule("flip_city.table.3", "flip_city.setup.1")
def test_the_table_always_knows_which_side_of_a_card_is_up(game: Played) -> None:
    """No card can fall to the floor: each one shows a face of its pair at every moment."""
    for move in game.moves:
        for board in move.after.boards:
            assert None not in board.deck
            assert board.unseen == ()
            assert set(board.owned()) <= set(move.after.content.face)


@every_game
@pytest.mark.rule("flip_city.turn.2", "flip_city.end.1")
def test_every_turn_begins_with_the_same_counters(game: Played) -> None:
    """Invariant 12."""
    for moves in turns(game):
        city = moves[0].before
        turn = city.turn
        assert (turn.money, turn.points, turn.unhappy, turn.limit) == (0, 0, 0, 3)
        assert (turn.actions, turn.obliged, city.boards[turn.seat].city) == (1, False, ())


@every_game
@pytest.mark.rule("flip_city.bust.1")
def test_nothing_is_built_in_a_busted_turn(game: Played) -> None:
    """Invariant 13."""
    built = CardBought | CardDeveloped | CardUpgraded
    for moves in turns(game):
        events = [event for move in moves for event in move.told]
        if any(isinstance(event, TurnBusted) for event in events):
            assert not any(isinstance(event, built) for event in events)


@every_game
@pytest.mark.rule("flip_city.info.2", "flip_city.info.3", "flip_city.info.4")
def test_all_see_the_same_and_the_top_card_of_each_deck(game: Played) -> None:
    """Invariant 14; the conformance tests check that they know no order but what they saw."""
    for move in game.moves:
        seen = view(GAME, move.after, None)

        assert all(view(GAME, move.after, seat) == seen for seat in range(len(seen.boards)))
        for board, real in zip(seen.boards, move.after.boards, strict=True):
            assert board.deck_cards() == real.deck_cards()
            assert not board.deck or board.deck[0] is not None or not move.after.agenda


@every_solo_game
@pytest.mark.rule("flip_city.solo.3", "flip_city.solo.5")
def test_alone_each_shuffle_costs_a_card_and_an_empty_supply_the_game(game: Played) -> None:
    """Invariant 15."""
    for move in game.moves:
        shuffled = any(isinstance(event, DeckReshuffled) for event in move.told)
        lost = move.after.ending == "lost"

        assert not shuffled or isinstance(move.action, RemoveFromSupply)
        assert move.after.supply_left() == move.before.supply_left() - isinstance(
            move.action, RemoveFromSupply | Buy | Develop
        )
        assert lost == (move.after.supply_left() == 0)


@every_game
@pytest.mark.rule("flip_city.win.3", "flip_city.bust.3")
def test_a_win_is_the_active_player_s_and_never_comes_with_a_bust(game: Played) -> None:
    """Invariant 16."""
    for move in game.moves:
        if move.after.winner is not None:
            assert move.after.winner == move.seat
            assert move.after.turn.unhappy < move.after.turn.limit
            assert move.after.agenda == ()
