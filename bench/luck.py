"""`make luck`: measures how much of the results of bots' games luck explains.

    python -m bench.luck GAME ... [--seats 2] [--games 60] [--seed 3]

Greedy bots play, and luck and choices are separated as a review does it (hako/engine/review/luck.py).
Luck explains that part of the variance of results which disappears when the measured luck is
subtracted. Results for other numbers of seats are kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import fsum
from random import Random
from typing import TypeAlias

from msgspec import to_builtins

from bench.play import game_of
from hako.engine.bots.win_probability_scale import shares
from hako.engine.lab.simulate import play_out, seed_of
from hako.engine.log.header import Player
from hako.engine.log.log_content import content_of
from hako.engine.log.setup import new_header
from hako.engine.review.luck import FILE, LuckDelta, LuckScale, luck_shares, measure_luck, measured
from hako.engine.review.played_lines import turns_of
from hako.engine.review.review import decision_of

HEAD = """\
# How much of results luck explains (hako/engine/review/luck.py). Made by `make luck`.
"""

DRAWN = 1000
"""Number of bootstrap samples, each of as many games as were played, for the bounds."""

Squares: TypeAlias = tuple[float, float]
"""Sums of squares of a game: of the result without luck, and of the result; beside an even chance."""


def squares(name: str, seats: int, games: int, seed: int) -> Iterator[Squares]:
    """Let greedy bots play so many games, and tell their turns apart."""
    game = game_of(name)
    players = tuple(Player(str(seat), bot="greedy") for seat in range(seats))
    for number in range(1, games + 1):
        header = new_header(game, players, seed=seed_of(seed, number))
        table = play_out(game, header, content_of(game, header, "the measurement"))
        outlooks = [
            measure_luck(LuckDelta(turn[0].number), [decision_of(table, moment) for moment in turn])
            for turn in turns_of(table)
        ]
        won = shares(game, table.state, seats)
        apart = luck_shares(outlooks, won)
        yield (
            fsum((share.result - share.luck) ** 2 for share in apart),
            fsum(item.result**2 for item in apart),
        )


def explained(games: Sequence[Squares]) -> float:
    """The part of the variance that luck explains."""
    left, all_of_it = (fsum(game) for game in zip(*games, strict=True))
    return 1 - left / all_of_it if all_of_it else 0.0


def measure(seats: int, games: Sequence[Squares]) -> LuckScale:
    """That part, and its bounds."""
    dice = Random(1)
    drawn = sorted(explained(dice.choices(games, k=len(games))) for _ in range(DRAWN))
    low, high = drawn[DRAWN // 40], drawn[-1 - DRAWN // 40]
    return LuckScale(seats, len(games), round(explained(games), 2), round(low, 2), round(high, 2))


def write(name: str, scale: LuckScale) -> None:
    """Put a measurement in the place of the last one for as many seats."""
    game = game_of(name)
    others = [item for item in measured(game) if item.seats != scale.seats]
    tables = sorted((*others, scale), key=lambda one: one.seats)
    blocks = [
        "\n".join(("[[table]]", *(f"{key} = {value}" for key, value in to_builtins(table).items())))
        for table in tables
    ]
    text = "\n\n".join((HEAD.rstrip(), *blocks)) + "\n"
    (game.folder / FILE).write_text(text, encoding="utf-8")


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="+", metavar="GAME")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=3)
    asked = parser.parse_args()
    for name in asked.games_of:
        pairs: list[Squares] = []
        for square in squares(name, asked.seats, asked.games, asked.seed):
            pairs.append(square)
            if len(pairs) % 10 == 0:
                print(name, measure(asked.seats, pairs), flush=True)
        write(name, measure(asked.seats, pairs))


if __name__ == "__main__":
    main()
