"""Connection of a server to its database: one thread for queries, one for notifications.

No query blocks for longer than a moment. While the database is unavailable all queries fail at
once, and the listening thread finds out when it is back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Event, Lock, Thread, Timer
from typing import Any, TypeAlias, TypeVar

import psycopg
from psycopg import Connection, sql

from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.protocols import ANYTHING
from hako.engine.storage.waiting import wait_for
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.storage.postgres.append_queue import AppendQueue

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 0.5
"""Time limit of a query."""

POLL_SECONDS = 5.0
"""Interval of polls for changes that no notification told."""

GATHERING_SECONDS = 0.015
"""Delay of notifications after a commit, which collects them: within a transaction they take a global lock."""

_RETRY_SECONDS = 0.2
_ROOM = 7999
"""Maximum bytes of a notification; for more than that all processes poll."""
_NAME = """
    select pid || ' ' || backend_start from pg_stat_activity where pid = pg_backend_pid()
"""
_TIDY = """
    delete from notices where (pid, started) not in
    (select pid, backend_start from pg_stat_activity where backend_start is not null)
"""
_NOTICES = """
    select pid || ' ' || started, notice from notices join pg_stat_activity using (pid)
    where backend_start = started and notice <> ''
"""
_NOW = "select now()"
_RECENT = "select id, lines from things where changed > %s - interval '1 hour'"
_LINE: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_MIGRATIONS = Path(__file__).parent / "migrations"

DatabaseRow: TypeAlias = tuple[Any, ...]
DatabaseConnection: TypeAlias = Connection[DatabaseRow]
Answer = TypeVar("Answer")


class DatabaseUnavailable(StorageError):
    """Error: the database does not respond, or is not one of hako's."""

    words = MULTIPLAYER


class Database:
    """Database of one server. Own changes are known at once, those of others by notifications."""

    def __init__(self, url: str, patience: float = PATIENCE_SECONDS) -> None:
        """Connect and migrate the schema. Raises DatabaseUnavailable.

        `patience` is the time limit of a query in seconds.
        """
        self.url = url
        self._patience = patience
        self.is_unavailable = False
        self.heads: dict[int, int] = {}
        """Number of lines of each thing that changed lately."""
        self.topics: dict[int, int] = {}
        """Topic of each thing that was opened here; see engine.storage.protocols."""
        self._notices: Mapping[str, bytes] = {}
        self._polled_at: datetime | None = None
        """Time of the last poll, by the clock of the database."""
        self._has_polled = Event()
        self.news: Callable[[int], object] = lambda _: None
        """Listener that gets the topics of changes, in another thread."""
        self._notice = self._published = b""
        self._name = ""
        self._line: DatabaseConnection | None = None
        self._pending: dict[int, int] = {}
        self._pending_lock = Lock()
        self._closed = Event()
        self._worker = ThreadPoolExecutor(1, "database")
        self.appends = AppendQueue()
        with _as_unavailable(), self._connect() as connection:
            migrate(connection)
            self._channel = f"hako_{connection.execute('select current_schema()').fetchall()[0][0]}"
        self._listener = Thread(target=self._listen, name="listener", daemon=True)
        self._listener.start()

    def ask(self, do: Callable[[DatabaseConnection], Answer]) -> Answer:
        """Run `do` and return its result; repeated once if the connection was lost. Raises DatabaseUnavailable."""
        if self.is_unavailable:
            raise DatabaseUnavailable("database_away")
        is_wanted = Event()
        is_wanted.set()
        answer = self._worker.submit(self._do, do, is_wanted)
        try:
            with _as_unavailable():
                return wait_for(answer, self._patience)
        except TimeoutError:
            is_wanted.clear()
            answer.cancel()
            self.is_unavailable = True
            raise DatabaseUnavailable("database_away") from None

    def post(self, do: Callable[[DatabaseConnection], object]) -> None:
        """Run `do` later, if the database is available; nobody waits for it."""
        with suppress(RuntimeError):  # the executor was shut down
            if not self.is_unavailable:
                self._worker.submit(self._do, do, Event())

    def publish(self, notice: bytes) -> None:
        """Replace the presence notice of this process."""
        self._notice = notice
        self.post(self._publish)

    def others(self) -> Mapping[str, bytes]:
        """Presence notices of the other processes, by name. Raises DatabaseUnavailable.

        They are known without a query, once the listening thread has polled.
        """
        if not self._has_polled.wait(self._patience):
            raise DatabaseUnavailable("database_away")
        return self._notices

    def notify(self, thing: int, lines: int) -> None:
        """Notify the other processes soon that a thing has so many lines."""
        self.heads[thing] = lines
        with self._pending_lock:
            is_first = not self._pending
            self._pending[thing] = lines
        if is_first:
            timer = Timer(GATHERING_SECONDS, self.post, [self._send_pending])
            timer.daemon = True
            timer.start()

    def close(self) -> None:
        """Close the connections after pending queries."""
        self._closed.set()
        self.post(self._send)
        self._listener.join(_RETRY_SECONDS)
        self._worker.shutdown()
        if self._line is not None:
            self._line.close()

    # ------------------------------------------------------------------ queries

    def _connect(self) -> DatabaseConnection:
        return psycopg.connect(self.url, autocommit=True, **_LINE)

    def _do(self, do: Callable[[DatabaseConnection], Answer], is_wanted: Event) -> Answer:
        try:
            return self._once(do)
        except psycopg.OperationalError:
            if not is_wanted.is_set():
                raise
            return self._once(do)

    def _once(self, do: Callable[[DatabaseConnection], Answer]) -> Answer:
        if self._line is None or self._line.closed:
            self._line = self._connect()
        try:
            answer = do(self._line)
        except psycopg.OperationalError:
            self._line.close()
            raise
        self.is_unavailable = False
        return answer

    # ------------------------------------------------------------------ sending notifications

    def _send_pending(self, connection: DatabaseConnection) -> None:
        with self._pending_lock:
            line_counts, self._pending = self._pending, {}
        words = " ".join(f"{thing}:{lines}" for thing, lines in line_counts.items())
        if words:  # otherwise a poll has sent it
            self._send(connection, words if len(words) <= _ROOM else "")

    def _send(self, connection: DatabaseConnection, words: str = "") -> None:
        """Send a notification; an empty one makes all processes poll."""
        connection.execute("select pg_notify(%s, %s)", [self._channel, words])

    def _publish(self, connection: DatabaseConnection) -> None:
        pid, started = self._name.split(" ", 1)
        notice = self._notice
        connection.execute(
            "insert into notices values (%s, %s, %s)"
            " on conflict (pid, started) do update set notice = excluded.notice",
            [pid, started, notice],
        )
        self._published = notice
        self._send(connection)

    # ------------------------------------------------------------------ receiving notifications

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                connection = self._connect()
            except psycopg.Error:
                self.is_unavailable = True
            else:
                with suppress(psycopg.Error), connection:
                    self._receive(connection)
            self._closed.wait(_RETRY_SECONDS)

    def _receive(self, connection: DatabaseConnection) -> None:
        connection.execute(sql.SQL("listen {}").format(sql.Identifier(self._channel)))
        connection.execute(_TIDY)
        self._name = connection.execute(_NAME).fetchall()[0][0]
        self._publish(connection)
        payloads = [""]
        while not self._closed.is_set():
            if all(payloads):
                pairs = (pair.split(":") for pair in " ".join(payloads).split(" "))
                self._take((int(thing), int(lines)) for thing, lines in pairs)
            else:
                self._poll(connection)
            notifications = connection.notifies(timeout=POLL_SECONDS, stop_after=1)
            payloads = [notification.payload for notification in notifications] or [""]

    def _poll(self, connection: DatabaseConnection) -> None:
        """Read all changes that notifications may have missed."""
        rows = connection.execute(_NOTICES).fetchall()
        notices = {name: bytes(notice) for name, notice in rows if name != self._name}
        is_new, self._notices = notices != self._notices, notices
        self._has_polled.set()
        [(now,)] = connection.execute(_NOW).fetchall()
        since, self._polled_at = self._polled_at or now, now
        self._take(connection.execute(_RECENT, [since]).fetchall(), is_new=is_new)
        self.is_unavailable = False
        if self._published != self._notice:  # the notice changed while the database was unavailable
            self._publish(connection)
        if self._pending:
            self._send_pending(connection)

    def _take(self, heads: Iterable[DatabaseRow], *, is_new: bool = False) -> None:
        topics = {self.topics.get(thing, ANYTHING) for thing in self.learn(heads)}
        for topic in topics | {ANYTHING} if is_new else topics:
            self.news(topic)

    def learn(self, heads: Iterable[DatabaseRow]) -> Iterable[int]:
        """Record numbers of lines; returns the things with new ones."""
        fresh = {thing: lines for thing, lines in heads if lines > self.heads.get(thing, 0)}
        self.heads |= fresh
        return fresh.keys()


def migrate(connection: DatabaseConnection) -> None:
    """Migrate the schema; a second process waits for the first.

    The lock ends with the transaction. Raises DatabaseUnavailable if the schema is of a newer hako.
    """
    todo = sorted(_MIGRATIONS.glob("*.sql"))
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(hashtext('hako ' || current_schema()))")
        connection.execute("create table if not exists migrations (number integer primary key)")
        (done,) = connection.execute("select count(*) from migrations").fetchall()[0]
        if done > len(todo):
            raise DatabaseUnavailable("database_newer")
        for number, script in enumerate(todo[done:], done + 1):
            connection.execute(script.read_bytes())
            connection.execute("insert into migrations values (%s)", [number])


@contextmanager
def _as_unavailable() -> Iterator[None]:
    """Context that turns errors of the driver into DatabaseUnavailable."""
    try:
        yield
    except psycopg.Error as error:
        raise DatabaseUnavailable("database_says", what=str(error).strip()) from error
