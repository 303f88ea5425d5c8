"""A shared table dealt in the open: what the people type decides, and nothing is told too early.

Ann opened it, Ben sits there, too; they play sealed bids.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from hako.engine.bots.levels import HINTS
from hako.engine.bots.worker_pool import NICENESS, WorkerPool
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN, Player
from hako.engine.log.history import StaleTable
from hako.engine.log.log_format import encode
from hako.engine.log.redeal import can_retry
from hako.engine.log.storage_errors import StorageError
from hako.engine.log.verify import replay_verified
from hako.engine.storage.file_save import FileDocument, FileSave
from hako.engine.storage.folder import FolderStore
from hako.engine.transcript.json_export import facts
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.lobby.new_tables import TooManyTables, retry_seat
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.tables.deal import ReadyChanged, SecretCommitted, SeedDisclosed, SeedMixed
from hako.multiplayer.tables.fair_seed import WINDOW_SECONDS
from hako.multiplayer.tables.limits import TableLimits
from hako.multiplayer.tables.open_log import read_log, verified
from hako.multiplayer.tables.preparation import _shuffle_executor
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.seating import bot_name
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import shared_header
from tests.engine.transcript.games import english
from tests.multiplayer.lobby.test_lobby import age
from tests.multiplayer.tables.test_waiting_room import ANN, BEN, CAT, lobby
from tests.toys.sealed_bids import GAME
from tests.waiting import until

WORDS, OTHERS = "the words of Ann", "ベンのとても長い言葉"


def seated(at: Lobby, *people: User) -> Room:
    """Both, or these people, have come, and the secret is fixed."""
    people = people or (ANN, BEN)
    header = shared_header(GAME, (OPEN,) * len(people), committed=True, undo="ask")
    room = at.new_tables.create(header, ANN, (None,) * len(people))
    for person in people[1:]:
        room.seating.sit(person)
    room.enter(ANN)
    return room


def lines(folder: Path, room: Room) -> list[object]:
    path = next(folder.rglob(f"{room.name}.hako"))
    return [*read_log(GAME, path.read_bytes(), "the log").lines]


async def test_it_is_dealt_from_what_both_typed(tmp_path: Path) -> None:
    """The seed is worked out beside the loop; verifying names who typed."""
    at = lobby(tmp_path)
    room = seated(at)
    committed = room.table.deal.committed
    assert room.preparation.first_to_be_ready(BEN) == "Ann"
    with pytest.raises(Failure, match="before seat 0, which owns the table"):
        room.preparation.declare(BEN, ready=True, part=OTHERS)
    room.preparation.declare(ANN, ready=True, part=f"  {WORDS}\n")
    assert room.preparation.first_to_be_ready(BEN) is None
    room.preparation.declare(BEN, ready=True, part=OTHERS)
    assert not room.table.is_dealt
    await until(lambda: room.table.is_dealt)

    table = replay_verified(
        SharedTable, GAME, read_log(GAME, _data(tmp_path, room), "the log"), "the log"
    )
    assert table.deal.contributions == (WORDS, OTHERS)
    assert table.deal.committed == committed
    await at.close()


def _data(folder: Path, room: Room) -> bytes:
    return FolderStore(folder).path(room.name).read_bytes()


async def test_what_was_typed_is_told_where_the_table_was_handed_over_while_it_was_played(
    tmp_path: Path,
) -> None:
    at = lobby(tmp_path)
    room = seated(at)
    room.preparation.declare(ANN, ready=True, part=WORDS)
    room.preparation.declare(BEN, ready=True, part=OTHERS)
    await until(lambda: room.table.is_dealt)

    room.table.hand_over(1)

    assert room.table.deal.contributions == (WORDS, OTHERS)
    await at.close()


async def test_who_was_killed_before_the_seed_was_there_is_followed_by_another(
    tmp_path: Path,
) -> None:
    at = lobby(tmp_path)
    room = seated(at)
    now = int(time.time())
    await at.close()
    with FolderStore(tmp_path).path(room.name).open("ab") as log:
        log.writelines(
            encode(it) for it in (ReadyChanged(0, True), ReadyChanged(1, True, OTHERS, now))
        )

    again = lobby(tmp_path)
    second_room = again.find(room.code)
    assert second_room.table.is_to_mix
    second_room.enter(BEN)
    await until(lambda: second_room.table.is_dealt)

    verified(GAME, read_log(GAME, _data(tmp_path, room), "the log"), "the log")
    await again.close()


@pytest.mark.parametrize("last", [(), (ReadyChanged(2, True),)], ids=["not yet", "too late"])
async def test_what_comes_too_late_begins_anew_with_another_secret(
    tmp_path: Path, last: tuple[ReadyChanged, ...]
) -> None:
    """Ben typed 31 seconds ago, and Cat was not ready in time; his words count no more."""
    at = lobby(tmp_path)
    room = seated(at, ANN, BEN, CAT)
    before = room.table.deal.committed
    first = int(time.time()) - WINDOW_SECONDS - 1
    with FolderStore(tmp_path).path(room.name).open("ab") as log:
        log.writelines(
            encode(it)
            for it in (ReadyChanged(0, True), ReadyChanged(1, True, OTHERS, first), *last)
        )

    at.poll()
    await until(lambda: room.table.deal.committed != before)

    assert room.table.ready == frozenset()
    assert not room.table.is_dealt
    with pytest.raises(Failure, match="that was typed here before"):
        room.preparation.declare(ANN, ready=True, part=OTHERS)
    await at.close()


async def test_a_seed_that_others_are_worked_out_before_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over meanwhile, and they were in time: it is dealt.

    That the time is over is looked at once, or the loop would do nothing else.
    """
    looks, now, may_go_on = list[Room](), time.time(), Event()
    look = Room._commit_again

    def counted(room: Room) -> None:
        looks.append(room)
        look(room)

    monkeypatch.setattr(Room, "_commit_again", counted)
    at = lobby(tmp_path)
    room = seated(at)
    _shuffle_executor().submit(may_go_on.wait)
    try:
        monkeypatch.setattr(time, "time", lambda: now - WINDOW_SECONDS - 1)
        room.preparation.declare(ANN, ready=True, part=WORDS)
        room.preparation.declare(BEN, ready=True, part=OTHERS)
        monkeypatch.setattr(time, "time", lambda: now)
        room.leave(ANN)
        room._timers.cancel(SecretCommitted)
        room.enter(ANN)
        await until(lambda: bool(looks))
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(looks) == 1
    finally:
        may_go_on.set()
    await until(lambda: room.table.is_dealt)
    verified(GAME, read_log(GAME, _data(tmp_path, room), "the log"), "the log")
    await at.close()


async def test_a_disk_that_is_full_keeps_no_secret_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user who closes the table hears of it; when there is room again the secret is told."""

    def fail(_: CommitmentLog, table: object) -> None:
        raise StorageError("disk_full")

    store, path = FolderStore(tmp_path), tmp_path / "deals.jsonl"
    at = Lobby(
        store,
        lambda _: GAME,
        WorkerPool(),
        LobbyOptions(commitment_log=CommitmentLog(FileDocument(path))),
    )
    room = seated(at)
    with monkeypatch.context() as full:
        full.setattr(CommitmentLog, "enter", fail)
        with pytest.raises(StorageError):
            await at.archiving.archive(room)
    assert CommitmentLog(FileDocument(path)).disclosed == {}
    await at.close()

    again = Lobby(
        store,
        lambda _: GAME,
        WorkerPool(),
        LobbyOptions(commitment_log=CommitmentLog(FileDocument(path))),
    )
    assert list(CommitmentLog(FileDocument(path)).disclosed) == [
        it.commitment for it in room.table.deal.commitments
    ]
    await again.close()


async def test_a_table_to_which_nobody_came_back_for_half_a_year_is_opened(tmp_path: Path) -> None:
    """It counts as given up; one that rests a day less does not."""
    at = lobby(tmp_path)
    gone, resting = seated(at), seated(at)
    await at.close()
    for room, days in ((gone, 181), (resting, 179)):
        age(tmp_path, days * 24 * 3600, room.name)

    at = lobby(tmp_path)
    await at.archiving.sweep()

    assert lines(tmp_path, gone)[-1] == SeedDisclosed()
    assert [table.name for table in at.tables()] == [resting.name]
    assert SeedDisclosed() not in lines(tmp_path, resting)
    await at.close()


async def test_a_table_that_is_given_up_is_opened(tmp_path: Path) -> None:
    """Else whoever keeps the house would end what it does not like, and nobody could tell.

    Also where another process has just written.
    """
    at = lobby(tmp_path)
    room = seated(at)
    room.preparation.declare(ANN, ready=True)
    another = lobby(tmp_path)
    another.find(room.code).preparation.declare(BEN, ready=True)
    assert SeedDisclosed() not in lines(tmp_path, room)

    await at.archiving.archive(room)
    await another.close()

    kinds = [type(line) for line in lines(tmp_path, room)]
    assert (kinds.count(SecretCommitted), kinds.count(SeedMixed), kinds[-1]) == (
        1,
        1,
        SeedDisclosed,
    )
    await at.close()


async def test_all_are_ready_who_say_so_at_the_same_moment_in_several_processes(
    tmp_path: Path,
) -> None:
    """Nobody has to say it again because others did; but whoever would play with others has to."""
    first_lobby, second_lobby = lobby(tmp_path), lobby(tmp_path)
    for others_come in (False, True):
        room = seated(first_lobby)
        other_room = second_lobby.find(room.code)
        if others_come:
            room.seating.stand_up(BEN)
            room.seating.sit(CAT)
        room.preparation.declare(ANN, ready=True)
        assert other_room.table.ready == set(), "it has not heard of that"

        if others_come:
            with pytest.raises(StaleTable):
                other_room.preparation.declare(BEN, ready=True)
            assert other_room.table.ready == {0}
        else:
            other_room.preparation.declare(BEN, ready=True)
            assert other_room.table.is_dealt
    await first_lobby.close()
    await second_lobby.close()


async def test_a_seat_that_changed_hands_keeps_no_secret(tmp_path: Path) -> None:
    """The deal is what it was; also where a bot played for somebody it is told in the end."""
    at = lobby(tmp_path)
    for is_over in (False, True):
        room = seated(at)
        table = room.table
        for user in (ANN, BEN):
            room.preparation.declare(user, ready=True)
        room.seating.substitute_bot(1, "random", BEN)
        room.seating.remove_substitute(1, BEN)
        while is_over and table.waiting():
            table.play(table.waiting()[0], table.legal_actions(table.waiting()[0])[0])

        await at.archiving.archive(room)

        assert lines(tmp_path, room)[-1] == SeedDisclosed()
        assert table.deal.committed is not None
        assert table.deal.committed.secret in facts(table, english(table), "game", None)
    await at.close()


async def test_nothing_that_is_exported_tells_secret_or_seed_before_the_end(
    tmp_path: Path,
) -> None:
    at = lobby(tmp_path)
    room = seated(at)
    for user in (ANN, BEN):
        room.preparation.declare(user, ready=True)
    table = room.table
    texts = english(table)
    deal = table.deal
    assert deal.committed is not None
    assert isinstance(deal.seed, bytes)
    secrets = deal.committed.secret, deal.seed.hex()
    for viewer in (None, 0, 1):
        text = facts(table, texts, "game", viewer)
        assert not any(secret in text for secret in secrets)

    while table.waiting():
        table.play(table.waiting()[0], table.legal_actions(table.waiting()[0])[0])

    for viewer in (None, 0, 1):
        text = facts(table, texts, "game", viewer)
        assert all(secret in text for secret in secrets)
        assert ANN.key not in text, "keys and codes are nobody else's business"
        assert room.code not in text
    await at.close()


async def test_the_ledger_tells_which_secrets_were_never_told(tmp_path: Path) -> None:
    """Tables: the first is given up, the second deleted, the third goes on; also after a restart."""

    def server() -> Lobby:
        ledger = CommitmentLog(FileDocument(tmp_path / "deals.jsonl"))
        return Lobby(
            FolderStore(tmp_path), lambda _: GAME, WorkerPool(), LobbyOptions(commitment_log=ledger)
        )

    at = server()
    given_up, gone, going = [seated(at) for _ in range(3)]
    committeds = [room.table.deal.committed for room in (given_up, gone, going)]
    await at.archiving.archive(given_up)
    await at.close()
    FolderStore(tmp_path).delete(gone.name)
    with (tmp_path / "deals.jsonl").open("ab") as file:  # what is damaged there closes no house
        file.write(b'garbage\n\n{"line":"told","at":1,"commitment":"\xff"}\n{"line":"fi')

    again = server()

    assert again.commitment_log is not None
    assert list(again.commitment_log.fixed) == [
        committed.commitment for committed in committeds if committed
    ]
    assert again.commitment_log.disclosed == {
        item.commitment: item.secret for item in committeds[:1] if item
    }
    assert committeds[2] is not None
    assert again.commitments_going_on() == {committeds[2].commitment}
    await again.close()


async def test_all_secrets_of_a_table_are_told_in_one_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one for each time that somebody sat down, and each write waits for the disk."""
    ledger = CommitmentLog(FileDocument(tmp_path / "deals.jsonl"))
    at = Lobby(
        FolderStore(tmp_path), lambda _: GAME, WorkerPool(), LobbyOptions(commitment_log=ledger)
    )
    room = seated(at)
    for _ in range(3):
        room.seating.stand_up(BEN)
        room.seating.sit(BEN)
    written, append = list[bytes](), FileSave.append

    def counted(save: FileSave, line: bytes) -> None:
        if save.path.suffix == ".jsonl":
            written.append(line)
        append(save, line)

    monkeypatch.setattr(FileSave, "append", counted)

    await at.archiving.archive(room)

    assert (len(ledger.disclosed), len(written)) == (4, 1)
    await at.close()


async def test_a_game_is_tried_again_by_one_who_sat_there_at_a_table_of_their_own(
    tmp_path: Path,
) -> None:
    """A bot plays for Ann; the log tells a fair deal as the first one did, and what came after.

    It counts for Ben, and what the first table told the house it goes on telling.
    """
    at = lobby(tmp_path, TableLimits(tables_per_player=1))
    room = seated(at)
    room.preparation.declare(ANN, ready=True, part=WORDS)
    room.preparation.declare(BEN, ready=True, part=OTHERS)
    await until(lambda: room.table.is_dealt)
    assert retry_seat(room.table, BEN) is None, "the game goes on"
    while seats := room.table.waiting():
        room.table.play(seats[-1], room.table.legal_actions(seats[-1])[0])
    choice = next(position.number for position in room.table.path() if can_retry(position.state, 1))
    moments = len(room.table.positions)

    again = at.new_tables.retry(room, BEN, choice, redeal=True)

    assert [retry_seat(room.table, user) for user in (ANN, BEN, CAT)] == [0, 1, None]
    assert len(room.table.positions) == moments
    assert again.code != room.code
    assert again.table.players == (Player(bot_name(0), bot=HINTS), Player("Ben", key=BEN.key))
    assert again.table.view(1) == room.table.view(1, choice)
    assert again.table.state != room.table.positions[choice].state, "what Ben did not see"
    assert at.open_tables(CAT, 9) == []
    assert at.commitments_going_on() == set()
    with pytest.raises(TooManyTables):
        at.new_tables.retry(room, BEN, choice, redeal=False)

    while seats := again.table.waiting():
        again.table.play(seats[-1], again.table.legal_actions(seats[-1])[0])
    third = at.new_tables.retry(again, BEN, choice, redeal=False)
    for item in (again, third):
        log = read_log(GAME, _data(tmp_path, item), "the log")
        assert verified(GAME, log, "the log").state == item.table.state
    assert third.table.state == again.table.positions[choice].state
    await at.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
def test_a_seed_is_computed_at_low_priority() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    lowered = _shuffle_executor().submit(os.getpriority, os.PRIO_PROCESS, 0).result()
    assert lowered == max(own, NICENESS)
    assert os.getpriority(os.PRIO_PROCESS, 0) == own
