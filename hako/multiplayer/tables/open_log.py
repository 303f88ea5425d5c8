"""Opening a log of any kind: of a game alone, or of a shared table."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from hako.engine.log import log_format as records
from hako.engine.log import verify
from hako.engine.log.header import Header
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import HISTORY_LINES, BadLog, Log, Record
from hako.engine.log.save import Save
from hako.engine.rules.game import Game


def read_log(game: Game[Any], data: bytes, name: str) -> Log:
    """Read a whole log of that game, of either kind. Raises BadLog with the number of the line."""
    if not _is_of_people(records.read_header(data, name)):
        with suppress(BadLog):  # if a line is of people after all, or damaged
            return records.read_log(game, data, name, HISTORY_LINES)
    from hako.multiplayer.tables.table import SharedTable  # slow to import

    return records.read_log(game, data, name, SharedTable.line_types)


def _is_of_people(header: Header) -> bool:
    """True if only a shared table has such a header."""
    return bool(header.is_shared or header.committed or header.clock)


def history_type(header: Header, lines: Iterable[LogLine] = ()) -> type[History[Any]]:
    """The class of histories with such a header and such lines."""
    if not _is_of_people(header) and {*map(type, lines)} <= {Record, *HISTORY_LINES}:
        return History
    from hako.multiplayer.tables.table import SharedTable

    return SharedTable


def open_log(game: Game[Any], data: bytes, name: str, save: Save | None = None) -> History[Any]:
    """The history of a log, or the shared table. Raises BadLog with the number of the line."""
    log = read_log(game, data, name)
    return history_type(log.header, log.lines).of(game, log, name, save)


def compared(game: Game[Any], log: Log, name: str) -> History[Any]:
    """Verify a log as far as possible; see engine.log.verify. Raises BadLog."""
    return verify.compared(history_type(log.header, log.lines), game, log, name)


def verified(game: Game[Any], log: Log, name: str) -> History[Any]:
    """Verify a log; see engine.log.verify. Raises BadLog, and NotDecided if not all of it could be."""
    return verify.replay_verified(history_type(log.header, log.lines), game, log, name)
