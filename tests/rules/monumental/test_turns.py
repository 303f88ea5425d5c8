"""Text effects and Scientific Progress (4.9)."""

from __future__ import annotations

from typing import get_args

import pytest

from hako.content.monumental.actions import EndTurn, Stop, TurnAction
from hako.content.monumental.events.acquisitions import CardAcquired
from hako.content.monumental.steps.conquest import ChooseTarget
from hako.content.monumental.steps.turn import CARRIED_OUT
from tests.rules.monumental.table import acting, danish, egyptian, greek


@pytest.mark.rule("monumental.effect.1")
def test_texts_of_activated_cards_the_active_policy_and_drawn_cards_can_be_used() -> None:
    city = "writing+fort* paper_mill odeon* - - - masonry+mine mine* -"
    realm = egyptian(
        "G3",
        city=city,
        deck="fort",
        acquired_knowledge=True,
        policies="divine_kingship gift_of_the_nile",
        drawn="university",
    )
    table = acting(realm)

    assert {*table.offers("use")} == {"writing", "odeon", "university", "gift_of_the_nile"}
    table.use("odeon")
    assert table.seat == 1, "a turn action"


@pytest.mark.rule("monumental.effect.2", "monumental.gen.1")
def test_a_condition_may_have_been_met_on_an_earlier_turn_of_the_round() -> None:
    realm = greek("S4", city="odeon* - -")
    table = acting(realm, danish(passed=True), display="writing temple")
    assert not table.can("use odeon")

    table.acquire("writing")
    assert table.seat == 0
    table.use("odeon")

    assert table.supply() == "C1"


@pytest.mark.rule("monumental.effect.3")
def test_a_trigger_fires_at_once_and_an_effect_with_a_condition_does_not() -> None:
    """The Altar waits to be used; see worked example 2."""
    table = acting(egyptian("M1", city="warrior_priest_altar* - -", conquered=True))

    assert table.supply() == "M1"
    table.use("warrior_priest_altar")
    assert table.supply() == "M1 C1"


@pytest.mark.rule("monumental.effect.4")
def test_an_effect_that_is_an_action_on_better_terms_is_that_action() -> None:
    """Schools of Thought: a Knowledge for 2 Science less; nothing is spent in addition."""
    table = acting(greek("S2", policies="schools_of_thought"), display="writing irrigation")
    assert not table.can("acquire writing")

    table.plays("use schools_of_thought, acquire writing")

    assert table.happened(CardAcquired) == [CardAcquired(0, "writing", {"science": 2})]
    assert table.seat == 1


@pytest.mark.rule("monumental.effect.4")
def test_a_conquest_by_an_effect_is_cheaper_by_its_reduction() -> None:
    """Metal Casting: 1 Military less."""
    table = acting(egyptian("", city="metal_casting+fort* - -"))
    assert table.offers("conquer") == []

    table.use("metal_casting")

    assert isinstance(table.step, ChooseTarget)
    assert table.can("conquer 2:0")


@pytest.mark.rule("monumental.effect.5")
def test_an_exchange_of_up_to_k_times_is_one_use() -> None:
    """Alchemy: twice a basic resource for 1 Gold, under one marker."""
    table = acting(egyptian("P2", city="alchemy+fort* - -"), danish(passed=True)).use("alchemy")
    for _ in range(2):
        table.do(next(action for action in table.options if not isinstance(action, Stop)))

    assert table.supply() == "G2"
    assert not table.can("use alchemy")


@pytest.mark.rule("monumental.science.1")
def test_progress_costs_3_science_draws_a_card_and_may_be_repeated() -> None:
    table = acting(egyptian("S2 G4", deck="fort fort fort fort"), danish(passed=True))
    table.plays("progress, progress")

    assert (table.supply(), table.realm().drawn) == ("M2", ("fort", "fort"))
    assert not table.can("progress")


@pytest.mark.rule("monumental.science.1")
def test_progress_is_not_offered_without_a_card_to_draw() -> None:
    assert not acting(egyptian("S3")).can("progress")
    assert acting(egyptian("S3", discard="fort")).can("progress")


@pytest.mark.rule("monumental.science.1")
def test_turns_go_on_after_the_effects_of_drawn_cards() -> None:
    table = acting(egyptian("S3", deck="writing fort")).plays("progress, end")
    assert table.seat == 1
    table.pass_()

    assert table.can("use writing")


def test_every_action_of_a_turn_can_be_carried_out() -> None:
    assert {*CARRIED_OUT, EndTurn} == {*get_args(TurnAction)}
