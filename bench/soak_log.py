"""What the soak knows of a log: what was once in it, and whether that is still there."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec


class Kept:
    """A log, followed while a server writes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._size = 0
        self._hash = blake2b()
        self.code = ""
        self.lines: Counter[str] = Counter()
        """How many there are of each kind."""
        self.moves: Counter[int] = Counter()
        """How many each seat made."""
        self.seats: dict[str, int] = {}
        """Where each name sits."""
        self.secrets: set[bytes] = set()
        """What no terminal may be sent before the log is open."""

    @property
    def is_over(self) -> bool:
        return self.lines["open"] > 0

    @property
    def about_undo(self) -> int:
        """Lines of people who ask, answer and take back: they change whose turn it is, too."""
        return sum(self.lines[kind] for kind in ("ask", "answer", "back"))

    def follow(self) -> Kept:
        """Take in what is new, up to the last whole line."""
        with self.path.open("rb") as file:
            file.seek(self._size)
            data = file.read()
        data = data[: data.rfind(b"\n") + 1]
        self._size += len(data)
        self._hash.update(data)
        for line in data.splitlines():
            self._take_in(msgspec.json.decode(line))
        return self

    def _take_in(self, line: dict[str, Any]) -> None:
        kind = line["line"]
        self.lines[kind] += 1
        if kind == "move" and line["seat"] is not None:
            self.moves[line["seat"]] += 1
        elif kind == "game":
            self.code = line["code"]
            self.seats = {each["name"]: seat for seat, each in enumerate(line["seats"])}
        elif kind == "seat":
            self.seats[line["player"]["name"]] = line["seat"]
        elif kind in {"commit", "mix"}:
            self.secrets.add(line["secret" if kind == "commit" else "seed"].encode())

    def is_whole(self) -> bool:
        """Whether all that was ever read of it is still there."""
        with self.path.open("rb") as file:
            return blake2b(file.read(self._size)).digest() == self._hash.digest()
