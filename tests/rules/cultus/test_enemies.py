"""The six enemies."""

from __future__ import annotations

import pytest

from hako.content.cultus.actions import DrawCard, LeaveMonument, PushMonument
from hako.content.cultus.events.solo_enemy import (
    CharacterEmptied,
    CostBoardEmptied,
    EnemyScored,
    MonumentStayed,
    VpLost,
)
from hako.content.cultus.scoring import effect_counts, effect_pays
from hako.content.cultus.steps.drawing import StartDraw
from tests.rules.cultus.table import (
    acting,
    at,
    cells,
    content,
    enemy_phase,
    foe,
    income,
    ruler,
    spots,
    table,
)
from tests.rules.tables import by_clause

# ------------------------------------------------------------ Balthasar


@pytest.mark.rule("cultus.enemy.1")
def test_balthasar_makes_the_player_draw_and_counts_the_discards() -> None:
    """Two cubes in stock: two cards; three discards and the one of this phase: 12 VP."""
    me = ruler("r1c1", stock=2)

    phase = enemy_phase(me, enemy=foe("balthasar", track=4), discard="02 03 05")

    assert phase.options == [
        DrawCard(income(item)) for item in ("CW", "WM", "MO", "OB", "BH", "HC")
    ]
    drawn = phase.draw("HC").draw("HC")
    assert len(drawn.me.hand) == 2
    assert drawn.foe.vp == 12
    assert drawn.town.space(income("HC")).is_gold


@pytest.mark.rule("cultus.enemy.1")
def test_balthasar_makes_nobody_draw_from_empty_decks() -> None:
    """The enemy's own card leaves one: it is drawn, for three cubes."""
    me = ruler("r1c1", stock=3)

    over = enemy_phase(me, enemy=foe("balthasar", track=4), row="CW1 WM1 MO0 OB0 BH0 HC0").draw(
        "WM"
    )

    assert len(over.me.hand) == 1
    assert over.outcome is not None


@pytest.mark.rule("cultus.enemy.1")
def test_without_a_stock_balthasar_only_counts() -> None:
    phase = enemy_phase(ruler("r1c1", stock=0), enemy=foe("balthasar", track=4))

    assert phase.happened(EnemyScored) == [EnemyScored("balthasar", 1, 3)]


# ------------------------------------------------------------ Wilhelm


@by_clause(
    "enemy row vp after",
    # the medal costs points
    ("enemy.2", "wilhelm", "CW2@0 WM2", 5, 3),
    ("enemy.2", "wilhelm", "CW2@0 WM2", 1, 0),
    ("enemy.2", "wilhelm", "CW2@0 WM2", 0, 0),
    # other income cards cost nothing, and against others the medal pays
    ("enemy.2", "wilhelm", "CW2 WM2@0", 5, 5),
    ("enemy.2", "annet", "CW2@0 WM2", 0, 2),
)
def test_against_wilhelm_the_medal_costs_points(enemy: str, row: str, vp: int, after: int) -> None:
    """The gold is gained all the same."""
    turn = acting(ruler("r2c1", vp=vp), enemy=foe(enemy), row=row).walk("r2c2")

    assert turn.me.vp == after
    assert turn.allot(1, 0).gold == (1, 0)


@by_clause(
    "own others vp",
    # four in the centre, and r4c6 beside r4c5; r1c1 stands alone
    ("enemy.3", "r4c6 r1c1", "r4c4 r4c5 r5c4 r5c5", 10),
    # a shared cell is not beside; both count when a third stands beside
    ("enemy.3", "r1c1 r1c1", "r3c3 r4c4 r6c6 r1c7", 0),
    ("enemy.3", "r1c1 r1c1", "r1c2", 6),
)
def test_wilhelm_counts_monuments_beside_monuments(own: str, others: str, vp: int) -> None:
    me = ruler("r8c8", monuments=own)

    assert enemy_phase(me, enemy=foe("wilhelm", others, track=1)).foe.vp == vp


# ------------------------------------------------------------ Eleonora


@pytest.mark.rule("cultus.enemy.4")
def test_eleonora_takes_cost_board_gold_and_counts_the_stock() -> None:
    """Character gold is safe; 16 VP for each of four cubes."""
    me = ruler("r1c1", cost=9, character_gold=4, stock=4)

    phase = enemy_phase(me, enemy=foe("eleonora", track=4))

    assert phase.gold == (0, 4)
    assert phase.happened(CostBoardEmptied) == [CostBoardEmptied(0, 9)]
    assert phase.foe.vp == 64


@pytest.mark.rule("cultus.enemy.4")
def test_eleonora_gets_nothing_from_an_empty_stock() -> None:
    assert enemy_phase(ruler("r1c1", cost=3, stock=0), enemy=foe("eleonora", track=4)).foe.vp == 0


# ------------------------------------------------------------ Ruben


@pytest.mark.rule("cultus.enemy.5", "cultus.enemy.8")
def test_ruben_pushes_one_own_monument_away_from_the_centre() -> None:
    """From the centre cell r4c4: up or left. From r3c5: up or right."""
    me = ruler("r1c1", monuments="r4c4 r3c5")

    phase = enemy_phase(me, enemy=foe("ruben", "r8c8 r8c1", track=5))

    assert phase.pushes == ["r4c4 r3c4", "r4c4 r4c3", "r3c5 r2c5", "r3c5 r3c6"]
    assert phase.push("r4c4", "r4c3").me.monuments == cells("r4c3 r3c5")
    assert phase.me.vp == 0


@pytest.mark.rule("cultus.enemy.5", "cultus.enemy.8")
def test_a_monument_that_can_step_has_to_be_pushed() -> None:
    """r1c1 cannot go farther; r2c2 could go up, where r1c2 is taken, or left."""
    me = ruler("r5c5", monuments="r1c1 r2c2 r1c2")

    phase = enemy_phase(me, enemy=foe("ruben", "r8c8", track=5))

    assert phase.options == [
        PushMonument(at("r2c2"), at("r2c1")),
    ]


@pytest.mark.rule("cultus.enemy.5", "cultus.enemy.8")
def test_where_no_monument_can_step_ruben_only_counts() -> None:
    phase = enemy_phase(ruler("r5c5", monuments="r1c1"), enemy=foe("ruben", track=5))

    assert phase.foe.vp == 52
    assert phase.me.monuments == cells("r1c1")
    assert enemy_phase(ruler("r5c5"), enemy=foe("ruben", track=5)).foe.vp == 52


@pytest.mark.rule("cultus.enemy.5")
def test_ruben_counts_each_icon_once_for_each_monument() -> None:
    """Beside r2c2: C C W, and a cell without a card: two icons. Beside r5c5: C P W M: four."""
    board = ".C......CPC......W..........C......P.W......M..................."
    town = table(rulers=(ruler("r2c2"),), enemy=foe("ruben", "r2c2"), board=board).town

    assert effect_counts(town) == 2
    assert effect_pays(town) == 8


@pytest.mark.rule("cultus.enemy.5")
def test_ruben_gets_at_most_64() -> None:
    """Four different neighbours for each of four monuments."""
    board = (".C......" + "WPM....." + ".O......") * 2 + "." * 16
    town = table(rulers=(ruler("r2c2"),), enemy=foe("ruben", "r2c2 r2c2 r5c2 r5c2"), board=board)

    assert effect_pays(town.town) == 64


# ------------------------------------------------------------ Claudia


@pytest.mark.rule("cultus.enemy.6")
def test_claudia_takes_character_gold_or_five_points() -> None:
    rich = enemy_phase(ruler("r1c1", character_gold=8, vp=9), enemy=foe("claudia", track=6))
    assert (rich.me.character_gold, rich.me.vp) == (0, 9)
    assert rich.happened(CharacterEmptied) == [CharacterEmptied(0, 8)]

    poor = enemy_phase(ruler("r1c1", vp=9), enemy=foe("claudia", track=6))
    assert poor.me.vp == 4
    assert poor.happened(VpLost) == [VpLost(0, 5)]


@pytest.mark.rule("cultus.enemy.6")
def test_claudia_counts_the_icons_of_the_leftmost_open_income_card() -> None:
    """The deck that the enemy empties in this very phase is gone by then."""
    board = "CWWMMM.." + "." * 56
    me = ruler("r1c1", character_gold=1)

    first = enemy_phase(me, enemy=foe("claudia", "r1c1", track=6), board=board)
    assert first.foe.vp == 4 * 3

    second = enemy_phase(me, enemy=foe("claudia", "r1c1", track=6), board=board, row="CW1 WM2 MO2")
    assert second.foe.vp == 4 * 5


@pytest.mark.rule("cultus.enemy.6")
def test_without_an_open_income_card_claudia_counts_nothing() -> None:
    phase = enemy_phase(
        ruler("r1c1", character_gold=1), enemy=foe("claudia", track=6), row="CW0 WM0 MO1"
    )

    assert phase.happened(EnemyScored) == [EnemyScored("claudia", 0, 0)]


# ------------------------------------------------------------ Annet


@pytest.mark.rule("cultus.enemy.7", "cultus.enemy.8")
def test_annet_s_monuments_go_one_cell_towards_the_centre_as_the_player_likes() -> None:
    """r2c2 may go down or right; the player chooses who comes first."""
    annet = foe("annet", "r2c2 r5c8 r4c4 r8c5", track=2)

    phase = enemy_phase(ruler("r1c1"), enemy=annet)

    assert phase.pushes == ["r2c2 r2c3", "r2c2 r3c2", "r5c8 r5c7", "r8c5 r7c5"]
    gathered = phase.push("r8c5", "r7c5").push("r2c2", "r3c2").push("r5c8", "r5c7")
    assert gathered.foe.monuments == cells("r3c2 r5c7 r4c4 r7c5")
    assert gathered.foe.vp == 6


@pytest.mark.rule("cultus.enemy.7")
def test_a_monument_without_a_step_when_its_turn_comes_stays() -> None:
    """r4c2 waits behind r4c3: moved first it stays, moved second it follows."""
    annet = foe("annet", "r4c2 r4c3", track=2)

    waiting = enemy_phase(ruler("r1c1"), enemy=annet)
    assert waiting.options == [
        PushMonument(at("r4c3"), at("r4c4")),
        LeaveMonument(at("r4c2")),
    ]
    follows = enemy_phase(ruler("r1c1"), enemy=annet).push("r4c3", "r4c4").push("r4c2", "r4c3")
    assert follows.foe.monuments == cells("r4c3 r4c4")

    stays = waiting.leave("r4c2")
    assert stays.happened(MonumentStayed) == [MonumentStayed(at("r4c2"))]
    stayed = stays.push("r4c3", "r4c4")
    assert stayed.foe.monuments == cells("r4c2 r4c4")
    assert isinstance(stayed.step, StartDraw)


@pytest.mark.rule("cultus.enemy.7", "cultus.enemy.8")
def test_annet_is_blocked_by_monuments_and_has_no_step_inside_the_centre() -> None:
    """The player's monument on r4c3 blocks r4c2, which lies in the middle rows already."""
    me = ruler("r1c1", monuments="r4c3")

    phase = enemy_phase(me, enemy=foe("annet", "r4c2 r4c4 r5c5", track=2))

    assert phase.foe.monuments == cells("r4c2 r4c4 r5c5")
    assert phase.foe.vp == 12


@pytest.mark.rule("cultus.enemy.7", "cultus.solo.13")
def test_friendship_of_the_player_does_not_open_cells_to_annet() -> None:
    me = ruler("r1c1", monuments="r4c3", owns="friendship")

    phase = enemy_phase(me, enemy=foe("annet", "r4c2 r4c4", track=2))

    assert phase.foe.monuments == cells("r4c2 r4c4")


@pytest.mark.rule("cultus.enemy.7")
def test_annet_counts_her_own_monuments_alone() -> None:
    me = ruler("r1c1", monuments="r4c5")

    assert enemy_phase(me, enemy=foe("annet", "r4c4", track=2)).foe.vp == 6


@pytest.mark.rule("cultus.enemy.8")
def test_away_from_and_towards_the_centre() -> None:
    """By the row or column that a step changes; 4 and 5 are equally near."""
    geometry = content().geometry

    assert spots(geometry.inwards[at("r2c4")]) == "r3c4"
    assert spots(geometry.outwards[at("r2c4")]) == "r1c4 r2c3"
    assert spots(geometry.inwards[at("r6c7")]) == "r5c7 r6c6"
    assert spots(geometry.outwards[at("r6c7")]) == "r6c8 r7c7"
    assert spots(geometry.inwards[at("r5c4")]) == ""
    assert spots(geometry.outwards[at("r5c5")]) == "r5c6 r6c5"
    assert spots(geometry.outwards[at("r8c8")]) == ""
