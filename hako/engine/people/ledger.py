"""The ledger of deals: every secret that was fixed, and that it was told in the end.

Append-only and for everybody: who keeps a house cannot end what it does not like unseen.

    {"line":"fixed", ...}     Fixed     before the deal: what binds the server to a secret
    {"line":"told", ...}      Told      the game is over, or was given up: the secret
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from hako.engine.log.deal import Deal
from hako.engine.log.store import Conflict, FileSave, failures, open_file
from hako.engine.log.table import Table


class Fixed(Struct, frozen=True, tag="fixed", tag_field="line"):
    """A secret was fixed; hex digits."""

    at: int
    """In seconds since 1970."""
    commitment: str


class Told(Struct, frozen=True, tag="told", tag_field="line"):
    """It may be known now."""

    at: int
    commitment: str
    secret: str


_Entry: TypeAlias = Fixed | Told
_DECODER: msgspec.json.Decoder[_Entry] = msgspec.json.Decoder(Fixed | Told)


class Ledger:
    """All deals of a house, safe for several processes over one file."""

    def __init__(self, path: Path) -> None:
        """Read it. Raises StoreFailed."""
        with failures(path):
            path.touch()
        self.fixed: dict[str, int] = {}
        """By commitment when it was fixed, in the order of the file."""
        self.told: dict[str, str] = {}
        """By commitment the secret."""
        self._file: FileSave
        self._file, data = open_file(path)
        self._learn(data)

    def enter(self, table: Table[Any]) -> None:
        """Write down what a table's log says of its secrets. Raises StoreFailed."""
        while news := [*self._news(table.its_deal)]:
            lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in news)
            try:
                self._file.append(lines)  # at once: each takes the disk its time
            except Conflict:
                lines = self._file.read_new()
            self._learn(lines)

    def _news(self, its: Deal) -> Iterator[_Entry]:
        now = int(time.time())
        for each in its.commitments:
            if each.commitment not in self.fixed:
                yield Fixed(now, each.commitment)
            if its.is_open and each.commitment not in self.told:
                yield Told(now, each.commitment, each.secret)

    def _learn(self, data: bytes) -> None:
        for line in data.splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # damaged: no game needs it
                self._note(_DECODER.decode(line))

    def _note(self, entry: _Entry) -> None:
        match entry:
            case Fixed():
                self.fixed.setdefault(entry.commitment, entry.at)
            case Told():
                self.told.setdefault(entry.commitment, entry.secret)
