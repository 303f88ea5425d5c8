"""`make calibration`: measures which win probability an evaluation stands for, game by game.

    python -m bench.evaluation_fit GAME ... [--seats 2] [--games 1000] [--seed 1]

Results for other numbers of seats are kept. A web page beside the numbers plots them: how often
players won who were given a win probability of 10 %, 20 %, ...
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from bench.calibration import CalibrationFit, calibrated, rows_of
from bench.play import game_of
from hako.engine.bots.win_probability_scale import FILE, WinProbabilityScale
from hako.engine.content.files import read_toml
from hako.engine.log.header import Player
from hako.engine.log.setup import new_header

HEAD = """\
# What a point of the evaluation is worth in chance to win (hako/engine/bots/win_probability_scale.py), and
# how far that can be trusted (bench/calibration.py). Made by `make calibration`.
"""


def measure(
    name: str, seats: int, games: int, seed: int
) -> tuple[WinProbabilityScale, CalibrationFit]:
    """Let greedy bots play so many games, and calibrate on them."""
    game = game_of(name)
    players = tuple(Player(str(seat), bot="greedy") for seat in range(seats))
    header = new_header(game, players, seed=seed)
    return calibrated([*rows_of(game, header, range(1, games + 1))])


def write(file: Path, scale: WinProbabilityScale, fit: CalibrationFit) -> None:
    """Replace the last measurement for as many seats; the weights of playouts are kept."""
    tables: list[dict[str, Any]] = read_toml(file)["table"] if file.exists() else []
    others = [table for table in tables if table["scale"]["seats"] != scale.seats]
    same = [table for table in tables if table["scale"]["seats"] == scale.seats]
    kept = {key: part for table in same for key, part in table.items() if key == "join"}
    tables = [*others, {"scale": to_builtins(scale), **kept, "fit": to_builtins(fit)}]
    tables.sort(key=lambda table: int(table["scale"]["seats"]))
    blocks = [
        "\n".join(("[[table]]", *(f"{key} = {_inline(part)}" for key, part in table.items())))
        for table in tables
    ]
    file.write_text("\n\n".join((HEAD.rstrip(), *blocks)) + "\n", encoding="utf-8")


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
