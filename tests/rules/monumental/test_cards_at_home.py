"""Text effects at home: gains, exchanges, draws, activations, archives, copies, buildings."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.monumental.actions import (
    AcquireBasic,
    AcquireCard,
    ConvertCounter,
    Stop,
    TakeMarketToken,
)
from hako.content.monumental.cards.land import Hex
from hako.content.monumental.state import Pile
from tests.rules.monumental.bearer import bearer, offered, ready, using
from tests.rules.monumental.table import acting, chinese, danish, greek
from tests.rules.tables import by_clause

NO_TOKENS = tuple(Pile(name, 0) for name in ("arms", "books", "spices", "silk"))


def provinces(*hexes: Hex) -> dict[str, Any]:
    """Map of seat 0 on Quiet Pastures (2), where water lies at (1, -1)."""
    return {"tiles": dict.fromkeys(hexes, "0 S1")}


FIVE = provinces((2, 0), (2, 1), (1, 0), (1, 1), (0, 1))
EIGHT = provinces((2, 0), (2, 1), (1, 0), (1, 1), (0, 1), (3, -1), (2, -1), (3, -2))


# ------------------------------------------------------------ gains and exchanges


@by_clause(
    "source before how after",
    ("op.gain effect.1", "grand_canal", "", {}, "P2"),
    ("op.gain effect.1", "legalism", "", {}, "M2"),
    ("op.gain effect.1", "book_of_the_dead", "", {}, "G2"),
    ("op.gain effect.1", "gift_of_the_nile", "", {}, "P2"),
    ("op.gain effect.1", "shogunate", "", {}, "M2 G1"),
    ("op.gain hero.4", "leonidas", "", {}, "M1"),
    ("op.gain hero.4", "cleopatra", "", {}, "G1"),
    ("op.gain hero.4", "archimedes", "", {}, "P1"),
    ("op.gain hero.4", "hypatia", "", {}, "S1"),
    ("op.gain hero.4", "tomoe_gozen", "", {}, "N2"),
    ("effect.2", "warrior_priest_altar", "", {"conquered": True}, "C1"),
    ("effect.2", "bushido", "", {"conquered": True}, "C1"),
    ("effect.2", "sagas", "", {"conquered": True}, "G1 C1"),
    ("effect.2", "odeon", "", {"acquired_knowledge": True}, "C1"),
    # for every 2 Provinces, at most 3; Danegeld and Castle Towns add their 1
    ("op.gain_per", "heraldry", "", provinces((2, 0), (2, 1)), "G1"),
    ("op.gain_per", "heraldry", "", FIVE, "G2"),
    ("op.gain_per", "heraldry", "", EIGHT, "G3"),
    ("op.gain_per", "danegeld", "", {}, "G1"),
    ("op.gain_per", "danegeld", "", FIVE, "G3"),
    ("op.gain_per", "danegeld", "", EIGHT, "G4"),
    ("op.gain_per", "castle_towns", "", provinces((2, 0)), "P1"),
    ("op.gain_per", "castle_towns", "", FIVE, "P3"),
    ("op.gain_per", "castle_towns", "", EIGHT, "P4"),
    # for completed Wonders, at most 2
    ("op.gain_per", "divine_kingship", "", {}, "P1"),
    ("op.gain_per", "divine_kingship", "", {"wonders": "petra"}, "P2"),
    ("op.gain_per", "divine_kingship", "", {"wonders": "petra colosseum great_wall"}, "P3"),
    # for coastal Provinces, at most 2: (2, -1), (1, 0) and (0, 0) are coastal, (2, 0) is not
    ("op.gain_per map.3", "colonies", "", provinces((2, 0)), "G1"),
    ("op.gain_per map.3", "colonies", "", provinces((2, 0), (2, -1)), "G2"),
    ("op.gain_per map.3", "colonies", "", provinces((2, -1), (1, 0), (0, 0), (2, -2)), "G3"),
    ("op.exchange effect.5", "theatre", "G2", {}, "C1"),
    ("op.exchange", "guild_hall", "G1", {}, "P1 S1 M1"),
    ("op.exchange", "windmill", "P1", {}, "G1"),
    ("op.exchange", "windmill", "PT1", {}, "G1"),
    ("op.exchange", "royal_scribes", "P1", {}, "S2"),
    ("op.exchange pay.3", "royal_scribes", "G1", {}, "S2"),
    ("op.exchange", "olympic_games", "G1", {}, "M1 C1"),
    ("op.exchange", "tea_ceremony", "S2", {}, "G1 C1"),
    ("op.exchange pay.3", "tea_ceremony", "S1 G1", {}, "G1 C1"),
    # the first section of the Colosseum costs 4: 1 less, half, and 2 less; of Hagia Sophia 5
    ("op.complete_section effect.4", "masonry", "P3", {"display": "colosseum"}, "-"),
    ("op.complete_section effect.4", "engineering", "P2", {"display": "colosseum"}, "-"),
    ("op.complete_section effect.4", "great_works", "P2", {"display": "colosseum"}, "-"),
    ("op.complete_section pay.6", "engineering", "P3", {"display": "hagia_sophia"}, "-"),
    # a Knowledge attached in the City is copied, also where its slot is not activated
    ("op.copy city.9", "great_library", "", {"city": "- irrigation+fort mine"}, "P2"),
    # of Great Library only the 2 Science, not its own copying
    ("op.copy city.9", "nuclear_physics", "", {"city": "- irrigation+great_library -"}, "S2"),
)
def test_what_using_it_brings(source: str, before: str, how: dict[str, Any], after: str) -> None:
    table = using(source, before, **how)

    assert table.supply() == after
    assert not offered(table, source)


@by_clause(
    "source supply how",
    # without a conquest, or a Knowledge acquired, this round
    ("effect.2", "warrior_priest_altar", "", {}),
    ("effect.2", "bushido", "", {}),
    ("effect.2", "sagas", "", {}),
    ("effect.2", "odeon", "", {}),
    # when no market token is left
    ("op.gain gen.3", "navigation", "", {"market": NO_TOKENS}),
    ("op.exchange gen.3", "silk_road", "G1", {"market": NO_TOKENS}),
    # for a single Province
    ("op.gain_per", "heraldry", "", provinces((2, 0))),
    # without the price
    ("op.exchange", "theatre", "G1 C9", {}),
    ("op.exchange", "guild_hall", "P9 PT9", {}),
    ("op.exchange", "windmill", "S9 M9", {}),
    ("op.exchange", "royal_scribes", "S9", {}),
    ("op.exchange", "olympic_games", "M9", {}),
    ("op.exchange", "tea_ceremony", "S1 P9", {}),
    ("op.exchange", "paper_mill", "P9", {}),
    ("op.exchange", "petra", "P9", {}),
    ("op.exchange", "bank", "P9", {}),
    ("op.exchange", "silk_road", "P9", {}),
    ("op.exchange", "currency", "C9", {}),
    ("op.exchange", "alchemy", "C9", {}),
    ("op.complete_section effect.4", "masonry", "P2", {"display": "colosseum"}),
    ("op.complete_section effect.4", "engineering", "P1", {"display": "colosseum"}),
    ("op.complete_section effect.4", "great_works", "P1", {"display": "colosseum"}),
    # half of 5 is 3
    ("op.complete_section pay.6", "engineering", "P2", {"display": "hagia_sophia"}),
    # Gold could stand in for the Production, but then nothing would change
    ("gen.3", "windmill", "G1", {}),
    # without a counter to turn
    ("op.convert", "philosophy", "N2 G2 C2 PT2", {}),
    ("op.convert", "mathematics", "N2 G2 C2 PT2", {}),
    ("op.convert", "leonardo_da_vinci", "N2 G2 C2 PT2", {}),
    # without a card to draw
    ("op.draw gen.3", "writing", "", {}),
    # without a slot that is not activated
    ("op.activate gen.3", "electricity", "", {"city": "- fort* mine*"}),
    ("op.activate gen.3", "democracy", "", {"city": "- fort* mine*"}),
    ("op.activate gen.3", "imhotep", "", {"city": "- fort* mine*"}),
    ("op.archive gen.3", "pyrotechnics", "", {"city": "- mine* -"}),
    ("op.archive gen.3", "wu_zetian", "", {"city": "- mine* -"}),
    # a drawn Knowledge is not attached, an active Policy needs no copy
    ("city.9", "great_library", "", {"drawn": "irrigation"}),
    ("op.copy gen.3", "st_peters_basilica", "", {"policies": "grand_canal"}),
)
def test_what_would_do_nothing_is_not_offered(
    source: str, supply: str, how: dict[str, Any]
) -> None:
    assert not offered(ready(source, supply, **how), source)


@pytest.mark.rule("monumental.pay.8", "monumental.op.gain")
def test_mandate_of_heaven_gains_gold_and_a_basic_resource_of_choice() -> None:
    table = using("mandate_of_heaven")

    assert table.offered == "take P1, take S1, take M1"
    assert table.take("S1").supply() == "S1 G1"


@pytest.mark.rule("monumental.op.gain")
def test_navigation_gains_a_market_token_of_a_kind_that_is_left() -> None:
    """The general supply has no Silk left."""
    market = (Pile("arms", 1), Pile("books", 2), Pile("spices", 5), Pile("silk", 0))

    table = using("navigation", market=market)

    assert table.options == [TakeMarketToken(name) for name in ("arms", "books", "spices")]
    table.take_market("books")
    assert table.supply() == "books"
    assert table.world.market[1] == Pile("books", 1)


@pytest.mark.parametrize("source", ["paper_mill", "petra"])
@pytest.mark.rule("monumental.op.exchange", "monumental.pay.8")
def test_a_gold_buys_2_basic_resources_of_choice(source: str) -> None:
    table = using(source, "G2")

    assert table.offered == "take P2, take P1+S1, take P1+M1, take S2, take S1+M1, take M2"
    table.take("S1+M1")
    assert table.supply() == "S1 M1 G1"
    assert not offered(table, source)


@pytest.mark.rule("monumental.effect.5")
def test_a_bank_exchanges_up_to_2_times_in_one_use() -> None:
    table = using("bank", "G3").take("P2")

    assert table.offered == "exchange G1, stop"
    table.plays("exchange G1, take S2")
    assert table.supply() == "P2 S2 G1"


@pytest.mark.rule("monumental.effect.5")
def test_nobody_has_to_exchange_again() -> None:
    assert using("bank", "G3").plays("take P2, stop").supply() == "P2 G2"


@pytest.mark.rule("monumental.op.exchange", "monumental.gen.3")
def test_silk_road_buys_a_market_token() -> None:
    assert using("silk_road", "G1").take_market("silk").supply() == "silk"


@pytest.mark.rule("monumental.pay.8", "monumental.pay.4")
def test_currency_takes_a_counter_of_choice_or_a_token_once_production_is_gone() -> None:
    """A Gold for a Gold would change nothing."""
    with_counter = using("currency", "P1 M1 G1 PT1")
    without = using("currency", "M1 PT1")

    assert with_counter.offered == "exchange P1, exchange M1"
    assert without.offered == "exchange PT1, exchange M1"
    assert with_counter.exchange("M1").supply() == "P1 G2 PT1"
    assert without.exchange("PT1").supply() == "M1 G1"


@pytest.mark.rule("monumental.op.exchange", "monumental.effect.5")
def test_alchemy_exchanges_up_to_2_times() -> None:
    table = using("alchemy", "S2 M1").exchange("S1")

    assert table.offered == "exchange S1, exchange M1, stop"
    assert table.exchange("M1").supply() == "S1 G2"


# ------------------------------------------------------------ turning counters


@pytest.mark.rule("monumental.op.convert")
def test_philosophy_turns_one_counter_into_another() -> None:
    table = using("philosophy", "P2 G1")

    assert table.offered == "convert production science, convert production military, stop"
    assert table.convert("production", "military").supply() == "P1 M1 G1"


@pytest.mark.parametrize("source", ["mathematics", "leonardo_da_vinci"])
@pytest.mark.rule("monumental.op.convert")
def test_it_turns_up_to_2_counters(source: str) -> None:
    convert = ConvertCounter("production", "science")

    assert using(source, "P3").do(convert, convert).supply() == "P1 S2"
    assert using(source, "P3").do(convert, Stop()).supply() == "P2 S1"


# ------------------------------------------------------------ draws


@pytest.mark.parametrize(
    ("source", "drawn"),
    [
        ("writing", 1),
        ("university", 1),
        ("algebra", 1),
        ("printing_press", 2),
        ("computers", 3),
        ("imperial_examinations", 1),
        ("thing_assembly", 1),
        ("zen", 1),
    ],
)
@pytest.mark.rule("monumental.op.draw", "monumental.city.5")
def test_it_draws_cards_of_the_city_deck(source: str, drawn: int) -> None:
    """Each Work Camp drawn brings 1 Production."""
    table = using(source, deck="work_camp work_camp work_camp work_camp")

    assert table.realm().drawn == ("work_camp",) * drawn
    assert table.supply() == f"P{drawn}"


# ------------------------------------------------------------ activating more


@pytest.mark.parametrize("source", ["democracy", "imhotep"])
@pytest.mark.rule("monumental.op.activate", "monumental.city.4")
def test_it_activates_one_more_slot(source: str) -> None:
    table = using(source, city="mine* fort library+work_camp / - - - / - - -")

    assert table.offered == "wake 1 fort, wake 2 work_camp, stop"
    table.wake(1, "fort")
    assert table.city() == "mine* fort* library+work_camp - - - - - -"
    assert table.supply() == "M1"


@pytest.mark.rule("monumental.op.activate")
def test_electricity_activates_up_to_2_more_slots() -> None:
    city = "- fort mine / forum - - / - - -"

    table = using("electricity", city=city).plays("wake 1 fort, wake 3 forum")

    assert table.supply() == "M1 C1"
    assert not offered(table, "electricity")


@pytest.mark.rule("monumental.city.4")
def test_the_text_effect_of_a_slot_activated_so_is_used_later_by_another_action() -> None:
    """Democracy activates the University; its draw is not used at once, nor for nothing."""
    table = using("democracy", city="university - - / - - - / - - -", deck="fort")

    table.wake(0, "university")

    assert table.supply() == "S3"
    assert table.seat == 1


# ------------------------------------------------------------ archiving


@pytest.mark.parametrize(
    ("source", "gained"),
    [("pyrotechnics", "-"), ("wu_zetian", "G1")],
)
@pytest.mark.rule("monumental.op.archive", "monumental.city.8")
def test_it_archives_a_card_that_is_not_activated(source: str, gained: str) -> None:
    """The attached Knowledge is discarded; the slot stays empty."""
    table = using(source, city="- fort* irrigation+mine / - - - / - - -")

    assert table.offered == "archive 2 mine, stop"
    table.archive(2, "mine")
    assert table.realm().archived == ("mine",)
    assert table.discard() == "irrigation"
    assert table.realm().city[2].cards() == ()
    assert table.supply() == gained


@pytest.mark.parametrize("source", ["pyrotechnics", "wu_zetian"])
@pytest.mark.rule("monumental.op.archive", "monumental.gen.3")
def test_nothing_is_gained_without_archiving(source: str) -> None:
    assert using(source, city="- mine -").stop().supply() == "-"


# ------------------------------------------------------------ acquiring and building for less


@pytest.mark.rule("monumental.op.acquire", "monumental.effect.4")
def test_schools_of_thought_acquire_a_knowledge_for_2_less() -> None:
    """Writing costs 4, Irrigation 3: with 1 Science only Irrigation can be paid."""
    display = "aqueduct writing irrigation"

    table = using("schools_of_thought", "S2 P9", display=display)

    assert table.offered == "acquire irrigation, acquire writing"
    assert table.acquire("writing").supply() == "P9"
    poor = using("schools_of_thought", "S1 P9", display=display)
    assert poor.deck() == "irrigation"


@pytest.mark.rule("monumental.op.acquire")
def test_a_cost_does_not_fall_below_nothing() -> None:
    table = ready("archimedes", display="aqueduct writing petra").send_back("archimedes")

    assert set(table.options) == {
        AcquireCard("aqueduct"),
        AcquireCard("writing"),
        AcquireBasic("workshop"),
        AcquireBasic("laboratory"),
        AcquireBasic("archery_range"),
    }


@pytest.mark.rule("monumental.op.complete_section", "monumental.wonder.2")
def test_it_completes_a_section_of_the_wonder_under_construction() -> None:
    table = using("masonry", "P5", building="petra 1", display="colosseum")

    assert table.realm().wonders == ("petra",)
    assert not table.can("complete colosseum")


# ------------------------------------------------------------ copying


@pytest.mark.rule("monumental.city.9")
def test_the_text_effect_of_a_copied_card_is_used_once_more() -> None:
    """Currency brings 1 Gold; then its exchange may be used or left. Heraldry would do nothing."""
    table = using("great_library", "M2", city="- currency+fort heraldry+mine / - - - / - - -")

    assert table.supply() == "M2 G1"
    assert table.offered == "use_copy currency, stop"
    assert table.use_copy("currency").supply() == "M1 G2"


@pytest.mark.rule("monumental.city.9")
def test_the_effect_of_a_copied_card_may_be_left() -> None:
    table = using("great_library", "M2", city="- currency+fort - / - - - / - - -").stop()

    assert table.supply() == "M2 G1"
    assert table.realm().marked == ("great_library",)


@pytest.mark.rule("monumental.op.copy")
def test_nuclear_physics_copies_another_top_card_of_the_city() -> None:
    """A Building, a Basic building or a Wonder, activated or not; no Knowledge."""
    table = using("nuclear_physics", city="- workshop* irrigation+mine / petra - - / - - -")

    assert table.offered == "copy workshop, copy mine, copy petra"
    assert table.copy("workshop").supply() == "P2"


@pytest.mark.rule("monumental.op.copy")
def test_st_peters_copies_the_action_of_a_policy_that_is_not_active() -> None:
    """Grand Canal is active; of Mandate of Heaven the action is used, not the bonus."""
    policies = "mandate_of_heaven imperial_examinations grand_canal"

    table = using("st_peters_basilica", policies=policies, deck="fort")

    assert table.offered == "copy mandate_of_heaven, copy imperial_examinations"
    table.plays("copy mandate_of_heaven, take M1")
    assert table.supply() == "M1 G1"
    assert table.realm().marked == ("st_peters_basilica",)


# ------------------------------------------------------------ the others


@pytest.mark.rule("monumental.op.steal")
def test_wu_zetian_takes_2_gold_from_each_opponent_or_what_there_is() -> None:
    table = acting(bearer("wu_zetian"), danish("G3"), greek("G1"), chinese()).send_back("wu_zetian")

    assert [table.supply(seat) for seat in range(4)] == ["G3", "G1", "-", "-"]
