"""Rounds, control, civilization turns, dividends and prices."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.content.world_monger import GAME
from hako.content.world_monger.actions import EndTurn, UseCard
from hako.content.world_monger.events.civilization_phase import DividendPaid
from hako.content.world_monger.events.decks import CardsLaidOut
from hako.content.world_monger.events.rounds import PhaseBegan
from hako.content.world_monger.state import controller
from hako.content.world_monger.steps.civilization_phase import CivilizationPhase, CivilizationTurn
from hako.content.world_monger.steps.development import DevelopmentPhase
from hako.content.world_monger.steps.investment import Invest, InvestmentPhase
from hako.content.world_monger.steps.rounds import Round
from hako.engine.log.header import Player
from hako.engine.log.setup import new_header, setup_of
from tests.rules.tables import by_clause
from tests.rules.world_monger.table import Table, acting, at, cards, investing, new

LONG = "V V V V V V V V V V"


def whole_round(**rows: Any) -> Table:
    """A round of two from its beginning."""
    return at(Round(3), coins=(15, 15), number=2, **rows).go()


# ------------------------------------------------------------ rounds


@pytest.mark.rule("world_monger.round.1")
def test_a_round_has_four_phases_in_order() -> None:
    """Seat 0 holds Egypt's Share; both pass, then a card is added."""
    table = whole_round(egypt=f"- | {LONG} | - | 1")
    events = [*table.told, *table.pass_turn().told, *table.pass_turn().told]
    events += table.add("V").told

    phases = [event.phase for event in events if isinstance(event, PhaseBegan)]
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


@by_clause(
    "shares start_player decides",
    ("control.1", "1 3 2 0", 0, 1),
    # ties go to the start player or on clockwise
    ("control.2", "2 2 2 2", 3, 3),
    ("control.2", "2 0 2 0", 1, 2),
    ("control.2", "2 0 2 0", 3, 0),
    ("control.2", "0 1 0 1", 0, 1),
    ("control.2", "0 1 0 1", 2, 3),
    ("control.3", "0 0 0 0", 0, None),
)
def test_who_controls(shares: str, start_player: int, decides: int | None) -> None:
    table = at(start_player=start_player, egypt=f"- | - | - | {shares}")

    assert controller(table.world, "egypt") == decides


@pytest.mark.rule("world_monger.control.4")
def test_the_controller_chooses_for_other_civilizations_too() -> None:
    """Seat 0 uses Celts' Druid on Rome, which seat 1 controls, and nobody else is asked."""
    table = acting("celts", celts="druid | V | - | 1", rome="- | V | - | 0 3").use("druid")

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


@by_clause(
    "row moves offered",
    # any card with an effect may be used first; one that was drawn may be used in the same turn
    ("civ.3", "legion V city chariot | V V V | - | 1", "", "use legion, use city, end_turn"),
    ("civ.3", "legion V city chariot | V V V | - | 1", "use city", "use legion, end_turn"),
    ("civ.6", "city | V city V V V | - | 1", "use city", "use city, end_turn"),
    # of two Cities each may be used, once
    ("civ.4", "city V city | V V V V V | - | 1", "use city", "use city, end_turn"),
    # Ironworks has to trash a Villager, and its gain cannot be declined
    ("civ.8", "ironworks V | V | - | 1", "use ironworks", "gain druid, gain altar"),
    ("civ.8", "ironworks chariot | V | - | 1", "", "use ironworks, end_turn"),
)
def test_what_may_be_done_on_a_turn(row: str, moves: str, offered: str) -> None:
    table = acting("rome", supply="V16 druid7 altar7", rome=row, egypt="V V").plays(moves)

    assert table.offered == offered


@by_clause(
    "row moves area coins",
    # nothing is left to use after that, and its City pays a coin
    ("civ.4", "city V city | V V V V V | - | 1", "use city, use city", "city* V city* V V V V", 16),
    ("civ.6", "city | V city V V V | - | 1", "use city, use city", "city* V city* V V", 16),
    # the turn may end with cards unused
    ("civ.5", "city city | V V V V V | - | 1", "use city, end_turn", "city* city V V", 16),
    ("civ.5", "city monk | V V V V V | - | 1", "end_turn", "city monk", 16),
    # a card may be used for nothing
    ("civ.8", "ironworks chariot | V | - | 1", "use ironworks", "ironworks* chariot", 15),
    # without an icon nothing is paid, several icons pay no more, one that has left pays nothing
    ("dividend.1", "observatory V V | V | - | 3", "end_turn", "observatory V V", 15),
    ("dividend.2", "city* city law_code V | V | - | 1", "end_turn", "city* city law_code V", 16),
    (
        "dividend.2",
        "shrine_maiden law_code V | V V | - | 1",
        "use shrine_maiden, trash_card law_code",
        "shrine_maiden* V V",
        15,
    ),
)
def test_what_a_turn_leaves(row: str, moves: str, area: str, coins: int) -> None:
    table = acting("greece", greece=row).plays(moves)

    assert not table.world.agenda
    assert (table.area("greece"), table.coins[0]) == (area, coins)


# ------------------------------------------------------------ dividends


@pytest.mark.rule("world_monger.dividend.1")
def test_a_dividend_is_a_coin_for_each_share_of_all_players() -> None:
    table = acting("babylonia", seat=1, babylonia="law_code V observatory | V | - | 1 4 0 2")

    table.end_turn()

    assert table.coins == (16, 19, 15, 17)


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


LEGION: dict[str, Any] = {
    "carthage": "- | merchant_ship V V S S | - | 2 1",
    "rome": "- | legion V V V V | - | 0 1",
}
"""Carthage shows an icon in its turn; then Rome's controller, seat 1, can discard it."""


@pytest.mark.rule("world_monger.dividend.1", "world_monger.card.legion")
def test_a_dividend_paid_is_not_taken_back() -> None:
    table = at(CivilizationPhase(), **LEGION).go().end_turn()
    table.use("legion").discard_there("carthage", "merchant_ship")

    assert table.coins == (17, 16, 15, 15)


@pytest.mark.rule("world_monger.dividend.3", "world_monger.card.legion")
def test_at_the_end_of_the_phase_a_card_taken_away_pays_no_dividend() -> None:
    table = at(CivilizationPhase(), pays_at_phase_end=True, **LEGION).go().end_turn()
    table.use("legion").discard_there("carthage", "merchant_ship")

    assert table.coins == (15, 15, 15, 15)


@pytest.mark.rule("world_monger.dividend.3")
def test_at_the_end_of_the_phase_all_dividends_are_paid_from_top_to_bottom() -> None:
    """Once all civilizations have laid out their cards, one of several icons each."""
    table = at(
        CivilizationPhase(),
        pays_at_phase_end=True,
        greece="- | city city S V V V V | - | 2 1",
        egypt="- | V V V S law_code | - | 0 3",
        rome="- | V V V V V | - | 1",
    ).go()

    while table.world.agenda:
        table.end_turn()

    paid = [DividendPaid(0, "greece", 2), DividendPaid(1, "greece", 1), DividendPaid(1, "egypt", 3)]
    assert [event for event in table.told if isinstance(event, DividendPaid)] == paid
    assert list(table.told[-3:]) == paid


@pytest.mark.rule("world_monger.dividend.1", "world_monger.dividend.3")
@pytest.mark.parametrize(
    ("options", "is_late"),
    [({}, False), ({"dividends": "each_turn"}, False), ({"dividends": "phase_end"}, True)],
)
def test_the_table_chooses_when_dividends_are_paid(
    options: dict[str, Any], *, is_late: bool
) -> None:
    assert new(**options).pays_at_phase_end is is_late


@pytest.mark.rule("world_monger.dividend.1")
def test_a_log_that_does_not_name_the_option_pays_at_the_end_of_each_turn() -> None:
    named = new_header(GAME, [Player("Ann"), Player("Ben")])
    options = {key: value for key, value in named.options.items() if key != "dividends"}

    played = setup_of(GAME, replace(named, options=options), cards())

    assert not GAME.new(played).pays_at_phase_end


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
