"""Genesis before the card: wrath of God, and placing workers."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.actions import Decline, SelectArea, Strike, StrikeAndDestroy
from hako.content.quo_vadis.events.pieces import CityDestroyed, RingPlaced, WorkersReturned
from hako.content.quo_vadis.events.war import DiceRolled
from hako.content.quo_vadis.map_queries import place_price
from hako.content.quo_vadis.state import City
from hako.content.quo_vadis.steps.place import PlaceFirst, PlacingBegins
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.rounds import TakeTurn
from hako.content.quo_vadis.steps.war import WarPhase
from hako.content.quo_vadis.steps.wrath import OfferWrath, StrikeArea
from hako.engine.i18n.languages import LANGUAGES
from hako.engine.rules.play import pending
from hako.engine.transcript.record_sentences import RecordSentences
from hako.engine.transcript.sentences import texts_of
from tests.rules.quo_vadis.table import Table, at, seat
from tests.tui.boards.drawn import put
from tests.tui.tables import new_table


def striking(turn: str, wrath: int, pieces: str = "", **table: Any) -> Table:
    """A player who may strike, and places then."""
    whose = turn[0]
    row = f"wrath={wrath} food=0 " + table.pop(whose, "")
    steps = (OfferWrath(seat(whose)), PlacingBegins(seat(whose)), PlayCard(seat(whose)))
    return at(*steps, turn=turn, pieces=pieces, **{whose: row}, **table).go()


def placing(turn: str, pieces: str = "", **table: Any) -> Table:
    """A player who places workers."""
    whose = seat(turn[0])
    return at(PlacingBegins(whose), PlayCard(whose), turn=turn, pieces=pieces, **table).go()


def cells(table: Table) -> list[str]:
    """Cells where a worker may be placed now."""
    return table.offers("place")


# ------------------------------------------------------------ wrath


@pytest.mark.rule("quo_vadis.wrath.1")
def test_three_wrath_allow_a_strike_which_takes_all() -> None:
    table = striking("C 1-2", 4)
    assert table.can("decline")
    assert table.strike("1-2a").of("C").wrath == 0

    assert not any(isinstance(it, Strike) for it in striking("C 1-2", 2).options)
    assert striking("C 1-2", 3).decline().of("C").wrath == 3


@pytest.mark.rule("quo_vadis.wrath.2")
@pytest.mark.parametrize(("wrath", "most", "ways"), [(3, 1, 3), (4, 2, 6), (5, 3, 7)])
def test_more_wrath_strikes_more_cells(wrath: int, most: int, ways: int) -> None:
    """Sets of the three cells: 3 single ones, 3 pairs and all of them; all empty here."""
    strikes = [it.cells for it in striking("C 1-2", wrath).options if isinstance(it, Strike)]

    assert len(strikes) == ways
    assert max(map(len, strikes)) == most


@pytest.mark.rule("quo_vadis.wrath.3")
def test_all_workers_in_the_cells_return_the_own_ones_too() -> None:
    table = striking("C 1-2", 4, "A:1-2a B:1-2a*2 C:1-2b C:1-2c A:2-4c").strike("1-2a", "1-2b")

    assert [table.of(player).workers for player in "ABC"] == [("2-4c",), (), ("1-2c",)]
    assert [table.reserve(player) for player in "ABC"] == [9, 10, 9]


@pytest.mark.rule("quo_vadis.wrath.4")
@pytest.mark.parametrize("wrath", [3, 4])
def test_weaker_wrath_leaves_buildings_alone(wrath: int) -> None:
    table = striking("C 2-3", wrath, "B:city@2-3a/3 A:fort@2-3b B:2-3a")

    assert not any(isinstance(it, StrikeAndDestroy) for it in table.options)
    table.strike("2-3a")
    assert table.of("B").cities == (City("2-3a", 3),)
    assert table.of("B").workers == ()


@pytest.mark.rule("quo_vadis.wrath.5")
def test_wrath_of_five_may_destroy_what_is_built_cell_by_cell() -> None:
    table = striking("C 2-3", 5, "B:city@2-3a/3 A:fort@2-3b")
    destroying = [it.destroy for it in table.choices(StrikeAndDestroy)]

    assert {*destroying} == {("2-3a",), ("2-3b",), ("2-3a", "2-3b")}
    table.strike("2-3a", "2-3b", destroy=["2-3b"])
    assert table.of("A").forts == ()
    assert table.of("B").cities == (City("2-3a", 3),)


@pytest.mark.rule("quo_vadis.wrath.5")
def test_a_city_face_down_is_not_destroyed_again() -> None:
    table = striking("C 2-3", 5, "B:ruin@2-3a/3")

    assert not any(isinstance(it, StrikeAndDestroy) for it in table.options)


@pytest.mark.rule("quo_vadis.wrath.6")
@pytest.mark.parametrize(("cubes", "kept"), [(5, 2), (3, 1), (2, 1), (1, 0), (0, 0)])
def test_a_city_destroyed_by_wrath_keeps_half_and_nobody_scores(cubes: int, kept: int) -> None:
    table = striking("C 2-3", 5, f"B:city@2-3a/{cubes}").strike("2-3a", destroy=["2-3a"])

    assert table.of("B").cities == (City("2-3a", kept, destroyed=True),)
    assert CityDestroyed(1, "2-3a", kept, cubes - kept) in table.told
    assert [table.of(player).vp for player in "ABC"] == [0, 0, 0]


@pytest.mark.rule("quo_vadis.wrath.7")
def test_a_temple_keeps_its_owners_pieces_in_the_whole_area() -> None:
    table = striking("C 1-2", 5, "A:1-2a B:1-2a B:fort@1-2c B:temple@1-2b A:city@1-2a/2")
    destroying = {it.destroy for it in table.choices(StrikeAndDestroy)}
    assert destroying == {("1-2a",)}

    table.strike("1-2a", "1-2b", "1-2c")
    assert (table.of("A").workers, table.of("B").workers) == ((), ("1-2a",))


@pytest.mark.rule("quo_vadis.wrath.7")
def test_a_temple_protects_against_the_wrath_of_the_own_god() -> None:
    table = striking("B 1-2", 5, "B:1-2a B:fort@1-2c B:temple@1-2b A:1-2a")

    assert not any(isinstance(it, StrikeAndDestroy) for it in table.options)
    table.strike("1-2a")
    assert (table.of("A").workers, table.of("B").workers) == ((), ("1-2a",))


@pytest.mark.rule("quo_vadis.wrath.8")
def test_a_ring_of_the_own_terrain_covers_the_area_temple_or_not() -> None:
    table = striking("C 1-2", 3, "B:temple@1-2b").strike("1-2a")

    assert [table.world.terrain(cell) for cell in ("1-2a", "1-2b", "1-2c")] == ["tundra"] * 3
    assert table.world.terrain("1-3a") == "plains"
    assert table.world.rings_left("tundra") == 2


@pytest.mark.rule("quo_vadis.wrath.9")
def test_a_new_ring_replaces_the_old_one() -> None:
    table = striking("C 1-2", 3, rings=[("1-2", "mountain")]).strike("1-2a")

    assert table.world.rings == (("1-2", "tundra"),)
    assert table.world.rings_left("mountain") == 3


@pytest.mark.rule("quo_vadis.wrath.9")
def test_without_a_ring_in_the_stock_the_terrain_stays() -> None:
    taken = [(area, "tundra") for area in ("1-3", "1-4", "1-5")]
    table = striking("C 1-2", 3, rings=[("1-2", "mountain"), *taken]).strike("1-2a")

    assert table.world.ring("1-2") == "mountain"
    assert not table.heard(RingPlaced)


@pytest.mark.rule("quo_vadis.wrath.10")
def test_the_new_terrain_counts_at_once_for_placing_and_war() -> None:
    """C, without food, strikes 2-5 (mountain, sea, desert) and places on tundra."""
    assert cells(striking("C 2-5", 3).strike("2-5a")) == ["2-5a", "2-5b", "2-5c"]
    war = at(WarPhase(), turn="C 2-5", pieces="A:2-5a C:2-5a", rings=[("2-5", "tundra")])
    war.loaded(8, 6).go()
    assert [(event.seat, event.sides) for event in war.heard(DiceRolled)] == [(2, 8), (0, 6)]


@pytest.mark.rule("quo_vadis.wrath.11")
def test_those_struck_gain_no_wrath() -> None:
    table = striking("C 2-3", 5, "B:city@2-3a A:2-3c").strike("2-3a", "2-3c", destroy=["2-3a"])

    assert [table.of(player).wrath for player in "ABC"] == [0, 0, 0]
    assert table.heard(WorkersReturned) == [WorkersReturned(0, ("2-3c",))]


# ------------------------------------------------------------ placing


@pytest.mark.rule("quo_vadis.place.1")
def test_the_first_worker_has_to_be_placed_in_the_creation_area() -> None:
    table = placing("A 1-2")

    assert table.offered == "place 1-2a, place 1-2b, place 1-2c"
    table.place("1-2b")
    assert table.of("A").workers == ("1-2b",)


@pytest.mark.rule("quo_vadis.place.2")
def test_any_cell_will_do_whoever_is_there() -> None:
    table = placing("A 1-2", "A:1-2a B:1-2b C:city@1-2c A:fort@1-2a")

    assert cells(table) == ["1-2a", "1-2b", "1-2c"]


@pytest.mark.rule("quo_vadis.place.3")
@pytest.mark.parametrize(
    ("turn", "cell", "food"),
    [
        ("A 1-2", "1-2a", 0),  # plains, suited to Glorious
        ("B 1-2", "1-2a", 0),  # plains, free for all
        ("B 1-2", "1-2b", 0),  # mountain, suited to Gigant
        ("A 1-2", "1-2b", 1),  # mountain
        ("C 3-4", "3-4c", 1),  # sea
        ("C 3-4", "3-4b", 0),  # tundra, suited to Mystic
    ],
)
def test_plains_and_suited_terrain_are_free_and_other_costs_one_food(
    turn: str, cell: str, food: int
) -> None:
    assert placing(turn).place(cell).of(turn[0]).food == 3 - food


@pytest.mark.rule("quo_vadis.place.3")
def test_a_ring_decides_the_terrain() -> None:
    table = placing("B 1-2", rings=[("1-2", "sea")])

    assert {place_price(table.world, 1, cell).food for cell in cells(table)} == {1}


@pytest.mark.rule("quo_vadis.place.4")
def test_without_food_or_workers_nothing_is_placed() -> None:
    assert isinstance(placing("A 3-4", A="food=0").step, PlayCard)
    full = placing("A 1-2", "A:1-2a*9", A="food=5 removed=1")
    assert isinstance(full.step, PlayCard)
    assert cells(placing("A 1-2", A="food=0")) == ["1-2a", "1-2c"]


@pytest.mark.rule("quo_vadis.place.5")
def test_placing_ends_when_the_player_says_so() -> None:
    assert isinstance(placing("A 1-2").place("1-2a").enough().step, PlayCard)


@pytest.mark.rule("quo_vadis.place.6")
def test_several_workers_may_stand_in_one_cell() -> None:
    assert placing("A 1-2").place("1-2a", "1-2a", "1-2a").of("A").workers == ("1-2a",) * 3


@pytest.mark.rule("quo_vadis.place.4")
def test_a_cell_that_is_too_dear_is_refused_with_its_price() -> None:
    why = placing("A 1-2", A="food=0").why_not("place 1-2b")

    assert why is not None
    assert (why.key, why.values) == ("too_dear", {"price": 1, "food": 0})


@pytest.mark.rule("quo_vadis.place.4")
@pytest.mark.parametrize(
    ("row", "pieces", "en", "ja"),
    [
        ("food=0", "", "Ann places nobody: a worker in 2-5 costs 1 food, and there is 0", "食料が1個必要で、0個"),
        ("food=9", "A:1-4a*9 A:1-4b", "Ann places nobody: no worker is left", "Annは手元にワーカーがいない"),
        ("food=1", "", "", ""),
    ],
)  # fmt: skip
def test_the_log_says_why_no_worker_can_be_placed(row: str, pieces: str, en: str, ja: str) -> None:
    """In 2-5 (sea, desert, mountain) every cell costs A 1; also after wrath was not used."""
    world = at(TakeTurn(0), turn="A", pieces=pieces, A=f"{row} wrath=3").go().world
    table = put(new_table(GAME, "Ann", "Ben", "Cat", seed=1), world)
    table.play(0, SelectArea((2, 5), "2-5"))
    assert isinstance(pending(table.state), StrikeArea)
    table.play(0, Decline())

    assert isinstance(pending(table.state), PlayCard if en else PlaceFirst)
    for language, why in zip(LANGUAGES, (en, ja), strict=True):
        running = RecordSentences(table, 1, texts_of(table, language))
        declined, *skipped = [line.sentence for line in running.render(table.now)]
        assert "Ann" in declined
        assert len(skipped) == bool(why)
        assert all(why in sentence for sentence in skipped)
