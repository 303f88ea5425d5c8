"""War."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.content.quo_vadis.actions import Declare
from hako.content.quo_vadis.events.gains import Gained, SkillUsed, VpGained
from hako.content.quo_vadis.events.pieces import BuildingReturned, CityDestroyed, WorkersReturned
from hako.content.quo_vadis.events.war import Declared, DiceRolled, WarBegan, WarDecided
from hako.content.quo_vadis.state import City, War
from hako.content.quo_vadis.war_forecast import chances, contested, dice, forecast
from tests.rules.quo_vadis.table import Table, at, letters, war


def began(table: Table) -> WarBegan:
    """Beginning of the war."""
    (event,) = table.heard(WarBegan)
    assert isinstance(event, WarBegan)
    return event


def decided(table: Table) -> WarDecided:
    """End of the war."""
    (event,) = table.heard(WarDecided)
    assert isinstance(event, WarDecided)
    return event


# ------------------------------------------------------------ what is contested, who takes part


@pytest.mark.rule("quo_vadis.war.1")
@pytest.mark.parametrize(
    ("pieces", "cells"),
    [
        ("A:1-2a B:1-2a", ["1-2a"]),
        ("A:1-2a B:city@1-2a", ["1-2a"]),
        ("A:1-2a B:fort@1-2a", ["1-2a"]),
        ("A:1-2a B:temple@1-2a", ["1-2a"]),
        ("A:1-2a B:ruin@1-2a/2", []),
        ("A:1-2a*2 B:1-2b", []),
        ("A:1-2a B:1-2a A:1-2c C:1-2c", ["1-2a", "1-2c"]),
    ],
)
def test_workers_and_intact_buildings_of_several_players_contest_a_cell(
    pieces: str, cells: list[str]
) -> None:
    assert contested(at(turn="A 1-2", pieces=pieces).world, "1-2") == cells


@pytest.mark.rule("quo_vadis.war.2")
def test_one_war_takes_all_who_stand_in_any_contested_cell() -> None:
    """C has a worker in an uncontested cell only and stays out."""
    event = began(war("A 1-2", "A:1-2a B:1-2a A:1-2b B:city@1-2b C:1-2c"))

    assert (event.cells, letters(event.seats)) == (("1-2a", "1-2b"), "AB")


@pytest.mark.rule("quo_vadis.war.3")
def test_there_is_war_without_the_player_whose_turn_it_is() -> None:
    assert letters(began(war("C 1-2", "A:1-2a B:1-2a")).seats) == "AB"


@pytest.mark.rule("quo_vadis.war.4")
def test_cells_outside_the_creation_area_are_not_contested() -> None:
    assert not war("A 1-2", "A:2-4c B:2-4c A:1-2a").heard(WarBegan)


# ------------------------------------------------------------ strength, spirit, dice


@pytest.mark.rule("quo_vadis.war.5")
def test_strength_counts_pieces_in_contested_and_adjacent_cells_once() -> None:
    """1-2a and 1-2b are contested; 2-4c and 2-5c touch them, 1-3b does not.

    A: 1-2a, 1-2b, 2-4c, a fort in 2-5c (touching both: once) = 4; B: 1-2a, 1-2b, and no ruin.
    """
    event = began(
        war("A 1-2", "A:1-2a A:1-2b A:2-4c A:fort@2-5c A:1-3b B:1-2a B:1-2b B:ruin@1-2c/3")
    )

    assert event.strengths == (4, 2)


@pytest.mark.rule("quo_vadis.war.5")
def test_every_worker_of_a_stack_counts() -> None:
    assert began(war("A 1-2", "A:1-2a*3 B:1-2a B:temple@1-2b")).strengths == (3, 2)


@pytest.mark.rule("quo_vadis.war.6")
def test_spirit_is_declared_openly_clockwise_from_the_player_of_the_turn() -> None:
    table = war("B 1-2", "A:1-2a B:1-2a C:1-2a", A="spirit=2", B="spirit=1", C="spirit=3")
    assert (table.seat, table.options) == ("B", [Declare(0), Declare(1)])
    table.declare(1)
    assert (table.seat, table.of("B").spirit) == ("C", 0)
    table.declare(0, 2)

    assert table.heard(Declared) == [Declared(1, 1), Declared(2, 0), Declared(0, 2)]


@pytest.mark.rule("quo_vadis.war.6")
def test_without_the_turns_player_the_next_participant_clockwise_begins() -> None:
    """B's turn: C declares before A."""
    assert war("B 1-2", "A:1-2a C:1-2a", A="spirit=1", C="spirit=1").seat == "C"


@pytest.mark.rule("quo_vadis.war.6")
def test_spirit_is_spent_even_if_the_war_is_lost() -> None:
    table = war("A 1-2", "A:1-2a B:1-2a*3", 1, 6, A="spirit=2").declare(2)

    assert decided(table).losers == (0,)
    assert table.of("A").spirit == 0


@pytest.mark.rule("quo_vadis.war.7")
def test_a_suited_contested_cell_gives_an_eight_sided_die() -> None:
    """1-2a plains, 1-2b mountain: A (plains) and B (mountain) roll d8, C (tundra) d6."""
    table = war("C 1-2", "A:1-2a B:1-2a C:1-2b A:1-2b")

    assert [(event.seat, event.sides) for event in table.heard(DiceRolled)] == [
        (2, 6), (0, 8), (1, 8),
    ]  # fmt: skip


@pytest.mark.rule("quo_vadis.war.7")
def test_plains_are_suited_to_glorious_and_only_free_for_others() -> None:
    table = war("A 1-2", "A:1-2a B:1-2a")

    assert [event.sides for event in table.heard(DiceRolled)] == [8, 6]


@pytest.mark.rule("quo_vadis.war.7")
def test_a_ring_decides_the_dice() -> None:
    table = war("A 1-2", "A:1-2a B:1-2a", rings=[("1-2", "mountain")])

    assert [event.sides for event in table.heard(DiceRolled)] == [6, 8]


@pytest.mark.rule("quo_vadis.war.8")
def test_a_fort_in_a_contested_cell_rolls_two_dice_and_keeps_the_higher() -> None:
    table = war("A 2-5", "A:2-5a A:fort@2-5c B:2-5c B:fort@2-5b C:2-5c", 2, 5, 3, 6)

    assert [(event.faces, event.added) for event in table.heard(DiceRolled)] == [
        ((2, 5), 5), ((3,), 3), ((6,), 6),
    ]  # fmt: skip


@pytest.mark.rule("quo_vadis.war.8")
def test_a_second_fort_adds_no_die() -> None:
    table = war("A 2-5", "A:fort@2-5a B:2-5a A:fort@2-5c B:2-5c", 2, 5, 3)

    assert [len(event.faces) for event in table.heard(DiceRolled)] == [2, 1]


# ------------------------------------------------------------ winners and losers


@pytest.mark.rule("quo_vadis.war.9")
@pytest.mark.parametrize(
    ("faces", "winner", "drawn", "losers"),
    [
        ((5, 3, 1), 0, "", "BC"),
        ((5, 5, 1), None, "AB", "C"),
        ((4, 4, 4), None, "ABC", ""),
        ((1, 2, 3), 2, "", "AB"),
    ],
)
def test_the_highest_total_wins_equal_ones_draw_lower_ones_lose(
    faces: tuple[int, ...], winner: int | None, drawn: str, losers: str
) -> None:
    event = decided(war("A 2-5", "A:2-5c B:2-5c C:2-5c", *faces))

    assert (event.winner, letters(event.drawn), letters(event.losers)) == (winner, drawn, losers)


@pytest.mark.rule("quo_vadis.war.10")
def test_the_winner_gains_a_spirit_and_keeps_all_pieces() -> None:
    table = war("A 2-5", "A:2-5c A:fort@2-5c B:2-5c", 6, 1, 1)

    assert table.of("A").spirit == 1
    assert (table.of("A").workers, table.of("A").forts) == (("2-5c",), ("2-5c",))


@pytest.mark.rule("quo_vadis.war.11")
def test_a_draw_leaves_all_pieces_in_the_cell() -> None:
    table = war("A 2-5", "A:2-5c B:2-5c B:fort@2-5a", 3, 2)

    assert decided(table).drawn == (0, 1)
    assert [table.of(player).workers for player in "AB"] == [("2-5c",), ("2-5c",)]
    assert [table.tracks(player) for player in "AB"] == [(0, 3, 0, 0)] * 2


@pytest.mark.rule("quo_vadis.war.12")
def test_a_loser_gives_up_workers_and_buildings_and_gains_one_wrath() -> None:
    """Two contested cells, one wrath; the fort and the temple return, the city falls."""
    table = war(
        "A 2-5",
        "A:2-5a*3 A:2-5b A:2-5c B:2-5a B:city@2-5a/2 B:fort@2-5b B:temple@2-5c",
        6, 1, 1
    )  # fmt: skip
    player = table.of("B")

    assert (player.workers, player.forts, player.temples) == ((), (), ())
    assert player.cities == (City("2-5a", 1, destroyed=True),)
    assert player.wrath == 1
    assert table.reserve("B") == 10


@pytest.mark.rule("quo_vadis.war.13")
@pytest.mark.parametrize(("cubes", "kept", "vp"), [(5, 2, 3), (4, 2, 2), (1, 0, 1), (0, 0, 0)])
def test_a_city_destroyed_keeps_half_and_pays_the_winner_the_rest(
    cubes: int, kept: int, vp: int
) -> None:
    table = war("A 2-5", f"A:2-5c*2 B:city@2-5c/{cubes}", 6, 1)

    assert table.of("B").cities == (City("2-5c", kept, destroyed=True),)
    assert table.of("A").vp == vp


@pytest.mark.rule("quo_vadis.war.13")
def test_without_a_winner_nobody_gains_for_a_city() -> None:
    """A and C draw at 5, B loses."""
    table = war("A 2-5", "A:2-5c B:city@2-5c/4 C:2-5c", 4, 1, 4)

    assert table.of("B").cities == (City("2-5c", 2, destroyed=True),)
    assert [table.of(player).vp for player in "ABC"] == [0, 0, 0]


@pytest.mark.rule("quo_vadis.war.13")
def test_a_city_face_down_before_the_war_loses_and_pays_nothing() -> None:
    table = war("A 2-5", "A:2-5c*2 B:2-5c B:ruin@2-5c/3", 6, 1)

    assert table.of("B").cities == (City("2-5c", 3, destroyed=True),)
    assert table.of("A").vp == 0


@pytest.mark.rule("quo_vadis.war.14")
def test_who_loses_loses_in_every_contested_cell() -> None:
    """B meets A in 2-5a and C in 2-5c; A and C, who share no cell, are compared, too."""
    table = war("A 2-5", "A:2-5a*2 B:2-5a B:2-5c C:2-5c", 5, 1, 1)

    assert decided(table).losers == (1, 2)
    assert (table.of("B").workers, table.of("C").workers) == ((), ())


@pytest.mark.rule("quo_vadis.war.15")
def test_pieces_that_only_lent_their_strength_stay() -> None:
    table = war("A 2-5", "A:2-5c*4 B:2-5c B:2-5a B:fort@1-2a B:city@2-5b/3", 6, 1)

    assert decided(table).losers == (1,)
    assert (table.of("B").workers, table.of("B").forts) == (("2-5a",), ("1-2a",))
    assert table.of("B").cities == (City("2-5b", 3),)


@pytest.mark.rule("quo_vadis.war.16")
def test_the_order_of_a_war() -> None:
    """A wins; then B: wrath, Last Stand, returns, the city; C likewise; then VP for dominion."""
    table = war(
        "A 2-5",
        "A:2-5c*4 A:2-5a B:2-5c*2 B:city@2-5c/2 C:2-5a",
        6, 1, 1,
        B="skills=last_stand", C="skills=desert_guile food=5", A="skills=siegecraft"
    )  # fmt: skip
    table.ascend("2-5c").gain("spirit").gain("faith")
    order = [
        (type(event).__name__, getattr(event, "seat", None), getattr(event, "track", None))
        for event in table.all_told
        if isinstance(
            event,
            DiceRolled
            | WarDecided
            | Gained
            | SkillUsed
            | WorkersReturned
            | CityDestroyed
            | VpGained,
        )
    ]

    assert order == [
        ("DiceRolled", 0, None),
        ("DiceRolled", 1, None),
        ("DiceRolled", 2, None),
        ("WarDecided", None, None),
        ("Gained", 0, "spirit"),
        ("Gained", 1, "wrath"),
        ("SkillUsed", 1, None),
        ("WorkersReturned", 1, None),
        ("CityDestroyed", 1, None),
        ("Gained", 2, "wrath"),
        ("WorkersReturned", 2, None),
        ("Gained", 2, "spirit"),
        ("Gained", 2, "faith"),
        ("VpGained", 0, None),
        ("VpGained", 0, None),
    ]
    assert [(event.reason, event.vp) for event in table.heard(VpGained)] == [
        ("razed", 1), ("siege", 2),
    ]  # fmt: skip


# ------------------------------------------------------------ what a board asks


def test_a_forecast_tells_of_the_war_that_would_be() -> None:
    world = at(turn="A 2-5", pieces="A:2-5c B:2-5c B:2-5b").world
    war = forecast(world, "2-5")

    assert war is not None
    assert (war.cells, war.seats, war.strengths) == (("2-5c",), (0, 1), (1, 2))
    assert forecast(world, "1-2") is None


def test_the_chance_to_win_is_that_of_the_dice() -> None:
    """1 against 1 with a six-sided die each: 15 of 36; with a lead of 5: all but one."""
    world = at(turn="A 2-5", pieces="A:2-5c B:2-5c", A="spirit=5").world
    war = forecast(world, "2-5")
    assert war is not None

    assert chances(world, war) == pytest.approx([15 / 36, 15 / 36])
    assert chances(world, war, (5, 0)) == pytest.approx([35 / 36, 0])


def test_two_dice_of_a_fort_are_reckoned_with() -> None:
    """The higher of two against one, of 216 with 36 draws: 125 wins for the fort, 55 for the other."""
    world = at(turn="A 2-5", pieces="A:fort@2-5c B:2-5c").world
    war = forecast(world, "2-5")
    assert war is not None

    assert dice(world, 0, war.cells, war.seats).count == 2
    assert chances(world, war) == pytest.approx([125 / 216, 55 / 216])


def test_a_building_returned_is_told() -> None:
    table = war("A 2-5", "A:2-5c*3 B:fort@2-5c", 6, 1, 1)

    assert BuildingReturned(1, "fort", "2-5c") in table.all_told


# ------------------------------------------------------------ what is told of it


@pytest.mark.rule("quo_vadis.war.9")
def test_what_each_had_is_told_of_a_war_and_nothing_of_a_truce() -> None:
    """3 + 2 spent + 6 against 2 + the higher of 2 and 4, with a fort."""
    begun = replace(at(turn="A 1-2").world, war=War(("1-2a",), (0, 1), (3, 2)))
    rolled = begun.with_war(declared=(2, 0), faces=((6,), (2, 4)), dice=(6, 4))

    told_values = [note.values for note in WarDecided(0, (), (1,)).highlight(rolled)]

    assert [(values["seat"], values["total"]) for values in told_values] == [(0, 11), (1, 6)]
    assert (told_values[1]["faces"], told_values[1]["dice"]) == ((2, 4), 4)
    assert not WarDecided(None, (0, 1), ()).highlight(begun)
