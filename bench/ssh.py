"""How many players does a house carry, and what does it cost? Behind `make bench-ssh`.

    python -m bench.ssh [--players 100 300] [--each 8] [--seconds 30] [--comings 500]

Starts `hako serve` with one and with two processes, over a folder and over PostgreSQL, and plays
on it from another core: N SSH clients at tables of four, with a key every 1-2 s, one in five a move
that the others at the table see. Beside it, in the same run, a process for each connection;
sessions that press nothing; tables of two whose players sit in different processes; and lines
appended to a folder, to a database, and to the same database by `eventsourcing`, where
`make bench PEERS=1` has installed it.

Where there are two cores, two processes have to share one of them with all the clients: what a
session takes of a processor tells more there than how long a key takes; and where the machine
has other work, what a key takes of a processor, for people wait for the answer to the one before.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from msgspec import Struct

from bench.appends import measured_appends
from bench.ssh_players import Player, Port
from bench.ssh_process import Usage
from bench.ssh_tables import SEATS, by_key, by_name, in_fours, lay
from tests.server import Server, server

Told = TypeVar("Told")

GAP_SECONDS = 0.05
"""People come one after the other; how a burst is let in is a matter of tests."""

WARM_UP_SECONDS = 10
"""So long the games are played before anything is counted."""

PATIENCE_SECONDS = 10
"""So long an app may take to end; what is there then stays."""

QUICK_SECONDS = 0.060
"""In so long a key is to be answered, of twenty keys nineteen."""

PAIRS = 4
"""Tables of two, where a move is looked for on the other's screen."""

_NO_LIMITS = {
    "sessions": 2000,
    "connections-per-address": 2000,
    "handshakes-per-minute": 100_000,
    "unauthenticated": 2000,
    "new-names": 100_000,
}
"""All players come from one address here."""


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
    seconds: float = 0.0
    core: float = 0.0
    """Of one core, in percent."""

    def __str__(self) -> str:
        return line(self)


class Moves(Struct):
    """One line of the table of moves."""

    what: str
    times: list[tuple[float, float]]
    """Of each in seconds, until whoever made it saw it, and until the other did."""

    def at(self, who: int, percent: float) -> float:
        """A percentile in milliseconds; 0 is who moves, 1 the other."""
        return 1000 * at([each[who] for each in self.times], percent)

    def __str__(self) -> str:
        own, other = ([self.at(who, percent) for percent in (50, 95)] for who in (0, 1))
        return (
            f"{self.what:<24}{len(self.times):>6}"
            f"{own[0]:>10.1f}{own[1]:>8.1f}{other[0]:>12.1f}{other[1]:>8.1f}"
        )


class House:
    """Where a house is kept, and how it is opened."""

    def __init__(self, what: str, postgres: Server | None, stack: ExitStack) -> None:
        """`what` is "1 process", "2 processes, PostgreSQL", or "process each"."""
        self.what = what
        self.data = Path(stack.enter_context(TemporaryDirectory(prefix="bench")))
        is_there = postgres is not None and "PostgreSQL" in what
        self.store = postgres.url() if postgres is not None and is_there else ""
        self.visitor = by_key if what[0].isdecimal() else by_name

    async def lay(self, tables: Sequence[Sequence[int]]) -> dict[int, str]:
        """Tables for these players, whose codes these are."""
        return await lay(self.data, tables, self.store, self.visitor)

    @contextmanager
    def open(self) -> Iterator[tuple[subprocess.Popen[str], Port]]:
        """The house in processes of its own; one alone is on all cores but the last one."""
        if not self.what[0].isdecimal():
            with asked_server("process", self.data) as its:
                yield its
            return
        count, _, _ = self.what.partition(" ")
        limits = (f"--{name}={value}" for name, value in _NO_LIMITS.items())
        store = (f"--store={self.store}",) if self.store else ()
        command = ("serve", "--port=0", f"--data={self.data}", f"--processes={count}")
        with started("hako", *command, *limits, *store, is_alone=count == "1") as process:
            assert process.stdout is not None
            found = re.search(r"-p (\d+)", process.stdout.readline())
            assert found is not None, "the house did not open"
            yield process, Port(int(found[1]))


@contextmanager
def started(module: str, *arguments: str, is_alone: bool = True) -> Iterator[subprocess.Popen[str]]:
    """A program of its own, until it is told to end."""
    command = [sys.executable, "-m", module, *arguments]
    # what a server says while a crowd comes is of no interest, and nobody would read it
    quiet = subprocess.DEVNULL if module == "hako" else None
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet, text=True)
    try:
        cores = os.cpu_count() or 1
        os.sched_setaffinity(process.pid, range(max(1, cores - is_alone)))
        yield process
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def asked_server(kind: str, data: Path) -> Iterator[tuple[subprocess.Popen[str], Port]]:
    """One of bench.ssh_server."""
    with started("bench.ssh_server", kind, str(data)) as process:
        yield process, Port(int(ask(process)))


def ask(process: subprocess.Popen[str], question: str = "") -> str:
    """What a server says, when it is ready or when it is asked."""
    assert process.stdin is not None
    assert process.stdout is not None
    if question:
        process.stdin.write(question + "\n")
        process.stdin.flush()
    return process.stdout.readline().strip()


async def measure(house: House, count: int, seconds: float) -> Row:
    """Let so many come, play, and go."""
    row = Row(house.what, count, seconds=seconds)
    codes = await house.lay(in_fours(count))
    with house.open() as (process, port):
        usage = Usage(process.pid)
        players = await _come(port, codes, range(count + 1), usage, row)
        row.core = await play(players[1:], usage, seconds)
        for player in players:
            await player.go()
    for player in players[1:]:
        row.first_frame.append(player.first_frame)
        row.first_bytes.append(player.first_bytes)
        row.latency += player.latency
        row.cursor_bytes += player.cursor_bytes
        row.keys += player.keys
    return row


async def _come(
    port: Port, codes: dict[int, str], numbers: Sequence[int], usage: Usage, row: Row | None = None
) -> list[Player]:
    """Players at their tables; what the server needs in any case is not counted."""
    players = [Player(port, number, codes[number]) for number in numbers]
    before = 0.0
    for player in players:
        await player.come()
        await asyncio.sleep(GAP_SECONDS)
        if not before:
            await asyncio.sleep(1)
            before = usage.memory()
    await asyncio.sleep(2)
    if row is not None:
        row.mib = (usage.memory() - before) / (len(players) - 1)
    return players


async def play(players: list[Player], usage: Usage, seconds: float) -> float:
    """All play; returns how much of one core the server took, in percent."""
    loop = asyncio.get_running_loop()
    start = loop.time() + WARM_UP_SECONDS
    playing = asyncio.gather(*(player.play(start, start + seconds) for player in players))
    await asyncio.sleep(WARM_UP_SECONDS)
    cpu = usage.cpu()
    await playing
    return (usage.cpu() - cpu) / (loop.time() - start) * 100


async def measure_idle(house: House, count: int, seconds: float) -> str:
    """What sessions cost that press nothing, over what the house takes with one in it."""
    codes = await house.lay(in_fours(count))
    with house.open() as (process, port):
        usage = Usage(process.pid)
        players = await _come(port, codes, range(1), usage)
        memory, alone = usage.memory(), await _taken(usage, seconds)
        players += await _come(port, codes, range(1, count + 1), usage)
        full, mib = await _taken(usage, seconds), (usage.memory() - memory) / count
        for player in players:
            await player.go()
    return (
        f"idle, {house.what}: {count} sessions take {(full - alone) / count:.2f} ms of a processor"
        f" a second each, and {mib:.2f} MiB; the house with one {alone:.0f} ms a second"
    )


async def _taken(usage: Usage, seconds: float) -> float:
    """Milliseconds of processor time a second."""
    before = usage.cpu()
    await asyncio.sleep(seconds)
    return (usage.cpu() - before) / seconds * 1000


async def measure_moves(house: House, seconds: float) -> Moves:
    """How long a move takes to whoever made it, and to the other at the table."""
    pairs = [range(2 * number, 2 * number + 2) for number in range(PAIRS)]
    codes = await house.lay(pairs)
    with house.open() as (process, port):
        players = await _come(port, codes, range(2 * PAIRS), Usage(process.pid))
        end = asyncio.get_running_loop().time() + seconds
        found = await asyncio.gather(
            *(_moves(players[first], players[second], end) for first, second in pairs)
        )
        for player in players:
            await player.go()
    return Moves(house.what, [each for its in found for each in its])


async def _moves(one: Player, other: Player, end: float) -> list[tuple[float, float]]:
    found, dice = [], random.Random(one.first_bytes)
    loop = asyncio.get_running_loop()
    while loop.time() < end:
        await asyncio.sleep(dice.uniform(0.3, 0.6))
        if one.is_to_move or other.is_to_move:
            mover, watcher = (one, other) if one.is_to_move else (other, one)
            try:
                found.append(await watcher.shows_move_of(mover))
            except TimeoutError:
                break  # the game is over
    return found


async def left_alive(process: subprocess.Popen[str]) -> int:
    """The apps that are still there when those on their way out had time to go."""
    for _ in range(PATIENCE_SECONDS):
        await asyncio.sleep(1)
        alive = int(ask(process, "alive"))
        if not alive:
            break
    return alive


async def measure_comings(data: Path, comings: int) -> str:
    """What is left of people who came and went."""
    codes = await lay(data, in_fours(SEATS))
    with asked_server("in-process", data) as (process, port):
        usage = Usage(process.pid)
        sizes = {}
        for number in range(1, comings + 1):
            who = number % SEATS + 1  # back where they sat
            player = Player(port, who, codes[who])
            await player.come()
            await player.press_some(4)
            await player.go()
            if number in {comings // 2, comings}:
                alive = await left_alive(process)
                sizes[number] = usage.memory()
        longest = float(ask(process, "longest gc"))
        half, whole = sizes.values()
    return (
        f"{comings} connects and disconnects: {alive} apps alive, "
        f"{whole - half:+.1f} MiB in the second half ({half:.0f} to {whole:.0f} MiB), "
        f"longest gc {longest:.0f} ms"
    )


def at(values: list[float], percent: float) -> float:
    """A percentile, of the values in order."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0


def quick_until(rows: Sequence[Row]) -> float:
    """How many players are answered quickly, from the rows of one house; between them on a line."""
    slow = [(at(row.latency, 95), row.players) for row in rows]
    before = (0.0, 0)
    for each in slow:
        if each[0] > QUICK_SECONDS:
            part = (QUICK_SECONDS - before[0]) / (each[0] - before[0])
            return before[1] + part * (each[1] - before[1])
        before = each
    return before[1]


HEAD = (
    "                                   MiB per  first frame, ms     bytes of  key to paint, ms       bytes of"
    "    core  ms of it a  ms of it\n"
    "                           N       session     p50      p95  1st screen     p50     p95     p99"
    " cursor key  used %  session, s     a key"
)

MOVES_HEAD = (
    "\na move at a table of two       the mover, ms      the other, ms\n"
    "                             N       p50     p95         p50     p95"
)


def line(row: Row) -> str:
    """A row as it is printed."""
    frame, latency = ([value * 1000 for value in each] for each in (row.first_frame, row.latency))
    lost = "" if len(latency) == row.keys else f"  {row.keys - len(latency)} keys unanswered"
    return (
        f"{row.what:<24}{row.players:>4}{row.mib:>14.2f}{at(frame, 50):>8.0f}{at(frame, 95):>9.0f}"
        f"{at(row.first_bytes, 50):>12.0f}{at(latency, 50):>8.1f}{at(latency, 95):>8.1f}"
        f"{at(latency, 99):>8.1f}{sum(row.cursor_bytes) / max(1, len(row.cursor_bytes)):>11.0f}"
        f"{row.core:>8.0f}{row.core * 10 / row.players:>12.2f}"
        f"{row.core * 10 * row.seconds / max(1, row.keys):>10.2f}{lost}"
    )


class Benches:
    """All that is measured, one thing after the other."""

    def __init__(
        self, options: argparse.Namespace, postgres: Server | None, stack: ExitStack
    ) -> None:
        self._options = options
        self._postgres = postgres
        self._stack = stack

    def run(self) -> None:
        """Measure and print."""
        cores = range(os.cpu_count() or 1)
        os.sched_setaffinity(0, {cores[-1]})
        self._measure_crowds()
        self._measure_tables()
        os.sched_setaffinity(0, cores)
        print()
        for each in measured_appends(self._postgres, self._options.seconds / 6):
            print(each, flush=True)

    def _measure_crowds(self) -> None:
        options, counts = self._options, self._options.players
        print(HEAD, flush=True)
        carried = []
        for kind in ("1 process", "2 processes"):
            rows = [
                self._told(measure(house, count, options.seconds))
                for count in counts
                for house in self._houses(kind)
            ]
            carried.append(quick_until(rows))
            print(f"{'':<24}{carried[-1]:>4.0f} players at p95 under 60 ms", flush=True)
        print(f"2 processes carry {carried[1] / max(1, carried[0]):.2f} times as many", flush=True)
        for house in self._houses("2 processes, PostgreSQL"):
            self._told(measure(house, counts[0], options.seconds))
        for count in options.each:
            for house in self._houses("process each"):
                self._told(measure(house, count, options.seconds))
        for house in self._houses("1 process", "2 processes"):
            self._told(measure_idle(house, counts[0], options.seconds))

    def _measure_tables(self) -> None:
        print(MOVES_HEAD, flush=True)
        for home in ("", ", PostgreSQL"):
            rows = [
                self._told(measure_moves(house, 2 * self._options.seconds))
                for house in self._houses(f"1 process{home}", f"2 processes{home}")
            ]
            if rows:
                over = rows[1].at(1, 95) - rows[0].at(1, 95)
                print(f"{'':<24}the other's p95 {over:+.1f} ms over one process", flush=True)
        if self._options.comings:
            folder = self._stack.enter_context(TemporaryDirectory(prefix="bench"))
            self._told(measure_comings(Path(folder), self._options.comings))

    def _houses(self, *kinds: str) -> Iterator[House]:
        for kind in kinds:
            if self._postgres is not None or "PostgreSQL" not in kind:
                yield House(kind, self._postgres, self._stack)

    def _told(self, coming: Coroutine[Any, Any, Told]) -> Told:
        found = asyncio.run(coming)
        print(found, flush=True)
        return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, nargs="+", default=[100, 300])
    parser.add_argument("--each", type=int, nargs="*", default=[8])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--comings", type=int, default=500)
    options = parser.parse_args()
    with ExitStack() as stack:
        postgres = stack.enter_context(server("-c fsync=on"))
        Benches(options, postgres, stack).run()


if __name__ == "__main__":
    main()
