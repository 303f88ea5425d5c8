"""The investment phase and the development phase, cleaning up and the end."""

from __future__ import annotations

import pytest

from hako.content.world_monger.actions import BuyShare, Pass, SellShares
from hako.content.world_monger.events.rounds import FinalRoundAnnounced
from hako.content.world_monger.events.shares import EndValuesFound, Passed, SharesCashed
from hako.content.world_monger.events.supply import CardAdded, CardsGained, NothingAdded
from hako.content.world_monger.steps.development import DevelopmentPhase
from hako.content.world_monger.steps.investment import InvestmentPhase
from hako.content.world_monger.steps.rounds import Cleanup, FinalSale
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.tables import by_clause
from tests.rules.world_monger.table import acting, at, developing, investing

FIVE = "V V V V V"


# ------------------------------------------------------------ investment


@pytest.mark.rule("world_monger.invest.1")
def test_everyone_invests_once_clockwise_from_the_start_player() -> None:
    table = at(InvestmentPhase(), start_player=2, egypt=FIVE).go()

    seats = []
    while table.world.agenda:
        seats.append(table.seat)
        table.pass_turn()

    assert seats == [2, 3, 0, 1]


@pytest.mark.rule("world_monger.invest.2")
def test_one_may_buy_or_sell_or_pass() -> None:
    table = investing(0, egypt="S V | - | - | 2", rome="S chariot")

    assert table.offered == "buy egypt, buy rome, sell egypt 1, sell egypt 2, pass_turn"


@pytest.mark.rule("world_monger.invest.2")
@pytest.mark.parametrize("action", [BuyShare("egypt"), SellShares("egypt", 1), Pass()])
def test_one_does_only_one_of_them(action: BuyShare | SellShares | Pass) -> None:
    assert investing(0, 1, egypt="S S V | - | - | 2").do(action).seat == 1


@pytest.mark.rule("world_monger.invest.3")
def test_a_share_that_is_too_dear_is_not_offered() -> None:
    """9 coins with 8 in hand; with 9 one may buy."""
    row = "S V V chariot pyramid"

    poor = investing(0, coins=(8, 15), egypt=row)
    assert poor.offered == "pass_turn"
    assert poor.why_not("buy egypt") == LazyText(
        "too_dear", {"civilization": "egypt", "price": 9, "coins": 8}
    )
    assert investing(0, coins=(9, 15), egypt=row).buy("egypt").coins == (0, 15)


@pytest.mark.rule("world_monger.invest.3")
def test_only_a_share_that_shows_can_be_bought() -> None:
    table = investing(0, egypt="V V | S S | S")

    assert table.offered == "pass_turn"
    assert table.why_not("buy egypt") == LazyText("no_share_showing", {"civilization": "egypt"})


@pytest.mark.rule("world_monger.invest.3")
def test_anyone_may_buy_of_any_civilization_as_many_as_there_are() -> None:
    """Seat 1 controls Egypt; seat 0 buys, though it holds 6 of the 7 Shares of Rome already."""
    table = investing(0, egypt="S V | - | - | 0 1", rome="S | - | - | 6")

    assert table.can("buy rome")
    assert table.buy("egypt").shares("egypt") == (1, 1, 0, 0)


@pytest.mark.rule("world_monger.invest.4")
def test_a_sale_needs_no_share_in_the_play_area() -> None:
    table = investing(0, egypt="V chariot | - | V | 2").sell("egypt", 1)

    assert table.coins[0] == 21
    assert table.discard("egypt") == "V S"


@pytest.mark.rule("world_monger.invest.4")
def test_at_least_one_share_is_sold_and_at_most_all() -> None:
    table = investing(0, egypt="V | - | - | 3")

    assert table.options == [*(SellShares("egypt", count) for count in (1, 2, 3)), Pass()]


@pytest.mark.rule("world_monger.invest.4")
def test_what_was_sold_cannot_be_bought_in_this_round() -> None:
    assert investing(0, 1, egypt="V V | - | - | 1").sell("egypt", 1).offered == "pass_turn"


@pytest.mark.rule("world_monger.invest.5")
def test_passing_does_nothing() -> None:
    table = investing(0, 1, egypt="S V")
    before = table.world

    table.pass_turn()

    assert table.told == (Passed(0),)
    assert table.world.civilizations == before.civilizations
    assert table.coins == before.coins


# ------------------------------------------------------------ development


@pytest.mark.rule("world_monger.develop.1")
def test_civilizations_develop_from_top_to_bottom() -> None:
    table = at(
        DevelopmentPhase(),
        rome="- | - | - | 0 0 1",
        egypt="- | - | - | 1",
        carthage="- | - | - | 0 1",
    ).go()

    seats = []
    while table.world.agenda:
        seats.append(table.seat)
        table.add("V")

    assert seats == [2, 0, 1]


@pytest.mark.rule("world_monger.develop.2", "world_monger.develop.4")
def test_any_card_of_the_supply_may_be_added_villagers_too() -> None:
    """Also one that Egypt never had; it goes on top of the discard pile."""
    table = developing("egypt", supply="V16 druid7 chariot1", egypt="- | V | S | 1")

    assert table.offered == "add V, add druid, add chariot"
    table.add("druid")
    assert table.discard("egypt") == "S druid"
    assert table.left("druid") == 6


@pytest.mark.rule("world_monger.develop.3")
def test_with_the_feature_pile_empty_nothing_is_added() -> None:
    table = developing("egypt", supply="V16 pyramid0 chariot7", egypt="- | V")

    assert table.told == (NothingAdded("egypt"),)
    assert table.discard("egypt") == "-"


@pytest.mark.rule("world_monger.develop.4")
def test_empty_piles_are_not_offered_and_an_empty_supply_adds_nothing() -> None:
    table = developing("egypt", supply="V0 chariot2", egypt="- | - | - | 1")
    assert table.offered == "add chariot"

    table = developing("egypt", supply="V0 chariot0", final_round=2, egypt="- | - | - | 1")
    assert table.told == (NothingAdded("egypt"),)


# ------------------------------------------------------------ cleanup


@pytest.mark.rule("world_monger.cleanup.1")
def test_play_areas_go_to_their_own_discard_piles_in_order_of_arrival() -> None:
    table = at(
        Cleanup(),
        final_round=1,
        coins=(15, 15),
        egypt="S pyramid | - | V",
        greece="city* V chariot",
    )
    world = table.world
    cleared = [event for event in table.go().told if type(event).__name__ == "AreasCleared"]

    world = cleared[0].apply(world)

    assert world.civilization("egypt").discard == ("villager", "share", "pyramid")
    assert world.civilization("greece").discard == ("city", "villager", "chariot")
    assert not world.civilization("greece").area


@pytest.mark.rule("world_monger.cleanup.1", "world_monger.term.6")
def test_a_card_that_was_used_comes_back_unused() -> None:
    """The City of the round before is laid out again after the discards were shuffled."""
    table = at(Cleanup(), coins=(15, 15), greece="city* V V V V | V | - | 1")

    table.go(order="city V V V V")

    assert table.area("greece") == "V city V V V"


@pytest.mark.rule("world_monger.cleanup.2")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 0)])
def test_the_marker_passes_to_the_left(before: int, after: int) -> None:
    table = at(Cleanup(), start_player=before, egypt=f"- | {FIVE} {FIVE}").go()

    assert table.world.start_player == after
    assert table.world.round == 2
    assert table.seat == after


# ------------------------------------------------------------ the end


@by_clause(
    "supply card final_round",
    # one kind that has run out is not enough; Villagers are one of the kinds
    ("end.1", "V5 chariot1 city3", "chariot", None),
    ("end.1", "V1 chariot0 city3", "V", 2),
)
def test_two_kinds_that_have_run_out(supply: str, card: str, final_round: int | None) -> None:
    table = developing("egypt", supply=supply, egypt="- | - | - | 1").add(card)

    assert table.world.final_round == final_round
    assert len(table.happened(FinalRoundAnnounced)) == (final_round is not None)


@pytest.mark.rule("world_monger.end.1")
def test_the_second_pile_may_run_out_in_a_civilization_phase() -> None:
    """A Druid takes the last Villagers in round 4: round 5 is the last."""
    table = acting(
        "celts", number=4, supply="V2 chariot0 city3", celts="druid | V | - | 1", rome="-"
    ).use("druid")

    assert table.told[1:] == (CardsGained("rome", "villager", 2), FinalRoundAnnounced(5))


@pytest.mark.rule("world_monger.end.1")
def test_a_third_pile_changes_nothing() -> None:
    table = developing(
        "egypt", number=6, supply="V0 chariot0 city1", final_round=6, egypt="- | - | - | 1"
    ).add("city")

    assert table.world.final_round == 6
    assert table.told == (CardAdded("egypt", "city"),)


@pytest.mark.rule("world_monger.end.1", "world_monger.end.2")
def test_the_round_before_the_final_one_is_followed_by_another() -> None:
    table = at(Cleanup(), number=6, final_round=7, egypt=f"- | {FIVE} {FIVE}").go()

    assert table.world.round == 7
    assert table.outcome is None


@pytest.mark.rule("world_monger.end.2")
def test_development_in_the_final_round_counts_for_the_end_values() -> None:
    table = at(
        Cleanup(),
        DevelopmentPhase(),
        final_round=1,
        coins=(0, 0),
        egypt=f"{FIVE} | - | - | 1",
    ).go()

    table.add("pyramid")

    assert table.world.end_values == (3,)
    assert table.coins == (3, 0)


@pytest.mark.rule("world_monger.end.3")
def test_end_values_count_deck_discards_and_play_area_without_the_base_price() -> None:
    """Three Pyramids in three places are 9; Shares held and trashed cards do not count."""
    table = at(
        FinalSale(), final_round=1, coins=(0, 0), egypt="pyramid V | pyramid S | pyramid | 2 1"
    ).go()

    assert EndValuesFound((9,)) in table.told
    assert table.coins == (18, 9)


@pytest.mark.rule("world_monger.end.3", "world_monger.term.5")
def test_a_trashed_pyramid_is_worth_nothing_at_the_end() -> None:
    """The Altar takes one of two: 1 + 3 are left."""
    table = at(
        FinalSale(),
        *acting("maya", maya="-").world.agenda,
        final_round=1,
        coins=(0, 0),
        maya="altar pyramid pyramid | V | - | 1",
        egypt="-",
    )

    table.use("altar")

    assert table.trash("maya") == "pyramid"
    assert table.world.end_values == (4, 0)


@pytest.mark.rule("world_monger.end.4")
def test_all_shares_of_all_civilizations_are_cashed() -> None:
    table = at(
        FinalSale(),
        final_round=1,
        coins=(1, 2),
        egypt="- | pyramid | - | 2 1",
        han="- | monk monk | - | 0 3",
    ).go()

    assert [event for event in table.told if isinstance(event, SharesCashed)] == [
        SharesCashed(0, "egypt", 2, 3, 6),
        SharesCashed(1, "egypt", 1, 3, 3),
        SharesCashed(1, "han", 3, 2, 6),
    ]
    assert table.coins == (7, 11)
    assert table.shares("egypt") == table.shares("han") == (0, 0)


@pytest.mark.rule("world_monger.end.3", "world_monger.end.4")
def test_the_final_sale_tells_what_everybody_will_have() -> None:
    """Shares of Egypt at 3 and of Han at 2: 1 + 2 × 3, and 2 + 1 × 3 + 3 × 2."""
    world = at(
        FinalSale(), coins=(1, 2), egypt="- | pyramid | - | 2 1", han="- | monk | - | 0 3"
    ).world

    notes = EndValuesFound((3, 2)).highlight(world)

    assert [note.values["total"] for note in notes] == [7, 11]


@pytest.mark.rule("world_monger.end.4", "world_monger.card.geoglyph")
def test_shares_sold_at_the_end_change_no_end_value() -> None:
    """15 cards are 15 / 8 = 1 for the Geoglyph, though 7 Shares come in one by one."""
    table = at(
        FinalSale(),
        final_round=1,
        coins=(0, 0),
        nazca=f"- | geoglyph {FIVE} {FIVE} V V V V | - | 4 3",
    ).go()

    assert table.world.end_values == (1,)
    assert table.coins == (4, 3)
    assert table.discard("nazca") == "S S S S S S S"


@by_clause(
    "coins winners how",
    ("end.5", (30, 41, 40), (1,), "won"),
    # players who are tied win together
    ("end.5", (41, 30, 41), (0, 2), "shared"),
)
def test_most_coins_win(coins: tuple[int, ...], winners: tuple[int, ...], how: str) -> None:
    result = at(FinalSale(), final_round=1, coins=coins, egypt="-").go().result

    assert result.winners == winners
    assert result.how == LazyText(how, {"seats": winners, "coins": 41})
