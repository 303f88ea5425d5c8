"""A process that appends to a log until it is told to stop or killed; see the store's tests.

Each line is numbered, so that what is missing or doubled is seen.

    python -m tests.engine.storage.appender HOME NAME WRITER LINES SIZE [TOO_LONG]

With TOO_LONG, a line of that size is tried first, and must be refused.
"""

from __future__ import annotations

import random
import signal
import sys
from pathlib import Path

import msgspec

from hako.engine.i18n.failure import Failure
from hako.engine.log.save import Save
from hako.engine.log.storage_errors import Conflict, StorageError
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.protocols import Store

PATIENCE_SECONDS = 60.0
"""A busy machine is no database that is away."""


def line(writer: str, number: int, size: int) -> bytes:
    """A line of a log, of about so many bytes."""
    return msgspec.json.encode({"writer": writer, "number": number, "pad": "x" * size}) + b"\n"


def numbers(data: bytes, writer: str) -> list[int]:
    """The numbers of a writer's whole lines, in order."""
    lines = (msgspec.json.decode(raw) for raw in data.split(b"\n")[:-1])
    return [line["number"] for line in lines if line.get("writer") == writer]


def append(save: Save, added: bytes) -> None:
    """Append, reading what others wrote first as often as needed."""
    while True:
        try:
            save.append(added)
        except Conflict:
            save.read_new()
        except StorageError as error:
            reason = error.values.get("reason")
            if not isinstance(reason, Failure) or reason.key != "log_full":
                raise
            signal.pause()  # on a slow machine, before it is killed
        else:
            return


def opened(home: str) -> Store:
    """A home by its address; what only one of them needs takes time to import."""
    if "://" not in home:
        return FolderStore(Path(home))
    from hako.multiplayer.storage.postgres.connection import Database
    from hako.multiplayer.storage.postgres.store import PostgresStore

    return PostgresStore(Database(home, PATIENCE_SECONDS))


def main(home: str, name: str, writer: str, lines: str, size: str, too_long: str = "0") -> None:
    """Append, and say after each line which one is safe."""
    save, data = opened(home).within("tables").open(name)
    if int(too_long):
        try:
            save.append(line(writer, 0, int(too_long)))
        except StorageError:
            print("refused")
    first = len(numbers(data, writer))
    sizes = random.Random(first)
    for number in range(first, first + int(lines)):
        append(save, line(writer, number, sizes.randrange(int(size))))
        print(number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
