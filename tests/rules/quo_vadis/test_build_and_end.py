"""Building, the end of a turn, settlements, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.quo_vadis.actions import Build
from hako.content.quo_vadis.events.building import SkillScored
from hako.content.quo_vadis.events.end_phase import DominionGained, SkillSet, TerritoryScored
from hako.content.quo_vadis.events.gains import VpGained
from hako.content.quo_vadis.events.pieces import WorkersReturned
from hako.content.quo_vadis.events.setup import CardsDrawn, EpicsShuffled
from hako.content.quo_vadis.generation_change_terms import change_pays
from hako.content.quo_vadis.scoring import parts
from hako.content.quo_vadis.state import City, RowSkill
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.build import BuildOn, BuildPhase
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.rounds import FinalSettlement
from hako.content.quo_vadis.working_skills import can, total
from tests.rules.quo_vadis.table import at, doing, final
from tests.rules.tables import by_clause

# ------------------------------------------------------------ building


@by_clause(
    "pieces moves after",
    # the creation area is 1-2
    (
        "build.1",
        "A:3-4a A:2-4a A:ruin@2-4a/2 A:1-5a",
        "build fort 3-4a, rebuild 2-4a, build temple 1-5a",
        "forts=3-4a temples=1-5a cities=2-4a/2",
    ),
    ("build.2", "A:1-2a*2", "build fort 1-2a", "workers=1-2a forts=1-2a reserve=9 food=3"),
)
def test_one_builds_in_any_order_anywhere_with_a_worker_and_for_nothing_else(
    pieces: str, moves: str, after: str
) -> None:
    assert doing(BuildPhase, "A 1-2", pieces).plays(moves).shows("A", after) == after


@pytest.mark.rule("quo_vadis.build.3")
@pytest.mark.parametrize("text", ["A:fort@1-2a", "B:city@1-2a", "B:ruin@1-2a/1", "A:ruin@1-2a"])
def test_a_cell_holds_one_building_a_destroyed_city_included(text: str) -> None:
    offered = doing(BuildPhase, "A 1-2", f"A:1-2a A:1-3a {text}").options

    assert not any(isinstance(it, Build) and it.cell == "1-2a" for it in offered)
    assert Build("fort", "1-3a") in offered


@pytest.mark.rule("quo_vadis.build.4")
def test_rivals_workers_do_not_hinder_building() -> None:
    assert doing(BuildPhase, "A 1-2", "A:1-2a B:1-2a C:1-2a").can("build fort 1-2a")


@pytest.mark.rule("quo_vadis.build.5", "quo_vadis.build.6")
def test_after_a_change_exactly_one_city_has_to_be_built() -> None:
    table = doing(BuildPhase, "A 1-2", "A:1-2a A:1-3a", changed=True)
    assert not table.can("enough")
    why = table.why_not("enough")
    assert why is not None
    assert why.key == "city_due"

    table.build("city", "1-3a")
    assert table.shows("A", "cities=1-3a/0") == "cities=1-3a/0"  # without dominion (build.6)
    assert table.can("enough")
    assert not table.can("build city 1-2a")


@pytest.mark.rule("quo_vadis.build.5")
def test_without_a_change_no_city_is_built() -> None:
    assert not doing(BuildPhase, "A 1-2", "A:1-2a").can("build city 1-2a")


@pytest.mark.rule("quo_vadis.build.5")
def test_a_fort_on_the_last_place_for_a_city_leaves_none() -> None:
    """The city is due only while there is a place for it."""
    table = doing(BuildPhase, "A 1-2", "A:1-2a", changed=True)
    assert not isinstance(table.build("fort", "1-2a").step, BuildOn)


@pytest.mark.rule("quo_vadis.build.7")
def test_a_destroyed_city_is_rebuilt_with_a_worker_and_keeps_its_cubes() -> None:
    table = doing(BuildPhase, "A 1-2", "A:2-4a A:ruin@2-4a/2 A:3-4a A:ruin@3-4a B:2-4b B:ruin@2-4b")
    assert table.offers("rebuild") == ["2-4a", "3-4a"]
    assert table.can("enough")

    table.rebuild("2-4a").rebuild("3-4a")
    assert table.of("A").cities == (City("2-4a", 2), City("3-4a", 0))
    assert table.reserve("A") == 10


@pytest.mark.rule("quo_vadis.build.8")
def test_there_are_two_forts_and_one_temple() -> None:
    table = doing(BuildPhase, "A 1-2", "A:1-2a A:1-2b A:1-3a A:1-3b A:1-4a")
    table.build("temple", "1-2a").build("fort", "1-2b").build("fort", "1-3a")

    assert not isinstance(table.step, BuildOn)


@pytest.mark.rule("quo_vadis.build.9")
def test_tokens_that_came_back_can_be_built_again() -> None:
    """A fort is on the map, the other came back in an earlier war."""
    assert doing(BuildPhase, "A 1-2", "A:1-2a A:fort@1-3a").can("build fort 1-2a")
    assert not doing(BuildPhase, "A 1-2", "A:1-2a A:fort@1-3a A:fort@1-4a").can("build fort 1-2a")


# ------------------------------------------------------------ the end of a turn


@pytest.mark.rule("quo_vadis.end.1")
def test_refill_dominion_tidying_and_settlement_follow_in_this_order() -> None:
    table = doing(EndPhase, "A 1-2", "A:1-2a*2 A:city@1-3a", changed=True, A="gens=l/l")
    table.set_skill("martyrs")
    order = [
        type(event).__name__
        for event in table.all_told
        if isinstance(
            event, CardsDrawn | DominionGained | WorkersReturned | SkillSet | TerritoryScored
        )
    ]

    assert order == [
        "CardsDrawn", "DominionGained", "WorkersReturned", "SkillSet", "TerritoryScored",
    ]  # fmt: skip


@pytest.mark.rule("quo_vadis.end.2")
def test_the_hand_is_refilled_to_its_maximum() -> None:
    table = doing(EndPhase, "A 1-2", A="hand=b", pile="lmrpp")

    assert table.hand("A") == "blmr"
    assert table.world.pile == ("prosperity", "prosperity")


@pytest.mark.rule("quo_vadis.end.2")
def test_a_full_hand_draws_nothing() -> None:
    assert doing(EndPhase, "A 1-2", A="hand=blmr").heard(CardsDrawn) == []


@pytest.mark.rule("quo_vadis.end.2")
def test_discards_are_shuffled_when_the_pile_runs_out() -> None:
    """Two cards are left; the third comes from the discards."""
    table = doing(EndPhase, "A 1-2", A="hand=b", pile="ll", discards="mrr")

    assert table.heard(EpicsShuffled)
    assert len(table.of("A").hand) == 4
    assert len(table.world.pile) == 2
    assert table.world.discards == ()


@pytest.mark.rule("quo_vadis.end.2")
def test_discards_wait_while_the_pile_is_just_enough() -> None:
    table = doing(EndPhase, "A 1-2", A="hand=b", pile="lll", discards="mrr")

    assert (table.hand("A"), table.world.pile) == ("blll", ())
    assert len(table.world.discards) == 3


@pytest.mark.rule("quo_vadis.end.2")
def test_drawing_stops_without_any_cards() -> None:
    assert doing(EndPhase, "A 1-2", A="hand=b", pile="l").hand("A") == "bl"


@by_clause(
    "pieces row moves after",
    # each intact city gains a cube
    (
        "end.3",
        "A:city@1-3a/2 A:city@2-4a A:ruin@3-4a/1",
        "",
        "",
        "cities=1-3a/3,2-4a/1 ruins=3-4a/1",
    ),
    # one worker, or only the own building, is left in each cell
    ("end.4", "A:1-2a*3", "", "", "workers=1-2a reserve=9"),
    ("end.4", "A:1-2a*2 A:fort@1-2a", "", "", "workers=- reserve=10"),
    ("end.4", "A:1-2a A:city@1-2a", "", "", "workers=- reserve=10"),
    ("end.4", "A:1-2a A:ruin@1-2a", "", "", "workers=- reserve=10"),
    ("end.4", "A:1-2a B:1-2a", "", "", "workers=1-2a reserve=9"),
    ("end.4", "A:1-2a B:city@1-2a", "", "", "workers=1-2a reserve=9"),
    ("end.4", "A:1-2a A:1-2b A:3-4a*2", "", "", "workers=1-2a,1-2b,3-4a reserve=7"),
    # at the own temple one may ascend, as the third for 3 VP; the other one returns
    (
        "end.5",
        "A:1-3a*2 A:temple@1-3a",
        "removed=2",
        "ascend 1-3a",
        "removed=3 vp=3 workers=- reserve=7",
    ),
    ("end.5", "A:1-3a A:temple@1-3a", "", "decline", "removed=0 reserve=10"),
    ("end.5", "A:1-3a*2 B:temple@1-3a", "", "", "removed=0 workers=1-3a"),
    ("end.5", "A:1-3b*2 A:temple@1-3a", "", "", "removed=0 workers=1-3b"),
)
def test_the_end_of_a_turn(pieces: str, row: str, moves: str, after: str) -> None:
    table = doing(EndPhase, "A 1-2", pieces, A=row).plays(moves)

    assert isinstance(table.step, ChooseArea)
    assert table.shows("A", after) == after


@pytest.mark.rule("quo_vadis.end.3", "quo_vadis.end.6")
def test_only_the_player_of_the_turn_gains_cubes_and_tidies_up() -> None:
    others = "workers=1-2b,1-2b cities=1-5a/1"

    assert doing(EndPhase, "A 1-2", "A:1-2a*2 B:1-2b*2 B:city@1-5a/1").shows("B", others) == others


# ------------------------------------------------------------ settlement


@pytest.mark.rule("quo_vadis.settle.1", "quo_vadis.settle.2", "quo_vadis.settle.7")
def test_a_face_down_skill_has_to_be_set_before_the_bonus() -> None:
    table = doing(EndPhase, "A 1-2", "A:1-2a A:1-2b", changed=True, A="gens=ll/l")
    assert table.offered == "set_skill dynasty, set_skill martyrs"
    assert not table.heard(TerritoryScored)

    table.set_skill("martyrs")
    assert table.of("A").skills == (RowSkill("martyrs"),)
    assert table.of("A").face_down == ("dynasty",)
    assert table.heard(TerritoryScored) == [TerritoryScored(0, 1, 2, 2)]
    assert isinstance(table.step, ChooseArea)
    assert table.world.turn is None


@pytest.mark.rule("quo_vadis.settle.3")
def test_a_skill_works_from_the_end_of_the_turn_and_not_in_this_settlement() -> None:
    """Dynasty would count a majority more."""
    table = doing(EndPhase, "A 1-2", "A:1-2a A:1-2b", changed=True, A="gens=ll/l").set_skill(
        "dynasty"
    )

    assert table.of("A").vp == 2
    assert total(table.world, 0, "majorities") == 1


@pytest.mark.rule("quo_vadis.settle.3")
def test_a_hand_raised_by_a_skill_is_not_refilled_in_this_turn() -> None:
    table = doing(EndPhase, "A 1-2", changed=True, A="hand=b gens=l/l face_down=great_library")
    table.set_skill("great_library")

    assert len(table.of("A").hand) == 4


@pytest.mark.rule("quo_vadis.settle.4")
@pytest.mark.parametrize(
    ("pieces", "held"),
    [
        ("A:1-2a A:1-2b", ["1-2"]),
        ("A:1-2a*2", []),
        ("A:1-2a A:1-3a", []),
        ("A:city@1-2c", ["1-2"]),
        ("A:ruin@1-2c/3", []),
        ("A:1-2a A:ruin@1-2c/3", []),
    ],
)
def test_two_cells_with_workers_or_an_intact_city_are_a_majority(
    pieces: str, held: list[str]
) -> None:
    assert at(pieces=pieces).majorities("A") == held


@pytest.mark.rule("quo_vadis.settle.5")
def test_majorities_are_shared_forts_do_not_count_and_no_area_counts_twice() -> None:
    table = at(pieces="A:1-2a A:1-2b B:city@1-2a B:1-2b A:city@1-2c A:fort@1-3a A:temple@1-3b")

    assert table.majorities("A") == ["1-2"]
    assert table.majorities("B") == ["1-2"]


@pytest.mark.rule("quo_vadis.settle.6")
def test_the_bonus_is_majorities_times_cards_of_the_closed_generation() -> None:
    """Majorities of 1-2, 1-3 and 2-4; the closed generation holds 4 cards, an older one 3."""
    pieces = "A:1-2a A:1-2b A:city@1-3a A:city@2-4a"
    table = doing(EndPhase, "A 1-2", pieces, changed=True, A="gens=lll/mmmm/b").set_skill("martyrs")

    assert table.of("A").vp == 12
    assert table.heard(TerritoryScored) == [TerritoryScored(0, 3, 4, 12)]
    assert parts(table.world, 0)["territory"] == 12


@pytest.mark.rule("quo_vadis.settle.6")
def test_what_a_change_would_pay_now_is_told() -> None:
    table = at(pieces="A:1-2a A:1-2b A:city@1-3a", A="gens=lll/mm")

    assert change_pays(table.world, 0) == (2, 2, 4)


# ------------------------------------------------------------ final settlement


@pytest.mark.rule("quo_vadis.final.1")
def test_all_cubes_on_the_own_cities_score_on_destroyed_ones_too() -> None:
    table = final("A:city@1-2a/4 A:ruin@1-3a/2 B:city@1-4a/3")

    assert [table.of(player).vp for player in "ABC"] == [6, 3, 0]
    assert table.heard(VpGained) == [VpGained(0, 6, "dominion"), VpGained(1, 3, "dominion")]


@pytest.mark.rule("quo_vadis.final.2")
def test_then_skills_score() -> None:
    table = final("A:city@1-2a/4", A="skills=metropolis removed=2", B="skills=martyrs removed=3")

    assert table.heard(SkillScored) == [
        SkillScored(0, "metropolis", 2),
        SkillScored(1, "martyrs", 6),
    ]
    assert [table.of(player).vp for player in "ABC"] == [6, 6, 0]


@pytest.mark.rule("quo_vadis.final.3")
def test_the_last_generation_brings_no_territory_bonus() -> None:
    assert final("A:1-2a A:1-2b", A="gens=llll").of("A").vp == 0


@pytest.mark.rule("quo_vadis.final.4")
@pytest.mark.parametrize(
    ("vp", "start", "wins"),
    [((40, 41, 39), 0, 1), ((41, 41, 39), 2, 0), ((41, 41, 41), 2, 2), ((40, 41, 41), 0, 1)],
)
def test_most_vp_wins_and_ties_go_clockwise_from_the_start_player(
    vp: tuple[int, int, int], start: int, wins: int
) -> None:
    rows: dict[str, Any] = {
        player: f"vp={number}" for player, number in zip("ABC", vp, strict=True)
    }
    outcome = at(FinalSettlement(), **rows).given(start_player=start).go().result

    assert (outcome.winners, outcome.scores) == ((wins,), vp)


# ------------------------------------------------------------ skills


@pytest.mark.rule("quo_vadis.skill.1")
def test_the_sixth_drafted_skill_is_never_set() -> None:
    """A sixth generation is the last: five changes, five skills."""
    table = doing(
        EndPhase, "A 1-2", "A:1-2a", changed=True, A="gens=l/l/l/l/l/l face_down=dynasty,martyrs"
    ).set_skill("dynasty")

    assert table.of("A").face_down == ("martyrs",)
    assert table.world.content.constants.max_generations - 1 == 5


@pytest.mark.rule("quo_vadis.skill.2")
def test_a_skill_that_works_once_is_turned_sideways() -> None:
    world = at(A="skills=truce*,veterans").world

    assert can(world, 0, "truce") is None
    assert total(world, 0, "die_min") == 3


@pytest.mark.rule("quo_vadis.skill.4")
def test_equal_effects_of_different_skills_add_up() -> None:
    """Far Sight and Great Library: four cards more."""
    table = doing(EndPhase, "A 1-2", A="hand=b skills=far_sight,great_library")

    assert len(table.of("A").hand) == 8
