"""Where people sat whose house was renewed: who comes again soon by the same line is led there."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import msgspec
from msgspec import Struct

from hako.engine.log.save import Document, StorageError

logger = logging.getLogger(__name__)

LASTING_SECONDS = 600.0
"""Whoever comes later comes for something else."""


class Reconnect(Struct, frozen=True):
    """At which table somebody was."""

    table: str
    """Its code."""
    command: str
    """What they had come for; who says something else now wants that."""
    at: float
    """When, in seconds since 1970."""


class Reconnects:
    """One for each key, on the sheet of that key; it is used once."""

    def __init__(
        self, sheet_of: Callable[[str], Document], clock: Callable[[], float] = time.time
    ) -> None:
        self._sheet_of = sheet_of
        self._clock = clock

    def put(self, key: str, table: str, command: str) -> None:
        """Remember where somebody is; where that cannot be written, they will be led nowhere."""
        try:
            bookmark = Reconnect(table, command, self._clock())
            self._sheet_of(key).write(msgspec.json.encode(bookmark))
        except StorageError as error:
            logger.warning("where somebody sits is not remembered: %s", error)

    def take(self, key: str, command: str) -> str:
        """The code of the table where they sat, if they come for the same as then; else ""."""
        try:
            sheet = self._sheet_of(key)
            written = sheet.read()
            if written is None:
                return ""
            sheet.remove()
            reconnect = msgspec.json.decode(written, type=Reconnect)
        except (StorageError, msgspec.DecodeError, UnicodeDecodeError) as error:
            logger.warning("where somebody sat cannot be read: %s", error)
            return ""
        is_fresh = abs(self._clock() - reconnect.at) <= LASTING_SECONDS
        return reconnect.table if is_fresh and reconnect.command == command else ""
