"""Control, conquest, army and Outposts (4.10)."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import PickUnit
from hako.content.monumental.cards.land import Place
from hako.content.monumental.conquest_options import conquerable, forces, fronts
from hako.content.monumental.events.city import EffectUsed, ResourcesGained
from hako.content.monumental.events.map_pieces import (
    GarrisonDestroyed,
    OutpostBuilt,
    ProvinceConquered,
    TokenTurnedUp,
    UnitMoved,
    WarlordConquered,
)
from hako.content.monumental.map_queries import defence, is_coastal, provinces_of
from tests.rules.monumental.table import Table, acting, danish, egyptian, japanese
from tests.rules.tables import in_english

HOME = (3, 0)
"""Seat 0's Capital on Quiet Pastures."""


def sets(table: Table, q: int, r: int, most: int = 99) -> list[tuple[dict[Place, int], bool]]:
    """The legal sets for a Province: Soldiers by tile, and whether the Warlord goes too."""
    world, place = table.world, table.at(q, r)
    result = forces(world, 0, place, most)
    front = next((item for item in fronts(world, 0) if item.place == place), None)
    assert (front is not None and front.fewest <= most) == bool(result)
    return [(dict(force.soldiers), force.warlord is not None) for force in result]


@pytest.mark.rule("monumental.map.1")
def test_a_tile_has_the_six_neighbours_of_axial_coordinates() -> None:
    land = acting().world.land
    around = {(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}

    assert {land.hex[place] for place in land.neighbours[land.at(0, 0)]} == around
    assert {land.hex[place] for place in land.neighbours[land.at(3, 0)]} == {
        (3, -1),
        (2, 0),
        (2, 1),
    }
    assert land.distance(land.at(3, 0), land.at(-3, 0)) == 6


@pytest.mark.rule("monumental.map.2")
def test_a_soldier_a_warlord_or_an_outpost_alone_controls_a_province() -> None:
    tiles = {(2, 0): "0 S1", (2, 1): "0 W", (3, -1): "0 O"}
    table = acting(tiles=tiles)

    assert set(provinces_of(table.world, 0)) == {table.at(*place) for place in tiles}
    assert table.tile(1, 0).owner is None


@pytest.mark.rule("monumental.map.2")
def test_a_capital_cannot_be_conquered() -> None:
    """Seat 1's Capital lies next to a Province of seat 0 and is bare of pieces."""
    table = acting(egyptian("M9"), tiles={(-2, 0): "0 S1", (-3, 1): "1 S9 W"})

    assert table.tile(-3, 0).owner == 1
    assert not table.tile(-3, 0).is_held()
    assert table.at(-3, 0) not in conquerable(table.world, 0)


@pytest.mark.rule("monumental.map.3")
def test_water_cannot_be_conquered_or_entered_and_makes_coasts() -> None:
    """(1,-1) is Water; (2,-1) lies beside it, (2,0) does not."""
    table = acting(egyptian("M9"), tiles={(2, -1): "0 S1"})

    assert table.at(1, -1) not in conquerable(table.world, 0)
    assert table.at(2, -2) in conquerable(table.world, 0)
    assert is_coastal(table.world, table.at(2, -1))
    assert not is_coastal(table.world, table.at(3, -1))


@pytest.mark.rule("monumental.map.4")
@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ((2, 0), "", 1),
        ((1, 0), "", 2),
        ((1, 1), "", 3),
        ((0, 0), "bare", 4),
        ((0, 0), "free_town", 5),
        ((2, 0), "petra", 3),
        ((2, 0), "1 S2", 3),
        ((2, 0), "1 W", 3),
        ((2, 0), "1 O", 4),
        ((2, 0), "1 S1 W O petra", 9),
    ],
)
def test_defence_adds_terrain_token_town_and_garrison(
    place: tuple[int, int], text: str, expected: int
) -> None:
    table = acting(tiles={place: text})

    assert defence(table.world, table.at(*place)) == expected


# ------------------------------------------------------------ conquest


@pytest.mark.rule("monumental.conquer.1")
def test_units_must_reach_a_tile_next_to_the_target_through_own_tiles() -> None:
    """Capital and (2,0) hang together and touch (1,0); the Soldiers of (-1,0) are cut off."""
    table = acting(egyptian("M9"), tiles={(2, 0): "0 S3", (-1, 0): "0 S3"})

    sources = {place for soldiers, _ in sets(table, 1, 0) for place in soldiers}
    assert sources == {table.at(3, 0), table.at(2, 0)}


@pytest.mark.rule("monumental.conquer.2")
def test_each_unit_costs_1_military_however_far_it_comes() -> None:
    """Forest, Defence 2: two Soldiers from the Capital, two tiles away."""
    table = acting(egyptian("M2"), tiles={(2, 0): "0 S1"}).plays("conquer 1:0, send 3:0*2")

    assert table.happened(ProvinceConquered) == [
        ProvinceConquered(0, table.at(1, 0), {table.at(*HOME): 2}, {"military": 2})
    ]
    assert (table.supply(), table.tile(1, 0).soldiers) == ("-", 2)


@pytest.mark.rule("monumental.conquer.3")
def test_strength_must_suffice_and_nobody_may_be_superfluous() -> None:
    """Defence 1: a Soldier or the Warlord. Defence 3: three Soldiers, or Warlord and one."""
    table = acting(egyptian("M9"), tiles={(2, 1): "0 O"})
    home = table.at(*HOME)

    assert sets(table, 2, 0) == [({home: 1}, False), ({}, True)]
    assert sets(table, 1, 1) == [({home: 3}, False), ({home: 1}, True)]


@pytest.mark.rule("monumental.conquer.4")
def test_a_province_left_keeps_somebody_and_the_capital_may_be_emptied() -> None:
    """Two Soldiers in (2,0): one may go; with an Outpost both may. All nine leave the Capital."""
    two = acting(tiles={(2, 0): "0 S2"})
    outpost = acting(tiles={(2, 0): "0 S2 O"})
    alone = acting(tiles={(2, 0): "0 W", (2, 1): "0 S7"})

    assert max(soldiers.get(two.at(2, 0), 0) for soldiers, _ in sets(two, 1, 0)) == 1
    assert max(soldiers.get(outpost.at(2, 0), 0) for soldiers, _ in sets(outpost, 1, 0)) == 2
    assert not any(warlord for _, warlord in sets(alone, 1, 0)), "the Warlord holds (2,0) alone"
    assert ({alone.at(*HOME): 2}, False) in sets(alone, 1, 0)


@pytest.mark.rule("monumental.conquer.5")
def test_garrison_then_units_then_warlord_then_token() -> None:
    table = acting(egyptian("M1")).plays("conquer 2:0, send_warlord 3:0")

    kinds = [WarlordConquered, EffectUsed, ResourcesGained, TokenTurnedUp]
    assert [type(event) for event in table.told] == kinds

    foe = acting(egyptian("M3"), tiles={(2, 0): "1 S1"}).plays("conquer 2:0, send_warlord 3:0")
    assert [type(event) for event in foe.told][:2] == [GarrisonDestroyed, WarlordConquered]
    taken = in_english(foe.game).render(foe.told[1])
    assert taken == "Ann conquers C6 with the Warlord (from C7) alone for 1 Military."


@pytest.mark.rule("monumental.conquer.6", "monumental.conquer.7")
def test_a_destroyed_garrison_goes_home_and_attackers_lose_nothing() -> None:
    """Forest with two Soldiers, Warlord and Outpost: 2 + 2 + 2 + 3 = 9; Explorers stay."""
    table = acting(
        egyptian("M9"),
        danish(outposts=1),
        tiles={(1, 0): "1 S2 W O", (2, 0): "0 O"},
        explorers={1: [(1, 0), (1, 0)]},
    )

    table.plays("conquer 1:0, send_army 3:0 3:0*7")

    other_tile = table.tile(-3, 0)
    assert (other_tile.soldiers, other_tile.warlord, table.realm(1).outposts) == (9, True, 2)
    assert [explorer.place for explorer in table.realm(1).explorers] == [table.at(1, 0)] * 2
    taken = table.tile(1, 0)
    assert (taken.owner, taken.soldiers, taken.warlord, taken.outpost) == (0, 7, True, False)
    assert table.tile(*HOME).soldiers == 2


@pytest.mark.rule("monumental.conquer.8")
def test_the_token_is_turned_up_and_one_of_two_benefits_taken_at_once() -> None:
    table = acting(egyptian("M1"), tokens={(2, 0): "barbarian_shamans"})

    table.plays("conquer 2:0, send 3:0*1")
    assert table.offered == "option barbarian_shamans.1, option barbarian_shamans.2"
    table.option("barbarian_shamans.2")

    assert (table.supply(), table.tile(2, 0).site) == ("S2", None)
    assert table.world.tokens.faces[table.world.land.index[table.at(2, 0)]] is None


@pytest.mark.rule("monumental.conquer.9")
def test_the_warlord_brings_its_benefit_if_it_takes_part_once_a_round() -> None:
    with_it, without = acting(egyptian("M1")), acting(egyptian("M1"))
    marked = acting(egyptian("M1", marked="ramses_ii"))

    with_it.plays("conquer 2:0, send_warlord 3:0")
    without.plays("conquer 2:0, send 3:0*1")
    marked.plays("conquer 2:0, send_warlord 3:0")

    assert [table.supply() for table in (with_it, without, marked)] == ["P2", "-", "-"]
    assert with_it.realm().marked == ("ramses_ii",)


@pytest.mark.rule("monumental.conquer.10")
def test_a_reduction_lowers_the_price_not_the_number_of_units() -> None:
    """Viking Raids: 2 Military less; two Soldiers still have to go to a Forest."""
    table = acting(danish(policies="viking_raids"), egyptian(), tiles={(2, 0): "0 S1"})

    table.plays("use viking_raids, conquer 1:0")
    assert table.offers("send") == ["3:0*2"]
    table.send("3:0*2")

    assert table.tile(1, 0).soldiers == 2


@pytest.mark.rule("monumental.conquer.2")
def test_a_conquest_that_cannot_be_paid_is_not_offered() -> None:
    """Defence 3 takes two units at least; with 1 Military only (2,0) and the like are left."""
    table = acting(egyptian("M1"), tiles={(2, 1): "0 O"})

    assert not table.can("conquer 1:1")
    assert table.can("conquer 2:0")


# ------------------------------------------------------------ moving


@pytest.mark.rule("monumental.move.1")
def test_a_unit_moves_any_distance_through_own_tiles_for_1_military() -> None:
    """(1,0) is reached through (2,0); (-1,0) is cut off."""
    table = acting(egyptian("M1"), tiles={(2, 0): "0 S1", (1, 0): "0 S1", (-2, 0): "0 S1"})
    home = table.at(*HOME)

    table.plays("move_army, pick warlord 3:0")
    assert table.offered == "to 1:0, to 2:0"
    table.to("1:0")

    assert table.happened(UnitMoved) == [UnitMoved(0, "warlord", home, table.at(1, 0))]
    assert (table.supply(), table.tile(1, 0).warlord) == ("-", True)


@pytest.mark.rule("monumental.move.2")
def test_a_province_is_never_given_up() -> None:
    tiles = {(2, 0): "0 S1", (2, 1): "0 S2", (1, 0): "0 S1 O"}
    table = acting(egyptian("M1"), tiles=tiles).move_army()

    picks = {action.place for action in table.choices(PickUnit)}
    assert picks == {table.at(*HOME), table.at(2, 1), table.at(1, 0)}


@pytest.mark.rule("monumental.move.3")
def test_an_effect_moves_different_units_without_military() -> None:
    """Castle: up to two. A Soldier moved once cannot be picked again."""
    table = acting(egyptian(city="castle* - -"), tiles={(2, 0): "0 S1", (2, 1): "0 S1"})

    table.plays("use castle, pick soldier 3:0, to 2:0")
    assert table.can("pick soldier 2:0"), "the one that stood there"
    table.plays("pick soldier 2:0, to 2:1")

    assert table.seat == 1, "two is all"
    assert (table.tile(2, 0).soldiers, table.tile(2, 1).soldiers) == (1, 2)

    again = acting(egyptian(city="castle* - -"), tiles={(2, 0): "0 O", (2, 1): "0 S1"})
    again.plays("use castle, pick soldier 3:0, to 2:0")
    assert not again.can("pick soldier 2:0")
    again.stop()
    assert again.seat == 1


# ------------------------------------------------------------ Outposts


@pytest.mark.rule("monumental.outpost.1")
def test_three_soldiers_make_an_outpost() -> None:
    """Soldiers only, one a Province, as long as the supply lasts; no Military is paid."""
    table = acting(tiles={(2, 0): "0 S3", (2, 1): "0 S2 W", (3, -1): "0 S3 O"})
    assert table.offers("build_outpost") == ["2:0"]

    table.build_outpost("2:0")

    assert table.happened(OutpostBuilt) == [OutpostBuilt(0, table.at(2, 0), 3)]
    built = table.tile(2, 0)
    assert (built.soldiers, built.outpost, built.owner) == (0, True, 0)
    assert (table.tile(*HOME).soldiers, table.realm().outposts) == (4, 1)

    without = acting(egyptian(outposts=0), tiles={(2, 0): "0 S3"})
    assert without.offers("build_outpost") == []


@pytest.mark.rule("monumental.outpost.2")
def test_an_outpost_neither_moves_nor_attacks() -> None:
    table = acting(japanese("M3"), tiles={(2, 0): "0 O", (2, 1): "0 O"})

    assert not any(table.at(2, 0) in soldiers for soldiers, _ in sets(table, 1, 0))
    table.move_army()
    assert {action.place for action in table.choices(PickUnit)} == {table.at(*HOME)}
