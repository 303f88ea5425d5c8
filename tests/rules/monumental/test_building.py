"""Acquiring cards, Wonders, Policies (4.6 to 4.8)."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import AcquireBasic, DevelopPolicy, UseEffect
from hako.content.monumental.events.acquisitions import (
    WonderCompleted,
    WonderLaidOnDeck,
    WonderTokenLeftAtCapital,
    WonderTokenPlaced,
)
from hako.content.monumental.events.city import EffectUsed, ResourcesGained
from hako.content.monumental.map_queries import defence
from hako.content.monumental.realm import Construction
from hako.content.monumental.state import Pile
from hako.content.monumental.steps.turn_actions import usable
from hako.content.monumental.steps.wonders import FinishWonder, sections
from tests.rules.monumental.table import acting, chinese, danish, egyptian, greek, resolving


@pytest.mark.rule("monumental.acquire.1")
def test_buildings_cost_production_and_knowledge_science() -> None:
    """Temple 5 P, Writing 4 S; Wonders are not acquired."""
    display = "temple writing petra"
    assert acting(egyptian("P5 S3"), display=display).offers("acquire") == ["temple"]
    table = acting(egyptian("P4 S5"), display=display)
    assert table.offers("acquire") == ["writing"]

    table.acquire("writing")

    assert (table.supply(), table.display) == ("P4 S1", "temple petra")
    assert table.realm().acquired_knowledge


@pytest.mark.rule("monumental.acquire.2")
def test_a_basic_building_comes_from_its_pile_while_any_is_left() -> None:
    table = acting(egyptian("P6")).acquire_basic("workshop")
    assert table.world.basics[0] == Pile("workshop", 9)

    empty = tuple(Pile(pile.id, 0) for pile in table.world.basics)
    table.given(basics=empty).pass_()
    assert table.offers("acquire_basic") == []


@pytest.mark.rule("monumental.acquire.3")
def test_what_is_acquired_lies_on_top_of_the_deck_the_last_one_uppermost() -> None:
    table = acting(egyptian("P8", deck="fort"), danish(passed=True))

    table.plays("acquire_basic workshop, acquire aqueduct")

    assert table.deck() == "aqueduct workshop fort"
    assert table.seen().realms[0].deck.cards == ("aqueduct", "workshop", None)


@pytest.mark.rule("monumental.acquire.4")
def test_there_is_no_limit_to_what_is_acquired_in_a_round() -> None:
    table = acting(egyptian("P12"), danish(passed=True)).do(*[AcquireBasic("workshop")] * 4)

    assert table.deck().split() == ["workshop"] * 4


# ------------------------------------------------------------ Wonders


@pytest.mark.rule("monumental.wonder.1")
def test_sections_are_paid_one_by_one_in_their_order() -> None:
    """Hanging Gardens: 3, then 4."""
    display = "hanging_gardens"
    assert not acting(egyptian("P2"), display=display).can("complete hanging_gardens")
    table = acting(egyptian("P9"), danish(passed=True), display=display).complete("hanging_gardens")
    assert table.supply() == "P6"
    table.complete("hanging_gardens")

    assert table.supply() == "P2 C2"


@pytest.mark.rule("monumental.wonder.2")
def test_the_first_section_takes_the_wonder_and_there_is_only_one_at_a_time() -> None:
    table = acting(egyptian("P9"), danish(passed=True), display="petra hanging_gardens temple")

    table.complete("petra")

    assert table.display == "hanging_gardens temple"
    assert table.offers("complete") == ["petra"]
    assert (table.realm().construction, table.world.taken) == (Construction("petra", 1), (1,))


@pytest.mark.rule("monumental.wonder.3")
def test_a_wonder_under_construction_gives_nothing_and_stays() -> None:
    table = acting(egyptian("P4", city="mine* - -"), display="petra")

    table.plays("complete petra, pass, pass")

    assert "petra" not in table.realm().city_cards()
    assert table.realm().wonders == ()
    assert table.realm().construction == Construction("petra", 1)


@pytest.mark.rule("monumental.wonder.4")
def test_completion_comes_first_then_the_card_then_its_token() -> None:
    table = acting(egyptian("P4", building="petra 1", deck="fort"), tiles={(2, 0): "0 S1"})

    table.complete("petra")
    kinds = [type(event) for event in table.told]
    assert (
        kinds.index(WonderCompleted) < kinds.index(ResourcesGained) < kinds.index(WonderLaidOnDeck)
    )
    assert (table.supply(), table.deck()) == ("G3", "petra fort")
    table.place_token("2:0")

    assert table.happened(WonderTokenPlaced)
    assert (table.realm().wonders, table.realm().construction) == (("petra",), None)


@pytest.mark.rule("monumental.wonder.5")
def test_the_token_goes_to_a_province_without_one() -> None:
    tiles = {(2, 0): "0 S1", (2, 1): "0 S1 colosseum", (3, -1): "0 O"}
    table = resolving(FinishWonder(0, "petra"), tiles=tiles)

    assert table.offered == "place_token 3:-1, place_token 2:0"


@pytest.mark.rule("monumental.wonder.5")
def test_without_such_a_province_it_lies_on_the_capital_for_nothing() -> None:
    table = resolving(FinishWonder(0, "petra"), tiles={(2, 1): "0 S1 colosseum"})

    assert table.happened(WonderTokenLeftAtCapital) == [WonderTokenLeftAtCapital(0, "petra")]
    assert table.scores[0].military == 2, "a Meadow and the Colosseum's token"


@pytest.mark.rule("monumental.wonder.6")
def test_a_token_adds_2_to_the_defence_and_controls_nothing() -> None:
    table = acting(tiles={(2, 1): "petra"})
    bare = acting()

    assert defence(table.world, table.at(2, 1)) == defence(bare.world, bare.at(2, 1)) + 2
    assert table.tile(2, 1).owner is None


@pytest.mark.rule("monumental.wonder.7")
def test_the_wonder_stays_with_its_builder_when_the_token_is_lost() -> None:
    table = acting(
        danish(), egyptian(wonders="petra"), tiles={(2, 1): "0 S1 petra"}, display="temple"
    )

    assert (table.scores[0].military, table.scores[0].architecture) == (2, 0)
    assert (table.scores[1].military, table.scores[1].architecture) == (0, 5)


@pytest.mark.rule("monumental.wonder.4")
def test_while_a_completion_effect_is_carried_out_no_section_is_left_to_complete() -> None:
    """Colosseum asks what is archived; Great Works would complete a section for 2 P less."""
    table = acting(egyptian("P9", building="colosseum 1", policies="great_works"))
    assert UseEffect("great_works") in usable(table.world, 0)

    table.complete("colosseum")

    assert table.offers("archive")
    assert table.realm().construction == Construction("colosseum", 2)
    assert (*sections(table.world, 0, 9), *usable(table.world, 0)) == ()


# ------------------------------------------------------------ Policies


@pytest.mark.rule("monumental.policy.1")
def test_each_policy_costs_one_culture_more() -> None:
    table = acting(egyptian("C15"), danish(passed=True))
    costs = []
    for policy in ("royal_scribes", "great_works", "gift_of_the_nile", "divine_kingship"):
        before = table.realm().supply.culture
        table.do(DevelopPolicy(policy))
        costs.append(before - table.realm().supply.culture)

    assert costs == [1, 2, 3, 4]
    assert table.offers("develop") == ["book_of_the_dead"]
    table.develop("book_of_the_dead")
    assert table.realm().supply.culture == 0
    assert table.realm().policies[-1] == "book_of_the_dead"
    assert acting(egyptian("C1", policies="great_works")).offers("develop") == []


@pytest.mark.rule("monumental.policy.2")
def test_all_bonuses_come_oldest_first() -> None:
    table = acting(chinese("C2", policies="mandate_of_heaven")).develop("grand_canal")

    assert [(event.source, event.gain) for event in table.happened(ResourcesGained)] == [
        ("mandate_of_heaven", {"gold": 1}),
        ("grand_canal", {"production": 1}),
    ]


@pytest.mark.rule("monumental.policy.3")
def test_only_the_topmost_policy_is_active() -> None:
    """Phalanx is covered: neither its action nor its Defence counts."""
    active = acting(greek(policies="democracy phalanx"), tiles={(2, 0): "0 S1"})
    covered = acting(greek(policies="phalanx democracy"), tiles={(2, 0): "0 S1"})

    assert active.can("use phalanx")
    assert not covered.can("use phalanx")
    assert covered.can("use democracy")
    place = active.at(2, 0)
    assert defence(active.world, place) == defence(covered.world, place) + 1


@pytest.mark.rule("monumental.policy.4")
def test_a_new_policy_acts_in_the_round_in_which_the_covered_one_did() -> None:
    realm = egyptian("C5", policies="gift_of_the_nile")
    table = acting(realm, danish(passed=True))

    table.plays("use gift_of_the_nile, develop divine_kingship, use divine_kingship")
    assert table.happened(EffectUsed)
    table.develop("great_works")

    assert len(table.realm().policies) == 3
