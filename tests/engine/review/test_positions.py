"""Positions of whole games in which hint and review said different things, or the review a false one."""

from __future__ import annotations

from math import hypot, sqrt
from typing import Any

import pytest

from hako.content.cultus.actions import BuildMonument
from hako.content.flip_city import GAME as FLIP_CITY
from hako.content.flip_city.actions import PlayTop, Stop
from hako.engine.bots.estimates import mean_of, weights_of
from hako.engine.bots.observation import Observation
from hako.engine.bots.rollouts import playout
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.review.curve import CurvePoint, points_of
from hako.engine.review.judgement import Verdict, verdict_of
from hako.engine.review.played_lines import (
    Stretch,
    line_at,
    spans_of,
    stretch_of,
    stretches_of,
    turns_of,
)
from hako.engine.review.review import Review
from hako.engine.review.turning_points import turning_points
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.transcript.sentences import record_text, texts_of
from tests.engine.bots.test_turn_lines import played
from tests.engine.review.test_decisions import decision, game_in, hint
from tests.engine.review.test_judgement import judged
from tests.rules.flip_city import table as flip_city


def verdict(stretch: Stretch) -> Verdict | None:
    """The measurement of a stretch; None if nothing makes it suspect."""
    asked = stretch.observation
    return verdict_of(judged(stretch), weights_of(asked.game, asked.seats))


@pytest.fixture(scope="module")
def followed() -> History[Any]:
    """Cultus, two players: Ann took the highlighted hint in every choice, and won 129 to 116."""
    return game_in("positions", "cultus")


def turn(table: History[Any], number: int) -> list[Position[Any]]:
    """The positions of a turn of the game."""
    return next(
        one
        for one in turns_of(table)
        if table.game.progress(view(table.game, one[0].state, None))[0] == number
    )


def test_hint_and_review_agree_on_the_turn_before_the_last(followed: History[Any]) -> None:
    """Turn 30: to walk to r2c3 was recommended, and then called a mistake of 39 points."""
    first = next(stretches_of(followed, turn(followed, 30)))[0]
    asked = decision(followed, first)

    advice = hint(asked, "cultus")

    measured = verdict(Stretch(asked, advice.line, first.ply))
    assert measured is None or not measured.is_mistake


def test_the_monument_and_the_plans_are_what_decided_the_last_turn(
    followed: History[Any],
) -> None:
    """Turn 32: a monument for 11 points and plans of 30 to 16, not the walk from r4c6 to r5c6."""
    last = turn(followed, 32)
    assert any(isinstance(one.record.action, BuildMonument) for one in last)
    spans, points = spans_of(followed), [*points_of(followed)]
    assert last[0].number in {position.number for position in spans[-1]}
    even = tuple(
        one
        if one.sure
        else type(one)(
            one.moment, (((0.5, 0.5), (1.0, 0.0)),) * 12 + (((0.5, 0.5), (0.0, 1.0)),) * 12
        )
        for one in points
    )
    review = Review(0, "", even, ())

    (point,) = turning_points(followed, review, [], texts_of(followed, "en"))

    assert point.turn in {31, 32}
    assert point.after == 100
    assert "monument" in point.sentence
    assert "30" in point.sentence
    assert "r5c6" not in point.sentence


def turned_after(table: History[Any], span: int) -> Review:
    """A review whose curve jumps from 20 to 90 % for the first seat in one span alone."""
    seats = len(table.players)
    even, no_win = (1 / seats,) * seats, (0.0,) * (seats - 2)
    curve = []
    for number, one in enumerate(points_of(table)):
        wins = 5 if number <= span else 22
        ends = [(1.0, 0.0, *no_win)] * wins + [(0.0, 1.0, *no_win)] * (24 - wins)
        curve.append(CurvePoint(one.moment, tuple((even, end) for end in ends)))
    return Review(0, "", tuple(curve), ())


@pytest.mark.parametrize("name", ["quo_vadis", "monumental"])
def test_a_turning_point_is_told_in_the_sentences_of_the_log(name: str) -> None:
    """No choice stands beside the events that it led to; a label of the list is no sentence.

    Where nothing but a choice came, no cause is told.
    """
    table = game_in("decisions", name)
    texts, spans = texts_of(table, "en"), spans_of(table)
    points = 0
    for number in range(2, len(spans), 5):
        log = [line for one in spans[number] for line in record_text(one.record, texts)]
        for point in turning_points(table, turned_after(table, number), [], texts):
            rest, points = point.sentence, points + bool(point.sentence)
            for line in sorted(log, key=len, reverse=True):
                rest = rest.replace(line, "")
            assert not rest.strip()
    assert points > 3


def test_to_stop_before_a_bust_is_no_mistake_where_every_game_is_won() -> None:
    """Two unhappy of three, and a Power Plant on top: of 150 games played on all were won."""
    table = flip_city.at("W | U F | S M M | $6 5 2/3 2")
    asked = Observation(FLIP_CITY, 0, view(FLIP_CITY, table.city, 0), 2)

    measured = verdict(Stretch(asked, (Stop(),), 1))

    assert measured is None or not measured.is_mistake


def test_what_a_turn_gave_away_is_measured_to_the_end_of_the_game() -> None:
    """Two bots that look one move ahead, turn 11: to play on or to stop.

    The view of 24 decisions found a loss that games to the end do not have. The loss agrees with
    that in 100 other games, within two standard errors of the difference, and it is no more certain
    than so few winners make it.
    """
    table = played(FLIP_CITY, 2, 90001)
    stretch = stretch_of(table, [*stretches_of(table, turn(table, 11))][2])
    assert stretch.line == (PlayTop(),)
    judgement = judged(stretch)
    measured = verdict_of(judgement, weights_of(FLIP_CITY, 2))
    assert judgement.others is not None
    better = line_at(stretch.observation, judgement.others[judgement.better])
    assert better[0] == Stop()

    gains = []
    for number in range(100):
        world, seat = Chance(0, 99).fork(f"{number}"), stretch.observation.seat
        one, other = (playout(stretch.observation, line, world) for line in (better, stretch.line))
        gains.append(one.end[seat] - other.end[seat])

    assert measured is not None, "the view of 24 decisions makes it suspect"
    loss, true = measured.loss, mean_of(gains)
    assert abs(loss.mean - true.mean) <= 2 * hypot(loss.error, true.error)
    assert loss.error >= 0.7 * true.error * sqrt(len(gains) / len(judgement.measured))
    assert not measured.is_mistake
