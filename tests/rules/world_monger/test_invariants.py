"""What holds in every game, however it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hako.content.world_monger import GAME
from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.events.civilization import (
    CardRefreshed,
    CardUsed,
    DividendPaid,
    HolderPaid,
)
from hako.content.world_monger.events.decks import CardsLaidOut
from hako.content.world_monger.events.rounds import AreasCleared, FinalRoundAnnounced, RoundBegan
from hako.content.world_monger.events.shares import Passed, ShareBought, SharesCashed, SharesSold
from hako.content.world_monger.events.supply import CardAdded, FeatureAdded, NothingAdded
from hako.content.world_monger.state import Laid, World, controller, price
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.play import events, legal_actions, play
from hako.engine.rules.vocabulary import Event
from tests.rules.world_monger.table import new

games = st.builds(
    lambda seats, seed: (new(seats, seed=seed), Random(seed)),
    seats=st.integers(2, 6),
    seed=st.integers(0, 2**32),
)

every_game = settings(max_examples=8, deadline=None)


def played(
    game: tuple[World, Random],
) -> Iterator[tuple[World, World, tuple[Event[World], ...]]]:
    """The state before and after each of all random choices, and what happened between."""
    world, dice = game
    ply = 0
    while world.agenda:
        ply += 1
        seat = world.agenda[-1].waiting()[0]
        action = dice.choice(legal_actions(world, seat))
        before = world
        world, then = play(world, seat, action, Chance(dice.getrandbits(32), ply))
        yield before, world, tuple(events(then))


def moments(
    before: World, told: tuple[Event[World], ...]
) -> Iterator[tuple[World, Event[World], World]]:
    """The events between two choices, each with the states before and after it."""
    for event in told:
        after = event.apply(before)
        yield before, event, after
        before = after


def rounds(game: tuple[World, Random]) -> Iterator[list[Event[World]]]:
    """What happened in each round, from its first choice on."""
    told: list[Event[World]] = []
    for _, _, more in played(game):
        for event in more:
            if isinstance(event, RoundBegan):
                yield told
                told = []
            told.append(event)
    yield told


@every_game
@given(games)
@pytest.mark.rule("world_monger.comp.4")
def test_each_civilization_has_seven_shares(game: tuple[World, Random]) -> None:
    """Invariant 1: in deck, discards, play area, hands and trash."""
    for _, world, _ in played(game):
        for its in world.civilizations:
            cards = (*its.owned(), *its.trash)
            assert cards.count(SHARE) + sum(its.shares) == 7


@every_game
@given(games)
@pytest.mark.rule("world_monger.comp.2", "world_monger.term.5")
def test_no_culture_card_is_made_and_none_is_lost(game: tuple[World, Random]) -> None:
    """Invariants 2, 7, 8: 8 of each kind, 40 Villagers; piles and trash go one way only."""
    for before, world, _ in played(game):
        counts: Counter[str] = Counter()
        for its in world.civilizations:
            counts.update((*its.owned(), *its.trash))
        counts.update({pile.card: pile.left for pile in world.supply})
        del counts[SHARE]
        assert counts == {
            pile.card: world.content.culture[pile.card].copies for pile in world.supply
        }
        for earlier, now in zip(before.supply, world.supply, strict=True):
            assert 0 <= now.left <= earlier.left
        for was, its in zip(before.civilizations, world.civilizations, strict=True):
            assert not Counter(was.trash) - Counter(its.trash)


@every_game
@given(games)
@pytest.mark.rule("world_monger.setup.10", "world_monger.invest.3", "world_monger.invest.4")
def test_coins_change_by_trade_and_payments_alone(game: tuple[World, Random]) -> None:
    """Invariant 3."""
    for before, after, told in played(game):
        coins = list(before.coins)
        for event in told:
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
        assert tuple(coins) == after.coins
        assert min(after.coins) >= 0


@every_game
@given(games)
@pytest.mark.rule("world_monger.price.1", "world_monger.price.2", "world_monger.price.3")
def test_prices_are_at_least_two_and_stand_still_while_all_invest(
    game: tuple[World, Random],
) -> None:
    """Invariant 4."""
    for before, after, _ in played(game):
        prices = [price(after, its.id) for its in after.civilizations]
        assert min(prices) >= 2
        if before.phase == after.phase == "investment" and before.round == after.round:
            assert prices == [price(before, its.id) for its in before.civilizations]


@every_game
@given(games)
@pytest.mark.rule("world_monger.control.1", "world_monger.control.2", "world_monger.control.3")
def test_the_controller_is_the_first_clockwise_of_those_who_hold_most(
    game: tuple[World, Random],
) -> None:
    """Invariant 5."""
    for _, world, _ in played(game):
        for its in world.civilizations:
            seat = controller(world, its.id)
            assert (seat is None) == (sum(its.shares) == 0)
            if seat is not None:
                distance = (seat - world.start_player) % len(world.coins)
                closer = (
                    (world.start_player + step) % len(world.coins) for step in range(distance)
                )
                assert its.shares[seat] == max(its.shares)
                assert all(its.shares[other] < max(its.shares) for other in closer)


@every_game
@given(games)
@pytest.mark.rule("world_monger.cleanup.1", "world_monger.civ.2", "world_monger.detail.1")
def test_areas_are_empty_between_rounds_and_layouts_as_full_as_they_can_be(
    game: tuple[World, Random],
) -> None:
    """Invariants 6 and 9: a layout has five cards, or all that there are."""
    for start, _, told in played(game):
        for _, event, world in moments(start, told):
            if isinstance(event, AreasCleared):
                assert not any(its.area for its in world.civilizations)
            if isinstance(event, CardsLaidOut):
                its = world.civilization(event.civilization)
                assert len(event.cards) == 5 or not (its.deck or its.discard)
                assert len(its.area) == len(event.cards)


@every_game
@given(games)
@pytest.mark.rule("world_monger.invest.1", "world_monger.invest.2", "world_monger.develop.4")
def test_in_each_round_everybody_invests_once_and_each_civilization_develops_once(
    game: tuple[World, Random],
) -> None:
    """Invariants 10 and 11."""
    seats, names = len(game[0].coins), [its.id for its in game[0].civilizations]
    for told in rounds(game):
        trades = [e.seat for e in told if isinstance(e, ShareBought | SharesSold | Passed)]
        added = [
            e.civilization for e in told if isinstance(e, CardAdded | FeatureAdded | NothingAdded)
        ]
        assert sorted(trades) == list(range(seats))
        assert added == names


@every_game
@given(games)
@pytest.mark.rule("world_monger.end.1", "world_monger.end.2", "world_monger.end.5")
def test_the_game_ends_after_the_round_that_was_announced(game: tuple[World, Random]) -> None:
    """Invariant 12: announced once, when two piles are empty."""
    announced: list[int] = []
    world = game[0]
    for before, after, told in played(game):
        for _, event, moment in moments(before, told):
            if isinstance(event, FinalRoundAnnounced):
                assert moment.empty_piles() == 2
                announced.append(moment.round + 1)
        world = after

    assert announced == [world.round]
    assert world.phase == "end"


@every_game
@given(games)
@pytest.mark.rule("world_monger.dividend.1", "world_monger.dividend.2")
def test_a_dividend_is_one_coin_for_each_share_held(game: tuple[World, Random]) -> None:
    """Invariant 13: and at most once for a civilization and a round."""
    for told in rounds(game):
        paid = Counter((e.civilization, e.seat) for e in told if isinstance(e, DividendPaid))
        assert all(times == 1 for times in paid.values())
    for start, _, events_told in played((game[0], Random(1))):
        for world, event, _ in moments(start, events_told):
            if isinstance(event, DividendPaid):
                assert event.coins == world.civilization(event.civilization).shares[event.seat]


@every_game
@given(games)
@pytest.mark.rule("world_monger.civ.4", "world_monger.card.monk")
def test_only_unused_cards_are_used_and_only_used_ones_refreshed(
    game: tuple[World, Random],
) -> None:
    """Invariant 14: so a card is used once, and once more for each Monk used on it."""
    for start, _, told in played(game):
        for world, event, _ in moments(start, told):
            if isinstance(event, CardUsed):
                assert Laid(event.card) in world.civilization(event.civilization).area
            if isinstance(event, CardRefreshed):
                assert event.card != "monk"
                assert Laid(event.card, used=True) in world.civilization(event.civilization).area


@every_game
@given(games)
@pytest.mark.rule("world_monger.secret.1", "world_monger.secret.2", "world_monger.secret.5")
def test_no_view_tells_more_than_the_seat_may_know(game: tuple[World, Random]) -> None:
    """Invariant 15: a view looks the same from any state that agrees with it."""
    for number, (_, world, _) in enumerate(played(game)):
        if number % 7:
            continue
        for viewer in (*world.seats, None):
            seen = view(GAME, world, viewer)
            seat = 0 if viewer is None else viewer
            if viewer is not None:
                made_up = GAME.determinize(seen, seat, Chance(number, seat))
                assert view(GAME, made_up, viewer) == seen
            for its in seen.civilizations:
                assert set(its.discard[:-1]) <= {None}


@every_game
@given(games)
@pytest.mark.rule("world_monger.end.3", "world_monger.end.4")
def test_the_final_sale_turns_all_shares_into_coins(game: tuple[World, Random]) -> None:
    """Invariant 16."""
    *_, (before, world, told) = played(game)
    cashed = [event for event in told if isinstance(event, SharesCashed)]
    coins = list(before.coins)
    for event in told:
        if isinstance(event, DividendPaid | HolderPaid):
            coins[event.seat] += event.coins

    assert world.end_values is not None
    for seat in world.seats:
        gain = sum(event.coins for event in cashed if event.seat == seat)
        assert world.coins[seat] == coins[seat] + gain
    assert not any(any(its.shares) for its in world.civilizations)
    for event in cashed:
        assert event.price == world.end_values[world.index(event.civilization)]
