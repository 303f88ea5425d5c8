"""The chance of a bust: worked out by hand, and against all orders a deck can have."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hako.content.flip_city import GAME
from hako.content.flip_city.events import TurnBusted
from hako.content.flip_city.odds import Risk, limit_recycled, risk
from hako.engine.rules.game import view
from tests.rules.flip_city.table import Table, at


def risk_at(table: Table) -> Risk:
    return risk(view(GAME, table.city, None), 0)


def recycled(table: Table) -> Risk:
    return risk(limit_recycled(view(GAME, table.city, None), 0), 0)


def near(chance: Fraction) -> Any:
    return pytest.approx(float(chance))


def test_an_opening_factory_risks_three_residential_areas_in_a_row() -> None:
    """4 of the 8 cards below are R, then 3 of 7, then 2 of 6: 24/336."""
    table = at("F R R R A C H K R | - | - | $0 0 0/3 1")

    assert risk_at(table) == Risk(next_card=0, two_cards=0, forced=near(Fraction(24, 336)))


def test_the_open_card_busts_for_sure_or_not_at_all() -> None:
    """At 2/3 an open R busts; an open C does not, and the R below may come next: 1 of 2."""
    assert risk_at(at("R C | - | A A | $2 0 2/3 1")) == Risk(1, 1, 1)
    assert risk_at(at("C R F | - | A A | $2 0 2/3 1")) == Risk(0, near(Fraction(1, 2)), 0.5)


def test_recycled_churches_lower_the_risk() -> None:
    """At 2/3 with a forced R on top, one Church makes it 3/4: no bust any more."""
    table = at("R C K | M U | H R F | $5 0 2/3 2")

    assert risk_at(table).forced == 1
    assert recycled(table).forced == 0


def test_a_central_park_forces_whatever_comes_next() -> None:
    """At 2/3 after K one of H, C, F has to be played, and H busts: 1/3."""
    table = at("K H C F | - | A A | $2 0 2/3 1")

    assert risk_at(table) == Risk(0, near(Fraction(1, 3)), near(Fraction(1, 3)))


def test_with_an_empty_deck_the_discard_pile_is_what_may_come() -> None:
    """2 of 3 cards are R, forced at 2/3; the A may be left."""
    assert risk_at(at("- | A R R | A A | $2 0 2/3 1")) == Risk(1, 1, near(Fraction(2, 3)))


def test_after_the_last_card_one_may_stop() -> None:
    """C is safe and the deck is empty then; the R of the discard pile threatens only if one goes on."""
    assert risk_at(at("C | R R | A A | $2 0 2/3 1")) == Risk(0, 1, 0)


@pytest.mark.rule("flip_city.info.3")
def test_a_card_that_everybody_saw_covered_is_counted_as_known() -> None:
    """A recycled Station covers the R: the Park on top obliges, so R busts for sure."""
    assert risk_at(at("R H C | M S | R A | $2 0 2/3 1").recycle("S")).forced == 1


@pytest.mark.rule("flip_city.info.3")
def test_the_risk_does_not_know_the_order_of_the_deck() -> None:
    one = at("C R F K | - | A A | $2 0 2/3 1")
    other = at("C K F R | - | A A | $2 0 2/3 1")

    assert risk_at(one) == risk_at(other)


def busts(table: Table) -> bool:
    """Plays the open card, and then only what has to be played."""
    table.play()
    while not any(isinstance(event, TurnBusted) for event in table.told):
        if not table.city.agenda or "stop" in table.options or "play" not in table.options:
            return False
        table.play()
    return True


@settings(max_examples=25, deadline=None)
@given(
    deck=st.lists(st.sampled_from("RRRAHUKCW"), min_size=1, max_size=5),
    limit=st.integers(2, 3),
)
def test_the_risk_is_the_share_of_all_orders_that_bust(deck: list[str], limit: int) -> None:
    """Every order of the cards below the open one is played out by the rules."""
    top, *rest = deck
    orders = [
        at(f"{' '.join([top, *order])} | - | A | $1 0 1/{limit} 1") for order in permutations(rest)
    ]
    share = Fraction(sum(busts(table) for table in orders), len(orders))

    table = at(f"{' '.join(deck)} | - | A | $1 0 1/{limit} 1")
    assert risk_at(table).forced == near(share)
