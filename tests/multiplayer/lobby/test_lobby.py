"""The lobby: seats belong to keys, tables survive the process, chat stays harmless."""

from __future__ import annotations

import asyncio
import gc
import os
import time
import weakref
from pathlib import Path
from typing import Any

import pytest

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.fold import NotStarted
from hako.engine.log.header import OPEN, Player
from hako.engine.log.log_format import BadLog
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.log.undo import CannotUndo, UndoAnswered
from hako.engine.rules.game import Game
from hako.engine.storage.file_save import FileDocument, FileSave
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.archiving import FINISHED_SECONDS
from hako.multiplayer.lobby.lobby import UNOWNED_SECONDS, Lobby, NoSuchTable
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.lobby.new_tables import RECENT_SECONDS, TooManyTables
from hako.multiplayer.tables.chat import Chat, ChatMessage, sanitize
from hako.multiplayer.tables.errors import AlreadyStarted, NotAllowed, PlayerPresent
from hako.multiplayer.tables.limits import DEFAULT_LIMITS, TableLimits
from hako.multiplayer.tables.room import Room
from tests.strange import STRANGE, strange_logs
from tests.toys import TOYS, sealed_bids
from tests.toys.tic_tac_toe import GAME, Place
from tests.waiting import until
from tests.willing import willing

ANN = User("Ann", "SHA256:ann")
BEN = User("Ben", "SHA256:ben")
CAT = User("Cat", "SHA256:cat")


def toy(_: str) -> Game[Any]:
    return GAME


def lobby(folder: Path, manners: TableLimits = DEFAULT_LIMITS) -> Lobby:
    return willing(Lobby(FolderStore(folder), toy, WorkerPool(), LobbyOptions(limits=manners)))


def opened(at: Lobby, *seats: str | None, private: bool = False) -> Room:
    header = new_header(GAME, (OPEN,) * len(seats), seed=1, undo="ask")
    return at.new_tables.create(header, ANN, seats, private=private)


async def test_a_game_waits_until_every_seat_is_taken(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)

    with pytest.raises(NotStarted):
        room.table.play(0, Place(4))
    assert room.seating.sit(BEN) == 1
    room.table.play(0, Place(4))

    assert room.table.waiting() == (1,)


async def test_a_seat_belongs_to_its_key_even_after_the_server_was_killed(tmp_path: Path) -> None:
    first = opened(lobby(tmp_path), None, None)
    first.seating.sit(BEN)
    first.table.play(0, Place(4))

    again = lobby(tmp_path).find(first.code.lower())

    assert again.seating.sit(BEN) == 1
    assert again.seating.sit(CAT) is None
    assert again.table.state == first.table.state


async def test_a_private_table_is_found_by_its_code_alone(tmp_path: Path) -> None:
    at = lobby(tmp_path)
    room = opened(at, None, None, private=True)

    assert at.open_tables(BEN, 9) == []
    assert at.find(room.code) is room
    with pytest.raises(NoSuchTable):
        at.find("NOPE")


async def test_only_the_owner_gives_an_absent_seat_to_a_bot(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)
    room.seating.sit(BEN)

    with pytest.raises(NotAllowed):
        room.seating.substitute_bot(1, "random", by=CAT)
    room.seating.substitute_bot(1, "random", by=ANN)
    assert room.table.players[1] == Player("Ben", bot="random", key=BEN.key)

    room.seating.remove_substitute(1, by=BEN)
    assert room.table.players[1] == Player("Ben", key=BEN.key)


async def test_everyone_sees_who_is_here(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)
    room.seating.sit(BEN)

    room.enter(ANN)
    room.enter(CAT)

    assert room.users.is_here(0)
    assert not room.users.is_here(1)
    assert room.users.watchers() == [CAT]
    room.leave(CAT)
    assert room.users.watchers() == []


def finish(room: Room) -> None:
    """Ann has the top row."""
    for cell in (0, 3, 1, 4, 2):
        room.table.play(room.table.waiting()[0], Place(cell))


def age(folder: Path, seconds: float, name: str = "*") -> None:
    """All logs, or that one, were last played so long ago."""
    then = time.time() - seconds
    for log in folder.glob(f"{name}.hako"):
        os.utime(log, (then, then))


async def test_a_game_that_is_over_can_be_looked_at_for_a_day(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)
    room.seating.sit(BEN)
    finish(room)
    age(tmp_path, FINISHED_SECONDS - 60)

    at = lobby(tmp_path)
    await at.archiving.sweep()

    assert list(at.tables()) == at.open_tables(CAT, 9) == []
    assert [room.code for room in at.tables_of(BEN)] == [room.code]


async def test_after_a_day_it_is_put_away_when_all_have_left(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)
    room.seating.sit(BEN)
    finish(room)
    age(tmp_path, FINISHED_SECONDS + 60)
    at = lobby(tmp_path)
    first_room = at.find(room.code)
    first_room.enter(BEN)

    await at.archiving.sweep()
    assert at.tables_of(BEN) == [first_room.summary]
    first_room.leave(BEN)
    await at.archiving.sweep()

    assert at.tables_of(BEN) == []
    assert [log.stem for log in (tmp_path / "finished").glob("*.hako")] == [room.name]


async def test_a_table_where_nothing_goes_on_is_let_go_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a house holds each table that anybody ever looked at, for days."""
    at = lobby(tmp_path)
    room = opened(at, None, None)
    room.enter(BEN)
    room.seating.sit(BEN)
    room.table.play(0, Place(0))
    since, code = room.summary.waits, room.code
    gc.collect()
    gc.disable()
    try:
        await at.archiving.sweep()
        assert at.find(code) is room  # somebody was here a moment ago
        monkeypatch.setattr("hako.multiplayer.lobby.archiving.REST_SECONDS", 0)
        await at.archiving.sweep()
        assert at.find(code) is room  # and still is
        room.leave(BEN)
        await at.archiving.sweep()

        assert room.is_at_rest
        assert [summary.code for summary in at.tables_of(BEN)] == [code]
        gone = weakref.ref(room.table), weakref.ref(room)
        del room
        assert [item() for item in gone] == [None, None]
    finally:
        gc.enable()
    again = at.find(code)
    assert again.summary.waits == since
    again.enter(BEN)
    again.table.play(1, Place(1))
    assert again.table.waiting() == (0,)


async def test_a_seat_can_be_given_up_until_the_game_begins(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)

    room.seating.stand_up(ANN)
    assert room.table.open_seats() == (0, 1)

    room.seating.sit(BEN)
    room.seating.sit(ANN)
    with pytest.raises(AlreadyStarted):
        room.seating.stand_up(BEN)
    assert (room.users.seat_of(BEN), room.users.seat_of(ANN)) == (0, 1)


async def test_nobody_is_replaced_by_a_bot_while_they_are_here(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)
    room.seating.sit(BEN)
    room.enter(BEN)

    with pytest.raises(PlayerPresent):
        room.seating.substitute_bot(1, "random", by=ANN)
    room.leave(BEN)
    room.seating.substitute_bot(1, "random", by=ANN)

    assert room.table.players[1].bot == "random"


async def test_the_owner_lets_bots_play_on_the_seats_that_nobody_takes(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)

    room.seating.substitute_bot(1, "random", by=ANN)

    assert room.table.open_seats() == ()
    assert room.table.players[1] == Player("Bot 2", bot="random")


async def test_a_table_of_the_server_belongs_to_all_who_sit_there(tmp_path: Path) -> None:
    at = lobby(tmp_path)
    room = at.new_tables.create(new_header(GAME, (OPEN, OPEN), seed=1), None, (None, None))
    assert room.table.open_seats() == (0, 1)

    room.seating.sit(BEN)

    assert room.users.is_owner(BEN)
    assert not room.users.is_owner(CAT)
    room.seating.substitute_bot(1, "random", by=BEN)


async def test_all_who_ask_for_a_rematch_meet_at_one_table(tmp_path: Path) -> None:
    at = lobby(tmp_path)
    room = opened(at, None, None, private=True)
    room.seating.sit(BEN)
    finish(room)

    header = new_header(GAME, room.table.players, seed=2)
    again = at.new_tables.rematch(room, header, ANN)

    assert at.new_tables.rematch(room, header, BEN) is again
    assert again.code != room.code
    assert (again.users.seat_of(ANN), again.users.seat_of(BEN)) == (0, 1)
    assert again.table.header.private
    assert again.users.is_owner(ANN)


async def test_neither_a_substitute_nor_a_wish_goes_along_to_a_rematch(tmp_path: Path) -> None:
    at = lobby(tmp_path)
    room = opened(at, None, None)
    room.seating.sit(BEN)
    room.undo_requests.let_ask(ANN, willing=False)
    room.seating.substitute_bot(1, "random", by=BEN)

    again = at.new_tables.rematch(room, new_header(GAME, room.table.players, seed=2), ANN)

    assert again.table.players == (Player("Ann", key=ANN.key), Player("Ben", key=BEN.key))


async def test_the_lobby_tells_of_people_and_moves(tmp_path: Path) -> None:
    at = lobby(tmp_path)
    rooms: list[Room | None] = []
    at.rooms.subscribe(rooms.append)

    at.enter(ANN)
    room = opened(at, None, None)
    room.seating.sit(BEN)
    room.table.play(0, Place(4))
    room.enter(BEN)
    at.leave(ANN)

    sat_ready_dealt_played_came = 6  # of the two, each is ready
    assert rooms == [None, room, *[room] * sat_ready_dealt_played_came, None]


async def asked_in_vain(at: Lobby) -> Room:
    """Ben is here and has answered Ann's mark; she asks to take it back, and he says nothing."""
    room = opened(at, None, None)
    room.seating.sit(BEN)
    room.enter(BEN)
    room.table.play(0, Place(4))
    room.table.play(1, Place(0))
    room.table.ask(0)
    return room


async def test_a_request_to_take_back_that_nobody_answers_is_refused(tmp_path: Path) -> None:
    """It ends as if Ann had given up; both marks stay."""
    room = await asked_in_vain(lobby(tmp_path, TableLimits(consent_seconds=0.01)))
    values: list[object] = []
    room.table.subscribe(lambda _, line: values.append(line))

    await until(lambda: room.table.request is None)

    assert values == [UndoAnswered(0, yes=False)]
    assert room.table.head == 2


async def test_a_request_that_a_killed_server_left_open_ends_as_well(tmp_path: Path) -> None:
    first = await asked_in_vain(lobby(tmp_path))
    room = lobby(tmp_path, TableLimits(consent_seconds=0.01)).find(first.code)
    assert room.table.request is not None

    room.enter(BEN)
    await until(lambda: room.table.request is None)

    assert room.table.head == 2


async def test_the_host_does_not_take_back_for_a_person_in_whose_seat_a_bot_plays(
    tmp_path: Path,
) -> None:
    """Ann gives the absent Ben's seat to a bot and asks it; Ben is asked when he comes back."""
    room = opened(lobby(tmp_path, TableLimits(consent_seconds=0)), None, None)
    room.seating.sit(BEN)
    room.enter(ANN)
    room.table.play(0, Place(4))
    room.table.play(1, Place(0))
    room.seating.substitute_bot(1, "random", by=ANN)

    room.undo_requests.ask(ANN)
    for _ in range(3):
        await asyncio.sleep(0)  # the loop would have heard silence by now
    assert room.table.request is not None, "silence of somebody who is away is no answer"
    assert room.table.head == 2
    room.enter(BEN)
    await until(lambda: room.table.request is None)

    assert room.table.head == 2


async def test_after_k_refusals_one_waits_10_k_k_seconds(tmp_path: Path) -> None:
    """After the first one 10, after the second one 40; the patient one waits for nothing."""
    room = await asked_in_vain(lobby(tmp_path))
    room.table.answer(1, False)

    with pytest.raises(CannotUndo) as caught:
        room.undo_requests.ask(ANN)
    assert caught.value.values == {"count": 10}
    room.table.ask(0)
    room.table.answer(1, False)
    with pytest.raises(CannotUndo) as caught:
        room.undo_requests.ask(ANN)

    assert caught.value.values == {"count": 40}
    room.table.play(0, Place(8))
    room.undo_requests.ask(BEN)
    assert room.table.request is not None


async def test_a_log_that_is_being_made_is_looked_at_again(tmp_path: Path) -> None:
    """Another process has made the file, and writes its header a moment later."""
    room = opened(lobby(tmp_path / "theirs"), None, None)
    made = tmp_path / f"{room.name}.hako"
    made.touch()
    at = lobby(tmp_path)
    assert at.rooms.damaged == {}

    made.write_bytes((tmp_path / "theirs" / made.name).read_bytes())

    assert at.find(room.code).name == room.name


async def test_one_damaged_log_does_not_close_the_lobby(tmp_path: Path) -> None:
    (tmp_path / "broken.hako").write_text("not a log\n")
    at = lobby(tmp_path)
    room = opened(at, None, None)

    assert list(at.tables()) == [room.summary]
    assert "broken" in at.rooms.damaged


async def test_whatever_a_file_says_the_others_go_on(tmp_path: Path) -> None:
    """Each is opened or put down as damaged, with a reason."""
    store = FolderStore(tmp_path)
    header = new_header(sealed_bids.GAME, (OPEN, OPEN), seed=1, changes={"hand": 2})
    room = Lobby(store, TOYS.load, WorkerPool()).new_tables.create(header, ANN, (None, None))
    strange = list(strange_logs(store.path(room.name).read_bytes()))
    for number, data in enumerate(strange):
        store.path(f"strange-{number}").write_bytes(data)

    at = Lobby(store, TOYS.load, WorkerPool())

    assert room.name in {second_table.name for second_table in at.tables()}
    assert len(at.rooms.damaged) > len(strange) / 2
    assert all(
        isinstance(reason, BadLog) and reason.text("ja") for reason in at.rooms.damaged.values()
    )


async def test_a_strange_file_does_not_end_the_watching_of_a_running_server(tmp_path: Path) -> None:
    worker_pool = WorkerPool()
    at = Lobby(FolderStore(tmp_path), toy, worker_pool, LobbyOptions(watch=0.01))
    for number, strange in enumerate(STRANGE):
        (tmp_path / f"strange-{number}.hako").write_bytes(strange + b"\n")
    await until(lambda: len(at.rooms.damaged) == len(STRANGE))

    room = opened(lobby(tmp_path), None, None)

    await until(lambda: [second_table.code for second_table in at.tables()] == [room.code])
    await at.close()
    worker_pool.close()


async def test_chat_is_kept_beside_the_log_for_its_owner_alone(tmp_path: Path) -> None:
    """Over a restart, not in the log, and no longer than the table is there; a guest is told."""
    at = lobby(tmp_path)
    room = opened(at, None, None)
    before = room.table.line
    file = tmp_path / "chat" / f"{room.name}.jsonl"

    assert room.send_chat(ANN, "hello")
    assert not room.send_chat(ANN, "too fast")
    assert room.send_chat(User("Ann", "guest:Ann"), "I am not Ann")
    with file.open("ab") as torn:
        torn.write(b'{"name":"A')
    await at.close()
    again = lobby(tmp_path)
    chat = again.find(room.code).chat

    assert [(line.text, line.guest) for line in chat] == [("hello", False), ("I am not Ann", True)]
    assert room.table.line == before
    assert file.stat().st_mode & 0o777 == 0o600
    await again.archiving.archive(again.find(room.code))
    assert not file.exists()


async def test_who_plays_reads_what_watchers_say_when_it_is_over(tmp_path: Path) -> None:
    """Nobody is advised; what was said before the deal is for all, and a restart changes nothing."""
    quick = TableLimits(chat_seconds=0)
    at = lobby(tmp_path, quick)
    room = opened(at, None, None)
    assert room.send_chat(CAT, "may I watch?")
    room.seating.sit(BEN)
    assert room.send_chat(CAT, "take the middle")
    await at.close()
    room = lobby(tmp_path, quick).find(room.code)

    def heard(*people: User) -> list[int]:
        return [len(room.chat_for(person)) for person in people]

    assert heard(ANN, BEN, CAT) == [1, 1, 2]
    finish(room)
    assert heard(ANN, BEN, CAT) == [2, 2, 2]


def test_the_chat_is_bounded_also_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "chat" / "table.jsonl"
    for talk in (Chat(FileDocument(file)), Chat(FileDocument(file))):
        for number in range(500):
            talk.add(ChatMessage("Ann", str(number), number))
        assert [line.text for line in Chat(FileDocument(file))] == [
            str(number) for number in range(450, 500)
        ]
        assert len(file.read_bytes().splitlines()) <= 200


def test_a_disk_that_fails_while_the_chat_is_written_anew_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As does a kill: the new file is put in the place of the old one when it is whole."""
    chat = Chat(file := FileDocument(tmp_path / "table.jsonl"))
    for number in range(200):
        chat.add(ChatMessage("Ann", str(number), number))

    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(Path, "replace", fail)
    chat.add(ChatMessage("Ann", "200", 200))
    assert Chat(file)[-1].text == "199"


def test_a_link_or_a_pipe_in_the_place_of_the_chat_is_not_read(tmp_path: Path) -> None:
    link, pipe, other = tmp_path / "link", tmp_path / "pipe", tmp_path / "other"
    Chat(FileDocument(other)).add(ChatMessage("Ann", "hello", 0))
    link.symlink_to(other)
    os.mkfifo(pipe)
    assert [*Chat(FileDocument(link)), *Chat(FileDocument(pipe))] == []


async def test_a_pipe_among_the_logs_holds_nobody(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    os.mkfifo(store.path("pipe"))
    assert [*Lobby(store, toy, WorkerPool()).tables()] == []
    for look in (store.header, store.open):
        with pytest.raises(StorageError, match="pipe"):
            look("pipe")


def test_a_link_in_the_place_of_the_chat_is_not_followed(tmp_path: Path) -> None:
    """Another account that may write in the folder could put it there."""
    file, other = tmp_path / "chat.jsonl", tmp_path / "other"
    other.write_text("mine", "utf-8")
    file.symlink_to(other)

    Chat(FileDocument(file)).add(ChatMessage("Ann", "hello", 0))

    assert other.read_text("utf-8") == "mine"


def test_control_characters_and_over_long_text_cannot_get_into_the_chat() -> None:
    assert sanitize("a\x1b[2Jb\u202ec\nd\x00", 200) == "a[2Jbc d"
    assert sanitize("x" * 9000, 200) == "x" * 200
    assert sanitize("\x1b\x07\n ", 200) == ""


async def test_a_table_of_nobody_fades_from_the_list_and_one_of_people_away_does_not(
    tmp_path: Path,
) -> None:
    """Its log stays, and its code leads there."""
    at = lobby(tmp_path)
    nobodys, guests, anns = (opened(at, None, None) for _ in range(3))
    nobodys.seating.stand_up(ANN)
    guests.seating.stand_up(ANN)
    guests.seating.sit(User("Zoe", "guest:Zoe"))
    assert {table.code for table in at.open_tables(BEN, 9)} == {
        nobodys.code,
        guests.code,
        anns.code,
    }
    age(tmp_path, UNOWNED_SECONDS + 1)

    at = lobby(tmp_path)

    assert [table.code for table in at.open_tables(BEN, 9)] == [anns.code]
    assert at.find(nobodys.code).name == nobodys.name
    at.find(guests.code).enter(BEN)
    assert {table.code for table in at.open_tables(CAT, 9)} == {guests.code, anns.code}


async def test_a_visitor_opens_so_many_tables_and_then_no_more(tmp_path: Path) -> None:
    """Tables that are over, or idle for a week, do not count."""
    at = lobby(tmp_path, TableLimits(tables_per_player=2))
    first, _ = opened(at, None, None), opened(at, None, "random")
    with pytest.raises(TooManyTables):
        opened(at, None, None)
    assert len(list(at.tables())) == 2
    await at.close()
    age(tmp_path, RECENT_SECONDS + 1, first.name)

    at = lobby(tmp_path, TableLimits(tables_per_player=2))
    opened(at, None, None)
    with pytest.raises(TooManyTables):
        opened(at, None, None)
    await at.close()


async def test_looking_around_reads_the_logs_that_changed_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_lobby, second_lobby = lobby(tmp_path), lobby(tmp_path)
    rooms = [opened(second_lobby, None, None) for _ in range(5)]
    first_lobby.poll()
    first_lobby.poll()
    read = []
    real = FileSave.read_new

    def counted(save: FileSave) -> bytes:
        read.append(save.name)
        return real(save)

    monkeypatch.setattr(FileSave, "read_new", counted)
    rooms[3].seating.sit(BEN)
    first_lobby.poll()

    assert read == [rooms[3].name]
    assert first_lobby.find(rooms[3].code).users.seat_of(BEN) == 1
    assert [room.code for room in first_lobby.tables_of(BEN)] == [rooms[3].code]


async def test_of_many_open_tables_those_played_last_are_listed(tmp_path: Path) -> None:
    at = lobby(tmp_path)
    rooms = [opened(at, None, None) for _ in range(4)]
    for number, room in enumerate(rooms):
        age(tmp_path, 60 * number, room.name)

    assert [table.code for table in lobby(tmp_path).open_tables(BEN, 2)] == [
        room.code for room in rooms[:2]
    ]
