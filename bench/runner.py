"""The runner: it asks the workers in turn, round by round, so that ratios are of the same minute."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.cpu_yardstick import Slice, yardstick

ROOT = Path(__file__).parent.parent

ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""Programs are measured as they are the second time, compiled."""


PROCESSES = 3
"""Number of workers of a kind that are asked, one after another.

Where its memory happens to lie makes a process up to a twentieth faster than the next.
"""


class Bench(NamedTuple):
    """Something that a worker can measure."""

    name: str
    worker: tuple[str, ...]
    """The command that starts its worker."""
    unit: str
    wall: bool = False
    """True if it waits for a disk, so that only wall time tells."""
    at_least: float = 0
    """Operations in a second that are to be reached."""


class Row(NamedTuple):
    """Measurements of one bench, a slice in each round."""

    bench: Bench
    slices: Sequence[Slice]

    @property
    def rate(self) -> float:
        """Operations in a second, the median."""
        return median(one.rate for one in self.slices)

    @property
    def per_1000(self) -> float:
        """Operations in the time of 1,000 rounds of the yardstick, the median."""
        return median(one.per_1000 for one in self.slices)


def ratio(one: Row, other: Row) -> float:
    """Ratio of two rates: the median of the rounds."""
    pairs = zip(one.slices, other.slices, strict=True)
    return median(own.per_1000 / other_2.per_1000 for own, other_2 in pairs)


def measure(benches: Sequence[Bench], rounds: int, seconds: float) -> dict[str, Row]:
    """All benches, each once in every round; the rounds are dealt out among PROCESSES."""
    slices: dict[str, list[Slice]] = {bench.name: [] for bench in benches}
    commands = dict.fromkeys(bench.worker for bench in benches)
    for process in range(PROCESSES):
        with ExitStack() as stack:
            workers = {command: stack.enter_context(_worker(command)) for command in commands}
            for _ in range(process, rounds, PROCESSES):
                for bench in benches:
                    slices[bench.name].append(_ask(workers[bench.worker], bench, seconds))
    return {bench.name: Row(bench, slices[bench.name]) for bench in benches}


def _ask(worker: subprocess.Popen[str], bench: Bench, seconds: float) -> Slice:
    assert worker.stdin is not None
    assert worker.stdout is not None
    before = yardstick()
    print(
        json.dumps({"name": bench.name, "seconds": seconds, "wall": bench.wall}),
        file=worker.stdin,
        flush=True,
    )
    answer: dict[str, Any] = json.loads(worker.stdout.readline() or "null") or {}
    if "rate" not in answer:
        raise SystemExit(f"{bench.name} could not be measured: {' '.join(bench.worker)}")
    # a worker that is not Python has no yardstick of its own
    value = (before + yardstick()) / 2
    return Slice(answer["rate"], answer.get("per_1000", 1000 * answer["rate"] / value))


@contextmanager
def _worker(command: Iterable[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        list(command), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()
