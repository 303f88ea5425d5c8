"""The resources that a process and its children use (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


class Taken(NamedTuple):
    """Seconds of processors."""

    bench_server: float
    thinkers: float
    """Processes in which bots think."""
    waited: float
    """Seconds in which the server was runnable, and something else had its core."""


class Usage:
    """Memory and processor of a process with all its children."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._taken: dict[int, Taken] = {}

    def memory(self, *, thinkers: bool | None = None) -> float:
        """MiB of all, or without `thinkers`, or of these alone; of what is shared its share (PSS)."""
        total = 0
        for pid in _family(self._pid):
            with suppress(OSError):
                if thinkers not in {None, _thinks(pid)}:
                    continue
                text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
                line = next(line for line in text.splitlines() if line.startswith("Pss:"))
                total += int(line.split()[1])
        return total / 1024

    def taken(self) -> Taken:
        """By all, those children included that have ended since the last call."""
        for pid in _family(self._pid):
            with suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
                user, system = fields.split()[11:13]
                seconds = (int(user) + int(system)) / _TICKS_A_SECOND
                if _thinks(pid):
                    self._taken[pid] = Taken(0, seconds, 0)
                else:
                    _, waited, _ = Path(f"/proc/{pid}/schedstat").read_text("ascii").split()
                    self._taken[pid] = Taken(seconds, 0, int(waited) / 1e9)
        return Taken(*map(sum, zip(*self._taken.values(), strict=True)))


def _thinks(pid: int) -> bool:
    return b"multiprocessing" in Path(f"/proc/{pid}/cmdline").read_bytes()


def _family(pid: int) -> Iterator[int]:
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from _family(int(child))
