"""Invariants of every game, however it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

import pytest

from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.events.civilization_phase import (
    CardRefreshed,
    CardUsed,
    DividendPaid,
    HolderPaid,
)
from hako.content.world_monger.events.decks import CardsLaidOut
from hako.content.world_monger.events.rounds import AreasCleared, FinalRoundAnnounced, RoundBegan
from hako.content.world_monger.events.shares import (
    EndValuesFound,
    Passed,
    ShareBought,
    SharesCashed,
    SharesSold,
)
from hako.content.world_monger.events.supply import CardAdded, FeatureAdded, NothingAdded
from hako.content.world_monger.state import Laid, World, controller, price
from hako.engine.rules.model import Event
from tests.rules.random_games import RandomGame, random_games
from tests.rules.world_monger.table import new

Played: TypeAlias = RandomGame[World]

every_game = random_games(new, 8, seats=(2, 3, 4, 5, 6))


def rounds(game: Played) -> Iterator[list[Event[World]]]:
    """Events of each round, from its first choice on."""
    events: list[Event[World]] = []
    for _, event, _ in game.moments:
        if isinstance(event, RoundBegan):
            yield events
            events = []
        events.append(event)
    yield events


@every_game
@pytest.mark.rule("world_monger.comp.4")
def test_each_civilization_has_seven_shares(game: Played) -> None:
    """Invariant 1: in deck, discards, play area, hands and trash."""
    for move in game.moves:
        for civilization in move.after.civilizations:
            cards = (*civilization.owned(), *civilization.trash)
            assert cards.count(SHARE) + sum(civilization.shares) == 7


@every_game
@pytest.mark.rule("world_monger.comp.2", "world_monger.term.5")
def test_no_culture_card_is_made_and_none_is_lost(game: Played) -> None:
    """Invariants 2, 7, 8: 8 of each kind, 40 Villagers; piles and trash go one way only."""
    for move in game.moves:
        counts: Counter[str] = Counter()
        for civilization in move.after.civilizations:
            counts.update((*civilization.owned(), *civilization.trash))
        counts.update({pile.card: pile.left for pile in move.after.supply})
        del counts[SHARE]
        assert counts == {
            pile.card: move.after.content.culture[pile.card].copies for pile in move.after.supply
        }
        for earlier, now in zip(move.before.supply, move.after.supply, strict=True):
            assert 0 <= now.left <= earlier.left
        for was, civilization in zip(
            move.before.civilizations, move.after.civilizations, strict=True
        ):
            assert not Counter(was.trash) - Counter(civilization.trash)


@every_game
@pytest.mark.rule("world_monger.setup.10", "world_monger.invest.3", "world_monger.invest.4")
def test_coins_change_by_trade_and_payments_alone(game: Played) -> None:
    """Invariant 3."""
    for move in game.moves:
        coins = list(move.before.coins)
        for event in move.told:
            match event:
                case ShareBought(seat=seat, price=paid):
                    coins[seat] -= paid
                case (
                    SharesSold(seat=seat, coins=got)
                    | SharesCashed(seat=seat, coins=got)
                    | DividendPaid(seat=seat, coins=got)
                    | HolderPaid(seat=seat, coins=got)
                ):
                    coins[seat] += got
                case _:
                    pass
        assert tuple(coins) == move.after.coins
        assert min(move.after.coins) >= 0


@every_game
@pytest.mark.rule("world_monger.price.1", "world_monger.price.2", "world_monger.price.3")
def test_prices_are_at_least_two_and_stand_still_while_all_invest(game: Played) -> None:
    """Invariant 4."""
    for move in game.moves:
        prices = [price(move.after, civilization.id) for civilization in move.after.civilizations]
        assert min(prices) >= 2
        stages = {(world.phase, world.round) for world in (move.before, move.after)}
        if stages == {("investment", move.after.round)}:
            assert prices == [price(move.before, item.id) for item in move.before.civilizations]


@every_game
@pytest.mark.rule("world_monger.control.1", "world_monger.control.2", "world_monger.control.3")
def test_the_controller_is_the_first_clockwise_of_those_who_hold_most(game: Played) -> None:
    """Invariant 5."""
    for move in game.moves:
        for civilization in move.after.civilizations:
            seat = controller(move.after, civilization.id)
            assert (seat is None) == (sum(civilization.shares) == 0)
            if seat is not None:
                distance = (seat - move.after.start_player) % len(move.after.coins)
                closer = (
                    (move.after.start_player + step) % len(move.after.coins)
                    for step in range(distance)
                )
                assert civilization.shares[seat] == max(civilization.shares)
                assert all(
                    civilization.shares[other] < max(civilization.shares) for other in closer
                )


@every_game
@pytest.mark.rule("world_monger.cleanup.1", "world_monger.civ.2", "world_monger.detail.1")
def test_areas_are_empty_between_rounds_and_layouts_as_full_as_they_can_be(game: Played) -> None:
    """Invariants 6 and 9: a layout has five cards, or all that there are."""
    for _, event, world in game.moments:
        if isinstance(event, AreasCleared):
            assert not any(item.area for item in world.civilizations)
        if isinstance(event, CardsLaidOut):
            civilization = world.civilization(event.civilization)
            assert len(event.cards) == 5 or not (civilization.deck or civilization.discard)
            assert len(civilization.area) == len(event.cards)


@every_game
@pytest.mark.rule("world_monger.invest.1", "world_monger.invest.2", "world_monger.develop.4")
def test_in_each_round_everybody_invests_once_and_each_civilization_develops_once(
    game: Played,
) -> None:
    """Invariants 10 and 11."""
    seats, names = (
        len(game.start.coins),
        [civilization.id for civilization in game.start.civilizations],
    )
    for events in rounds(game):
        trades = [e.seat for e in events if isinstance(e, ShareBought | SharesSold | Passed)]
        added = [
            e.civilization for e in events if isinstance(e, CardAdded | FeatureAdded | NothingAdded)
        ]
        assert sorted(trades) == list(range(seats))
        assert added == names


@every_game
@pytest.mark.rule("world_monger.end.1", "world_monger.end.2", "world_monger.end.5")
def test_the_game_ends_after_the_round_that_was_announced(game: Played) -> None:
    """Invariant 12: announced once, when two piles are empty."""
    announced: list[int] = []
    for _, event, moment in game.moments:
        if isinstance(event, FinalRoundAnnounced):
            assert moment.empty_piles() == 2
            announced.append(moment.round + 1)

    assert announced == [game.end.round]
    assert game.end.phase == "end"


@every_game
@pytest.mark.rule("world_monger.dividend.1", "world_monger.dividend.2")
def test_a_dividend_is_one_coin_for_each_share_held(game: Played) -> None:
    """Invariant 13: and at most once for a civilization and a round."""
    for events in rounds(game):
        paid = Counter((e.civilization, e.seat) for e in events if isinstance(e, DividendPaid))
        assert all(times == 1 for times in paid.values())
    for world, event, _ in game.moments:
        if isinstance(event, DividendPaid):
            assert event.coins == world.civilization(event.civilization).shares[event.seat]


@every_game
@pytest.mark.rule("world_monger.civ.4", "world_monger.card.monk")
def test_only_unused_cards_are_used_and_only_used_ones_refreshed(game: Played) -> None:
    """Invariant 14: so a card is used once, and once more for each Monk used on it."""
    for world, event, _ in game.moments:
        if isinstance(event, CardUsed):
            assert Laid(event.card) in world.civilization(event.civilization).area
        if isinstance(event, CardRefreshed):
            assert event.card != "monk"
            assert Laid(event.card, used=True) in world.civilization(event.civilization).area


@every_game
@pytest.mark.rule("world_monger.end.3", "world_monger.end.4")
def test_the_final_sale_turns_all_shares_into_coins(game: Played) -> None:
    """Invariant 16."""
    world, coins = game.end, game.start.coins
    for before, event, _ in game.moves[-1].moments:
        if isinstance(event, EndValuesFound):
            coins = before.coins
    cashed = [event for event in game.moves[-1].told if isinstance(event, SharesCashed)]

    assert world.end_values is not None
    for seat in world.seats:
        gain = sum(event.coins for event in cashed if event.seat == seat)
        assert world.coins[seat] == coins[seat] + gain
    assert not any(any(civilization.shares) for civilization in world.civilizations)
    for event in cashed:
        assert event.price == world.end_values[world.index(event.civilization)]
        assert event.coins == event.count * event.price
