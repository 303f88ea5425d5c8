"""Commitment log: every secret that was committed to, and its disclosure at the end of the game.

Append-only and public, so the owner of a server cannot abort a game unseen.

    {"line":"fixed", ...}     CommitmentEntry     before the deal: the commitment to a secret
    {"line":"told", ...}      DisclosureEntry     the game is over, or was given up: the secret
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from hako.engine.log.save import Document
from hako.multiplayer.ratings.table_reports import TableReports
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.tables.table import SharedTable

FILE = "deals.jsonl"
"""Name of the stored list."""

_Time: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 36)]
"""Time in seconds since 1970, within the range of dates."""


class CommitmentEntry(Struct, frozen=True, tag="fixed", tag_field="line"):
    """Commitment to a secret; hex digits."""

    at: _Time
    commitment: str


class DisclosureEntry(Struct, frozen=True, tag="told", tag_field="line"):
    """Disclosure of a secret."""

    at: _Time
    commitment: str
    secret: str


_Entry: TypeAlias = CommitmentEntry | DisclosureEntry


class CommitmentLog(TableReports[_Entry]):
    """Commitments and disclosures of a server."""

    def __init__(self, document: Document) -> None:
        """Read the list. Raises StorageError."""
        self.fixed: dict[str, int] = {}
        """Time of each commitment, in the order of the list."""
        self.disclosed: dict[str, str] = {}
        """Secret of each disclosed commitment."""
        super().__init__(document, CommitmentEntry | DisclosureEntry)

    def lacks(self, table: TableSummary) -> bool:
        known: Container[str] = self.disclosed if table.is_told else self.fixed
        return any(commitment not in known for commitment in table.commitments)

    def _news(self, table: SharedTable[Any]) -> Iterator[_Entry]:
        deal, now = table.deal, int(time.time())
        for fixed in deal.commitments:
            if fixed.commitment not in self.fixed:
                yield CommitmentEntry(now, fixed.commitment)
            if deal.is_open and fixed.commitment not in self.disclosed:
                yield DisclosureEntry(now, fixed.commitment, fixed.secret)

    def _learn(self, entries: Iterable[_Entry]) -> None:
        for entry in entries:
            match entry:
                case CommitmentEntry():
                    self.fixed.setdefault(entry.commitment, entry.at)
                case DisclosureEntry():
                    self.disclosed.setdefault(entry.commitment, entry.secret)
