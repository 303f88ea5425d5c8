"""Compaction: at the start of a house its lists are written anew without what no longer counts.

Two lists are never compacted. Ledger (deals.jsonl) and tournaments (cups.jsonl) are what others
verify the house by: there every line counts for good.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from hako.engine.log.save import StorageError
from hako.engine.storage.protocols import Store
from hako.engine.storage.registry import compact
from hako.multiplayer.accounts import invitations, names
from hako.multiplayer.daily import daily as days
from hako.multiplayer.moderation import audit_log as journal
from hako.multiplayer.notifications import queue as calls
from hako.multiplayer.ratings import commitment_log as ledger
from hako.multiplayer.ratings import results
from hako.multiplayer.services import TABLES
from hako.multiplayer.tables import premoves as ahead
from hako.multiplayer.tables import stopped_time as house_time
from hako.multiplayer.tournaments import organizer as cups

logger = logging.getLogger(__name__)

KEPT_WHOLE = frozenset({ledger.FILE, cups.FILE})
"""Lists that are never compacted."""


class Compactable(NamedTuple):
    """A list of a house that can be compacted."""

    kind: Any
    """The type of its entries."""
    kept: Callable[[Any], Iterable[Any]]
    """Gives the entries that still count."""
    mode: int = 0o600


def compactable(store: Store) -> dict[str, Compactable]:
    """All such lists by their names; what of them counts now. Raises StoreFailed."""
    now, date = time.time(), datetime.now(UTC)
    tables = store.within(TABLES).versions()
    return {
        house_time.AWAY: Compactable(
            house_time.Vacation, partial(house_time.kept_absences, now=now)
        ),
        house_time.OUTAGES: Compactable(
            house_time.Outage, partial(house_time.kept_outages, now=now)
        ),
        names.FILE: Compactable(names.NameClaim, partial(names.kept_names, now=date), 0o660),
        journal.FILE: Compactable(journal.AuditEntry, partial(journal.kept_orders, now=date)),
        results.FILE: Compactable(results.Result, results.kept_results),
        ahead.FILE: Compactable(ahead.Premove, ahead.kept_answers),
        days.FILE: Compactable(days.DailyGame, days.kept_days),
        calls.FILE: Compactable(calls.Delivered, partial(calls.kept_told, tables=tables)),
        calls.DAILY: Compactable(calls.DigestDelivered, partial(calls.kept_digests, now=now)),
        invitations.FILE: Compactable(
            invitations.Invitation, partial(invitations.kept_invitations, now=date)
        ),
    }


def compact_house(store: Store) -> None:
    """Compact all lists, unless another process has them open."""
    try:
        board = store.within(TABLES).board()
        try:
            if board.others():
                return
            for name, spec in compactable(store).items():
                if dropped := compact(store.document(name, spec.mode), spec.kind, spec.kept):
                    logger.info("%s: %d lines no longer count", name, dropped)
        finally:
            board.close()
    except OSError as error:  # also where the database is away: whoever opens the lists says so
        is_ours = isinstance(error, StorageError)
        logger.warning("lists are not compacted: %s", error if is_ours else error.strerror)
