"""Text effects on the map: conquests, moves, Explorers, Outposts, destroyed Soldiers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from hako.content.monumental.actions import (
    Conquer,
    DestroySoldiers,
    MoveTo,
    SendSoldiers,
    SendWarlord,
)
from hako.content.monumental.cards.land import Hex
from tests.rules.monumental.bearer import offered, ready, using
from tests.rules.monumental.table import Table

# Quiet Pastures (2), around seat 0's Capital at (3, 0): (3, -1) Meadow, (2, 0) Meadow and
# (2, 1) Meadow with Defence 1, the last one coastal; the Forest of (2, -1) is coastal too.


def targets(table: Table) -> set[Any]:
    """Provinces that may be conquered now."""
    return {action.place for action in table.choices(Conquer)}


def places(table: Table, *hexes: Hex) -> set[str]:
    """The names of some tiles."""
    return {table.at(*pair) for pair in hexes}


# ------------------------------------------------------------ conquering on better terms


@pytest.mark.parametrize(
    ("source", "discount"),
    [
        ("metal_casting", 1),
        ("gunpowder", 2),
        ("aviation", 3),
        ("viking_raids", 2),
        ("genghis_khan", 1),
    ],
)
@pytest.mark.rule("monumental.op.conquer", "monumental.conquer.10", "monumental.effect.4")
def test_it_conquers_a_province_for_less(source: str, discount: int) -> None:
    """A Mountain held by an Outpost has Defence 3 + 3: 6 Soldiers go, for so much less than 6."""
    held = {(2, 0): "0 S1", (1, 1): "1 O"}

    table = using(source, f"M{6 - discount}", tiles=held).plays("conquer 1:1, send 3:0*6")

    assert table.tile(1, 1).owner == 0
    assert table.supply() == "-"


@pytest.mark.rule("monumental.op.conquer", "monumental.conquer.10")
def test_it_takes_as_many_units_as_ever() -> None:
    """Aviation: a Meadow costs nothing; a Forest of Defence 2 still needs 2 Soldiers."""
    table = using("aviation", "", tiles={(2, 0): "0 S1"}).conquer("2:-1")

    assert table.offered == "send 3:0*2, send_warlord 3:0"


@pytest.mark.rule("monumental.op.conquer")
def test_way_of_the_sword_conquers_a_neutral_province_for_2_less() -> None:
    """The enemy's Meadow at (3, -1) would need 2 Soldiers, too, but it is not neutral."""
    table = using("way_of_the_sword", "", tiles={(3, -1): "1 S1"})

    assert targets(table) == places(table, (2, 0), (2, 1))
    table.conquer("2:0")
    assert table.can("send 3:0*1")


@pytest.mark.rule("monumental.op.conquer", "monumental.map.3")
def test_seafaring_conquers_a_coastal_province_neutral_or_not_for_1_less() -> None:
    """The Meadows beside the Capital: only (2, 1) is coastal; the enemy holds it."""
    table = ready("seafaring", "M1", tiles={(2, 1): "1 S1"}).use("seafaring")

    assert {type(action) for action in table.options} == {SendSoldiers, SendWarlord}
    table.send("3:0*2")
    assert table.tile(2, 1).owner == 0
    assert table.supply() == "-"


@pytest.mark.rule("monumental.op.conquer", "monumental.hero.5")
def test_leonidas_conquers_a_neutral_province_for_nothing() -> None:
    """A Volcano with a Free Town has Defence 5: 5 Soldiers, or the Warlord and 3, cost nothing."""
    held = {(2, 0): "0 S1", (1, 0): "0 S1"}
    table = ready("leonidas", "M1", tiles=held).send_back("leonidas")

    table.plays("conquer 0:0, send 3:0*5")

    assert table.tile(0, 0).owner == 0
    assert table.supply() == "M1"


@pytest.mark.rule("monumental.op.conquer", "monumental.hero.5")
def test_tomoe_gozen_conquers_an_opponents_province_for_4_less() -> None:
    """A Meadow with 4 enemy Soldiers has Defence 5; nothing neutral may be chosen."""
    table = ready("tomoe_gozen", "M1", tiles={(2, 0): "1 S4"})

    table.plays("send_back tomoe_gozen, send 3:0*5")

    assert table.tile(2, 0).owner == 0
    assert table.supply() == "-"


@pytest.mark.parametrize("source", ["metal_casting", "gunpowder", "genghis_khan"])
@pytest.mark.rule("monumental.gen.3")
def test_it_is_not_offered_where_nothing_can_be_conquered(source: str) -> None:
    """All neighbours of the Capital are held with Defence 6."""
    strong = {(2, 0): "1 S2 O", (2, 1): "1 S2 O", (3, -1): "1 S5"}

    assert not offered(ready(source, "M1", tiles=strong), source)


# ------------------------------------------------------------ moving units


@pytest.mark.parametrize("source", ["castle", "arsenal", "phalanx", "julius_caesar"])
@pytest.mark.rule("monumental.op.move_units", "monumental.move.3")
def test_it_moves_up_to_2_different_units_for_nothing(source: str) -> None:
    """A Soldier that moved does not move again; then the turn is over."""
    table = using(source, tiles={(2, 0): "0 S1", (1, 0): "0 S1"}).plays("pick soldier 3:0, to 1:0")
    left = {"pick soldier 3:0", "pick warlord 3:0", "pick soldier 1:0", "stop"}
    assert set(table.offered.split(", ")) == left
    table.plays("pick warlord 3:0, to 2:0")

    assert (table.tile(1, 0).soldiers, table.tile(2, 0).warlord) == (2, True)
    assert table.seat == 1


@pytest.mark.rule("monumental.op.move_units", "monumental.hero.5")
def test_joan_of_arc_moves_up_to_4_units() -> None:
    table = ready("joan_of_arc", tiles={(2, 0): "0 S1"}).send_back("joan_of_arc")

    for _ in range(4):
        table.plays("pick soldier 3:0, to 2:0")

    assert table.tile(2, 0).soldiers == 5
    assert table.seat == 1


@pytest.mark.rule("monumental.op.move_units", "monumental.gen.3")
def test_units_need_another_tile_to_move_to() -> None:
    assert not offered(ready("castle"), "castle")


# ------------------------------------------------------------ moving Explorers


@pytest.mark.parametrize(
    ("source", "tiles"),
    [
        ("longship_yard", 2),
        ("harbour", 2),
        ("astronomy", 2),
        ("compass", 3),
        ("observatory", 3),
        ("sea_kings", 4),
        ("marco_polo", 2),
    ],
)
@pytest.mark.rule("monumental.op.move_explorer", "monumental.explorer.5")
def test_it_moves_an_explorer_so_far_for_nothing(source: str, tiles: int) -> None:
    """The Explorer goes West, through Water; on its last tile it could only take a token."""
    pairs = [(2, 0), (1, 0), (0, 0), (-1, 0)][:tiles]
    table = using(source).move_explorer("a")

    for step in pairs:
        table.do(MoveTo(table.at(*step)))

    assert not [action for action in _now(table) if isinstance(action, MoveTo)]
    assert table.realm().explorers[0].place == table.at(*pairs[-1])


def _now(table: Table) -> Iterable[Any]:
    """Legal actions of seat 0; none once its turn is over."""
    return table.options if table.seat == 0 else ()


# ------------------------------------------------------------ Outposts and destruction


@pytest.mark.rule("monumental.op.build_outpost", "monumental.outpost.1")
def test_fortress_building_builds_an_outpost_with_2_soldiers() -> None:
    table = using("fortress_building", tiles={(2, 0): "0 S2", (2, 1): "0 S1"})

    assert (table.tile(2, 0).soldiers, table.tile(2, 0).outpost) == (0, True)
    assert table.tile(3, 0).soldiers == 8
    assert table.realm().outposts == 1


@pytest.mark.rule("monumental.op.build_outpost", "monumental.gen.3")
def test_fortress_building_needs_2_soldiers_and_an_outpost() -> None:
    assert not offered(ready("fortress_building", tiles={(2, 0): "0 S1"}), "fortress_building")
    without = ready("fortress_building", tiles={(2, 0): "0 S3"}, outposts=0)
    assert not offered(without, "fortress_building")
    assert not without.can("build_outpost 2:0")


@pytest.mark.parametrize(
    ("garrison", "destroyed"),
    [("S3", 2), ("S2", 1), ("S1 W", 1), ("S2 O", 2), ("S4 W O", 2)],
)
@pytest.mark.rule("monumental.op.destroy", "monumental.hero.5")
def test_genghis_khan_destroys_up_to_2_soldiers_but_a_piece_stays(
    garrison: str, destroyed: int
) -> None:
    table = ready("genghis_khan", tiles={(2, 0): f"1 {garrison}"})
    soldiers, home = table.tile(2, 0).soldiers, table.tile(-3, 0).soldiers

    table.send_back("genghis_khan")

    assert table.tile(2, 0).soldiers == soldiers - destroyed
    assert table.tile(-3, 0).soldiers == home + destroyed
    assert table.tile(2, 0).owner == 1


@pytest.mark.rule("monumental.op.destroy")
def test_genghis_khan_chooses_an_enemy_province_next_to_an_own_tile() -> None:
    """Not one further off, and not one with a single piece of garrison."""
    enemies = {(2, 0): "1 S2", (2, 1): "1 S1 O", (3, -1): "1 S1", (0, 0): "1 S2"}
    table = ready("genghis_khan", tiles=enemies).send_back("genghis_khan")

    assert set(table.options) == {
        DestroySoldiers(table.at(2, 0)),
        DestroySoldiers(table.at(2, 1)),
    }
    table.destroy("2:1")
    assert table.tile(2, 1).outpost


@pytest.mark.rule("monumental.op.destroy", "monumental.gen.3")
def test_genghis_khan_cannot_be_returned_where_nobody_could_be_destroyed() -> None:
    assert not ready("genghis_khan", tiles={(2, 0): "1 S1"}).can("send_back genghis_khan")
