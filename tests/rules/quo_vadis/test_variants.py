"""The designer's variants and the other readings, V1 to V21."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.quo_vadis.actions import Build, ReturnWorker, StrikeAndDestroy
from hako.content.quo_vadis.events.pieces import BuildingReturned
from hako.content.quo_vadis.events.war import DiceRolled, WarBegan, WarDecided
from hako.content.quo_vadis.map_queries import tokens
from hako.content.quo_vadis.state import City
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.rounds import TakeTurn
from hako.content.quo_vadis.steps.wrath import OfferWrath
from hako.content.quo_vadis.variants import OPTIONS, Variants, variants_of
from hako.content.quo_vadis.war_forecast import contested, strength
from tests.rules.quo_vadis.table import Table, at, doing, final, letters, new, war


def city(table: Table, player: str = "B") -> City:
    """The only city of a player."""
    (item,) = table.of(player).cities
    return item


@pytest.mark.rule("quo_vadis.variant.1")
def test_v1_a_winner_gains_no_spirit() -> None:
    table = war("A 2-5", "A:2-5c*2 B:2-5c", 6, 1, war_win_spirit=False)

    assert (table.of("A").spirit, table.of("B").wrath) == (0, 1)


# ------------------------------------------------------------ V2: dominion


def building(model: Any) -> Table:
    """A builds a city with that model of dominion."""
    table = at(
        BuildPhase(0), EndPhase(0), ChooseArea(0),
        turn="A 1-2", pieces="A:1-3a A:city@1-2b/2", A="gens=l/l", dominion_model=model,
    )  # fmt: skip
    table.given(turn={"changed": True, "city_due": True})
    return table.go().build("city", "1-3a")


@pytest.mark.rule("quo_vadis.variant.2", "quo_vadis.build.6")
@pytest.mark.parametrize(
    ("model", "dominion"),
    [
        ("growing", {"1-2b": 3, "1-3a": 1}),
        ("fixed4", {"1-2b": 2, "1-3a": 4}),
        ("siege4", {"1-2b": 2, "1-3a": 4}),
        ("triple", {"1-2b": 3, "1-3a": 1}),  # built with 1; only 1-2, the creation area, grows
    ],
)
def test_v2_a_new_city_and_growth(model: str, dominion: dict[str, int]) -> None:
    assert building(model).dominion("A") == dominion


@pytest.mark.rule("quo_vadis.variant.2")
@pytest.mark.parametrize(
    ("model", "cubes", "after", "vp"),
    [
        ("fixed4", 4, City("2-5c", 3, destroyed=True), 4),
        ("fixed4", 0, City("2-5c", 0, destroyed=True), 0),
        ("siege4", 4, City("2-5c", 3), 1),
        ("siege4", 1, City("2-5c", 0, destroyed=True), 1),
        ("siege4", 0, City("2-5c", 0, destroyed=True), 0),
        ("triple", 5, City("2-5c", 2, destroyed=True), 3),
    ],
)
def test_v2_a_city_that_loses_a_war(model: Any, cubes: int, after: City, vp: int) -> None:
    table = war("A 2-5", f"A:2-5c*3 B:city@2-5c/{cubes}", 6, 1, dominion_model=model)

    assert city(table) == after
    assert table.of("A").vp == vp


@pytest.mark.rule("quo_vadis.variant.2")
@pytest.mark.parametrize(
    ("model", "cubes", "after"),
    [
        ("fixed4", 4, City("2-5c", 3, destroyed=True)),
        ("siege4", 4, City("2-5c", 3)),
        ("siege4", 1, City("2-5c", 0, destroyed=True)),
        ("triple", 5, City("2-5c", 2, destroyed=True)),
    ],
)
def test_v2_a_city_struck_by_wrath_scores_for_nobody(model: Any, cubes: int, after: City) -> None:
    table = doing(
        OfferWrath,
        "A 2-5",
        f"B:city@2-5c/{cubes}",
        A="wrath=5",
        dominion_model=model,
    ).strike("2-5c", destroy=["2-5c"])

    assert city(table) == after
    assert table.of("A").vp == 0


@pytest.mark.rule("quo_vadis.variant.2")
@pytest.mark.parametrize(("model", "vp"), [("fixed4", 4), ("siege4", 4), ("triple", 18)])
def test_v2_what_cubes_are_worth_at_the_end(model: Any, vp: int) -> None:
    """4 cubes on an intact and 2 on a destroyed city."""
    assert final("A:city@1-2a/4 A:ruin@1-3a/2", dominion_model=model).of("A").vp == vp


# ------------------------------------------------------------ V3 to V9


@pytest.mark.rule("quo_vadis.variant.3")
def test_v3_cubes_on_destroyed_cities_score_nothing() -> None:
    assert final("A:city@1-2a/4 A:ruin@1-3a/2", destroyed_city_scores=False).of("A").vp == 4


@pytest.mark.rule("quo_vadis.variant.4")
def test_v4_workers_may_stay_together_and_one_still_ascends() -> None:
    pieces = "A:1-2a*3 A:1-3a*2 A:temple@1-3a A:2-4a A:fort@2-4a"
    table = doing(EndPhase, "A 1-2", pieces, stacking=True).ascend("1-3a")

    assert table.of("A").workers == ("1-2a", "1-2a", "1-2a", "1-3a", "2-4a")
    assert (table.of("A").removed, table.of("A").vp) == (1, 1)


@pytest.mark.rule("quo_vadis.variant.5")
def test_v5_wrath_takes_a_cube_from_a_city() -> None:
    table = doing(
        OfferWrath, "A 2-5", "B:city@2-5c/3 B:fort@2-5a", A="wrath=5", wrath_on_city="minus_one"
    )
    table.strike("2-5a", "2-5c", destroy=["2-5a", "2-5c"])

    assert (city(table), table.of("B").forts) == (City("2-5c", 2), ())
    bare = doing(OfferWrath, "A 2-5", "B:city@2-5c", A="wrath=5", wrath_on_city="minus_one")
    assert not any(isinstance(it, StrikeAndDestroy) for it in bare.options)


@pytest.mark.rule("quo_vadis.variant.6")
@pytest.mark.parametrize("wrath", [3, 4])
def test_v6_weaker_wrath_may_destroy_forts_and_no_city(wrath: int) -> None:
    pieces = "B:city@2-5c/3 B:fort@2-5a C:fort@2-5b C:temple@2-5c"
    table = doing(OfferWrath, "A 2-5", pieces, A=f"wrath={wrath}", wrath_razes_small=True)
    destroying = {it.destroy for it in table.choices(StrikeAndDestroy)}
    assert destroying == {("2-5a",)}

    table.strike("2-5a", destroy=["2-5a"])
    assert table.of("B").forts == ()


@pytest.mark.rule("quo_vadis.variant.7")
def test_v7_a_fort_or_temple_costs_a_food() -> None:
    table = doing(BuildPhase, "A 1-2", "A:1-2a A:1-3a", A="food=1", build_food_cost=1)
    table.build("temple", "1-2a")

    assert table.of("A").food == 0
    assert isinstance(table.step, ChooseArea)


@pytest.mark.rule("quo_vadis.variant.8")
def test_v8_any_worker_of_a_loser_may_ascend() -> None:
    """Three workers: two ascend for 1 + 2 VP, one returns."""
    table = war("A 2-5", "A:2-5c*5 B:2-5c*3", 6, 1, ascend_on_defeat=True)
    assert table.offered == "ascend 2-5c, enough"
    table.ascend("2-5c").ascend("2-5c").enough()

    assert (table.of("B").vp, table.of("B").removed, table.of("B").workers) == (3, 2, ())


@pytest.mark.rule("quo_vadis.variant.9")
def test_v9_a_temple_lets_a_worker_ascend_from_any_cell_once_a_turn() -> None:
    table = doing(EndPhase, "A 1-2", "A:1-2a*2 A:2-4a*2 A:temple@1-3a", ascend_anywhere=True)
    assert {*table.offers("ascend")} == {"1-2a", "2-4a"}
    table.ascend("2-4a")

    assert (table.of("A").removed, table.of("A").workers) == (1, ("1-2a", "2-4a"))
    homeless = doing(EndPhase, "A 1-2", "A:1-2a*2", ascend_anywhere=True)
    assert isinstance(homeless.step, ChooseArea)


# ------------------------------------------------------------ V10 to V13: losing a war


@pytest.mark.rule("quo_vadis.variant.10")
def test_v10_a_loser_may_pay_for_each_worker_to_stay() -> None:
    """Two food: two of three stay, the third returns."""
    table = war("A 2-5", "A:2-5c*5 B:2-5c*2 B:2-5a A:2-5a", 6, 1, B="food=2", partial_retreat=True)
    assert table.offered == "leave 2-5a, leave 2-5c, enough"
    table.leave("2-5c").leave("2-5a")

    assert (table.of("B").workers, table.of("B").food) == (("2-5a", "2-5c"), 0)


@pytest.mark.rule("quo_vadis.variant.11")
def test_v11_a_loser_may_pay_for_a_second_roll_that_adds() -> None:
    """1 + 3 against 1 + 5, then 6 and 1: 10 against 7; there is no third roll."""
    table = war("A 2-5", "A:2-5c B:2-5c", 3, 5, 6, 1, A="spirit=1", B="spirit=1", war_reroll=True)
    table.declare(0, 0)
    assert table.seat == "A"
    table.roll_on()

    (event,) = table.heard(WarDecided)
    assert event.winner == 0
    assert [roll.total for roll in table.heard(DiceRolled)] == [4, 6, 10, 7]
    assert isinstance(table.step, ChooseArea)


@pytest.mark.rule("quo_vadis.variant.11")
def test_v11_losers_are_asked_in_the_order_of_declaring_and_need_spirit() -> None:
    """C leads; A has no spirit left; B is asked and declines."""
    table = war("A 2-5", "A:2-5c B:2-5c C:2-5c", 1, 2, 6, B="spirit=1", war_reroll=True).declare(0)
    assert table.seat == "B"
    table.decline()

    (event,) = table.heard(WarDecided)
    assert (event.winner, letters(event.losers)) == (2, "AB")


@pytest.mark.rule("quo_vadis.variant.12")
def test_v12_workers_that_fight_on_count_for_majorities_alone_and_then_ascend() -> None:
    table = war("A 2-5", "A:2-5c*5 B:2-5c B:2-5a A:2-5a", 6, 1, fight_to_the_death=True)
    assert {*table.offers("fight_on")} == {"2-5a", "2-5c"}
    table.fight_on("2-5a").fight_on("2-5c")

    assert (table.of("B").workers, table.of("B").doomed) == ((), ("2-5a", "2-5c"))
    assert table.majorities("B") == ["2-5"]
    assert contested(table.world, "2-5") == []
    assert strength(table.world, 1, ["2-5c"]) == 0

    later = at(
        TakeTurn(1), pieces="B:doomed@2-5a B:doomed@2-5c", B="removed=1", fight_to_the_death=True
    ).go()
    assert (later.of("B").doomed, later.of("B").removed, later.of("B").vp) == ((), 3, 5)


@pytest.mark.rule("quo_vadis.variant.12")
def test_v12_a_worker_beside_those_that_fight_on_stays_a_worker() -> None:
    """B left one of two workers in 2-5c for food: only the one that fights on ascends."""
    table = at(
        TakeTurn(1), pieces="B:2-5c B:doomed@2-5c", fight_to_the_death=True, partial_retreat=True
    ).go()
    player = table.of("B")

    assert (player.workers, player.doomed, player.removed) == (("2-5c",), (), 1)
    assert contested(table.world.with_player(0, workers=("2-5c",)), "2-5") == ["2-5c"]


@pytest.mark.rule("quo_vadis.variant.12")
def test_v12_wrath_returns_workers_that_fight_on() -> None:
    table = doing(
        OfferWrath, "A 2-5", "B:doomed@2-5a", A="wrath=3", fight_to_the_death=True
    ).strike("2-5a")

    assert (table.of("B").doomed, table.reserve("B")) == ((), 10)


@pytest.mark.rule("quo_vadis.variant.13")
def test_v13_the_winner_returns_one_and_each_loser_two_of_their_choice() -> None:
    """A has workers in both contested cells and chooses; B has three; B's fort falls."""
    table = war(
        "A 2-5", "A:2-5a*3 A:2-5c*2 B:2-5a B:2-5c*2 B:fort@2-5a",
        6, 1, 1, war_attrition=True,
    )  # fmt: skip
    assert (table.seat, table.options) == ("A", [ReturnWorker("2-5a"), ReturnWorker("2-5c")])
    table.bring_back("2-5c")
    assert table.seat == "B"
    table.bring_back("2-5c").bring_back("2-5a")

    assert table.of("A").workers == ("2-5a", "2-5a", "2-5a", "2-5c")
    assert table.of("B").workers == ("2-5c",)
    assert BuildingReturned(1, "fort", "2-5a") in table.all_told


@pytest.mark.rule("quo_vadis.variant.13")
def test_v13_returns_fewer_where_fewer_are_there() -> None:
    table = war("A 2-5", "A:2-5c B:2-5c", 6, 1, war_attrition=True)

    assert (table.of("A").workers, table.of("B").workers) == ((), ())


# ------------------------------------------------------------ V14 to V20


@pytest.mark.rule("quo_vadis.variant.14")
def test_v14_each_neighbouring_area_counts_once() -> None:
    """1-2a is contested. A: 1-2a, 1-2c inside; 2-4, 2-5 and 1-5 around, 3-4 does not touch."""
    pieces = "A:1-2a A:1-2c A:2-4a A:2-4c A:2-5a A:fort@1-5c A:3-4a B:1-2a B:ruin@1-3a"
    (event,) = war("A 1-2", pieces, simple_strength=True).heard(WarBegan)

    assert event.strengths == (5, 1)


@pytest.mark.rule("quo_vadis.variant.15")
@pytest.mark.parametrize(
    ("unused", "left"),
    [("both", (2, 1)), ("no_forts", (0, 1)), ("no_temples", (2, 0)), ("none", (0, 0))],
)
def test_v15_forts_or_temples_or_both_are_not_used(unused: Any, left: tuple[int, int]) -> None:
    world = at(pieces="A:1-2a", small_buildings=unused).world

    assert (tokens(world, 0, "fort"), tokens(world, 0, "temple")) == left


@pytest.mark.rule("quo_vadis.variant.17")
def test_v17_a_building_needs_two_workers_in_its_cell() -> None:
    table = at(
        BuildPhase(0),
        EndPhase(0),
        ChooseArea(0),
        turn="A 1-2",
        pieces="A:1-2a*2 A:1-3a",
        build_workers_needed=2,
    ).go()
    assert {it.cell for it in table.choices(Build)} == {"1-2a"}
    table.build("fort", "1-2a")

    assert (table.of("A").workers, table.reserve("A")) == (("1-3a",), 9)


@pytest.mark.rule("quo_vadis.variant.17")
@pytest.mark.parametrize(("pieces", "may"), [("A:1-2a*2", True), ("A:1-2a A:1-3a", False)])
def test_v17_a_change_needs_such_a_cell(pieces: str, may: bool) -> None:
    assert (doing(PlayCard, "A 1-2", pieces, build_workers_needed=2).can("change l")) == may


@pytest.mark.rule("quo_vadis.variant.18")
def test_v18_forts_and_temples_alone_do_not_contest() -> None:
    assert not contested(
        at(pieces="A:2-5c B:fort@2-5c", contested_by="workers_and_cities").world, "2-5"
    )

    table = war(
        "A 2-5",
        "A:2-5c*3 B:2-5c B:fort@2-5a A:2-5a C:temple@2-5c",
        6,
        1,
        contested_by="workers_and_cities",
    )
    (event,) = table.heard(WarBegan)
    assert (event.cells, letters(event.seats)) == (("2-5c",), "AB")
    assert table.of("B").forts == ("2-5a",)
    assert table.of("C").temples == ("2-5c",)


@pytest.mark.rule("quo_vadis.variant.18")
def test_v18_a_participants_fort_in_a_contested_cell_is_lost_with_the_war() -> None:
    """B takes part by the worker in 2-5c; the fort there falls with it."""
    table = war("A 2-5", "A:2-5c*3 B:2-5c B:fort@2-5c", 6, 1, 1, contested_by="workers_and_cities")

    assert (table.of("B").workers, table.of("B").forts) == ((), ())


@pytest.mark.rule("quo_vadis.variant.19", "quo_vadis.end.3")
@pytest.mark.parametrize(("grow", "cubes"), [(False, 2), (True, 3)])
def test_v19_destroyed_cities_gain_dominion_too(grow: bool, cubes: int) -> None:
    table = doing(EndPhase, "A 1-2", "A:city@1-2a/4 A:ruin@1-3a/2", ruins_gain_dominion=grow)

    assert [city.dominion for city in table.of("A").cities] == [5, cubes]


@pytest.mark.rule("quo_vadis.variant.19")
def test_v19_a_fixed_dominion_still_does_not_grow() -> None:
    table = doing(
        EndPhase, "A 1-2", "A:ruin@1-3a/2", ruins_gain_dominion=True, dominion_model="fixed4"
    )

    assert [city.dominion for city in table.of("A").cities] == [2]


@pytest.mark.rule("quo_vadis.variant.20", "quo_vadis.end.4")
@pytest.mark.parametrize(
    ("beside", "left"), [("own", ("1-2a", "1-3a", "2-4a", "2-4b")), ("any", ("2-4b",))]
)
def test_v20_workers_leave_anybodys_buildings(beside: str, left: tuple[str, ...]) -> None:
    """A city of B, a ruin of B and a fort of C; beside C's worker alone one stays."""
    pieces = "A:1-2a B:city@1-2a/1 A:1-3a B:ruin@1-3a/1 A:2-4a C:fort@2-4a A:2-4b C:2-4b"
    assert doing(EndPhase, "A 1-2", pieces, tidied_beside=beside).of("A").workers == left


@pytest.mark.rule("quo_vadis.variant.21", "quo_vadis.war.5")
@pytest.mark.parametrize("simple", [False, True])
@pytest.mark.parametrize(("lend", "strengths"), [(False, (1, 1)), (True, (1, 3))])
def test_v21_destroyed_cities_lend_strength(
    simple: bool, lend: bool, strengths: tuple[int, int]
) -> None:
    """B's ruins in the contested cell 2-5c and in 1-2a beside it; that in 4-5a is too far off."""
    table = war(
        "A 2-5", "A:2-5c B:2-5c B:ruin@2-5c/1 B:ruin@1-2a B:ruin@4-5a",
        ruins_lend_strength=lend, simple_strength=simple,
    )  # fmt: skip

    assert table.heard(WarBegan)[0].strengths == strengths


@pytest.mark.rule("quo_vadis.variant.21", "quo_vadis.war.1", "quo_vadis.war.2")
@pytest.mark.parametrize("by", ["any_piece", "workers_and_cities"])
def test_v21_a_ruin_alone_still_takes_no_part(by: str) -> None:
    table = war(
        "A 2-5", "A:2-5c B:2-5c C:ruin@2-5c A:2-5a C:ruin@2-5a",
        ruins_lend_strength=True, contested_by=by,
    )  # fmt: skip
    (event,) = table.heard(WarBegan)

    assert (event.cells, letters(event.seats)) == (("2-5c",), "AB")


@pytest.mark.rule("quo_vadis.variant.18", "quo_vadis.variant.21")
@pytest.mark.parametrize(
    ("options", "by", "lend"),
    [
        ({}, "any_piece", False),
        ({"contested_by": "workers_and_cities"}, "workers_and_cities", False),
        ({"ruins_lend_strength": "true"}, "any_piece", True),
    ],
)
def test_v18_and_v21_are_chosen_at_set_up(options: dict[str, Any], by: str, lend: bool) -> None:
    variants = new(**options).variants

    assert (variants.contested_by, variants.ruins_lend_strength) == (by, lend)


def test_the_main_rules_are_the_first_values() -> None:
    """A state that does not name one of them is played by the main rules."""
    assert variants_of({option.key: option.default for option in OPTIONS}) == Variants()


# ------------------------------------------------------------ variants together


def test_v5_spares_a_city_also_where_v2b_would_destroy_it() -> None:
    table = doing(
        OfferWrath,
        "A 2-5",
        "B:city@2-5c/1",
        A="wrath=5",
        dominion_model="siege4",
        wrath_on_city="minus_one",
    )

    assert city(table.strike("2-5c", destroy=["2-5c"])) == City("2-5c", 0)


def test_v8_v10_and_v12_leave_each_worker_its_own_end() -> None:
    """Four workers: one ascends, one stays for food, one fights on, one returns."""
    table = war(
        "A 2-5",
        "A:2-5c*6 B:2-5c*4",
        6,
        1,
        B="food=2",
        ascend_on_defeat=True,
        partial_retreat=True,
        fight_to_the_death=True,
    )
    table.ascend("2-5c").leave("2-5c").fight_on("2-5c").enough()
    player = table.of("B")

    assert (player.removed, player.workers, player.doomed, player.food) == (
        1,
        ("2-5c",),
        ("2-5c",),
        1,
    )
    assert table.reserve("B") == 7


def test_v12_and_v13_two_of_three_fight_on_and_the_third_stays() -> None:
    table = (
        war("A 2-5", "A:2-5c*4 B:2-5c*3", 6, 1, fight_to_the_death=True, war_attrition=True)
        .fight_on("2-5c")
        .fight_on("2-5c")
    )

    assert (table.of("B").workers, table.of("B").doomed) == (("2-5c",), ("2-5c", "2-5c"))


def test_v10_and_rear_guard_are_paid_for_one_by_one() -> None:
    table = war(
        "A 2-5", "A:2-5c*5 B:2-5c*2", 6, 1, B="food=2 skills=rear_guard", partial_retreat=True
    )
    table.move("2-5c", "2-4b").leave("2-5c")

    assert (table.of("B").workers, table.of("B").food) == (("2-4b", "2-5c"), 0)


def test_rear_guard_does_not_lead_to_a_cell_where_a_rival_fights_on() -> None:
    """2-5c touches 1-2a, 1-2b, 1-3a, 2-4b, 2-5a, 2-5b; C's last worker is in 1-2b."""
    table = war("A 2-5", "A:2-5c*3 B:2-5c C:doomed@1-2b", 6, 1, B="food=1 skills=rear_guard")

    targets = "1-2a", "1-3a", "2-4b", "2-5a", "2-5b"
    assert table.offers("move") == [f"2-5c {cell}" for cell in targets]


def test_a_capital_grows_with_every_model_of_dominion() -> None:
    table = doing(
        EndPhase, "A 1-2", "A:city@1-3a/4 A:city@1-4a/4",
        A="skills=capital", dominion_model="fixed4"
    ).crown("1-3a")  # fmt: skip

    assert table.dominion("A") == {"1-3a": 5, "1-4a": 4}
