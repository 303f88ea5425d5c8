"""The thirty skills of the draft."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.quo_vadis.actions import (
    AddDominion,
    AscendWorker,
    Declare,
    Enough,
    GainResource,
    MoveWorker,
    NameTerrain,
    SelectArea,
    Strike,
    StrikeAndDestroy,
    UseSkill,
)
from hako.content.quo_vadis.events.building import SkillScored
from hako.content.quo_vadis.events.genesis import ActionsCounted
from hako.content.quo_vadis.events.rounds import VpGained
from hako.content.quo_vadis.events.war import DiceRolled, WarDecided
from hako.content.quo_vadis.land import place_price
from hako.content.quo_vadis.skills import hand_max, maximum, suited
from hako.content.quo_vadis.state import RowSkill
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.end import EndPhase
from hako.content.quo_vadis.steps.epics import GenesisEnd
from hako.content.quo_vadis.steps.play import PlayCard, UseRenaissance
from hako.content.quo_vadis.steps.rounds import FinalSettlement
from hako.content.quo_vadis.steps.selection import ChooseArea, GenesisBegins, Harvest, TurnStart
from hako.content.quo_vadis.steps.war import CallTruce, WarPhase
from hako.content.quo_vadis.steps.wrath import OfferWrath
from tests.rules.quo_vadis.table import Table, at, seat


def doing(step: Any, turn: str, pieces: str = "", **table: Any) -> Table:
    """A step of a turn; another selects an area then."""
    return at(step(seat(turn[0])), ChooseArea(0), turn=turn, pieces=pieces, **table).go()


def war(turn: str, pieces: str, *faces: int, **table: Any) -> Table:
    """The war phase of a turn; the dice fall like this, in the order of declaring."""
    whole = at(WarPhase(), ChooseArea(0), turn=turn, pieces=pieces, **table)
    return whole.loaded(*faces).go()


def playing(row: str, pieces: str = "A:1-2a", **table: Any) -> Table:
    """A plays a card."""
    return doing(PlayCard, "A 1-2", pieces, A=row, **table)


def actions(table: Table) -> int:
    """How many actions the card had."""
    (counted,) = table.heard(ActionsCounted)
    return int(counted.actions)


def scored(skill: str, pieces: str = "", row: str = "") -> int:
    """What a skill of A scores at the final settlement."""
    table = at(FinalSettlement(), pieces=pieces, A=f"{row} skills={skill}").go()
    return sum(event.vp for event in table.heard(SkillScored))


# ------------------------------------------------------------ war


@pytest.mark.rule("quo_vadis.skill.veterans")
@pytest.mark.parametrize(("face", "added"), [(1, 3), (2, 3), (3, 3), (4, 4)])
def test_veterans_count_at_least_three(face: int, added: int) -> None:
    table = war("A 2-5", "A:2-5c B:2-5c", face, 1, A="skills=veterans")

    assert [event.added for event in table.heard(DiceRolled)] == [added, 1]


@pytest.mark.rule("quo_vadis.skill.triumph")
def test_triumph_brings_a_vp_for_each_loser() -> None:
    pieces = "A:2-5c B:2-5c C:2-5c"

    assert war("A 2-5", pieces, 6, 1, 1, A="skills=triumph").of("A").vp == 2
    assert war("A 2-5", pieces, 6, 6, 1, A="skills=triumph").of("A").vp == 0


@pytest.mark.rule("quo_vadis.skill.last_stand")
def test_last_stand_lets_one_worker_of_a_loser_ascend() -> None:
    """Two workers in contested cells: one ascends as the third removed, one returns."""
    table = war("A 2-5", "A:2-5c*3 B:2-5c*2", 6, 1, B="removed=2 skills=last_stand")
    assert table.seat == "B"
    assert table.options == [AscendWorker("2-5c"), Enough()]
    table.ascend("2-5c")

    assert (table.of("B").removed, table.of("B").vp, table.of("B").workers) == (3, 3, ())


@pytest.mark.rule("quo_vadis.skill.last_stand")
def test_last_stand_may_be_declined() -> None:
    table = war("A 2-5", "A:2-5c*3 B:2-5c", 6, 1, B="skills=last_stand").enough()

    assert (table.of("B").removed, table.reserve("B")) == (0, 10)


@pytest.mark.rule("quo_vadis.skill.rear_guard")
def test_rear_guard_withdraws_a_worker_to_a_cell_without_rivals_for_a_food() -> None:
    """2-5c touches 1-2a, 1-2b, 1-3a, 2-4b, 2-5a, 2-5b: A holds two, C's ruin is no hindrance."""
    table = war(
        "A 2-5",
        "A:2-5c*3 A:1-2a C:fort@1-2b C:ruin@1-3a B:2-5c*2 B:2-5a",
        6, 1, B="food=1 skills=rear_guard",
    )  # fmt: skip
    moves = [it.target for it in table.options if isinstance(it, MoveWorker)]
    assert moves == ["1-3a", "2-4b", "2-5a", "2-5b"]
    table.move("2-5c", "2-4b")

    assert table.of("B").workers == ("2-4b", "2-5a")
    assert table.of("B").food == 0


@pytest.mark.rule("quo_vadis.skill.rear_guard")
def test_rear_guard_needs_food_and_helps_one_worker_a_war() -> None:
    assert isinstance(
        war("A 2-5", "A:2-5c*3 B:2-5c", 6, 1, B="food=0 skills=rear_guard").step, ChooseArea
    )
    table = war("A 2-5", "A:2-5c*3 B:2-5c*2", 6, 1, B="food=3 skills=rear_guard")
    assert isinstance(table.move("2-5c", "2-4b").step, ChooseArea)


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


@pytest.mark.rule("quo_vadis.skill.siegecraft")
@pytest.mark.parametrize(("pieces", "vp"), [("B:city@2-5c/2", 3), ("B:2-5c", 0)])
def test_siegecraft_pays_two_for_a_city_destroyed(pieces: str, vp: int) -> None:
    table = war("A 2-5", f"A:2-5c*3 {pieces}", 6, 1, A="skills=siegecraft")

    assert table.of("A").vp == vp


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


@pytest.mark.rule("quo_vadis.skill.festival_calendar")
@pytest.mark.parametrize(("card", "count"), [("b", 2), ("l", 2), ("p", 1)])
def test_a_festival_calendar_adds_an_action_to_blessing_and_labour(card: str, count: int) -> None:
    assert actions(playing(f"hand={card} gens= skills=festival_calendar").play(card)) == count


@pytest.mark.rule("quo_vadis.skill.saint")
def test_a_saint_has_one_more_action_and_converts_twice() -> None:
    """Faith 3 and 3 + 1 actions: 7 cubes, two conversions, 1 left; 0 is a choice, too."""
    table = playing("hand=m gens=ll faith=3 skills=saint").play("m")
    assert [it.times for it in table.options] == [0, 1, 2]
    table.convert(2)

    assert (actions(table), table.of("A").faith, table.of("A").wrath) == (4, 1, 2)


@pytest.mark.rule("quo_vadis.skill.great_migration")
def test_a_great_migration_moves_any_worker_and_once_more() -> None:
    table = playing("hand=r gens= skills=great_migration", "A:1-2a A:3-4a").play("r")
    assert {it.origin for it in table.options if isinstance(it, MoveWorker)} == {"1-2a", "3-4a"}
    table.move("3-4a", "3-4b").move("3-4b", "3-4c")

    assert table.of("A").workers == ("1-2a", "3-4c")
    assert isinstance(table.step, ChooseArea)


@pytest.mark.rule("quo_vadis.skill.golden_age")
@pytest.mark.parametrize(("pile", "vp"), [("", 2), ("ll", 4), ("llll", 4)])
def test_a_golden_age_adds_an_action_and_pays_up_to_four(pile: str, vp: int) -> None:
    table = playing(f"hand=p gens={pile} skills=golden_age").play("p")

    assert table.of("A").vp == vp


# ------------------------------------------------------------ economy


@pytest.mark.rule("quo_vadis.skill.great_library")
def test_a_great_library_raises_the_hand_by_two() -> None:
    assert hand_max(at(A="skills=great_library").world, 0) == 6


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


@pytest.mark.rule("quo_vadis.skill.granary")
@pytest.mark.parametrize(("food", "after"), [(0, 1), (2, 3), (3, 3), (7, 7)])
def test_a_granary_holds_two_more_and_feeds_at_the_turns_end(food: int, after: int) -> None:
    table = doing(EndPhase, "A 1-2", A=f"food={food} skills=granary")

    assert maximum(table.world, 0, "food") == 7
    assert table.of("A").food == after


@pytest.mark.rule("quo_vadis.skill.great_harvest")
def test_a_great_harvest_fills_a_resource_once() -> None:
    table = doing(TurnStart, "A", A="food=1 spirit=5 skills=great_harvest")
    assert isinstance(table.step, Harvest)
    assert GainResource("spirit") not in table.options
    table.gain("food")

    assert table.of("A").food == 5
    assert table.of("A").skills == (RowSkill("great_harvest", used=True),)
    again = doing(TurnStart, "A", A="food=1 skills=great_harvest*")
    assert isinstance(again.step, ChooseArea)


# ------------------------------------------------------------ map


@pytest.mark.rule("quo_vadis.skill.pioneers")
def test_pioneers_name_a_terrain_that_is_suited_from_the_turns_end() -> None:
    table = at(EndPhase(0), ChooseArea(0), turn="A 1-2", A="gens=l/l face_down=pioneers,martyrs")
    table.given(turn={"changed": True})
    table.go().set_skill("pioneers")
    assert NameTerrain("plains") not in table.options
    table.name("sea")

    assert suited(table.world, 0) == {"plains", "sea"}
    assert place_price(table.world, 0, "1-5b").food == 0


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


@pytest.mark.rule("quo_vadis.skill.reconstruction")
def test_reconstruction_rebuilds_one_city_a_phase_for_food_and_pays_for_each() -> None:
    pieces = "A:ruin@1-2a/2 A:ruin@1-3a A:ruin@1-4a A:1-4a"
    table = doing(BuildPhase, "A 1-2", pieces, A="food=2 skills=reconstruction")
    table.rebuild_for_food("1-2a").rebuild("1-4a")

    assert table.dominion("A") == {"1-2a": 2, "1-3a": 0, "1-4a": 0}
    assert [city.destroyed for city in table.of("A").cities] == [False, True, False]
    assert (table.of("A").food, table.of("A").vp) == (1, 2)
    assert isinstance(table.step, ChooseArea)


@pytest.mark.rule("quo_vadis.skill.capital")
def test_a_capital_gains_one_more_where_two_cities_stand() -> None:
    table = doing(EndPhase, "A 1-2", "A:city@1-2a/1 A:city@1-3a A:ruin@1-4a", A="skills=capital")
    assert table.options == [AddDominion("1-2a"), AddDominion("1-3a")]
    assert table.crown("1-3a").dominion("A") == {"1-2a": 2, "1-3a": 2, "1-4a": 0}

    alone = doing(EndPhase, "A 1-2", "A:city@1-2a/1 A:ruin@1-3a", A="skills=capital")
    assert isinstance(alone.step, ChooseArea)


# ------------------------------------------------------------ generations and ascension


@pytest.mark.rule("quo_vadis.skill.tradition")
@pytest.mark.parametrize(("gens", "count"), [("lb/m", 3), ("lm/m", 2)])
def test_tradition_raises_an_inheritance_that_there_is(gens: str, count: int) -> None:
    """Lb + Tradition: 3 instead of 2; without a match only the pile of 2 counts."""
    assert actions(playing(f"hand=b gens={gens} skills=tradition").play("b")) == count


@pytest.mark.rule("quo_vadis.skill.dynasty")
def test_a_dynasty_counts_a_majority_more() -> None:
    """1 + 1 majorities times 2 cards."""
    table = at(
        EndPhase(0),
        ChooseArea(0),
        turn="A 1-2",
        pieces="A:1-2a A:1-2b",
        A="gens=ll/l skills=dynasty",
    )
    table.given(turn={"changed": True})

    assert table.go().set_skill("martyrs").of("A").vp == 4


@pytest.mark.rule("quo_vadis.skill.renaissance")
def test_a_renaissance_adds_three_actions_once() -> None:
    table = playing("hand=b gens=l skills=renaissance").play("b")
    assert isinstance(table.step, UseRenaissance)
    table.use("renaissance")

    assert (actions(table), table.of("A").spirit) == (5, 5)
    assert table.of("A").skills == (RowSkill("renaissance", used=True),)
    kept = playing("hand=b gens=l skills=renaissance").play("b").decline()
    assert (actions(kept), kept.of("A").skills) == (2, (RowSkill("renaissance"),))


@pytest.mark.rule("quo_vadis.skill.renaissance")
def test_a_prosperity_of_the_renaissance_has_no_limit() -> None:
    """2 + 3 actions: 5 VP."""
    table = playing("hand=p gens=l skills=renaissance").play("p").use("renaissance")

    assert table.heard(VpGained) == [VpGained(0, 5, "prosperity")]


@pytest.mark.rule("quo_vadis.skill.stairway")
def test_a_stairway_lets_one_returning_worker_ascend_off_the_temple() -> None:
    """Besides the temple's own: 1 VP there, 2 VP here."""
    pieces = "A:1-2a*2 A:1-3a A:temple@1-3a A:2-4a"
    table = doing(EndPhase, "A 1-2", pieces, A="skills=stairway").ascend("1-3a")
    assert {it.cell for it in table.options if isinstance(it, AscendWorker)} == {"1-2a"}
    table.ascend("1-2a")

    assert (table.of("A").vp, table.of("A").removed) == (3, 2)
    assert table.of("A").workers == ("1-2a", "2-4a")


@pytest.mark.rule("quo_vadis.skill.stairway")
def test_a_stairway_does_not_stand_at_the_temple() -> None:
    """One of two workers there ascends by the temple, the other one returns."""
    pieces = "A:1-3a*2 A:temple@1-3a"
    table = doing(EndPhase, "A 1-2", pieces, A="skills=stairway").ascend("1-3a")

    assert (table.of("A").removed, table.of("A").workers, table.reserve("A")) == (1, (), 9)


@pytest.mark.rule("quo_vadis.skill.stairway")
def test_a_stairway_is_for_workers_that_would_return() -> None:
    assert isinstance(doing(EndPhase, "A 1-2", "A:1-2a", A="skills=stairway").step, ChooseArea)
    table = doing(EndPhase, "A 1-2", "A:1-2a*2", A="skills=stairway").decline()
    assert (table.of("A").removed, table.reserve("A")) == (0, 9)


# ------------------------------------------------------------ final scoring


@pytest.mark.rule("quo_vadis.skill.wise_emperor")
@pytest.mark.parametrize(
    ("gens", "vp"),
    [("", 0), ("b", 1), ("b/lb", 1), ("b/l", 2), ("b/l/m", 4), ("b/l/m/r", 6), ("b/l/m/r/bp/b", 9)],
)
def test_a_wise_emperor_counts_kinds_on_top(gens: str, vp: int) -> None:
    assert scored("wise_emperor", row=f"gens={gens}") == vp


@pytest.mark.rule("quo_vadis.skill.metropolis")
def test_a_metropolis_counts_intact_cities() -> None:
    assert scored("metropolis", "A:city@1-2a A:city@1-3a A:ruin@1-4a B:city@1-5a") == 4


@pytest.mark.rule("quo_vadis.skill.world_walkers")
def test_world_walkers_count_areas_with_a_worker_or_an_intact_building() -> None:
    """1-2, 1-3, 1-4, not the ruin's 1-5."""
    assert scored("world_walkers", "A:1-2a A:1-2b A:fort@1-3a A:city@1-4a A:ruin@1-5a B:2-4a") == 3


@pytest.mark.rule("quo_vadis.skill.martyrs")
def test_martyrs_are_the_workers_removed() -> None:
    assert scored("martyrs", row="removed=3") == 6


@pytest.mark.rule("quo_vadis.skill.fortress_realm")
def test_a_fortress_realm_counts_forts_and_the_temple() -> None:
    assert scored("fortress_realm", "A:fort@1-2a A:fort@1-3a A:temple@1-4a A:city@1-5a") == 9


# ------------------------------------------------------------ pairs at one hook


def test_nothing_but_the_larger_die_of_a_fort_is_raised_by_veterans() -> None:
    """Two dice, 1 and 2, count as 3; 2 and 5 as 5."""
    for faces, added in (((1, 2), 3), ((2, 5), 5)):
        table = war("A 2-5", "A:2-5c A:fort@2-5c B:2-5c", *faces, 1, A="skills=veterans")
        assert table.heard(DiceRolled)[0].added == added


def test_siegecraft_meets_veterans_in_a_fort() -> None:
    """B's fort gives no second die, but B's single 1 counts as 3."""
    table = war(
        "A 2-5", "A:2-5c B:2-5c B:fort@2-5c", 6, 1, A="skills=siegecraft", B="skills=veterans"
    )

    assert [(event.faces, event.added) for event in table.heard(DiceRolled)] == [
        ((6,), 6),
        ((1,), 3),
    ]


def test_triumph_and_siegecraft_both_pay_for_one_war() -> None:
    """1 VP for one loser, 2 for 4 cubes kept 2, 2 for the city: 5."""
    table = war("A 2-5", "A:2-5c*3 B:city@2-5c/4", 6, 1, A="skills=triumph,siegecraft")

    assert table.of("A").vp == 5


def test_mercenaries_and_titan_blood_add_up() -> None:
    """B: worker 1 + Titan Blood 1 + food 2 + die 1 = 5 against A: 1 + 3 = 4."""
    table = war("A 2-5", "A:2-5c B:2-5c", 3, 1, B="food=2 skills=mercenaries,titan_blood")
    table.declare(0, food=2)
    (event,) = table.heard(WarDecided)

    assert event.winner == 1


def test_truce_comes_before_mercenaries_pay() -> None:
    table = war("A 2-5", "A:2-5c B:2-5c", B="food=2 skills=truce,mercenaries").use("truce")

    assert table.of("B").food == 2


def test_last_stand_and_rear_guard_save_a_worker_each() -> None:
    """Of three workers one withdraws, one ascends, one returns."""
    table = war("A 2-5", "A:2-5c*5 B:2-5c*3", 6, 1, B="food=1 skills=last_stand,rear_guard")
    table.move("2-5c", "2-4b").ascend("2-5c")

    assert (table.of("B").workers, table.of("B").removed) == (("2-4b",), 1)
    assert table.reserve("B") == 8


def test_desert_guile_pays_after_rear_guard_was_paid_for() -> None:
    table = war(
        "A 2-5", "A:2-5c*5 D:2-5c", 6, 1, players=4, D="food=1 skills=rear_guard,desert_guile"
    )
    table.move("2-5c", "2-4b").gain("food", "food")

    assert table.of("D").food == 2


def test_wrathful_god_and_sanctuary() -> None:
    """Two wrath are enough for A, but not against B's sanctuary."""
    table = doing(
        OfferWrath, "A 1-2", "B:1-2a C:1-2a", A="wrath=2 skills=wrathful_god", B="skills=sanctuary"
    ).strike("1-2a")

    assert (table.of("B").workers, table.of("C").workers) == (("1-2a",), ())


def test_tradition_festival_and_renaissance_add_up_in_order() -> None:
    """Inheritance 2 + 1, above the pile of 1; + 1 + 3."""
    table = playing("hand=l gens=bl skills=tradition,festival_calendar,renaissance food=0")

    assert actions(table.change("l").use("renaissance")) == 7


def test_golden_age_and_renaissance() -> None:
    """2 + 1 + 3 actions, no limit: 6 VP."""
    table = playing("hand=p gens=l skills=golden_age,renaissance").play("p").use("renaissance")

    assert table.of("A").vp == 6


def test_saint_and_renaissance_convert_twice_at_most() -> None:
    """Faith 5 + 1 + 1 + 3 actions: 10 cubes, but two conversions."""
    table = playing("hand=m gens= faith=5 skills=saint,renaissance").play("m").use("renaissance")

    assert [it.times for it in table.options] == [0, 1, 2]


def test_deft_cultivators_and_granary_feed_at_both_ends_of_a_turn() -> None:
    table = doing(EndPhase, "A 1-2", A="food=0 skills=deft_cultivators,granary")

    assert table.of("A").food == 1


def test_great_harvest_fills_up_to_the_granarys_maximum() -> None:
    table = doing(TurnStart, "A", A="food=1 skills=granary,great_harvest").gain("food")

    assert table.of("A").food == 7


def test_open_roads_and_spawning_leave_nothing_to_pay() -> None:
    world = at(turn="A 3-4", A="food=0 skills=open_roads,spawning").world.with_turn(placed=1)

    assert place_price(world, 0, "3-4a").food == 0


def test_pioneers_and_open_roads_do_not_pay_anybody() -> None:
    world = at(turn="A 3-4", A="food=0 skills=open_roads,pioneers:sea").world

    assert [place_price(world, 0, cell).food for cell in ("3-4a", "3-4c")] == [0, 0]


def test_masonry_and_reconstruction_in_one_phase() -> None:
    """A ruin for food, a fort taken back and a temple built: each once."""
    table = doing(
        BuildPhase,
        "B 1-2",
        "B:ruin@1-2a B:fort@1-3a B:1-4a",
        B="food=1 skills=masonry,reconstruction",
    )
    table.rebuild_for_food("1-2a").demolish("fort", "1-3a").build("temple", "1-4a")

    assert (table.of("B").vp, table.tracks("B")) == (1, (1, 1, 0, 0))


def test_capital_and_granary_after_dominion() -> None:
    table = doing(
        EndPhase, "A 1-2", "A:city@1-2a A:city@1-3a", A="food=0 skills=capital,granary"
    ).crown("1-2a")

    assert (table.dominion("A"), table.of("A").food) == ({"1-2a": 2, "1-3a": 1}, 1)


def test_dynasty_and_effective_control_count_together() -> None:
    """A worker and a fort are a majority, and one more: 2 times 2 cards."""
    table = at(
        EndPhase(0), turn="A 1-2", pieces="A:1-2a A:fort@1-2b",
        A="gens=ll/l skills=dynasty,effective_control",
    )  # fmt: skip
    table.given(turn={"changed": True})

    assert table.go().set_skill("martyrs").of("A").vp == 4


def test_final_skills_add_up() -> None:
    """Metropolis 2, World Walkers 2 areas, Fortress Realm 3, Martyrs 2."""
    table = at(
        FinalSettlement(), pieces="A:city@1-2a A:fort@1-3a",
        A="removed=1 skills=metropolis,world_walkers,fortress_realm,martyrs",
    ).go()  # fmt: skip

    assert table.of("A").vp == 9


def test_great_migration_and_nomads_are_two_things() -> None:
    """Nomads move only from the creation area, whatever Great Migration allows."""
    table = doing(
        GenesisEnd, "D 1-2", "D:1-2a D:3-4a", players=4, D="skills=nomads,great_migration"
    )

    assert {it.origin for it in table.options if isinstance(it, MoveWorker)} == {"1-2a"}


def test_divine_wisdom_and_pilgrim_road_spare_a_faith_each() -> None:
    table = at(
        ChooseArea(2), PlayCard(2), ChooseArea(0),
        turn="C", C="hand=l faith=1 skills=divine_wisdom,pilgrim_road",
    ).go()  # fmt: skip
    table.select("1-2", 1, 0).play("l", "b")

    assert table.of("C").faith == 0


def test_far_sight_and_great_library_draw_eight() -> None:
    assert hand_max(at(C="skills=far_sight,great_library").world, 2) == 8


def test_rising_tide_and_a_strike_leave_the_later_ring() -> None:
    table = at(
        GenesisBegins(4), OfferWrath(4), ChooseArea(0),
        turn="E 1-2", players=5, E="wrath=3 faith=1 skills=rising_tide", B="wrath=3",
    ).go()  # fmt: skip
    table.use("rising_tide").strike("1-2a")

    assert table.world.rings == (("1-2", "sea"),)
    assert UseSkill("rising_tide") not in table.options
