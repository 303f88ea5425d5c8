"""Turns, the start phase, income, action points, the hand limit, the end of the game."""

from __future__ import annotations

import pytest

from hako.content.cultus.actions import AllotGold, DrawCard, DrawNoMore, EndActions, UsePower
from hako.content.cultus.events.ending import FinalScoringBegan
from hako.content.cultus.events.monuments import LastCubePlaced
from hako.content.cultus.events.turn import (
    CardDrawn,
    GoldLost,
    MedalReturned,
    PhaseBegan,
    PointsLost,
    TurnBegan,
)
from hako.content.cultus.steps.drawing import StartDraw
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from tests.rules.cultus.table import (
    Table,
    acting,
    cards,
    content,
    enemy_phase,
    foe,
    in_hand_phase,
    in_income,
    in_turn,
    income,
    ruler,
)

LAST = "CW1 WM0 MO0 OB0 BH0 HC0"
"""All decks together have one card left."""


# ------------------------------------------------------------ turns


@pytest.mark.rule("cultus.turn.1", "cultus.end.5")
def test_turns_go_clockwise_phase_by_phase() -> None:
    """Start, income, action, hand; then the next player's start phase."""
    three = (ruler("r1c1"), ruler("r8c8"), ruler("r1c8"))
    turn = in_turn(*three, seat=1)
    assert turn.told[0] == TurnBegan(1, 5)

    acted = turn.draw("CW")
    assert acted.happened(PhaseBegan) == [PhaseBegan("income")]
    acted.allot(1, 0)
    assert acted.happened(PhaseBegan) == [PhaseBegan("action")]
    done = acted.draw("CW").draw("WM").draw("WM")

    assert [began.phase for began in done.happened(PhaseBegan)] == ["hand", "start"]
    assert done.happened(TurnBegan) == [TurnBegan(2, 6)]
    assert done.seat == 2


@pytest.mark.rule("cultus.turn.1")
def test_after_the_last_player_comes_the_first() -> None:
    assert acting(seat=1, points=1).draw("CW").seat == 0


# ------------------------------------------------------------ the start phase


@pytest.mark.rule("cultus.start.1")
def test_a_turn_begins_with_a_card_from_a_deck_that_is_not_empty() -> None:
    turn = in_turn(row="CW2 WM0 MO2 OB0 BH2 HC0")

    assert turn.options == [DrawCard(income(item)) for item in ("CW", "MO", "BH")]
    top = turn.town.space(income("MO")).deck[0]
    assert turn.draw("MO").me.hand == (top,)


@pytest.mark.rule("cultus.start.2", "cultus.monument.3")
def test_with_industry_none_one_or_two_cards_are_drawn() -> None:
    me = ruler("r1c1", owns="industry")

    turn = in_turn(me, row="CW2 WM1 MO0 OB0 BH0 HC0")
    assert turn.options == [DrawCard(income("CW")), DrawCard(income("WM")), DrawNoMore()]
    none = in_turn(me).draw_no_more()
    assert (len(none.me.hand), none.town.turn.phase) == (0, "income")

    turn.draw("WM")
    assert turn.step == StartDraw(0, 1)
    assert len(turn.me.hand) == 1
    assert turn.options == [DrawCard(income("CW")), DrawNoMore()]
    one = in_turn(me).draw("WM").draw_no_more()
    assert (len(one.me.hand), one.town.turn.phase) == (1, "income")

    turn.draw("CW")
    assert (len(turn.me.hand), turn.town.turn.phase) == (2, "income")


@pytest.mark.rule("cultus.monument.3")
def test_industry_of_somebody_else_does_not_help() -> None:
    assert not in_turn(ruler("r1c1"), ruler("r8c8", owns="industry")).can("draw_no_more")


@pytest.mark.rule("cultus.start.3", "cultus.draw.1")
def test_a_deck_that_runs_out_turns_its_income_card_and_sends_the_medal_home() -> None:
    """Drawn with an action; the medal of somebody else goes to its owner."""
    drawn = acting(row="CW1@1 WM2 MO2 OB2 BH2 HC2").draw("CW")

    assert drawn.town.space(income("CW")).is_gold
    assert drawn.happened(MedalReturned) == [MedalReturned(1, income("CW"))]
    assert (drawn.me.has_medal, drawn.other.has_medal) == (False, True)
    assert drawn.points == 2


@pytest.mark.rule("cultus.start.3")
def test_the_enemy_too_can_take_the_last_card_of_a_deck() -> None:
    phase = enemy_phase(ruler("r1c1"), enemy=foe("wilhelm"), row="CW1@0 WM2 MO2 OB2 BH2 HC2")

    assert phase.town.space(income("CW")).is_gold
    assert phase.me.has_medal


@pytest.mark.rule("cultus.start.4")
@pytest.mark.parametrize(("has_medal", "points"), [(False, 3), (True, 4)])
def test_a_medal_at_home_is_a_fourth_action_point(has_medal: bool, points: int) -> None:
    """That of somebody else is none."""
    rival = ruler("r8c8", has_medal=not has_medal)
    turn = in_turn(ruler("r1c1", has_medal=has_medal), rival).draw("CW").allot(1, 0)

    assert turn.points == points


# ------------------------------------------------------------ gold


@pytest.mark.rule("cultus.income.1")
@pytest.mark.parametrize(("monuments", "gold"), [("", 1), ("r1c2", 2), ("r1c2 r1c3 r4c4", 4)])
def test_income_is_one_and_one_for_each_monument(monuments: str, gold: int) -> None:
    turn = in_income(ruler("r1c1", monuments=monuments), ruler("r8c8", monuments="r1c7"))

    assert turn.allot(gold, 0).gold == (gold, 0)


@pytest.mark.rule("cultus.income.2")
def test_gold_may_be_split_in_every_way() -> None:
    turn = in_income(ruler("r1c1", monuments="r1c2 r1c3"))

    assert turn.options == [AllotGold(3, 0), AllotGold(2, 1), AllotGold(1, 2), AllotGold(0, 3)]
    assert turn.allot(1, 2).gold == (1, 2)


@pytest.mark.rule("cultus.income.3")
def test_no_cube_passes_ten_and_what_fits_must_be_taken() -> None:
    """Cost 9, character 8, gain 3: 1 and 2 alone."""
    me = ruler("r1c1", cost=9, character_gold=8, monuments="r1c2 r1c3")

    assert in_income(me).gold == (10, 10)
    full = in_income(ruler("r1c1", cost=10, character_gold=10))
    assert full.happened(GoldLost) == [GoldLost(0, 1)]


@pytest.mark.rule("cultus.income.3", "cultus.build.8")
def test_without_a_cube_on_the_cost_board_all_gold_goes_to_the_character() -> None:
    turn = in_income(ruler("r1c1", cost=None, stock=0, monuments="r1c2"), last_cube=1, seat=0)

    assert turn.gold == (None, 2)


@pytest.mark.rule("cultus.income.4")
def test_all_gold_is_on_the_two_tracks_and_public() -> None:
    town = acting(ruler("r1c1", cost=4, character_gold=7))

    for viewer in (0, 1, None):
        me = town.seen(viewer).rulers[0]
        assert (me.cost, me.character_gold) == (4, 7)


# ------------------------------------------------------------ action points


@pytest.mark.rule("cultus.action.1")
def test_actions_in_any_order_and_repeatedly() -> None:
    assert acting(ruler("r3c3", hand="25")).draw("CW").draw("CW").place("25").lay("r1c3").seat == 1


@pytest.mark.rule("cultus.action.1")
def test_every_action_costs_a_point_and_powers_none() -> None:
    me = ruler("r3c7", cost=10, character_gold=3, hand="25 26 27 29")
    turn = acting(me, points=9)

    assert turn.build("military").points == 8
    assert turn.move("r3c7", "r3c6").stay().discard("26", "27").points == 7
    assert turn.walk("r3c8").points == 6
    assert turn.draw("CW").points == 5
    assert turn.place("25").lay("r1c7").points == 4
    assert turn.use("move_pawn").pick("r4c3").points == 4


@pytest.mark.rule("cultus.action.2")
def test_what_cannot_be_carried_out_cannot_be_chosen() -> None:
    """No gold, no monument, no cards: walking and drawing alone."""
    turn = acting(ruler("r3c3"))

    kinds = {type(action).__name__ for action in turn.options}
    assert kinds == {"MovePawn", "DrawCard"}


@pytest.mark.rule("cultus.action.3")
def test_while_something_can_be_done_for_a_point_nobody_may_stop() -> None:
    turn = acting(ruler("r3c3", character_gold=10), points=1)
    assert not turn.can("end")
    assert turn.why_not("end") == LazyText("points_left", {"points": 1})

    turn.draw("CW")

    assert turn.points == 0
    assert turn.options == [UsePower("move_pawn"), EndActions()]
    assert turn.end().seat == 1


@pytest.mark.rule("cultus.action.3")
def test_points_that_nobody_can_use_are_lost() -> None:
    """All decks empty, no way to go, no cards in hand."""
    turn = acting(board="P......." * 1 + "." * 56, row="CW0 WM0")

    assert turn.happened(PointsLost) == [PointsLost(0, 3)]
    assert turn.outcome is not None


@pytest.mark.rule("cultus.action.3")
def test_points_are_lost_too_after_a_power_without_a_use() -> None:
    """A power can be used; the player may also stop at once."""
    board = "P......." + "O......." * 7
    me = ruler("r1c1", character_gold=3)

    turn = acting(me, board=board.replace("P.......O", "P........"), row="CW0 WM0")

    assert turn.options == [UsePower("move_pawn"), EndActions()]
    assert turn.end().happened(PointsLost) == [PointsLost(0, 3)]


@pytest.mark.rule("cultus.draw.1")
def test_drawing_a_card_for_a_point() -> None:
    turn = acting(row="CW2 WM0 MO2 OB2 BH2 HC2")
    top = turn.town.space(income("MO")).deck[0]

    assert turn.draws == [income(item) for item in ("CW", "MO", "OB", "BH", "HC")]
    drawn = turn.draw("MO")
    assert drawn.happened(CardDrawn) == [CardDrawn(0, income("MO"), top)]
    assert drawn.me.hand == (top,)


# ------------------------------------------------------------ the hand limit


@pytest.mark.rule("cultus.hand.1")
def test_five_cards_may_stay_in_hand() -> None:
    five = in_hand_phase(ruler("r1c1", hand="01 02 03 05 06", vp=9))
    assert five.seat == 1
    assert five.me.vp == 9

    six = in_hand_phase(ruler("r1c1", hand="02 03 05 06 08 09", vp=9))
    assert six.discard("06").me.hand == cards("02 03 05 08 09")
    assert six.me.vp == 7
    assert six.town.discard == cards("06")


@pytest.mark.rule("cultus.hand.3")
def test_points_never_fall_below_zero_and_other_losses_take_no_gold() -> None:
    """Claudia takes 5 VP of 3; the cost board keeps its gold."""
    me = ruler("r1c1", vp=3, cost=7)

    phase = enemy_phase(me, enemy=foe("claudia", track=6), row="CW0 WM0 MO0 OB0 BH0 HC2")

    assert (phase.me.vp, phase.me.cost) == (0, 7)


# ------------------------------------------------------------ the end


@pytest.mark.rule("cultus.end.1")
def test_the_game_ends_with_the_turn_in_which_the_decks_run_out() -> None:
    turn = in_turn(row=LAST).draw("CW").allot(1, 0)
    assert turn.outcome is None

    over = turn.walk("r1c2", "r1c1", "r1c2")

    assert over.happened(FinalScoringBegan)
    assert over.outcome is not None


@pytest.mark.rule("cultus.end.2")
def test_in_the_turn_without_decks_no_step_pays_and_all_medals_are_home() -> None:
    turn = in_turn(ruler("r2c1"), row="CW1@0 WM0 MO0 OB0 BH0 HC0").draw("CW").allot(1, 0)

    assert turn.points == 4
    assert turn.walk("r2c2").gold == (1, 0)


@pytest.mark.rule("cultus.end.3", "cultus.end.5")
def test_all_others_take_one_more_turn_after_a_last_cube() -> None:
    """Seat 1 of three builds its last; seats 2 and 0 follow."""
    three = (
        ruler("r1c1"),
        ruler("r3c7", cost=10, stock=0, monuments="r1c2 r1c3 r1c5"),
        ruler("r1c8"),
    )
    turn = acting(*three, seat=1, points=1).build("military")
    assert turn.happened(LastCubePlaced) == [LastCubePlaced(1)]
    assert turn.seat == 2

    turn.draw("CW").allot(1, 0).draw("CW").draw("WM").draw("WM")
    assert turn.seat == 0
    turn.draw("MO").allot(1, 0).draw("MO").draw("OB").draw("OB")

    assert turn.outcome is not None


@pytest.mark.rule("cultus.end.3")
def test_the_cube_that_empties_the_stock_is_not_the_last_one() -> None:
    """The cost board has a cube again; no last round."""
    me = ruler("r3c7", cost=10, stock=1, monuments="r1c2 r1c3 r1c5")

    built = acting(me, points=1).build("military")

    assert built.town.last_cube is None
    assert (built.me.stock, built.me.cost) == (0, 0)


@pytest.mark.rule("cultus.end.4")
def test_another_last_cube_in_the_last_round_changes_nothing() -> None:
    """Seat 0 placed its last cube; seat 1 does too, and the game is over after its turn."""
    other = ruler("r3c7", cost=10, stock=0, monuments="r1c2 r1c3 r1c5 r1c7")
    me = ruler("r1c1", cost=None, stock=0, monuments="r8c1 r8c2 r8c3 r8c4 r8c5")

    over = acting(me, other, seat=1, points=1, last_cube=0).build("military")

    assert over.town.last_cube == 0
    assert over.outcome is not None


@pytest.mark.rule("cultus.end.1", "cultus.end.3")
def test_empty_decks_come_before_a_last_cube() -> None:
    """Both in one turn: nobody gets another turn."""
    me = ruler("r3c7", cost=10, stock=0, monuments="r1c2 r1c3 r1c5 r1c7")

    over = acting(me, points=2, row=LAST).draw("CW").build("military")

    assert over.outcome is not None


ALL_PLACED = "r8c1 r8c2 r8c3 r8c4 r8c5"
"""Places of the monuments that were built before."""


def with_one_card_left(seats: int, *, last_cube: Seat) -> Table:
    """All players have built all they can, but for the one who has the last turn of the round.

    `last_cube` is the first of them who did; the last one takes the last of the 12 cards.
    """
    number = 12 // seats
    names, last = list(content().monument), (last_cube - 1) % seats
    rulers = []
    for seat in range(seats):
        count = number - (seat == last)
        owned, names = names[:count], names[count:]
        rulers.append(
            ruler(
                "r3c7" if seat == last else f"r1c{seat + 1}",
                monuments=" ".join(ALL_PLACED.split()[:count]),
                owns=" ".join(owned),
                stock=0,
                cost=10 if seat == last else None,
            )
        )
    return acting(*rulers, seat=last, points=1, last_cube=last_cube, shown=" ".join(names))


@pytest.mark.rule("cultus.end.6")
@pytest.mark.parametrize(("seats", "last_cube"), [(3, 0), (3, 1), (3, 2), (4, 0), (4, 2)])
def test_the_round_in_which_the_monument_cards_run_out_is_the_last(
    seats: int, last_cube: Seat
) -> None:
    turn = with_one_card_left(seats, last_cube=last_cube)
    (card_left,) = turn.town.open_monuments
    assert not turn.town.monument_deck

    over = turn.build(card_left)

    assert not over.town.open_monuments
    assert over.outcome is not None


@pytest.mark.rule("cultus.end.6", "cultus.build.9")
def test_the_monument_cards_run_out_only_with_everybodys_last_cubes() -> None:
    """At most 10 of the 12 cards are taken with 2 players, all with 3 or 4, 5 alone."""
    cubes = {seats: content().table_for(seats).cubes - 1 for seats in (1, 2, 3, 4)}

    assert {seats: seats * number for seats, number in cubes.items()} == {1: 5, 2: 10, 3: 12, 4: 12}
    assert len(content().monument) == 12
