"""Logs, lists and documents in PostgreSQL: named as in a folder, with a row for each line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Header
from hako.engine.log.log_format import BadLog, encode, read_header
from hako.engine.log.storage_errors import Conflict, StorageError
from hako.engine.storage.folder import REVIEW, SUFFIX, names_for
from hako.engine.storage.protocols import FINISHED, SaveVersion, topic_hash
from hako.engine.storage.task_mutex import TaskMutex
from hako.multiplayer.storage.postgres.append_queue import BEYOND, Append
from hako.multiplayer.storage.postgres.connection import Database, DatabaseConnection, DatabaseRow

_CREATE = """
    with its as (
        insert into things (name, lines) values (%s, 1) on conflict do nothing returning id
    )
    insert into lines select id, 1, %s from its returning thing
"""
_ALL = """
    select id, lines, coalesce(
        (select string_agg(line, '' order by number) from lines where thing = id), ''
    ) from things where name = %s
"""
_HOLD = "select from things where name = %s for update"
_FIRST = "select line from lines join things on id = thing where name = %s and number = 1"
_THINGS = "select name, extract(epoch from changed) from things where starts_with(name, %s)"
_STAMP = "update things set changed = to_timestamp(%s) where name = %s"
_PLAYED = "select extract(epoch from changed) from things where name = %s"
_MAKE = """
    insert into things (name, lines) values (%(name)s, 0) on conflict do nothing
"""
_EMPTY = """
    with its as (update things set lines = 0 where name = %s returning id)
    delete from lines where thing in (select id from its)
"""
_ADD = """
    with its as (
        update things set lines = lines + %(count)s, changed = now() where name = %(name)s
        returning id, lines
    )
    insert into lines select id, its.lines - %(count)s + number, line
    from its, unnest(%(new)s::bytea[]) with ordinality as new (line, number)
"""
_MARKS = """
    select name, id, lines, (extract(epoch from changed) * 1000000)::bigint * 1000 from things
    where starts_with(name, %(folder)s) and right(name, length(%(suffix)s)) = %(suffix)s
    and strpos(substr(name, length(%(folder)s) + 1), '/') = 0 order by changed desc, id desc
"""
_DELETE = "delete from things where name = any(%s)"
_CLEAR = "delete from things where starts_with(name, %s)"
_RENAME = """
    update things set name = %(folder)s || %(away)s || '/' || substr(name, length(%(folder)s) + 1)
    where name = any(%(names)s)
"""


def split(data: bytes) -> list[bytes]:
    """Lines of some data, each with its end; the last one may lack it."""
    return re.findall(rb"[^\n]*\n|[^\n]+$", data)


class PostgresSave:
    """Log or list in the database."""

    def __init__(self, database: Database, path: str, thing: int, lines: int) -> None:
        self.name = path.rpartition("/")[2].removesuffix(SUFFIX)
        self._database = database
        self._path = path
        self._thing = thing
        self._lines = lines
        self._has_unread = not lines
        """True if there are lines to read, regardless of notifications."""
        self._mutex = TaskMutex()
        database.topics[thing] = topic_hash(self.name)
        self._unsure: bytes | None = None
        """Line that may have been added or not, since the connection was lost."""

    def append(self, line: bytes) -> None:
        if self._mutex.is_held:  # another task of this process appends: it will tell of its line
            self._mutex.wait()
            raise Conflict(self.name)
        with self._mutex:
            self._append(line)

    def _append(self, line: bytes) -> None:
        queue = self._database.appends
        append = Append(self._path, self._thing, self._lines, split(line))

        def add(connection: DatabaseConnection) -> tuple[bool, bool]:
            return queue.write(append, connection)

        queue.put(append)
        try:
            is_added, is_there = self._database.ask(add)
        except StorageError:
            self._unsure = line
            raise
        finally:
            queue.drop(append)
        if not is_added and not (is_there and (append.tries > 1 or self._unsure == line)):
            self._has_unread = True
            raise Conflict(self.name)
        self._unsure = None
        self._lines += len(append.lines)
        self._database.notify(*self.head)

    @property
    def head(self) -> tuple[int, int]:
        """Id and number of lines."""
        return self._thing, self._lines

    def read_new(self) -> bytes:
        if self._mutex.is_held:
            return b""  # who holds it reads, or writes and finds a Conflict
        with self._mutex:
            return self._read_new()

    def _read_new(self) -> bytes:
        is_known = self._database.heads.get(self._thing, 0) <= self._lines
        if is_known and not self._has_unread and self._unsure is None:
            return b""
        beyond = [self._thing, self._lines]
        rows = self._database.ask(lambda connection: connection.execute(BEYOND, beyond).fetchall())
        self._has_unread, self._unsure = False, None
        self._lines += len(rows)
        return b"".join(bytes(connection) for (connection,) in rows)

    def beside(self, ending: str) -> PostgresDocument:
        return PostgresDocument(self._database, self._path.removesuffix(SUFFIX) + ending)


class PostgresDocument:
    """List or document in the database."""

    def __init__(self, database: Database, name: str) -> None:
        self.name = name
        self._database = database

    def lines(self) -> PostgresSave:
        self._database.ask(lambda connection: connection.execute(_MAKE, {"name": self.name}))
        [(thing, _, _)] = self._database.ask(
            lambda connection: connection.execute(_ALL, [self.name]).fetchall()
        )
        return PostgresSave(self._database, self.name, thing, 0)

    def read(self) -> bytes | None:
        rows = self._database.ask(
            lambda connection: connection.execute(_ALL, [self.name]).fetchall()
        )
        return bytes(rows[0][2]) if rows else None

    def write(self, content: bytes) -> None:
        def replace(connection: DatabaseConnection) -> None:
            with connection.transaction():
                connection.execute(_MAKE, {"name": self.name})
                connection.execute(_EMPTY, [self.name])
                self._put(connection, content)

        self._database.ask(replace)

    def exchange(self, before: bytes, after: bytes) -> bool:
        def replace(connection: DatabaseConnection) -> bool:
            with connection.transaction():
                connection.execute(_HOLD, [self.name])
                rows = connection.execute(_ALL, [self.name]).fetchall()
                if not rows or bytes(rows[0][2]) != before:
                    return False
                connection.execute(_EMPTY, [self.name])
                self._put(connection, after)
                return True

        return self._database.ask(replace)

    def add(self, lines: bytes) -> None:
        self._database.post(lambda connection: self._put(connection, lines))

    def remove(self) -> None:
        self._database.ask(lambda connection: connection.execute(_DELETE, [[self.name]]))

    def beside(self, ending: str) -> PostgresDocument:
        return PostgresDocument(self._database, self.name + ending)

    def _put(self, connection: DatabaseConnection, content: bytes) -> None:
        new = split(content)
        connection.execute(_MAKE, {"name": self.name})
        connection.execute(_ADD, {"name": self.name, "new": new, "count": len(new)})


class PostgresPresence:
    """Presence notices of the processes over one database; see Database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def publish(self, notice: bytes) -> None:
        self._database.publish(notice)

    def others(self) -> Mapping[str, bytes]:
        return self._database.others()

    def close(self) -> None:
        self.publish(b"")


class PostgresStore:
    """Store of the logs whose names have a common prefix."""

    def __init__(self, database: Database, folder: str = "") -> None:
        """Take a folder, whose name ends with a slash."""
        self._database = database
        self._folder = folder

    def create(self, header: Header) -> PostgresSave:
        first = encode(header)
        for name in names_for(header):
            if self._is_made(self._path(name), first):
                save, _ = self.open(name)
                self._database.notify(*save.head)
                return save
        raise AssertionError("names never run out")

    def _is_made(self, path: str, first: bytes) -> bool:
        """True if this process created the log, even if the connection was lost meanwhile."""
        tries = 0

        def make(connection: DatabaseConnection) -> bool:
            nonlocal tries
            tries += 1
            if connection.execute(_CREATE, [path, first]).rowcount:
                return True
            rows = connection.execute(_FIRST, [path]).fetchall()
            return tries > 1 and [bytes(stored) for (stored,) in rows] == [first]

        return self._database.ask(make)

    def open(self, name: str) -> tuple[PostgresSave, bytes]:
        path = self._path(name)
        if not (rows := self._ask(_ALL, [path])):
            raise BadLog(path, None, Failure("no_such_file"))
        [(thing, lines, data)] = rows
        return PostgresSave(self._database, path, thing, lines), bytes(data)

    def header(self, name: str) -> Header:
        path = self._path(name)
        return read_header(
            b"".join(bytes(connection) for (connection,) in self._ask(_FIRST, [path])), path
        )

    def holds(self, name: str) -> bool:
        return bool(self._ask(_PLAYED, [self._path(name)]))

    def played(self, name: str) -> float:
        rows = self._ask(_PLAYED, [self._path(name)])
        return float(rows[0][0]) if rows else 0.0

    def names(self) -> list[str]:
        return [*self.versions()]

    def versions(self, suffix: str = SUFFIX) -> dict[str, SaveVersion]:
        rows = self._ask(_MARKS, {"folder": self._folder, "suffix": suffix})
        start, end = len(self._folder), -len(suffix)
        # a notification may be under way, but who sees a version may read its lines at once
        self._database.learn((thing, lines) for _, thing, lines, _ in rows)
        return {name[start:end]: (lines, changed) for name, _, lines, changed in rows}

    def archive(self, name: str) -> None:
        values = {"folder": self._folder, "away": FINISHED, "names": self._kept_of(name)}
        self._database.ask(lambda connection: connection.execute(_RENAME, values))

    def delete(self, name: str) -> None:
        self._database.ask(lambda connection: connection.execute(_DELETE, [self._kept_of(name)]))

    def clear(self) -> None:
        self._database.ask(lambda connection: connection.execute(_CLEAR, [self._folder]))

    def within(self, name: str, mode: int | None = None) -> PostgresStore:  # noqa: ARG002  of files
        return PostgresStore(self._database, f"{self._folder}{name}/")

    def document(self, name: str, mode: int | None = None) -> PostgresDocument:  # noqa: ARG002  of files
        return PostgresDocument(self._database, self._folder + name)

    def presence(self) -> PostgresPresence:
        return PostgresPresence(self._database)

    def subscribe(self, listener: Callable[[int], object]) -> None:
        self._database.news = listener

    def things(self) -> dict[str, float]:
        rows, start = self._ask(_THINGS, [self._folder]), len(self._folder)
        return {name[start:]: float(changed) for name, changed in rows}

    def stamp(self, name: str, changed: float) -> None:
        self._database.ask(
            lambda connection: connection.execute(_STAMP, [changed, self._folder + name])
        )

    def close(self) -> None:
        self._database.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as an own connection to the same database."""
        return _unpickled, (self._database.url, self._folder)

    def _path(self, name: str) -> str:
        return f"{self._folder}{name.removesuffix(SUFFIX)}{SUFFIX}"

    def _kept_of(self, name: str) -> list[str]:
        path = self._path(name)
        return [path, path.removesuffix(SUFFIX) + REVIEW]

    def _ask(self, query: str, values: Any) -> list[DatabaseRow]:
        return self._database.ask(lambda connection: connection.execute(query, values).fetchall())


@cache
def _database_at(url: str) -> Database:
    return Database(url)


def _unpickled(url: str, folder: str) -> PostgresStore:
    return PostgresStore(_database_at(url), folder)
