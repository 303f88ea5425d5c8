"""General rules, resources and payment (4.1, 4.2)."""

from __future__ import annotations

import pytest

from hako.content.monumental.cards.effects import BASIC_RESOURCES, RESOURCES, Resource
from hako.content.monumental.payment import (
    affordable,
    for_military,
    means,
    payable,
    payment,
    reduced,
)
from hako.content.monumental.realm import Supply
from tests.rules.monumental.table import acting, amounts, danish, egyptian, greek, japanese


@pytest.mark.rule("monumental.gen.1", "monumental.effect.2")
def test_this_round_is_this_turn_in_classic_mode() -> None:
    """A Province was conquered on this turn; when it is over the Altar asks again."""
    altar = "warrior_priest_altar* - -"
    table = acting(egyptian(city=altar, conquered=True), mode="classic")
    assert table.can("use warrior_priest_altar")

    table.end()

    assert not table.realm().conquered


@pytest.mark.rule("monumental.gen.2", "monumental.secret.5")
def test_what_lies_open_is_seen_by_everybody() -> None:
    table = acting(egyptian("P3", discard="fort", archived=("mine",)), danish("S2"))
    for viewer in (0, 1, None):
        seen = table.seen(viewer)
        assert seen.realms == table.world.realms
        assert (seen.tiles, seen.display) == (table.world.tiles, table.world.display)


@pytest.mark.rule("monumental.gen.3")
def test_what_would_change_nothing_is_not_offered() -> None:
    """No Knowledge was acquired: the Odeon would do nothing; with a deck of nothing no Progress."""
    table = acting(greek("S3", city="odeon* - -"))

    assert not table.can("use odeon")
    assert not table.can("progress")


@pytest.mark.rule("monumental.gen.4")
def test_your_tiles_are_your_capital_and_the_provinces_you_control() -> None:
    """From (2,0), which seat 0 holds, (1,0) can be reached; without it only the Capital's side."""
    near = acting(egyptian("M9")).offers("conquer")
    far = acting(egyptian("M9"), tiles={(2, 0): "0 S1"})

    assert far.can("conquer 1:0")
    assert "1:0" not in near


@pytest.mark.rule("monumental.pay.1")
def test_counters_perish_at_the_end_of_a_turn_in_classic_mode() -> None:
    assert acting(egyptian("P2 S1 G4"), mode="classic").end().supply() == "G4"


@pytest.mark.rule("monumental.pay.3")
def test_gold_stands_in_for_basic_resources_only() -> None:
    for resource in BASIC_RESOURCES:
        assert payment(amounts("G2"), resource, 2) == {"gold": 2}
    assert payment(amounts("P5 S5 M5 PT5 G5"), "culture", 1) is None
    assert payment(amounts("P5 S5 M5 PT5 C5"), "gold", 1) is None


@pytest.mark.rule("monumental.pay.4")
def test_a_production_token_pays_1_production() -> None:
    assert payment(amounts("PT3"), "production", 3) == {"production_token": 3}
    assert payment(amounts("PT3"), "science", 1) is None
    assert payment(amounts("PT3"), "military", 1) is None


@pytest.mark.rule("monumental.pay.5")
def test_payment_takes_what_perishes_first_and_gold_last() -> None:
    """Castle costs 6: 3 counters, 2 tokens, 1 Gold."""
    assert payment(amounts("P3 PT2 G2"), "production", 6) == {
        "production": 3,
        "production_token": 2,
        "gold": 1,
    }
    assert payment(amounts("N1 M1 G5"), "military", 3, neutral=True) == {
        "military_neutral": 1,
        "military": 1,
        "gold": 1,
    }


@pytest.mark.rule("monumental.pay.6")
def test_reductions_apply_before_paying() -> None:
    assert (reduced(4, 1), reduced(1, 3)) == (3, 0)
    assert (reduced(5, half=True), reduced(6, half=True)) == (3, 3)


@pytest.mark.rule("monumental.pay.7")
def test_neutral_military_conquers_neutral_provinces_only() -> None:
    table = acting(japanese("N1"), tiles={(2, 1): "1 S1"})

    assert table.can("conquer 2:0")
    assert not table.can("conquer 2:1")
    assert not table.can("move_explorer a")
    table.pass_()
    assert table.supply() == "-"


@pytest.mark.rule("monumental.pay.3")
def test_a_purchase_can_be_paid_with_gold_alone() -> None:
    table = acting(egyptian("G7"), display="temple writing castle")

    assert table.offers("acquire") == ["castle", "writing", "temple"]
    table.acquire_basic("workshop")
    assert table.supply() == "G4"


@pytest.mark.rule("monumental.pay.3")
def test_nothing_replaces_culture() -> None:
    assert acting(egyptian("G9 P9 S9")).offers("develop") == []


@pytest.mark.rule("monumental.pay.6")
@pytest.mark.parametrize(("discount", "half"), [(0, False), (3, False), (0, True)])
def test_what_is_payable_is_the_highest_cost_that_is_reduced_to_so_much(
    discount: int, half: bool
) -> None:
    most = payable(7, discount, half=half)

    assert reduced(most, discount, half=half) <= 7 < reduced(most + 1, discount, half=half)


@pytest.mark.rule("monumental.pay.3", "monumental.pay.5")
@pytest.mark.parametrize("resource", RESOURCES)
def test_what_can_be_afforded_is_what_a_payment_takes(resource: Resource) -> None:
    supply = Supply(1, 2, 4, 8, 16, 32, 64)
    most = affordable(supply, resource)

    assert payment(supply, resource, most) is not None
    assert payment(supply, resource, most + 1) is None


@pytest.mark.rule("monumental.pay.3", "monumental.pay.5")
def test_what_is_asked_for_on_every_turn_is_what_can_be_afforded() -> None:
    supply = Supply(1, 2, 4, 8, 16, 32, 64)

    assert means(supply) == (
        affordable(supply, "production"),
        affordable(supply, "science"),
        affordable(supply, "military"),
    )
    assert for_military(supply) == affordable(supply, "military")


@pytest.mark.rule("monumental.pay.7")
def test_neutral_military_comes_on_top_where_it_pays() -> None:
    supply = Supply(1, 2, 4, 8, 16, 32, 64)
    most = affordable(supply, "military") + supply.military_neutral

    assert payment(supply, "military", most, neutral=True) is not None
    assert payment(supply, "military", most + 1, neutral=True) is None
