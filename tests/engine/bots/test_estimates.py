"""Estimates: what playouts say of a chance, how far it is off, and what is certain."""

from __future__ import annotations

from math import sqrt

import pytest

from hako.content.flip_city import GAME as FLIP_CITY
from hako.engine.bots.estimates import (
    Estimate,
    JoinWeights,
    decided,
    difference,
    estimated,
    mean_of,
    weights_of,
)
from hako.engine.bots.line_differences import TURNS, Reason, reasons_from
from hako.engine.bots.rollouts import Playout
from hako.engine.bots.win_probability_scale import win_probabilities
from hako.engine.rules.game import view
from tests.rules.flip_city import table as flip_city

WEIGHTS = JoinWeights(2, slope=0.5, worth=4.0)


def played(*ends: float, cut: float = 0.5) -> list[Playout]:
    return [Playout((cut, 1 - cut), (end, 1 - end)) for end in ends]


def test_the_evaluation_counts_like_so_many_playouts_and_less_beside_more() -> None:
    """At the cut .7, half of whose distance from even is true: .6, four times. Three of four won."""
    four, forty = (played(*(1.0, 1.0, 1.0, 0.0) * times, cut=0.7) for times in (1, 10))

    assert estimated(WEIGHTS, four, 0).mean == pytest.approx((4 * 0.6 + 3) / 8)
    assert estimated(WEIGHTS, four, 1).mean == pytest.approx((4 * 0.4 + 1) / 8)
    assert estimated(WEIGHTS, forty, 0).mean == pytest.approx((4 * 0.6 + 30) / 44)


def test_the_error_is_that_of_a_beta_distribution_and_never_nothing_while_it_is_open() -> None:
    """Eight of eight won, the cut at even: 10 of 12, so sqrt(10/12 * 2/12 / 13)."""
    estimate = estimated(WEIGHTS, played(*(1.0,) * 8), 0)

    assert estimate.mean == pytest.approx(10 / 12)
    assert estimate.error == pytest.approx(sqrt(10 / 12 * 2 / 12 / 13))
    assert estimate.playouts == 8


def test_a_difference_is_measured_world_by_world() -> None:
    """Both win half of all worlds: the same ones, or just the others."""
    one = played(1.0, 0.0, 1.0, 0.0)

    alike = difference(WEIGHTS, one, played(1.0, 0.0, 1.0, 0.0), 0)
    apart = difference(WEIGHTS, one, played(0.0, 1.0, 0.0, 1.0), 0)

    assert (alike.mean, alike.error) == (0.0, 0.0)
    assert apart.mean == 0.0
    assert apart.error > 0.2
    assert not alike.is_certain


def test_a_difference_is_certain_from_two_standard_errors_on() -> None:
    """Half of 12 values are 0 and half are twice the mean: the error is its 0.3015th part."""
    assert mean_of([0.0, 0.2] * 6).is_certain
    assert not mean_of([-0.3, 0.5] * 6).is_certain
    assert not mean_of([0.2]).is_certain


def test_weights_of_a_number_of_seats_that_nobody_measured_keep_their_even_chance() -> None:
    two, four = (weights_of(FLIP_CITY, seats) for seats in (2, 4))

    assert (four.slope, four.worth) == (two.slope, two.worth)
    assert four.joined(0.25, 0.25, 8) == pytest.approx(0.25)


def test_what_the_rules_make_certain_needs_no_playout() -> None:
    """flip_city.win.1: the neighbour's Station and five Malls are 8 points, and nothing is unhappy."""
    table = flip_city.at("R | R | - | $0 0 0/3 1", "S M M M M M | R")
    city = view(FLIP_CITY, table.city, 0)

    assert [decided(FLIP_CITY, city, seat) for seat in (0, 1)] == [
        Estimate(0.0, 0.0, 0),
        Estimate(1.0, 0.0, 0),
    ]
    assert win_probabilities(FLIP_CITY, table.city, 2) == (0.0, 1.0)
    assert decided(FLIP_CITY, view(FLIP_CITY, flip_city.new(), 0), 0) is None


def test_reasons_are_parts_of_which_there_is_certainly_more_and_a_sooner_end() -> None:
    """Less of something explains no better line; of eleven parts the two largest are told."""
    known = {
        "plans": (6, 7) * 6,
        "walks": (2, 3) * 6,
        "medals": (1, 2) * 6,
        "centre": (-5, -6) * 6,
        "luck": (9, -9) * 6,
        TURNS: (-1, -2) * 6,
    }

    assert [*reasons_from(known)] == [
        Reason("plans", 6.5),
        Reason("walks", 2.5),
        Reason(TURNS, -1.5),
    ]
    assert [*reasons_from({"plans": (6,) * 7})] == [], "seven games are too few"
