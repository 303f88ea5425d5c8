"""Turns: a stream of the tables that begin to wait for a user."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary


async def turns(lobby: Lobby, user: User) -> AsyncIterator[tuple[TableSummary, float]]:
    """Yield the tables that wait for a user with the time since when, then each that begins to.

    The longest wait comes first. A turn that ended before it could be yielded is left out.
    """
    changed = asyncio.Event()

    def hear(room: Room | None) -> None:
        if room is not None and room.users.seat_of(user) is not None:
            changed.set()

    stop = lobby.rooms.subscribe(hear)
    notified: dict[str, float] = {}
    try:
        while True:
            changed.clear()
            awaiting = [table for table in lobby.tables_of(user) if lobby.awaits(table, user)]
            now = [(table, table.awaits_since(user) or 0) for table in awaiting]
            before, notified = notified, {table.name: since for table, since in now}
            for table, since in sorted(now, key=lambda item: item[1]):
                if before.get(table.name) != since:
                    yield table, since
            await changed.wait()
    finally:
        stop()
