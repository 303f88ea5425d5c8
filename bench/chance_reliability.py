"""`make reliability`: how often those win whose chance was told as so much, and how far it is off.

    python -m bench.chance_reliability GAME ... [--games 70] [--seed 5] [--outcomes 12]

Greedy and gentle bots play on all seats by turns. One decision of each quarter of a game is looked
at: what a hint tells of it after a second of the processor, and what a review's curve tells of its
turn. Then greedy bots play on from there in worlds that the seat cannot tell from the true one.
Each position is kept in a file beside this one as it is measured, so that a run goes on where the
last one stopped; `--page` writes the tables of all games into docs.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import fsum
from pathlib import Path
from random import Random
from time import process_time
from typing import Any
from unittest.mock import patch

import msgspec

from bench.chance_reliability_page import CURVE, Prediction, fitted, write
from bench.play import game_of
from hako.engine.bots.advice import searched
from hako.engine.bots.estimates import decided
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.hint_search import HintSearch
from hako.engine.bots.observation import Observation, observation_of
from hako.engine.bots.rollouts import playout
from hako.engine.bots.simple_bots import gentle_bot
from hako.engine.bots.win_probability_scale import shares, win_probabilities
from hako.engine.lab.simulate import seed_of
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view, world
from hako.engine.rules.model import Seat, State
from hako.engine.rules.play import play, waiting

FILE = Path(__file__).with_suffix(".jsonl")

SEATS = {"flip_city": 2, "world_monger": 2, "cultus": 2, "monumental": 2, "quo_vadis": 3}
"""The number of seats at the tables of each game."""

QUARTERS = 4
"""The positions of a game, one from each quarter of its decisions."""

SECONDS = 1.0
"""The time of a hint."""

LIMIT = 2000
"""The most decisions after which an outcome is looked for."""


def positions(
    game: Game[Any], seats: int, number: int, seed: int
) -> Iterator[tuple[int, State, Seat, str]]:
    """A decision of each quarter of one game, with the letters of its players."""
    kinds = [(number >> seat) % 2 for seat in range(seats)]
    bots = [(greedy_bot, gentle_bot)[kind] for kind in kinds]
    header = new_header(game, [Player(str(seat)) for seat in range(seats)], seed=seed)
    table, decisions = History.new(game, header), list[tuple[State, Seat]]()
    while asked := table.waiting():
        seat = asked[0]
        observation, chance = observation_of(table, seat)
        if len(observation.actions) > 1:
            decisions.append((table.state, seat))
        table.play(seat, bots[seat](observation, chance))
    dice, size = Random(seed), len(decisions) / QUARTERS
    for quarter in range(QUARTERS):
        state, seat = decisions[int(size * (quarter + dice.random()))]
        yield quarter, state, seat, "".join("ge"[kind] for kind in kinds)


def outcome(observation: Observation, chance: Chance) -> float:
    """The seat's share of the win after greedy bots have played on in a world of its view."""
    game, seats = observation.game, observation.seats
    state = world(game, observation.view, observation.seat, chance.fork("world"))
    for number in range(LIMIT):
        if not state.agenda:
            break
        mover = waiting(state)[0]
        asked = Observation(game, mover, view(game, state, mover), seats)
        action = greedy_bot(asked, chance.fork(f"bot {number}"))
        state, _ = play(state, mover, action, chance.fork(f"play {number}"))
    return shares(game, state, seats)[observation.seat]


def predictions(name: str, number: int, seed: int, outcomes: int) -> Iterator[Prediction]:
    """Predictions of the positions of one game, and their results."""
    game, seats, own_seed = game_of(name), SEATS[name], seed_of(seed, number)
    for quarter, state, seat, letters in positions(game, seats, number, own_seed):
        observation = Observation(game, seat, view(game, state, seat), seats)
        chance = Chance(own_seed, quarter).fork("reliability")
        with (
            patch("hako.engine.bots.hint_search.perf_counter", process_time),
            patch("hako.engine.bots.search.perf_counter", process_time),
        ):
            text = HintSearch(SECONDS).think(observation, chance.fork("hint"))
        estimate = searched(observation, text).estimate
        curve = [playout(observation, (), chance.fork(f"curve {n}")) for n in range(CURVE)]
        sure = decided(game, observation.view, seat)
        won = (outcome(observation, chance.fork(f"outcome {n}")) for n in range(outcomes))
        yield Prediction(
            name,
            own_seed,
            quarter,
            letters,
            round(win_probabilities(game, state, seats)[seat], 4),
            None if estimate is None else round(estimate.mean, 4),
            round(fsum(one.cut[seat] for one in curve) / CURVE, 4),
            round(fsum(one.end[seat] for one in curve) / CURVE, 4),
            None if sure is None else sure.mean,
            tuple(won),
        )


def known(file: Path = FILE) -> list[Prediction]:
    """The positions that were measured."""
    lines = file.read_bytes().splitlines() if file.exists() else ()
    return [msgspec.json.decode(line, type=Prediction) for line in lines]


def measure(names: Sequence[str], games: int, seed: int, outcomes: int, file: Path) -> None:
    """Measure what is not in the file yet."""
    done = {(one.game, one.seed) for one in known(file)}
    for name in names:
        for number in range(games):
            if (name, seed_of(seed, number)) in done:
                continue
            rows = [*predictions(name, number, seed, outcomes)]
            with file.open("ab") as output:
                output.writelines(msgspec.json.encode(row) + b"\n" for row in rows)


def main() -> None:
    """Measure what the command line names, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=70)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--outcomes", type=int, default=12)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--page", action="store_true", help="write the page, and measure nothing")
    asked = parser.parse_args()
    if asked.page:
        write(known(asked.file), SEATS)
        return
    measure(asked.games_of or [*SEATS], asked.games, asked.seed, asked.outcomes, asked.file)
    for name in asked.games_of or SEATS:
        rows = [row for row in known(asked.file) if row.game == name]
        print(name, "would be fitted by", fitted(rows, SEATS[name]))


if __name__ == "__main__":
    main()
