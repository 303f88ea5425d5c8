"""Hints beside each action, reasons why others are not offered, the table in words."""

from __future__ import annotations

import pytest

from hako.content.cultus import GAME
from hako.content.cultus.actions import KeepCharacter, KeepPlan, LayCard, PickCell, PlaceMedal
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.cultus.table import (
    Table,
    acting,
    content,
    enemy_phase,
    foe,
    in_hand_phase,
    in_turn,
    new,
    ruler,
)
from tests.rules.tables import in_english

# ------------------------------------------------------------ what an action pays


def test_a_second_step_tells_what_both_pay_where_both_do() -> None:
    """r5c1 (C) - r6c1 (W) - r7c1 (C); going back is the same pair, and no step more."""
    walker, row = ruler("r5c1", owns="roads"), "CW2@0 WM2 MO2 OB2 BH0 HC2"
    both = acting(walker, row=row, roads_pay="one_card").walk("r6c1")
    one = acting(walker, row=row).walk("r6c1")

    assert both.beside("walk r7c1") == "+4 gold, +4 VP; Church"
    assert both.beside("walk r5c1") == one.beside("walk r7c1") == "+2 gold, +2 VP; Church"


def test_a_step_tells_gold_points_whether_it_has_paid_and_what_lies_there() -> None:
    """F = 1 and the own medal: 2 gold, 2 VP; r2c2 is a Church, r3c1 a Plaza."""
    row = "CW2@0 WM2 MO2 OB2 BH2 HC0"
    assert acting(ruler("r2c1"), row=row).beside("walk r2c2") == "+2 gold, +2 VP; Church"
    assert acting(ruler("r2c1")).beside("walk r2c2") == "+1 gold; Church"
    assert acting(ruler("r2c1")).beside("walk r3c1") == "Plaza"

    full = ruler("r2c1", cost=10, character_gold=9)
    assert acting(full, row=row).beside("walk r2c2") == "+1 gold, +2 VP; Church; no room for 1 gold"
    used = acting(ruler("r2c1"), paid="r2c1-r2c2")
    assert used.beside("walk r2c2") == "has paid this turn; Church"

    wilhelm = acting(ruler("r2c1", vp=5), enemy=foe("wilhelm"), row=row)
    assert wilhelm.beside("walk r2c2") == "+2 gold, -2 VP; Church"


def test_with_roads_every_way_to_go_on_tells_what_it_pays() -> None:
    turn = acting(ruler("r2c2", owns="roads")).walk("r2c1")
    assert turn.beside("stay") == "+1 gold; Winery"
    assert turn.beside("walk r1c1") == "+1 gold; Market"

    both = turn.walk("r1c1")
    assert both.beside("take_pay WM r1c1") == "+1 gold; Market"
    assert both.beside("take_pay CW r2c1") == "+1 gold; Winery"


def test_a_card_tells_pairs_plan_and_icons() -> None:
    """Card 25 (C P / W C) on r5c4 covers P W / M C: C-W below C and beside C pay, P-M no more.

    Compared with the map before it: the plan counts churches and houses beside wineries.
    """
    me = ruler("r4c4", hand="25", character="eleonora")
    turn = acting(me, board="." * 24 + "...B...." + "." * 32).place("25")
    assert turn.beside("lay r5c4") == "pairs +2, plan +4 VP"

    beside_monument = acting(
        ruler("r4c4", hand="25", character="eleonora", monuments="r4c4"),
        board="." * 24 + "...B...." + "." * 32,
    ).place("25")
    beside = beside_monument.beside("lay r5c4")
    assert beside == "pairs +2, plan +4 VP, power icons +1"
    assert beside_monument.beside("lay r4c5 180").endswith("icons +1")


def test_the_first_card_tells_pairs_and_plan_too() -> None:
    """cultus.setup.12: either way up it makes the pairs that lie on it, which a plan may count."""
    game = Table(new())
    while not isinstance(game.legal[0], LayCard):
        game.do(game.legal[0])
    cells = content().faces(game.step.card, 0)
    pairs = [{cells[0], cells[1]}, {cells[2], cells[3]}, {cells[0], cells[2]}, {cells[1], cells[3]}]
    ring = [set(income_card.icons) for income_card in content().income_cards]

    assert len(game.legal) == 2
    for action in game.legal:
        note = game.note(action)
        assert note is not None
        assert note.values["pairs"] == f"{sum(pair in ring for pair in pairs):+d}".replace(
            "+0", "±0"
        )


def test_building_tells_the_points_of_each_card() -> None:
    """Example 8; with an empty stock it is the last cube."""
    turn = acting(ruler("r3c7", cost=10))
    assert turn.beside("build military") == "+9 VP (Barracks × 3)"
    assert turn.beside("build reconstruction_church") == "+0 VP (Office × 0)"

    last = acting(ruler("r3c7", cost=10, stock=0))
    assert last.beside("build military") == "+9 VP (Barracks × 3); your last cube"


def test_the_move_of_a_monument_tells_its_price_and_the_centre() -> None:
    me = ruler("r4c3", hand="02 03", monuments="r4c3")
    turn = acting(me)
    assert turn.beside("move r4c3 r3c3") == "+2 VP, -2 cards"
    assert turn.beside("move r4c3 r4c4").endswith("into the centre")

    out = acting(ruler("r4c4", hand="02 03", owns="transport"), enemy=foe("annet"))
    beside = out.beside("move_enemy r4c4 r3c4")
    assert beside == "+2 VP, -1 card; out of the centre"


def test_a_draw_tells_what_is_left_and_what_the_last_card_does() -> None:
    turn = acting(row="CW3 WM1 MO1@0 OB1@1 BH0 HC0")

    assert turn.beside("draw CW") == "leaves 2"
    assert turn.beside("draw WM") == "last card: turns to gold"
    assert turn.beside("draw MO").endswith("your medal returns: +1 action a turn")
    assert turn.beside("draw OB").endswith("Ben's medal returns: +1 action a turn")
    last = acting(row="CW0 WM1")
    assert last.beside("draw WM").endswith("the game ends with this turn")


def test_a_draw_beyond_the_limit_tells_what_the_hand_phase_takes_for_it() -> None:
    """cultus.hand.1-2: from the sixth card on each costs 2 VP, and gold where there are too few."""
    row = "CW3"
    assert acting(ruler("r1c1", hand="02 03 05 06", vp=9), row=row).beside("draw CW") == (
        "leaves 2"
    )
    sixth = ruler("r1c1", hand="02 03 05 06 08", vp=9)
    text = "hand 6 of 5: at the end of the turn discard 1, -2 VP; leaves 2"
    assert acting(sixth, row=row).beside("draw CW") == text
    assert in_turn(sixth, row=row).beside("draw CW") == text

    seventh = ruler("r1c1", hand="02 03 05 06 08 09", vp=3, cost=6)
    text = "hand 7 of 5: at the end of the turn discard 2, -4 VP or gold; leaves 2"
    assert acting(seventh, row=row).beside("draw CW") == text


def test_the_end_of_the_phase_tells_what_the_hand_phase_takes() -> None:
    hand = "02 03 05 06 08 09"
    text = "hand 6 of 5: at the end of the turn discard 1, -2 VP"
    assert acting(ruler("r1c1", hand=hand, character_gold=3, vp=9), points=0).beside("end") == text
    assert acting(ruler("r1c1", hand="02", character_gold=3, vp=9), points=0).beside("end") == ""


def test_a_draw_for_the_enemy_warns_of_no_limit_of_this_turn() -> None:
    """cultus.solo.15: the hand phase is over; the next one is at the end of the next turn."""
    me = ruler("r1c1", hand="02 03 05 06 08", stock=4)
    phase = enemy_phase(me, enemy=foe("balthasar", track=4), row="CW2 WM3")
    assert phase.beside("draw WM") == "leaves 2"


def test_a_split_tells_where_the_cubes_will_be() -> None:
    turn = acting(ruler("r2c1", cost=4, character_gold=2)).walk("r2c2")
    assert turn.beside("allot 1 0") == "then 5 on the cost board, 2 for the character's powers"

    last = acting(ruler("r2c1", cost=None, stock=0), last_cube=1).walk("r2c2")
    assert last.gold == (None, 1)


def test_powers_tell_their_price_and_power_ten_its_points() -> None:
    """Example 14: 10 VP."""
    me = ruler("r1c1", character="wilhelm", character_gold=10, monuments="r3c7 r3c5")
    turn = acting(me)
    assert turn.beside("use move_pawn") == "to any Barracks; -3 gold"
    assert turn.beside("use score") == "+10 VP, Barracks; -10 gold"

    moving = turn.use("move_monument").pick("r3c7")
    assert moving.beside("pick r4c4") == "into the centre"
    assert moving.beside("pick r2c3") == ""


def test_cards_too_many_tell_what_they_cost_in_all() -> None:
    """Example 13: 3 VP and 2 gold."""
    me = ruler("r1c1", hand="01 02 03 05 06 08 09 11", vp=3, cost=2)

    turn = in_hand_phase(me)
    assert turn.beside("discard 01") == "in all -3 VP, -2 gold"
    assert turn.discard("01").beside("discard 02") == "in all -3 VP, -2 gold"
    rich = in_hand_phase(ruler("r1c1", hand="01 02 03 05 06 08", vp=3))
    assert rich.beside("discard 01") == "in all -2 VP"


def test_solo_choices_tell_what_the_map_shows() -> None:
    """Icons of characters, points of plans; 2 VP and pairs for a medal (move.3, start.3-4)."""
    table = Table(new(1))
    texts = list[LazyText | None]()
    for kind in (KeepCharacter, KeepPlan, PlaceMedal):
        assert all(isinstance(action, kind) for action in table.legal)
        texts = [table.note(action) for action in table.legal]
        assert None not in texts
        table.do(table.legal[0])
    assert {(note.key, note.values["vp"]) for note in texts if note} == {("medal_pairs", "+2")}


def test_a_push_tells_what_the_enemy_would_get() -> None:
    """Annet: three in the centre, and a fourth with this step."""
    phase = enemy_phase(ruler("r1c1"), enemy=foe("annet", "r4c4 r4c5 r5c4 r5c6", track=2))

    assert phase.beside("push r5c6 r5c5") == "enemy +24 VP"


# ------------------------------------------------------------ why not


def test_reasons_are_sentences_with_their_clauses() -> None:
    me = ruler("r3c7", cost=4, character_gold=2, hand="02", monuments="r3c7")
    turn = acting(me, ruler("r3c8"))

    reason = turn.reason("build military")
    assert reason == "A monument costs 10 gold from the cost board; you have 4 (build.1)."
    assert turn.reason("walk r3c8") == "Another pawn stands on r3c8 (move.1)."
    reason = turn.reason("move r3c7 r4c7")
    assert reason == "Moving it costs 2 cards; you have 1 (shift.1)."
    reason = turn.reason("use move_pawn")
    assert reason == "It costs 3 gold, and the character has 2; its icon is Office (power.1)."
    reason = turn.reason("end")
    assert reason == "You must spend all action points; 3 left (action.3)."


# ------------------------------------------------------------ the table in words


def test_the_table_is_told_in_words() -> None:
    me = ruler("r3c7", cost=4, character_gold=2, hand="02", monuments="r4c4", owns="roads", vp=7)
    described = acting(me, ruler("r8c8", cost=None), row="CW2@0 WM2 MO2 OB2 BH2 HC0").described(0)

    assert "Turn 5, Ann, Action phase; action points: 3." in described
    assert "Cards left in all decks: 10. A step that pays brings 2 gold." in described
    assert "Row 1: Market, Plaza, Plaza, Church, Plaza, Church, Plaza, Office." in described
    assert "Income card 1: Church–Winery, deck of 2, medal of Ann." in described
    assert "Income card 6: gold side." in described
    assert "Ann: 7 VP, stock 4, hand 1." in described
    assert "Ann's monuments: r4c4. Cards: Monument of Roads." in described
    assert any(line.startswith("Ann's plan: Pilgrimage Town") for line in described)
    assert not any(line.startswith("Ben's plan") for line in described)
    assert "Ben: no cube on the cost board, 0 gold on the character." in described
    said_of_card = "Monument card: Monument of Military, bonus icon Barracks; 9 VP at your pawn."
    assert said_of_card in described


@pytest.mark.rule("cultus.build.1")
@pytest.mark.parametrize(
    ("pawn", "monuments", "owns", "says"),
    [
        ("r3c7", "r4c4", "roads", "; 9 VP at your pawn."),
        ("r3c6", "r4c4", "roads", "."),
        ("r3c7", "r3c7", "roads", "."),
        ("r3c7", "r3c7", "friendship", "; 9 VP at your pawn."),
    ],
)
def test_points_for_a_monument_are_told_only_where_one_could_stand(
    pawn: str, monuments: str, owns: str, says: str
) -> None:
    """r3c7 is a plaza, r3c6 a winery; only with Friendship one stands beside another."""
    described = acting(ruler(pawn, monuments=monuments, owns=owns)).described(0)

    assert f"Monument card: Monument of Military, bonus icon Barracks{says}" in described


def test_the_enemy_is_told_with_what_is_coming() -> None:
    """Wilhelm: four of four beside each other: 8 VP now; 40 + 20 + 20 at the end."""
    described = acting(enemy=foe("wilhelm", track=1, vp=5)).described()

    assert any(
        line.startswith("Wilhelm: 5 VP; cube on 1 of 2; the effect would bring 8 VP now")
        for line in described
    )
    assert "Monument card: Monument of Military, bonus icon Barracks." in described


def test_the_monument_that_a_power_moves_is_named_as_one_in_log_and_line() -> None:
    """cultus.power.3: which one is chosen is no event; "Ann: r3c7" said nothing in a review."""
    me = ruler("r1c1", character="wilhelm", character_gold=5, monuments="r3c7 r3c5")
    turn = acting(me)
    turn.use("move_monument")
    texts = in_english(GAME)
    (first, *_) = turn.choices(PickCell)

    assert texts.render(first).startswith("Choose r3c")
    assert "chooses the monument on" in texts.text("chosen.pick_cell", who=0, cell=first.cell)
