"""eventsourcing: an aggregate like a board of marks, rebuilt from its events, and saved."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkdtemp

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.cpu_yardstick import Batch

EVENTS = 1000


class Board(Aggregate):
    @event("Begun")
    def __init__(self) -> None:
        self.cells = [0] * 9
        self.seat, self.moves = 1, 0

    @event("Marked")
    def mark(self, seat: int, cell: int) -> None:
        self.cells[cell] = seat
        self.seat, self.moves = 3 - seat, self.moves + 1


def rebuild() -> Batch:
    """Events of a log in memory, folded into the aggregate."""
    os.environ.pop("PERSISTENCE_MODULE", None)
    application, board = Application(), Board()
    for number in range(EVENTS - 1):
        board.mark(1 + number % 2, number % 9)
    application.save(board)

    def batch() -> int:
        again = application.repository.get(board.id)
        assert again.moves == EVENTS - 1
        return EVENTS

    return batch


def append() -> Batch:
    """Events added to an SQLite file, each saved before the next one."""
    file = Path(mkdtemp(prefix="hako-bench-")) / "events.sqlite"
    environment = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)}
    application, board = Application(environment), Board()
    application.save(board)

    def batch() -> int:
        for number in range(20):
            board.mark(1 + number % 2, number % 9)
            application.save(board)
        return 20

    return batch


BENCHES = {
    "eventsourcing: rebuild from memory": rebuild,
    "eventsourcing: append to SQLite": append,
}
