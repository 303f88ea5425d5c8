"""Turns: each table that begins to wait for somebody, told once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary


async def turns(lobby: Lobby, visitor: User) -> AsyncIterator[tuple[TableSummary, float]]:
    """The tables that wait for a visitor, each with since when, and then each that begins to.

    First the one that has waited longest; what was over before it could be told is left out.
    """
    heard = asyncio.Event()

    def hear(room: Room | None) -> None:
        if room is not None and room.seat_of(visitor) is not None:
            heard.set()

    stop = lobby.subscribe(hear)
    notified: dict[str, float] = {}
    try:
        while True:
            heard.clear()
            awaiting = [table for table in lobby.tables_of(visitor) if lobby.awaits(table, visitor)]
            now = [(table, table.awaits_since(visitor) or 0) for table in awaiting]
            before, notified = notified, {table.name: since for table, since in now}
            for table, since in sorted(now, key=lambda item: item[1]):
                if before.get(table.name) != since:
                    yield table, since
            await heard.wait()
    finally:
        stop()
