"""Taking back, and what is said, at tables with people from elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from hako.engine.log.verify import verify
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table import SharedTable
from tests.server.ssh.person import Person
from tests.server.ssh.tables import ENGLISH, OpenServer, open_lobby
from tests.waiting import until

ASKS = "ada asks to undo the last choice."


@asynccontextmanager
async def two_moves(folder: Path) -> AsyncIterator[tuple[OpenServer, Room, Person, Person]]:
    """Ada's mark is final for her, as Ben answered it; in the end the log verifies."""
    async with open_lobby(folder) as at:
        room = at.table("ada", None, None)
        ada, ben = await at.at_table(room, "ada", "ben")
        for line, person in enumerate((ada, ben), start=room.table.line + 1):
            person.press("1")
            await until(lambda line=line: room.table.line == line)  # type: ignore[misc]  # the line of this round
            for name in ("ada", "ben"):
                await at.shows_now(name, room)
        yield at, room, ada, ben
    [save] = (folder / "tables").glob("*.hako")
    verify(
        SharedTable,
        room.table.game,
        read_log(room.table.game, save.read_bytes(), save.name),
        save.name,
    )


async def test_nobody_else_does_again_what_one_took_back(tmp_path: Path) -> None:
    """Not even who agreed to it: ada does it again, or plays on."""
    async with two_moves(tmp_path) as (at, room, ada, ben):
        ada.press("u")
        await ben.sees(ASKS)
        ben.press("y")
        await until(lambda: room.table.head == 0)
        await at.shows_now("ben", room)

        ben.press("U")
        await ben.sees("Say something", after="t")
        assert room.table.head == 0

        for head in (1, 2):
            ada.press("U")
            await until(lambda head=head: room.table.head == head)  # type: ignore[misc]  # the one of this round


async def test_a_bot_that_the_host_put_there_agrees_to_nothing(tmp_path: Path) -> None:
    """Ben is asked when he is back, and refuses; it stays as it was."""
    async with two_moves(tmp_path) as (at, room, ada, ben):
        ben.connection.abort()
        await until(lambda: not room.users.is_here(1))
        room.seating.substitute_bot(1, "greedy", by=room.users.own[0])
        await ada.sees("ben is offline, and will be", after="u")
        await ada.sees("asked on returning.")
        assert room.table.unanswered() == (1,)

        again = await at.come("ben", command=f"join {room.code}", env=ENGLISH)
        await again.sees(ASKS)
        again.press("n")

        await ada.sees("ben does not agree; nothing is")
        await ada.sees("undone.")
        assert room.table.head == 2


async def test_what_was_said_is_there_after_a_restart_with_who_was_a_guest(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, guests=True) as at:
        room = at.table("ada", None, None, None, game="sealed_bids")
        [gus] = await at.at_table(room, "gus", key=None)
        await gus.sees("Say something", after="t")
        gus.press("hello\r")
        await until(lambda: bool(room.chat))

    async with open_lobby(tmp_path, guests=True) as at:
        ada = await at.come("ada", command=f"join {room.code}", env=ENGLISH)
        await ada.sees("gus (guest): hello")
