"""People who are ready as soon as all seats are taken, for tests of what comes after the deal."""

from __future__ import annotations

from contextlib import suppress

from hako.engine.log.history import StaleTable
from hako.engine.log.storage_errors import StorageError
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.tables.room import Room


def willing(lobby: Lobby) -> Lobby:
    """The lobby; everybody who sits in it waits for nothing but open seats."""
    lobby.rooms.subscribe(lambda room: all_ready(room) if room is not None else None)
    return lobby


def all_ready(room: Room) -> None:
    """Let all who sit there say that they are ready, if no seat is open."""
    table = room.table
    with suppress(StaleTable, StorageError):
        while not table.open_seats() and (awaited := table.waiting_seats()):
            player = table.players[awaited[0]]
            room.preparation.declare(User(player.name, player.key or ""), ready=True)
