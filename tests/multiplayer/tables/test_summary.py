"""Tables at a glance: a log is read where something goes on there, and nothing is told wrongly.

Ann and Ben play; the first process knew nothing, what it learned is kept for those after it.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN
from hako.engine.log.log_format import BadLog, encode
from hako.engine.log.setup import new_header
from hako.engine.rules.game import Game
from hako.engine.storage.file_save import FileDocument
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.save_index import SaveIndex
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.tables.deal import ReadyChanged, SecretCommitted, SeedMixed
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import FILE, TableSummary, summary_of
from hako.multiplayer.tables.table import SharedTable
from hako.testing.cases import Case, replayed, worlds
from tests.stores import Home
from tests.testing.games import CASES
from tests.toys import TOYS, sealed_bids
from tests.toys.tic_tac_toe import GAME, Place
from tests.waiting import until
from tests.willing import all_ready

ANN = User("Ann", "SHA256:ann")
BEN = User("Ben", "SHA256:ben")

ONCE = SharedTable.of


@contextmanager
def reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the logs that are read within, as often as they are."""
    read: list[str] = []

    def counted(game: Game[Any], log: Any, name: str, save: Any = None) -> SharedTable[Any]:
        read.append(name)
        return ONCE(game, log, name, save)

    with monkeypatch.context() as within:
        within.setattr(SharedTable, "of", counted)
        yield read


@asynccontextmanager
async def process(home: Home, **options: Any) -> AsyncIterator[Lobby]:
    """A process that keeps the server, until it is left."""
    async with AsyncExitStack() as stack:
        worker_pool = WorkerPool()
        stack.callback(worker_pool.close)
        at = Lobby(home.store(), TOYS.load, worker_pool, LobbyOptions(**options))
        stack.push_async_callback(at.close)
        yield at


def opened(at: Lobby, *seats: str | None, game: Game[Any] = GAME, **header: Any) -> Room:
    """A table of Ann's; at one for two she is not ready before Ben."""
    item = new_header(game, (OPEN,) * len(seats), seed=1, undo="ask")
    return at.new_tables.create(replace(item, **header), ANN, seats)


def begun(at: Lobby) -> Room:
    """Ann has the first move."""
    room = opened(at, None, None)
    room.seating.sit(BEN)
    all_ready(room)
    return room


def asks(at: Lobby) -> Room:
    """Ben wants to take back what Ann has answered already."""
    room = begun(at)
    for cell in (0, 1, 2):
        room.table.play(room.table.waiting()[0], Place(cell))
    room.undo_requests.ask(BEN)
    return room


def ready(at: Lobby) -> Room:
    """A player is ready to be dealt to, and absent."""
    room = opened(at, None, None)
    room.preparation.declare(ANN, ready=True)
    return room


QUIET: Sequence[Callable[[Lobby], Room]] = (begun, lambda at: opened(at, None, None))


def shuffled(at: Lobby) -> Room:
    """All are ready, and the seed is not worked out yet from what they typed.

    That is said behind the room's back, which would begin; and in an hour, however slow we are.
    """
    room = opened(at, None, None, game=sealed_bids.GAME, seed=0, committed=True)
    room.seating.sit(BEN)
    save, _ = at.store.open(room.name)
    save.append(encode(ReadyChanged(0, True)))
    save.append(encode(ReadyChanged(1, True, "the words of Ben", int(time.time()) + 3600)))
    return room


RESTLESS: Sequence[Callable[[Lobby], Room]] = (
    lambda at: opened(at, "random", None),
    asks,
    ready,
    shuffled,
)


async def laid(home: Home, kinds: Sequence[Callable[[Lobby], Room]]) -> list[str]:
    """The names of such tables, all of which were known at a glance before the house closed."""
    async with process(home, pace=lambda: 3600.0) as at:  # no bot moves before it is closed
        names = [lay(at).name for lay in kinds]
    async with process(home, keeps_all=False):
        return names


def _code(at: Lobby, name: str) -> str:
    return next(table.code for table in at.tables() if table.name == name)


async def test_a_start_reads_the_logs_alone_of_tables_that_go_on_by_themselves(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot has to choose, a request is open, somebody is ready and away, a deal is waited for."""
    names = await laid(home, (*QUIET, *RESTLESS, *QUIET))

    with reads(monkeypatch) as read:
        async with process(home) as at:
            assert {table.name for table in at.tables()} == {*names}
            assert sorted(read) == sorted(names[len(QUIET) : -len(QUIET)])


async def test_where_others_keep_all_tables_only_ones_own_are_looked_after(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    [bots, *_] = await laid(home, (RESTLESS[0], *QUIET))

    with reads(monkeypatch) as read:
        async with process(home, keeps_all=False) as at:
            at.enter(BEN)
            assert read == []
            at.enter(ANN)
            assert read == [bots]


async def test_a_bot_whose_turn_it_was_plays_after_a_restart(home: Home) -> None:
    await laid(home, [RESTLESS[0]])

    async with process(home) as at:
        await until(lambda: [[*table.waits] for table in at.tables()] == [[1]])


async def test_a_deal_that_was_waited_for_is_made_after_a_restart(home: Home) -> None:
    await laid(home, [shuffled])

    async with process(home) as at:
        await until(lambda: [table.is_dealt for table in at.tables()] == [True])


async def test_who_is_at_a_table_through_another_process_is_seen_there(home: Home) -> None:
    await laid(home, [begun])

    async with process(home, watch=0.01) as one, process(home, watch=0.01) as other:
        [table] = other.tables()
        one.find(table.code).enter(ANN)
        await until(lambda: [*other.rooms.people_at(table)] == [ANN])


async def test_a_secret_that_no_list_tells_of_is_written_down_at_the_next_start(
    home: Home, tmp_path: Path
) -> None:
    """The process was killed between the log and the list."""
    await laid(home, [shuffled])

    async with process(
        home, keeps_all=False, commitment_log=CommitmentLog(FileDocument(tmp_path / "deals"))
    ) as at:
        assert at.commitment_log is not None
        assert {*at.commitment_log.fixed} == at.commitments_going_on() != set()


async def test_what_another_process_wrote_meanwhile_is_read_and_nothing_else(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = await laid(home, (begun, *QUIET))
    with reads(monkeypatch) as read:
        async with process(home, keeps_all=False) as one, process(home, keeps_all=False) as other:
            other_room = one.find(_code(one, names[0]))
            other_room.table.play(0, Place(4))
            read.clear()
            other.poll()
            assert read == [names[0]]

    with reads(monkeypatch) as read:
        async with process(home) as at:
            assert [[*table.waits] for table in at.tables() if table.name == names[0]] == [[1]]
            assert read == []  # what was found then is known


async def test_lines_that_the_index_does_not_know_are_read_at_the_next_start(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that wrote them was killed before it was stored."""
    names = await laid(home, (begun, *QUIET))
    async with process(home, keeps_all=False) as at:
        room = at.find(_code(at, names[0]))
        room.table.play(0, Place(4))

    with reads(monkeypatch) as read:
        async with process(home) as at:
            assert read == [names[0]]
            assert [[*table.waits] for table in at.tables() if table.name == names[0]] == [[1]]


async def test_a_table_that_nobody_opened_is_entered_as_if_it_had_been(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by its code, its log is read once, and it is the same game and the same people."""
    async with process(home) as at:
        before = asks(at)
        before.table.answer(0, yes=False)
        text = replace(before.summary, played=0, waits={})
        state, line, refused = before.table.state, before.table.line, before.table.consent.refused
    async with process(home):
        pass

    with reads(monkeypatch) as read:
        async with process(home) as at:
            [table] = at.tables_of(BEN)
            assert read == []
            room = at.find(table.code)
            assert at.find(table.code) is room
            assert read == [room.name]

            assert [replace(it, played=0, waits={}) for it in (table, room.summary)] == [text, text]
            assert (room.table.state, room.table.line, room.table.consent.refused) == (
                state,
                line,
                refused,
            )
            assert [summary.awaits_since(BEN) for summary in at.tables_of(BEN)] == [
                table.awaits_since(BEN)
            ]


async def test_since_when_somebody_is_waited_for_is_known_after_a_restart(home: Home) -> None:
    """Both were to bid, and Ann has: that the log was added to says nothing of Ben."""
    async with process(home) as at:
        room = opened(at, None, None, game=sealed_bids.GAME)
        room.seating.sit(BEN)
        all_ready(room)
        room.table.play(0, room.table.legal_actions(0)[0])
        since = room.summary.awaits_since(BEN)
        assert since is not None
        room.table.play(0, room.table.legal_actions(0)[0])
        at.poll()

    async with process(home) as at:
        [table] = at.tables_of(BEN)
        assert table.awaits_since(BEN) == since
        assert at.find(table.code).summary.awaits_since(BEN) == since


async def test_what_happens_in_an_open_server_is_known_after_it_was_killed(home: Home) -> None:
    """All but what happened since somebody looked around last; nothing is read for it."""

    def unknown(name: str) -> TableSummary:
        raise BadLog(name, None, Failure("no_such_file"))

    def is_known(name: str) -> bool:
        index: SaveIndex[TableSummary] = SaveIndex(
            home.store().document(FILE), TableSummary, unknown
        )
        marks = {text: (mark, None) for text, mark in home.store().versions().items()}
        summary = dict(index.entries(marks))[name]
        return isinstance(summary, TableSummary) and [*summary.waits] == [1]

    async with process(home, watch=0.01) as at:
        room = begun(at)
        room.table.play(0, Place(4))
        await until(lambda: is_known(room.name))


@pytest.mark.parametrize("damage", [b"", b"no index\n", b'{"name":"\xff"}\n{"na'])
async def test_an_index_that_is_none_is_made_anew(home: Home, damage: bytes) -> None:
    names = await laid(home, QUIET)
    async with process(home) as at:
        before = {table.name: table for table in at.tables()}
    home.store().document(FILE).write(damage)

    async with process(home) as at:
        assert {table.name: replace(table, played=0, waits={}) for table in at.tables()} == {
            name: replace(table, played=0, waits={}) for name, table in before.items()
        }
        assert not at.rooms.damaged
        assert {*before} == {*names}


async def test_a_log_that_opens_no_more_leads_nowhere(tmp_path: Path) -> None:
    """It was known at a glance, and does not look otherwise from without."""
    store, worker_pool = FolderStore(tmp_path), WorkerPool()
    name = begun(Lobby(store, TOYS.load, worker_pool)).name
    code = _code(Lobby(store, TOYS.load, worker_pool), name)
    path, mark = store.path(name), store.versions()[name]
    path.write_bytes(b"x" * len(path.read_bytes()))
    os.utime(path, ns=(mark[1], mark[1]))

    at = Lobby(store, TOYS.load, worker_pool)

    with pytest.raises(NoSuchTable):
        at.find(code)
    assert ([*at.tables()], [*at.rooms.damaged]) == ([], [name])


# ------------------------------------------------------------ what it must not tell


async def test_neither_seed_nor_secret_stands_in_the_index_and_it_is_for_its_owner(
    home: Home,
) -> None:
    seed = 7_123_456_789_123
    async with process(home) as at:
        dealt = opened(at, None, None, game=sealed_bids.GAME, seed=0, committed=True)
        dealt.seating.sit(BEN)
        all_ready(dealt)
        laid = opened(at, None, None, seed=seed)
        log = read_log(sealed_bids.GAME, home.store().open(dealt.name)[1], "the log")
    async with process(home):
        pass

    text = (home.store().document(FILE).read() or b"").decode()

    assert {dealt.name, laid.name} <= {*re.findall(r'"name":"([\w-]+)"', text)}
    secrets = [line.secret for line in log.lines if isinstance(line, SecretCommitted)]
    secrets += [record.seed for record in log.lines if isinstance(record, SeedMixed)]
    assert len(secrets) == 2
    assert not [secret for secret in (*secrets, str(seed)) if secret in text]
    if home.is_folder:
        assert stat.S_IMODE((Path(home.address) / "tables" / FILE).stat().st_mode) == 0o600


SMALLEST = [item for item in CASES if not item.options and item.seats == item.game.seats[0]]


@pytest.mark.parametrize("case", SMALLEST, ids=str)
def test_a_summary_is_the_same_in_all_worlds_that_a_seat_cannot_tell_apart(case: Case) -> None:
    played = replayed(case, 1, 20)
    table = SharedTable(case.game, played.header, content=played.content)
    for position in played.positions:
        table.do(position.record, position.state)
    now = table.now
    for seat in range(case.seats):
        for world in worlds(case, table.view(seat), seat, 2):
            other = copy(table)
            other.positions = [*table.positions]
            other.positions[table.head] = replace(now, state=world)
            assert summary_of(other, "log", 0) == summary_of(table, "log", 0)
