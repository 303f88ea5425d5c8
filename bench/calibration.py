"""`make calibration`: measures which win probability an evaluation stands for, game by game.

    python -m bench.calibration GAME ... [--seats 2] [--games 1000] [--seed 1]

Results for other numbers of seats are kept. A web page beside the numbers plots them: how often
players won who were given a win probability of 10 %, 20 %, ...
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import convert, to_builtins

from bench.play import game_of
from hako.engine.bots.win_probability import FILE, WinProbabilityScale
from hako.engine.content.files import read_toml
from hako.engine.lab.calibration import CalibrationFit, calibrated, rows_of
from hako.engine.log.records import Player
from hako.engine.log.setup import new_header
from hako.engine.transcript.html_page import page
from hako.engine.transcript.svg import Bar, bars

HEAD = """\
# What a point of the evaluation is worth in chance to win (hako/engine/bots/chances.py), and
# how far that can be trusted (hako/engine/lab/calibration.py). Made by `make calibration`.
"""


def measure(
    name: str, seats: int, games: int, seed: int
) -> tuple[WinProbabilityScale, CalibrationFit]:
    """Let greedy bots play so many games, and calibrate on them."""
    game = game_of(name)
    players = tuple(Player(str(seat), bot="greedy") for seat in range(seats))
    header = new_header(game, players, seed=seed)
    return calibrated([*rows_of(game, header, range(1, games + 1))])


PLOT = "chances.html"


def write(file: Path, scale: WinProbabilityScale, fit: CalibrationFit) -> None:
    """Put one measurement in the place of the last one for as many seats, and draw all."""
    tables: list[dict[str, Any]] = read_toml(file)["table"] if file.exists() else []
    others = [its for its in tables if its["scale"]["seats"] != scale.seats]
    tables = [*others, {"scale": to_builtins(scale), "fit": to_builtins(fit)}]
    tables.sort(key=lambda its: int(its["scale"]["seats"]))
    blocks = [
        "\n".join(("[[table]]", *(f"{key} = {_inline(part)}" for key, part in its.items())))
        for its in tables
    ]
    file.write_text("\n\n".join((HEAD.rstrip(), *blocks)) + "\n", encoding="utf-8")
    file.with_name(PLOT).write_text(plot(file.parent.name, tables), encoding="utf-8")


def plot(game: str, tables: Sequence[dict[str, Any]]) -> str:
    """The page that shows how often it came as it was said, for each number of seats."""
    heading = f"{game}: chances said, and how often they came true"
    parts = [f"<h1>{heading}</h1>"]
    for table in tables:
        seats, fit = table["scale"]["seats"], convert(table["fit"], CalibrationFit)
        name = f"{seats} seats, {fit.games} games, off by {fit.error:.1%} on average"
        rows = [
            Bar(f"{its.predicted:.0%} ({its.part:.0%} of all)", its.won, its.low, its.high)
            for its in fit.bins
        ]
        parts.append(f"<h2>{name}</h2>\n{bars(name, rows)}")
    return page(heading, "en", "\n".join(parts))


def _inline(part: dict[str, Any]) -> str:
    inside = ", ".join(f"{key} = {_value(value)}" for key, value in part.items())
    return f"{{ {inside} }}"


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return str(value)


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="+", metavar="GAME")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in asked.games_of:
        scale, fit = measure(name, asked.seats, asked.games, asked.seed)
        write(game_of(name).folder / FILE, scale, fit)
        print(name, scale, fit)


if __name__ == "__main__":
    main()
