"""Benchmarks of logs: from the bytes of a file to every state, beside the cost of the bytes alone."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from bench.cpu_yardstick import Batch, Maker
from bench.play import played
from hako.engine.log.history import History
from hako.engine.log.log_format import Record, decoder, encode
from hako.engine.rules.game import Setup
from hako.engine.rules.model import Event
from hako.engine.storage.folder import FolderStore


def lines_of(table: History[Any]) -> list[bytes]:
    """The lines of a table's log."""
    return [encode(table.header), *(encode(moment.record) for moment in table.path())]


def facts(table: History[Any]) -> int:
    """Numbers of events and steps in the log."""
    return sum(len(group) for moment in table.path() for group in moment.record.then)


def load(name: str, seats: int) -> Maker:
    """Facts of a log: decoded, folded into every state, digests compared."""

    def make() -> Batch:
        table = played(name, seats)
        data, count = b"".join(lines_of(table)), facts(table)

        def batch() -> int:
            History.load(table.game, data, "bench")
            return count

        return batch

    return make


def decode(name: str, seats: int) -> Maker:
    """The limit of decoding: msgspec alone, each line into its Record."""

    def make() -> Batch:
        table = played(name, seats)
        lines, count = lines_of(table)[1:], facts(table)
        record = decoder(table.game, table.line_types).decode

        def batch() -> int:
            for line in lines:
                record(line)
            return count

        return batch

    return make


def decode_and_fold(name: str, seats: int) -> Maker:
    """The limit of folding: decoded, each event applied, nothing else."""

    def make() -> Batch:
        table = played(name, seats)
        lines, count = lines_of(table)[1:], facts(table)
        record = decoder(table.game, table.line_types).decode
        setup = Setup(seats, table.header.options, table.content)
        blank = table.game.new(setup)

        def batch() -> int:
            state = blank
            for line in lines:
                done = record(line)
                assert isinstance(done, Record)
                for group in done.then:
                    for item in group:
                        if isinstance(item, Event):
                            state = item.apply(state)
            return count

        return batch

    return make


def append() -> Batch:
    """Records added to a file, each on the disk before the next one."""
    table = played("connect_four", 2)
    lines = lines_of(table)[1:]
    save = FolderStore(Path(mkdtemp(prefix="hako-bench-"))).create(table.header)

    def batch() -> int:
        for line in lines:
            save.append(line)
        return len(lines)

    return batch


BENCHES: dict[str, Maker] = {
    "connect four: file to states": load("connect_four", 2),
    "connect four: decode and fold": decode_and_fold("connect_four", 2),
    "connect four: decode": decode("connect_four", 2),
    "Flip City: file to states": load("flip_city", 4),
    "Flip City: decode and fold": decode_and_fold("flip_city", 4),
    "Flip City: decode": decode("flip_city", 4),
    "append to a file, fsync": append,
}
