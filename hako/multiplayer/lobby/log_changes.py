"""Changes of logs in the store of a lobby: what was written while nobody of this process was there."""

from __future__ import annotations

import asyncio

from hako.engine.i18n.failure import Failure
from hako.engine.log.log_format import BadLog, bad_log_errors
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.protocols import SaveVersion
from hako.engine.storage.save_index import IndexEntry, SaveIndex
from hako.multiplayer.lobby.rooms import Rooms
from hako.multiplayer.tables.summary import FILE, TableSummary, summary_of

LINES_AT_ONCE = 200
"""Number of index lines written in one batch. A larger batch would block the database for players."""


class LogChanges:
    """Versions of all logs as they were last read, and the index of their summaries."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        document = rooms.store.document(FILE, 0o600)  # codes of private tables are in it
        self._index: SaveIndex[TableSummary | None] = SaveIndex(
            document, TableSummary | None, self._describe, LINES_AT_ONCE
        )
        self._versions: dict[str, SaveVersion] = {}
        self._unneeded: set[str] = set()
        """Logs of games that are played alone on this machine and need no room."""

    def load(self) -> None:
        """Load all summaries, and read the logs of tables that have something to do."""
        versions = self._store.versions()
        # a log without a header is just being created: it is read again later
        whole = {name: (version, None) for name, version in versions.items() if version[0]}
        tables = []
        for name, summary in self._index.entries(whole):
            if isinstance(summary, Failure):
                self._rooms.damaged[name] = summary
            elif summary is None:
                self._unneeded.add(name)
            else:
                tables.append(summary)
        self._rooms.summaries.note(*tables)
        self._versions = self._readable_versions(versions)
        for table in tables:
            self._rooms.open_if_busy(table)

    def read(self) -> None:
        """Read what changed. Raises StorageError."""
        known = {*self._versions}
        self._index.keep(*self._read_changes(self._store.versions(), known))

    async def read_in_thread(self) -> None:
        """Read what changed; a thread lists the logs, as thousands would block the event loop."""
        known = {*self._versions}
        versions = await asyncio.to_thread(self._store.versions)
        await asyncio.to_thread(self._index.keep, *self._read_changes(versions, known))

    def _describe(self, name: str) -> TableSummary | None:
        """Summary of a table; None for a log that is not shared. Raises BadLog, StorageError."""
        if not self._store.header(name).is_shared:
            return None
        with bad_log_errors(name):
            table = self._rooms.read(name)
            summary = summary_of(table, name, self._store.played(name))
        if self._rooms.is_busy(summary):
            self._rooms.add(table)  # it need not be read again
        return summary

    def _read_changes(
        self, versions: dict[str, SaveVersion], known: set[str]
    ) -> tuple[list[IndexEntry[TableSummary | None]], set[str]]:
        """Read the logs whose versions changed; the number of other logs does not matter.

        `known` has the names of all logs from before the versions were listed. Returns the new index
        entries and the names of logs that are gone. Where lines are written meanwhile, an entry is
        newer than its version, and is renewed at the next poll.
        """
        gone = known - versions.keys()
        self._rooms.gone = (self._rooms.gone | gone) & self._rooms.keys()
        for name in gone - self._rooms.keys():
            self._rooms.summaries.drop(name)
        changed = [
            name for name, version in versions.items() if self._versions.get(name) != version
        ]
        for name in changed:
            if isinstance(self._rooms.damaged.get(name), StorageError):
                del self._rooms.damaged[name]  # the store may work again
            if (room := self._rooms.get(name)) is not None:
                self._rooms.refresh(room)
            elif (
                name not in self._rooms.damaged and name not in self._unneeded and versions[name][0]
            ):
                self._open_changed(name)
        self._versions = self._readable_versions(versions)
        sound = [
            name
            for name in changed
            if name in self._unneeded or self._rooms.summaries.get(name) is not None
        ]
        return [
            IndexEntry(name, (versions[name], None), self._rooms.summaries.get(name))
            for name in sound
        ], gone

    def _readable_versions(self, versions: dict[str, SaveVersion]) -> dict[str, SaveVersion]:
        """Versions without those of logs that could not be read; these are tried again."""
        unread = {
            name for name, why in self._rooms.damaged.items() if isinstance(why, StorageError)
        }
        return {name: version for name, version in versions.items() if name not in unread}

    def _open_changed(self, name: str) -> None:
        """Open a table that another process created or changed."""
        self._rooms.summaries.drop(name)
        try:
            header = self._store.header(name)
            if not header.is_shared:
                self._unneeded.add(name)
            elif header.code in self._rooms.created:
                pass  # another task of this process is creating it
            elif (room := self._rooms.open(name)) is not None:
                self._rooms.notify(room)
        except (BadLog, StorageError) as error:
            self._rooms.damaged[name] = error
