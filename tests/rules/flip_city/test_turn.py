"""The turn and its parts."""

from __future__ import annotations

import pytest

from hako.content.flip_city.steps import BuildPhase, PlayPhase
from tests.rules.flip_city.table import alone, at


@pytest.mark.rule("flip_city.turn.1")
def test_a_turn_is_a_play_phase_then_a_build_phase_then_its_end() -> None:
    table = at("F C | - | - | $0 0 0/3 1")

    assert table.step == PlayPhase(0)
    assert table.play().step == PlayPhase(0)
    assert table.stop().step == BuildPhase(0)
    assert table.end().step == PlayPhase(1)
    assert table.cards(0) == "C | F | -"


@pytest.mark.rule("flip_city.turn.2")
def test_nothing_of_a_turn_is_carried_to_the_next() -> None:
    """$9, 2 points, 2/5, 3 actions: the next turn begins with $0, 0, 0/3 and 1 action."""
    table = at("C | - | F F M M A A | $9 2 2/5 3", "H | - | -", build=True).end()

    assert table.line == "H | - | - | $0 0 0/3 1"


@pytest.mark.rule("flip_city.turn.2", "flip_city.play.11")
def test_an_obligation_that_lapsed_is_not_carried_to_the_next_turn() -> None:
    """After K there is nothing left to play; the next seat is obliged to nothing."""
    table = at("K | - | C F | $3 0 0/3 2", "H F | - | -").play().stop().end()

    assert table.line == "H F | - | - | $0 0 0/3 1"
    assert table.play().options == "play, stop"


@pytest.mark.rule("flip_city.turn.2", "flip_city.bust.1")
def test_nothing_of_a_busted_turn_is_carried_to_the_next() -> None:
    """Obliged by K, at 3/4 an H busts: $0, 0 points, 0/3, 1 action, no obligation."""
    table = at("H | - | M R A R K | $8 1 3/4 2 obliged", "F | - | -").play()

    assert table.line == "F | - | - | $0 0 0/3 1"


@pytest.mark.rule("flip_city.turn.2", "flip_city.solo.2")
def test_alone_too_every_turn_begins_anew() -> None:
    table = alone("C F | - | H K | $6 0 1/3 2", build=True).end()

    assert table.line == "C F | H K | - | $0 0 0/3 1"
