"""Benchmarks of whole programs: the cost of a command, time to the first screen, cost of a key."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.logs import lines_of
from bench.play import played
from bench.pty import OnTerminal
from bench.runner import ENVIRONMENT, ROOT
from bench.yardstick_apps import READY
from hako.engine.log.history import History

HAKO = (sys.executable, "-c", "from hako.__main__ import main; main()")
"""As the console script does it."""
LIBRARIES = (sys.executable, "-c", "import click, msgspec")
EMPTY = (sys.executable, "-m", "bench.yardstick_apps", "empty")
BARE_BOARD = (sys.executable, "-m", "bench.yardstick_apps", "board")

KEYS = (b"\x1b[B", b"\x1b[A")
"""Down and up again."""
TO_BOARD = b"\x1b[Z"
"""Shift and Tab: from the list of actions to the board above it."""
PRESSES = 20
LOGS = 10_000
IDLE = 2.0
"""Seconds in which nothing happens."""


class Held(NamedTuple):
    """Something of ours beside what it is held against, in milliseconds of processor time."""

    label: str
    beside: str
    own: float
    other: float
    at_most: float
    """Greatest ratio of hako's time to the other program's."""

    @property
    def times(self) -> float:
        """Ratio of hako's time to the other program's."""
        return self.own / self.other


def programs(rounds: int) -> list[Held]:
    """All comparisons."""
    with TemporaryDirectory(prefix="hako-bench-") as folder:
        file = Path(folder) / "game.hako"
        file.write_bytes(b"".join(lines_of(build_phase())))
        many = statistics(rounds, file, Path(folder, "many"))
        return [*commands(rounds, file), many, *screens(rounds, file, folder)]


def build_phase() -> History[Any]:
    """A game of Flip City in which much can be built."""
    seeds = (played("flip_city", 2, seed, limit=40) for seed in range(1, 200))
    return max(seeds, key=lambda table: len(table.legal_actions(table.waiting()[0])))


def commands(rounds: int, file: Path) -> list[Held]:
    """Commands without a screen, beside importing the libraries that they need."""
    asked = {
        "hako --help": ("--help",),
        "hako games": ("games",),
        "hako verify": ("verify", str(file)),
    }
    spent: dict[str, list[float]] = {name: [] for name in ("libraries", *asked)}
    for _ in range(rounds):
        spent["libraries"].append(_cost(LIBRARIES))
        for name, arguments in asked.items():
            spent[name].append(_cost((*HAKO, *arguments)))
    beside = median(spent["libraries"])
    return [Held(name, "import click, msgspec", median(spent[name]), beside, 1.6) for name in asked]


def statistics(rounds: int, file: Path, folder: Path) -> Held:
    """The statistics of very many games, once they were looked through, beside a second."""
    (folder / "games").mkdir(parents=True)
    for number in range(LOGS):
        os.link(file, folder / "games" / f"{number}.hako")
    asked = (*HAKO, "stats", "--data", str(folder))
    _cost(asked)
    value = median(_cost(asked) for _ in range(rounds))
    return Held(f"hako stats, {LOGS:,} games", "a second", value, 1000, 1)


def screens(rounds: int, file: Path, folder: str) -> list[Held]:
    """The shelf and the table, beside an empty app and a bare board."""
    shelf = ((*HAKO, "--data", folder), "Flip City")
    table = ((*HAKO, "resume", str(file)), "what do you build")
    empty, board = (EMPTY, READY), (BARE_BOARD, READY)
    few = max(1, rounds // 3)
    return [
        Held(
            "first paint of the shelf", "empty app", *_turns(rounds, first_paint, shelf, empty), 1.3
        ),
        Held(
            "first paint of a table", "empty app", *_turns(rounds, first_paint, table, empty), 1.3
        ),
        Held("a key in the list of actions", "bare board", *_turns(few, key, table, board), 1.5),
        Held("a key on the board", "bare board", *_turns(few, key_on_board, table, board), 1.5),
        Held(
            "a second of waiting at the table", "empty app", *_turns(few, idle, table, empty), 1.5
        ),
    ]


def first_paint(command: Sequence[str], text: str) -> float:
    """Processor time until a text stands on the screen."""
    with OnTerminal(command) as program:
        program.wait_for(text)
        return program.processor_seconds() * 1000


def key_on_board(command: Sequence[str], text: str) -> float:
    """Processor time that a key costs after keys were led to the board."""
    return key(command, text, TO_BOARD)


def key(command: Sequence[str], text: str, first: bytes = b"") -> float:
    """Processor time that a key costs."""
    with OnTerminal(command) as program:
        program.wait_for(text)
        program.settle()
        if first:
            program.press(first)
        costs = []
        for number in range(PRESSES):
            before = program.processor_seconds()
            program.press(KEYS[number % 2])
            costs.append(program.processor_seconds() - before)
        return median(costs) * 1000


def idle(command: Sequence[str], text: str) -> float:
    """Processor time that a second costs in which nothing happens."""
    with OnTerminal(command) as program:
        program.wait_for(text)
        program.settle()
        before = program.processor_seconds()
        time.sleep(IDLE)
        return (program.processor_seconds() - before) * 1000 / IDLE


def _turns(
    rounds: int,
    cost: Callable[[Sequence[str], str], float],
    own_pair: tuple[Sequence[str], str],
    other_pair: tuple[Sequence[str], str],
) -> tuple[float, float]:
    """The medians of both costs, measured in turns."""
    pairs = [(cost(*own_pair), cost(*other_pair)) for _ in range(rounds)]
    own, others = zip(*pairs, strict=True)
    return median(own), median(others)


def _cost(command: Sequence[str]) -> float:
    """Processor time of a command from its start to its end, in milliseconds."""
    process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed")
    return (usage.ru_utime + usage.ru_stime) * 1000
