"""Rounds, control, civilization turns, dividends and prices."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.world_monger.actions import EndTurn, UseCard
from hako.content.world_monger.events.civilization import DividendPaid
from hako.content.world_monger.events.decks import CardsLaidOut
from hako.content.world_monger.events.rounds import PhaseBegan
from hako.content.world_monger.state import controller
from hako.content.world_monger.steps.civilization import CivilizationPhase, CivilizationTurn
from hako.content.world_monger.steps.development import DevelopmentPhase
from hako.content.world_monger.steps.investment import Invest, InvestmentPhase
from hako.content.world_monger.steps.rounds import Round
from tests.rules.world_monger.table import Table, acting, at, investing

LONG = "V V V V V V V V V V"


def whole_round(**rows: Any) -> Table:
    """A round of two from its beginning."""
    return at(Round(3), coins=(15, 15), number=2, **rows).go()


# ------------------------------------------------------------ rounds


@pytest.mark.rule("world_monger.round.1")
def test_a_round_has_four_phases_in_order() -> None:
    """Seat 0 holds Egypt's Share; both pass, then a card is added."""
    table = whole_round(egypt=f"- | {LONG} | - | 1")
    told = [*table.told, *table.pass_turn().told, *table.pass_turn().told]
    told += table.add("V").told

    phases = [event.phase for event in told if isinstance(event, PhaseBegan)]
    assert phases == [
        "civilization",
        "investment",
        "development",
        "cleanup",
        "civilization",
        "investment",
    ]
    assert table.world.round == 4


@pytest.mark.rule("world_monger.round.2")
def test_civilizations_act_by_their_controllers_and_players_for_themselves() -> None:
    """Seat 1 controls Greece; seat 0 has nothing to say but invests first."""
    table = whole_round(greece=f"- | city {LONG} | - | 0 1")

    assert (table.seat, table.options) == (1, [UseCard("city"), EndTurn()])
    table.end_turn()
    assert table.seat == 0
    table.pass_turn()
    assert table.seat == 1
    table.pass_turn()
    assert table.seat == 1
    assert table.can("add V")


# ------------------------------------------------------------ control


@pytest.mark.rule("world_monger.control.1")
def test_most_shares_give_control() -> None:
    table = at(start_player=0, egypt="- | - | - | 1 3 2 0")

    assert controller(table.world, "egypt") == 1


@pytest.mark.rule("world_monger.control.2")
@pytest.mark.parametrize(
    ("shares", "start_player", "decides"),
    [
        ("2 2 2 2", 3, 3),
        ("2 0 2 0", 1, 2),
        ("2 0 2 0", 3, 0),
        ("0 1 0 1", 0, 1),
        ("0 1 0 1", 2, 3),
    ],
)
def test_ties_go_to_the_start_player_or_on_clockwise(
    shares: str, start_player: int, decides: int
) -> None:
    table = at(start_player=start_player, egypt=f"- | - | - | {shares}")

    assert controller(table.world, "egypt") == decides


@pytest.mark.rule("world_monger.control.3")
def test_without_shares_nobody_controls() -> None:
    assert controller(at(egypt="-").world, "egypt") is None


@pytest.mark.rule("world_monger.control.4")
def test_the_controller_chooses_for_other_civilizations_too() -> None:
    """Seat 0 uses Celts' Druid on Rome, which seat 1 controls, and nobody else is asked."""
    table = acting("celts", celts="druid | V | - | 1", rome="- | V | - | 0 3")

    table.use("druid")

    assert table.discard("rome") == "V V"
    assert not table.world.agenda


@pytest.mark.rule("world_monger.control.4")
def test_a_choice_among_others_is_the_controllers_alone() -> None:
    table = acting(
        "celts", celts="druid | V | - | 1", rome="- | V | - | 0 3", egypt="- | V | - | 0 1"
    )

    assert table.use("druid").seat == 0


@pytest.mark.rule("world_monger.control.5", "world_monger.develop.2")
def test_a_purchase_hands_over_the_development_of_the_same_round() -> None:
    """Seat 0 acts for Egypt with 1 Share; seat 1, the start player, buys one too."""
    table = at(
        DevelopmentPhase(),
        Invest(1),
        CivilizationTurn("greece"),
        start_player=1,
        greece="- | city S V V V V V | - | 1",
    ).go()
    assert table.seat == 0

    table.end_turn().buy("greece")

    assert table.seat == 1
    assert table.can("add V")


@pytest.mark.rule("world_monger.control.5", "world_monger.cleanup.2")
def test_a_new_start_player_may_break_a_tie_otherwise() -> None:
    table = whole_round(greece=f"- | city {LONG} | - | 1 1")
    assert table.seat == 0

    table.end_turn().pass_turn().pass_turn().add("V")

    assert table.world.start_player == 1
    assert table.seat == 1


# ------------------------------------------------------------ civilization phase


@pytest.mark.rule("world_monger.civ.1", "world_monger.civ.9")
def test_civilizations_act_from_top_to_bottom() -> None:
    table = at(
        CivilizationPhase(),
        rome="- | city V V V V V V | - | 0 1",
        egypt="- | V V V V V",
        greece="- | city V V V V V V | - | 1",
    ).go()

    assert table.seat == 1
    table.end_turn()
    assert [event.civilization for event in table.told if isinstance(event, CardsLaidOut)] == [
        "egypt",
        "greece",
    ]
    assert table.seat == 0


@pytest.mark.rule("world_monger.civ.9", "world_monger.round.1")
def test_the_next_phase_begins_after_the_last_civilization() -> None:
    table = at(
        InvestmentPhase(),
        CivilizationPhase(),
        rome="- | city V V V V V V | - | 0 1",
        greece="- | city V V V V V V | - | 1",
    ).go()

    first, second = table.end_turn().world, table.end_turn().world

    assert (first.phase, second.phase) == ("civilization", "investment")


@pytest.mark.rule("world_monger.civ.2")
def test_five_cards_are_laid_out_from_the_top() -> None:
    table = at(CivilizationTurn("egypt"), egypt="- | S V chariot V pyramid V S").go()

    assert table.area("egypt") == "S V chariot V pyramid"
    assert table.deck("egypt") == "V S"


@pytest.mark.rule("world_monger.civ.2", "world_monger.civ.7")
def test_without_a_controller_cards_are_laid_out_but_not_used() -> None:
    table = at(CivilizationTurn("greece"), greece="- | city city V V V V V V").go()

    assert table.area("greece") == "city city V V V"
    assert table.price("greece") == 7
    assert not table.world.agenda


@pytest.mark.rule("world_monger.civ.3")
def test_any_card_with_an_effect_may_be_used_first() -> None:
    table = acting("rome", rome="legion V city chariot | V V V | - | 1", egypt="V V")

    assert table.offered == "use legion, use city, end_turn"
    table.use("city")
    assert table.can("use legion")


@pytest.mark.rule("world_monger.civ.4")
def test_each_card_is_used_once() -> None:
    """Of two Cities each may be used, and nothing is left after that."""
    table = acting("greece", greece="city V city | V V V V V | - | 1")

    table.use("city")
    assert table.area("greece") == "city* V city V V"
    table.use("city")
    assert table.area("greece") == "city* V city* V V V V"
    assert not table.world.agenda


@pytest.mark.rule("world_monger.civ.4", "world_monger.card.merchant_ship")
def test_a_card_is_used_before_its_effect_so_it_is_not_unused_for_it() -> None:
    """A Merchant Ship cannot discard itself, but another one."""
    table = acting("carthage", carthage="merchant_ship V | V V | - | 1").use("merchant_ship")

    assert [getattr(action, "card", None) for action in table.options] == ["villager", None]
    table.enough()

    table = acting("carthage", carthage="merchant_ship merchant_ship | V V | - | 1")
    table.use("merchant_ship").discard_card("merchant_ship")
    assert table.area("carthage") == "merchant_ship* V"
    assert table.discard("carthage") == "merchant_ship"


@pytest.mark.rule("world_monger.civ.5")
def test_the_turn_may_end_with_cards_unused() -> None:
    table = acting("greece", greece="city city | V V V V V | - | 1").use("city").end_turn()

    assert table.area("greece") == "city* city V V"


@pytest.mark.rule("world_monger.civ.5")
def test_the_turn_may_end_with_no_card_used() -> None:
    """Two kinds of cards could be used."""
    table = acting("greece", greece="city monk | V V V V V | - | 1").end_turn()

    assert table.area("greece") == "city monk"


@pytest.mark.rule("world_monger.civ.6")
def test_a_card_that_was_drawn_may_be_used_in_the_same_turn() -> None:
    table = acting("greece", greece="city | V city V V V | - | 1").use("city")

    assert table.can("use city")
    table.use("city")
    assert table.area("greece") == "city* V city* V V"


@pytest.mark.rule("world_monger.civ.8")
def test_a_used_card_is_carried_out_as_written() -> None:
    """Ironworks has to trash a Villager, and its gain cannot be declined."""
    table = acting("celts", supply="V16 druid7 altar7", celts="ironworks V | V | - | 1")

    table.use("ironworks")

    assert table.area("celts") == "ironworks*"
    assert [getattr(action, "card", None) for action in table.options] == ["druid", "altar"]


@pytest.mark.rule("world_monger.civ.8")
def test_a_card_may_be_used_for_nothing() -> None:
    table = acting("celts", celts="ironworks chariot | V | - | 1")

    assert table.can("use ironworks")
    table.use("ironworks")
    assert table.area("celts") == "ironworks* chariot"


# ------------------------------------------------------------ dividends


@pytest.mark.rule("world_monger.dividend.1")
def test_a_dividend_is_a_coin_for_each_share_of_all_players() -> None:
    table = acting("babylonia", seat=1, babylonia="law_code V observatory | V | - | 1 4 0 2")

    table.end_turn()

    assert table.coins == (16, 19, 15, 17)


@pytest.mark.rule("world_monger.dividend.1")
def test_without_an_icon_nothing_is_paid() -> None:
    table = acting("maya", maya="observatory V V | V | - | 3").end_turn()

    assert table.coins[0] == 15


@pytest.mark.rule("world_monger.dividend.1")
def test_a_dividend_is_paid_at_the_end_of_the_civilizations_own_turn() -> None:
    """Before the next civilization lays out its cards."""
    table = at(
        CivilizationTurn("egypt"),
        CivilizationTurn("greece"),
        greece="- | city V V V V V V | - | 2",
        egypt="- | V V V V V",
    ).go()

    table.end_turn()

    paid, laid_out = DividendPaid(0, "greece", 2), CardsLaidOut("egypt", ("villager",) * 5)
    assert table.told.index(paid) < table.told.index(laid_out)


@pytest.mark.rule("world_monger.dividend.2")
def test_several_icons_pay_no_more_used_or_not() -> None:
    table = acting("greece", greece="city* city law_code V | V | - | 1").end_turn()

    assert table.coins[0] == 16


@pytest.mark.rule("world_monger.dividend.2")
def test_an_icon_that_has_left_pays_nothing() -> None:
    """The Shrine Maiden trashes the only icon."""
    table = acting("yamato", yamato="shrine_maiden law_code V | V V | - | 1")

    table.use("shrine_maiden").trash_card("law_code")

    assert table.coins[0] == 15


# ------------------------------------------------------------ prices


@pytest.mark.rule("world_monger.price.1")
def test_the_price_is_all_values_and_two() -> None:
    """1 + 2 + 3 + 0 + 1 + 2 = 9."""
    assert at(egypt="V pyramid chariot S V").price("egypt") == 9


@pytest.mark.rule("world_monger.price.1", "world_monger.invest.4")
def test_selling_has_the_same_price_as_buying() -> None:
    table = investing(0, 1, egypt="S chariot | - | - | 0 1").buy("egypt").sell("egypt", 1)

    assert table.coins[:2] == (10, 20)


@pytest.mark.rule("world_monger.price.3")
def test_the_price_stays_while_shares_are_bought_and_sold() -> None:
    table = investing(0, 1, 2, egypt="S S V chariot pyramid | - | - | 0 0 3")

    prices = [
        table.price("egypt"),
        table.buy("egypt").price("egypt"),
        table.buy("egypt").price("egypt"),
        table.sell("egypt", 3).price("egypt"),
    ]

    assert prices == [8, 8, 8, 8]
