"""Charts in cells: whole lines, seats told apart, and turns that are marked."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hako.engine.transcript.chart import Axes, ChartSymbols, Series, apart, painted, text

AXES = Axes("turn", "points")


def racer(name: str, *scores: int) -> Series:
    return Series(name, tuple(enumerate(scores, start=1)))


SCORES = st.sampled_from((2, 5, 60, 150)).flatmap(
    lambda turns: st.lists(st.integers(-50, 300), min_size=turns, max_size=turns)
)


@given(SCORES, st.integers(8, 40))
def test_a_line_is_connected_from_the_first_turn_to_the_last(
    scores: list[int], height: int
) -> None:
    """Every column has a cell of it, next to one of the column before; of few turns and many."""
    marks = painted([racer("Ann", *scores)], AXES, 60, height, ChartSymbols())
    cells = [(mark.x, mark.y) for mark in marks if mark.racer == 0]

    columns = [{y for x, y in cells if x == column} for column in sorted({x for x, _ in cells})]
    assert {x for x, _ in cells} == set(range(min(cells)[0], 61))
    assert all(max(rows) - min(rows) == len(rows) - 1 for rows in columns)
    assert all(
        min(abs(one - other) for one in before for other in after) == 0
        for before, after in pairwise(columns)
    )


def test_each_turn_with_a_number_bears_a_sign_also_where_several_share_a_column() -> None:
    rows = text([racer("Ann", *range(150))], AXES)

    *numbers, _ = rows[-1].split()
    assert len(numbers) > 5
    assert "".join(rows).count("●") == len(numbers)


def test_seats_that_are_even_stand_side_by_side() -> None:
    rows = text([racer("Ann", 0, 5, 9), racer("Ben", 0, 5, 2)], AXES)

    assert any("│●■" in row or "┤●■" in row for row in rows)
    assert any("■●" in row for row in rows)


def test_names_scores_turns_and_axes_are_told() -> None:
    rows = text([racer("アキ", 0, 5, 9), racer("Ben", 0, 3, 9)], Axes("ターン", "得点"))

    assert rows[0] == "得点"
    assert rows[-1].split() == ["1", "2", "3", "ターン"]
    ends = [row for row in rows if row.endswith(("● アキ 9", "■ Ben 9"))]
    assert len(ends) == 2


def test_with_more_seats_than_lines_both_axes_keep_their_names() -> None:
    rows = text([racer("Ann", 0, 9), racer("Ben", 0, 5), racer("Cat", 0, 1)], AXES, height=4)

    assert [row.split()[-2:] for row in rows[:3]] == [["Ann", "9"], ["Ben", "5"], ["Cat", "1"]]
    assert rows[0].startswith("points")
    assert rows[-1].split() == ["1", "2", "turn"]


def test_without_colour_no_two_of_six_seats_look_alike() -> None:
    marks = painted([racer("X", 0, seat + 1, 9) for seat in range(6)], AXES, 60, 20, ChartSymbols())

    signs = {mark.text: mark.racer for mark in marks if mark.text in ChartSymbols().signs}
    assert sorted(signs.values(), key=str) == list(range(6))


@given(st.lists(st.integers(0, 100), min_size=1, max_size=6))
def test_labels_stand_apart_within_the_chart(places: list[int]) -> None:
    moved = apart(places, 15, 0, 100)

    heights = sorted(moved)
    assert all(below - above >= 15 for above, below in pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= 100


@given(st.integers(1, 400))
def test_numbers_of_turns_stand_apart(turns: int) -> None:
    marks = painted([racer("Ann", *range(turns))], AXES, 60, 12, ChartSymbols())

    numbers = sorted((mark.x, mark.text) for mark in marks if mark.y == 11 and mark.text.isdigit())
    assert numbers[-1][1] == str(turns)
    assert all(x + len(number) < after for (x, number), (after, _) in pairwise(numbers))
