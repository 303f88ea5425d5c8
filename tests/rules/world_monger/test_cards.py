"""Every card, with its exact choices, and the words that cards use."""

from __future__ import annotations

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.actions import (
    ChooseCivilization,
    DiscardCard,
    DiscardLooked,
    DiscardThere,
    EndTurn,
    Enough,
    GainCard,
    PutCard,
    PutCards,
    PutLooked,
    RefreshCard,
    ReturnLooked,
    TopdeckCard,
    TrashCard,
    UseCard,
)
from hako.content.world_monger.events.civilization import CardUsed, HolderPaid
from hako.content.world_monger.events.decks import CardsDrawn
from hako.content.world_monger.state import end_value
from hako.content.world_monger.steps.civilization import CivilizationTurn
from hako.engine.content.rulebook import parse
from tests.rules.world_monger.table import acting, at, cards

LONG = "V V V V V V V V V V"


# ------------------------------------------------------------ words on the cards


@pytest.mark.rule("world_monger.term.1")
def test_a_card_means_its_own_civilizations_deck_and_area() -> None:
    """Seat 0 holds Shares of both; Greece's City draws Greece's cards."""
    table = acting("greece", rome="V | S S S | V | 1", greece="city | V chariot V | - | 1")

    table.use("city")

    assert table.area("greece") == "city* V chariot"
    assert (table.area("rome"), table.deck("rome")) == ("V", "S S S")


@pytest.mark.rule("world_monger.term.2", "world_monger.card.city")
def test_drawn_cards_lie_open_in_order_and_may_be_used_at_once() -> None:
    table = acting("greece", greece="city | chariot city V V | - | 1").use("city")

    assert table.area("greece") == "city* chariot city"
    assert table.options == [UseCard("city"), EndTurn()]


@pytest.mark.rule("world_monger.term.3", "world_monger.card.expedition")
def test_a_card_put_into_play_may_be_used_at_once() -> None:
    table = acting("macedonia", macedonia="expedition V | V V V | - | 1").use("expedition")
    table.put("city")

    assert table.options == [UseCard("city"), EndTurn()]


@pytest.mark.rule("world_monger.term.4", "world_monger.setup.6", "world_monger.card.legion")
def test_a_card_of_another_civilization_goes_to_that_ones_discard_pile() -> None:
    table = acting("rome", egypt="pyramid | - | V", rome="legion | V | S | 1").use("legion")

    assert table.discard("egypt") == "V pyramid"
    assert table.discard("rome") == "S"


@pytest.mark.rule("world_monger.term.5")
def test_a_trashed_card_does_not_return_to_the_supply() -> None:
    table = acting("celts", supply="V16 altar7 druid7", celts="ironworks V | V | - | 1")

    table.use("ironworks")

    assert table.trash("celts") == "V"
    assert table.left("V") == 16


@pytest.mark.rule("world_monger.term.6")
def test_shares_and_cards_without_an_effect_to_use_are_always_unused() -> None:
    """An Official may put any of them on the deck, but not the used City."""
    table = acting("han", han="official city* S V chariot phalanx | V V | - | 1").use("official")

    assert table.options == [
        TopdeckCard("share"),
        TopdeckCard("villager"),
        TopdeckCard("chariot"),
        TopdeckCard("phalanx"),
        Enough(),
    ]


@pytest.mark.rule("world_monger.term.6")
def test_a_used_card_that_leaves_is_unused_when_it_comes_back() -> None:
    """Rome's Legion sends Greece's used City away; after a shuffle Greece draws it again."""
    table = acting("rome", greece="city* V | V | -", rome="legion V | V | - | 1").use("legion")
    table.discard_there("greece", "city")
    again = acting("greece", greece=f"city V | - | {table.discard('greece')} | 1")

    again.use("city", order="city")

    assert again.area("greece") == "city* V city"


@pytest.mark.rule("world_monger.term.7", "world_monger.card.ironworks")
def test_a_gained_card_goes_from_the_supply_to_the_discard_pile() -> None:
    table = acting("celts", supply="V16 altar7 druid7", celts="ironworks V | V | S | 1")

    table.use("ironworks").gain("druid")

    assert table.discard("celts") == "S druid"
    assert table.left("druid") == 6


@pytest.mark.rule("world_monger.term.8", "world_monger.card.official")
def test_a_card_on_top_of_the_deck_is_drawn_next() -> None:
    table = acting("han", han="official official | V S V | - | 1").use("official").topdeck("V")

    assert table.deck("han") == "V S V"
    table.use("official")
    assert table.area("han") == "official* official* V"


# ------------------------------------------------------------ details


@pytest.mark.rule("world_monger.detail.1")
def test_a_deck_that_has_just_become_empty_stays_empty() -> None:
    """City draws the last two cards; the discards are not shuffled yet."""
    table = acting("greece", greece="city | V V | S S | 1").use("city")

    assert table.deck("greece") == "-"
    assert table.discard("greece") == "S S"


@pytest.mark.rule("world_monger.detail.1", "world_monger.civ.2")
def test_a_short_deck_is_filled_up_for_the_layout() -> None:
    """Two cards are left: they come first, then three of the shuffled five."""
    table = at(CivilizationTurn("egypt"), egypt="- | chariot V | V V V pyramid S")

    table.go(order="pyramid S V V V")

    assert table.area("egypt") == "chariot V pyramid S V"
    assert table.deck("egypt") == "V V"


@pytest.mark.rule("world_monger.detail.1")
def test_other_decks_are_filled_up_to_be_looked_at() -> None:
    table = acting("huns", huns="cavalry | V | - | 1", egypt="- | V | S chariot")

    table.use("cavalry", order="chariot S")

    assert table.options == [DiscardLooked("villager"), DiscardLooked("chariot"), Enough()]
    assert table.discard("egypt") == "-"


@pytest.mark.rule("world_monger.detail.2")
def test_what_cannot_be_done_is_skipped() -> None:
    """An Official without any card to draw may still put one back."""
    table = acting("han", han="official S | - | - | 1").use("official")

    assert table.options == [TopdeckCard("share"), Enough()]


@pytest.mark.rule("world_monger.detail.3", "world_monger.card.ironworks")
def test_if_you_did_needs_to_have_been_done() -> None:
    """No Villager to trash, so Ironworks gains nothing."""
    table = acting("celts", celts="ironworks S | V | - | 1").use("ironworks")

    assert table.discard("celts") == "-"
    assert not table.world.agenda


@pytest.mark.rule("world_monger.detail.3", "world_monger.card.shrine_maiden")
def test_who_declines_to_trash_draws_nothing() -> None:
    table = acting("huns", huns="shrine_maiden V | S S | - | 1").use("shrine_maiden").enough()

    assert table.area("huns") == "shrine_maiden* V"


# ------------------------------------------------------------ cards in the order of the file


@pytest.mark.rule("world_monger.card.none")
@pytest.mark.parametrize("card", ["villager", "pyramid", "chariot", "share"])
def test_some_cards_have_no_effect(card: str) -> None:
    assert not cards().card[card].use
    assert cards().card[card].constant is None


@pytest.mark.rule("world_monger.card.none")
def test_cards_without_an_effect_cannot_be_used() -> None:
    table = acting("greece", greece="V pyramid chariot S city | V V | - | 1")

    assert table.options == [UseCard("city"), EndTurn()]


@pytest.mark.rule("world_monger.card.ironworks")
def test_ironworks_turns_a_villager_into_any_other_card() -> None:
    """The leftmost Villager goes; every pile but the Villagers' is on offer."""
    table = acting(
        "celts", supply="V16 altar7 druid0 city1", celts="V ironworks chariot V | V | - | 1"
    ).use("ironworks")

    assert table.area("celts") == "ironworks* chariot V"
    assert table.options == [GainCard("altar"), GainCard("city")]


@pytest.mark.rule("world_monger.card.ironworks")
def test_ironworks_trashes_though_there_is_nothing_to_gain() -> None:
    table = acting(
        "celts", supply="V16 druid0", final_round=9, celts="ironworks V | V | - | 1"
    ).use("ironworks")

    assert table.trash("celts") == "V"
    assert table.discard("celts") == "-"


@pytest.mark.rule("world_monger.card.druid")
def test_a_druid_sends_two_villagers_to_any_other_civilization() -> None:
    """Rome is controlled, Egypt is not."""
    table = acting("celts", celts="druid | V | - | 1", rome="- | V | S | 0 2", egypt="- | V").use(
        "druid"
    )

    assert table.options == [ChooseCivilization("rome"), ChooseCivilization("egypt")]
    table.choose("rome")
    assert table.discard("rome") == "S V V"
    assert table.left("V") == 14


@pytest.mark.rule("world_monger.card.druid")
def test_a_druid_sends_the_last_villager_alone() -> None:
    table = acting("celts", supply="V1 city3", celts="druid | V | - | 1", rome="-").use("druid")

    assert table.discard("rome") == "V"


@pytest.mark.rule("world_monger.card.druid")
def test_without_villagers_a_druid_asks_nothing() -> None:
    table = acting("celts", supply="V0 city3", celts="druid | V | - | 1", rome="-", egypt="-").use(
        "druid"
    )

    assert table.told == (CardUsed(0, "celts", "druid"),)


@pytest.mark.rule("world_monger.card.expedition")
def test_an_expedition_gives_way_to_another_card() -> None:
    table = acting(
        "macedonia", supply="V16 expedition7 phalanx7", macedonia="V expedition phalanx | V | - | 1"
    ).use("expedition")

    assert table.trash("macedonia") == "expedition"
    assert table.options == [PutCard("villager"), PutCard("phalanx")]
    table.put("phalanx")
    assert table.area("macedonia") == "V phalanx phalanx"
    assert table.price("macedonia") == 9
    assert table.left("phalanx") == 6


@pytest.mark.rule("world_monger.card.expedition")
def test_without_another_pile_an_expedition_is_only_trashed() -> None:
    table = acting(
        "macedonia", supply="V0 expedition3", final_round=9, macedonia="expedition V | V | - | 1"
    ).use("expedition")

    assert table.area("macedonia") == "V"


@pytest.mark.rule("world_monger.card.expedition")
def test_one_of_two_expeditions_is_trashed_and_the_other_may_follow() -> None:
    table = (
        acting("macedonia", supply="V16 phalanx7", macedonia="expedition expedition V | V | - | 1")
        .use("expedition")
        .put("phalanx")
    )

    assert table.area("macedonia") == "expedition V phalanx"
    assert UseCard("expedition") in table.options


@pytest.mark.rule("world_monger.card.phalanx")
@pytest.mark.parametrize(
    ("area", "price"),
    [("phalanx", 4), ("phalanx phalanx", 8), ("phalanx phalanx phalanx", 11)],
)
def test_a_phalanx_is_worth_three_beside_another(area: str, price: int) -> None:
    assert at(greece=area).price("greece") == price


@pytest.mark.rule("world_monger.card.phalanx")
def test_a_phalanx_in_another_area_does_not_count() -> None:
    table = at(greece="phalanx", macedonia="phalanx")

    assert (table.price("greece"), table.price("macedonia")) == (4, 4)


@pytest.mark.rule("world_monger.card.city")
def test_a_city_draws_two() -> None:
    table = acting("greece", greece="city | S V V | - | 1").use("city")

    assert table.area("greece") == "city* S V"
    assert CardsDrawn("greece", ("share", "villager")) in table.told


@pytest.mark.rule("world_monger.card.legion")
def test_a_legion_takes_any_culture_card_used_or_not_but_no_share() -> None:
    table = acting(
        "rome", egypt="S V pyramid", greece="city* S", rome="legion chariot | V | - | 1"
    ).use("legion")

    assert table.options == [
        DiscardThere("egypt", "villager"),
        DiscardThere("egypt", "pyramid"),
        DiscardThere("greece", "city"),
    ]
    table.discard_there("greece", "city")
    assert (table.area("greece"), table.discard("greece")) == ("S", "city")


@pytest.mark.rule("world_monger.card.legion")
def test_a_legion_finds_nothing_where_only_shares_lie() -> None:
    table = acting("rome", egypt="S S", greece="-", rome="legion V | V | - | 1").use("legion")

    assert table.told == (CardUsed(0, "rome", "legion"),)


@pytest.mark.rule("world_monger.card.merchant_ship")
def test_a_merchant_ship_may_discard_none() -> None:
    table = acting("carthage", carthage="merchant_ship V S | V V | - | 1").use("merchant_ship")

    assert table.options == [DiscardCard("villager"), DiscardCard("share"), Enough()]
    table.enough()
    assert table.area("carthage") == "merchant_ship* V S"


@pytest.mark.rule("world_monger.card.merchant_ship")
def test_a_merchant_ship_discards_three_at_most_in_an_order_of_choice() -> None:
    table = acting("carthage", carthage="merchant_ship V S V S | chariot V V V | - | 1")

    table.use("merchant_ship").discard_card("S").discard_card("V").discard_card("S")

    assert table.discard("carthage") == "S V S"
    assert table.area("carthage") == "merchant_ship* V chariot V V"


@pytest.mark.rule("world_monger.card.merchant_ship", "world_monger.detail.1")
def test_a_merchant_ships_discards_are_shuffled_in_if_it_needs_them() -> None:
    """The deck is empty: it draws the Share that it has just discarded."""
    table = acting("carthage", carthage="merchant_ship V S | - | V | 1").use("merchant_ship")
    table.discard_card("S")

    table.do(Enough(), order="S V")

    assert table.area("carthage") == "merchant_ship* V S"
    assert table.deck("carthage") == "V"


@pytest.mark.rule("world_monger.card.war_elephant")
@pytest.mark.parametrize(("area", "price"), [("war_elephant", 6), ("war_elephant war_elephant", 6)])
def test_war_elephants_are_in_each_others_way(area: str, price: int) -> None:
    """4 + 2, and 2 + 2 + 2."""
    assert at(india=area).price("india") == price


@pytest.mark.rule("world_monger.card.monk")
def test_a_monk_refreshes_a_used_card_but_no_monk() -> None:
    table = acting("india", india="monk* monk city* official* V | V V V V | - | 1").use("monk")

    assert table.options == [RefreshCard("city"), RefreshCard("official")]
    table.refresh("city")
    assert table.area("india") == "monk* monk* city official* V"
    assert UseCard("city") in table.options


@pytest.mark.rule("world_monger.card.monk")
def test_a_monk_alone_does_nothing() -> None:
    table = acting("india", india="monk monk* city | V V | - | 1").use("monk")

    assert table.area("india") == "monk* monk* city"


@pytest.mark.rule("world_monger.card.official")
def test_an_official_draws_one_and_may_put_back_even_that_one() -> None:
    table = acting("han", han="official V | chariot V | - | 1").use("official")

    assert table.options == [TopdeckCard("villager"), TopdeckCard("chariot"), Enough()]
    table.topdeck("chariot")
    assert (table.area("han"), table.deck("han")) == ("official* V", "chariot V")


@pytest.mark.rule("world_monger.card.official")
def test_an_official_may_leave_everything_in_the_area() -> None:
    table = acting("han", han="official V | chariot V | - | 1").use("official").enough()

    assert (table.area("han"), table.deck("han")) == ("official* V chariot", "V")


@pytest.mark.rule("world_monger.card.law_code")
@pytest.mark.parametrize(
    ("area", "price"), [("law_code V V", 7), ("law_code law_code V V", 8), ("V V", 4)]
)
def test_a_law_code_makes_villagers_worth_two(area: str, price: int) -> None:
    """1 + 2 + 2 + 2; a second Law Code brings its own 1 only."""
    assert at(babylonia=area).price("babylonia") == price


@pytest.mark.rule("world_monger.card.law_code")
def test_a_law_code_reaches_no_other_area() -> None:
    table = at(babylonia="law_code", maya="V V")

    assert table.price("maya") == 4


@pytest.mark.rule("world_monger.card.observatory")
def test_an_observatory_puts_one_of_three_into_play() -> None:
    table = acting("maya", maya="observatory V | S altar V V | - | 1").use("observatory")

    assert table.options == [PutLooked("share"), PutLooked("altar"), PutLooked("villager")]
    table.put_looked("altar")
    assert UseCard("altar") not in table.options
    table.discard_looked("V")
    assert table.discard("maya") == "V S"
    assert table.area("maya") == "observatory* V altar"
    assert UseCard("altar") in table.options


@pytest.mark.rule("world_monger.card.observatory")
def test_an_observatory_with_one_card_puts_it_into_play() -> None:
    table = acting("maya", maya="observatory | chariot | - | 1").use("observatory")

    assert table.area("maya") == "observatory* chariot"


@pytest.mark.rule("world_monger.card.observatory")
def test_an_observatory_with_no_card_does_nothing() -> None:
    table = acting("maya", maya="observatory V | - | - | 1").use("observatory")

    assert table.told == (CardUsed(0, "maya", "observatory"),)


@pytest.mark.rule("world_monger.card.altar")
def test_an_altar_pays_for_an_offering() -> None:
    """Shares cannot be offered; all holders are paid, without an icon."""
    table = acting("maya", maya="altar S V chariot | V | - | 2 3").use("altar")

    assert table.options == [TrashCard("villager"), TrashCard("chariot")]
    table.trash_card("V")
    assert table.coins == (17, 18, 15, 15)
    assert table.trash("maya") == "V"


@pytest.mark.rule("world_monger.card.altar")
def test_two_altars_pay_twice() -> None:
    table = acting("maya", maya="altar altar V V | V | - | 1").use("altar").trash_card("V")

    table.use("altar")

    assert table.coins[0] == 17
    assert table.told[-1] == HolderPaid(0, "maya", 1)


@pytest.mark.rule("world_monger.card.altar")
def test_an_altar_without_an_offering_pays_nothing() -> None:
    table = acting("maya", maya="altar S S | V | - | 1").use("altar")

    assert table.coins[0] == 15


@pytest.mark.rule("world_monger.card.geoglyph")
@pytest.mark.parametrize(("others", "value"), [(6, 0), (7, 1), (14, 1), (15, 2)])
def test_a_geoglyph_counts_the_final_deck_in_eights(others: int, value: int) -> None:
    """7 cards are 0, 8 and 15 are 1, 16 are 2; Shares in the deck count."""
    world = at(nazca="-").world

    assert end_value(world, ["geoglyph", *["share"] * others]) == value


@pytest.mark.rule("world_monger.card.royal_road")
def test_a_royal_road_goes_on_after_a_share() -> None:
    """Only once: the second Share brings no third card."""
    table = acting("persia", persia="royal_road | S S V | - | 1").use("royal_road")

    assert table.area("persia") == "royal_road* S S"


@pytest.mark.rule("world_monger.card.royal_road")
def test_a_royal_road_ends_at_any_other_card() -> None:
    table = acting("persia", persia="royal_road | V S V | - | 1").use("royal_road")

    assert table.area("persia") == "royal_road* V"


@pytest.mark.rule("world_monger.card.cavalry")
def test_cavalry_looks_at_two_cards_of_another_deck() -> None:
    table = acting(
        "huns", huns="cavalry V | V V V | - | 1", egypt="- | S chariot V", rome="- | V V"
    ).use("cavalry")

    assert table.options == [ChooseCivilization("egypt"), ChooseCivilization("rome")]
    table.choose("egypt")
    assert table.options == [DiscardLooked("share"), DiscardLooked("chariot"), Enough()]


@pytest.mark.rule("world_monger.card.cavalry")
def test_cavalry_may_discard_both() -> None:
    table = acting("huns", huns="cavalry | V | - | 1", egypt="- | S chariot V").use("cavalry")

    table.discard_looked("chariot").discard_looked("S")

    assert (table.deck("egypt"), table.discard("egypt")) == ("V", "chariot S")


@pytest.mark.rule("world_monger.card.cavalry")
def test_cavalry_may_discard_one_and_the_other_goes_back() -> None:
    table = acting("huns", huns="cavalry | V | - | 1", egypt="- | S chariot V").use("cavalry")

    table.discard_looked("S").enough()

    assert (table.deck("egypt"), table.discard("egypt")) == ("chariot V", "S")


@pytest.mark.rule("world_monger.card.cavalry")
@pytest.mark.parametrize(("top", "deck"), [("S", "S chariot V"), ("chariot", "chariot S V")])
def test_cavalry_puts_back_in_any_order(top: str, deck: str) -> None:
    table = acting("huns", huns="cavalry | V | - | 1", egypt="- | S chariot V").use("cavalry")
    table.enough()

    assert table.options == [ReturnLooked("share"), ReturnLooked("chariot")]
    table.return_looked(top)
    assert table.deck("egypt") == deck


@pytest.mark.rule("world_monger.card.cavalry")
def test_cavalry_at_an_empty_deck_sees_nothing() -> None:
    table = acting("huns", huns="cavalry | V | - | 1", egypt="V").use("cavalry")

    assert not table.world.agenda


@pytest.mark.rule("world_monger.card.shrine_maiden")
def test_a_shrine_maiden_may_trash_any_unused_card_and_draws() -> None:
    table = acting("huns", huns="shrine_maiden S V cavalry* | chariot V | - | 1").use(
        "shrine_maiden"
    )

    assert table.options == [TrashCard("share"), TrashCard("villager"), Enough()]
    table.trash_card("S")
    assert table.area("huns") == "shrine_maiden* V cavalry* chariot"
    assert table.trash("huns") == "S"


@pytest.mark.rule("world_monger.card.rice_paddy")
def test_a_rice_paddy_puts_up_to_two_villagers_into_play() -> None:
    table = acting("yamato", yamato="rice_paddy | V | - | 1").use("rice_paddy")

    assert table.options == [PutCards("villager", count) for count in (2, 1, 0)]
    table.put_villagers(2)
    assert table.area("yamato") == "rice_paddy* V V"
    assert table.left("V") == 14
    assert table.discard("yamato") == "-"


@pytest.mark.rule("world_monger.card.rice_paddy")
def test_a_rice_paddy_takes_what_villagers_there_are() -> None:
    table = acting("yamato", supply="V1 city3", yamato="rice_paddy | V | - | 1").use("rice_paddy")

    assert table.options == [PutCards("villager", 1), PutCards("villager", 0)]
    table.put_villagers(0)
    assert table.area("yamato") == "rice_paddy*"


@pytest.mark.rule("world_monger.card.rice_paddy")
def test_without_villagers_a_rice_paddy_asks_nothing() -> None:
    table = acting("yamato", supply="V0 city3", yamato="rice_paddy | V | - | 1").use("rice_paddy")

    assert table.told[0] == CardUsed(0, "yamato", "rice_paddy")
    assert table.area("yamato") == "rice_paddy*"


def test_a_choice_of_an_effect_cites_the_card() -> None:
    """So that a key opens the rulebook there; every card that can be used has a clause."""
    table = acting("huns", huns="cavalry | V | - | 1", egypt="- | S chariot V").use("cavalry")
    book = parse((GAME.folder / "rules.en.md").read_text("utf-8"))

    assert table.world.agenda[-1].cites(table.world) == "world_monger.card.cavalry"
    for card in cards().usable:
        assert book.clause(f"card.{card}").text
