"""`make bench-ssh`: the number of players that a server carries, and their cost.

    python -m bench.ssh_capacity [--only crowd idle] [--players 50 100 150] [--seconds 12] [--comings 100]

Starts `hako serve` with one and with two processes, over a folder and over PostgreSQL. On another
core, more and more SSH clients play at tables of four, with a key every 1-2 s, one in five of them
a move that the others at the table see, until keys are answered too late. The same runs on two
separate servers of one process each, which share only the machine. The same run also measures idle
sessions, bots that think at ten tables, a process for each connection, tables of two whose players
are in different processes, players who come and go, and lines appended to a folder, to a database,
and to the same database by `eventsourcing`, if `make bench PEERS=1` has installed it. At the end
it prints which thresholds are held.

On two cores, two processes share one of them with all the clients. Then the processor time of a
session tells more than the time to answer a key. If the machine has other work, which the column
"waited" shows, the processor time of a key tells more. A process with a core of its own is cheaper
for that reason alone; the comparison with two separate servers shows the share that is hako's own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from bench.appends import DATABASE, FOLDER, measured_appends
from bench.process_usage import Usage
from bench.ssh_dealt_games import SEATS, in_fours, lay
from bench.ssh_launcher import BenchServer, ask, asked_server
from bench.ssh_load import HEAD, Climb, Crowd, Row, at, climb, company, side_by_side
from bench.ssh_players import Player
from tests.postgres_server import Server, server

Told = TypeVar("Told")

PATIENCE_SECONDS = 10
"""Seconds for an app to end; an app that is there later has leaked."""

PAIRS = 4
"""Tables of two, where a move is looked for on the other's screen."""

FIXED = 100
"""At so many players houses are compared."""

AMONG_BOTS = 40
"""Number of players beside those with whom bots play."""

MANY_TIMES = 1.9
"""As many players two processes are to carry."""


class Bar(NamedTuple):
    """A target and its result."""

    target: str
    result: str
    holds: bool | None = None
    """None where nothing is to be reached, or nothing told."""

    def __str__(self) -> str:
        return f"{self.target:<72}{self.result:>24}   {_ANSWERS[self.holds]}"


_ANSWERS = {True: "yes", False: "no", None: ""}


class Moves(Struct):
    """A row of the table of moves."""

    label: str
    times: list[tuple[float, float]]
    """Times of each move in seconds: until the mover saw it, and until the other player did."""

    def at(self, seat: int, percent: float) -> float:
        """A percentile in milliseconds; 0 is who moves, 1 the other."""
        return 1000 * at([time[seat] for time in self.times], percent)

    def __str__(self) -> str:
        own, other = ([self.at(user, percent) for percent in (50, 95)] for user in (0, 1))
        return (
            f"{self.label:<24}{len(self.times):>6}"
            f"{own[0]:>10.1f}{own[1]:>8.1f}{other[0]:>12.1f}{other[1]:>8.1f}"
        )


async def measure_moves(bench_server: BenchServer, seconds: float) -> Moves:
    """Measure the time of a move until the mover sees it, and until the other at the table does."""
    pairs = [range(2 * number, 2 * number + 2) for number in range(PAIRS)]
    codes = await bench_server.lay(pairs)
    with bench_server.open() as (process, port):
        crowd = Crowd(bench_server, port, process.pid, codes)
        await crowd.come(range(2 * PAIRS))
        players = crowd.players
        end = asyncio.get_running_loop().time() + seconds
        gather = await asyncio.gather(
            *(_moves(players[first], players[second], end) for first, second in pairs)
        )
        await crowd.go()
    return Moves(bench_server.kind, [pair for item in gather for pair in item])


async def _moves(one: Player, other: Player, end: float) -> list[tuple[float, float]]:
    pairs, dice = [], random.Random(one.first_bytes)
    loop = asyncio.get_running_loop()
    while loop.time() < end:
        await asyncio.sleep(dice.uniform(0.3, 0.6))
        if one.is_to_move or other.is_to_move:
            mover, watcher = (one, other) if one.is_to_move else (other, one)
            try:
                pairs.append(await watcher.shows_move_of(mover))
            except TimeoutError:
                break  # the game is over
    return pairs


async def left_alive(process: subprocess.Popen[str]) -> int:
    """The apps that are still there when those on their way out had time to go."""
    for _ in range(PATIENCE_SECONDS):
        await asyncio.sleep(1)
        alive = int(ask(process, "alive"))
        if not alive:
            break
    return alive


class Comings(NamedTuple):
    """Remains of people who connected and disconnected."""

    times: int
    alive: int
    """Apps that stayed."""
    half: float
    """MiB after half of them."""
    whole: float
    longest: float
    """Milliseconds of the longest pass of the garbage collector."""

    def __str__(self) -> str:
        return (
            f"{self.times} connects and disconnects: {self.alive} apps alive,"
            f" {self.half:.0f} MiB after half of them, {self.whole:.0f} in the end,"
            f" longest gc {self.longest:.0f} ms"
        )


async def measure_comings(data: Path, comings: int) -> Comings:
    """Let so many come, press some keys, and go."""
    codes = await lay(data, in_fours(SEATS))
    with asked_server("in-process", data) as (process, port):
        usage = Usage(process.pid)
        sizes = {}
        for number in range(1, comings + 1):
            seat = number % SEATS + 1  # back where they sat
            player = Player(port, seat, codes[seat])
            await player.come()
            await player.press_some(4)
            await player.go()
            if number in {comings // 2, comings}:
                alive = await left_alive(process)
                sizes[number] = usage.memory()
        longest = float(ask(process, "longest gc"))
        half, whole = sizes.values()
    return Comings(comings, alive, half, whole, longest)


MOVES_HEAD = (
    "\na move at a table of two       the mover, ms      the other, ms\n"
    "                             N       p50     p95         p50     p95"
)


class Benches:
    """All that is measured, one thing after the other."""

    def __init__(
        self, options: argparse.Namespace, postgres: Server | None, stack: ExitStack
    ) -> None:
        self._options = options
        self._postgres = postgres
        self._stack = stack
        self._seconds: float = options.seconds
        self._bars: list[Bar] = []

    def run(self) -> None:
        """Measure and print, and say in the end what is held."""
        cores = range(os.cpu_count() or 1)
        os.sched_setaffinity(0, {cores[-1]})
        parts: dict[str, Callable[[], None]] = {
            "crowd": self._measure_crowds,
            "bots": self._measure_bots,
            "moves": self._measure_moves,
            "comings": self._measure_comings,
            "appends": self._measure_appends,
        }
        for name in self._options.only or parts:
            parts[name]()
        print()
        print(*self._bars, sep="\n")

    def _measure_crowds(self) -> None:
        print(HEAD, flush=True)
        climbs = []
        for kind in ("1 process", "2 processes"):
            for bench_server in self._bench_servers(kind):
                climbs.append(self._climb(bench_server, self._options.players, FIXED))
                self._tell_carried(bench_server.kind, climbs[-1])
        one, two = climbs
        apart = [BenchServer("1 process", None, self._stack, is_alone=False) for _ in climbs]
        self._compare(one, two, self._told(side_by_side(apart, FIXED, self._seconds)))
        for bench_server in self._bench_servers("2 processes, PostgreSQL"):
            self._climb(bench_server, [FIXED])
        for bench_server in self._bench_servers("process each"):
            self._climb(bench_server, [SEATS])

    def _climb(self, bench_server: BenchServer, steps: Sequence[int], until: int = 0) -> Climb:
        return asyncio.run(climb(bench_server, steps, self._seconds, until))

    def _tell_carried(self, kind: str, climb: Climb) -> None:
        """Print the results for one server."""
        more = "" if climb.is_at_its_end else " or more"
        self._tell(f"{kind}: players at p95 under 60 ms", f"{climb.carried:.0f}{more}")
        if climb.idle is not None:
            text = f"{climb.idle.taken:.2f} ms a second"
            self._tell(f"{kind}: an idle session takes of a core", text)
        if (row := climb.at(FIXED)) is not None:
            late = row.late(95), row.late(99)
            its_bytes = sum(row.cursor_bytes) / max(1, len(row.cursor_bytes))
            self._tell(
                f"{kind}, {FIXED} players: key to screen p95 under 60 ms (and p99)",
                f"{late[0]:.1f} ({late[1]:.1f}) ms",
                row.is_quick,
            )
            lost = row.keys - len(row.latency)
            self._tell(f"{kind}, {FIXED} players: no key unanswered", f"{lost}", not lost)
            self._tell(f"{kind}: a session takes at most 1.5 MiB", f"{row.mib:.2f}", row.mib <= 1.5)
            self._tell(
                f"{kind}: a cursor key is at most 500 bytes", f"{its_bytes:.0f}", its_bytes <= 500
            )

    def _compare(self, one: Climb, two: Climb, apart: Row) -> None:
        """Compare the players that one and two processes carry, where the players have a core of their own."""
        times = two.carried / max(1, one.carried)
        text = f"2 processes carry {MANY_TIMES} times as many"
        has_cores = (os.cpu_count() or 1) > len((one, two))
        holds = times >= MANY_TIMES if has_cores or times >= MANY_TIMES else None
        shared = "" if has_cores else ", players on their cores"
        self._tell(text, f"{times:.2f}{shared}", holds)
        single, double = one.at(FIXED), two.at(FIXED)
        if single is not None and double is not None:
            for beside, row in (("", single), (" in 2 houses", apart)):
                self._tell_gains(
                    f"{text}, by what a session{beside} takes", row.a_session, double.a_session
                )
                self._tell_gains(f"{text}, by what a key{beside} takes", row.a_key, double.a_key)

    def _tell_gains(self, kind: str, one: float, two: float) -> None:
        """By milliseconds of a core, for one process of its own and for each of two."""
        gains = 2 * one / two
        self._tell(kind, f"{one:.2f}, {two:.2f}: {gains:.2f}", gains >= MANY_TIMES)

    def _measure_bots(self) -> None:
        print(HEAD, flush=True)
        for bench_server in self._bench_servers("1 process", "2 processes"):
            item = self._told(company(bench_server, AMONG_BOTS, self._seconds))
            among, without = item.among, item.without
            self._tell(
                f"{bench_server.kind}, strong bots at 10 tables: p95 under 60 ms",
                f"{among.late(95):.1f} ({without.late(95):.1f} before)",
                among.is_quick,
            )
            self._tell(
                f"{bench_server.kind}, strong bots: a session takes at most 1.5 MiB",
                f"{among.mib:.2f} ({without.mib:.2f} before)",
                among.mib <= 1.5,
            )
            self._tell(
                f"{bench_server.kind}, strong bots: a key takes of a core",
                f"{among.a_key:.2f} ms ({without.a_key:.2f} before)",
            )
            self._tell(
                f"{bench_server.kind}, strong bots: they think", f"{item.thinking:.0f} % of a core"
            )

    def _measure_moves(self) -> None:
        print(MOVES_HEAD, flush=True)
        for home in ("", ", PostgreSQL"):
            rows = [
                self._told(measure_moves(bench_server, 1.25 * self._seconds))
                for bench_server in self._bench_servers(f"1 process{home}", f"2 processes{home}")
            ]
            if rows:
                over = rows[1].at(1, 95) - rows[0].at(1, 95)
                where = home.removeprefix(", ") or "a folder"
                text = f"{where}: a move in another process, p95 at most 25 ms later"
                self._tell(text, f"{over:+.1f} ms", over <= 25)

    def _measure_comings(self) -> None:
        folder = self._stack.enter_context(TemporaryDirectory(prefix="bench"))
        comings = self._told(measure_comings(Path(folder), self._options.comings))
        text = (
            f"{comings.times} who came and went: nothing stays, the second half takes under 5 MiB"
        )
        growth = comings.whole - comings.half
        self._tell(text, f"{comings.alive}, {growth:+.1f} MiB", not comings.alive and growth < 5)

    def _measure_appends(self) -> None:
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
        print()
        rates = {}
        for measured_append in measured_appends(self._postgres, self._seconds / 6):
            print(measured_append, flush=True)
            rates[measured_append.program, measured_append.where, measured_append.writers] = (
                measured_append.rate
            )
        for (kind, where, writers), rate in rates.items():
            other = rates.get(("eventsourcing", where, writers))
            if kind == "hako" and where == DATABASE:
                folder = rates["hako", FOLDER, writers]
                self._tell(
                    f"appends a second, {where}, {writers} writing; beside a folder",
                    f"{rate:,.0f}; {folder:,.0f}",
                )
                if other is not None:
                    self._tell(
                        f"appends a second, {where}, {writers} writing: more than eventsourcing",
                        f"{rate:,.0f}; {other:,.0f}",
                        rate > other,
                    )

    def _tell(self, kind: str, text: str, holds: bool | None = None) -> None:
        self._bars.append(Bar(kind, text, holds))

    def _bench_servers(self, *kinds: str) -> Iterator[BenchServer]:
        for kind in kinds:
            if self._postgres is not None or "PostgreSQL" not in kind:
                yield BenchServer(kind, self._postgres, self._stack)

    def _told(self, coming: Coroutine[Any, Any, Told]) -> Told:
        result = asyncio.run(coming)
        print(result, flush=True)
        return result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = ("crowd", "bots", "moves", "comings", "appends")
    parser.add_argument("--only", nargs="+", choices=parts, help="These parts alone.")
    parser.add_argument("--players", type=int, nargs="+", default=[50, *range(FIXED, 501, 50)])
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--comings", type=int, default=100)
    options = parser.parse_args()
    with ExitStack() as stack:
        postgres = stack.enter_context(server("-c fsync=on"))
        Benches(options, postgres, stack).run()


if __name__ == "__main__":
    main()
