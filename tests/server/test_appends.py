"""Appends of several tasks of one process: in order, with conflicts, together where they can be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event

import psycopg
import pytest

from hako.engine.log.header import Player
from hako.engine.log.history import History, StaleTable
from hako.engine.log.save import Save
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import Conflict
from hako.engine.storage.disk_threads import Disk
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.multiplayer.storage.postgres.connection import Database, DatabaseConnection
from hako.multiplayer.storage.postgres.store import PostgresSave, PostgresStore
from tests.postgres_server import Server
from tests.stores import Home
from tests.toys.tic_tac_toe import GAME, Place
from tests.waiting import PATIENCE_SECONDS, until

HEADER = new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)


async def turns(count: int = 20) -> None:
    """Let all other tasks go on."""
    for _ in range(count):
        await asyncio.sleep(0)


async def appended(save: Save, line: bytes) -> bool:
    """True if the line was appended, False after a conflict."""
    try:
        save.append(line)
    except Conflict:
        return False
    return True


@contextmanager
def held(home: Home, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within, no append is completed."""
    if home.is_folder:
        released, sync = Event(), Disk.sync

        def wait_and_sync(disk: Disk, descriptor: int) -> None:
            released.wait(PATIENCE_SECONDS)
            sync(disk, descriptor)

        patch.setattr(Disk, "sync", wait_and_sync)
        try:
            yield
        finally:
            released.set()
    else:
        with psycopg.connect(home.address) as other:
            other.execute("select from things for update")
            yield


async def test_of_two_tasks_that_append_to_one_log_the_second_has_a_conflict(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for the first one, so that it decides anew with that line known."""
    store = home.store()
    save = store.create(HEADER)
    _, before = store.open(save.name)

    with held(home, monkeypatch):
        tasks = [asyncio.create_task(appended(save, line)) for line in (b"one\n", b"two\n")]
        await turns()
        assert save.read_new() == b""
        assert not any(task.done() for task in tasks)
    assert await asyncio.gather(*tasks) == [True, False]
    assert save.read_new() == b""
    assert await asyncio.create_task(appended(save, b"three\n"))
    assert store.open(save.name)[1] == before + b"one\nthree\n"


async def test_two_who_play_at_once_make_one_move_and_the_table_is_as_its_log(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = home.store()
    table = History.new(GAME, HEADER, store.create)
    seen: list[int] = []
    table.subscribe(lambda at, _: seen.append(at.head))

    async def plays(cell: int) -> str:
        try:
            table.play(0, Place(cell), 2)
        except StaleTable:
            return "stale"
        return "played"

    with held(home, monkeypatch):
        tasks = [asyncio.create_task(plays(cell)) for cell in (4, 5)]
        await turns()
        assert (table.head, seen) == (0, [])
    assert await asyncio.gather(*tasks) == ["played", "stale"]
    assert (table.head, seen) == (1, [1])
    assert table.save is not None
    saved = History.load(GAME, store.open(table.save.name)[1], table.save.name)
    assert (saved.state, saved.line) == (table.state, table.line)


async def test_a_player_who_is_gone_when_the_line_is_written_has_played(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the table in memory would lack a line that its log has."""
    table = History.new(GAME, HEADER, home.store().create)
    after: list[str] = []

    async def plays() -> None:
        table.play(0, Place(4), 2)
        after.append("played")
        await asyncio.sleep(0)
        after.append("went on")

    with held(home, monkeypatch):
        task = asyncio.create_task(plays())
        await turns()
        task.cancel()
        await turns()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (table.head, after) == (1, ["played"])
    table.play(1, Place(0), 3)


async def test_entries_of_a_list_that_are_added_at_once_are_all_there_and_known(home: Home) -> None:
    home.store().create(HEADER)  # makes the folder
    document = home.server_store().document("list.jsonl")
    registry: JsonLinesList[int] = JsonLinesList(document, int)
    known: list[int] = []

    async def adds(number: int) -> None:
        while not registry.add(number):
            known.extend(registry.read_new())
        known.append(number)

    await asyncio.gather(*map(adds, range(8)))
    assert sorted(known) == list(range(8))
    assert sorted(JsonLinesList[int](document, int).read_new()) == list(range(8))


# ---------------------------------------------------------------------- together


@pytest.fixture
def store(postgres: Server) -> Iterator[PostgresStore]:
    store = PostgresStore(Database(postgres.url(), PATIENCE_SECONDS))
    yield store
    store.close()


async def written_at_once(
    store: PostgresStore, url: str, saves: Sequence[PostgresSave], lines: bytes
) -> list[bool]:
    """Append to all at the same time, while the first waits for another process's lock."""
    waiting = store._database.appends._waiting
    first, *others = saves
    with psycopg.connect(url) as other:
        other.execute("select from things where name = %s for update", [first._path])
        tasks = [asyncio.create_task(appended(first, lines))]
        await turns()
        await until(lambda: not waiting)
        tasks += [asyncio.create_task(appended(save, lines)) for save in others]
        await until(lambda: len(waiting) == len(others))
    return await asyncio.gather(*tasks)


def transactions(url: str, line: bytes) -> list[int]:
    """Numbers of lines of that content that were written by one transaction each."""
    with psycopg.connect(url) as other:
        query = "select count(*) from lines where line = %s group by xmin::text order by 1"
        return [count for (count,) in other.execute(query, [line]).fetchall()]


async def test_lines_that_wait_at_the_same_time_are_written_in_one_transaction(
    store: PostgresStore,
) -> None:
    url = store._database.url
    saves = [store.create(HEADER) for _ in range(6)]

    assert await written_at_once(store, url, saves, b"one\n") == [True] * 6

    assert transactions(url, b"one\n") == [1, 5]
    assert all(store.open(save.name)[1].endswith(b"one\n") for save in saves)


async def test_who_is_behind_has_a_conflict_and_the_others_are_written(
    store: PostgresStore,
) -> None:
    url = store._database.url
    saves = [store.create(HEADER) for _ in range(4)]
    store.open(saves[2].name)[0].append(b"yours\n")

    assert await written_at_once(store, url, saves, b"mine\n") == [True, True, False, True]

    assert saves[2].read_new() == b"yours\n"
    assert transactions(url, b"mine\n") == [1, 2]


@pytest.mark.parametrize("is_committed", [True, False])
async def test_lines_whose_transaction_was_lost_are_written_once(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, *, is_committed: bool
) -> None:
    """Nobody knows whether it was committed, so each looks for its own lines."""
    url = store._database.url
    saves = [store.create(HEADER) for _ in range(4)]
    transaction, left = psycopg.Connection.transaction, [psycopg.OperationalError("it was lost")]

    @contextmanager
    def lost(connection: DatabaseConnection) -> Iterator[None]:
        with transaction(connection):
            yield
            if left and not is_committed:
                raise left.pop()
        if left:
            raise left.pop()

    monkeypatch.setattr(psycopg.Connection, "transaction", lost)
    assert await written_at_once(store, url, saves, b"one\n") == [True] * 4

    for save in saves:
        assert store.open(save.name)[1].count(b"one\n") == 1
        save.append(b"two\n")
