"""Returns after a restart: users who come again soon are led back to their table."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import msgspec
from msgspec import Struct

from hako.engine.log.save import Document
from hako.engine.log.storage_errors import StorageError

logger = logging.getLogger(__name__)

LASTING_SECONDS = 600.0
"""Time within which a returning user is led back."""


class Reconnect(Struct, frozen=True):
    """Table at which a user was."""

    table: str
    """Code of the table."""
    command: str
    """Command of their connection; another command is not redirected."""
    at: float
    """Time, in seconds since 1970."""


class ReturnsAfterRestart:
    """The tables of users who were sent away, a document for each key; it is used once."""

    def __init__(
        self, document_of: Callable[[str], Document], clock: Callable[[], float] = time.time
    ) -> None:
        self._document_of = document_of
        self._clock = clock

    def put(self, key: str, table: str, command: str) -> None:
        """Store the table of a user; a failing write is only logged."""
        try:
            reconnect = Reconnect(table, command, self._clock())
            self._document_of(key).write(msgspec.json.encode(reconnect))
        except StorageError as error:
            logger.warning("the table of a reconnecting user could not be stored: %s", error)

    def take(self, key: str, command: str) -> str:
        """Code of the user's table, once, if they return soon with the same command; else ""."""
        try:
            document = self._document_of(key)
            written = document.read()
            if written is None:
                return ""
            document.remove()
            reconnect = msgspec.json.decode(written, type=Reconnect)
        except (StorageError, msgspec.DecodeError, UnicodeDecodeError) as error:
            logger.warning("the table of a reconnecting user could not be read: %s", error)
            return ""
        is_fresh = abs(self._clock() - reconnect.at) <= LASTING_SECONDS
        return reconnect.table if is_fresh and reconnect.command == command else ""
