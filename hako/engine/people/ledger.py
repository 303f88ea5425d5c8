"""The ledger of deals: every secret that was fixed, and that it was told in the end.

Append-only and for everybody: who keeps a house cannot end what it does not like unseen.

    {"line":"fixed", ...}     Fixed     before the deal: what binds the server to a secret
    {"line":"told", ...}      Told      the game is over, or was given up: the secret
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from hako.engine.log.home import Sheet
from hako.engine.log.table import Table
from hako.engine.people.book import Book
from hako.engine.people.glance import Glance

FILE = "deals.jsonl"
"""Where it stands, in the folder of the lobby."""

_Time: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 36)]
"""In seconds since 1970; what is greater is no date."""


class Fixed(Struct, frozen=True, tag="fixed", tag_field="line"):
    """A secret was fixed; hex digits."""

    at: _Time
    commitment: str


class Told(Struct, frozen=True, tag="told", tag_field="line"):
    """It may be known now."""

    at: _Time
    commitment: str
    secret: str


_Entry: TypeAlias = Fixed | Told


class Ledger(Book[_Entry]):
    """All deals of a house."""

    def __init__(self, sheet: Sheet) -> None:
        """Read it. Raises StoreFailed."""
        self.fixed: dict[str, int] = {}
        """By commitment when it was fixed, in the order of the list."""
        self.told: dict[str, str] = {}
        """By commitment the secret."""
        super().__init__(sheet, Fixed | Told)

    def lacks(self, table: Glance) -> bool:
        known: Container[str] = self.told if table.is_told else self.fixed
        return any(each not in known for each in table.commitments)

    def _news(self, table: Table[Any]) -> Iterator[_Entry]:
        its, now = table.its_deal, int(time.time())
        for each in its.commitments:
            if each.commitment not in self.fixed:
                yield Fixed(now, each.commitment)
            if its.is_open and each.commitment not in self.told:
                yield Told(now, each.commitment, each.secret)

    def _learn(self, entries: Iterable[_Entry]) -> None:
        for entry in entries:
            match entry:
                case Fixed():
                    self.fixed.setdefault(entry.commitment, entry.at)
                case Told():
                    self.told.setdefault(entry.commitment, entry.secret)
