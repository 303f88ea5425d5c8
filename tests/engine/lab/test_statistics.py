"""Statistics: what counts as won, and what does not count."""

from __future__ import annotations

from collections.abc import Sequence

from hako.engine.content.files import Wording
from hako.engine.lab.player_statistics import GameStatistics, Month, statistics
from hako.engine.lab.summary import share
from hako.engine.log.header import Player
from hako.engine.rules.model import Seat
from hako.engine.storage.save_index import ABANDONED_SECONDS, SavedGame, SeatAccuracy

ANN, BEN = Player("Ann"), Player("Ben")
GREEDY, STRONG = Player("Otto", bot="greedy"), Player("Mia", bot="strong")
NOW = 1_800_000_000.0
DAY = 24 * 3600.0


def saved(
    *players: Player,
    winners: tuple[Seat, ...] | None = (),
    scores: tuple[int, ...] = (),
    days_ago: float = 1,
    game: str = "go",
    **more: object,
) -> SavedGame:
    """A game that is over, unless nobody is said to have won or not."""
    return SavedGame(
        "",
        game,
        players,
        turn=9,
        played=NOW - days_ago * DAY,
        finished=winners is not None,
        winners=winners,
        scores=None if winners is None else scores or (0,) * len(players),
        **more,  # type: ignore[arg-type]  # of SavedGame
    )


def of_ann(games: Sequence[SavedGame]) -> GameStatistics:
    """Ann's statistics of the one game that she played."""
    [person] = statistics(games, lambda player: player.name if player == ANN else None, NOW)
    [game] = person.games
    return game


def test_unfinished_games_and_those_given_up_count_apart_and_in_no_share() -> None:
    """Won: 1 of 2 that are over. Another goes on, one was closed, and one is half a year old.

    Nothing is counted of one that was tried again by who knew how it went.
    """
    half_a_year = ABANDONED_SECONDS / DAY
    statistics = of_ann(
        [
            saved(ANN, GREEDY, winners=(0,), scores=(7, 3), days_ago=half_a_year + 1),
            saved(GREEDY, ANN, winners=(0,), scores=(9, 4)),
            saved(ANN, GREEDY, winners=None, days_ago=half_a_year - 1),
            saved(ANN, GREEDY, winners=None, days_ago=half_a_year + 1),
            saved(ANN, GREEDY, winners=None, given_up=True),
            saved(ANN, GREEDY, winners=(0,), tried_again=True),
        ]
    )

    assert statistics.wins == share(1, 2)
    assert (statistics.unfinished, statistics.given_up) == (1, 2)
    assert (statistics.scores.most, statistics.scores.median) == (7, 5.5)
    assert sum(tally.wins.of for tally in statistics.tallies if tally.kind == "seat") == 2


def test_a_row_of_wins_goes_by_when_games_were_played() -> None:
    """From the oldest: won, won, won, lost, won (shared), lost, lost."""
    won = {7: (0,), 6: (0,), 5: (0,), 4: (1,), 3: (0, 1), 2: (1,), 1: ()}
    games = [saved(ANN, GREEDY, winners=won[day], days_ago=day) for day in (3, 1, 7, 5, 2, 6, 4)]

    assert (of_ann(games).in_a_row, of_ann(games).most_in_a_row) == (-2, 3)
    later = [*games, saved(ANN, GREEDY, winners=(0,), days_ago=0)]
    assert (of_ann(later).in_a_row, of_ann(later).most_in_a_row) == (1, 3)


def test_wins_are_told_apart_by_players_seats_opponents_and_sides() -> None:
    statistics = of_ann(
        [
            saved(ANN, GREEDY, winners=(0,), sides=("north", "south")),
            saved(GREEDY, ANN, winners=(0,), sides=("north", "south")),
            saved(BEN, STRONG, ANN, winners=(2,), sides=("west", "south", "north")),
            saved(ANN, winners=()),
        ]
    )

    assert [
        (tally.kind, tally.group, tally.wins.times, tally.wins.of) for tally in statistics.tallies
    ] == [
        ("players", ("1",), 0, 1),
        ("players", ("2",), 1, 2),
        ("players", ("3",), 1, 1),
        ("seat", ("1", "1"), 0, 1),
        ("seat", ("1", "2"), 1, 1),
        ("seat", ("2", "2"), 0, 1),
        ("seat", ("3", "3"), 1, 1),
        ("against", ("greedy",), 1, 2),
        ("against", ("strong", "person"), 1, 1),
        ("side", ("north",), 2, 2),
        ("side", ("south",), 0, 1),
    ]


def test_reviews_tell_month_by_month_what_a_decision_gave_away() -> None:
    """Two of 4 decisions gave away .1: 5 points a decision, ±196 * sqrt((.02 - 4 * .05²) / 3 / 4).

    Decisions that are all alike do not tell how sure that is.
    """
    first, second = (
        (SeatAccuracy(1, 0.1, 0.01), SeatAccuracy(1, 1.0, 1.0)),
        (SeatAccuracy(3, 0.1, 0.01),) * 2,
    )
    alike, none = (SeatAccuracy(10, 0.25, 0.00625),) * 2, (SeatAccuracy(0, 0.0, 0.0),) * 2
    statistics = of_ann(
        [
            saved(ANN, GREEDY, days_ago=1, judged=first),
            saved(ANN, GREEDY, days_ago=2, judged=second),
            saved(ANN, GREEDY, days_ago=3),
            saved(ANN, GREEDY, days_ago=40, judged=alike),
            saved(ANN, GREEDY, days_ago=50, judged=none),
        ]
    )

    assert statistics.months == (
        Month("2026-12", 1, 10, 2.5, None),
        Month("2027-01", 2, 4, 5.0, 5.66),
    )


def test_everybody_counts_by_themselves_and_lessons_for_nobody() -> None:
    lesson = saved(ANN, GREEDY, winners=(0,), lesson=Wording(en="First", ja="最初"))
    rows = statistics(
        [saved(ANN, BEN), lesson, *[saved(ANN, GREEDY, game="chess")] * 2],
        lambda player: None if player.bot else player.name,
        NOW,
    )

    assert [(item.name, item.over, [game.game for game in item.games]) for item in rows] == [
        ("Ann", 3, ["chess", "go"]),
        ("Ben", 1, ["go"]),
    ]


def test_a_game_counts_for_nobody_who_has_two_of_its_seats() -> None:
    games = [
        saved(ANN, ANN, winners=(0,), scores=(5, 3)),
        saved(ANN, BEN, ANN, winners=(1,), scores=(1, 5, 2)),
        saved(ANN, BEN, winners=(0,), scores=(4, 2)),
    ]

    values = {item.name: item.over for item in statistics(games, lambda item: item.name, NOW)}

    assert values == {"Ann": 1, "Ben": 2}
