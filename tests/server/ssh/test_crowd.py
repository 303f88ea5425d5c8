"""A whole town at one table, in two servers over one home, while what can go away does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from hako.content import THE_SHELF
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.log.header import OPEN
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import StorageError
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.tables.table import SharedTable
from hako.tui.apps.unasked_screens import PAUSE_SECONDS
from tests.server.ssh.person import Person
from tests.server.ssh.tables import ServerProcess, player, server_process
from tests.server.ssh.test_commitment import verified
from tests.stores import Home
from tests.tui.tables import ThinkingHere
from tests.waiting import until
from tests.willing import all_ready

NAMES = ("ada", "bob", "cat", "dan")

NEARLY_OVER = 66
"""Number of decisions, of some 80 of the game, that are made before anybody comes."""


async def last_rounds(home: Home) -> SharedTable[Any]:
    """A game of five that is nearly over; nobody is there."""
    lobby = Lobby(
        home.store(), THE_SHELF.load, ThinkingHere(), LobbyOptions(watch=None, keeps_all=False)
    )
    game = THE_SHELF.load("world_monger")
    header = new_header(game, (OPEN,) * 5, seed=1)
    room = lobby.new_tables.create(header, player("ada"), (*(None for _ in NAMES), "greedy"))
    for name in NAMES[1:]:
        room.seating.sit(player(name))
    all_ready(room)
    table = room.table
    while table.now.number < NEARLY_OVER:
        seat = table.waiting()[0]
        table.play(seat, think("greedy", *observation_of(table, seat)))
    await lobby.close()
    return table


async def plays(name: str, table: SharedTable[Any], servers: Sequence[ServerProcess]) -> None:
    """Somebody who takes the first choice whenever it is theirs, and comes again where the line drops."""
    person: Person | None = None
    seat = NAMES.index(name)
    while table.outcome is None:
        if person is None or person.has_ended:
            for server in servers if seat % 2 else servers[::-1]:
                with suppress(OSError, asyncssh.Error):
                    person = await server.at_table(name, table.header.code)
                    break
        elif seat in table.waiting():
            person.press("y" if "Try again" in person.text else "1")
        await asyncio.sleep(2 * PAUSE_SECONDS)  # as fast as somebody who looks


async def test_a_table_of_five_is_played_to_the_end_while_a_server_dies_and_the_database_restarts(
    request: pytest.FixtureRequest, tmp_path: Path, home: Home
) -> None:
    """Two people are in each server, and a bot sits with them."""
    places = (tmp_path / "house",) * 2 if home.is_folder else (tmp_path / "a", tmp_path / "b")
    table = await last_rounds(home)

    def is_at(number: int) -> bool:
        try:
            table.refresh()
        except StorageError:
            return False  # a busy machine lets the database be away for a moment
        return table.now.number >= number

    async with (
        server_process(places[0], *home.options) as one,
        server_process(places[1], *home.options) as other,
        asyncio.TaskGroup() as people,
    ):
        for name in NAMES:
            people.create_task(plays(name, table, (one, other)))
        await until(lambda: is_at(NEARLY_OVER + 2))
        await other.kill()
        number = table.now.number
        await until(lambda: is_at(number + 2))
        if not home.is_folder:
            postgres = request.getfixturevalue("postgres")
            await asyncio.to_thread(postgres.stop, "immediate")
            await asyncio.to_thread(postgres.start)
        await until(lambda: is_at(0) and table.outcome is not None)
    assert table.save is not None
    (tmp_path / "log.hako").write_bytes(home.store().open(table.save.name)[1])
    assert "all follow the rules" in await verified(tmp_path, tmp_path / "log.hako")
