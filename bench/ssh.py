"""How many players does one core carry? Behind `make bench-ssh`.

    python -m bench.ssh [--players 100 300] [--processes 8] [--seconds 30] [--comings 500]

Starts a server on one core and plays on it from another: N SSH clients at tables of four,
with a key every 1-2 s, one in five a move that the others at the table see. Beside it, in
the same run, a process for each connection.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from bench.ssh_players import Player, Port
from bench.ssh_process import Usage
from bench.ssh_tables import SEATS

GAP_SECONDS = 0.05
"""People come one after the other; how a burst is let in is a matter of tests."""

WARM_UP_SECONDS = 10
"""So long the games are played before anything is counted."""


PATIENCE_SECONDS = 10
"""So long an app may take to end; what is there then stays."""


class Row(Struct):
    """One line of the table."""

    what: str
    players: int
    mib: float = 0.0
    first_frame: list[float] = []
    first_bytes: list[float] = []
    latency: list[float] = []
    cursor_bytes: list[float] = []
    keys: int = 0
    core: float = 0.0
    longest_gc: float = 0.0


@contextmanager
def server(kind: str) -> Iterator[tuple[subprocess.Popen[str], Port]]:
    """A server in a process of its own, on all cores but the last one."""
    command = [sys.executable, "-m", "bench.ssh_server", kind]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        if (cores := os.cpu_count() or 1) > 1:
            os.sched_setaffinity(process.pid, range(cores - 1))
        yield process, Port(int(ask(process)))
    finally:
        process.terminate()
        process.communicate()


def ask(process: subprocess.Popen[str], question: str = "") -> str:
    """What a server says, when it is ready or when it is asked."""
    assert process.stdin is not None
    assert process.stdout is not None
    if question:
        process.stdin.write(question + "\n")
        process.stdin.flush()
    return process.stdout.readline().strip()


async def measure(kind: str, count: int, options: argparse.Namespace) -> Row:
    """Let so many come, play, and go."""
    row = Row("one process" if kind == "in-process" else "process each", count)
    with server(kind) as (process, port):
        usage = Usage(process.pid)
        first = Player(port, 0)  # what the server needs in any case is not counted
        await first.come()
        await asyncio.sleep(1)
        before = usage.memory()
        players = [Player(port, number) for number in range(1, count + 1)]
        for player in players:
            await player.come()
            await asyncio.sleep(GAP_SECONDS)
        await asyncio.sleep(2)
        row.mib = (usage.memory() - before) / count
        row.core = await play(players, usage, options.seconds)
        if kind == "in-process":
            row.longest_gc = float(ask(process, "longest gc"))
        for player in [first, *players]:
            await player.go()
    for player in players:
        row.first_frame.append(player.first_frame)
        row.first_bytes.append(player.first_bytes)
        row.latency += player.latency
        row.cursor_bytes += player.cursor_bytes
        row.keys += player.keys
    return row


async def play(players: list[Player], usage: Usage, seconds: float) -> float:
    """All play; returns how much of one core the server took, in percent."""
    loop = asyncio.get_running_loop()
    start = loop.time() + WARM_UP_SECONDS
    playing = asyncio.gather(*(player.play(start, start + seconds) for player in players))
    await asyncio.sleep(WARM_UP_SECONDS)
    cpu = usage.cpu()
    await playing
    return (usage.cpu() - cpu) / (loop.time() - start) * 100


async def left_alive(process: subprocess.Popen[str]) -> int:
    """The apps that are still there when those on their way out had time to go."""
    for _ in range(PATIENCE_SECONDS):
        await asyncio.sleep(1)
        alive = int(ask(process, "alive"))
        if not alive:
            break
    return alive


async def measure_comings(options: argparse.Namespace) -> str:
    """What is left of people who came and went."""
    with server("in-process") as (process, port):
        usage = Usage(process.pid)
        sizes = {}
        for number in range(1, options.comings + 1):
            player = Player(port, number % SEATS + 1)  # back where they sat
            await player.come()
            await player.press_some(4)
            await player.go()
            if number in {options.comings // 2, options.comings}:
                alive = await left_alive(process)
                sizes[number] = usage.memory()
        longest = float(ask(process, "longest gc"))
        half, whole = sizes.values()
    return (
        f"{options.comings} connects and disconnects: {alive} apps alive, "
        f"{whole - half:+.1f} MiB in the second half ({half:.0f} to {whole:.0f} MiB), "
        f"longest gc {longest:.0f} ms"
    )


def at(values: list[float], percent: float) -> float:
    """A percentile, of the values in order."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0


HEAD = (
    "                        MiB per  first frame, ms     bytes of  key to paint, ms       bytes of"
    "    core  longest\n"
    "                N       session     p50      p95  1st screen     p50     p95     p99"
    " cursor key  used %   gc, ms"
)


def line(row: Row) -> str:
    """A row as it is printed."""
    frame, latency = ([value * 1000 for value in each] for each in (row.first_frame, row.latency))
    lost = "" if len(latency) == row.keys else f"  {row.keys - len(latency)} keys unanswered"
    return (
        f"{row.what:<13}{row.players:>4}{row.mib:>14.2f}{at(frame, 50):>8.0f}{at(frame, 95):>9.0f}"
        f"{at(row.first_bytes, 50):>12.0f}{at(latency, 50):>8.1f}{at(latency, 95):>8.1f}"
        f"{at(latency, 99):>8.1f}{sum(row.cursor_bytes) / max(1, len(row.cursor_bytes)):>11.0f}"
        f"{row.core:>8.0f}{row.longest_gc:>9.1f}{lost}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, nargs="*", default=[100, 300])
    parser.add_argument("--processes", type=int, nargs="*", default=[8])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--comings", type=int, default=500)
    options = parser.parse_args()
    if (cores := os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {cores - 1})
    print(HEAD, flush=True)
    runs = [("in-process", count) for count in options.players]
    runs += [("process", count) for count in options.processes]
    for kind, count in runs:
        print(line(asyncio.run(measure(kind, count, options))), flush=True)
    if options.comings:
        print(asyncio.run(measure_comings(options)))


if __name__ == "__main__":
    main()
