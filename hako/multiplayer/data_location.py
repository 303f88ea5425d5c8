"""Location of a server's data: a folder or a database, as a command names it."""

from __future__ import annotations

from pathlib import Path

from hako.engine.storage.folder import FolderStore
from hako.engine.storage.protocols import Store

_URLS = ("postgresql://", "postgres://")
_PATIENCE_SECONDS = 60.0


def is_database(location: str) -> bool:
    """True if a location is the address of a database, otherwise it is a folder."""
    return location.startswith(_URLS)


def store_at(location: str, patience: float | None = None) -> Store:
    """Store in this folder or database; `patience` is the time limit of database queries in seconds.

    Raises StorageError, MissingPackage.
    """
    if not is_database(location):
        return FolderStore(Path(location))
    from hako.multiplayer.storage.postgres.connection import PATIENCE_SECONDS, Database
    from hako.multiplayer.storage.postgres.store import PostgresStore

    return PostgresStore(Database(location, patience or PATIENCE_SECONDS))
