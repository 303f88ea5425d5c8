"""The copy of a server's data from one location to another."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.folder import SUFFIX
from hako.engine.storage.process_notices import SUFFIX as NOTICE
from hako.engine.storage.protocols import Store
from hako.engine.storage.save_index import FILE as INDEX
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts import invitations, names
from hako.multiplayer.daily import daily_games
from hako.multiplayer.data_location import _PATIENCE_SECONDS, store_at
from hako.multiplayer.moderation import audit_log
from hako.multiplayer.notifications import queue
from hako.multiplayer.ratings import results
from hako.multiplayer.tables import premoves
from hako.multiplayer.tables.paused_time import OUTAGES, VACATIONS
from hako.multiplayer.tables.summary import FILE as GLANCES
from hako.multiplayer.tournaments import organizer

_FILES = (
    names.FILE,
    audit_log.FILE,
    "deals.jsonl",
    results.FILE,
    daily_games.FILE,
    organizer.FILE,
    premoves.FILE,
    invitations.FILE,
    queue.FILE,
    queue.DAILY,
    OUTAGES,
    VACATIONS,
)

_KEPT = ("tables/", "visitors/", *_FILES)
"""Prefixes of names that are copied: all but keys and sockets of a machine, and games played alone."""

_LISTS = (SUFFIX, ".jsonl")

_MADE_ANEW = (NOTICE, INDEX, GLANCES)

_MODE = 0o600


class CopyFailed(StorageError):
    """Error: the data of a server cannot be copied."""

    words = MULTIPLAYER


def copy(source: str, target: str, progress: Callable[[int, int], None]) -> int:
    """Copy the data of a server and compare; returns the number of files.

    `progress` gets the number of copied files and of all files. Nothing is overwritten.
    Raises CopyFailed, StorageError.
    """
    source_store, target_store = (
        store_at(location, _PATIENCE_SECONDS) for location in (source, target)
    )
    try:
        if not (contents := _things(source_store)):
            raise CopyFailed("nothing_to_copy", where=source)
        if _things(target_store):
            raise CopyFailed("target_not_empty", where=target)
        for number, (name, changed) in enumerate(contents.items(), 1):
            if content := _content(source_store, name):
                target_store.document(name, _MODE).write(content)
                target_store.stamp(name, changed)
            progress(number, len(contents))
        if (copied := _digests(source_store)) != _digests(target_store):
            raise CopyFailed("changed_meanwhile", where=source)
        return len(copied)
    finally:
        source_store.close()
        target_store.close()


def _things(store: Store) -> dict[str, float]:
    return {
        name: changed
        for name, changed in store.things().items()
        if name.startswith(_KEPT) and not name.endswith(_MADE_ANEW)
    }


def _content(store: Store, name: str) -> bytes:
    """Content of a file, without an incomplete line at the end of a list."""
    data = store.document(name).read() or b""
    return data[: data.rfind(b"\n") + 1] if name.endswith(_LISTS) else data


def _digests(store: Store) -> dict[str, bytes]:
    contents = ((name, _content(store, name)) for name in _things(store))
    return {name: blake2b(content).digest() for name, content in contents if content}
