"""The benchmarks, and the thresholds that some of them are held to."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from bench.play import SHELF
from bench.runner import ROOT, Bench

OURS = (sys.executable, "-m", "bench.measuring_worker")
PEERS_PYTHON = ROOT / ".venv-bench/bin/python"
PEERS = (str(PEERS_PYTHON), "-m", "bench.measuring_worker")
NODE_FOLDER = ROOT / ".venv-bench/node"


BOTS_NEED = 10_000
"""Positions evaluated, and worlds dealt, in a second: 100 us each."""


class Bar(NamedTuple):
    """Least ratio of the two rates."""

    own: str
    other: str
    at_least: float


def ours(
    module: str, unit: str, *names: str, wall: bool = False, at_least: float = 0
) -> list[Bench]:
    """Benches of hako."""
    return [Bench(name, (*OURS, f"bench.{module}"), unit, wall, at_least) for name in names]


def theirs(module: str, unit: str, *names: str, wall: bool = False) -> list[Bench]:
    """Benches of a peer, in the environment where peers are installed."""
    return [Bench(name, (*PEERS, f"bench.peers.{module}"), unit, wall) for name in names]


HAKO: Sequence[Bench] = (
    *ours(
        "play",
        "moves",
        "tic-tac-toe: playout",
        "connect four: playout",
        *(f"{table}: playout" for table in SHELF),
        "tic-tac-toe: playout at a table",
        "Flip City, 4 players: playout at a table",
    ),
    *ours("play", "positions", *(f"{table}: evaluate" for table in SHELF), at_least=BOTS_NEED),
    *ours("play", "worlds", *(f"{table}: world" for table in SHELF), at_least=BOTS_NEED),
    *ours("play", "pairs", "connect four: undo + redo", "Flip City: undo + redo"),
    *ours("play", "views", "Flip City: mask"),
    *ours("play", "actions", "Flip City: preview"),
    *ours("play", "states", "Flip City: digest"),
    *ours(
        "logs",
        "events and steps",
        "connect four: file to states",
        "connect four: decode and fold",
        "connect four: decode",
        "Flip City: file to states",
        "Flip City: decode and fold",
        "Flip City: decode",
    ),
    *ours("logs", "records", "append to a file, fsync", wall=True),
)

PYTHON_PEERS: Sequence[Bench] = (
    *theirs(
        "pettingzoo", "moves", "PettingZoo env(): tic-tac-toe", "PettingZoo env(): connect four"
    ),
    *theirs(
        "openspiel",
        "moves",
        "OpenSpiel, Python API: tic-tac-toe",
        "OpenSpiel, Python API: connect four",
    ),
    *theirs("catan", "moves", *(f"Catanatron, {seats} players" for seats in (2, 3, 4))),
    *theirs("pychess", "pairs", "python-chess: pop + push"),
    *theirs("sourcing", "events", "eventsourcing: rebuild from memory"),
    *theirs("sourcing", "events", "eventsourcing: append to SQLite", wall=True),
)

NODE = ("node", str(ROOT / "bench/peers/boardgame_io.cjs"), str(NODE_FOLDER))
NODE_PEERS: Sequence[Bench] = tuple(
    Bench(f"boardgame.io Client: {game}", NODE, "moves") for game in ("tic-tac-toe", "connect four")
)

BARS: Sequence[Bar] = (
    *(
        Bar(f"{game}: playout", peer.format(game), at_least)
        for game in ("tic-tac-toe", "connect four")
        for peer, at_least in (
            ("PettingZoo env(): {}", 20),
            ("boardgame.io Client: {}", 20),
            ("OpenSpiel, Python API: {}", 1),
        )
    ),
    *(
        Bar(f"{table}: playout", f"Catanatron, {seats} players", 2 if game == "flip_city" else 1)
        for table, (game, seats) in SHELF.items()
    ),
    Bar("connect four: undo + redo", "python-chess: pop + push", 1),
    Bar("Flip City: undo + redo", "python-chess: pop + push", 1),
    Bar("connect four: file to states", "eventsourcing: rebuild from memory", 20),
    Bar("Flip City: file to states", "eventsourcing: rebuild from memory", 20),
    Bar("connect four: file to states", "connect four: decode and fold", 0.25),
    Bar("Flip City: file to states", "Flip City: decode and fold", 0.25),
    Bar("append to a file, fsync", "eventsourcing: append to SQLite", 1),
)
