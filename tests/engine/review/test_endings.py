"""Both endings: what each brought stands side by side."""

from __future__ import annotations

from hako.content import load
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.review.retried_game_comparison import BranchEnd, Comparison, side_by_side
from hako.engine.transcript.ranking import RankedSeat


def test_scores_and_all_that_brought_some_in_either_stand_side_by_side() -> None:
    """Ann had 55 + 34 points first and 60 + 10 then; Greedy 77 in play alone, and nothing from plans."""
    first = (
        RankedSeat(1, 0, "Ann", 89, {"play": 55, "plan": 34, "centre": 0}),
        RankedSeat(2, 1, "Greedy", 77, {"play": 77, "plan": 0, "centre": 0}),
    )
    again = (
        RankedSeat(2, 0, "Ann", 70, {"play": 60, "plan": 0, "centre": 10}),
        RankedSeat(1, 1, "Greedy", 77, {"play": 77, "plan": 0, "centre": 0}),
    )
    comparison = Comparison(
        9, 0, anew=True, original=BranchEnd("", first, ()), retried=BranchEnd("", again, ())
    )

    rows = [
        row.split()
        for row in side_by_side(comparison, load_catalogue("en", ENGINE, load("cultus").folder))
    ]

    assert [row[-2:] for row in rows[1:]] == [
        ["89", "70"], ["55", "60"], ["34", "0"], ["0", "10"], ["77", "77"], ["77", "77"],
    ]  # fmt: skip
