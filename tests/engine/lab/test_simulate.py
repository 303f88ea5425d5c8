"""Simulation: one seed, one result; every game can be found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from hako.engine.lab.simulate import (
    AbandonedGame,
    GameTooLong,
    SimulatedGame,
    play_out,
    seed_of,
    simulate,
)
from hako.engine.log.header import Header, Player
from hako.engine.log.history import History
from hako.engine.log.log_content import content_of
from hako.engine.log.log_format import HISTORY_LINES, read_log
from hako.engine.log.setup import new_header
from hako.engine.log.verify import verify
from tests.toys.tic_tac_toe import GAME, Grid, TicTacToe

BOTS = (Player("One", bot="greedy"), Player("Two", bot="random"))


def header(seed: int = 1) -> Header:
    return new_header(GAME, BOTS, seed=seed)


def played(games: int, jobs: int = 1, seed: int = 1) -> list[SimulatedGame]:
    result = list(simulate(GAME, header(seed), games, jobs=jobs))
    return [game for game in result if isinstance(game, SimulatedGame)]


def test_the_number_of_processes_does_not_change_the_result() -> None:
    assert played(30, jobs=1) == played(30, jobs=2) == played(30, jobs=3)


def test_games_come_in_order_each_with_a_seed_of_its_own() -> None:
    games = played(20)

    assert [game.number for game in games] == list(range(1, 21))
    assert len({game.seed for game in games}) == 20


def test_a_longer_simulation_begins_like_a_shorter_one() -> None:
    assert played(20)[:5] == played(5)


def test_another_seed_makes_other_games() -> None:
    assert played(20, seed=1) != played(20, seed=2)


def test_seeds_fit_into_any_json_reader() -> None:
    assert all(0 <= seed_of(base, 1) < 2**63 for base in range(1000))


def test_logs_are_the_same_on_any_day(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        list(simulate(GAME, header(), 2, folder=tmp_path / folder))

    for log in (tmp_path / "one").iterdir():
        data = log.read_bytes()
        assert data == (tmp_path / "two" / log.name).read_bytes()
        verify(History, GAME, read_log(GAME, data, log.name, HISTORY_LINES), log.name)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_never_ends_is_given_up_and_the_others_are_played(
    jobs: int, tmp_path: Path
) -> None:
    """Six cells of tic-tac-toe decide some games and not others; the logs are kept of all."""
    games = list(simulate(GAME, header(), 10, jobs=jobs, limit=6, folder=tmp_path))

    given_up = [game for game in games if isinstance(game, AbandonedGame)]
    assert [game.number for game in games] == list(range(1, 11))
    assert 0 < len(given_up) < 10
    assert all(game.seed == seed_of(1, game.number) for game in given_up)
    assert len(list(tmp_path.iterdir())) == 10


def test_a_single_game_that_never_ends_is_named_with_its_seed() -> None:
    with pytest.raises(GameTooLong, match="seed 5"):
        play_out(GAME, header(5), content_of(GAME, header(5), ""), limit=4)


class Broken(TicTacToe):
    """A game whose bots break down."""

    def evaluate(self, view: Grid, seat: int) -> float:
        raise ZeroDivisionError


def test_a_mistake_of_a_game_tells_where_it_can_be_seen_again() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        list(simulate(Broken(), header(), 10))

    assert caught.value.__notes__ == [
        f"It happened in game 1 of the simulation, seed {seed_of(1, 1)}."
    ]
