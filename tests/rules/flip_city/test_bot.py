"""A bot that looks one move ahead plays sensibly by the game's evaluation."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.actions import FlipCityAction, PlayTop, Recycle, Stop
from hako.engine.bots.bot import Observation, greedy_bot, random_bot
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.play import play
from hako.engine.rules.vocabulary import Seat
from tests.rules.flip_city.table import Table, alone, at, new

ROUNDS = 60


def choices(table: Table) -> set[FlipCityAction]:
    """The same, whatever a draw between moves of the same worth may bring."""
    return {table.greedy(seed) for seed in range(8)}


def test_it_takes_a_win_that_lies_open() -> None:
    """5 points, and the Station on top brings 3."""
    assert at("S R R | - | S M M | $6 5 0/3 1").would("play")


def test_it_recycles_for_the_last_point() -> None:
    assert at("R C | K W W | S S M | $3 7 0/3 1").would("recycle W")


def test_it_recycles_a_church_rather_than_bust() -> None:
    """At 2/3 the forced R busts, unless the limit is 4."""
    assert at("R C K | U | H R F K | $8 0 2/3 2").would("recycle U")


def test_it_stops_before_an_apartment_that_busts() -> None:
    assert at("A C K | - | H R F | $5 0 2/3 2").would("stop")


def test_it_plays_a_card_that_cannot_hurt() -> None:
    """$2 buy nothing; C is harmless, and no R is left to come."""
    assert at("C F K | - | F | $2 0 0/3 2").would("play")


def test_alone_a_shuffle_is_weighed_with_a_church_in_the_discard() -> None:
    """The shuffle waits for the supply's card, to which the Church is no answer."""
    assert alone("- | U C F | K | $3 0 0/3 1").would("reshuffle", "stop")


def test_a_win_that_lies_open_is_seen_whatever_could_be_recycled() -> None:
    """Once it is won, there is nothing left to recycle."""
    assert at("S R R | U U U | S M M | $6 5 0/3 1").would("play")


@pytest.mark.parametrize(
    "line",
    [
        "A A | A A A F H K M M M M S S | - | $0 0 0/3 1",
        "R | A A A C F K M U | A | $1 0 1/3 1",
        "K A | A A F H K M | - | $0 0 0/3 1",
    ],
)
def test_it_recycles_no_mall_before_the_money_is_needed(line: str) -> None:
    """recycle.3: it may be done later, too, and to upgrade the store again costs $3 for the $2."""
    assert choices(at(line)) == {PlayTop()}


def test_it_recycles_no_mall_only_to_buy_it_back() -> None:
    """With $3 the store can be upgraded again, and nothing else; A would bust next."""
    table = at("A A | A A H M M | A C | $1 0 2/3 1", supply="C0 H0 F0 K0")

    assert Recycle("shopping_mall") not in choices(table)


@pytest.mark.parametrize("deck", ["A R R", "R R R"])
def test_it_recycles_nothing_in_a_turn_that_has_to_bust(deck: str) -> None:
    """play.5, play.6: after the Park it has to play on, and every R that follows is forced."""
    assert at(f"{deck} | A F H M M R | K | $3 0 0/3 1 obliged").would("play")


def test_it_recycles_a_mall_for_what_is_worth_more() -> None:
    """$5 buy nothing here; with $2 more the Park becomes a Station. A would bust next."""
    table = at("A A | A K M M | C F C | $5 1 2/3 1", supply="C0 H0 F0 K0")

    assert table.would("recycle M")


def test_it_stops_before_a_card_that_leads_to_a_bust_by_force() -> None:
    """play.5, play.6: after the Park an R by its obligation, and another since it is forced."""
    assert choices(at("K R R | F | C F | $4 0 1/3 1")) == {Stop()}


def test_alone_it_does_not_buy_the_last_card_of_the_supply() -> None:
    table = alone("R C | K | F M | $5 1 0/3 1", build=True, supply="C0 H1 F0 K0")

    table.do(table.greedy())

    assert table.city.ending is None


def winner(seed: int, greedy: Seat) -> Seat | None:
    city = new(2, seed=seed)
    for ply in range(10_000):
        if not city.agenda or city.turn.number > 2 * ROUNDS:
            break
        seat = city.agenda[-1].waiting()[0]
        chance = Chance(seed, ply)
        bot = greedy_bot if seat == greedy else random_bot
        action = bot(Observation(GAME, seat, view(GAME, city, seat)), chance.fork("bot"))
        city, _ = play(city, seat, action, chance)
    return city.winner


def test_it_beats_a_bot_that_plays_anything() -> None:
    """More than nine games of ten, whoever begins."""
    won = sum(winner(seed, seed % 2) == seed % 2 for seed in range(12))

    assert won >= 11
