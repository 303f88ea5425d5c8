"""Archiving of tables that are over or given up, and rest for those that nobody needs now."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from hako.engine.i18n.failure import Failure
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.save_index import ABANDONED_SECONDS
from hako.multiplayer.lobby.rooms import Rooms
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary

FINISHED_SECONDS = 24 * 3600
"""Time for which a finished table can still be viewed by those who had a seat."""

REST_SECONDS = 300.0
"""Time for which an idle table stays in memory after the last user left it."""


class Archiving:
    """Ends of tables: their logs are moved away, or their rooms dropped from memory."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def sweep(self) -> None:
        """Archive tables that were over or given up for long and that all users have left.

        Idle tables without users are dropped from memory; their logs are read again on demand.
        """
        for table in tuple(self._rooms.summaries):
            is_left = not self._rooms.people_at(table) and _is_expired(table, time.time())
            if is_left or table.name in self._rooms.gone:
                with suppress(StorageError):  # tried again at the next sweep
                    if (room := self._rooms.open(table.name)) is not None:
                        await self.archive(room)
                await asyncio.sleep(0)  # reading many logs would block the event loop
        for name, room in tuple(self._rooms.items()):
            if self._may_rest(name, room):
                del self._rooms[name]
                room.is_at_rest = True
                await room.stop()

    def _may_rest(self, name: str, room: Room) -> bool:
        """True if a room can be closed because the summary of its table is enough."""
        table = self._rooms.summaries.get(name)
        is_wanted = bool(room.users.present) or time.monotonic() - room.wanted < REST_SECONDS
        if is_wanted or table is None or self._rooms.is_busy(table):
            return False
        return table.is_over or not table.clock

    async def archive(self, room: Room) -> None:
        """Close a table, even with users at it, and move its log to the finished ones.

        Raises StorageError; then no secret is disclosed and the table is still open. Raises Failure
        where others still play the same deal.
        """
        check_may_end(room)
        try:
            self._move_away(room)
        except StorageError:
            if self._rooms.store.holds(room.name):  # else another process was faster
                raise
        self._rooms.pop(room.name, None)
        self._rooms.summaries.drop(room.name)
        self._rooms.services.premoves.forget(room.name)
        room.users.is_closed = True
        room.chat.forget()
        room.users.notify()
        await room.stop()

    def _move_away(self, room: Room) -> None:
        if self._rooms.store.holds(room.name):
            room.table.disclose()
            for archive in self._rooms.archives:
                archive.enter(room.table)
            self._rooms.store.archive(room.name)


def check_may_end(room: Room) -> None:
    """Raise Failure where others still play the same deal, or the game counts for a tournament."""
    table = room.table
    if table.header.cup and table.is_dealt and table.outcome is None and not table.deal.is_open:
        raise Failure("cup_goes_on")
    if table.is_embargoed and table.deal.committed is not None:
        raise Failure("event_goes_on")


def _is_expired(table: TableSummary, now: float) -> bool:
    """True if a table has been over, or idle, for long enough to be archived."""
    rests, is_over = now - table.played, table.is_over or table.is_told
    longest = FINISHED_SECONDS if is_over else ABANDONED_SECONDS
    if table.event or table.cup:  # the best game can be watched on the next day
        return table.is_told and rests > 2 * FINISHED_SECONDS
    return rests > longest and (is_over or table.is_committed)
