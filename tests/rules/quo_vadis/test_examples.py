"""The worked examples of the rulebook, number for number."""

from __future__ import annotations

import pytest

from hako.content.quo_vadis.events.area_and_genesis import ActionsCounted
from hako.content.quo_vadis.events.war import DiceRolled, WarBegan, WarDecided
from hako.content.quo_vadis.map_queries import place_price
from hako.content.quo_vadis.scoring import parts
from hako.content.quo_vadis.state import City
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.place import PlacingBegins
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.resolve_card import Prosper
from hako.content.quo_vadis.steps.rounds import FinalSettlement
from hako.content.quo_vadis.steps.war import WarPhase
from hako.content.quo_vadis.steps.wrath import OfferWrath
from tests.rules.quo_vadis.table import Table, at, letters


def numbers(table: Table) -> set[int]:
    """The genesis cards that may be chosen, FREE as 0."""
    return {number for it in table.options for number in it.cards}


@pytest.mark.rule("quo_vadis.ex.1")
def test_selection() -> None:
    table = at(
        ChooseArea(0), ChooseArea(1), ChooseArea(2), turn="A", number=1, B="faith=1", C="faith=2"
    )
    table.select("2-4", 2, 4)
    assert (table.of("A").faith, table.world.markers) == (0, (2, 4))
    assert numbers(table) == {0, 1, 3, 5}
    table.select("3-4", 3, 0)
    assert (table.of("B").faith, table.world.markers) == (0, (3, 0))
    assert numbers(table) == {0, 1, 2, 4, 5}


@pytest.mark.rule("quo_vadis.ex.2")
def test_doubles() -> None:
    def ways(players: int, markers: tuple[int, int]) -> list[tuple[int, int]]:
        table = at(ChooseArea(0), turn="A", players=players, markers=markers, A="faith=2")
        return [it.cards for it in table.options if it.area == "3-3"]

    assert ways(4, (3, 0)) == [(0, 0)]
    assert ways(4, (1, 2)) == [(3, 0), (0, 0)]
    assert ways(3, (1, 2)) == []


@pytest.mark.rule("quo_vadis.ex.3", "quo_vadis.place.5")
def test_placing() -> None:
    table = at(PlacingBegins(1), PlayCard(1), turn="B 2-3", B="food=3").go().place("2-3a")
    assert table.of("B").food == 3
    assert table.can("enough")
    table.place("2-3b")
    assert table.of("B").food == 1
    table.place("2-3a")

    assert table.of("B").food == 0
    assert isinstance(table.step, PlayCard)
    assert table.of("B").workers == ("2-3a", "2-3a", "2-3b")
    assert table.reserve("B") == 7


@pytest.mark.rule("quo_vadis.ex.4")
def test_nothing_to_place() -> None:
    bare = at(PlacingBegins(1), PlayCard(1), turn="B 3-4", B="food=0").go()
    assert isinstance(bare.step, PlayCard)

    ringed = at(
        PlacingBegins(1), PlayCard(1), turn="B 3-4", rings=[("3-4", "mountain")], B="food=0"
    ).go()
    assert ringed.offered == "place 3-4a, place 3-4b, place 3-4c"


@pytest.mark.rule("quo_vadis.ex.5")
def test_wrath_of_four_and_a_temple() -> None:
    pieces = "A:1-2a B:1-2a B:temple@1-2b A:1-2c"
    table = at(OfferWrath(2), PlayCard(2), turn="C 1-2", pieces=pieces, C="wrath=4").go()
    table.strike("1-2a", "1-2c")

    assert (table.of("A").workers, table.of("B").workers) == ((), ("1-2a",))
    assert table.of("C").wrath == 0
    assert table.world.rings_left("tundra") == 2
    assert [place_price(table.world, seat, "1-2b").food for seat in range(3)] == [1, 1, 0]


@pytest.mark.rule("quo_vadis.ex.6")
def test_wrath_of_five() -> None:
    pieces = "B:city@2-3a/3 B:fort@2-3b A:2-3c"
    table = at(OfferWrath(2), PlayCard(2), turn="C 2-3", pieces=pieces, C="wrath=5").go()
    table.strike("2-3a", "2-3b", "2-3c", destroy=["2-3a", "2-3b"])

    assert table.of("B").cities == (City("2-3a", 1, destroyed=True),)
    assert (table.of("B").forts, table.of("A").workers) == ((), ())
    assert [(table.of(it).vp, table.of(it).wrath) for it in "ABC"] == [(0, 0)] * 3
    assert table.world.ring("2-3") == "tundra"


@pytest.mark.rule("quo_vadis.ex.7", "quo_vadis.card.9")
def test_inheritance() -> None:
    table = at(
        PlayCard(0), ChooseArea(1), turn="A 1-2", pieces="A:1-2a", A="hand=b gens=llb/mb spirit=1"
    ).go()
    table.change("b")

    (counted,) = table.heard(ActionsCounted)
    assert (counted.pile, counted.inheritance, counted.actions) == (1, 3, 3)
    assert table.of("A").spirit == 4


@pytest.mark.rule("quo_vadis.ex.8")
@pytest.mark.parametrize(("times", "faith", "wrath"), [(1, 4, 2), (0, 5, 1)])
def test_beseeching(times: int, faith: int, wrath: int) -> None:
    table = at(PlayCard(2), ChooseArea(0), turn="C 1-2", C="hand=l gens=bbb faith=5 wrath=1").go()
    table.play("l", "m").convert(times)

    assert (table.of("C").faith, table.of("C").wrath) == (faith, wrath)
    assert table.generations("C") == "bbbl"


@pytest.mark.rule("quo_vadis.ex.9")
def test_revelation() -> None:
    table = at(
        PlayCard(0), ChooseArea(1), turn="A 1-2", pieces="A:1-2a A:1-2c", A="hand=r gens=ll food=0"
    ).go()
    table.play("r").move("1-2a", "2-4c").move("2-4c", "2-4a").move("1-2c", "1-5a")

    assert table.of("A").workers == ("1-5a", "2-4a")
    assert isinstance(table.step, ChooseArea)


@pytest.mark.rule("quo_vadis.ex.10")
def test_prosperity() -> None:
    table = at(
        PlayCard(1), ChooseArea(0), turn="B 1-2", B="hand=pbbl gens=llll spirit=2 food=0"
    ).go()
    table.play("p")
    assert (table.of("B").vp, isinstance(table.step, Prosper)) == (3, True)
    table.discard("b", "l").turn("spirit", "food").turn("spirit", "food").enough()

    assert table.tracks("B") == (0, 2, 0, 0)
    assert table.hand("B") == "b"


@pytest.mark.rule("quo_vadis.ex.11")
def test_war_over_a_city() -> None:
    pieces = "A:1-4a A:1-4b A:1-3c C:city@1-4b/5 C:1-4c C:3-5a"
    table = at(WarPhase(), ChooseArea(1), turn="A 1-4", pieces=pieces, A="spirit=2")
    table.loaded(3, 4).go().declare(1)
    (began,) = table.heard(WarBegan)

    assert (began.cells, letters(began.seats), began.strengths) == (("1-4b",), "AC", (3, 2))
    assert [(it.sides, it.total) for it in table.heard(DiceRolled)] == [(6, 7), (8, 6)]
    assert (table.of("A").spirit, table.of("A").vp) == (2, 3)
    assert table.of("C").cities == (City("1-4b", 2, destroyed=True),)
    assert (table.of("C").wrath, table.of("C").workers) == (1, ("1-4c", "3-5a"))


@pytest.mark.rule("quo_vadis.ex.12")
def test_seven_three_seven() -> None:
    pieces = "A:2-5c A:1-2a B:city@2-5c/3 B:1-2b C:2-5c C:2-4b"
    table = at(WarPhase(), ChooseArea(1), turn="A 2-5", pieces=pieces, A="spirit=2", C="spirit=1")
    table.loaded(3, 1, 4).go().declare(2, 1)
    (began,), (decided,) = table.heard(WarBegan), table.heard(WarDecided)

    assert began.strengths == (2, 2, 2)
    assert [(it.sides, it.total) for it in table.heard(DiceRolled)] == [(6, 7), (6, 3), (6, 7)]
    assert (decided.winner, letters(decided.drawn), letters(decided.losers)) == (None, "AC", "B")
    assert table.of("B").cities == (City("2-5c", 1, destroyed=True),)
    assert [table.of(it).wrath for it in "ABC"] == [0, 1, 0]
    assert [(table.of(it).spirit, table.of(it).vp) for it in "ABC"] == [(0, 0)] * 3
    assert "2-5c" in table.of("A").workers
    assert "2-5c" in table.of("C").workers


@pytest.mark.rule("quo_vadis.ex.13")
def test_two_contested_cells_three_players_a_fort() -> None:
    pieces = "A:2-3a A:2-4c B:fort@2-3a B:2-3c B:4-5c C:2-3c C:1-5a C:1-2c"
    table = at(WarPhase(), ChooseArea(1), turn="C 2-3", pieces=pieces, C="spirit=2")
    table.loaded(4, 3, 2, 5).go().declare(2)
    (began,), (decided,) = table.heard(WarBegan), table.heard(WarDecided)

    assert (began.cells, letters(began.seats)) == (("2-3a", "2-3c"), "CAB")
    assert began.strengths == (2, 2, 3)
    assert [(it.sides, it.faces, it.total) for it in table.heard(DiceRolled)] == [
        (8, (4,), 8), (6, (3,), 5), (8, (2, 5), 8),
    ]  # fmt: skip
    assert (letters(decided.drawn), letters(decided.losers)) == ("CB", "A")
    assert (table.of("A").workers, table.of("A").wrath) == (("2-4c",), 1)
    assert table.of("B").forts == ("2-3a",)


@pytest.mark.rule("quo_vadis.ex.14")
def test_war_without_the_turns_player() -> None:
    pieces = "A:1-5c B:1-5c A:3-5a B:1-5a"
    table = at(
        PlacingBegins(2),
        WarPhase(),
        ChooseArea(1),
        turn="C 1-5",
        pieces=pieces,
        A="spirit=1",
        C="food=1",
    )
    table.loaded(6, 5).go().place("1-5b")
    assert table.of("C").food == 0
    table.declare(1)
    (began,) = table.heard(WarBegan)

    assert (began.cells, letters(began.seats), began.strengths) == (("1-5c",), "AB", (2, 2))
    assert [(it.sides, it.total) for it in table.heard(DiceRolled)] == [(8, 9), (6, 7)]
    assert (table.of("A").spirit, table.of("B").wrath) == (1, 1)
    assert table.of("B").workers == ("1-5a",)


@pytest.mark.rule("quo_vadis.ex.15")
def test_a_change() -> None:
    """Majorities: cities in 1-2, 1-4 and the new one in 1-3; two workers each in 2-4 and 3-5."""
    pieces = "A:city@1-2a/3 A:city@1-4a/1 A:1-3a A:2-4a A:2-4b A:3-5a A:3-5b"
    table = at(
        PlayCard(0), WarPhase(), BuildPhase(0), EndPhase(0), ChooseArea(1),
        turn="A 1-3", pieces=pieces, A="hand=p gens=l/bbbp",
    ).go()  # fmt: skip
    table.change("p").enough().build("city", "1-3a").enough().set_skill("martyrs")
    (counted,) = table.heard(ActionsCounted)

    assert (counted.pile, counted.inheritance, counted.actions) == (1, 4, 4)
    assert table.dominion("A") == {"1-2a": 4, "1-3a": 1, "1-4a": 2}
    assert table.of("A").vp == 3 + 20


@pytest.mark.rule("quo_vadis.ex.16")
def test_ascension() -> None:
    table = at(BuildPhase(1), EndPhase(1), ChooseArea(0), turn="B 1-3", pieces="B:1-3a*2").go()
    table.build("temple", "1-3a").ascend("1-3a")
    assert (table.of("B").removed, table.of("B").vp) == (1, 1)

    later = at(
        PlacingBegins(1), EndPhase(1), ChooseArea(0),
        turn="B 1-3", pieces="B:temple@1-3a", B="removed=1 vp=1 food=0",
    ).go()  # fmt: skip
    later.place("1-3a").ascend("1-3a")
    assert (later.of("B").removed, later.of("B").vp, later.reserve("B")) == (2, 3, 8)


@pytest.mark.rule("quo_vadis.ex.17")
def test_rebuilding() -> None:
    def table() -> Table:
        return at(
            PlacingBegins(1), WarPhase(), BuildPhase(1), EndPhase(1), ChooseArea(0),
            turn="B 2-4", pieces="B:ruin@2-4a/2", B="food=0",
        ).go()  # fmt: skip

    rebuilt = table().place("2-4a").rebuild("2-4a")
    assert rebuilt.of("B").cities == (City("2-4a", 3),)
    assert rebuilt.reserve("B") == 10

    left = table().place("2-4a").enough()
    assert left.of("B").cities == (City("2-4a", 2, destroyed=True),)
    assert left.reserve("B") == 10


@pytest.mark.rule("quo_vadis.ex.18")
def test_no_site_left() -> None:
    table = at(
        PlayCard(2), WarPhase(), BuildPhase(2), EndPhase(2), ChooseArea(0),
        turn="C 2-5", pieces="C:2-5c A:2-5c A:2-5a", C="hand=b gens=ll spirit=0",
    ).loaded(1, 6)  # fmt: skip
    table.go().change("b").declare(0).set_skill("martyrs")

    assert table.of("C").cities == ()
    assert table.generations("C") == "ll/b"
    assert table.of("C").face_down == ("dynasty",)


@pytest.mark.rule("quo_vadis.ex.19")
def test_a_shared_majority() -> None:
    table = at(EndPhase(0), ChooseArea(1), turn="A 1-2", pieces="A:1-2a A:1-2b B:city@1-2b").go()

    assert table.of("A").workers == ("1-2a", "1-2b")
    assert (table.majorities("A"), table.majorities("B")) == (["1-2"], ["1-2"])


@pytest.mark.rule("quo_vadis.ex.20")
def test_several_buildings() -> None:
    table = at(
        BuildPhase(0), ChooseArea(1), turn="A 3-4", pieces="A:1-2a A:1-5a A:1-2b A:1-5c"
    ).go()
    assert table.majorities("A") == ["1-2", "1-5"]
    table.build("fort", "1-2a").build("fort", "1-5a")

    assert table.of("A").forts == ("1-2a", "1-5a")
    assert table.reserve("A") == 8
    assert table.majorities("A") == []


@pytest.mark.rule("quo_vadis.ex.21")
@pytest.mark.parametrize(("vp", "winner", "scores"), [(41, 2, (50, 50, 51)), (40, 0, (50, 50, 50))])
def test_final_settlement_and_tie(vp: int, winner: int, scores: tuple[int, ...]) -> None:
    table = at(
        FinalSettlement(),
        pieces="A:city@1-2a/4 A:ruin@1-3a/2 B:city@1-4a/3 C:city@1-5a/3 C:city@2-4a/3",
        A="vp=44", B="vp=47", C=f"vp={vp} skills=metropolis",
    )  # fmt: skip
    told_before = [parts(table.world, seat) for seat in range(3)]
    table = table.go()
    outcome = table.outcome

    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((winner,), scores)
    assert [parts(table.world, seat) for seat in range(3)] == told_before
    assert [values["dominion"] for values in told_before] == [6, 3, 6]
    assert [item["skills"] for item in told_before] == [0, 0, 4]
