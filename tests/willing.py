"""People who are ready as soon as all seats are taken, for tests of what comes after the deal."""

from __future__ import annotations

from contextlib import suppress

from hako.engine.log.store import StoreFailed
from hako.engine.log.table import MovedOn
from hako.engine.people.lobby import Lobby
from hako.engine.people.room import Room, Visitor


def willing(lobby: Lobby) -> Lobby:
    """The lobby; everybody who sits in it waits for nothing but open seats."""
    lobby.subscribe(lambda room: all_ready(room) if room is not None else None)
    return lobby


def all_ready(room: Room) -> None:
    """Let all who sit there say that they are ready, if no seat is open."""
    table = room.table
    with suppress(MovedOn, StoreFailed):
        while not table.open_seats() and (awaited := table.awaited()):
            player = table.players[awaited[0]]
            room.declare(Visitor(player.name, player.key or ""), ready=True)
