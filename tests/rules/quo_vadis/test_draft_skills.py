"""The thirty skills of the draft."""

from __future__ import annotations

import pytest

from hako.content.quo_vadis.actions import Declare, MoveWorker, SelectArea, Strike, StrikeAndDestroy
from hako.content.quo_vadis.events.war import DiceRolled, WarDecided
from hako.content.quo_vadis.map_queries import place_price
from hako.content.quo_vadis.state import RowSkill
from hako.content.quo_vadis.steps.area_selection import (
    ChooseArea,
    GenesisBegins,
    Harvest,
    TurnStart,
)
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.resolve_card import GenesisEnd
from hako.content.quo_vadis.steps.war import CallTruce
from hako.content.quo_vadis.steps.wrath import OfferWrath
from hako.content.quo_vadis.working_skills import hand_max, suited
from tests.rules.quo_vadis.table import at, doing, final, playing, war
from tests.rules.tables import by_clause

# ------------------------------------------------------------ war


@by_clause(
    "pieces dice added",
    ("skill.veterans", "A:2-5c B:2-5c", (1, 1), [3, 1]),
    ("skill.veterans", "A:2-5c B:2-5c", (3, 1), [3, 1]),
    ("skill.veterans", "A:2-5c B:2-5c", (4, 1), [4, 1]),
    # of a fort only the larger die is raised
    ("skill.veterans", "A:2-5c A:fort@2-5c B:2-5c", (1, 2, 1), [3, 1]),
    ("skill.veterans", "A:2-5c A:fort@2-5c B:2-5c", (2, 5, 1), [5, 1]),
)
def test_veterans_count_at_least_three(
    pieces: str, dice: tuple[int, ...], added: list[int]
) -> None:
    table = war("A 2-5", pieces, *dice, A="skills=veterans")

    assert [event.added for event in table.heard(DiceRolled)] == added


@by_clause(
    "pieces dice skills vp",
    # a VP for each loser
    ("skill.triumph", "A:2-5c B:2-5c C:2-5c", (6, 1, 1), "triumph", 2),
    ("skill.triumph", "A:2-5c B:2-5c C:2-5c", (6, 6, 1), "triumph", 0),
    # 2 VP for a city destroyed, besides half of its cubes
    ("skill.siegecraft", "A:2-5c*3 B:city@2-5c/2", (6, 1), "siegecraft", 3),
    ("skill.siegecraft", "A:2-5c*3 B:2-5c", (6, 1), "siegecraft", 0),
    ("skill.4", "A:2-5c*3 B:city@2-5c/4", (6, 1), "triumph,siegecraft", 5),
)
def test_what_skills_bring_the_winner(
    pieces: str, dice: tuple[int, ...], skills: str, vp: int
) -> None:
    assert war("A 2-5", pieces, *dice, A=f"skills={skills}").of("A").vp == vp


@by_clause(
    "workers row moves after",
    # one worker of a loser may ascend
    (
        "skill.last_stand",
        2,
        "removed=2 skills=last_stand",
        "ascend 2-5c",
        "removed=3 vp=3 workers=-",
    ),
    ("skill.last_stand", 1, "skills=last_stand", "enough", "removed=0 reserve=10"),
    # for a food one worker a war withdraws
    ("skill.rear_guard", 2, "food=3 skills=rear_guard", "move 2-5c 2-4b", "workers=2-4b food=2"),
    ("skill.rear_guard", 1, "food=0 skills=rear_guard", "", "workers=-"),
    # of three workers one withdraws, one ascends, one returns
    (
        "skill.4",
        3,
        "food=1 skills=last_stand,rear_guard",
        "move 2-5c 2-4b, ascend 2-5c",
        "workers=2-4b removed=1 reserve=8",
    ),
    # Desert Guile comes after the food was paid
    (
        "skill.4",
        1,
        "food=1 skills=rear_guard,desert_guile",
        "move 2-5c 2-4b, gain food, gain food",
        "food=2",
    ),
)
def test_what_skills_save_of_workers_who_lost(
    workers: int, row: str, moves: str, after: str
) -> None:
    table = war("A 2-5", f"A:2-5c*5 B:2-5c*{workers}", 6, 1, B=row).plays(moves)

    assert isinstance(table.step, ChooseArea)
    assert table.shows("B", after) == after


@pytest.mark.rule("quo_vadis.skill.last_stand")
def test_last_stand_may_be_declined() -> None:
    assert war("A 2-5", "A:2-5c*3 B:2-5c*2", 6, 1, B="skills=last_stand").offered == "ascend 2-5c, enough"  # fmt: skip


@pytest.mark.rule("quo_vadis.skill.rear_guard")
def test_rear_guard_withdraws_to_a_cell_without_rivals() -> None:
    """2-5c touches 1-2a, 1-2b, 1-3a, 2-4b, 2-5a, 2-5b: A holds two, C's ruin is no hindrance."""
    pieces = "A:2-5c*3 A:1-2a C:fort@1-2b C:ruin@1-3a B:2-5c*2 B:2-5a"
    offered = war("A 2-5", pieces, 6, 1, B="food=1 skills=rear_guard").offers("move")

    assert offered == ["2-5c 1-3a", "2-5c 2-4b", "2-5c 2-5a", "2-5c 2-5b"]


@pytest.mark.rule("quo_vadis.skill.siegecraft")
def test_siegecraft_cancels_rivals_forts_and_not_the_own_ones() -> None:
    table = war(
        "A 2-5", "A:2-5c A:fort@2-5c B:2-5c B:fort@2-5a A:2-5a", 2, 3, 4, A="skills=siegecraft"
    )

    assert [len(event.faces) for event in table.heard(DiceRolled)] == [2, 1]


@pytest.mark.rule("quo_vadis.skill.siegecraft")
def test_siegecraft_works_in_wars_that_its_owner_takes_part_in() -> None:
    """C only watches from 2-5a, which nobody contests: B's fort keeps its second die."""
    table = war("A 2-5", "A:2-5c B:fort@2-5c C:2-5a", 6, 1, 2, C="skills=siegecraft")

    assert [event.faces for event in table.heard(DiceRolled)] == [(6,), (1, 2)]


@pytest.mark.rule("quo_vadis.skill.mercenaries")
def test_mercenaries_are_paid_with_food() -> None:
    table = war("A 2-5", "A:2-5c B:2-5c", 1, 3, A="food=2 spirit=1 skills=mercenaries")
    assert table.options == [
        Declare(0, 0), Declare(1, 0), Declare(0, 1), Declare(1, 1), Declare(0, 2), Declare(1, 2),
    ]  # fmt: skip
    table.declare(1, food=2)

    (event,) = table.heard(WarDecided)
    assert event.winner == 0
    assert table.tracks("A") == (1, 0, 0, 0)


@pytest.mark.rule("quo_vadis.skill.truce")
def test_truce_ends_a_war_as_a_draw_before_anything_is_declared() -> None:
    table = war("A 2-5", "A:2-5c B:2-5c", A="spirit=2", B="skills=truce")
    assert (table.seat, isinstance(table.step, CallTruce)) == ("B", True)
    table.use("truce")

    assert table.heard(WarDecided) == [WarDecided(None, (0, 1), ())]
    assert not table.heard(DiceRolled)
    assert [table.tracks(player) for player in "AB"] == [(2, 3, 0, 0), (0, 3, 0, 0)]
    assert table.of("B").skills == (RowSkill("truce", used=True),)


@pytest.mark.rule("quo_vadis.skill.truce")
def test_owners_of_truce_are_asked_in_the_order_of_declaring_until_one_uses_it() -> None:
    """Only one card exists; a corrected box might have another."""
    table = war("B 2-5", "A:2-5c B:2-5c C:2-5c", A="skills=truce", C="skills=truce")
    assert table.seat == "C"
    table.decline()
    assert table.seat == "A"
    table.use("truce")
    assert table.of("C").skills == (RowSkill("truce"),)


# ------------------------------------------------------------ wrath


@pytest.mark.rule("quo_vadis.skill.wrathful_god")
@pytest.mark.parametrize(
    ("wrath", "cells", "destroys"), [(2, 1, False), (3, 2, False), (4, 3, True)]
)
def test_wrathful_gods_strike_with_one_less(wrath: int, cells: int, destroys: bool) -> None:
    table = doing(OfferWrath, "A 1-2", "B:fort@1-2a", A=f"wrath={wrath} skills=wrathful_god")
    strikes = [it for it in table.options if isinstance(it, Strike | StrikeAndDestroy)]

    assert max(len(it.cells) for it in strikes) == cells
    assert any(isinstance(it, StrikeAndDestroy) for it in strikes) == destroys
    assert table.strike("1-2a").of("A").wrath == 0


@pytest.mark.rule("quo_vadis.skill.sanctuary")
def test_a_sanctuary_holds_against_others_and_not_against_the_own_god() -> None:
    pieces = "B:1-2a B:fort@1-2b C:1-2a"
    others = doing(OfferWrath, "A 1-2", pieces, A="wrath=5", B="skills=sanctuary")
    assert not any(isinstance(it, StrikeAndDestroy) for it in others.options)
    others.strike("1-2a", "1-2b")
    assert (others.of("B").workers, others.of("C").workers) == (("1-2a",), ())

    own = doing(OfferWrath, "B 1-2", pieces, B="wrath=5 skills=sanctuary")
    assert own.strike("1-2a", "1-2b", destroy=["1-2b"]).of("B").forts == ()


# ------------------------------------------------------------ actions


@by_clause(
    "row moves after",
    # a Blessing or Labour has an action more
    ("skill.festival_calendar", "hand=b gens= skills=festival_calendar", "play b", "actions=2"),
    ("skill.festival_calendar", "hand=l gens= skills=festival_calendar", "play l", "actions=2"),
    ("skill.festival_calendar", "hand=p gens= skills=festival_calendar", "play p", "actions=1"),
    # faith 3 and 3 + 1 actions: 7 cubes, two conversions
    (
        "skill.saint",
        "hand=m gens=ll faith=3 skills=saint",
        "play m, convert 2",
        "actions=4 faith=1 wrath=2",
    ),
    # an action more, and 4 VP at most
    ("skill.golden_age", "hand=p gens= skills=golden_age", "play p", "vp=2"),
    ("skill.golden_age", "hand=p gens=ll skills=golden_age", "play p", "vp=4"),
    ("skill.golden_age", "hand=p gens=llll skills=golden_age", "play p", "vp=4"),
    # Lb + Tradition: 3 instead of 2; without a match only the pile of 2 counts
    ("skill.tradition", "hand=b gens=lb/m skills=tradition", "play b", "actions=3"),
    ("skill.tradition", "hand=b gens=lm/m skills=tradition", "play b", "actions=2"),
    # three actions more, once
    (
        "skill.renaissance",
        "hand=b gens=l skills=renaissance",
        "play b, use renaissance",
        "actions=5 spirit=5 skills=renaissance*",
    ),
    (
        "skill.renaissance",
        "hand=b gens=l skills=renaissance",
        "play b, decline",
        "actions=2 spirit=2 skills=renaissance",
    ),
    # a Prosperity of the Renaissance has no limit: 2 + 3, and 2 + 1 + 3 of a Golden Age
    ("skill.renaissance", "hand=p gens=l skills=renaissance", "play p, use renaissance", "vp=5"),
    ("skill.4", "hand=p gens=l skills=golden_age,renaissance", "play p, use renaissance", "vp=6"),
    # inheritance 2 + 1, above the pile of 1; + 1 + 3
    (
        "skill.4",
        "hand=l gens=bl skills=tradition,festival_calendar,renaissance food=0",
        "change l, use renaissance",
        "actions=7",
    ),
)
def test_skills_add_actions(row: str, moves: str, after: str) -> None:
    assert playing(row).plays(moves).shows("A", after) == after


@by_clause(
    "row moves",
    ("skill.saint", "hand=m gens=ll faith=3 skills=saint", "play m"),
    # faith 5 + 1 + 1 + 3 actions: 10 cubes, but two conversions
    ("skill.4", "hand=m gens= faith=5 skills=saint,renaissance", "play m, use renaissance"),
)
def test_a_saint_converts_twice_at_most(row: str, moves: str) -> None:
    assert [it.times for it in playing(row).plays(moves).options] == [0, 1, 2]


@pytest.mark.rule("quo_vadis.skill.great_migration")
def test_a_great_migration_moves_any_worker_and_once_more() -> None:
    table = playing("hand=r gens= skills=great_migration", "A:1-2a A:3-4a").play("r")
    assert {it.origin for it in table.choices(MoveWorker)} == {"1-2a", "3-4a"}
    table.move("3-4a", "3-4b").move("3-4b", "3-4c")

    assert table.of("A").workers == ("1-2a", "3-4c")
    assert isinstance(table.step, ChooseArea)


# ------------------------------------------------------------ economy


@by_clause(
    "skills cards",
    ("skill.far_sight", "far_sight", 6),
    ("skill.great_library", "great_library", 6),
    ("skill.4", "far_sight,great_library", 8),
)
def test_skills_raise_the_hand_by_two(skills: str, cards: int) -> None:
    assert hand_max(at(A=f"skills={skills}").world, 0) == cards


@pytest.mark.rule("quo_vadis.skill.pilgrim_road")
@pytest.mark.parametrize(("numbers", "faith"), [((1, 0), 2), ((0, 0), 1)])
def test_the_first_free_is_free_on_a_pilgrim_road(numbers: tuple[int, int], faith: int) -> None:
    table = doing(ChooseArea, "A", A="faith=2 skills=pilgrim_road").select("1-2", *numbers)

    assert table.of("A").faith == faith


@pytest.mark.rule("quo_vadis.skill.pilgrim_road")
def test_a_pilgrim_without_faith_may_choose_one_free() -> None:
    offered = doing(ChooseArea, "A", A="faith=0 skills=pilgrim_road").options

    assert SelectArea((1, 0), "1-2") in offered
    assert not any(it.cards == (0, 0) for it in offered)


@pytest.mark.rule("quo_vadis.skill.great_harvest")
def test_a_great_harvest_fills_a_resource_once() -> None:
    table = doing(TurnStart, "A", A="food=1 spirit=5 skills=great_harvest")
    assert isinstance(table.step, Harvest)
    assert not table.can("gain spirit")
    table.gain("food")

    assert table.of("A").food == 5
    assert table.of("A").skills == (RowSkill("great_harvest", used=True),)
    again = doing(TurnStart, "A", A="food=1 skills=great_harvest*")
    assert isinstance(again.step, ChooseArea)


# ------------------------------------------------------------ map


@pytest.mark.rule("quo_vadis.skill.pioneers")
def test_pioneers_roll_eight_sides_there_and_wrath_keeps_the_terrain_of_the_race() -> None:
    table = war("A 2-5", "A:2-5b B:2-5b", 8, 1, A="skills=pioneers:sea")
    assert [event.sides for event in table.heard(DiceRolled)] == [8, 6]

    struck = doing(OfferWrath, "A 2-5", A="wrath=3 skills=pioneers:sea").strike("2-5a")
    assert struck.world.ring("2-5") == "plains"


@pytest.mark.rule("quo_vadis.skill.effective_control")
@pytest.mark.parametrize(
    ("pieces", "held"),
    [
        ("A:1-2a A:fort@1-2b", ["1-2"]),
        ("A:temple@1-2a A:fort@1-2b", ["1-2"]),
        ("A:1-2a A:fort@1-2a", []),
        ("A:fort@1-2a", []),
    ],
)
def test_effective_control_counts_forts_and_temples_as_workers(
    pieces: str, held: list[str]
) -> None:
    assert at(pieces=pieces, A="skills=effective_control").majorities("A") == held


@pytest.mark.rule("quo_vadis.skill.pioneers")
def test_pioneers_name_a_terrain_that_is_suited_from_the_turns_end() -> None:
    table = doing(EndPhase, "A 1-2", changed=True, A="gens=l/l face_down=pioneers,martyrs")
    table.set_skill("pioneers")
    assert not table.can("name plains")
    table.name("sea")

    assert suited(table.world, 0) == {"plains", "sea"}
    assert place_price(table.world, 0, "1-5b").food == 0


@pytest.mark.rule("quo_vadis.skill.reconstruction")
def test_reconstruction_rebuilds_one_city_a_phase_for_food_and_pays_for_each() -> None:
    pieces = "A:ruin@1-2a/2 A:ruin@1-3a A:ruin@1-4a A:1-4a"
    table = doing(BuildPhase, "A 1-2", pieces, A="food=2 skills=reconstruction")
    table.rebuild_for_food("1-2a").rebuild("1-4a")

    assert table.dominion("A") == {"1-2a": 2, "1-3a": 0, "1-4a": 0}
    assert [city.destroyed for city in table.of("A").cities] == [False, True, False]
    assert (table.of("A").food, table.of("A").vp) == (1, 2)
    assert isinstance(table.step, ChooseArea)


# ------------------------------------------------------------ the end of a turn


@by_clause(
    "pieces row moves after",
    # a Granary holds 7 food, and feeds at the turn's end
    ("skill.granary", "", "food=0 skills=granary", "", "food=1"),
    ("skill.granary", "", "food=2 skills=granary", "", "food=3"),
    ("skill.granary", "", "food=3 skills=granary", "", "food=3"),
    ("skill.granary", "", "food=7 skills=granary", "", "food=7"),
    ("skill.4", "", "food=0 skills=deft_cultivators,granary", "", "food=1"),
    # where two cities stand, one gains a cube more
    (
        "skill.capital",
        "A:city@1-2a/1 A:city@1-3a A:ruin@1-4a",
        "skills=capital",
        "crown 1-3a",
        "cities=1-2a/2,1-3a/2 ruins=1-4a/0",
    ),
    ("skill.capital", "A:city@1-2a/1 A:ruin@1-3a", "skills=capital", "", "cities=1-2a/2"),
    (
        "skill.4",
        "A:city@1-2a A:city@1-3a",
        "food=0 skills=capital,granary",
        "crown 1-2a",
        "cities=1-2a/2,1-3a/1 food=1",
    ),
    # one that would return ascends besides the temple's own: 1 VP there, 2 VP here
    (
        "skill.stairway",
        "A:1-2a*2 A:1-3a A:temple@1-3a A:2-4a",
        "skills=stairway",
        "ascend 1-3a, ascend 1-2a",
        "vp=3 removed=2 workers=1-2a,2-4a",
    ),
    # not at the temple: of two workers there one ascends, the other one returns
    (
        "skill.stairway",
        "A:1-3a*2 A:temple@1-3a",
        "skills=stairway",
        "ascend 1-3a",
        "removed=1 workers=- reserve=9",
    ),
    ("skill.stairway", "A:1-2a", "skills=stairway", "", "workers=1-2a"),
    ("skill.stairway", "A:1-2a*2", "skills=stairway", "decline", "removed=0 reserve=9"),
)
def test_skills_at_the_end_of_a_turn(pieces: str, row: str, moves: str, after: str) -> None:
    table = doing(EndPhase, "A 1-2", pieces, A=row).plays(moves)

    assert isinstance(table.step, ChooseArea)
    assert table.shows("A", after) == after


@by_clause(
    "pieces moves offered",
    ("skill.capital", "A:city@1-2a/1 A:city@1-3a A:ruin@1-4a", "", "crown 1-2a, crown 1-3a"),
    (
        "skill.stairway",
        "A:1-2a*2 A:1-3a A:temple@1-3a A:2-4a",
        "ascend 1-3a",
        "ascend 1-2a, decline",
    ),
)
def test_what_skills_offer_at_the_end_of_a_turn(pieces: str, moves: str, offered: str) -> None:
    table = doing(EndPhase, "A 1-2", pieces, A="skills=capital,stairway").plays(moves)

    assert table.offered == offered


@by_clause(
    "pieces skills vp",
    # 1 + 1 majorities times 2 cards
    ("skill.dynasty", "A:1-2a A:1-2b", "dynasty", 4),
    ("skill.4", "A:1-2a A:fort@1-2b", "dynasty,effective_control", 4),
)
def test_a_dynasty_counts_a_majority_more(pieces: str, skills: str, vp: int) -> None:
    table = doing(EndPhase, "A 1-2", pieces, changed=True, A=f"gens=ll/l skills={skills}")

    assert table.set_skill("martyrs").of("A").vp == vp


# ------------------------------------------------------------ final scoring


@pytest.mark.rule("quo_vadis.skill.wise_emperor")
@pytest.mark.parametrize(
    ("gens", "vp"),
    [("", 0), ("b", 1), ("b/lb", 1), ("b/l", 2), ("b/l/m", 4), ("b/l/m/r", 6), ("b/l/m/r/bp/b", 9)],
)
def test_a_wise_emperor_counts_kinds_on_top(gens: str, vp: int) -> None:
    assert final(A=f"gens={gens} skills=wise_emperor").of("A").vp == vp


@by_clause(
    "pieces skills vp",
    # workers removed
    ("skill.martyrs", "", "martyrs", 2),
    # forts and the temple
    (
        "skill.fortress_realm",
        "A:fort@1-2a A:fort@1-3a A:temple@1-4a A:city@1-5a",
        "fortress_realm",
        9,
    ),
    # intact cities
    ("skill.metropolis", "A:city@1-2a A:city@1-3a A:ruin@1-4a B:city@1-5a", "metropolis", 4),
    # areas with a worker or an intact building: 1-2, 1-3, 1-4, not the ruin's 1-5
    (
        "skill.world_walkers",
        "A:1-2a A:1-2b A:fort@1-3a A:city@1-4a A:ruin@1-5a B:2-4a",
        "world_walkers",
        3,
    ),
    # 2 VP, 3 VP, 2 VP and 2 areas
    (
        "skill.4",
        "A:city@1-2a A:fort@1-3a",
        "martyrs,fortress_realm,metropolis,world_walkers",
        9,
    ),
)
def test_skills_that_score_at_the_end(pieces: str, skills: str, vp: int) -> None:
    assert final(pieces, A=f"removed=1 skills={skills}").of("A").vp == vp


# ------------------------------------------------------------ pairs at one hook


def test_mercenaries_and_titan_blood_add_up() -> None:
    """B: worker 1 + Titan Blood 1 + food 2 + die 1 = 5 against A: 1 + 3 = 4."""
    table = war("A 2-5", "A:2-5c B:2-5c", 3, 1, B="food=2 skills=mercenaries,titan_blood")
    table.declare(0, food=2)
    (event,) = table.heard(WarDecided)

    assert event.winner == 1


def test_truce_comes_before_mercenaries_pay() -> None:
    table = war("A 2-5", "A:2-5c B:2-5c", B="food=2 skills=truce,mercenaries").use("truce")

    assert table.of("B").food == 2


def test_wrathful_god_and_sanctuary() -> None:
    """Two wrath are enough for A, but not against B's sanctuary."""
    table = doing(
        OfferWrath, "A 1-2", "B:1-2a C:1-2a", A="wrath=2 skills=wrathful_god", B="skills=sanctuary"
    ).strike("1-2a")

    assert (table.of("B").workers, table.of("C").workers) == (("1-2a",), ())


def test_great_harvest_fills_up_to_the_granarys_maximum() -> None:
    table = doing(TurnStart, "A", A="food=1 skills=granary,great_harvest").gain("food")

    assert table.of("A").food == 7


def test_masonry_and_reconstruction_in_one_phase() -> None:
    """A ruin for food, a fort taken back and a temple built: each once."""
    pieces = "B:ruin@1-2a B:fort@1-3a B:1-4a"
    table = doing(BuildPhase, "B 1-2", pieces, B="food=1 skills=masonry,reconstruction")
    table.rebuild_for_food("1-2a").demolish("fort", "1-3a").build("temple", "1-4a")

    assert (table.of("B").vp, table.tracks("B")) == (1, (1, 1, 0, 0))


def test_open_roads_and_spawning_leave_nothing_to_pay() -> None:
    world = at(turn="A 3-4", A="food=0 skills=open_roads,spawning").world.with_turn(placed=1)

    assert place_price(world, 0, "3-4a").food == 0


def test_pioneers_and_open_roads_do_not_pay_anybody() -> None:
    world = at(turn="A 3-4", A="food=0 skills=open_roads,pioneers:sea").world

    assert [place_price(world, 0, cell).food for cell in ("3-4a", "3-4c")] == [0, 0]


def test_great_migration_and_nomads_are_two_things() -> None:
    """Nomads move only from the creation area, whatever Great Migration allows."""
    table = doing(
        GenesisEnd, "D 1-2", "D:1-2a D:3-4a", players=4, D="skills=nomads,great_migration"
    )

    assert {it.origin for it in table.choices(MoveWorker)} == {"1-2a"}


def test_divine_wisdom_and_pilgrim_road_spare_a_faith_each() -> None:
    table = at(
        ChooseArea(2), PlayCard(2), ChooseArea(0),
        turn="C", C="hand=l faith=1 skills=divine_wisdom,pilgrim_road",
    ).go()  # fmt: skip
    table.select("1-2", 1, 0).play("l", "b")

    assert table.of("C").faith == 0


def test_rising_tide_and_a_strike_leave_the_later_ring() -> None:
    table = at(
        GenesisBegins(4), OfferWrath(4), ChooseArea(0),
        turn="E 1-2", players=5, E="wrath=3 faith=1 skills=rising_tide", B="wrath=3",
    ).go()  # fmt: skip
    table.use("rising_tide").strike("1-2a")

    assert table.world.rings == (("1-2", "sea"),)
    assert not table.can("use rising_tide")
