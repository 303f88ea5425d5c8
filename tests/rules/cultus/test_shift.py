"""Moving monuments, with the abilities that help."""

from __future__ import annotations

import pytest

from hako.content.cultus.actions import DiscardCard, MoveMonument
from hako.content.cultus.events.monuments import MonumentMoved
from hako.content.cultus.events.turn import CardDiscarded
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.cultus.table import acting, at, card, cards, cells, foe, ruler

HAND = "02 03 05 06"


@pytest.mark.rule("cultus.shift.1")
def test_two_cards_move_a_monument_and_bring_two_points() -> None:
    turn = acting(ruler("r3c7", hand=HAND, monuments="r3c7")).move("r3c7", "r4c7")
    assert turn.options == [DiscardCard(card) for card in cards(HAND)]

    moved = turn.discard("05", "02")

    assert moved.me.monuments == (at("r4c7"),)
    assert moved.me.hand == cards("03 06")
    assert moved.town.discard == cards("05 02")
    assert (moved.me.vp, moved.points) == (2, 2)


@pytest.mark.rule("cultus.shift.1")
def test_with_just_two_cards_there_is_nothing_to_choose() -> None:
    moved = acting(ruler("r3c7", hand="02 03", monuments="r3c7")).move("r3c7", "r4c7")

    assert moved.happened(CardDiscarded) == [
        CardDiscarded(0, card("02")),
        CardDiscarded(0, card("03")),
    ]
    assert moved.me.hand == ()


@pytest.mark.rule("cultus.shift.1")
def test_monuments_of_others_are_moved_too() -> None:
    me, rival = ruler("r3c7", hand=HAND), ruler("r8c8", monuments="r3c7")

    moved = acting(me, rival).move("r3c7", "r3c8", owner=1).discard("02", "03")

    assert moved.other.monuments == (at("r3c8"),)
    assert (moved.me.vp, moved.other.vp) == (2, 0)


@pytest.mark.rule("cultus.shift.1", "cultus.solo.1")
def test_monuments_of_the_enemy_are_moved_too() -> None:
    turn = acting(ruler("r4c4", hand=HAND), enemy=foe("annet"))
    assert turn.pushes == ["r4c4 r3c4", "r4c4 r4c3"]

    moved = turn.move_enemy("r4c4", "r3c4").discard("02", "03")

    assert moved.foe.monuments == cells("r3c4 r4c5 r5c4 r5c5")
    assert moved.me.vp == 2


@pytest.mark.rule("cultus.shift.1")
def test_who_stands_elsewhere_or_has_one_card_moves_nothing() -> None:
    elsewhere = acting(ruler("r3c8", hand=HAND, monuments="r3c7"))
    assert elsewhere.pushes == []

    poor = acting(ruler("r3c7", hand="02", monuments="r3c7"))
    assert poor.pushes == []
    why = LazyText("too_few_cards", {"cards": 2, "held": 1})
    assert poor.why_not("move r3c7 r3c8") == why


@pytest.mark.rule("cultus.shift.2")
def test_a_monument_goes_to_a_covered_cell_without_a_monument() -> None:
    """Up, down, left or right; a pawn is not in the way, any icon will do."""
    me = ruler("r2c2", hand=HAND, monuments="r2c2 r1c2")
    board = "PPP....." + "PPW....." + "." * 48

    turn = acting(me, ruler("r2c3"), board=board)

    assert turn.pushes == ["r2c2 r2c1", "r2c2 r2c3"]
    why = LazyText("no_way_there", {"cell": at("r3c2")})
    assert turn.why_not("move r2c2 r3c2") == why


@pytest.mark.rule("cultus.shift.3")
def test_the_pawn_stays_and_one_of_several_monuments_goes() -> None:
    me = ruler("r3c7", hand=HAND, monuments="r3c7 r3c7")
    turn = acting(me, ruler("r8c8", monuments="r3c7"))
    assert {action.owner for action in turn.choices(MoveMonument)} == {0, 1}

    moved = turn.move("r3c7", "r4c7").discard("02", "03")

    assert moved.me.monuments == cells("r4c7 r3c7")
    assert moved.other.monuments == cells("r3c7")
    assert moved.me.pawn == at("r3c7")


@pytest.mark.rule("cultus.shift.4", "cultus.monument.6")
def test_two_cells_bring_two_points() -> None:
    me = ruler("r3c7", hand=HAND, monuments="r3c7", owns="military")

    moved = acting(me).move("r3c7", "r3c6").pick("r3c5").discard("02", "03")

    assert moved.me.monuments == cells("r3c5")
    assert moved.me.vp == 2


@pytest.mark.rule("cultus.shift.4", "cultus.power.3")
def test_a_power_that_moves_a_monument_brings_no_points() -> None:
    me = ruler("r1c1", monuments="r3c7", character_gold=5)

    assert acting(me).use("move_monument").pick("r4c3").me.vp == 0


# ------------------------------------------------------------ abilities


@pytest.mark.rule("cultus.monument.2")
def test_solidarity_moves_monuments_beside_the_pawn_and_on_its_cell() -> None:
    """Never diagonally: r4c6 is out of reach."""
    me = ruler("r3c7", hand=HAND, monuments="r3c7 r4c6", owns="solidarity")
    rival = ruler("r8c8", monuments="r3c8")

    moves = acting(me, rival).pushes

    assert {move.split()[0] for move in moves} == {"r3c7", "r3c8"}
    assert [text for text in moves if text.startswith("r3c8")] == ["r3c8 r2c8", "r3c8 r4c8"]


@pytest.mark.rule("cultus.monument.4")
def test_transport_moves_a_monument_for_one_card() -> None:
    me = ruler("r3c7", hand="02", monuments="r3c7", owns="transport")

    moved = acting(me).move("r3c7", "r4c7")

    assert moved.me.hand == ()
    assert moved.me.vp == 2


@pytest.mark.rule("cultus.monument.5")
def test_friendship_moves_monuments_onto_others() -> None:
    me = ruler("r3c7", hand=HAND, monuments="r3c7", owns="friendship")

    moved = acting(me, ruler("r8c8", monuments="r3c8")).move("r3c7", "r3c8").discard("02", "03")

    assert moved.me.monuments == moved.other.monuments == cells("r3c8")


@pytest.mark.rule("cultus.monument.6")
def test_military_moves_a_monument_one_cell_further_round_a_corner() -> None:
    """Not back to where it was; over free cells alone."""
    me = ruler("r3c7", hand=HAND, monuments="r3c7 r4c6", owns="military")

    turn = acting(me).move("r3c7", "r3c6")

    assert turn.picks == "r2c6 r3c5"
    assert turn.pick("r2c6").discard("02", "03").me.monuments == cells("r2c6 r4c6")


@pytest.mark.rule("cultus.monument.6")
def test_military_need_not_be_used() -> None:
    me = ruler("r3c7", hand=HAND, monuments="r3c7", owns="military")

    moved = acting(me).move("r3c7", "r3c6").stay().discard("02", "03")

    assert moved.happened(MonumentMoved) == [MonumentMoved(0, at("r3c7"), at("r3c6"))]


@pytest.mark.rule("cultus.monument.6")
def test_the_first_cell_of_the_way_has_to_be_free_too() -> None:
    me = ruler("r3c7", hand=HAND, monuments="r3c7 r3c6", owns="military")

    assert acting(me).pushes == ["r3c7 r2c7", "r3c7 r3c8", "r3c7 r4c7"]


@pytest.mark.rule("cultus.monument.6", "cultus.power.3")
def test_military_does_not_extend_a_power() -> None:
    me = ruler("r1c1", monuments="r3c7", character_gold=5, owns="military")

    moved = acting(me).use("move_monument").pick("r4c3")

    assert moved.me.monuments == cells("r4c3")
    assert moved.choices(MoveMonument) == []


@pytest.mark.rule("cultus.monument.9", "cultus.monument.5", "cultus.monument.6")
def test_friendship_and_military_pass_over_a_monument() -> None:
    me = ruler("r3c7", hand=HAND, monuments="r3c7", owns="friendship military")
    rival = ruler("r8c8", monuments="r3c6")

    moved = acting(me, rival).move("r3c7", "r3c6").pick("r3c5").discard("02", "03")

    assert moved.me.monuments == cells("r3c5")


@pytest.mark.rule("cultus.monument.9", "cultus.monument.5", "cultus.monument.6")
def test_a_monument_may_not_end_where_it_began() -> None:
    """Not even with Friendship, which opens the cell that it leaves."""
    me = ruler("r3c7", hand=HAND, monuments="r3c7", owns="friendship military")

    assert acting(me).move("r3c7", "r3c6").picks == "r2c6 r3c5 r4c6"


@pytest.mark.rule("cultus.monument.9", "cultus.monument.2", "cultus.monument.4")
def test_solidarity_military_and_transport_together() -> None:
    """A rival's monument beside the pawn goes two cells for one card."""
    me = ruler("r4c6", hand="02 03", owns="solidarity military transport")
    rival = ruler("r8c8", monuments="r4c5")

    moved = acting(me, rival).move("r4c5", "r3c5", owner=1).pick("r2c5").discard("02")

    assert moved.other.monuments == cells("r2c5")
    assert moved.me.hand == cards("03")
    assert moved.me.vp == 2


@pytest.mark.rule("cultus.monument.9", "cultus.monument.6")
def test_a_monument_need_not_turn_back_when_it_is_stuck() -> None:
    """Military without a second cell asks for nothing."""
    me = ruler("r1c1", hand="02 03", monuments="r1c1", owns="military")

    moved = acting(me, board="PP......" + "." * 56).move("r1c1", "r1c2")

    assert moved.me.monuments == cells("r1c2")
