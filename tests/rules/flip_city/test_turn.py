"""The turn and its parts."""

from __future__ import annotations

import pytest

from hako.content.flip_city.steps import BuildPhase, PlayPhase
from tests.rules.flip_city.table import alone, at
from tests.rules.tables import by_clause


@pytest.mark.rule("flip_city.turn.1")
def test_a_turn_is_a_play_phase_then_a_build_phase_then_its_end() -> None:
    table = at("F C | - | - | $0 0 0/3 1")

    assert table.step == PlayPhase(0)
    assert table.play().step == PlayPhase(0)
    assert table.stop().step == BuildPhase(0)
    assert table.end().step == PlayPhase(1)
    assert table.cards(0) == "C | F | -"


@by_clause(
    "before moves",
    # $9, 2 points, 2/5, 3 actions
    ("turn.2", "C | M | F F M A A | $9 2 2/5 3", "stop, end"),
    # an obligation that lapsed, as there was nothing left to play
    ("turn.2 play.11", "K | - | C F | $3 0 0/3 2", "play, stop, end"),
    # a bust at 3/4, obliged
    ("turn.2 bust.1", "H | - | M R A R K | $8 1 3/4 2 obliged", "play"),
)
def test_nothing_of_a_turn_is_carried_to_the_next(before: str, moves: str) -> None:
    table = at(before, "H F | - | -").plays(moves)

    assert table.line == "H F | - | - | $0 0 0/3 1"
    assert table.play().options == "play, stop"


@pytest.mark.rule("flip_city.turn.2", "flip_city.solo.2")
def test_alone_too_every_turn_begins_anew() -> None:
    table = alone("C F | - | H K | $6 0 1/3 2", build=True).end()

    assert table.line == "C F | H K | - | $0 0 0/3 1"
