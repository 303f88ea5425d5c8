"""A bot that looks one move ahead plays a sensible market."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.evaluation import evaluate
from hako.content.world_monger.steps.civilization_phase import PayDividend, UseCards
from hako.content.world_monger.steps.investment import InvestmentPhase
from tests.rules.tables import wins_against_random
from tests.rules.world_monger.table import Table, acting, at, developing, investing

DECK = "S S S S V V V V V V pyramid chariot"


def acting_before_all_invest(**table: Any) -> Table:
    """Seat 0 uses the cards of Greece, and then everybody invests."""
    agenda = (InvestmentPhase(), PayDividend("greece"), UseCards(0, "greece"))
    return at(*agenda, **table).given(phase="civilization")


def test_a_monk_that_would_change_nothing_waits_for_something_to_use_again() -> None:
    """world_monger.card.monk: with a City unused it would be used up for nothing."""
    row = "monk city | V chariot pyramid V V V V S | - | 3"
    table = acting_before_all_invest(greece=row, supply="V16 city7 monk7")

    assert table.would("use city")
    assert table.use("city").would("use monk")


def test_it_buys_a_share_far_below_what_it_should_fetch() -> None:
    """Price 3; the deck makes more than 6 on average, and rounds are left."""
    assert investing(0, egypt=f"S S S S V | {DECK}").would("buy egypt")


def test_it_sells_all_at_a_price_far_above_that() -> None:
    table = investing(0, egypt=f"chariot chariot chariot chariot V V | {DECK} | - | 3")

    assert table.would("sell egypt 3")


def test_it_does_not_buy_dear() -> None:
    assert investing(0, egypt=f"S chariot chariot chariot V V | {DECK}").would("pass_turn")


def test_in_the_final_round_it_sells_what_is_worth_less_at_the_end() -> None:
    """Price 4 now, end value 0 later."""
    table = investing(0, number=7, final_round=7, greece="V V | V V V V | - | 2")

    assert table.would("sell greece 2")


def test_in_the_final_round_it_keeps_what_is_worth_more_at_the_end() -> None:
    """Price 4 now, 4 Pyramids are 12."""
    table = investing(
        0, number=7, final_round=7, egypt="V V | pyramid pyramid pyramid pyramid | - | 2"
    )

    assert table.would("pass_turn")


def test_in_the_final_round_it_adds_the_end_value() -> None:
    table = developing(
        "egypt",
        number=7,
        final_round=7,
        egypt="V V | V V V V | - | 2",
        supply="V9 chariot3 pyramid3",
    )

    assert table.would("add pyramid")


def test_it_draws_to_raise_what_it_is_about_to_sell() -> None:
    table = acting_before_all_invest(
        number=7,
        final_round=7,
        greece="city V V | chariot chariot chariot V V V V | - | 3",
    )

    assert table.would("use city")


def test_it_leaves_a_price_low_that_it_is_about_to_pay() -> None:
    """A Share held, another showing at 5; the cards would make it 11."""
    table = acting_before_all_invest(
        coins=(8, 15, 15, 15),
        greece="city S V V | chariot chariot chariot chariot S S S V V V V | - | 1",
    )

    assert table.would("end_turn")


def test_it_counts_the_dividends_that_the_end_of_the_phase_will_pay() -> None:
    """Two Shares of Greece, one of its two cards with an icon; nothing where they are paid."""
    greece = "city V | V V V | - | 2"
    late, early = (
        acting("greece", pays_at_phase_end=is_late, coins=(40, 40, 40, 40), greece=greece)
        for is_late in (True, False)
    )

    assert evaluate(late.seen(0), 0) - evaluate(early.seen(0), 0) == pytest.approx(2)


def test_it_lets_its_own_dividend_lie_where_that_is_still_to_be_paid() -> None:
    table = at(
        PayDividend("rome"), PayDividend("egypt"), UseCards(0, "rome"),
        pays_at_phase_end=True, egypt="city V V | - | - | 3", rome="legion | V | - | 1",
    ).use("legion")  # fmt: skip

    assert not table.would("discard_there egypt city")


def test_it_beats_three_that_play_anything() -> None:
    """The start player."""
    assert all(wins_against_random(GAME, seat, 4, seed=seat) for seat in range(4))
