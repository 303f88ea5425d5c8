"""The lobby: seats belong to keys, tables survive the process, chat stays harmless."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from hako.engine.game import Game
from hako.engine.lobby import CHAT_LENGTH, Lobby, NoSuchTable, NotYours, Room, Visitor, clean
from hako.engine.log import OPEN, Player
from hako.engine.setup import new_header
from hako.engine.store import FolderStore
from hako.engine.table import NotBegun
from hako.engine.thinker import Thinker
from tests.toys.tic_tac_toe import GAME, Place

ANN = Visitor("Ann", "SHA256:ann")
BEN = Visitor("Ben", "SHA256:ben")
CAT = Visitor("Cat", "SHA256:cat")


def toy(_: str) -> Game[Any]:
    return GAME


def lobby(folder: Path) -> Lobby:
    return Lobby(FolderStore(folder), toy, Thinker())


def opened(at: Lobby, *seats: str | None, private: bool = False) -> Room:
    header = new_header(GAME, (OPEN,) * len(seats), seed=1, undo="ask")
    return at.create(header, ANN, seats, private=private)


def running(test: Callable[[Path], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    @wraps(test)
    def run(tmp_path: Path) -> None:
        asyncio.run(test(tmp_path))

    return run


@running
async def test_a_game_waits_until_every_seat_is_taken(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)

    with pytest.raises(NotBegun):
        room.table.play(0, Place(4))
    assert room.sit(BEN) == 1
    room.table.play(0, Place(4))

    assert room.table.waiting() == (1,)


@running
async def test_a_seat_belongs_to_its_key_even_after_the_server_was_killed(tmp_path: Path) -> None:
    first = opened(lobby(tmp_path), None, None)
    first.sit(BEN)
    first.table.play(0, Place(4))

    again = lobby(tmp_path).find(first.code.lower())

    assert again.sit(BEN) == 1
    assert again.sit(CAT) is None
    assert again.table.state == first.table.state


@running
async def test_a_private_table_is_found_by_its_code_alone(tmp_path: Path) -> None:
    at = lobby(tmp_path)
    room = opened(at, None, None, private=True)

    assert at.open_tables(BEN) == []
    assert at.find(room.code) is room
    with pytest.raises(NoSuchTable):
        at.find("NOPE")


@running
async def test_only_the_owner_gives_an_absent_seat_to_a_bot(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)
    room.sit(BEN)

    with pytest.raises(NotYours):
        room.give_to_bot(1, "random", by=CAT)
    room.give_to_bot(1, "random", by=ANN)
    assert room.table.players[1] == Player("Ben", bot="random", key=BEN.key)

    room.give_back(1, by=BEN)
    assert room.table.players[1] == Player("Ben", key=BEN.key)


@running
async def test_everyone_sees_who_is_here(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)
    room.sit(BEN)

    room.enter(ANN)
    room.enter(CAT)

    assert room.is_here(0)
    assert not room.is_here(1)
    assert room.watchers() == [CAT]
    room.leave(CAT)
    assert room.watchers() == []


@running
async def test_a_game_that_is_over_is_put_away_when_all_have_left(tmp_path: Path) -> None:
    at = lobby(tmp_path)
    room = opened(at, None, None)
    room.sit(BEN)
    for cell in (0, 3, 1, 4, 2):
        room.table.play(room.table.waiting()[0], Place(cell))

    await at.sweep()

    assert list(at.rooms()) == []


@running
async def test_one_damaged_log_does_not_close_the_lobby(tmp_path: Path) -> None:
    (tmp_path / "broken.hako").write_text("not a log\n")
    at = lobby(tmp_path)
    room = opened(at, None, None)

    assert list(at.rooms()) == [room]
    assert "broken" in at.damaged


@running
async def test_chat_is_kept_out_of_the_log(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path), None, None)
    before = room.table.line

    assert room.say(ANN, "hello")
    assert not room.say(ANN, "too fast")

    assert [line.text for line in room.chat] == ["hello"]
    assert room.table.line == before


def test_control_characters_and_over_long_text_cannot_get_into_the_chat() -> None:
    assert clean("a\x1b[2Jb\u202ec\nd\x00") == "a[2Jbc d"
    assert len(clean("x" * 9000)) == CHAT_LENGTH
    assert clean("\x1b\x07\n ") == ""
