"""The powers of the six characters."""

from __future__ import annotations

import pytest

from hako.content.cultus.actions import PickCell
from hako.content.cultus.events.turn import StepPaid
from hako.content.cultus.map_moves import cells_showing
from hako.content.cultus.steps.powers import PickMonument
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.cultus.table import acting, at, cells, content, ruler

ICONS = {
    "balthasar": "office",
    "wilhelm": "barracks",
    "eleonora": "church",
    "ruben": "houses",
    "claudia": "market",
    "annet": "winery",
}

every_character = pytest.mark.parametrize("character", ICONS)


@pytest.mark.rule("cultus.power.1", "cultus.power.2")
@every_character
def test_power_three_goes_to_any_cell_with_the_icon(character: str) -> None:
    turn = acting(ruler("r1c2", character=character, character_gold=3), ruler("r1c3"))

    turn.use("move_pawn")

    icons = cells_showing(turn.town, ICONS[character])
    assert turn.options == [PickCell(cell) for cell in icons]
    landed = turn.do(turn.options[-1])
    assert landed.me.pawn == icons[-1]
    assert landed.me.character_gold == 0


@pytest.mark.rule("cultus.power.1", "cultus.power.3")
@every_character
def test_power_five_moves_a_monument_to_any_cell_with_the_icon(character: str) -> None:
    turn = acting(ruler("r1c1", character=character, character_gold=7, monuments="r1c2"))

    turn.use("move_monument")

    icons = cells_showing(turn.town, ICONS[character])
    assert turn.options == [PickCell(cell) for cell in icons]
    moved = turn.do(turn.options[-1])
    assert moved.me.monuments == (icons[-1],)
    assert moved.me.character_gold == 2
    assert moved.points == 3


@pytest.mark.rule("cultus.power.1", "cultus.power.4")
@every_character
def test_power_ten_scores_the_icon_around_monuments(character: str) -> None:
    me = ruler("r1c1", character=character, character_gold=10, monuments="r4c4")
    turn = acting(me)
    around = content().geometry.around[at("r4c4")]
    count = sum(turn.town.icons[cell] == ICONS[character] for cell in around)

    scored = turn.use("score")

    assert scored.me.vp == 2 * count
    assert scored.me.character_gold == 0


@pytest.mark.rule("cultus.power.1")
def test_powers_are_used_as_often_as_one_can_pay() -> None:
    turn = acting(ruler("r1c1", character_gold=9))

    for cell in ("r3c2", "r4c3", "r6c3"):
        turn.use("move_pawn").pick(cell)

    assert turn.me.character_gold == 0
    assert turn.points == 3
    why = LazyText("power_too_dear", {"price": 3, "gold": 0, "icon": "office"})
    assert turn.why_not("use move_pawn") == why


@pytest.mark.rule("cultus.power.1", "cultus.action.2")
def test_gold_of_the_cost_board_pays_no_power() -> None:
    turn = acting(ruler("r1c1", cost=10, monuments="r1c2", character_gold=4))

    assert turn.offers("use") == ["move_pawn"]


@pytest.mark.rule("cultus.power.2")
def test_power_three_earns_nothing_and_goes_to_another_cell_without_a_pawn() -> None:
    """From the winery r2c1 to the office; r3c2 is taken, its own cell is no target."""
    me = ruler("r4c3", character_gold=6)
    turn = acting(me, ruler("r3c2")).use("move_pawn")
    assert at("r3c2") not in cells(turn.picks)
    assert at("r4c3") not in cells(turn.picks)

    landed = turn.pick("r6c3")

    assert landed.happened(StepPaid) == []
    assert landed.gold == (0, 3)


@pytest.mark.rule("cultus.power.2")
def test_a_monument_is_not_in_the_way_of_the_pawn() -> None:
    turn = acting(ruler("r1c1", character_gold=3, monuments="r3c2")).use("move_pawn")

    assert turn.pick("r3c2").me.pawn == at("r3c2")


@pytest.mark.rule("cultus.power.3")
def test_power_five_asks_for_the_monument_where_there_are_several() -> None:
    me = ruler("r1c1", character_gold=5, monuments="r1c2 r3c7 r1c2")
    turn = acting(me).use("move_monument")
    assert isinstance(turn.step, PickMonument)
    assert turn.picks == "r1c2 r3c7"

    assert turn.pick("r3c7").pick("r4c3").me.monuments == cells("r1c2 r4c3 r1c2")


@pytest.mark.rule("cultus.power.3", "cultus.monument.5")
def test_power_five_goes_where_no_other_monument_stands_unless_with_friendship() -> None:
    """An office at r3c2 holds a rival's monument, r4c3 the own one."""
    rival = ruler("r8c8", monuments="r3c2")
    me = ruler("r1c1", character_gold=5, monuments="r4c3")

    alone = acting(me, rival).use("move_monument")
    assert not {at("r3c2"), at("r4c3")} & set(cells(alone.picks))

    friend = ruler("r1c1", character_gold=5, monuments="r4c3", owns="friendship")
    shared = acting(friend, rival).use("move_monument")
    assert at("r3c2") in cells(shared.picks)
    assert at("r4c3") not in cells(shared.picks)


@pytest.mark.rule("cultus.power.3", "cultus.action.2")
def test_power_five_needs_an_own_monument() -> None:
    turn = acting(ruler("r1c1", character_gold=5), ruler("r8c8", monuments="r3c7"))

    assert not turn.can("use move_monument")
    assert turn.why_not("use move_monument") == LazyText("power_without_target")


@pytest.mark.rule("cultus.power.4")
def test_power_ten_needs_an_own_monument() -> None:
    turn = acting(ruler("r1c1", character_gold=10), ruler("r8c8", monuments="r3c7"))

    assert not turn.can("use score")
