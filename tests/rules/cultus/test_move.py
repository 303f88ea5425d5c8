"""Walking, what it pays, and Roads."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from hako.content.cultus.actions import MovePawn, TakePay
from hako.content.cultus.events.solo_enemy import VpLost
from hako.content.cultus.events.turn import MedalPaid, StepPaid
from hako.content.cultus.map_moves import Payment, paying_pairs, payment
from hako.content.cultus.state import RoadsPay
from hako.content.cultus.steps.drawing import StartDraw
from hako.content.cultus.steps.walking import PickPay
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.cultus.table import acting, at, foe, income, new, ruler


@pytest.mark.rule("cultus.move.1")
def test_a_pawn_walks_up_down_left_or_right() -> None:
    turn = acting(ruler("r3c3"))

    assert turn.walks == "r2c3 r3c2 r3c4 r4c3"
    assert turn.walk("r3c4").me.pawn == at("r3c4")


@pytest.mark.rule("cultus.move.1")
def test_pawns_are_in_the_way_and_monuments_are_not() -> None:
    turn = acting(ruler("r3c3", monuments="r3c2"), ruler("r2c3", monuments="r4c3"))

    assert turn.walks == "r3c2 r3c4 r4c3"
    assert turn.why_not("walk r2c3") == LazyText("pawn_there", {"cell": at("r2c3")})


@pytest.mark.rule("cultus.move.1", "cultus.map.6")
def test_a_pawn_stays_on_cards() -> None:
    turn = acting(ruler("r1c2"), board="PPP....." + "." * 56)

    assert turn.walks == "r1c1 r1c3"
    assert turn.why_not("walk r2c2") == LazyText("no_card_there", {"cell": at("r2c2")})


@pytest.mark.rule("cultus.move.2")
@pytest.mark.parametrize("pair", [("r2c1", "r2c2"), ("r2c2", "r2c1")])
def test_the_icons_count_in_either_order(pair: tuple[str, str]) -> None:
    """Winery and church."""
    start, to = pair

    assert acting(ruler(start)).walk(to).allot(0, 1).gold == (0, 1)


@pytest.mark.rule("cultus.move.2")
@pytest.mark.parametrize(("row", "gold"), [("MO0", 2), ("MO0 OB0", 3), ("MO0 OB0 BH0 HC0", 5)])
def test_every_gold_side_adds_one(row: str, gold: int) -> None:
    turn = acting(ruler("r2c1"), row=f"CW2 WM2 {row}").walk("r2c2")

    assert turn.happened(StepPaid) == [
        StepPaid(0, income("CW"), at("r2c1"), at("r2c2"), gold),
    ]


@pytest.mark.rule("cultus.move.2", "cultus.map.8")
def test_a_plaza_is_on_no_income_card() -> None:
    """r3c1 shows a plaza, r3c2 an office."""
    assert acting(ruler("r3c1")).walk("r3c2").gold == (0, 0)


@pytest.mark.rule("cultus.move.3")
@pytest.mark.parametrize(("row", "vp"), [("CW2@0 WM2", 2), ("CW2@1 WM2", 0), ("CW2 WM2@0", 0)])
def test_only_the_own_medal_on_that_card_brings_points(row: str, vp: int) -> None:
    assert acting(ruler("r2c1"), row=row).walk("r2c2").me.vp == vp


@pytest.mark.rule("cultus.move.3")
def test_the_medal_pays_also_who_has_no_room_for_gold() -> None:
    me = ruler("r2c1", cost=10, character_gold=10)
    assert acting(me, row="CW2@0 WM2 MO2").walk("r2c2").happened(MedalPaid) == [MedalPaid(0, 2)]


@pytest.mark.rule("cultus.move.5")
def test_a_pair_pays_points_once_too() -> None:
    turn = acting(ruler("r2c1"), row="CW2@0 WM2 MO2 OB2 BH2 HC2")

    turn.walk("r2c2").allot(1, 0).walk("r2c1").walk("r2c2")

    assert turn.me.vp == 2
    assert turn.gold == (1, 0)


@pytest.mark.rule("cultus.move.5")
def test_a_new_card_does_not_reopen_a_pair() -> None:
    """r2c1 (W) - r2c2 (C) paid; card 25 (C P / W C) puts another church on r2c2."""
    me = ruler("r2c1", hand="25")
    turn = acting(me, points=4).walk("r2c2").allot(1, 0).walk("r2c1")

    turn.place("25").lay("r2c2").walk("r2c2")

    assert turn.icon("r2c2") == "C"
    assert turn.gold == (1, 0)


@pytest.mark.rule("cultus.move.5")
def test_the_next_turn_a_pair_pays_again() -> None:
    turn = acting(ruler("r2c1"), points=1).walk("r2c2").allot(1, 0)

    assert isinstance(turn.step, StartDraw)
    assert turn.town.turn.paid == ()


@pytest.mark.rule("cultus.move.6")
def test_pay_cannot_be_declined() -> None:
    """Only the split is asked for; with one way to split, nothing is."""
    turn = acting(ruler("r2c1", cost=10), row="CW2@0 WM2").walk("r2c2")

    assert turn.gold == (10, 1)
    assert turn.me.vp == 2


@pytest.mark.rule("cultus.move.7")
def test_a_deck_emptied_in_this_turn_counts_at_once() -> None:
    turn = acting(ruler("r2c1"), row="CW2 WM2 MO1").draw("MO").walk("r2c2")

    assert turn.happened(StepPaid) == [StepPaid(0, income("CW"), at("r2c1"), at("r2c2"), 2)]


@pytest.mark.rule("cultus.move.7")
def test_a_card_turned_in_this_turn_pays_no_more() -> None:
    assert acting(ruler("r2c1"), row="CW1 WM2 MO2").draw("CW").walk("r2c2").gold == (0, 0)


@pytest.mark.rule("cultus.move.2", "cultus.move.5")
def test_paying_pairs_can_be_asked_for() -> None:
    """The board shows all pairs, and the gain of one step now."""
    turn = acting(ruler("r2c1"), row="CW2@0 WM0 MO0 OB0 BH0 HC0", paid="r2c1-r2c2")

    values = paying_pairs(turn.town)
    assert values[at("r2c1"), at("r2c2")] == income("CW")
    assert set(values.values()) == {income("CW")}
    assert payment(turn.town, 0, at("r2c1"), at("r2c2")) is None
    assert payment(turn.town, 0, at("r5c1"), at("r6c1")) == Payment(income("CW"), 6, 2)


# ------------------------------------------------------------ Roads


ROADS = ruler("r2c2", owns="roads")


@pytest.mark.rule("cultus.monument.7")
def test_roads_let_a_pawn_go_one_cell_further() -> None:
    turn = acting(ROADS).walk("r2c1")

    assert turn.walks == "r1c1 r2c2 r3c1"
    assert turn.walk("r3c1").me.pawn == at("r3c1")


@pytest.mark.rule("cultus.monument.7")
def test_roads_need_not_be_used() -> None:
    turn = acting(ROADS).walk("r2c1").stay().allot(1, 0)

    assert turn.me.pawn == at("r2c1")
    assert (turn.points, turn.gold) == (2, (1, 0))


@pytest.mark.rule("cultus.monument.7")
def test_no_pawn_is_passed() -> None:
    turn = acting(ROADS, ruler("r2c1"))

    assert at("r2c1") not in [action.to for action in turn.choices(MovePawn)]
    turn.walk("r1c2")
    assert turn.walks == "r1c1 r1c3 r2c2"


@pytest.mark.rule("cultus.monument.8", "cultus.monument.7")
def test_to_and_fro_pays_once_without_a_choice() -> None:
    turn = acting(ROADS).walk("r2c1", "r2c2").allot(1, 0)

    assert turn.gold == (1, 0)
    assert turn.me.pawn == at("r2c2")
    assert len(turn.town.turn.paid) == 1


@pytest.mark.rule("cultus.monument.8")
def test_the_pair_that_was_not_chosen_may_pay_later() -> None:
    turn = acting(ROADS).walk("r2c1", "r1c1").take_pay("WM", "r1c1").allot(1, 0)

    back = turn.walk("r2c1", "r2c2").allot(1, 0)

    assert back.gold == (2, 0)


@pytest.mark.rule("cultus.monument.8")
def test_one_of_two_steps_pays_without_a_choice() -> None:
    """r2c2 (C) - r1c2 (P) pays nothing, r2c2 - r2c1 does: second step, first step."""
    second = acting(ruler("r1c2", owns="roads")).walk("r2c2", "r2c1")
    assert second.allot(1, 0).town.turn.paid == ((at("r2c1"), at("r2c2")),)

    first = acting(ruler("r2c1", owns="roads")).walk("r2c2", "r1c2")
    assert first.allot(1, 0).gold == (1, 0)


@pytest.mark.rule("cultus.monument.8")
def test_two_steps_of_one_income_card_pay_once() -> None:
    """r6c1 (W) - r5c1 (C) and r6c1 - r7c1 (C): one payment, and one pair is used up."""
    turn = acting(ruler("r5c1", owns="roads")).walk("r6c1", "r7c1")

    assert turn.options == [
        TakePay(income("CW"), at("r6c1")),
        TakePay(income("CW"), at("r7c1")),
    ]
    paid = turn.take_pay("CW", "r7c1").allot(1, 0)
    assert paid.gold == (1, 0)
    assert paid.town.turn.paid == ((at("r6c1"), at("r7c1")),)


@pytest.mark.rule("cultus.monument.8")
def test_a_pair_that_is_used_up_is_no_choice() -> None:
    turn = acting(ROADS, paid="r2c1-r2c2").walk("r2c1", "r1c1")

    assert not isinstance(turn.step, PickPay)
    assert turn.allot(1, 0).gold == (1, 0)


@pytest.mark.rule("cultus.monument.7")
def test_who_has_no_roads_goes_one_cell() -> None:
    assert not acting(ruler("r2c2"), ruler("r8c8", owns="roads")).walk("r2c1").can("stay")


# ------------------------------------------------------------ other readings of Roads

MEDAL = "CW2@0 WM2 MO2 OB2 BH0 HC2"
"""The medal lies on church and winery; one card shows gold, so that a step brings 2 gold."""


@pytest.mark.rule("cultus.monument.10")
def test_one_income_card_pays_for_each_step_over_it() -> None:
    """r5c1 (C) - r6c1 (W) - r7c1 (C), the example: 2 gold and 2 VP twice, split as one gain."""
    turn = acting(ruler("r5c1", owns="roads"), row=MEDAL, roads_pay="one_card")

    paid = turn.walk("r6c1", "r7c1").allot(3, 1)

    assert (paid.gold, paid.me.vp) == ((3, 1), 4)
    assert paid.town.turn.paid == ((at("r5c1"), at("r6c1")), (at("r6c1"), at("r7c1")))


@pytest.mark.rule("cultus.monument.10")
def test_of_two_income_cards_one_pays_where_one_card_pays_each_step() -> None:
    """r2c2 (C) - r2c1 (W) - r1c1 (M)."""
    turn = acting(ROADS, roads_pay="one_card").walk("r2c1", "r1c1")

    assert turn.options == [TakePay(income("CW"), at("r2c1")), TakePay(income("WM"), at("r1c1"))]
    assert turn.take_pay("WM", "r1c1").allot(1, 0).gold == (1, 0)


@pytest.mark.rule("cultus.monument.11")
def test_each_income_card_pays_once() -> None:
    """Church - winery with the medal, and winery - market: 2 gold and 2 VP, and 2 gold."""
    turn = acting(ROADS, row=MEDAL, roads_pay="each_card").walk("r2c1", "r1c1").allot(4, 0)

    assert (turn.gold, turn.me.vp) == ((4, 0), 2)


@pytest.mark.rule("cultus.monument.11")
def test_of_two_steps_over_one_card_one_pays_where_each_card_pays_once() -> None:
    turn = acting(ruler("r5c1", owns="roads"), roads_pay="each_card").walk("r6c1", "r7c1")

    assert isinstance(turn.step, PickPay)
    assert turn.take_pay("CW", "r6c1").allot(1, 0).gold == (1, 0)


@pytest.mark.rule("cultus.monument.8", "cultus.monument.10", "cultus.monument.11")
@pytest.mark.parametrize("roads_pay", get_args(RoadsPay))
def test_to_and_fro_over_one_pair_pays_once_in_every_reading(roads_pay: RoadsPay) -> None:
    turn = acting(ROADS, roads_pay=roads_pay).walk("r2c1", "r2c2").allot(1, 0)

    assert turn.gold == (1, 0)


@pytest.mark.rule("cultus.monument.10", "cultus.enemy.2")
def test_wilhelm_takes_points_for_each_step_that_the_medal_would_pay() -> None:
    turn = acting(
        ruler("r5c1", owns="roads", vp=3), row=MEDAL, roads_pay="one_card", enemy=foe("wilhelm")
    )

    walked = turn.walk("r6c1", "r7c1")

    assert walked.me.vp == 0
    assert walked.happened(VpLost) == [VpLost(0, 2), VpLost(0, 1)]


@pytest.mark.rule("cultus.monument.8", "cultus.monument.10", "cultus.monument.11")
@pytest.mark.parametrize(
    ("options", "reading"),
    [({}, "once"), ({"roads": "one_card"}, "one_card"), ({"roads": "each_card"}, "each_card")],
)
def test_the_table_chooses_the_reading_of_roads(options: dict[str, Any], reading: str) -> None:
    town = new(**options)

    assert town.roads_pay == reading
    assert town.masked(0).roads_pay == reading
