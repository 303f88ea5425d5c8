"""The ten basic skills."""

from __future__ import annotations

import pytest

from hako.content.quo_vadis.actions import Demolish, MoveWorker
from hako.content.quo_vadis.events.gains import SkillUsed
from hako.content.quo_vadis.events.war import WarBegan
from hako.content.quo_vadis.map_queries import place_price
from hako.content.quo_vadis.steps.area_selection import ChooseArea, GenesisBegins, RaiseTide
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.place import PlacingBegins
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.resolve_card import GenesisEnd, March
from tests.rules.quo_vadis.table import at, doing, war


@pytest.mark.rule("quo_vadis.skill.deft_cultivators")
@pytest.mark.parametrize(("food", "after"), [(0, 1), (2, 3), (3, 3)])
def test_deft_cultivators_find_food_where_there_is_little(food: int, after: int) -> None:
    table = doing(GenesisBegins, "A 1-2", A=f"food={food} skills=deft_cultivators")

    assert table.of("A").food == after


@pytest.mark.rule("quo_vadis.skill.open_roads")
def test_open_roads_take_the_price_of_terrain_off_and_no_other() -> None:
    """3-4 is desert, tundra, sea: free for A; a further worker costs 1."""
    table = doing(PlacingBegins, "A 3-4", A="food=1 skills=open_roads").place("3-4a")
    assert table.of("A").food == 1
    table.place("3-4c")
    assert table.of("A").food == 0


@pytest.mark.rule("quo_vadis.skill.titan_blood")
@pytest.mark.parametrize(
    ("pieces", "strengths"),
    [
        ("A:1-2a B:1-2a", (1, 2)),
        ("A:1-2a B:1-2a A:1-2b B:1-2b", (2, 3)),
        ("A:1-2a B:fort@1-2a B:1-2b", (1, 2)),  # no worker of B in the contested cell
    ],
)
def test_titan_blood_needs_a_worker_in_a_contested_cell(
    pieces: str, strengths: tuple[int, int]
) -> None:
    (event,) = war("A 1-2", pieces, B="skills=titan_blood").heard(WarBegan)

    assert event.strengths == strengths


@pytest.mark.rule("quo_vadis.skill.masonry")
def test_masonry_pays_for_forts_and_the_temple() -> None:
    table = doing(BuildPhase, "B 1-2", "B:1-2a B:1-3a", B="food=0 skills=masonry")

    assert table.build("fort", "1-2a").tracks("B") == (1, 1, 0, 0)
    assert table.build("temple", "1-3a").tracks("B") == (2, 2, 0, 0)


@pytest.mark.rule("quo_vadis.skill.masonry")
def test_masonry_takes_one_building_a_phase_back_which_may_be_built_again() -> None:
    """Two forts stand; one is taken back without a gain and built elsewhere."""
    table = doing(BuildPhase, "B 1-2", "B:fort@1-2a B:fort@1-3a B:1-4a", B="food=0 skills=masonry")
    table.demolish("fort", "1-2a")
    assert (table.of("B").forts, table.tracks("B")) == (("1-3a",), (0, 0, 0, 0))
    assert not any(isinstance(it, Demolish) for it in table.options)
    table.build("fort", "1-4a")
    assert table.of("B").forts == ("1-3a", "1-4a")


@pytest.mark.rule("quo_vadis.skill.masonry")
def test_masonry_does_not_pay_for_a_city() -> None:
    table = doing(BuildPhase, "B 1-2", "B:1-2a", changed=True, B="skills=masonry")

    assert table.build("city", "1-2a").tracks("B") == (0, 3, 0, 0)


@pytest.mark.rule("quo_vadis.skill.nomads")
def test_nomads_may_move_one_worker_of_the_creation_area_at_the_end_of_genesis() -> None:
    table = doing(GenesisEnd, "D 1-2", "D:1-2a D:1-2b D:3-4a", players=4, D="food=0 skills=nomads")
    assert isinstance(table.step, March)
    origins = {it.origin for it in table.choices(MoveWorker)}
    assert origins == {"1-2a", "1-2b"}
    table.move("1-2a", "2-4b")

    assert table.of("D").workers == ("1-2b", "2-4b", "3-4a")
    assert table.heard(SkillUsed) == [SkillUsed(3, "nomads")]


@pytest.mark.rule("quo_vadis.skill.nomads")
def test_nomads_may_stay() -> None:
    table = doing(GenesisEnd, "D 1-2", "D:1-2a", players=4, D="skills=nomads").enough()

    assert table.of("D").workers == ("1-2a",)


@pytest.mark.rule("quo_vadis.skill.desert_guile")
def test_desert_guile_consoles_in_anothers_turn_with_two_resources() -> None:
    table = war("A 2-5", "A:2-5c*3 D:2-5c", 6, 1, players=4, D="skills=desert_guile")
    table.gain("faith", "spirit")

    assert table.tracks("D") == (1, 3, 1, 1)


@pytest.mark.rule("quo_vadis.skill.desert_guile")
def test_desert_guile_is_silent_in_the_own_turn_and_for_winners() -> None:
    for turn, faces in (("D 2-5", (1, 6)), ("A 2-5", (1, 6))):
        table = war(turn, "A:2-5c D:2-5c", *faces, players=4, D="skills=desert_guile")
        assert isinstance(table.step, ChooseArea)


@pytest.mark.rule("quo_vadis.skill.divine_wisdom")
def test_divine_wisdom_beseeches_for_one_faith() -> None:
    table = doing(PlayCard, "C 1-2", C="hand=l gens=m faith=1 skills=divine_wisdom")

    assert table.play("l", "b").tracks("C") == (2, 3, 0, 0)


@pytest.mark.rule("quo_vadis.skill.spawning")
def test_spawning_makes_the_first_extra_worker_of_a_generation_free_but_for_terrain() -> None:
    """E in 1-2: plains 0; extra on mountain 0 + 1; extra on plains 1."""
    table = doing(PlacingBegins, "E 1-2", players=5, E="food=3 skills=spawning").place("1-2a")
    assert place_price(table.world, 4, "1-2a").food == 0
    assert table.place("1-2b").of("E").food == 2
    assert table.place("1-2a").of("E").food == 1


@pytest.mark.rule("quo_vadis.skill.spawning")
def test_spawning_comes_back_with_a_new_generation() -> None:
    table = at(
        PlacingBegins(4), PlayCard(4), ChooseArea(0),
        turn="E 1-2", players=5, E="hand=ll skills=spawning",
    ).go()  # fmt: skip
    table.place("1-2a", "1-2a").enough()
    assert table.of("E").extra_used
    assert not table.change("l").of("E").extra_used


@pytest.mark.rule("quo_vadis.skill.rising_tide")
def test_rising_tide_puts_a_sea_ring_on_the_area_for_a_faith() -> None:
    table = doing(
        GenesisBegins, "E 1-2", players=5, rings=[("1-2", "desert")], E="faith=1 skills=rising_tide"
    )
    assert isinstance(table.step, RaiseTide)
    table.use("rising_tide")

    assert table.world.ring("1-2") == "sea"
    assert table.world.rings_left("desert") == 3
    assert table.of("E").faith == 0


@pytest.mark.rule("quo_vadis.skill.rising_tide")
def test_rising_tide_needs_faith_and_a_ring_and_may_be_declined() -> None:
    sea = [(area, "sea") for area in ("1-3", "1-4", "1-5", "2-3", "2-4", "2-5", "3-4", "3-5")]
    poor = doing(GenesisBegins, "E 1-2", players=5, E="faith=0 skills=rising_tide")
    dry = doing(GenesisBegins, "E 1-2", players=5, rings=sea, E="faith=1 skills=rising_tide")
    assert isinstance(poor.step, ChooseArea)
    assert isinstance(dry.step, ChooseArea)

    declined = doing(GenesisBegins, "E 1-2", players=5, E="faith=1 skills=rising_tide").decline()
    assert (declined.world.rings, declined.of("E").faith) == ((), 1)


@pytest.mark.rule("quo_vadis.skill.3")
def test_what_is_optional_is_offered_and_costs_never_fall_below_zero() -> None:
    """Pilgrim Road waives one FREE; with a single one the cost is 0, not less."""
    table = doing(GenesisBegins, "E 1-2", players=5, E="faith=1 skills=rising_tide")
    assert table.can("use rising_tide")

    selecting = at(ChooseArea(0), turn="A", A="faith=0 skills=pilgrim_road")
    assert selecting.select("1-2", 1, 2).of("A").faith == 0
