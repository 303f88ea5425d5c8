"""Connect four is the yardstick of the bench: its rules have to be right."""

from __future__ import annotations

import pytest

from hako.engine.rules.chance import Chance
from hako.engine.rules.play import legal_actions, play
from tests.toys.connect_four import TURNS, Drop, Rack, has_four

START = Rack((TURNS[0],))


def dropped(*columns: int) -> Rack:
    rack = START
    for ply, column in enumerate(columns):
        assert Drop(column) in legal_actions(rack, ply % 2)
        rack, _ = play(rack, ply % 2, Drop(column), Chance(1, ply))
    return rack


@pytest.mark.parametrize(
    "columns",
    [
        (0, 1, 0, 1, 0, 1, 0),
        (0, 0, 1, 1, 2, 2, 3),
        (0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3),
        (3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0),
    ],
    ids=["upright", "flat", "rising", "falling"],
)
def test_four_in_a_line_win(columns: tuple[int, ...]) -> None:
    assert dropped(*columns).winner == 0
    assert dropped(*columns[:-1]).winner is None


def test_no_line_runs_over_an_edge() -> None:
    """The upper three of one column and the lowest of the next are neighbours as bits."""
    assert not has_four(0b111000 | 1 << 7)


def test_a_full_column_takes_no_disc() -> None:
    rack = dropped(0, 0, 0, 0, 0, 0)

    assert legal_actions(rack, 0) == tuple(Drop(column) for column in range(1, 7))


def test_a_full_rack_without_a_line_is_a_draw() -> None:
    """Columns stand in pairs, the seats' discs alternating in each."""
    one_pair = (0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1)
    columns = [column + shift for shift in (0, 2, 4) for column in one_pair]
    rack = dropped(*columns, *(6,) * 6)

    assert rack.agenda == ()
    assert rack.winner is None


def ways(rack: Rack, seat: int, plies: int) -> int:
    """Number of games of so many plies from here."""
    if plies == 0 or not rack.agenda:
        return plies == 0
    return sum(
        ways(play(rack, seat, action, Chance(1, 0))[0], 1 - seat, plies - 1)
        for action in legal_actions(rack, seat)
    )


def test_there_are_seven_ways_to_go_on_until_a_column_is_full() -> None:
    assert ways(START, 0, 5) == 7**5
