"""Turns: each table that begins to wait for somebody, told once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from hako.engine.people.lobby import Lobby
from hako.engine.people.room import Room, Visitor


async def turns(lobby: Lobby, visitor: Visitor) -> AsyncIterator[tuple[Room, float]]:
    """The tables that wait for a visitor, each with since when, and then each that begins to.

    First the one that has waited longest; what was over before it could be told is left out.
    """
    heard = asyncio.Event()

    def hear(room: Room | None) -> None:
        if room is not None and room.seat_of(visitor) is not None:
            heard.set()

    stop = lobby.subscribe(hear)
    told: dict[Room, float] = {}
    try:
        while True:
            heard.clear()
            found = [(room, room.awaits_since(visitor)) for room in lobby.tables_of(visitor)]
            now = {room: since for room, since in found if since is not None}
            for room in sorted(now, key=now.__getitem__):
                if told.get(room) != now[room]:
                    yield room, now[room]
            told = now
            await heard.wait()
    finally:
        stop()
