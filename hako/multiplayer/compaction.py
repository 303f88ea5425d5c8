"""Compaction: at the start of a server its lists are rewritten without entries that no longer count.

Two lists are never compacted. The commitment log (deals.jsonl) and the tournaments (cups.jsonl) let
others verify the server: every line of them counts for good.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.json_lines_list import compact
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts import invitations, names
from hako.multiplayer.daily import daily_games
from hako.multiplayer.moderation import audit_log
from hako.multiplayer.notifications import queue
from hako.multiplayer.ratings import commitment_log, results
from hako.multiplayer.services import TABLES
from hako.multiplayer.tables import paused_time, premoves
from hako.multiplayer.tournaments import organizer

logger = logging.getLogger(__name__)

KEPT_WHOLE = frozenset({commitment_log.FILE, organizer.FILE})
"""Lists that are never compacted."""


class Compactable(NamedTuple):
    """List of a server that can be compacted."""

    kind: Any
    """Type of its entries."""
    kept: Callable[[Any], Iterable[Any]]
    """Function that returns the entries that still count."""
    mode: int = 0o600


def compactable(store: Store) -> dict[str, Compactable]:
    """All lists that can be compacted, by name, with the rules of the present time. Raises StorageError."""
    now, date = time.time(), datetime.now(UTC)
    tables = store.within(TABLES).versions()
    return {
        paused_time.VACATIONS: Compactable(
            paused_time.Vacation, partial(paused_time.kept_vacations, now=now)
        ),
        paused_time.OUTAGES: Compactable(
            paused_time.Outage, partial(paused_time.kept_outages, now=now)
        ),
        names.FILE: Compactable(names.NameClaim, partial(names.kept_names, now=date), 0o660),
        audit_log.FILE: Compactable(
            audit_log.AuditEntry, partial(audit_log.kept_entries, now=date)
        ),
        results.FILE: Compactable(results.Result, results.kept_results),
        premoves.FILE: Compactable(premoves.Premove, premoves.kept_premoves),
        daily_games.FILE: Compactable(daily_games.DailyGame, daily_games.kept_daily_games),
        queue.FILE: Compactable(queue.Delivered, partial(queue.kept_deliveries, tables=tables)),
        queue.DAILY: Compactable(queue.DigestDelivered, partial(queue.kept_digests, now=now)),
        invitations.FILE: Compactable(
            invitations.Invitation, partial(invitations.kept_invitations, now=date)
        ),
    }


def compact_lists(store: Store) -> None:
    """Compact all lists, unless another process has them open."""
    try:
        board = store.within(TABLES).presence()
        try:
            if board.others():
                return
            for name, spec in compactable(store).items():
                if dropped := compact(store.document(name, spec.mode), spec.kind, spec.kept):
                    logger.info("%s: %d superseded lines were removed", name, dropped)
        finally:
            board.close()
    except OSError as error:  # an unavailable database is reported when the lists are opened
        is_ours = isinstance(error, StorageError)
        logger.warning("lists are not compacted: %s", error if is_ours else error.strerror)
