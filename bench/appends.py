"""Appended log lines a second: in a folder, in a database, and by `eventsourcing` in that database.

    python -m bench.appends HOME SECONDS

appends until the time is over, and prints the number of lines. A line is as long as a move's.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.bench_list import PEERS_PYTHON
from tests.postgres_server import Server

WRITERS = (1, 8)
"""Processes that append at the same time, each to a log of its own."""

ROUNDS = 3
LINE = b"x" * 300 + b"\n"
OURS = (sys.executable, "-m", "bench.appends")
THEIRS = (str(PEERS_PYTHON), "-m", "bench.peers.sourcing_database")


FOLDER, DATABASE = "a folder", "PostgreSQL"


class Rate(NamedTuple):
    """Rate of appends by several processes: the median of some rounds."""

    program: str
    where: str
    writers: int
    rate: float

    def __str__(self) -> str:
        return f"appends a second, {self.where}, {self.program}, {self.writers} writing: {self.rate:,.0f}"


def measured_appends(postgres: Server | None, seconds: float) -> Iterator[Rate]:
    """The rate of each way."""
    for writers in WRITERS:
        for word, program in (("hako", OURS), ("eventsourcing", THEIRS)):
            for kind in (FOLDER, DATABASE):
                if (kind == DATABASE and postgres is None) or not Path(program[0]).exists():
                    continue
                if word == "eventsourcing" and kind == FOLDER:
                    continue
                rates = [_rate(program, postgres, kind, writers, seconds) for _ in range(ROUNDS)]
                yield Rate(word, kind, writers, median(rates))


def _rate(
    program: Sequence[str], postgres: Server | None, kind: str, writers: int, seconds: float
) -> float:
    with TemporaryDirectory(prefix="bench") as folder:
        home = postgres.url() if postgres is not None and kind == DATABASE else folder
        subprocess.run([*program, home, "0"], check=True, stdout=subprocess.DEVNULL)
        command = [*program, home, str(seconds)]
        processes = [
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(writers)
        ]
        return sum(float(process.communicate()[0]) for process in processes)


def main(home: str, seconds: str) -> None:
    """Append to a log of our own, each line safe before the next one, and print the rate."""
    from bench.play import played
    from tests.engine.storage.appender import opened

    bench_server = opened(home)
    save = bench_server.within("tables").create(played("tic_tac_toe", 2).header)
    began, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < float(seconds):
        save.append(LINE)
        count += 1
    print(count / spent)
    bench_server.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
