"""The worked examples. The examples of the printed rulebook are 2 and 5."""

from __future__ import annotations

import pytest

from hako.content.world_monger.events.civilization_phase import CardDiscardedElsewhere, DividendPaid
from hako.content.world_monger.events.rounds import FinalRoundAnnounced
from hako.content.world_monger.events.supply import CardAdded, FeatureAdded, NothingAdded
from hako.content.world_monger.expected_prices import expected_price
from hako.content.world_monger.net_worth import worth
from hako.content.world_monger.state import controller
from hako.content.world_monger.steps.civilization_phase import CivilizationTurn
from hako.content.world_monger.steps.development import DevelopmentPhase
from hako.content.world_monger.steps.rounds import Cleanup, FinalSale
from tests.rules.world_monger.table import FIRST_GAME, acting, at, developing, investing, names, new

# a deck that is long enough for everything
LONG = "V V V V V V V V V"


@pytest.mark.rule(
    "world_monger.setup.5",
    "world_monger.setup.7",
    "world_monger.setup.8",
    "world_monger.setup.9",
    "world_monger.setup.11",
)
def test_the_first_game_has_eight_kinds_of_seven_and_sixteen_villagers() -> None:
    """Example 1: 8 kinds; everybody has 15 coins."""
    world = new(4, civilizations="first_game")

    assert tuple(civilization.id for civilization in world.civilizations) == FIRST_GAME
    assert sorted(world.civilization("egypt").owned()) == sorted(
        names("S S S S S S S V V V V V V pyramid chariot")
    )
    assert {pile.card: pile.left for pile in world.supply} == {
        "villager": 16,
        "pyramid": 7,
        "chariot": 7,
        "city": 7,
        "phalanx": 7,
        "cavalry": 7,
        "shrine_maiden": 7,
        "merchant_ship": 7,
        "war_elephant": 7,
    }
    assert world.coins == (15, 15, 15, 15)


@pytest.mark.rule("world_monger.setup.8", "world_monger.setup.4")
def test_kinds_that_two_civilizations_start_with_have_six_left() -> None:
    """Example 1: Out-of-place Artifacts has 6 kinds, Observatory and Altar with 6 cards."""
    world = new(4, civilizations="ooparts")

    assert {pile.card: pile.left for pile in world.supply} == {
        "villager": 16,
        "law_code": 7,
        "observatory": 6,
        "geoglyph": 7,
        "altar": 6,
        "druid": 7,
        "ironworks": 7,
    }


@pytest.mark.rule("world_monger.price.1", "world_monger.invest.3", "world_monger.price.3")
def test_a_share_of_egypt_costs_nine() -> None:
    """Example 2: 0 + 1 + 1 + 3 + 2, plus 2; still 9 after the purchase, and none left."""
    table = investing(0, 1, egypt="S V V chariot pyramid")

    assert table.price("egypt") == 9
    table.buy("egypt")
    assert table.coins[0] == 6
    assert table.shares("egypt") == (1, 0, 0, 0)
    assert table.area("egypt") == "V V chariot pyramid"
    assert table.price("egypt") == 9
    assert not table.can("buy egypt")


@pytest.mark.rule("world_monger.invest.4")
def test_two_shares_of_egypt_are_sold_for_eighteen() -> None:
    """Example 3: 4 coins become 22; not Egypt and Greece in one turn."""
    table = investing(
        2,
        coins=(15, 15, 4, 15),
        egypt="S V V chariot pyramid | - | - | 0 0 3 0",
        greece="V V V V V | - | - | 0 0 2 0",
    )

    table.sell("egypt", 2)

    assert table.coins[2] == 22
    assert table.shares("egypt")[2] == 1
    assert table.shares("greece")[2] == 2
    assert table.discard("egypt") == "S S"
    assert not table.world.agenda


@pytest.mark.rule("world_monger.control.2")
@pytest.mark.parametrize(("start_player", "decides"), [(2, 3), (0, 0), (1, 3)])
def test_a_tie_for_control_goes_clockwise_from_the_start_player(
    start_player: int, decides: int
) -> None:
    """Example 4: A 2, B 1, D 2; from C it is D, from A it is A, from B it is D."""
    table = at(start_player=start_player, greece="- | - | - | 2 1 0 2")

    assert controller(table.world, "greece") == decides


@pytest.mark.rule("world_monger.detail.2", "world_monger.card.city")
def test_a_city_draws_the_one_card_that_there_is() -> None:
    """Example 5: the deck has 1 card, the discard pile none."""
    table = acting("greece", greece="city | V | - | 1").use("city")

    assert table.area("greece") == "city* V"
    assert table.deck("greece") == "-"


@pytest.mark.rule("world_monger.detail.1")
def test_the_discard_pile_goes_under_what_is_left_of_the_deck() -> None:
    """Example 5: with 3 discards City draws the old card, then one of the three."""
    table = acting("greece", greece="city | chariot | S V V | 1").use("city", order="V S V")

    assert table.area("greece") == "city* chariot V"
    assert table.deck("greece") == "S V"
    assert table.discard("greece") == "-"


@pytest.mark.rule("world_monger.dividend.1", "world_monger.dividend.2")
def test_two_cities_pay_one_dividend() -> None:
    """Example 6: A holds 2, B 1; price 2 + 1 + 1 + 1 + 1."""
    table = acting("greece", greece="city* city V S V S S | V V | - | 2 1").end_turn()

    assert table.coins == (17, 16, 15, 15)
    assert table.told == (DividendPaid(0, "greece", 2), DividendPaid(1, "greece", 1))
    assert table.price("greece") == 6


@pytest.mark.rule("world_monger.card.phalanx", "world_monger.card.war_elephant")
def test_phalanxes_are_strong_and_war_elephants_weak_in_numbers() -> None:
    """Example 7: 3 + 3 + 1 + 0 + 4 + 2 = 13, and 2 + 2 + 2 + 1 + 1 + 2 = 10."""
    table = at(
        greece="phalanx phalanx V S war_elephant", india="war_elephant war_elephant phalanx V V"
    )

    assert table.price("greece") == 13
    assert table.price("india") == 10


@pytest.mark.rule(
    "world_monger.card.ironworks", "world_monger.card.law_code", "world_monger.dividend.1"
)
def test_ironworks_beside_a_law_code() -> None:
    """Example 8: price 9, then 7; a Geoglyph on the discards, 6 left; the same number of cards."""
    table = acting(
        "celts", supply="V16 geoglyph7 altar7", celts=f"ironworks V V S law_code | {LONG} | - | 1"
    )
    owned = len(table.world.civilization("celts").owned())
    assert table.price("celts") == 9

    table.use("ironworks").gain("geoglyph")

    assert table.area("celts") == "ironworks* V S law_code"
    assert table.price("celts") == 7
    assert table.discard("celts") == "geoglyph"
    assert table.left("geoglyph") == 6
    assert len(table.world.civilization("celts").owned()) == owned
    assert table.told[-1] == DividendPaid(0, "celts", 1)


@pytest.mark.rule("world_monger.card.legion", "world_monger.dividend.1")
def test_a_legion_drives_a_war_elephant_off() -> None:
    """Example 9: it goes on Carthage's discard pile; Carthage's price falls from 8 to 4."""
    table = acting(
        "rome",
        carthage=f"war_elephant V V S S | {LONG} | - | 0 2",
        rome=f"legion V V V S | {LONG} | - | 1",
    )
    assert table.price("carthage") == 8

    table.use("legion").discard_there("carthage", "war_elephant")

    assert table.discard("carthage") == "war_elephant"
    assert table.discard("rome") == "-"
    assert table.price("carthage") == 4


@pytest.mark.rule("world_monger.card.legion", "world_monger.dividend.1")
def test_a_dividend_that_was_paid_stays_paid() -> None:
    """Example 9: Carthage's Merchant Ship is taken after Carthage's dividend."""
    table = at(
        CivilizationTurn("rome"),
        CivilizationTurn("carthage"),
        start_player=0,
        carthage="- | V V S S merchant_ship V V V | - | 1",
        rome="- | legion V V V S V V V | - | 1",
    ).go()
    table.end_turn()
    assert table.told[0] == DividendPaid(0, "carthage", 1)

    table.use("legion").discard_there("carthage", "merchant_ship")

    assert CardDiscardedElsewhere("carthage", "merchant_ship") in table.told
    assert table.coins[0] == 16


@pytest.mark.rule("world_monger.card.merchant_ship", "world_monger.term.6")
def test_a_merchant_ship_trades_shares_for_better_cards() -> None:
    """Example 10: price 5 becomes 12; discards S, V, S; no Share is for sale."""
    table = acting(
        "carthage", carthage="merchant_ship S V V S | war_elephant V chariot V V | - | 1"
    )
    assert table.price("carthage") == 5

    table.use("merchant_ship").discard_card("S").discard_card("V").discard_card("S")

    assert table.area("carthage") == "merchant_ship* V war_elephant V chariot"
    assert table.price("carthage") == 12
    assert table.discard("carthage") == "S V S"
    assert table.world.civilization("carthage").shares_showing() == 0


@pytest.mark.rule("world_monger.card.monk", "world_monger.civ.4", "world_monger.civ.6")
def test_a_monk_lets_a_city_draw_again() -> None:
    """Example 11: nine cards, price 10; nothing is left to use; a dividend."""
    table = acting("india", india=f"city monk V S S | V chariot S V {LONG} | - | 1")
    assert table.price("india") == 5

    table.use("city")
    assert table.price("india") == 9
    table.use("monk").use("city")

    assert table.area("india") == "city* monk* V S S V chariot S V"
    assert table.price("india") == 10
    assert table.told[-1] == DividendPaid(0, "india", 1)
    assert not table.world.agenda


@pytest.mark.rule("world_monger.card.observatory", "world_monger.secret.2")
def test_an_observatory_finds_the_war_elephant() -> None:
    """Example 12: the others see the three cards in the end; the Villager is on top."""
    table = acting("maya", maya="observatory V V S S | S war_elephant V V S V | - | 1")

    table.use("observatory").put_looked("war_elephant").discard_looked("S")

    assert table.area("maya") == "observatory* V V S S war_elephant"
    assert table.discard("maya") == "S V"
    assert table.deck("maya") == "V S V"


@pytest.mark.rule("world_monger.card.official", "world_monger.term.8")
def test_an_official_sends_a_share_back() -> None:
    """Example 13: one Share is left for sale, and all know the next card."""
    table = acting("han", han="official S V V S | pyramid V V V V | - | 1")
    assert table.price("han") == 5

    table.use("official")
    assert table.price("han") == 7
    table.topdeck("S")

    assert table.area("han") == "official* V V S pyramid"
    assert [table.seen_deck(viewer, "han") for viewer in (0, 3, None)] == ["S ? ? ? ?"] * 3


@pytest.mark.rule("world_monger.develop.3", "world_monger.control.3")
def test_a_civilization_without_a_controller_takes_its_feature_culture() -> None:
    """Example 14: two Cavalry piles later there is nothing to add."""
    table = developing("huns", "huns", "huns", supply="V16 cavalry2", huns="- | - | S")

    assert table.told == (
        FeatureAdded("huns", "cavalry"),
        FeatureAdded("huns", "cavalry"),
        NothingAdded("huns"),
    )
    assert table.discard("huns") == "S cavalry cavalry"
    assert table.world.empty_piles() == 1


@pytest.mark.rule("world_monger.end.1", "world_monger.end.2", "world_monger.develop.4")
def test_the_round_after_the_second_pile_ran_out_is_the_last() -> None:
    """Example 15: round 6; the third and the fourth civilization still add a card."""
    row = "V S V V V | V V V V V V V V V V | - | 1"
    table = at(
        Cleanup(),
        DevelopmentPhase(),
        number=6,
        supply="V16 city1 chariot1 pyramid5",
        egypt=row,
        greece=row,
        huns=row,
        carthage=row,
    ).go()

    table.add("city")
    assert table.world.final_round is None
    table.add("chariot")
    assert table.told == (CardAdded("greece", "chariot"), FinalRoundAnnounced(7))
    table.add("pyramid").add("pyramid")
    assert table.world.round == 7

    for _ in range(4):
        table.pass_turn()
    for _ in range(4):
        table.add("pyramid" if table.left("pyramid") else "V")

    assert table.world.phase == "end"
    assert table.outcome is not None


@pytest.mark.rule(
    "world_monger.end.3",
    "world_monger.end.4",
    "world_monger.end.5",
    "world_monger.card.geoglyph",
)
def test_the_final_sale_makes_two_winners() -> None:
    """Example 16: Egypt 12, Nazca 4 x 2 + 2 = 10; 31 + 24 + 10 = 65 = 53 + 12."""
    table = at(
        FinalSale(),
        coins=(31, 53, 60, 0),
        number=7,
        final_round=7,
        egypt="- | S S S S V V V V V V | pyramid pyramid pyramid pyramid chariot chariot city"
        " | 2 1",
        nazca="- | S S S S S S V V V V V V geoglyph geoglyph geoglyph | geoglyph altar altar"
        " chariot | 1",
    ).go()

    assert table.world.end_values == (12, 10)
    assert table.coins == (65, 65, 60, 0)
    assert table.outcome is not None
    assert table.outcome.winners == (0, 1)
    assert [worth(table.world, seat) for seat in (0, 1)] == [
        {"coins": 31, "egypt": 24, "nazca": 10},
        {"coins": 53, "egypt": 12, "nazca": 0},
    ]


def test_buying_raises_the_average() -> None:
    """Example 17: 11 points on 15 cards make 5.7, on 12 cards 6.6."""
    world = new(4, civilizations="first_game")
    deck = names("S S S S S S S V V V V V V pyramid chariot")

    assert expected_price(world, deck) == pytest.approx(5.7, abs=0.05)
    assert expected_price(world, deck[3:]) == pytest.approx(6.6, abs=0.05)
