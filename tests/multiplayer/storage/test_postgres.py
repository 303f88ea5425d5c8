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
from hako.engine.log.save import Conflict, Save
from hako.engine.log.setup import new_header
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.protocols import topic_hash
from hako.multiplayer.accounts.users import User
from hako.multiplayer.data_location import CopyFailed, copy
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.options import LobbyOptions
from hako.multiplayer.storage.postgres import connection as database
from hako.multiplayer.storage.postgres.connection import (
    Database,
    DatabaseConnection,
    DatabaseUnavailable,
)
from hako.multiplayer.storage.postgres.store import PostgresStore
from hako.multiplayer.tables.stopped_time import PausedTime
from tests.engine.storage.appender import PATIENCE_SECONDS
from tests.postgres_server import Server
from tests.toys.tic_tac_toe import GAME, Place
from tests.tui.tables import ThinkingHere
from tests.waiting import until

HEADER = new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)


class House(PostgresStore):
    """The tables of a house, and the way to its database."""

    def __init__(self, url: str) -> None:
        self.way = Database(url, PATIENCE_SECONDS)
        super().__init__(self.way, "tables/")


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.url()


@pytest.fixture
def house(url: str) -> Iterator[House]:
    its = House(url)
    yield its
    its.close()


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

    def losing(way: Database, do: Any) -> Any:
        found = once(way, do)
        if left and do.__name__ in {"add", "make"}:  # and no notification on its way
            left.pop()
            raise psycopg.OperationalError("the line was lost")
        return found

    monkeypatch.setattr(Database, "_once", losing)


async def test_what_could_not_be_told_while_the_database_was_away_is_told_later(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a process would be nobody to the others, and its moves unheard, for good."""
    monkeypatch.setattr(database, "POLL_SECONDS", 0.05)
    with closing(House(url)) as one, closing(House(url)) as other:
        save = one.create(HEADER)
        theirs, _ = other.open(save.name)
        await until(lambda: not one.way._pending)
        with monkeypatch.context() as away:
            away.setattr(one.way, "post", lambda _: None)
            one.way.publish(b"here")
            save.append(b"one\n")

        await until(lambda: b"here" in other.way.others().values())
        assert await news(theirs) == b"one\n"
        await until(lambda: not one.way._pending)


def test_a_line_that_was_lost_at_the_commit_is_looked_for_and_not_written_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, (_, start) = house.create(HEADER), house.open(house.names()[0])

    lost_after(monkeypatch, 1)
    save.append(b"one\n")
    lost_after(monkeypatch, 2)
    with pytest.raises(DatabaseUnavailable):
        save.append(b"two\n")
    save.append(b"two\n")
    save.append(b"two\n")

    assert house.open(save.name)[1] == start + b"one\ntwo\ntwo\n"


def test_who_decides_otherwise_after_a_lost_line_hears_first_what_they_did(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = house.create(HEADER)
    lost_after(monkeypatch, 2)
    with pytest.raises(DatabaseUnavailable):
        save.append(b"one\n")

    with pytest.raises(Conflict):
        save.append(b"two\n")

    assert save.read_new() == b"one\n"
    save.append(b"two\n")
    assert house.open(save.name)[1].endswith(b"one\ntwo\n")


def test_a_log_whose_making_was_not_heard_of_is_made_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost_after(monkeypatch, 1)
    save = house.create(HEADER)

    assert house.names() == [save.name]


async def test_while_the_database_is_stopped_all_fails_at_once_and_then_goes_on(
    postgres: Server, url: str
) -> None:
    """Two processes write and hear of each other before and after; once it is killed, too."""
    one, other = House(url), House(url)
    mine = one.create(HEADER)
    yours, start = other.open(mine.name)
    written = []
    for how in ("fast", "immediate"):
        postgres.stop(how)
        for _ in range(3):
            with pytest.raises(DatabaseUnavailable):
                mine.append(b"lost\n")
        await until(lambda: one.way.is_unavailable and other.way.is_unavailable)
        with pytest.raises(DatabaseUnavailable):
            yours.append(b"lost\n")
        postgres.start()
        await until(lambda: not (one.way.is_unavailable or other.way.is_unavailable))

        mine.append(line := f"{how}\n".encode())
        written.append(line)
        assert await news(yours) == line

    assert other.open(mine.name)[1] == start + b"".join(written)
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

    def counted(way: Database) -> DatabaseConnection:
        try:
            return connect(way)
        except psycopg.Error:
            failed.append(way)
            raise

    with closing(House(url)) as one, closing(House(url)) as other:
        mine = one.create(HEADER)
        yours, start = other.open(mine.name)
        its = PausedTime(one, lambda: clock[0])
        its.poll(is_timed=True)
        monkeypatch.setattr(Database, "_connect", counted)
        with monkeypatch.context() as hurried, postgres.away(frozen=how == "frozen"):
            for house in (one, other):
                hurried.setattr(house.way, "_patience", 0.1)
            for _ in range(50):
                with pytest.raises(DatabaseUnavailable):
                    mine.append(b"one\n")
                with pytest.raises(DatabaseUnavailable):
                    other.names()
                clock[0] += 1.25
                with suppress(DatabaseUnavailable):
                    its.poll(is_timed=True)
            if how == "stopped":
                await until(lambda: all(failed.count(each.way) > 30 for each in (one, other)))
        await until(lambda: not (one.way.is_unavailable or other.way.is_unavailable))

        mine.append(b"one\n")
        assert await news(yours) == b"one\n"
        yours.append(b"two\n")
        assert await news(mine) == b"two\n"
        assert other.open(mine.name)[1] == start + b"one\ntwo\n"
        one.way.publish(b"here")
        await until(lambda: b"here" in other.way.others().values())
        its.poll(is_timed=True)
        assert its.lost("ann", 1_800_000_000, clock[0]) == clock[0] - 1_800_000_000 == 62.5


def test_who_lost_every_connection_writes_on(house: House, url: str) -> None:
    save = house.create(HEADER)
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where backend_type = 'client backend' and pid <> pg_backend_pid()"
        )

    save.append(b"one\n")

    assert house.open(save.name)[1].endswith(b"one\n")


async def test_what_no_notification_told_is_found_by_looking(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "_send_pending", lambda *_: None)
    monkeypatch.setattr(database, "POLL_SECONDS", 0.02)
    one, other = House(url), House(url)
    save = one.create(HEADER)
    same, _ = other.open(save.name)
    told: list[int] = []
    other.subscribe(told.append)
    save.append(b"one\n")

    await until(lambda: bool(told) and same.read_new() == b"one\n")
    assert told[-1] == topic_hash(save.name)

    one.close()
    other.close()


def test_a_dead_way_to_the_database_is_found_out(house: House) -> None:
    """By whoever asks and whoever listens: that one also asks something every five seconds."""
    told = house.way.ask(lambda line: line.info.get_parameters())

    assert int(told["keepalives_idle"]) + 3 * int(told["keepalives_interval"]) <= 25
    assert (told["keepalives_count"], told["tcp_user_timeout"]) == ("3", "10000")
    assert database.POLL_SECONDS == 5


async def test_who_was_cut_off_for_hours_hears_of_what_others_wrote_at_first(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their lines are older than what is looked at as a rule."""
    monkeypatch.setattr(Database, "_send_pending", lambda *_: None)
    monkeypatch.setattr(database, "POLL_SECONDS", 0.02)
    with closing(House(url)) as one, closing(House(url)) as other:
        save = one.create(HEADER)
        same, _ = other.open(save.name)
        await until(lambda: other.way._has_polled.is_set())
        looks: list[Database] = []
        with monkeypatch.context() as cut:
            cut.setattr(Database, "_poll", lambda way, _: looks.append(way))
            await until(lambda: other.way in looks)
            save.append(b"one\n")
            one.stamp(f"{save.name}.hako", time.time() - 3 * 3600)
            assert other.way._polled_at is not None
            other.way._polled_at -= timedelta(hours=4)

        assert await news(same) == b"one\n"


async def test_others_are_told_and_need_not_look(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "POLL_SECONDS", 1000)
    one, other = House(url), House(url)
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
    with closing(House(url)) as one, closing(House(url)) as other:
        save = one.create(HEADER)
        theirs, _ = other.open(save.name)

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
        each, more = divmod(size - words, things)
        told = {10 ** (each - 4) + n: 1 for n in range(things - more)}
        told |= {10 ** (each - 3) + n: 1 for n in range(more)}
        assert len(" ".join(f"{its}:{n}" for its, n in told.items())) + 1 + words == size

        def tell_all(line: DatabaseConnection) -> None:
            one.way._pending = {**told, thing: lines}
            one.way._send_pending(line)

        one.way.ask(tell_all)

        assert await news(theirs) == b"one\n"
        assert (told.keys() <= other.way.heads.keys()) == (size < 8000)


async def test_who_sits_in_another_process_sees_a_move_without_looking_for_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "POLL_SECONDS", 1000)
    ann, ben = User("Ann", "SHA256:ann"), User("Ben", "SHA256:ben")
    async with AsyncExitStack() as stack:
        thinker = ThinkingHere()
        houses = [House(url) for _ in range(2)]
        for its in houses:
            stack.callback(its.close)
        one, other = (
            Lobby(its, lambda _: GAME, thinker, LobbyOptions(watch=1000)) for its in houses
        )
        for each in (one, other):
            stack.push_async_callback(each.close)
        mine = one.new_tables.create(new_header(GAME, (OPEN, OPEN), seed=1), ann, (None, None))
        mine.enter(ann)
        theirs = other.find(mine.code)
        theirs.enter(ben)
        theirs.seating.sit(ben)
        theirs.preparation.declare(ben, ready=True)
        await until(lambda: mine.table.ready == {1})

        mine.preparation.declare(ann, ready=True)
        mine.table.play(0, Place(4))

        await until(lambda: theirs.table.waiting() == (1,))
        assert [one.present, theirs.users.is_here(0)] == [[], True]


def test_a_worker_in_another_process_comes_by_a_way_of_its_own(house: House) -> None:
    """It counts the games of a visitor, in a store that was sent to it."""
    house.create(HEADER)
    with ProcessPoolExecutor(1, get_context("spawn")) as workers:
        assert workers.submit(PostgresStore.names, house).result() == house.names()


def test_several_that_start_at_once_make_the_tables_once(postgres: Server) -> None:
    """Another process is killed in the middle of it."""
    url = postgres.url()
    with ThreadPoolExecutor(3) as starters, psycopg.connect(url, autocommit=True) as other:
        killed = psycopg.connect(url)
        killed.execute("select pg_advisory_xact_lock(hashtext('hako ' || current_schema()))")
        killed.execute("create table things (half integer)")
        houses = [starters.submit(House, url) for _ in range(3)]
        other.execute("select pg_terminate_backend(%s)", [killed.info.backend_pid])
        made = [each.result() for each in houses]
    killed.close()

    made[0].create(HEADER)

    assert len(made[2].names()) == 1
    assert made[1].way.ask(_migrations) == [(1,)]
    for each in made:
        each.close()


def test_a_house_of_a_newer_hako_is_left_alone(house: House, url: str) -> None:
    house.way.ask(lambda line: line.execute("insert into migrations values (99)"))

    with pytest.raises(DatabaseUnavailable, match="newer hako"):
        Database(url)


def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="database error: "):
        Database(f"postgresql:///x?host={tmp_path}")


def test_a_house_moves_to_a_database_and_back(tmp_path: Path, url: str) -> None:
    """Every byte and when it was played last; sockets, keys and games played alone stay."""
    here, back = tmp_path / "here", tmp_path / "back"
    house = FolderStore(here)
    for each in (house.within("tables"), house.within("tables/finished"), house.within("games")):
        each.create(HEADER).append("手番\n".encode())
    for name in ("names.jsonl", "tables/chat/x.jsonl", "visitors/a.toml", "host_key"):
        house.document(name).write(b"one\r\ntwo\n")
    (name,) = house.within("tables").names()
    house.document(f"tables/{name}.review.json").write(b"{}")
    house.stamp(f"tables/{name}.hako", 1000)
    done: list[tuple[int, int]] = []

    assert copy(str(here), url, lambda *its: done.append(its)) == 6
    assert done[-1] == (6, 6)
    with (here / f"tables/{name}.hako").open("ab") as torn:
        torn.write(b"torn")
    assert copy(url, str(back), lambda *_: None) == 6

    moved = {path for path in back.rglob("*") if path.is_file()}
    assert len(moved) == 6
    assert (
        house.within("tables").open(name)[1]
        == (back / f"tables/{name}.hako").read_bytes() + b"torn"
    )
    assert FolderStore(back / "tables").played(name) == 1000
    with pytest.raises(CopyFailed, match="already"):
        copy(str(here), url, lambda *_: None)
    with pytest.raises(CopyFailed, match="no server"):
        copy(str(tmp_path / "none"), str(tmp_path / "other"), lambda *_: None)


def test_what_changes_while_it_is_copied_is_told(tmp_path: Path, url: str) -> None:
    here = FolderStore(tmp_path / "tables")
    save = here.create(HEADER)

    def play_on(done: int, of: int) -> None:
        save.append(b"one\n")

    with pytest.raises(CopyFailed, match="changed during"):
        copy(str(tmp_path), url, play_on)


def _migrations(line: DatabaseConnection) -> list[Any]:
    return line.execute("select number from migrations").fetchall()
