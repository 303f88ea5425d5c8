"""Calibration: the chances that fit who won, and how far they can be trusted."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from bench.calibration import (
    CalibrationFit,
    CalibrationRow,
    bins_of,
    by_worth,
    calibrated,
    error_of,
    fitted,
    judged,
    knee_of,
    loss_of,
    predicted_by,
    solved,
)
from bench.evaluation_fit import write
from hako.engine.bots.win_probability_scale import WinProbabilityScale, softmax


def rows(beta: float, turn: int) -> list[CalibrationRow]:
    """Positions in which the leading seat won as often as that beta says, to a thousandth."""
    result = []
    for lead in (1.0, 2.0, 4.0):
        chance, _ = softmax((beta * lead, 0.0))
        won = [CalibrationRow(turn, (lead, 0.0), (0.0, 0.0), (1.0, 0.0))] * round(1000 * chance)
        result += won + [CalibrationRow(turn, (lead, 0.0), (0.0, 0.0), (0.0, 1.0))] * (
            1000 - len(won)
        )
    return result


def test_each_turn_gets_the_beta_that_its_games_were_won_by() -> None:
    """Also a turn between two of those for which one is sought: these are told by their neighbours."""
    played = [row for turn in range(1, 8) for row in rows(0.1 * turn, turn)]

    scale = fitted(played, by_worth)

    assert scale.turns == (1, 3, 5, 7)
    assert scale.beta == pytest.approx((0.1, 0.3, 0.5, 0.7), abs=0.02)
    assert scale.point(6) == pytest.approx(0.6, abs=0.02)


def test_an_equation_whose_knots_know_but_their_neighbours_is_solved() -> None:
    """2x + y = 4, x + 3y + z = 10, y + 4z = 14: x, y, z are 1, 2, 3."""
    assert solved((2, 3, 4), (1, 1, 0), (4, 10, 14)) == pytest.approx((1, 2, 3))
    assert solved((4,), (0,), (2,)) == [0.5]


def test_leads_that_say_less_the_larger_they_are_are_bent_and_others_are_not() -> None:
    bent, played = WinProbabilityScale(2, (0.2,), knee=4.0), []
    for lead in (1.0, 4.0, 16.0, 64.0):
        chance, _ = bent.win_probabilities(1, (lead, 0.0))
        for won, times in (((1.0, 0.0), chance), ((0.0, 1.0), 1 - chance)):
            played += [CalibrationRow(1, (lead, 0.0), (0.0, 0.0), won)] * round(300 * times)

    scale = fitted(played, by_worth, knee_of(played, by_worth))

    assert scale.knee == 4
    assert scale.beta[0] == pytest.approx(0.2, abs=0.01)
    assert error_of(predicted_by(scale, played, by_worth)) < 0.002
    assert knee_of(rows(1.0, 1), by_worth) == 0
    assert (
        bent.win_probabilities(1, (5.0,))[0]
        < WinProbabilityScale(1, (0.2,)).win_probabilities(1, (5.0,))[0]
    )


def test_chances_that_come_true_have_no_error_and_overconfidence_has() -> None:
    """Doubling beta says 0.88 where 0.73 came, for a lead of 1; the mean over the bins tells."""
    played = rows(1.0, 1)

    assert error_of(predicted_by(WinProbabilityScale(2, (1.0,)), played, by_worth)) < 0.001
    assert error_of(predicted_by(WinProbabilityScale(2, (2.0,)), played, by_worth)) > 0.05


def test_the_plot_tells_apart_what_comes_true_and_overconfidence() -> None:
    """Chances said too high lie outside the interval of what came; positions of a game are one."""
    played = rows(1.0, 1)
    right, wrong = (
        predicted_by(WinProbabilityScale(2, (beta,)), played, by_worth) for beta in (1.0, 2.0)
    )

    assert all(
        row_2.low <= row_2.predicted <= row_2.high
        for row_2 in bins_of([[row_2] for row_2 in right])
    )
    assert not any(
        row_3.low <= row_3.predicted <= row_3.high
        for row_3 in bins_of([[row_3] for row_3 in wrong])
    )
    assert sum(one.part for one in bins_of([right])) == pytest.approx(1, abs=0.001)

    once, again = (bins_of([[pair] * times for pair in right]) for times in (1, 5))
    assert once == again
    assert bins_of([[pair_2] for pair_2 in right * 5])[0].low > once[0].low


def test_who_knows_nothing_loses_the_log_of_two() -> None:
    predicted = predicted_by(WinProbabilityScale(2, (0.0,)), rows(1.0, 1), by_worth)

    assert loss_of(predicted) == pytest.approx(log(2))


def test_every_game_is_judged_by_games_that_it_is_not_part_of() -> None:
    """A game that was won against all that the others say changes no chances of its own."""
    usual, other = (
        CalibrationRow(1, (1.0, 0.0), (0.0, 0.0), won) for won in ((0.9, 0.1), (0.0, 1.0))
    )
    games = [[usual]] * 40
    [(without, _)] = judged(games, by_worth)[0]

    assert judged([[other], *games[1:]], by_worth)[0] == [(without, other.shares)]
    assert len(judged(games, by_worth)) == 40


def test_a_measurement_tells_the_error_over_all_its_games() -> None:
    scale, fit = calibrated([[row] for row in rows(1.0, 1)])

    assert scale.beta[0] == pytest.approx(1.0, abs=0.02)
    assert fit.games == 3000
    assert fit.error < 0.01


def test_a_measurement_takes_the_place_of_the_last_one_for_as_many_seats(tmp_path: Path) -> None:
    file, fit = tmp_path / "chances.toml", CalibrationFit(100, 0.01, 0.5, 0.6)
    for seats, beta in ((3, 0.1), (2, 0.2), (3, 0.3)):
        write(file, WinProbabilityScale(seats, (beta, 0.5), (3, 7)), fit)

    lines = file.read_text("utf-8").splitlines()

    assert [line for line in lines if line.startswith("scale")] == [
        "scale = { seats = 2, beta = [0.2, 0.5], turns = [3, 7] }",
        "scale = { seats = 3, beta = [0.3, 0.5], turns = [3, 7] }",
    ]
