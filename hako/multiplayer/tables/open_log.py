"""Opening a log of any kind: of a game alone, or of a shared table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hako.engine.log import log_format as records
from hako.engine.log import verify
from hako.engine.log.header import Header
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import HISTORY_LINES, Log, Record
from hako.engine.log.save import Save
from hako.engine.rules.game import Game
from hako.multiplayer.tables.table import SharedTable


def read_log(game: Game[Any], data: bytes, name: str) -> Log:
    """Read a whole log of that game, of either kind. Raises BadLog with the number of the line."""
    return records.read_log(game, data, name, SharedTable.line_types)


def history_type(header: Header, lines: Iterable[LogLine] = ()) -> type[History[Any]]:
    """The class of histories with such a header and such lines."""
    is_of_people = header.is_shared or header.committed or header.clock
    is_alone = not is_of_people and {*map(type, lines)} <= {Record, *HISTORY_LINES}
    return History if is_alone else SharedTable


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
