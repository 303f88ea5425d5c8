"""Text effects at home: gains, exchanges, draws, activations, archives, copies, buildings."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import (
    AcquireBasic,
    AcquireCard,
    ActivateSlot,
    ArchiveCard,
    CompleteSection,
    ConvertCounter,
    CopyCard,
    Exchange,
    ReturnHero,
    Stop,
    TakeMarketToken,
    TakeResources,
    UseCopy,
    UseEffect,
)
from hako.content.monumental.state import Pile
from tests.rules.monumental.bearer import bearer, offered, ready, using
from tests.rules.monumental.table import acting, chinese, danish, greek

# ------------------------------------------------------------ gains


@pytest.mark.parametrize(
    ("source", "gained"),
    [
        ("grand_canal", "P2"),
        ("legalism", "M2"),
        ("book_of_the_dead", "G2"),
        ("gift_of_the_nile", "P2"),
        ("shogunate", "M2 G1"),
        ("leonidas", "M1"),
        ("cleopatra", "G1"),
        ("archimedes", "P1"),
        ("hypatia", "S1"),
        ("tomoe_gozen", "N2"),
    ],
)
@pytest.mark.rule("monumental.op.gain", "monumental.effect.1", "monumental.hero.4")
def test_using_it_gains(source: str, gained: str) -> None:
    assert using(source).supply() == gained


@pytest.mark.parametrize(
    ("source", "gained"),
    [("warrior_priest_altar", "C1"), ("bushido", "C1"), ("sagas", "G1 C1")],
)
@pytest.mark.rule("monumental.effect.2")
def test_using_it_gains_if_a_province_was_conquered_this_round(source: str, gained: str) -> None:
    assert not offered(ready(source), source)
    assert using(source, conquered=True).supply() == gained


@pytest.mark.rule("monumental.effect.2")
def test_an_odeon_asks_for_a_knowledge_acquired_this_round() -> None:
    assert not offered(ready("odeon"), "odeon")
    assert using("odeon", acquired_knowledge=True).supply() == "C1"


@pytest.mark.rule("monumental.pay.8", "monumental.op.gain")
def test_mandate_of_heaven_gains_gold_and_a_basic_resource_of_choice() -> None:
    table = using("mandate_of_heaven")

    assert table.options == [
        TakeResources({"production": 1}),
        TakeResources({"science": 1}),
        TakeResources({"military": 1}),
    ]
    assert table.do(TakeResources({"science": 1})).supply() == "S1 G1"


@pytest.mark.rule("monumental.op.gain")
def test_navigation_gains_a_market_token_of_a_kind_that_is_left() -> None:
    """The general supply has no Silk left."""
    market = (Pile("arms", 1), Pile("books", 2), Pile("spices", 5), Pile("silk", 0))

    table = using("navigation", market=market)

    assert table.options == [TakeMarketToken(name) for name in ("arms", "books", "spices")]
    table.do(TakeMarketToken("books"))
    assert table.supply() == "books"
    assert table.world.market[1] == Pile("books", 1)


@pytest.mark.rule("monumental.op.gain", "monumental.gen.3")
def test_navigation_is_not_offered_when_no_market_token_is_left() -> None:
    market = tuple(Pile(name, 0) for name in ("arms", "books", "spices", "silk"))

    assert not offered(ready("navigation", market=market), "navigation")


FIVE_PROVINCES = {
    (2, 0): "0 S1",
    (2, 1): "0 S1",
    (1, 0): "0 S1",
    (1, 1): "0 S1",
    (0, 1): "0 S1",
}
"""Of seat 0 on Quiet Pastures (2)."""


@pytest.mark.parametrize(
    ("source", "provinces", "gained"),
    [
        ("heraldry", 1, "-"),
        ("heraldry", 2, "G1"),
        ("heraldry", 5, "G2"),
        ("danegeld", 0, "G1"),
        ("danegeld", 5, "G3"),
        ("castle_towns", 1, "P1"),
        ("castle_towns", 4, "P3"),
    ],
)
@pytest.mark.rule("monumental.op.gain_per")
def test_it_gains_for_every_2_provinces(source: str, provinces: int, gained: str) -> None:
    tiles = dict(list(FIVE_PROVINCES.items())[:provinces])
    table = ready(source, tiles=tiles)

    if gained == "-":
        assert not offered(table, source)
    else:
        assert table.do(UseEffect(source)).supply() == gained


@pytest.mark.parametrize(
    ("source", "gained"), [("heraldry", "G3"), ("danegeld", "G4"), ("castle_towns", "P4")]
)
@pytest.mark.rule("monumental.op.gain_per")
def test_what_is_gained_for_provinces_has_a_limit_of_3(source: str, gained: str) -> None:
    """8 Provinces: 4 times 1, but at most 3; Danegeld and Castle Towns add their 1."""
    hexes = [(2, 0), (2, 1), (1, 0), (1, 1), (0, 1), (3, -1), (2, -1), (3, -2)]

    table = using(source, tiles=dict.fromkeys(hexes, "0 S1"))

    assert table.supply() == gained


@pytest.mark.parametrize(
    ("wonders", "gained"),
    [("", "P1"), ("petra", "P2"), ("petra colosseum great_wall", "P3")],
)
@pytest.mark.rule("monumental.op.gain_per")
def test_divine_kingship_gains_for_completed_wonders_at_most_2(wonders: str, gained: str) -> None:
    assert using("divine_kingship", wonders=wonders).supply() == gained


@pytest.mark.parametrize(
    ("hexes", "gained"),
    [
        ([(2, 0)], "G1"),
        ([(2, 0), (2, -1)], "G2"),
        ([(2, -1), (1, 0), (0, 0), (2, -2)], "G3"),
    ],
)
@pytest.mark.rule("monumental.op.gain_per", "monumental.map.3")
def test_colonies_gain_for_coastal_provinces_at_most_2(
    hexes: list[tuple[int, int]], gained: str
) -> None:
    """Water lies at (1, -1): (2, -1), (1, 0) and (0, 0) are next to it, (2, 0) is not."""
    assert using("colonies", tiles=dict.fromkeys(hexes, "0 S1")).supply() == gained


# ------------------------------------------------------------ exchanges


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        ("theatre", "G2", "C1"),
        ("guild_hall", "G1", "P1 S1 M1"),
        ("windmill", "P1", "G1"),
        ("windmill", "PT1", "G1"),
        ("royal_scribes", "P1", "S2"),
        ("royal_scribes", "G1", "S2"),
        ("olympic_games", "G1", "M1 C1"),
        ("tea_ceremony", "S2", "G1 C1"),
        ("tea_ceremony", "S1 G1", "G1 C1"),
    ],
)
@pytest.mark.rule("monumental.op.exchange", "monumental.effect.5", "monumental.pay.3")
def test_an_exchange_pays_and_gains(source: str, before: str, after: str) -> None:
    table = using(source, before)

    assert table.supply() == after


@pytest.mark.parametrize(
    ("source", "poor"),
    [
        ("theatre", "G1 C9"),
        ("guild_hall", "P9 PT9"),
        ("windmill", "S9 M9"),
        ("royal_scribes", "S9"),
        ("olympic_games", "M9"),
        ("tea_ceremony", "S1 P9"),
        ("paper_mill", "P9"),
        ("petra", "P9"),
        ("bank", "P9"),
        ("silk_road", "P9"),
        ("currency", "C9"),
        ("alchemy", "C9"),
    ],
)
@pytest.mark.rule("monumental.op.exchange")
def test_an_exchange_that_cannot_be_paid_is_not_offered(source: str, poor: str) -> None:
    assert not offered(ready(source, poor), source)


@pytest.mark.rule("monumental.gen.3")
def test_a_windmill_does_not_pay_gold_for_gold() -> None:
    """Gold could stand in for the Production, but then nothing would change."""
    assert not offered(ready("windmill", "G1"), "windmill")


@pytest.mark.parametrize("source", ["paper_mill", "petra"])
@pytest.mark.rule("monumental.op.exchange", "monumental.pay.8")
def test_a_gold_buys_2_basic_resources_of_choice(source: str) -> None:
    table = using(source, "G2")

    assert table.options == [
        TakeResources({"production": 2}),
        TakeResources({"production": 1, "science": 1}),
        TakeResources({"production": 1, "military": 1}),
        TakeResources({"science": 2}),
        TakeResources({"science": 1, "military": 1}),
        TakeResources({"military": 2}),
    ]
    table.do(TakeResources({"science": 1, "military": 1}))
    assert table.supply() == "S1 M1 G1"
    assert not offered(table, source)


@pytest.mark.rule("monumental.effect.5")
def test_a_bank_exchanges_up_to_2_times_in_one_use() -> None:
    table = using("bank", "G3").do(TakeResources({"production": 2}))

    assert table.options == [Exchange({"gold": 1}), Stop()]
    table.do(Exchange({"gold": 1}), TakeResources({"science": 2}))
    assert table.supply() == "P2 S2 G1"


@pytest.mark.rule("monumental.effect.5")
def test_nobody_has_to_exchange_again() -> None:
    table = using("bank", "G3").do(TakeResources({"production": 2}), Stop())

    assert table.supply() == "P2 G2"


@pytest.mark.rule("monumental.op.exchange", "monumental.gen.3")
def test_silk_road_buys_a_market_token() -> None:
    table = using("silk_road", "G1").do(TakeMarketToken("silk"))

    assert table.supply() == "silk"
    empty = tuple(Pile(name, 0) for name in ("arms", "books", "spices", "silk"))
    assert not offered(ready("silk_road", "G1", market=empty), "silk_road")


@pytest.mark.rule("monumental.pay.8", "monumental.pay.4")
def test_currency_takes_a_counter_of_choice_or_a_token_once_production_is_gone() -> None:
    """A Gold for a Gold would change nothing."""
    with_counter = using("currency", "P1 M1 G1 PT1")
    without = using("currency", "M1 PT1")

    assert with_counter.options == [Exchange({"production": 1}), Exchange({"military": 1})]
    assert without.options == [Exchange({"production_token": 1}), Exchange({"military": 1})]
    assert with_counter.do(Exchange({"military": 1})).supply() == "P1 G2 PT1"
    assert without.do(Exchange({"production_token": 1})).supply() == "M1 G1"


@pytest.mark.rule("monumental.op.exchange", "monumental.effect.5")
def test_alchemy_exchanges_up_to_2_times() -> None:
    table = using("alchemy", "S2 M1").do(Exchange({"science": 1}))

    assert table.options == [Exchange({"science": 1}), Exchange({"military": 1}), Stop()]
    assert table.do(Exchange({"military": 1})).supply() == "S1 G2"


# ------------------------------------------------------------ turning counters


@pytest.mark.rule("monumental.op.convert")
def test_philosophy_turns_one_counter_into_another() -> None:
    table = using("philosophy", "P2 G1")

    assert table.options == [
        ConvertCounter("production", "science"),
        ConvertCounter("production", "military"),
        Stop(),
    ]
    assert table.do(ConvertCounter("production", "military")).supply() == "P1 M1 G1"


@pytest.mark.parametrize("source", ["mathematics", "leonardo_da_vinci"])
@pytest.mark.rule("monumental.op.convert")
def test_it_turns_up_to_2_counters(source: str) -> None:
    convert = ConvertCounter("production", "science")

    assert using(source, "P3").do(convert, convert).supply() == "P1 S2"
    assert using(source, "P3").do(convert, Stop()).supply() == "P2 S1"


@pytest.mark.parametrize("source", ["philosophy", "mathematics", "leonardo_da_vinci"])
@pytest.mark.rule("monumental.op.convert")
def test_without_counters_there_is_nothing_to_turn(source: str) -> None:
    assert not offered(ready(source, "N2 G2 C2 PT2"), source)


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


@pytest.mark.rule("monumental.op.draw", "monumental.gen.3")
def test_a_draw_is_not_offered_without_a_card_to_draw() -> None:
    assert not offered(ready("writing"), "writing")
    assert offered(ready("writing", discard="fort"), "writing")


# ------------------------------------------------------------ activating more


@pytest.mark.parametrize("source", ["democracy", "imhotep"])
@pytest.mark.rule("monumental.op.activate", "monumental.city.4")
def test_it_activates_one_more_slot(source: str) -> None:
    table = using(source, city="mine* fort library+work_camp / - - - / - - -")

    assert table.options == [ActivateSlot(1, "fort"), ActivateSlot(2, "work_camp"), Stop()]
    table.do(ActivateSlot(1, "fort"))
    assert table.city() == "mine* fort* library+work_camp - - - - - -"
    assert table.supply() == "M1"


@pytest.mark.rule("monumental.op.activate")
def test_electricity_activates_up_to_2_more_slots() -> None:
    city = "- fort mine / forum - - / - - -"

    table = using("electricity", city=city).do(ActivateSlot(1, "fort"), ActivateSlot(3, "forum"))

    assert table.supply() == "M1 C1"
    assert not offered(table, "electricity")


@pytest.mark.parametrize("source", ["electricity", "democracy", "imhotep"])
@pytest.mark.rule("monumental.op.activate", "monumental.gen.3")
def test_it_needs_a_slot_that_is_not_activated(source: str) -> None:
    city = "- fort* mine* / - - - / - - -"

    assert not offered(ready(source, city=city), source)


@pytest.mark.rule("monumental.city.4")
def test_the_text_effect_of_a_slot_activated_so_is_used_later_by_another_action() -> None:
    """Democracy activates the University; its draw is not used at once, nor for nothing."""
    table = using("democracy", city="university - - / - - - / - - -", deck="fort")

    table.do(ActivateSlot(0, "university"))

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

    assert table.options == [ArchiveCard(2, "mine"), Stop()]
    table.do(ArchiveCard(2, "mine"))
    assert table.realm().archived == ("mine",)
    assert table.discard() == "irrigation"
    assert table.realm().city[2].cards() == ()
    assert table.supply() == gained


@pytest.mark.parametrize("source", ["pyrotechnics", "wu_zetian"])
@pytest.mark.rule("monumental.op.archive", "monumental.gen.3")
def test_nothing_is_gained_without_archiving(source: str) -> None:
    table = using(source, city="- mine - / - - - / - - -").do(Stop())

    assert table.supply() == "-"
    assert not offered(ready(source, city="- mine* - / - - - / - - -"), source)


# ------------------------------------------------------------ acquiring and building for less


@pytest.mark.rule("monumental.op.acquire", "monumental.effect.4")
def test_schools_of_thought_acquire_a_knowledge_for_2_less() -> None:
    """Writing costs 4, Irrigation 3: with 1 Science only Irrigation can be paid."""
    display = "aqueduct writing irrigation"

    table = using("schools_of_thought", "S2 P9", display=display)

    assert table.options == [AcquireCard("irrigation"), AcquireCard("writing")]
    assert table.do(AcquireCard("writing")).supply() == "P9"
    poor = using("schools_of_thought", "S1 P9", display=display)
    assert poor.deck() == "irrigation"


@pytest.mark.rule("monumental.op.acquire")
def test_a_cost_does_not_fall_below_nothing() -> None:
    table = ready("archimedes", display="aqueduct writing petra").do(ReturnHero("archimedes"))

    assert set(table.options) == {
        AcquireCard("aqueduct"),
        AcquireCard("writing"),
        AcquireBasic("workshop"),
        AcquireBasic("laboratory"),
        AcquireBasic("archery_range"),
    }


@pytest.mark.parametrize(
    ("source", "production"), [("masonry", 3), ("engineering", 2), ("great_works", 2)]
)
@pytest.mark.rule("monumental.op.complete_section", "monumental.effect.4")
def test_it_completes_a_section_for_less(source: str, production: int) -> None:
    """The first section of the Colosseum costs 4: 1 less, half, and 2 less."""
    table = using(source, f"P{production}", display="colosseum")

    assert table.supply() == "-"
    assert table.realm().construction is not None
    assert not offered(ready(source, f"P{production - 1}", display="colosseum"), source)


@pytest.mark.rule("monumental.op.complete_section", "monumental.pay.6")
def test_half_of_5_is_3() -> None:
    """The first section of Hagia Sophia costs 5."""
    assert not offered(ready("engineering", "P2", display="hagia_sophia"), "engineering")
    assert using("engineering", "P3", display="hagia_sophia").supply() == "-"


@pytest.mark.rule("monumental.op.complete_section", "monumental.wonder.2")
def test_it_completes_a_section_of_the_wonder_under_construction() -> None:
    table = using("masonry", "P5", building="petra 1", display="colosseum")

    assert table.realm().wonders == ("petra",)
    assert CompleteSection("colosseum") not in table.options


# ------------------------------------------------------------ copying


@pytest.mark.rule("monumental.op.copy", "monumental.city.9")
def test_great_library_copies_a_knowledge_attached_in_the_city() -> None:
    """Irrigation lies in a slot that is not activated; it brings its 2 Production again."""
    table = using("great_library", city="- irrigation+fort mine / - - - / - - -")

    assert table.supply() == "P2"


@pytest.mark.rule("monumental.city.9")
def test_the_text_effect_of_a_copied_card_is_used_once_more() -> None:
    """Currency brings 1 Gold; then its exchange may be used or left. Heraldry would do nothing."""
    table = using("great_library", "M2", city="- currency+fort heraldry+mine / - - - / - - -")

    assert table.supply() == "M2 G1"
    assert table.options == [UseCopy("currency"), Stop()]
    assert table.do(UseCopy("currency")).supply() == "M1 G2"


@pytest.mark.rule("monumental.city.9")
def test_the_effect_of_a_copied_card_may_be_left() -> None:
    table = using("great_library", "M2", city="- currency+fort - / - - - / - - -").do(Stop())

    assert table.supply() == "M2 G1"
    assert table.realm().marked == ("great_library",)


@pytest.mark.rule("monumental.city.9")
def test_a_drawn_knowledge_cannot_be_copied() -> None:
    assert not offered(ready("great_library", drawn="irrigation"), "great_library")


@pytest.mark.rule("monumental.op.copy")
def test_nuclear_physics_copies_another_top_card_of_the_city() -> None:
    """A Building, a Basic building or a Wonder, activated or not; no Knowledge."""
    table = using("nuclear_physics", city="- workshop* irrigation+mine / petra - - / - - -")

    assert table.options == [CopyCard("workshop"), CopyCard("mine"), CopyCard("petra")]
    assert table.do(CopyCard("workshop")).supply() == "P2"


@pytest.mark.rule("monumental.city.9", "monumental.op.copy")
def test_of_a_card_that_copies_only_the_yield_is_copied() -> None:
    """Great Library brings 2 Science; its own copying is not copied."""
    table = using("nuclear_physics", city="- irrigation+great_library - / - - - / - - -")

    assert table.supply() == "S2"
    assert table.seat == 1


@pytest.mark.rule("monumental.op.copy")
def test_st_peters_copies_the_action_of_a_policy_that_is_not_active() -> None:
    """Grand Canal is active; of Mandate of Heaven the action is used, not the bonus."""
    policies = "mandate_of_heaven imperial_examinations grand_canal"

    table = using("st_peters_basilica", policies=policies, deck="fort")

    assert table.options == [CopyCard("mandate_of_heaven"), CopyCard("imperial_examinations")]
    table.do(CopyCard("mandate_of_heaven"), TakeResources({"military": 1}))
    assert table.supply() == "M1 G1"
    assert table.realm().marked == ("st_peters_basilica",)


@pytest.mark.rule("monumental.op.copy", "monumental.gen.3")
def test_st_peters_needs_a_policy_that_is_not_active() -> None:
    assert not offered(ready("st_peters_basilica", policies="grand_canal"), "st_peters_basilica")


# ------------------------------------------------------------ the others


@pytest.mark.rule("monumental.op.steal")
def test_wu_zetian_takes_2_gold_from_each_opponent_or_what_there_is() -> None:
    table = acting(bearer("wu_zetian"), danish("G3"), greek("G1"), chinese())

    table.do(ReturnHero("wu_zetian"))

    assert [table.supply(seat) for seat in range(4)] == ["G3", "G1", "-", "-"]
