"""Appends to all logs and lists of a process: those that wait at the same time are one transaction."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import psycopg
from psycopg import Connection

from hako.engine.i18n.failure import Failure
from hako.engine.log.storage_errors import StorageError

_APPEND = """
    with its as (
        update things set lines = lines + %(count)s, changed = now()
        where id = %(thing)s and name = %(name)s and lines = %(at)s returning id
    )
    insert into lines select id, %(at)s + number, line
    from its, unnest(%(lines)s::bytea[]) with ordinality as new (line, number)
"""
_IS_THERE = "select from things where id = %(thing)s and name = %(name)s and lines >= %(at)s"

BEYOND = "select line from lines where thing = %s and number > %s order by number"


@dataclass(eq=False)
class Append:
    """Lines that are to be appended to a log or list."""

    path: str
    thing: int
    at: int
    """Number of lines that the log has without them."""
    lines: list[bytes]
    tries: int = 0
    """Number of times that they were sent; the answer of an earlier time was lost."""
    is_done: bool = False

    @property
    def values(self) -> dict[str, object]:
        """Parameters of the queries."""
        return {
            "thing": self.thing,
            "name": self.path,
            "at": self.at,
            "lines": self.lines,
            "count": len(self.lines),
        }


class AppendQueue:
    """Appends that wait for the connection."""

    def __init__(self) -> None:
        self._waiting: dict[Append, None] = {}

    def put(self, append: Append) -> None:
        """Add an append; whoever uses the connection next writes it, too."""
        self._waiting[append] = None

    def drop(self, append: Append) -> None:
        """Remove an append for which nobody waits any more."""
        self._waiting.pop(append, None)

    def write(self, append: Append, connection: Connection) -> tuple[bool, bool]:
        """Two flags: the lines were added; or they are there already, perhaps by an earlier try.

        All other appends that wait are written with it. Raises StorageError, psycopg.Error.
        """
        if append.is_done:
            return True, False
        batch = sorted({*self._waiting, append}, key=lambda waiting: waiting.thing)
        self._waiting.clear()
        if len(batch) > 1 and not append.tries and append in _write_together(batch, connection):
            return True, False
        return _write_alone(append, connection)


def _write_together(batch: list[Append], connection: Connection) -> set[Append]:
    """Write in the order of ids, so that two processes never wait for each other.

    Returns the appends that are done; others wrote first into the logs of the rest.
    """
    for append in batch:
        append.tries += 1
    pipeline: AbstractContextManager[object] = (
        connection.pipeline() if psycopg.Pipeline.is_supported() else nullcontext()
    )
    with pipeline, connection.transaction():
        cursors = [connection.execute(_APPEND, append.values) for append in batch]
    for append, cursor in zip(batch, cursors, strict=True):
        append.tries -= 1
        append.is_done = cursor.rowcount == len(append.lines)
    return {append for append in batch if append.is_done}


def _write_alone(append: Append, connection: Connection) -> tuple[bool, bool]:
    append.tries += 1
    if connection.execute(_APPEND, append.values).rowcount == len(append.lines):
        return True, False
    if not connection.execute(_IS_THERE, append.values).fetchall():
        raise StorageError("in_file", file=append.path, reason=Failure("no_such_file"))
    rows = connection.execute(BEYOND, [append.thing, append.at]).fetchall()
    return False, [bytes(line) for (line,) in rows[: len(append.lines)]] == append.lines
