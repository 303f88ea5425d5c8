"""The ledger of deals: every secret that was fixed, and that it was told in the end.

Append-only and for everybody: who keeps a house cannot end what it does not like unseen.

    {"line":"fixed", ...}     CommitmentEntry     before the deal: what binds the server to a secret
    {"line":"told", ...}      Told      the game is over, or was given up: the secret
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from hako.engine.log.save import Document
from hako.engine.log.table import Table
from hako.multiplayer.ratings.archive import Archive
from hako.multiplayer.tables.summary import TableSummary

FILE = "deals.jsonl"
"""Where it stands, in the folder of the lobby."""

_Time: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 36)]
"""In seconds since 1970; what is greater is no date."""


class CommitmentEntry(Struct, frozen=True, tag="fixed", tag_field="line"):
    """A secret was fixed; hex digits."""

    at: _Time
    commitment: str


class DisclosureEntry(Struct, frozen=True, tag="told", tag_field="line"):
    """It may be known now."""

    at: _Time
    commitment: str
    secret: str


_Entry: TypeAlias = CommitmentEntry | DisclosureEntry


class CommitmentLog(Archive[_Entry]):
    """All deals of a house."""

    def __init__(self, document: Document) -> None:
        """Read it. Raises StorageError."""
        self.fixed: dict[str, int] = {}
        """By commitment when it was fixed, in the order of the list."""
        self.disclosed: dict[str, str] = {}
        """By commitment the secret."""
        super().__init__(document, CommitmentEntry | DisclosureEntry)

    def lacks(self, table: TableSummary) -> bool:
        known: Container[str] = self.disclosed if table.is_told else self.fixed
        return any(commitment not in known for commitment in table.commitments)

    def _news(self, table: Table[Any]) -> Iterator[_Entry]:
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
