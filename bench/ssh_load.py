"""Load on a running server: players who connect in steps, and play in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from bench.process_usage import Usage
from bench.ssh_dealt_games import SEATS, in_fours
from bench.ssh_launcher import BenchServer
from bench.ssh_players import Player, Port

GAP_SECONDS = 0.15
"""People come one after the other; how a burst is let in is a matter of tests."""

SETTLE_SECONDS = 5.0
"""Seconds of play before anything is counted."""

QUICK_SECONDS = 0.060
"""In so long a key is to be answered, of twenty keys nineteen."""

HEAD = (
    "                                  MiB a  1st frame, ms    bytes, of   key to screen, ms"
    "  a cursor    ms of a core     waited   held  clients'\n"
    "                           N    session     p50     p95  1st screen     p50    p95    p99"
    "       key  a session-s  a key      %   times    core %"
)


class Row(Struct):
    """A row of the table."""

    label: str
    players: int
    seconds: float
    mib: float = 0.0
    first_frame: list[float] = []
    first_bytes: list[float] = []
    latency: list[float] = []
    cursor_bytes: list[float] = []
    keys: int = 0
    used: float = 0.0
    """Seconds of processors that the house took; those in which bots think are not its."""
    thought: float = 0.0
    """Seconds of processors in which bots thought."""
    waited: float = 0.0
    """Share of the time in which it was runnable while something else had its cores, in percent."""
    holds: list[int] = []
    """Milliseconds for which its event loops were held, each time; what it waited counts, too."""
    clients: float = 0.0
    """Use of their core by the players, in percent."""

    @property
    def a_session(self) -> float:
        """Milliseconds of a processor that a session takes in a second."""
        return 1000 * self.used / self.seconds / self.players

    @property
    def a_key(self) -> float:
        """The same for a key."""
        return 1000 * self.used / max(1, self.keys)

    @property
    def is_quick(self) -> bool:
        """True if 95 of 100 keys are answered in time."""
        return at(self.latency, 95) <= QUICK_SECONDS

    def late(self, percent: float) -> float:
        """A percentile of key to screen in milliseconds."""
        return 1000 * at(self.latency, percent)

    def __str__(self) -> str:
        frame = [1000 * value for value in self.first_frame]
        lost = self.keys - len(self.latency)
        return (
            f"{self.label:<24}{self.players:>4}{self.mib:>11.2f}{at(frame, 50):>8.0f}{at(frame, 95):>8.0f}"
            f"{at(self.first_bytes, 50):>12.0f}{self.late(50):>8.1f}{self.late(95):>7.1f}"
            f"{self.late(99):>7.1f}{sum(self.cursor_bytes) / max(1, len(self.cursor_bytes)):>10.0f}"
            f"{self.a_session:>13.2f}{self.a_key:>7.2f}{self.waited:>7.0f}{len(self.holds):>8}"
            f"{self.clients:>10.0f}" + (f"  {lost} keys unanswered" if lost else "")
        )


class Idle(NamedTuple):
    """Cost of sessions that press nothing, beyond that of the server with one session."""

    label: str
    sessions: int
    taken: float
    """Milliseconds of a processor a second that each takes."""
    alone: float
    """The same of the house with one."""

    def __str__(self) -> str:
        return (
            f"{'':<24}{self.sessions:>4} idle sessions take {self.taken:.2f} ms of a core a second"
            f" each; the house with one in it {self.alone:.0f} ms"
        )


class Crowd:
    """Players in a house, and what they cost it."""

    def __init__(
        self, bench_server: BenchServer, port: Port, pid: int, codes: dict[int, str]
    ) -> None:
        """By `port` they come; the code of each one's table is among `codes`, perhaps later."""
        self.bench_server = bench_server
        self.usage = Usage(pid)
        self.codes = codes
        self.players: list[Player] = []
        self._port = port
        self._empty = 0.0

    async def come(self, numbers: Iterable[int]) -> None:
        """Let these come; what the house needs in any case is not counted."""
        coming: list[asyncio.Task[None]] = []
        players = [Player(self._port, number, self.codes[number]) for number in numbers]
        for player in players:
            coming.append(asyncio.create_task(player.come()))
            if not self._empty:
                await coming[0]
                await asyncio.sleep(1)
                self._empty = self.usage.memory(thinkers=False)
            await asyncio.sleep(GAP_SECONDS)
        await asyncio.gather(*coming)
        await asyncio.sleep(2)
        self.players += players

    async def idle(self, seconds: float) -> float:
        """Milliseconds of a processor a second that the house takes while nobody plays."""
        before = self.usage.taken().bench_server
        await asyncio.sleep(seconds)
        return 1000 * (self.usage.taken().bench_server - before) / seconds

    async def play(self, seconds: float, kind: str = "") -> Row:
        """All but the first play for so long."""
        players = self.players[1:]
        loop = asyncio.get_running_loop()
        start = loop.time() + SETTLE_SECONDS
        playing = asyncio.gather(*(player.play(start, start + seconds) for player in players))
        await asyncio.sleep(SETTLE_SECONDS)
        before, clients = self.usage.taken(), time.process_time()
        self.bench_server.holds()
        await playing
        spent = loop.time() - start
        after, clients = self.usage.taken(), time.process_time() - clients
        used, waited = after.bench_server - before.bench_server, after.waited - before.waited
        return Row(
            kind or self.bench_server.kind,
            len(players),
            spent,
            mib=(self.usage.memory(thinkers=False) - self._empty) / max(1, len(players)),
            first_frame=[player.first_frame for player in players],
            first_bytes=[player.first_bytes for player in players],
            latency=[value for player in players for value in player.latency],
            cursor_bytes=[value for player in players for value in player.cursor_bytes],
            keys=sum(player.keys for player in players),
            used=used,
            thought=after.thinkers - before.thinkers,
            waited=100 * waited / max(0.01, waited + used),
            holds=self.bench_server.holds(),
            clients=100 * clients / spent,
        )

    async def go(self) -> None:
        """All hang up."""
        for player in self.players:
            await player.go()


class Climb(NamedTuple):
    """Rows of a server as more and more players came."""

    rows: list[Row]
    idle: Idle | None

    def at(self, players: int) -> Row | None:
        """The row of so many."""
        return next((row for row in self.rows if row.players == players), None)

    @property
    def carried(self) -> float:
        """Number of players that are answered quickly; linear between rows."""
        before = (0.0, 0)
        for row in self.rows:
            late = at(row.latency, 95)
            if not row.is_quick:
                part = (QUICK_SECONDS - before[0]) / (late - before[0])
                return before[1] + part * (row.players - before[1])
            before = late, row.players
        return before[1]

    @property
    def is_at_its_end(self) -> bool:
        """More would have been too many."""
        return not self.rows[-1].is_quick


async def climb(
    bench_server: BenchServer, steps: Sequence[int], seconds: float, until: int = 0
) -> Climb:
    """Let more and more come, and play, until they are too many; at least so many."""
    rows: list[Row] = []
    idle = None
    codes = await bench_server.lay(in_fours(steps[-1]))
    with bench_server.open() as (process, port):
        crowd = Crowd(bench_server, port, process.pid, codes)
        await crowd.come(range(1))  # who is there before the others, and does nothing
        alone = await crowd.idle(seconds / 2)
        for count in steps:
            await crowd.come(range(len(crowd.players), count + 1))
            if idle is None:
                taken = (await crowd.idle(seconds / 2) - alone) / count
                idle = Idle(bench_server.kind, count, taken, alone)
                print(idle, flush=True)
            row = await crowd.play(seconds)
            if not row.is_quick:  # perhaps something else had the machine for a moment
                again = await crowd.play(seconds)
                row = min(row, again, key=lambda item: at(item.latency, 95))
            print(row, flush=True)
            rows.append(row)
            if not row.is_quick and count >= until:
                break
        await crowd.go()
    return Climb(rows, idle)


async def side_by_side(houses: Sequence[BenchServer], count: int, seconds: float) -> Row:
    """Row of players on several servers that share nothing but the cores.

    It tells what these cores give to several processes; what one house takes beyond that is its own.
    """
    nobody, *fours = in_fours(count)
    with ExitStack() as stack:
        crowds, shares = [], [fours[number :: len(houses)] for number in range(len(houses))]
        for bench_server, share in zip(houses, shares, strict=True):
            codes = await bench_server.lay([nobody, *share])
            process, port = stack.enter_context(bench_server.open())
            crowds.append(Crowd(bench_server, port, process.pid, codes))
            await crowds[-1].come(range(1))
        chains = [chain.from_iterable(share) for share in shares]
        await asyncio.gather(*map(Crowd.come, crowds, chains))
        rows = await asyncio.gather(*(crowd.play(seconds) for crowd in crowds))
        for crowd in crowds:
            await crowd.go()
    return _together(f"{len(rows)} houses side by side", rows)


def _together(kind: str, rows: Sequence[Row]) -> Row:
    """Sum of several rows that were played at the same time, by players in one process."""
    players = sum(row.players for row in rows)
    return Row(
        kind,
        players,
        max(row.seconds for row in rows),
        mib=sum(row.mib * row.players for row in rows) / players,
        first_frame=[value for row in rows for value in row.first_frame],
        first_bytes=[value for row in rows for value in row.first_bytes],
        latency=[value for row in rows for value in row.latency],
        cursor_bytes=[value for row in rows for value in row.cursor_bytes],
        keys=sum(row.keys for row in rows),
        used=sum(row.used for row in rows),
        waited=sum(row.waited for row in rows) / len(rows),
        holds=[held for row in rows for held in row.holds],
        clients=max(row.clients for row in rows),
    )


BOTS = "strong"
TABLES = 10


class Company(NamedTuple):
    """People in a house, without and with bots that think at some of its tables."""

    without: Row
    among: Row
    memory: float
    """MiB of all thinkers."""

    @property
    def thinking(self) -> float:
        """Use of one core, in percent."""
        return 100 * self.among.thought / self.among.seconds

    def __str__(self) -> str:
        return (
            f"{self.without}\n{self.among}\n{'':<24}{TABLES} tables of one and three bots, {BOTS}:"
            f" they thought {self.thinking:.0f} % of a core,"
            f" and take {self.memory:.0f} MiB"
        )


async def company(bench_server: BenchServer, count: int, seconds: float) -> Company:
    """Let so many play, and then ten more with whom bots play, each at a table of their own."""
    codes = await bench_server.lay(in_fours(count))
    with bench_server.open() as (process, port):
        crowd = Crowd(bench_server, port, process.pid, codes)
        await crowd.come(range(count + 1))
        without = await crowd.play(seconds)
        others = range(count + 1, count + 1 + TABLES)
        crowd.codes |= await bench_server.lay([[other, *[BOTS] * (SEATS - 1)] for other in others])
        await crowd.come(others)
        among = await crowd.play(seconds, f"{bench_server.kind}, bots")
        memory = crowd.usage.memory(thinkers=True)
        await crowd.go()
    return Company(without, among, memory)


def at(values: Sequence[float], percent: float) -> float:
    """A percentile, of the values in order."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0
