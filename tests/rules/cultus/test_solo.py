"""The solo game: setting up, the enemy phase, the end."""

from __future__ import annotations

import pytest

from hako.content.cultus import GAME
from hako.content.cultus.actions import KeepCharacter, KeepPlan, PlaceMedal, PlacePawn
from hako.content.cultus.events.ending import FinalScoringBegan
from hako.content.cultus.events.solo_enemy import EnemyAdvanced, EnemyReturned, TopCardDiscarded
from hako.content.cultus.events.turn import PhaseBegan
from hako.content.cultus.scoring import ProjectedScore, projected_score
from hako.content.cultus.steps.drawing import StartDraw
from hako.content.cultus.steps.ending import FinalScoring
from hako.content.cultus.steps.setup import PickCharacter
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.setup import new_header
from hako.engine.log.setup_checks import BadSetup
from tests.rules.cultus.table import (
    Table,
    acting,
    at,
    cells,
    content,
    enemy_phase,
    foe,
    in_turn,
    income,
    new,
    ruler,
    table,
)

SEEDS = range(12)


def chosen(*kinds: type[object]) -> Table:
    """A solo game after the first offer for each choice of these kinds."""
    table = Table(new(1))
    for kind in kinds:
        assert all(isinstance(action, kind) for action in table.legal)
        table.do(table.legal[0])
    return table


# ------------------------------------------------------------ setting up


@pytest.mark.rule("cultus.solo.1", "cultus.turn.1")
def test_a_solo_turn_has_an_enemy_phase_after_the_hand_phase() -> None:
    """Everything else goes as with others: a card, income, three points."""
    turn = in_turn(ruler("r1c1"), enemy=foe("annet")).draw("CW").allot(1, 0)
    assert turn.points == 3

    done = turn.draw("WM").draw("WM").draw("MO")

    phases = [began.phase for began in done.happened(PhaseBegan)]
    assert phases == ["hand", "enemy", "start"]
    assert done.seat == 0


@pytest.mark.rule("cultus.solo.2")
@pytest.mark.parametrize("name", ["balthasar", "wilhelm", "eleonora", "ruben", "claudia", "annet"])
def test_an_enemy_is_chosen(name: str) -> None:
    town = new(1, enemy=name)

    assert town.foe.id == name
    assert town.foe.track == 0


@pytest.mark.rule("cultus.solo.2")
def test_or_an_enemy_is_drawn() -> None:
    assert {new(1, seed=seed).foe.id for seed in range(60)} == set(content().enemy)


@pytest.mark.rule("cultus.solo.3")
@pytest.mark.parametrize(("level", "vp"), [("normal", 0), ("hard", 10), ("extreme", 20)])
def test_the_difficulty_is_what_the_enemy_starts_with(level: str, vp: int) -> None:
    town = new(1, difficulty=level)

    assert town.foe.vp == vp
    assert town.rulers[0].vp == 0


@pytest.mark.rule("cultus.solo.3", "cultus.solo.2")
def test_enemies_are_for_one_player() -> None:
    two = (Player("Ann"), Player("Ben"))
    for options in ({"enemy": "annet"}, {"difficulty": "hard"}):
        with pytest.raises(BadSetup):
            new_header(GAME, two, options)


@pytest.mark.rule("cultus.solo.5")
def test_sixteen_cards_fill_the_map_and_the_rest_is_six_decks_of_five() -> None:
    town = new(1)

    assert len(town.rulers[0].hand) == 2
    assert [laid.anchor for laid in town.laid] == [*content().geometry.spaces]
    assert None not in town.icons
    assert [len(space.deck) for space in town.row] == [5] * 6
    assert town.discard == town.left_over == ()


@pytest.mark.rule("cultus.solo.5")
def test_each_of_the_sixteen_cards_lies_either_way() -> None:
    ways = {tuple(laid.rotation for laid in new(1, seed=seed).laid) for seed in SEEDS}

    assert len(ways) > 1
    assert {rotation for numbers in ways for rotation in numbers} == {0, 180}


@pytest.mark.rule("cultus.solo.6")
def test_one_of_two_characters_and_plans_is_kept_face_up() -> None:
    table = Table(new(1, enemy="annet"))
    characters = table.legal
    assert [type(action) for action in characters] == [KeepCharacter, KeepCharacter]
    plans = table.do(characters[1]).legal
    assert [type(action) for action in plans] == [KeepPlan, KeepPlan]

    me = table.do(plans[1]).seen().rulers[0]
    assert (me.character, me.plan) == (characters[1].character, plans[1].plan)


@pytest.mark.rule("cultus.solo.6")
@pytest.mark.parametrize("language", ["en", "ja"])
def test_both_plans_are_seen_before_a_character_is_chosen(language: Language) -> None:
    """All four are drawn first; the question for the character names the plans."""
    table = Table(new(1, seed=3))
    names = {**GAME.terms(content(), language), "seat": {0: "Mia"}}
    asked = load_catalogue(language, GAME.folder).with_terms(names).render(table.step)

    plans = [names["plan"][item.plan] for item in table.do(table.legal[0]).legal]
    assert len(plans) == 2
    assert all(plan in asked for plan in plans)


@pytest.mark.rule("cultus.solo.6")
def test_the_character_of_the_enemy_may_be_drawn() -> None:
    drawn = {
        name
        for seed in range(60)
        if isinstance(step := new(1, seed=seed, enemy="annet").agenda[-1], PickCharacter)
        for name in step.drawn
    }

    assert drawn == set(content().character)


@pytest.mark.rule("cultus.solo.7")
def test_the_enemy_stands_on_the_centre_and_the_player_has_six_cubes() -> None:
    """Four in stock, one on the cost board, one on the character."""
    town = new(1)

    assert town.foe.monuments == cells("r4c4 r4c5 r5c4 r5c5")
    me = town.rulers[0]
    assert (me.stock, me.cost, me.character_gold) == (4, 0, 0)


@pytest.mark.rule("cultus.solo.9")
def test_the_medal_goes_on_any_income_card_and_the_pawn_into_any_corner() -> None:
    table = chosen(KeepCharacter, KeepPlan)
    assert table.legal == [PlaceMedal(space.income) for space in table.town.row]

    table.do(table.legal[0])

    corners = [PlacePawn(cell) for cell in cells("r1c1 r1c8 r8c1 r8c8")]
    assert table.legal == corners
    assert table.do(corners[2]).me.pawn == at("r8c1")
    assert table.town.row[0].medal == 0


@pytest.mark.rule("cultus.solo.10")
def test_no_card_is_laid_at_the_start() -> None:
    table = chosen(KeepCharacter, KeepPlan, PlaceMedal, PlacePawn)

    assert isinstance(table.step, StartDraw)
    assert len(table.town.laid) == 16
    assert len(table.me.hand) == 2
    assert table.offers("place") == []


# ------------------------------------------------------------ the enemy phase


@pytest.mark.rule("cultus.solo.11")
def test_the_enemy_discards_from_the_leftmost_deck() -> None:
    phase = enemy_phase(ruler("r1c1"), enemy=foe("annet"), row="CW0 WM2 MO2 OB2 BH2 HC2")

    (discarded,) = phase.happened(TopCardDiscarded)
    assert discarded.income == income("WM")
    assert phase.town.discard == (discarded.card,)
    assert len(phase.town.space(income("WM")).deck) == 1


@pytest.mark.rule("cultus.solo.11", "cultus.solo.14")
def test_without_decks_the_enemy_discards_nothing_and_goes_on() -> None:
    """The effect of that turn comes, and then the final scoring."""
    turn = acting(
        ruler("r1c1"), enemy=foe("claudia", track=6), row="CW1 WM0 MO0 OB0 BH0 HC0", points=1
    )

    over = turn.draw("CW")

    assert over.happened(TopCardDiscarded) == []
    assert over.happened(EnemyReturned) == [EnemyReturned("claudia")]
    assert over.happened(FinalScoringBegan)


@pytest.mark.rule("cultus.solo.12")
@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("balthasar", 5),
        ("wilhelm", 2),
        ("eleonora", 5),
        ("ruben", 6),
        ("claudia", 7),
        ("annet", 3),
    ],
)
def test_the_effect_comes_with_the_last_step_of_the_track(name: str, steps: int) -> None:
    """A step each turn; then back to 0."""
    me = ruler("r1c1", stock=0)
    for track in range(steps - 1):
        phase = enemy_phase(me, enemy=foe(name, track=track))
        assert phase.happened(EnemyAdvanced) == [EnemyAdvanced(name, track + 1)]
        assert phase.foe.track == track + 1

    last = enemy_phase(me, enemy=foe(name, track=steps - 1))

    assert last.happened(EnemyReturned) == [EnemyReturned(name)]
    assert last.foe.track == 0


@pytest.mark.rule("cultus.solo.13", "cultus.monument.5", "cultus.monument.6")
def test_abilities_do_not_change_what_an_enemy_does() -> None:
    """Ruben: one step, to a cell without a monument, whatever the player owns."""
    me = ruler("r1c1", monuments="r3c7 r2c7", owns="friendship military")

    phase = enemy_phase(me, enemy=foe("ruben", track=5))

    assert phase.pushes == ["r3c7 r3c8", "r2c7 r1c7", "r2c7 r2c8"]
    assert isinstance(phase.push("r3c7", "r3c8").step, StartDraw)


@pytest.mark.rule("cultus.solo.13")
def test_the_player_chooses_what_is_to_choose() -> None:
    assert enemy_phase(ruler("r1c1", monuments="r3c7"), enemy=foe("ruben", track=5)).seat == 0


@pytest.mark.rule("cultus.solo.14", "cultus.build.8")
def test_a_last_cube_ends_the_game_with_this_turn() -> None:
    """The enemy phase is still played; there is no last round."""
    me = ruler("r3c7", cost=10, stock=0, monuments="r1c2 r1c3 r1c5 r1c7")

    over = acting(me, enemy=foe("annet"), points=1).build("military")

    assert over.happened(TopCardDiscarded)
    assert over.outcome is not None


@pytest.mark.rule("cultus.solo.14")
def test_the_last_card_may_be_taken_by_the_enemy() -> None:
    over = enemy_phase(ruler("r1c1"), enemy=foe("annet"), row="CW0 WM1 MO0 OB0 BH0 HC0")

    assert over.outcome is not None


@pytest.mark.rule("cultus.solo.14")
def test_otherwise_the_next_turn_begins() -> None:
    phase = enemy_phase(ruler("r1c1"), enemy=foe("annet"))

    assert phase.outcome is None
    assert (phase.seat, phase.town.turn.number) == (0, 6)


@pytest.mark.rule("cultus.solo.15", "cultus.enemy.1")
def test_a_hand_filled_by_the_enemy_is_checked_in_the_next_hand_phase() -> None:
    me = ruler("r1c1", hand="02 03 05 06", stock=2, vp=9)

    phase = enemy_phase(me, enemy=foe("balthasar", track=4)).draw("WM").draw("MO")

    assert len(phase.me.hand) == 6
    assert phase.me.vp == 9
    assert phase.town.turn.phase == "start"
    next_turn = phase.draw("MO").allot(1, 0).walk("r1c2", "r1c1", "r1c2")
    assert len(next_turn.me.hand) == 7
    assert next_turn.town.turn.phase == "hand"


# ------------------------------------------------------------ the end


@pytest.mark.rule("cultus.solo.16")
def test_the_player_scores_the_centre_and_the_plan() -> None:
    """Example 15's player against Annet: 83."""
    me = ruler("r1c1", vp=41, monuments="r4c4 r5c5 r3c7", plan="plan_barracks")

    over = table(FinalScoring(), rulers=(me,), enemy=foe("annet", "r1c2 r1c3 r1c5 r1c7"))

    assert over.me.vp == 83


@pytest.mark.rule("cultus.solo.17")
@pytest.mark.parametrize(("monuments", "vp"), [("r4c4 r4c5 r5c4 r5c5", 40), ("r4c4 r3c5", 10)])
def test_the_enemy_scores_the_centre(monuments: str, vp: int) -> None:
    town = table(rulers=(ruler("r1c1"),), enemy=foe("ruben", monuments), board="P" * 64).town

    assert projected_score(town, None) == ProjectedScore(0, vp, 0, 0)


@pytest.mark.rule("cultus.solo.18", "cultus.solo.19")
def test_a_monument_beside_the_enemy_s_icon_scores_once() -> None:
    """Houses around r1c2 on three sides, and a monument on houses with none beside it."""
    board = "HPH....." + "PHP....." + "........" + "......H." + "." * 32

    town = table(rulers=(ruler("r1c1"),), enemy=foe("ruben", "r1c2 r4c7"), board=board).town

    assert projected_score(town, None) == ProjectedScore(0, 0, 0, icons=10 + 4 * 2)


@pytest.mark.rule("cultus.solo.20")
@pytest.mark.parametrize(
    ("lead", "ending"),
    [
        (-5, "defeat"),
        (0, "defeat"),
        (1, "narrow"),
        (19, "narrow"),
        (20, "clear"),
        (49, "clear"),
        (50, "glorious"),
    ],
)
def test_the_lead_chooses_the_ending(lead: int, ending: str) -> None:
    """A tie is a defeat."""
    me = ruler("r1c1", vp=100 + lead)
    over = table(
        FinalScoring(), rulers=(me,), enemy=foe("annet", "r1c1", vp=100), board="PP" + "." * 62
    )

    assert over.result.how.key == f"solo_{ending}"
    assert over.result.how.values["ending"] == f"annet.{ending}"
    assert over.result.winners == ((0,) if lead > 0 else ())


@pytest.mark.rule("cultus.solo.20")
def test_every_enemy_has_an_ending_for_every_lead_in_both_languages() -> None:
    for language in ("en", "ja"):
        endings = GAME.terms(content(), language)["ending"]
        assert len(set(endings.values())) == 24
