"""Servers for `bench.ssh_capacity`, each in processes of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import rtoml

from bench.ssh_dealt_games import Sitter, by_key, by_name, lay
from bench.ssh_players import Port
from tests.postgres_server import Server

_NO_LIMITS = {
    "sessions": 2000,
    "connections_per_address": 2000,
    "handshakes_per_minute": 100_000,
    "max_pending": 2000,
    "new_names": 100_000,
}
"""All players come from one address here."""

_HELD = re.compile(r"the event loop was held for (\d+) ms")


class BenchServer:
    """A server for a bench: its data folder, and its command."""

    def __init__(
        self, kind: str, postgres: Server | None, stack: ExitStack, *, is_alone: bool = True
    ) -> None:
        """`what` is "1 process", "2 processes, PostgreSQL", or "process each".

        One process that `is_alone` keeps off the last core, where the players are.
        """
        self.kind = kind
        self._is_alone = is_alone and kind.startswith("1 ")
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="bench")))
        self.data, self._said = folder / "data", folder / "said"
        is_there = postgres is not None and "PostgreSQL" in kind
        self.store = postgres.url() if postgres is not None and is_there else ""
        self.visitor = by_key if kind[0].isdecimal() else by_name
        self._heard = 0

    async def lay(self, tables: Sequence[Sequence[Sitter]]) -> dict[int, str]:
        """Tables for these players, whose codes these are."""
        return await lay(self.data, tables, self.store, self.visitor)

    @contextmanager
    def open(self) -> Iterator[tuple[subprocess.Popen[str], Port]]:
        """The house in processes of its own."""
        if not self.kind[0].isdecimal():
            with asked_server("process", self.data) as pair:
                yield pair
            return
        count, _, _ = self.kind.partition(" ")
        config = self.data.with_name("serve.toml")
        config.write_text(rtoml.dumps({"limits": _NO_LIMITS}), encoding="utf-8")
        store = (f"--database={self.store}",) if self.store else ()
        command = (
            "serve",
            "--port=0",
            f"--data={self.data}",
            f"--workers={count}",
            f"--config={config}",
        )
        with started("hako", *command, *store, is_alone=self._is_alone, path=self._said) as process:
            assert process.stdout is not None
            search = re.search(r"-p (\d+)", process.stdout.readline())
            assert search is not None, "the house did not open"
            yield process, Port(int(search[1]))

    def holds(self) -> list[int]:
        """Milliseconds for which its event loops were held, each time since this was asked last."""
        if not self._said.exists():
            return []
        with self._said.open(encoding="utf-8") as file:
            file.seek(self._heard)
            numbers = [int(held) for held in _HELD.findall(file.read())]
            self._heard = file.tell()
        return numbers


@contextmanager
def started(
    module: str, *arguments: str, is_alone: bool = True, path: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A program of its own, until it is told to end; what it complains of goes to that file."""
    command = [sys.executable, "-m", module, *arguments]
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        errors = None if path is None else stack.enter_context(path.open("w"))
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True)
        try:
            cores = os.cpu_count() or 1
            os.sched_setaffinity(process.pid, range(max(1, cores - is_alone)))
            yield process
        finally:
            process.terminate()
            process.communicate()


@contextmanager
def asked_server(kind: str, data: Path) -> Iterator[tuple[subprocess.Popen[str], Port]]:
    """A server of bench.ssh_reference_servers, until the end of the context."""
    with started("bench.ssh_reference_servers", kind, str(data)) as process:
        yield process, Port(int(ask(process)))


def ask(process: subprocess.Popen[str], question: str = "") -> str:
    """Line that a server prints when it is ready, or as an answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    if question:
        process.stdin.write(question + "\n")
        process.stdin.flush()
    return process.stdout.readline().strip()
