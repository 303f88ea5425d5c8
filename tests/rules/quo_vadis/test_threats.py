"""Threats in Quo Vadis: what a war or a settlement would pay now and to whom, and the last round."""

from __future__ import annotations

import pytest

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.end_phase import EndTurn, TidyUp
from hako.content.quo_vadis.steps.place import PlaceFurther
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.rounds import FinalSettlement
from hako.engine.rules.game import threats_to, view
from hako.engine.rules.threats import Threat
from tests.rules.quo_vadis.table import Table, at, doing, seat


def threats(table: Table, player: str) -> list[Threat]:
    viewer = seat(player)
    return [*threats_to(GAME, view(GAME, table.state, viewer), viewer)]


def of(warnings: list[Threat], *keys: str) -> list[Threat]:
    return [threat for threat in warnings if threat.text.key in keys]


WAR = ("war_lost", "war_lost_dry")


def test_a_war_tells_the_likeliest_winner_and_what_the_cities_there_pay() -> None:
    """war.5, war.7, war.13: C stands with a worker and a city of 5 against A's three workers.

    A has strength 3, C 2; each rolls a six-sided die, as 1-4a is plains or nobody's. The city keeps
    2 of 5 cubes; the other 3 are A's.
    """
    table = doing(PlaceFurther, "A 1-4", "A:1-4a A:1-4b A:1-4c C:city@1-4a/5 C:1-4c C:city@2-5b/9")

    (threat,) = of(threats(table, "C"), *WAR)
    assert (threat.gravity, threat.seat) == ("stakes", seat("A"))
    assert {name: threat.text.values[name] for name in ("area", "strength", "own", "vp")} == {
        "area": "1-4",
        "strength": 3,
        "own": 2,
        "vp": 3,
    }


def test_a_war_of_others_is_no_threat() -> None:
    table = doing(PlaceFurther, "A 1-4", "A:1-4a C:1-4a B:2-3a")

    assert of(threats(table, "B"), *WAR) == []
    assert of(threats(table, "C"), *WAR)


def test_without_a_contested_cell_there_is_no_war() -> None:
    table = doing(PlaceFurther, "A 1-4", "A:1-4a C:1-4b")

    assert of(threats(table, "C"), *WAR) == []


def test_a_settlement_tells_majorities_cards_and_points() -> None:
    """settle.4, settle.6: B has two majorities and three cards in its generation: 6 VP."""
    pieces = "A:1-2a B:1-4a B:1-4b B:2-3a B:2-3b"
    table = doing(PlayCard, "A 1-2", pieces, A="hand=l", B="gens=bbl")

    (threat,) = of(threats(table, "A"), "settlement")
    assert (threat.gravity, threat.seat) == ("gains", seat("B"))
    assert threat.text.values == {"seat": 1, "held": 2, "cards": 3, "vp": 6}


@pytest.mark.parametrize(
    "pieces", ["A:1-2a", "A:1-2a B:1-4a B:2-3a"], ids=["nowhere to build", "no majority"]
)
def test_without_a_site_or_a_majority_there_is_nothing_to_settle(pieces: str) -> None:
    """card.4, settle.4."""
    table = doing(PlayCard, "A 1-2", pieces, A="hand=l", B="gens=bbl")

    assert of(threats(table, "A"), "settlement") == []


def test_who_has_had_its_turn_settles_only_after_ones_own() -> None:
    """B plays now; before B's next turn come C and A, before A's only C and A itself."""
    pieces = "A:1-2a A:1-2b A:2-4a A:2-4b B:1-4a B:1-4b B:2-3a B:2-3b"
    table = doing(PlayCard, "B 1-4", pieces, A="gens=ll", B="hand=l gens=bb")

    assert [threat.seat for threat in of(threats(table, "C"), "settlement")] == [1]
    assert [threat.seat for threat in of(threats(table, "B"), "settlement")] == [0]


@pytest.mark.parametrize(("wrath", "expected"), [(4, False), (5, True)])
def test_five_wrath_can_destroy_buildings(wrath: int, expected: bool) -> None:
    """wrath.5."""
    table = at(ChooseArea(0), turn="A", pieces="A:1-2a B:city@1-4a", A=f"wrath={wrath}")
    table = table.given(phase="selection")

    assert bool(of(threats(table, "B"), "strike_comes")) is expected
    assert of(threats(table, "C"), "strike_comes") == []


def test_the_last_generation_is_to_be_closed_in_the_last_round() -> None:
    """final.3: two majorities and two cards are 4 VP for a change, nothing without."""
    pieces = "A:1-2a A:1-2b A:2-3a A:2-3b"
    table = doing(PlayCard, "A 1-2", pieces, A="gens=ll", B="vp=90", number=10)

    (threat,) = of(threats(table, "A"), "last_settlement")
    assert (threat.gravity, threat.text.values) == ("ends", {"held": 2, "cards": 2, "vp": 4})
    assert of(threats(table, "C"), "last_round")


def test_before_the_last_round_nothing_is_said_of_it() -> None:
    table = doing(PlayCard, "A 1-2", "A:1-2a A:1-2b", A="gens=ll", number=9)

    assert of(threats(table, "A"), "last_settlement", "last_round") == []


@pytest.mark.parametrize(("vp", "winner"), [(3, "A"), (4, "A"), (5, "B")])
def test_the_last_choices_of_the_game_decide(vp: int, winner: str) -> None:
    """end.5, final.4: A has 3 VP, may let a worker ascend for 1 more, and wins ties as start player."""
    pieces = "A:temple@1-2a A:1-2a"
    steps = (TidyUp(0), EndTurn(0), FinalSettlement())
    table = at(*steps, turn="A 1-2", pieces=pieces, number=10, A="vp=3", B=f"vp={vp}").go()

    sure = GAME.sure_winner(view(GAME, table.state, None))
    assert sure == seat(winner)


def test_before_the_last_turn_nothing_is_proven() -> None:
    pieces = "A:temple@1-2a A:1-2a"
    table = at(
        TidyUp(0), EndTurn(0), FinalSettlement(), turn="A 1-2", pieces=pieces, A="vp=30"
    ).go()

    assert GAME.sure_winner(view(GAME, table.state, None)) is None
