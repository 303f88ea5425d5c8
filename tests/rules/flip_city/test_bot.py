"""A bot that looks one move ahead plays sensibly by the game's evaluation."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.actions import FlipCityAction, PlayTop, Recycle, Stop
from hako.content.flip_city.evaluation import evaluate
from hako.engine.rules.game import view
from tests.rules.flip_city.table import Table, alone, at
from tests.rules.tables import wins_against_random


def choices(table: Table) -> set[FlipCityAction]:
    """The same, whatever a draw between moves of the same worth may bring."""
    return {table.greedy(seed) for seed in range(8)}


@pytest.mark.parametrize(
    ("line", "action"),
    [
        # a win that lies open, whatever could be recycled: 5 points, and a Station brings 3
        ("S R R | - | S M M | $6 5 0/3 1", "play"),
        ("S R R | U U U | S M M | $6 5 0/3 1", "play"),
        # the last point
        ("R C | K W W | S S M | $3 7 0/3 1", "recycle W"),
        # a Church rather than the bust of a forced R
        ("R C K | U | H R F K | $8 0 2/3 2", "recycle U"),
        # no Apartment that busts
        ("A C K | - | H R F | $5 0 2/3 2", "stop"),
        # a card that cannot hurt: $2 buy nothing, and no R is left to come
        ("C F K | - | F | $2 0 0/3 2", "play"),
    ],
)
def test_it_does_what_lies_at_hand(line: str, action: str) -> None:
    assert at(line).would(action)


def test_alone_a_shuffle_is_weighed_with_a_church_in_the_discard() -> None:
    """The shuffle waits for the supply's card, to which the Church is no answer."""
    assert alone("- | U C F | K | $3 0 0/3 1").would("reshuffle", "stop")


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
    assert at("A A | A K M M | C F C | $5 1 2/3 1", supply="C0 H0 F0 K0").would("recycle M")


def test_what_a_church_saves_is_worth_what_could_be_built_then() -> None:
    """The forced R busts but for the Church in the discard pile; $8 buy more than none."""
    rich, poor = (at(f"R C K | U | H R F K | {money} 0 2/3 2") for money in ("$8", "$0"))

    assert evaluate(view(GAME, rich.city, 0), 0) > evaluate(view(GAME, poor.city, 0), 0)


def test_it_stops_before_a_card_that_leads_to_a_bust_by_force() -> None:
    """play.5, play.6: after the Park an R by its obligation, and another since it is forced."""
    assert choices(at("K R R | F | C F | $4 0 1/3 1")) == {Stop()}


def test_alone_it_does_not_buy_the_last_card_of_the_supply() -> None:
    table = alone("R C | K | F M | $5 1 0/3 1", build=True, supply="C0 H1 F0 K0")

    table.do(table.greedy())

    assert table.city.ending is None


def test_it_beats_a_bot_that_plays_anything() -> None:
    """More than nine games of ten, whoever begins."""
    won = sum(wins_against_random(GAME, seed % 2, 2, seed=seed) for seed in range(12))

    assert won >= 11
