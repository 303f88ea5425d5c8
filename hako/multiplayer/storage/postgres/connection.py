"""One house's way to its database: a thread that asks it, and one that hears what others wrote.

Nobody waits longer than a moment for an answer: while the database is away all that is asked
fails at once, and the listening thread finds out when it is back.
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

from hako.engine.log.save import StorageError
from hako.engine.storage.protocols import ANYTHING
from hako.multiplayer import MULTIPLAYER

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 0.5
"""So long an answer is waited for; meanwhile the event loop stands still."""

POLL_SECONDS = 5.0
"""So often it is looked for what no notification told."""

GATHERING_SECONDS = 0.015
"""So long after a commit the others are told: in its transaction that takes a lock of all."""

_RETRY_SECONDS = 0.2
_ROOM = 7999
"""Bytes in one notification; where more is to be told, all look around."""
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
    """The database does not answer, or is not one of ours."""

    words = MULTIPLAYER


class Database:
    """The tables of one house. What was added counts as known here at once, elsewhere once told."""

    def __init__(self, url: str, patience: float = PATIENCE_SECONDS) -> None:
        """Connect, and bring the tables up to date. Raises DatabaseUnavailable.

        So many seconds an answer is waited for.
        """
        self.url = url
        self._patience = patience
        self.is_unavailable = False
        self.heads: dict[int, int] = {}
        """Of things that changed lately: how many lines there are."""
        self.topics: dict[int, int] = {}
        """Of things that were opened here: see `engine.log.home`."""
        self._notices: Mapping[str, bytes] = {}
        self._polled_at: datetime | None = None
        """When it was looked around last, by the clock of the database."""
        self._has_polled = Event()
        self.news: Callable[[int], object] = lambda _: None
        """Called, in another thread, with the tone of what others wrote."""
        self._notice = self._published = b""
        self._name = ""
        self._line: DatabaseConnection | None = None
        self._pending: dict[int, int] = {}
        self._pending_lock = Lock()
        self._closed = Event()
        self._worker = ThreadPoolExecutor(1, "database")
        with _as_unavailable(), self._connect() as connection:
            migrate(connection)
            self._channel = f"hako_{connection.execute('select current_schema()').fetchall()[0][0]}"
        self._listener = Thread(target=self._listen, name="listener", daemon=True)
        self._listener.start()

    def ask(self, do: Callable[[DatabaseConnection], Answer]) -> Answer:
        """What `do` finds; it is done again where the line was lost meanwhile. Raises DatabaseUnavailable."""
        if self.is_unavailable:
            raise DatabaseUnavailable("database_away")
        is_wanted = Event()
        is_wanted.set()
        answer = self._worker.submit(self._do, do, is_wanted)
        try:
            with _as_unavailable():
                return answer.result(self._patience)
        except TimeoutError:
            is_wanted.clear()
            answer.cancel()
            self.is_unavailable = True
            raise DatabaseUnavailable("database_away") from None

    def post(self, do: Callable[[DatabaseConnection], object]) -> None:
        """Have it done soon, if the database answers; nobody waits for that."""
        with suppress(RuntimeError):  # it was closed meanwhile
            if not self.is_unavailable:
                self._worker.submit(self._do, do, Event())

    def publish(self, notice: bytes) -> None:
        """Replace what this process tells the others."""
        self._notice = notice
        self.post(self._publish)

    def others(self) -> Mapping[str, bytes]:
        """What the other processes tell, by their names. Raises DatabaseUnavailable.

        Known without asking, once the listening thread has looked for the first time.
        """
        if not self._has_polled.wait(self._patience):
            raise DatabaseUnavailable("database_away")
        return self._notices

    def notify(self, thing: int, lines: int) -> None:
        """Let the others know in a moment that a thing has so many lines."""
        self.heads[thing] = lines
        with self._pending_lock:
            is_first = not self._pending
            self._pending[thing] = lines
        if is_first:
            timer = Timer(GATHERING_SECONDS, self.post, [self._send_pending])
            timer.daemon = True
            timer.start()

    def close(self) -> None:
        """Let go of the database, once it was asked what is to be asked."""
        self._closed.set()
        self.post(self._send)
        self._listener.join(_RETRY_SECONDS)
        self._worker.shutdown()
        if self._line is not None:
            self._line.close()

    # ------------------------------------------------------------------ asking

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

    # ------------------------------------------------------------------ telling

    def _send_pending(self, connection: DatabaseConnection) -> None:
        with self._pending_lock:
            line_counts, self._pending = self._pending, {}
        words = " ".join(f"{thing}:{lines}" for thing, lines in line_counts.items())
        if words:  # else whoever looked around has told it
            self._send(connection, words if len(words) <= _ROOM else "")

    def _send(self, connection: DatabaseConnection, words: str = "") -> None:
        """Without words all look around."""
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

    # ------------------------------------------------------------------ listening

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
        """Take in all that may have happened untold."""
        rows = connection.execute(_NOTICES).fetchall()
        notices = {name: bytes(notice) for name, notice in rows if name != self._name}
        is_new, self._notices = notices != self._notices, notices
        self._has_polled.set()
        [(now,)] = connection.execute(_NOW).fetchall()
        since, self._polled_at = self._polled_at or now, now
        self._take(connection.execute(_RECENT, [since]).fetchall(), is_new=is_new)
        self.is_unavailable = False
        if self._published != self._notice:  # what was to be told while it was away
            self._publish(connection)
        if self._pending:
            self._send_pending(connection)

    def _take(self, heads: Iterable[DatabaseRow], *, is_new: bool = False) -> None:
        topics = {self.topics.get(thing, ANYTHING) for thing in self.learn(heads)}
        for topic in topics | {ANYTHING} if is_new else topics:
            self.news(topic)

    def learn(self, heads: Iterable[DatabaseRow]) -> Iterable[int]:
        """Know how many lines things have; those of which that is new."""
        fresh = {thing: lines for thing, lines in heads if lines > self.heads.get(thing, 0)}
        self.heads |= fresh
        return fresh.keys()


def migrate(connection: DatabaseConnection) -> None:
    """Bring the tables of a house up to date; who comes second waits, and finds it done.

    The lock ends with the transaction, however that ends. Raises DatabaseUnavailable where they are of a
    newer hako.
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
    """Within, DatabaseUnavailable is raised where the driver says that something cannot be done."""
    try:
        yield
    except psycopg.Error as error:
        raise DatabaseUnavailable("database_says", what=str(error).strip()) from error
