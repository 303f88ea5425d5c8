"""Reliability: what is predicted is set beside what came, bin by bin."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import chance_reliability_page as reliability_page
from bench.chance_reliability import predictions
from bench.chance_reliability_page import (
    BEGIN,
    END,
    Prediction,
    ReliabilityBin,
    bins,
    brier,
    fitted,
    least_brier,
    plot,
    tables,
    worst,
    write,
)
from hako.engine.bots.estimates import JoinWeights

SEATS = {"flip_city": 2}


def row(chance: float, *won: float, seed: int = 1, ends: float = 0.5) -> Prediction:
    return Prediction("flip_city", seed, 0, "gg", chance, chance, chance, ends, None, won)


def hint(one: Prediction) -> float:
    assert one.hint is not None
    return one.hint


def test_the_brier_score_is_the_mean_squared_distance_to_each_outcome() -> None:
    """.8 against a win and a loss: (.04 + .64) / 2; a seer of that position has .25."""
    assert brier([row(0.8, 1.0, 0.0)], hint) == pytest.approx(0.34)
    assert brier([row(0.8, 1.0, 0.0)], lambda _: 0.5) == pytest.approx(0.25)


def test_the_least_brier_score_is_the_scatter_of_the_outcomes_alone() -> None:
    """A position that is won half the time gives all four pairs equally often: .25 on average."""
    pairs = [row(0.5, first, second) for first in (0.0, 1.0) for second in (0.0, 1.0)]
    assert least_brier(pairs) == pytest.approx(0.25)
    assert least_brier([row(0.5, 1.0, 1.0), row(0.5, 0.0, 0.0)]) == 0


def test_positions_of_one_game_count_as_one() -> None:
    """Two games that came differently: their four positions scatter like two."""
    alike = [
        row(0.55, 1.0, seed=1),
        row(0.56, 1.0, seed=1),
        row(0.54, 0.0, seed=2),
        row(0.55, 0.0, seed=2),
    ]

    (one,) = bins(alike, hint)

    assert (one.number, one.positions, one.won) == (5, 4, 0.5)
    assert one.predicted == pytest.approx(0.55)
    assert one.margin == pytest.approx(1.96 * (2 * 1.0**2) ** 0.5 / 4, abs=0.001)


def test_the_worst_bin_is_one_with_enough_positions() -> None:
    rows = [*(row(0.55, 0.5) for _ in range(40)), row(0.95, 0.0)]

    assert worst(rows, hint) == pytest.approx(0.05)
    assert worst(rows[:39], hint) is None


def test_weights_are_found_that_tell_steady_evaluations_from_wins_that_scatter() -> None:
    """The truth is the evaluation, and a twelfth of the wins is noise; then it is the wins alone."""
    truths = [0.1, 0.3, 0.5, 0.7, 0.9] * 4
    noise = [0.4, -0.4, 0.2, -0.2]
    by_cut = [
        row(truth, truth, ends=truth + noise[place // 5]) for place, truth in enumerate(truths)
    ]
    by_end = [row(0.5, truth, ends=truth) for truth in truths]

    assert fitted(by_cut, 2).worth == 32.0
    assert fitted(by_cut, 2).slope >= 1.0
    assert fitted(by_end, 2).worth == 1.0


def test_a_plot_marks_what_was_predicted_and_what_came() -> None:
    """At 60 and 80 %, with an interval of 10 points to either side, in 50 cells."""
    rows = plot([ReliabilityBin(6, 20, 0.6, 0.8, 0.1), ReliabilityBin(9, 4, 1.0, 1.0, 0.0)])

    first, second = rows
    cells = first.removeprefix(" 60 %  ")
    assert (cells.index("o"), cells.index("X"), cells.index("-")) == (30, 40, 35)
    assert cells.rindex("-") == 45
    assert second.endswith(".*  n 4")


def test_the_curve_is_0_or_1_where_the_rules_decide_it() -> None:
    sure = Prediction("flip_city", 1, 0, "gg", 0.4, 0.0, 0.4, 0.4, 0.0, (0.0,))

    assert sure.curve(JoinWeights(2, 1.0, 4.0)) == 0.0


def test_the_tables_stand_between_their_marks_in_both_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reliability_page, "DOCS", tmp_path)
    for language in ("en", "ja"):
        page = tmp_path / f"reliability.{language}.md"
        page.write_text(f"head\n{BEGIN}\nold\n{END}\ntail\n", encoding="utf-8")
    rows = [row(0.55, 1.0, 0.0)]

    write(rows, SEATS)

    for page in tmp_path.iterdir():
        text = page.read_text(encoding="utf-8")
        assert tables(rows, SEATS) in text
        assert "old" not in text
        assert text.startswith("head\n")
        assert text.endswith("tail\n")


def test_a_game_gives_a_position_of_each_quarter_with_its_outcomes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bench.chance_reliability.SECONDS", 0.01)
    monkeypatch.setattr("bench.chance_reliability.CURVE", 1)

    pairs = [*predictions("flip_city", 2, 7, 1)]

    assert [one.quarter for one in pairs] == [0, 1, 2, 3]
    assert {one.players for one in pairs} == {"ge"}
    assert all(len(one.won) == 1 for one in pairs)
