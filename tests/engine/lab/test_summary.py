"""Statistics of many games together."""

from __future__ import annotations

import pytest

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.lab.report import sentences
from hako.engine.lab.simulate import SimulatedGame
from hako.engine.lab.summary import share, spread, summarize
from hako.engine.log.header import Player
from hako.engine.log.setup import new_header
from tests.toys.sealed_bids import GAME


def game(
    number: int,
    winners: tuple[int, ...],
    scores: tuple[int, ...],
    sides: tuple[str | None, ...] = (),
) -> SimulatedGame:
    return SimulatedGame(number, number, 10 * number, number, winners, scores, "most_points", sides)


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (80, 100, 0.7112, 0.8666),
    ],
)
def test_a_share_comes_with_wilsons_interval(times: int, of: int, low: float, high: float) -> None:
    """(p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n) with z = 1.96."""
    proportion = share(times, of)

    assert proportion.share == times / of
    assert (proportion.low, proportion.high) == pytest.approx((low, high), abs=0.0001)


def test_a_spread_tells_mean_quartiles_and_how_often_each_number_came() -> None:
    distribution = spread([4, 1, 3, 1, 1])

    assert (distribution.mean, distribution.least, distribution.median, distribution.most) == (
        2.0,
        1,
        1.0,
        4,
    )
    assert (distribution.quarter, distribution.three_quarters) == (1.0, 3.0)
    assert distribution.counts == {1: 3, 3: 1, 4: 1}


def test_one_number_has_a_spread_too() -> None:
    distribution = spread([7])

    assert (
        distribution.mean,
        distribution.deviation,
        distribution.quarter,
        distribution.three_quarters,
    ) == (
        7.0,
        0.0,
        7.0,
        7.0,
    )


def test_only_options_that_there_was_a_choice_of_are_told() -> None:
    """Two seats have the small box of the houses alone."""
    bots = tuple(Player(str(n), bot="random") for n in range(3))

    options_met = [
        dict(summarize(GAME, new_header(GAME, seats, seed=1), [game(1, (0,), (1, 0, 0))]).options)
        for seats in (bots[:2], bots)
    ]

    assert options_met == [{"rounds": "3"}, {"rounds": "3", "house": "small"}]


def test_wins_are_counted_by_seat_and_by_bot() -> None:
    """Seats 0 and 2 are random, seat 1 greedy: they win 1, 2 and 1 games, one of them shared."""
    bots = tuple(
        Player(str(n), bot=level) for n, level in enumerate(("random", "greedy", "random"))
    )
    games = [
        game(1, (1,), (0, 5, 2)),
        game(2, (0, 2), (3, 1, 3)),
        game(3, (1,), (0, 4, 4)),
        game(4, (), (0, 0, 0)),
    ]

    summary = summarize(GAME, new_header(GAME, bots, seed=1), games)

    assert [seat.wins.times for seat in summary.seats] == [1, 2, 1]
    assert [(bot.bot, bot.seats, bot.wins.times) for bot in summary.bots] == [
        ("random", (0, 2), 1),
        ("greedy", (1,), 2),
    ]
    assert (summary.shared, summary.unwon) == (1, 1)
    assert summary.decisions.mean == 25.0


def test_wins_are_counted_by_what_was_played_on_whatever_seat() -> None:
    """Foxes win twice in three times, on seat 0 and on seat 1; hens once in three."""
    bots = (Player("0", bot="random"), Player("1", bot="random"))
    games = [
        game(1, (0,), (5, 2), ("fox", "hen")),
        game(2, (1,), (3, 4), ("hen", "fox")),
        game(3, (1,), (1, 9), ("fox", "owl")),
        game(4, (0,), (6, 0), ("hen", None)),
    ]

    summaries = summarize(GAME, new_header(GAME, bots, seed=1), games).sides

    assert [(side.side, side.wins.times, side.wins.of) for side in summaries] == [
        ("fox", 2, 3),
        ("hen", 1, 3),
        ("owl", 1, 1),
    ]
    assert [side.scores.mean for side in summaries] == pytest.approx([10 / 3, 11 / 3, 9])


def test_what_was_played_is_told_by_its_name() -> None:
    """The fox wins one of two games, which it shares with the hen."""
    names = {"side": {"fox": "the Fox", "hen": "the Hen"}}
    texts = load_catalogue("en", ENGINE).with_terms(names)
    bots = (Player("0", bot="random"), Player("1", bot="random"))
    games = [game(1, (0, 1), (5, 2), ("fox", "hen")), game(2, (1,), (3, 4), ("fox", None))]

    output = [*sentences(summarize(GAME, new_header(GAME, bots, seed=1), games), texts)]

    assert any(line.startswith("the Fox, 2 times: wins 50.0% ") for line in output)
    assert any(line.startswith("the Hen, once: wins 100.0% ") for line in output)
