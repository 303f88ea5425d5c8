"""Players' names on shared tables, and the keys that own them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.cells import cell_len

from hako.engine.log.store import Conflict, FileSave, failures, open_file
from hako.engine.people.room import GUEST, Visitor
from hako.engine.words import decoding
from hako.engine.words.failure import Failure
from hako.tui import TUI

FILE = "names.jsonl"
"""Where they are kept, in the folder of the lobby."""

NAME_CELLS = 24
"""How wide a name may be on screen."""


class NameTaken(Exception):
    """Another key owns the name."""


class NamesFull(Exception):
    """No more new names are remembered."""


class BadFile(Failure, ValueError):
    """A file of the house that is not what it should be: which one, why, what would do."""

    words = TUI


class BadNames(BadFile):
    """The file of names cannot be read: which line, and why."""


class Ownership(Struct, frozen=True):
    """One line of the file of names."""

    name: str
    key: str
    """The public key as in authorized_keys, without a comment."""
    since: str = ""
    """When the name was taken, in UTC."""


class NameRegistry:
    """Names and the keys that took them first, in a file of JSON lines.

    A line is added when a name is taken, safely for several processes over one
    file; to free a name, stop the server and delete its line.
    """

    def __init__(self, path: Path, most: int) -> None:
        with failures(path):
            path.touch(mode=0o660)  # of that, what the umask allows: accounts may share a group
        self._path = path
        self._most = most
        self._owners: dict[str, Ownership] = {}
        self._lines = 0
        self._file: FileSave
        self._file, data = open_file(path)
        self._learn(data[: data.rfind(b"\n") + 1])

    def owner(self, name: str) -> str | None:
        """The key that owns a name, however it is capitalised; None if it is free."""
        ownership = self._owners.get(name.casefold())
        return None if ownership is None else ownership.key

    def claim(self, name: str, key: str) -> None:
        """Give a free name to a key; does nothing if the key owns it already.

        Raises NameTaken, NamesFull, or StoreFailed if it cannot be written down.
        """
        while (owner := self.owner(name)) is None:
            if len(self._owners) >= self._most:
                raise NamesFull
            new = Ownership(name, key, f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")
            try:
                line = msgspec.json.encode(new) + b"\n"
                self._file.append(line)
                self._learn(line)
            except Conflict:  # another process has written: perhaps this very name
                self._learn(self._file.read_new())
        if owner != key:
            raise NameTaken

    def _learn(self, data: bytes) -> None:
        for line in data.splitlines():
            self._lines += 1
            try:
                ownership = msgspec.json.decode(line, type=Ownership)
            except msgspec.DecodeError as error:
                reason = BadFile("no_name", reason=decoding.reason(error))
                raise BadNames(
                    "in_line", file=self._path, line=self._lines, reason=reason
                ) from None
            self._owners.setdefault(ownership.name.casefold(), ownership)


def guest(name: str, present: Iterable[Visitor]) -> Visitor:
    """A guest of that name; a second one at the same time is told apart by a number.

    Whoever comes as a guest of the same name later finds the seats of the one before.
    """
    taken = {visitor.key for visitor in present}
    visitor, number = Visitor(name, GUEST + name), 2
    while visitor.key in taken:
        visitor, number = Visitor(f"{name}~{number}", f"{GUEST}{name}~{number}"), number + 1
    return visitor


def is_fit(name: str) -> bool:
    """A name that can stand on everybody's screen: short, printable, without blanks."""
    return (
        0 < len(name) <= NAME_CELLS
        and 0 < cell_len(name) <= NAME_CELLS
        and name[0].isalnum()
        and all(_is_letter_digit_or_mark(character) or character in "-_" for character in name)
    )


def _is_letter_digit_or_mark(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"
