"""A house in PostgreSQL: what only a database does, such as going away and coming back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, suppress
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psycopg
import pytest

from hako.engine.log.header import OPEN, Player
from hako.engine.log.save import Save
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import Conflict
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.protocols import topic_hash
from hako.multiplayer.accounts.users import User
from hako.multiplayer.data_copy import CopyFailed, copy
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.storage.postgres import connection as database
from hako.multiplayer.storage.postgres.connection import (
    Database,
    DatabaseConnection,
    DatabaseUnavailable,
)
from hako.multiplayer.storage.postgres.store import PostgresStore
from hako.multiplayer.tables.paused_time import PausedTime
from tests.engine.storage.appender import PATIENCE_SECONDS
from tests.postgres_server import Server
from tests.toys.tic_tac_toe import GAME, Place
from tests.tui.tables import ThinkingHere
from tests.waiting import until

HEADER = new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)


class DatabaseStore(PostgresStore):
    """The tables of a house, and the way to its database."""

    def __init__(self, url: str) -> None:
        self.way = Database(url, PATIENCE_SECONDS)
        super().__init__(self.way, "tables/")


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.url()


@pytest.fixture
def store(url: str) -> Iterator[DatabaseStore]:
    item = DatabaseStore(url)
    yield item
    item.close()


async def news(save: Save) -> bytes:
    """Lines that others added, once that is told to us."""
    heard: list[bytes] = []

    def is_told() -> bool:
        heard.append(save.read_new())
        return any(heard)

    await until(is_told)
    return b"".join(heard)


def lost_after(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Number of times that the connection is lost after a request is carried out and before it is known."""
    once, left = Database._once, [None] * times

    def losing(database: Database, do: Any) -> Any:
        result = once(database, do)
        if left and do.__name__ in {"add", "make"}:  # and no notification on its way
            left.pop()
            raise psycopg.OperationalError("the line was lost")
        return result

    monkeypatch.setattr(Database, "_once", losing)


async def test_what_could_not_be_told_while_the_database_was_away_is_told_later(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a process would be nobody to the others, and its moves unheard, for good."""
    monkeypatch.setattr(database, "POLL_SECONDS", 0.05)
    with closing(DatabaseStore(url)) as one, closing(DatabaseStore(url)) as other:
        save = one.create(HEADER)
        other_save, _ = other.open(save.name)
        await until(lambda: not one.way._pending)
        with monkeypatch.context() as away:
            away.setattr(one.way, "post", lambda _: None)
            one.way.publish(b"here")
            save.append(b"one\n")

        await until(lambda: b"here" in other.way.others().values())
        assert await news(other_save) == b"one\n"
        await until(lambda: not one.way._pending)


def test_a_line_that_was_lost_at_the_commit_is_looked_for_and_not_written_twice(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, (_, start) = store.create(HEADER), store.open(store.names()[0])

    lost_after(monkeypatch, 1)
    save.append(b"one\n")
    lost_after(monkeypatch, 2)
    with pytest.raises(DatabaseUnavailable):
        save.append(b"two\n")
    save.append(b"two\n")
    save.append(b"two\n")

    assert store.open(save.name)[1] == start + b"one\ntwo\ntwo\n"


def test_who_decides_otherwise_after_a_lost_line_hears_first_what_they_did(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = store.create(HEADER)
    lost_after(monkeypatch, 2)
    with pytest.raises(DatabaseUnavailable):
        save.append(b"one\n")

    with pytest.raises(Conflict):
        save.append(b"two\n")

    assert save.read_new() == b"one\n"
    save.append(b"two\n")
    assert store.open(save.name)[1].endswith(b"one\ntwo\n")


def test_a_log_whose_making_was_not_heard_of_is_made_once(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost_after(monkeypatch, 1)
    save = store.create(HEADER)

    assert store.names() == [save.name]


async def test_while_the_database_is_stopped_all_fails_at_once_and_then_goes_on(
    postgres: Server, url: str
) -> None:
    """Two processes write and hear of each other before and after; once it is killed, too."""
    one, other = DatabaseStore(url), DatabaseStore(url)
    own_save = one.create(HEADER)
    yours, start = other.open(own_save.name)
    written = []
    for how in ("fast", "immediate"):
        postgres.stop(how)
        for _ in range(3):
            with pytest.raises(DatabaseUnavailable):
                own_save.append(b"lost\n")
        await until(lambda: one.way.is_unavailable and other.way.is_unavailable)
        with pytest.raises(DatabaseUnavailable):
            yours.append(b"lost\n")
        postgres.start()
        await until(lambda: not (one.way.is_unavailable or other.way.is_unavailable))

        own_save.append(line := f"{how}\n".encode())
        written.append(line)
        assert await news(yours) == line

    assert other.open(own_save.name)[1] == start + b"".join(written)
    one.close()
    other.close()


@pytest.mark.parametrize("how", ["stopped", "frozen"])
async def test_a_database_that_is_away_for_longer_than_anybodys_patience_is_waited_for(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A minute by the clock of the house, and dozens of tries; nothing is lost or done twice.

    What was asked of a frozen one is done when it thaws, although nobody waited for it.
    """
    monkeypatch.setattr(database, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(database, "_RETRY_SECONDS", 0.01)
    connect, failed, clock = Database._connect, list[Database](), [1_800_000_000.0]

    def counted(path: Database) -> DatabaseConnection:
        try:
            return connect(path)
        except psycopg.Error:
            failed.append(path)
            raise

    with closing(DatabaseStore(url)) as one, closing(DatabaseStore(url)) as other:
        own_save = one.create(HEADER)
        yours, start = other.open(own_save.name)
        time = PausedTime(one, lambda: clock[0])
        time.poll(is_timed=True)
        monkeypatch.setattr(Database, "_connect", counted)
        with monkeypatch.context() as hurried, postgres.away(frozen=how == "frozen"):
            for store in (one, other):
                hurried.setattr(store.way, "_patience", 0.1)
            for _ in range(50):
                with pytest.raises(DatabaseUnavailable):
                    own_save.append(b"one\n")
                with pytest.raises(DatabaseUnavailable):
                    other.names()
                clock[0] += 1.25
                with suppress(DatabaseUnavailable):
                    time.poll(is_timed=True)
            if how == "stopped":
                await until(lambda: all(failed.count(item.way) > 30 for item in (one, other)))
        await until(lambda: not (one.way.is_unavailable or other.way.is_unavailable))

        own_save.append(b"one\n")
        assert await news(yours) == b"one\n"
        yours.append(b"two\n")
        assert await news(own_save) == b"two\n"
        assert other.open(own_save.name)[1] == start + b"one\ntwo\n"
        one.way.publish(b"here")
        await until(lambda: b"here" in other.way.others().values())
        time.poll(is_timed=True)
        assert time.lost("ann", 1_800_000_000, clock[0]) == clock[0] - 1_800_000_000 == 62.5


def test_who_lost_every_connection_writes_on(store: DatabaseStore, url: str) -> None:
    save = store.create(HEADER)
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where backend_type = 'client backend' and pid <> pg_backend_pid()"
        )

    save.append(b"one\n")

    assert store.open(save.name)[1].endswith(b"one\n")


async def test_what_no_notification_told_is_found_by_looking(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "_send_pending", lambda *_: None)
    monkeypatch.setattr(database, "POLL_SECONDS", 0.02)
    one, other = DatabaseStore(url), DatabaseStore(url)
    save = one.create(HEADER)
    same, _ = other.open(save.name)
    numbers: list[int] = []
    other.subscribe(numbers.append)
    save.append(b"one\n")

    await until(lambda: bool(numbers) and same.read_new() == b"one\n")
    assert numbers[-1] == topic_hash(save.name)

    one.close()
    other.close()


def test_a_dead_way_to_the_database_is_found_out(store: DatabaseStore) -> None:
    """By whoever asks and whoever listens: that one also asks something every five seconds."""
    ask = store.way.ask(lambda line: line.info.get_parameters())

    assert int(ask["keepalives_idle"]) + 3 * int(ask["keepalives_interval"]) <= 25
    assert (ask["keepalives_count"], ask["tcp_user_timeout"]) == ("3", "10000")
    assert database.POLL_SECONDS == 5


async def test_who_was_cut_off_for_hours_hears_of_what_others_wrote_at_first(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their lines are older than what is looked at as a rule."""
    monkeypatch.setattr(Database, "_send_pending", lambda *_: None)
    monkeypatch.setattr(database, "POLL_SECONDS", 0.02)
    with closing(DatabaseStore(url)) as one, closing(DatabaseStore(url)) as other:
        save = one.create(HEADER)
        same, _ = other.open(save.name)
        await until(lambda: other.way._has_polled.is_set())
        looks: list[Database] = []
        with monkeypatch.context() as cut:
            cut.setattr(Database, "_poll", lambda path, _: looks.append(path))
            await until(lambda: other.way in looks)
            save.append(b"one\n")
            one.stamp(f"{save.name}.hako", time.time() - 3 * 3600)
            assert other.way._polled_at is not None
            other.way._polled_at -= timedelta(hours=4)

        assert await news(same) == b"one\n"


async def test_others_are_told_and_need_not_look(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "POLL_SECONDS", 1000)
    one, other = DatabaseStore(url), DatabaseStore(url)
    save = one.create(HEADER)
    same, _ = other.open(save.name)
    for line in (b"perhaps found at the start\n", b"told\n"):
        save.append(line)

        assert await news(same) == line

    one.close()
    other.close()


@pytest.mark.parametrize(
    ("things", "size"),
    [(470, 7999), (471, 8000), (400, 7999), (400, 8000), (300, 20_000), (2000, 34_000)],
)
async def test_what_is_too_much_for_a_notification_has_the_others_look(
    url: str, monkeypatch: pytest.MonkeyPatch, things: int, size: int
) -> None:
    """PostgreSQL takes less than 8000 bytes. What fits is told thing by thing."""
    monkeypatch.setattr(database, "POLL_SECONDS", 1000)
    with closing(DatabaseStore(url)) as one, closing(DatabaseStore(url)) as other:
        save = one.create(HEADER)
        other_save, _ = other.open(save.name)

        def is_quiet() -> bool:
            """True if it heard of one thing alone: no look at its start is to come."""
            one.way.notify(10**9, 1)
            return 10**9 in other.way.heads

        await until(lambda: one.way._has_polled.is_set() and other.way._has_polled.is_set())
        await until(is_quiet)
        await until(lambda: not one.way._pending)
        monkeypatch.setattr(one.way, "notify", lambda *_: None)
        save.append(b"one\n")
        thing, lines = save.head
        words = len(f"{thing}:{lines}")
        number, more = divmod(size - words, things)
        values = {10 ** (number - 4) + n: 1 for n in range(things - more)}
        values |= {10 ** (number - 3) + n: 1 for n in range(more)}
        assert len(" ".join(f"{item}:{n}" for item, n in values.items())) + 1 + words == size

        def tell_all(line: DatabaseConnection) -> None:
            one.way._pending = {**values, thing: lines}
            one.way._send_pending(line)

        one.way.ask(tell_all)

        assert await news(other_save) == b"one\n"
        assert (values.keys() <= other.way.heads.keys()) == (size < 8000)


async def test_who_sits_in_another_process_sees_a_move_without_looking_for_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "POLL_SECONDS", 1000)
    ann, ben = User("Ann", "SHA256:ann"), User("Ben", "SHA256:ben")
    async with AsyncExitStack() as stack:
        worker_pool = ThinkingHere()
        houses = [DatabaseStore(url) for _ in range(2)]
        for item in houses:
            stack.callback(item.close)
        one, other = (
            Lobby(item_2, lambda _: GAME, worker_pool, LobbyOptions(watch=1000))
            for item_2 in houses
        )
        for lobby in (one, other):
            stack.push_async_callback(lobby.close)
        own_room = one.new_tables.create(new_header(GAME, (OPEN, OPEN), seed=1), ann, (None, None))
        own_room.enter(ann)
        other_room = other.find(own_room.code)
        other_room.enter(ben)
        other_room.seating.sit(ben)
        other_room.preparation.declare(ben, ready=True)
        await until(lambda: own_room.table.ready == {1})

        own_room.preparation.declare(ann, ready=True)
        own_room.table.play(0, Place(4))

        await until(lambda: other_room.table.waiting() == (1,))
        assert [one.present, other_room.users.is_here(0)] == [[], True]


def test_a_worker_in_another_process_comes_by_a_way_of_its_own(store: DatabaseStore) -> None:
    """It counts the games of a visitor, in a store that was sent to it."""
    store.create(HEADER)
    with ProcessPoolExecutor(1, get_context("spawn")) as workers:
        assert workers.submit(PostgresStore.names, store).result() == store.names()


def test_several_that_start_at_once_make_the_tables_once(postgres: Server) -> None:
    """Another process is killed in the middle of it."""
    url = postgres.url()
    with ThreadPoolExecutor(3) as starters, psycopg.connect(url, autocommit=True) as other:
        killed = psycopg.connect(url)
        killed.execute("select pg_advisory_xact_lock(hashtext('hako ' || current_schema()))")
        killed.execute("create table things (half integer)")
        houses = [starters.submit(DatabaseStore, url) for _ in range(3)]
        other.execute("select pg_terminate_backend(%s)", [killed.info.backend_pid])
        made = [future.result() for future in houses]
    killed.close()

    made[0].create(HEADER)

    assert len(made[2].names()) == 1
    assert made[1].way.ask(_migrations) == [(1,)]
    for item in made:
        item.close()


def test_a_server_of_a_newer_hako_is_left_alone(store: DatabaseStore, url: str) -> None:
    store.way.ask(lambda line: line.execute("insert into migrations values (99)"))

    with pytest.raises(DatabaseUnavailable, match="newer hako"):
        Database(url)


def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="database error: "):
        Database(f"postgresql:///x?host={tmp_path}")


def test_a_server_moves_to_a_database_and_back(tmp_path: Path, url: str) -> None:
    """Every byte and when it was played last; sockets, keys and games played alone stay."""
    first_path, back = tmp_path / "here", tmp_path / "back"
    store = FolderStore(first_path)
    for item in (store.within("tables"), store.within("tables/finished"), store.within("games")):
        item.create(HEADER).append("手番\n".encode())
    for name in ("names.jsonl", "tables/chat/x.jsonl", "visitors/a.toml", "host_key"):
        store.document(name).write(b"one\r\ntwo\n")
    (name,) = store.within("tables").names()
    store.document(f"tables/{name}.review.json").write(b"{}")
    store.stamp(f"tables/{name}.hako", 1000)
    done: list[tuple[int, int]] = []

    assert copy(str(first_path), url, lambda *one: done.append(one)) == 6
    assert done[-1] == (6, 6)
    with (first_path / f"tables/{name}.hako").open("ab") as torn:
        torn.write(b"torn")
    assert copy(url, str(back), lambda *_: None) == 6

    moved = {path for path in back.rglob("*") if path.is_file()}
    assert len(moved) == 6
    assert (
        store.within("tables").open(name)[1]
        == (back / f"tables/{name}.hako").read_bytes() + b"torn"
    )
    assert FolderStore(back / "tables").played(name) == 1000
    with pytest.raises(CopyFailed, match="already"):
        copy(str(first_path), url, lambda *_: None)
    with pytest.raises(CopyFailed, match="no server"):
        copy(str(tmp_path / "none"), str(tmp_path / "other"), lambda *_: None)


def test_what_changes_while_it_is_copied_is_told(tmp_path: Path, url: str) -> None:
    first_store = FolderStore(tmp_path / "tables")
    save = first_store.create(HEADER)

    def play_on(done: int, of: int) -> None:
        save.append(b"one\n")

    with pytest.raises(CopyFailed, match="changed during"):
        copy(str(tmp_path), url, play_on)


def _migrations(line: DatabaseConnection) -> list[Any]:
    return line.execute("select number from migrations").fetchall()
