"""Time that a test moves."""

from __future__ import annotations

from hako.multiplayer.tables.time_source import SystemTime

START = 1_800_000_000


class SimulatedTime(SystemTime):
    """All of it counts, and none goes by by itself."""

    def __init__(self) -> None:
        self.seconds: float = START

    def now(self) -> float:
        return self.seconds
