"""What a process and its children use (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


class Usage:
    """Memory and processor of a process with all its children."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._cpu: dict[int, float] = {}

    def memory(self) -> float:
        """MiB; what is shared among processes counts as a share (PSS)."""
        total = 0
        for pid in _family(self._pid):
            with suppress(OSError):
                text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
                line = next(line for line in text.splitlines() if line.startswith("Pss:"))
                total += int(line.split()[1])
        return total / 1024

    def cpu(self) -> float:
        """Seconds, those of children that have ended since the last call included."""
        for pid in _family(self._pid):
            with suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
                user, system = fields.split()[11:13]
                self._cpu[pid] = (int(user) + int(system)) / _TICKS_A_SECOND
        return sum(self._cpu.values())


def _family(pid: int) -> Iterator[int]:
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from _family(int(child))
