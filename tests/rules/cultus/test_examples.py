"""The worked examples."""

from __future__ import annotations

import pytest

from hako.content.cultus.actions import AllotGold, DrawCard, LayCard, TakePay
from hako.content.cultus.events.turn import PointsCounted
from hako.content.cultus.scoring import monument_bonus, plan_counts
from hako.content.cultus.state import Ruler
from hako.content.cultus.steps.ending import FinalScoring
from hako.content.cultus.steps.gold import SplitGold
from hako.content.cultus.steps.turns import EndPhase, StartPhase
from tests.rules.cultus.table import (
    BOARD_S,
    acting,
    at,
    enemy_phase,
    foe,
    icons,
    in_hand_phase,
    in_income,
    in_turn,
    income,
    new,
    ruler,
    table,
    town_of_s,
)
from tests.rules.tables import by_clause

"""A second player who is not in the way."""


def paying(me: Ruler, gold: int) -> list[tuple[int, int]]:
    """The splits that a player is offered for a gain."""
    split = table(EndPhase(0), SplitGold(0, gold), rulers=(me,))
    return [(choice.cost, choice.character) for choice in split.choices(AllotGold)]


@pytest.mark.rule("cultus.map.2", "cultus.map.3", "cultus.place.5")
def test_board_s_is_made_of_sixteen_cards() -> None:
    """Every third card unturned, in rows of four."""
    assert town_of_s().icons == icons(BOARD_S)


@pytest.mark.rule("cultus.income.2")
def test_three_gold_are_split_as_one_likes() -> None:
    """Example 1: cost 4 and character 2 become 6 and 3."""
    split = table(EndPhase(0), SplitGold(0, 3), rulers=(ruler("r1c1", cost=4, character_gold=2),))

    assert split.allot(2, 1).gold == (6, 3)


@pytest.mark.rule("cultus.income.3")
def test_what_does_not_fit_is_lost() -> None:
    """Example 2: cost 9, character 10, gain 3: the only split is 1 + 0."""
    assert paying(ruler("r1c1", cost=9, character_gold=10), 3) == [(1, 0)]

    me = ruler("r2c1", cost=9, character_gold=10)
    assert acting(me, row="CW2 WM2 MO2 OB2 BH0 HC0").walk("r2c2").gold == (10, 10)


@pytest.mark.rule("cultus.move.2")
def test_a_step_from_winery_to_church_pays_one_gold() -> None:
    """Example 3: and costs one of three action points."""
    walked = acting(ruler("r2c1")).walk("r2c2").allot(1, 0)

    assert walked.gold == (1, 0)
    assert walked.points == 2


@pytest.mark.rule("cultus.move.2", "cultus.move.3")
@pytest.mark.parametrize(("medal", "vp"), [("@0", 2), ("", 0)])
def test_gold_sides_add_gold_and_the_own_medal_points(medal: str, vp: int) -> None:
    """Example 4: F = 2, so 3 gold; 2 VP for the player whose medal it is."""
    walked = acting(ruler("r2c1"), row=f"CW2{medal} WM2 MO2 OB2 BH0 HC0").walk("r2c2")

    assert walked.me.vp == vp
    assert walked.allot(3, 0).gold == (3, 0)


@pytest.mark.rule("cultus.move.4")
def test_a_turned_income_card_pays_nothing() -> None:
    """Example 5: position 1 shows gold, whatever else does."""
    assert acting(ruler("r2c1"), row="CW0 WM0 MO0 OB0 BH0 HC2").walk("r2c2").gold == (0, 0)


@pytest.mark.rule("cultus.move.5")
def test_a_pair_of_cells_pays_once_in_a_turn() -> None:
    """Example 6: 1 + 0 + 1; then other cells of the same income card."""
    first = acting(ruler("r2c1")).walk("r2c2").allot(1, 0).walk("r2c1").walk("r1c1")

    assert first.allot(1, 0).gold == (2, 0)

    second = acting(ruler("r5c1")).walk("r6c1").allot(1, 0).walk("r7c1").allot(1, 0)

    assert second.walk("r6c1").gold == (2, 0)


NORTH = "\n".join([*BOARD_S.split()[:4], *["........"] * 4])


@pytest.mark.rule("cultus.place.1", "cultus.place.2", "cultus.place.3", "cultus.place.4")
def test_where_a_card_may_be_laid() -> None:
    """Example 7: eight anchors around r4c4, each with two rotations."""
    placing = acting(ruler("r4c4", hand="25"), ruler("r1c8"), board=NORTH).place("25")

    anchors = ["r2c3", "r2c4", "r3c2", "r3c5", "r4c2", "r4c5", "r5c3", "r5c4"]
    assert set(placing.options) == {
        LayCard(at(anchor), turn) for anchor in anchors for turn in (0, 180)
    }

    laid = placing.lay("r4c5", 180)
    shown = [laid.icon(cell) for cell in ("r4c5", "r4c6", "r5c5", "r5c6")]
    assert shown == ["C", "W", "P", "C"]


@pytest.mark.rule("cultus.place.4")
def test_a_monument_keeps_cards_away() -> None:
    """Example 7: with a monument on r4c6 two anchors drop out."""
    placing = acting(ruler("r4c4", hand="25"), ruler("r1c8", monuments="r4c6"), board=NORTH).place(
        "25"
    )

    anchors = {choice.anchor for choice in placing.choices(LayCard)}
    assert anchors == {at(text) for text in ["r2c3", "r2c4", "r3c2", "r4c2", "r5c3", "r5c4"]}


@pytest.mark.rule("cultus.place.2", "cultus.place.4")
def test_from_a_corner_a_card_goes_beside_or_below() -> None:
    """Example 7: from r1c1 the only anchors are r1c2 and r2c1."""
    placing = acting(ruler("r1c1", hand="25"), ruler("r8c8"), board=NORTH).place("25")

    assert {choice.anchor for choice in placing.choices(LayCard)} == {at("r1c2"), at("r2c1")}


@pytest.mark.rule("cultus.build.2", "cultus.build.3", "cultus.build.4", "cultus.build.7")
def test_building_on_a_plaza() -> None:
    """Example 8: barracks at r2c8, r3c8 and r4c6: 9 VP; 2 gold in the next income phase."""
    built = acting(ruler("r3c7", cost=10, stock=4, vp=12)).build("military")

    assert built.me.vp == 21
    assert built.me.monuments == (at("r3c7"),)
    assert built.me.cards == ("military",)
    assert (built.me.stock, built.me.cost) == (3, 0)
    assert len(built.town.open_monuments) == 3
    assert "military" not in built.town.open_monuments
    assert in_income(built.me).allot(2, 0).gold == (2, 0)


@pytest.mark.rule("cultus.build.5", "cultus.monument.1")
@pytest.mark.parametrize(("taken", "vp"), [("friendship", 8), ("military", 2)])
def test_building_on_barracks_with_reconstruction(taken: str, vp: int) -> None:
    """Example 9: churches at r1c4 and r2c2, 2 VP for the site; the own cell never counts."""
    me = ruler("r2c3", cost=10, owns="reconstruction_barracks")

    assert acting(me, shown="friendship military industry").build(taken).me.vp == vp


PUSHED = ruler("r3c7", monuments="r3c7", hand="01 02 03 05")
RIVAL = ruler("r8c8", monuments="r2c7")


@pytest.mark.rule("cultus.shift.1", "cultus.shift.2", "cultus.shift.3")
def test_moving_a_monument() -> None:
    """Example 10: three targets; two cards are discarded; the pawn stays."""
    moving = acting(PUSHED, RIVAL)

    assert moving.pushes == ["r3c7 r3c6", "r3c7 r3c8", "r3c7 r4c7"]

    moved = moving.move("r3c7", "r3c6").discard("01", "03")
    assert len(moved.me.hand) == 2
    assert moved.me.vp == 2
    assert moved.me.monuments == (at("r3c6"),)
    assert moved.me.pawn == at("r3c7")


@pytest.mark.rule("cultus.monument.4")
def test_transport_saves_a_card() -> None:
    """Example 10: one card instead of two."""
    me = ruler("r3c7", monuments="r3c7", hand="01 02 03 05", owns="transport")

    moved = acting(me, RIVAL).move("r3c7", "r3c6").discard("01")

    assert len(moved.me.hand) == 3
    assert moved.me.monuments == (at("r3c6"),)


@pytest.mark.rule("cultus.monument.2")
def test_solidarity_reaches_beside_the_pawn() -> None:
    """Example 10: the rival's monument on r2c7 can go to three cells."""
    me = ruler("r3c7", monuments="r3c7", hand="01 02 03 05", owns="solidarity")

    moves = acting(me, RIVAL).pushes

    assert [move for move in moves if move.startswith("r2c7")] == [
        "r2c7 r1c7",
        "r2c7 r2c6",
        "r2c7 r2c8",
    ]


@pytest.mark.rule("cultus.monument.7", "cultus.monument.8")
@pytest.mark.parametrize(("letters", "to", "vp"), [("CW", "r2c1", 2), ("WM", "r1c1", 0)])
def test_of_two_steps_only_one_pays(letters: str, to: str, vp: int) -> None:
    """Example 11: F = 1; 2 gold and 2 VP, or 2 gold and none, never 4 gold."""
    me = ruler("r2c2", owns="roads")
    walked = acting(me, row="CW2@0 WM2 MO2 OB2 BH2 HC0").walk("r2c1", "r1c1")

    assert walked.choices(TakePay) == [
        TakePay(income("CW"), at("r2c1")),
        TakePay(income("WM"), at("r1c1")),
    ]
    paid = walked.take_pay(letters, to).allot(2, 0)
    assert paid.gold == (2, 0)
    assert paid.me.vp == vp
    assert paid.points == 2


@pytest.mark.rule("cultus.start.3", "cultus.start.4")
def test_a_medal_that_comes_home_in_the_start_phase_gives_a_fourth_point() -> None:
    """Example 12: the last card at position 3, where the medal lies."""
    drawn = in_turn(row="CW2 WM2 MO1@0 OB2 BH2 HC2").draw("MO").allot(1, 0)

    space = drawn.town.space(income("MO"))
    assert space.is_gold
    assert space.medal is None
    assert drawn.me.has_medal
    assert drawn.points == 4


@pytest.mark.rule("cultus.start.4")
def test_a_medal_that_comes_home_in_the_action_phase_gives_a_point_from_the_next_turn_on() -> None:
    """Example 12: 3 AP this turn, 4 from the next turn on."""
    drawn = acting(row="CW2 WM2 MO1@0 OB2 BH2 HC2").draw("MO")

    assert drawn.me.has_medal
    assert drawn.points == 2
    next_turn = in_turn(drawn.me).draw("CW").allot(1, 0)
    assert next_turn.happened(PointsCounted) == [PointsCounted(0, 4)]


@by_clause(
    "vp cost after",
    ("hand.1 hand.2", 3, 2, (0, 0)),
    ("hand.1 hand.2", 10, 2, (4, 2)),
    # a point is lacking; what gold cannot pay is forgiven
    ("hand.2", 5, 4, (0, 3)),
    ("hand.2 hand.3", 1, None, (0, None)),
)
def test_cards_too_many_cost_points_and_then_gold(
    vp: int, cost: int | None, after: tuple[int, int | None]
) -> None:
    """Example 13: 8 cards, cost 2; 3 VP cannot pay 6, 10 VP can. The character's gold is safe."""
    me = ruler("r1c1", hand="01 02 03 05 06 08 09 11", vp=vp, cost=cost, stock=0, character_gold=6)

    paid = in_hand_phase(me).discard("01", "02", "03")

    assert (paid.me.vp, *paid.gold) == (*after, 6)
    assert len(paid.me.hand) == 5


@pytest.mark.rule("cultus.power.4")
def test_power_ten_counts_every_icon_once() -> None:
    """Example 14: r2c8, r3c8, r4c6 and r2c5, r4c4: 5 cells, 10 VP; nothing for a rival's."""
    me = ruler("r1c1", character="wilhelm", character_gold=10, monuments="r3c7 r3c5")

    used = acting(me, ruler("r8c8", monuments="r2c2")).use("score")

    assert used.me.vp == 10
    assert used.me.character_gold == 0
    assert used.points == 3


@pytest.mark.rule("cultus.power.2")
def test_power_three_takes_the_pawn_to_any_barracks() -> None:
    """Example 14: gold 7, no income."""
    me = ruler("r1c1", character="wilhelm", character_gold=10, monuments="r3c7 r3c5")

    flying = acting(me).use("move_pawn")

    assert flying.picks == "r2c3 r2c5 r2c8 r3c8 r4c4 r4c6 r5c8 r7c4 r7c6 r8c1"
    flown = flying.pick("r7c4")
    assert flown.me.pawn == at("r7c4")
    assert flown.gold == (0, 7)


@pytest.mark.rule("cultus.score.1", "cultus.score.2", "cultus.score.3")
def test_the_final_scoring_of_a_player() -> None:
    """Example 15: 41 + 20 + 20 + 2 = 83."""
    me = ruler("r1c1", vp=41, monuments="r4c4 r5c5 r3c7", plan="plan_barracks")

    over = table(FinalScoring(), rulers=(me,))

    assert plan_counts(over.town, "plan_barracks") == (10, 1)
    assert over.me.vp == 83


@pytest.mark.rule("cultus.end.3", "cultus.build.8")
def test_after_a_last_cube_everybody_else_has_one_more_turn() -> None:
    """Example 16, two players: A builds the fifth; B takes one turn; final scoring."""
    me = ruler("r3c7", cost=10, stock=0, monuments="r1c2 r1c3 r1c5 r1c7")
    built = acting(me, ruler("r8c8"), points=1).build("military")

    assert built.me.cost is None
    assert built.outcome is None
    assert built.seat == 1
    over = built.draw("CW").allot(1, 0).draw("CW").draw("WM").draw("WM")
    assert over.outcome is not None


@pytest.mark.rule("cultus.end.1", "cultus.end.3")
def test_empty_decks_end_the_game_inside_the_last_round() -> None:
    """Example 16, three players: the last card in B's last turn; C gets no turn."""
    me = ruler("r3c7", cost=None, stock=0, monuments="r1c2 r1c3 r1c5")
    row = "CW1 WM0 MO0 OB0 BH0 HC0"

    turn = in_turn(me, ruler("r8c8"), ruler("r1c8"), seat=1, row=row, last_cube=0)
    over = turn.draw("CW").allot(1, 0).walk("r7c8", "r8c8", "r7c8")

    assert over.outcome is not None


@pytest.mark.rule(
    "cultus.setup.5",
    "cultus.setup.7",
    "cultus.setup.13",
    "cultus.solo.5",
    "cultus.setup.14",
    "cultus.setup.1",
)
@pytest.mark.parametrize(
    ("seats", "hand", "decks", "left_over", "laid", "stock"),
    [(1, 2, 30, 0, 16, 4), (2, 3, 36, 6, 0, 4), (3, 3, 36, 3, 0, 3), (4, 3, 36, 0, 0, 2)],
)
def test_how_cards_and_cubes_are_dealt(
    seats: int, hand: int, decks: int, left_over: int, laid: int, stock: int
) -> None:
    """Example 17: all 48 cards; the third of three players starts with 2 gold."""
    town = new(seats)

    assert [len(ruler.hand) for ruler in town.rulers] == [hand] * seats
    assert town.cards_in_decks() == decks
    assert len(town.left_over) == left_over
    assert len(town.laid) == laid
    assert {(item.stock, item.character_gold, item.vp) for item in town.rulers} == {(stock, 0, 0)}
    costs = [town.rulers[seat].cost for seat in town.in_turn_order()]
    assert costs == ([0, 0, 2] if seats == 3 else [0] * seats)


@pytest.mark.rule("cultus.enemy.7", "cultus.enemy.8", "cultus.solo.11", "cultus.solo.12")
def test_annet_gathers_her_monuments() -> None:
    """Example 18: the card goes, the medal comes home, r5c6 steps to r5c5: 24 VP."""
    annet = foe("annet", "r4c4 r4c5 r5c4 r5c6", track=2)
    seven = "02 03 05 06 08 09 11"
    phase = enemy_phase(ruler("r1c1"), enemy=annet, row="CW0 WM1@0 MO2 OB2 BH2 HC2", discard=seven)

    assert len(phase.town.discard) == 8
    assert phase.town.space(income("WM")).is_gold
    assert phase.me.has_medal
    assert phase.pushes == ["r5c6 r5c5"]
    gathered = phase.push("r5c6", "r5c5")
    assert gathered.foe.vp == 24
    assert gathered.foe.track == 0


@pytest.mark.rule("cultus.enemy.5", "cultus.enemy.8")
def test_ruben_counts_different_icons() -> None:
    """Example 19: 3 + 3 + 3 + 4 icons, 52 VP; the own monument goes to r2c7 or r3c8."""
    ruben = foe("ruben", track=5)

    phase = enemy_phase(ruler("r1c1", monuments="r3c7"), enemy=ruben)

    assert phase.pushes == ["r3c7 r2c7", "r3c7 r3c8"]
    pushed = phase.push("r3c7", "r3c8")
    assert pushed.foe.vp == 52
    assert pushed.me.monuments == (at("r3c8"),)


@pytest.mark.rule("cultus.enemy.6")
@pytest.mark.parametrize(
    ("gold", "vp", "after"), [(3, 4, (0, 4)), (0, 4, (0, 0))], ids=["with gold", "without"]
)
def test_claudia_takes_gold_or_points(gold: int, vp: int, after: tuple[int, int]) -> None:
    """Example 20: market and office, 9 + 10 cells: 76 VP."""
    me = ruler("r1c1", character_gold=gold, vp=vp)
    phase = enemy_phase(me, enemy=foe("claudia", track=6), row="CW0 WM0 MO2 OB2 BH2 HC2")

    assert (phase.me.character_gold, phase.me.vp) == after
    assert phase.foe.vp == 76


@pytest.mark.rule("cultus.solo.17", "cultus.solo.18", "cultus.solo.19", "cultus.solo.20")
@pytest.mark.parametrize(("vp", "key", "winners"), [(131, "narrow", (0,)), (130, "defeat", ())])
def test_the_final_scoring_against_ruben(vp: int, key: str, winners: tuple[int, ...]) -> None:
    """Example 21: 62 + 40 + 20 + 8 = 130; with 131 a narrow victory."""
    plan = 2 * sum(plan_counts(town_of_s(), "plan_church"))
    me = ruler("r1c1", vp=vp - plan)

    over = table(FinalScoring(), rulers=(me,), enemy=foe("ruben", vp=62))

    assert over.foe.vp == 130
    assert over.result.scores == (vp,)
    assert over.result.how.key == f"solo_{key}"
    assert over.result.winners == winners


@pytest.mark.rule("cultus.build.4")
def test_the_cell_of_the_monument_itself_does_not_count() -> None:
    """Example 9: r2c3 shows barracks, and no barracks is around it."""
    assert monument_bonus(town_of_s(), at("r2c3"), "military") == (0, 0)


@pytest.mark.rule("cultus.start.1")
def test_a_turn_begins_with_a_card() -> None:
    drawing = table(StartPhase(0))

    assert all(isinstance(action, DrawCard) for action in drawing.options)
