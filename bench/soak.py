"""`make soak`: a server under a crowd, bad clients, and kills.

    python -m bench.soak [--seconds 1200] [--players 100]

`hako serve` runs in a process of its own, and is killed and restarted twice. Players at tables of
four join, leave, get ready, play, talk, and ask for undo. Each has an address of its own, so the
usual limits apply; so has a bad client of each kind. The last server is flooded with packets, one
kind after the other. These must hold at the end:

- Every line that was ever read in a log is there, and every move that a screen showed as done.
- Every log verifies, its table's policy included.
- No player was sent anything from which a deal follows, and a server that knows only what one seat
  of each table may know shows that seat the same.
- During each flood, nineteen of twenty moves were seen within 150 ms. The clients, with the floods,
  have a core of their own, as they have machines of their own elsewhere; the server has the others.
- The server needs no more memory than when it was first full, with the same players, for as long
  as one of their visits lasts. Until then its memory grows, since newcomers load screens and games
  that stay. The process in which bots think is counted apart: some 35 MiB from the first move of
  the first bot on.

The exit status is 1 if one of them fails.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import math
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from itertools import chain, cycle, islice, pairwise
from pathlib import Path

from bench.process_usage import Usage
from bench.soak_bad_clients import KINDS, Pest
from bench.soak_floods import Beside, flood
from bench.soak_lost_lines import Kept
from bench.soak_players import VISIT_SECONDS, Guest
from bench.soak_secrecy import differences
from bench.ssh_load import at
from hako.content import THE_SHELF
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.header import OPEN
from hako.engine.log.log_format import BadLog, read_header
from hako.engine.log.verify import replay_verified
from hako.engine.storage.file_save import open_file
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.settings import Settings
from hako.multiplayer.services import Services
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import shared_header
from tests.server.ssh.floods import KINDS as FLOODS
from tests.server.ssh.tables import player
from tests.tui.ports import free_port

GAMES = ("flip_city", "world_monger", "cultus", "quo_vadis", "monumental")
SEATS = 4
ROUNDS = 4
"""Number of tables for the same four people, one after the other."""

KILLS = (0.15, 0.3)
"""Shares of the time after which the server is killed; the last part is the longest."""

FULL = 0.75
"""Number of people who are connected at once, though some are always on their way."""

MOST_GROWTH = 0.1
"""Largest growth of the last server, as a share of its size when it was full."""

GATHERING = 0.1
"""Share of the last server's time before the first flood: all have to come first."""

FLOODED = 0.8
"""Share of the rest that is flooded. A flood needs some sixty moves beside it: of twenty, the
slowest alone would decide."""

CORES = sorted(os.sched_getaffinity(0))
"""The processor cores that this process may use at its start."""

START_SECONDS = 60.0
GAP_SECONDS = 0.2
WEIGHINGS = 10
WEIGHED_EVERY_SECONDS = 60


class Server:
    """`hako serve`, in a group of processes of its own."""

    def __init__(self, data: Path, log: Path) -> None:
        self.port = free_port()
        self._data, self.log = data, log
        self._process: asyncio.subprocess.Process

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        command = ("-m", "hako", "serve", "--port", str(self.port), "--data", str(self._data))
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *command,
                "--workers",
                "1",
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            os.sched_setaffinity(self._process.pid, CORES[: max(1, len(CORES) - 1)])
        async with asyncio.timeout(START_SECONDS):
            while True:
                with suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                await asyncio.sleep(0.1)

    def memory(self, *, thinkers: bool) -> float:
        """MiB, of the processes in which bots think or of all others."""
        return Usage(self._process.pid).memory(thinkers=thinkers)

    async def kill(self) -> None:
        """As when the power fails."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> int | None:
        """Ask it to end; its exit status, and None if it did not."""
        with suppress(ProcessLookupError):
            self._process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), START_SECONDS)
        status = self._process.returncode
        await self.kill()
        return status


class Trial:
    """A run and its results."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder = folder
        self.seconds: float = options.seconds
        self.players: int = options.players
        self.server = Server(folder / "house", folder / "serve.log")
        self.port = self.server.port
        self.open_code = ""
        self.connected: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.latency: list[float] = []
        self.beside = Beside()
        self.faults: list[str] = []
        self.memory: list[tuple[str, float]] = []
        self.thinkers = 0.0
        """MiB, most of all weighings."""
        self.tables: list[list[Kept]] = []

    async def lay(self) -> None:
        """Tables for all, and people who are not told what the others did, which a key closes."""
        bench_server = Services(self.folder / "house")
        worker_pool = WorkerPool()
        lobby = bench_server.lobby(THE_SHELF, worker_pool, keeps_all=False)
        logs = FolderStore(bench_server.path / "tables")
        for number, name in enumerate(islice(cycle(GAMES), -(-self.players // SEATS))):
            owner = player(f"player-{number * SEATS}")
            header = shared_header(
                THE_SHELF.load(name), (OPEN,) * SEATS, committed=True, undo="ask"
            )
            rooms = [
                lobby.new_tables.create(header, owner, (None,) * SEATS, private=True)
                for _ in range(ROUNDS)
            ]
            self.tables.append([Kept(logs.path(room.name)) for room in rooms])
        header = shared_header(THE_SHELF.load(GAMES[0]), (OPEN,) * SEATS, committed=True)
        self.open_code = lobby.new_tables.create(header, None, (None,) * SEATS).code
        for number in range(self.players):
            settings = bench_server.settings_of(player(f"player-{number}").key)
            settings.write(Settings(recap="never", motion="none", bot_speed="at_once"))
        await lobby.close()
        worker_pool.close()

    async def run(self) -> None:
        """Let all come, kill the server twice, and look at what is left."""
        crowd: list[Pest | Guest] = [
            *(Pest(self, number, kind) for number, kind in enumerate(KINDS)),
            *(Guest(self, n, self.tables[n // SEATS]) for n in range(self.players)),
        ]
        await self.server.start()
        tasks = []
        try:
            for pest in crowd:
                tasks.append(asyncio.create_task(pest.live()))
                await asyncio.sleep(GAP_SECONDS)
            await self._watch()
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            status = await self.server.stop()
        self.faults += [
            f"a client failed: {exception!r}" for exception in ended if _is_error(exception)
        ]
        if status != 0:
            self.faults.append(f"the server ended with {status}")
        text = self.server.log.read_text("utf-8")
        self.counts["holds of the loop, 50 ms and more"] = text.count("the event loop was held")
        if "Traceback" in text:
            self.faults.append(f"something broke: {self.server.log}")

    async def _flood(self, seconds: float) -> None:
        """Flood the server with one kind after the other, each for its part of the time."""
        await asyncio.sleep(GATHERING * seconds)
        part = (1 - GATHERING) * seconds / len(FLOODS)
        for kind in FLOODS:
            start = len(self.latency)
            self.beside.ended[kind] = await flood(kind, self.port, FLOODED * part)
            self.beside.floods[kind] = self.latency[start:]
            start = len(self.latency)
            await asyncio.sleep((1 - FLOODED) * part)
            self.beside.quiet += self.latency[start:]

    async def _watch(self) -> None:
        """Kill it when it is time, and weigh it when it is full, in the end, and between."""
        for number, (start, end) in enumerate(pairwise((0.0, *KILLS, 1.0)), start=1):
            left = (end - start) * self.seconds
            flooding = asyncio.create_task(self._flood(left)) if end == 1.0 else None
            ends_at = time.monotonic() + left
            is_full = await self._fills(ends_at - left / 2)
            await self._weigh(f"server {number}{', full' * is_full}")
            while (left := ends_at - time.monotonic()) > WEIGHED_EVERY_SECONDS:
                await asyncio.sleep(WEIGHED_EVERY_SECONDS - WEIGHINGS)
                await self._weigh()
            await asyncio.sleep(max(0.0, left))
            await self._weigh(f"server {number}, in the end")
            if flooding is not None:
                await flooding
            else:
                for table in chain(*self.tables):
                    table.follow()
                await self.server.kill()
                self.counts["kills"] += 1
                await self.server.start()

    async def _fills(self, until: float) -> bool:
        """Wait until the house has been full for the time of a visit, at most until then."""
        since = time.monotonic()
        while (now := time.monotonic()) < until:
            if len(self.connected) < FULL * self.players or not self._are_all_dealt():
                since = now
            if now - since >= VISIT_SECONDS:
                return True
            await asyncio.sleep(1)
        return False

    def _are_all_dealt(self) -> bool:
        """True if all tables are dealt; until then the memory is being filled."""
        return all(any(kept.follow().lines["move"] for kept in table) for table in self.tables)

    async def _weigh(self, when: str = "") -> None:
        """The least of some seconds: each deal takes 128 MiB for half a second.

        What has a name is judged and told in the end.
        """
        least = math.inf
        for _ in range(WEIGHINGS):
            least = min(least, self.server.memory(thinkers=False))
            await asyncio.sleep(1)
        if when:
            self.memory.append((when, least))
        thinkers = self.server.memory(thinkers=True)
        self.thinkers = max(self.thinkers, thinkers)
        seen = self.counts["moves seen"]
        weights = f"{least:.0f} MiB, thinkers {thinkers:.0f}"
        print(f"{time.strftime('%H:%M:%S')}  {weights}, {seen} moves  {when}", flush=True)

    def judge(self) -> None:
        """Look for what is missing, not allowed, or too much."""
        for table in chain(*self.tables):
            if not table.follow().is_whole():
                self.faults.append(f"{table.path.name} has lost lines")
            try:
                _, data = open_file(table.path)
                game = THE_SHELF.load(read_header(data, table.path.name).game)
                item = replay_verified(
                    SharedTable, game, read_log(game, data, table.path.name), table.path.name
                )
            except BadLog as error:
                self.faults.append(error.text("en"))
                continue
            self.counts["readings of the log"] += sum(map(len, table.told.values()))
            self.faults += [f"{table.path.name} has lost what {text}" for text in table.lost(item)]
        self.faults += self.beside.faults()
        if not self.memory[-2][0].endswith("full"):
            self.faults.append("the house was never full for so long that growth could be judged")
        elif self.growth > MOST_GROWTH:
            self.faults.append("the server grew")

    @property
    def growth(self) -> float:
        """Growth of the last server's memory, as a share of its size at the beginning."""
        (_, begin), (_, end) = self.memory[-2:]
        return end / begin - 1

    def told(self) -> str:
        """The table of what happened."""
        lines: Counter[str] = Counter()
        for table in chain(*self.tables):
            lines.update(table.lines)
        milliseconds = [value * 1000 for value in self.latency]
        rows = [
            ("seconds, players", f"{self.seconds:.0f}, {self.players}"),
            *((kind, str(count)) for kind, count in sorted(self.counts.items())),
            *((f"lines of logs: {word}", str(count)) for word, count in sorted(lines.items())),
            *((f"ms from key to move, p{p}", f"{at(milliseconds, p):.0f}") for p in (50, 95, 99)),
            *self.beside.rows(),
            *((f"MiB, {when}", f"{mib:.0f}") for when, mib in self.memory),
            ("MiB, thinkers at most", f"{self.thinkers:.0f}"),
            ("% growth of the last server", f"{100 * self.growth:.1f}"),
            ("faults", str(len(self.faults))),
        ]
        return "\n".join([*(f"{label:<38}{value:>14}" for label, value in rows), *self.faults])


def _is_error(ended: object) -> bool:
    return isinstance(ended, Exception)


async def soak(folder: Path, options: argparse.Namespace) -> list[str]:
    """Run it in that folder; what went wrong."""
    trial = Trial(folder, options)
    await trial.lay()
    await trial.run()
    trial.judge()
    trial.faults += await differences(folder, [*chain(*trial.tables)])
    print(trial.told())
    return trial.faults


def main() -> None:
    """Soak and print; what was kept is left where something went wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--players", type=int, default=100)
    options = parser.parse_args()
    logging.getLogger("hako").setLevel(logging.ERROR)  # the two houses compared in the end
    folder = Path(tempfile.mkdtemp(prefix="hako-soak-"))
    os.sched_setaffinity(0, CORES[-1:])
    if asyncio.run(soak(folder, options)):
        sys.exit(f"see {folder}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
