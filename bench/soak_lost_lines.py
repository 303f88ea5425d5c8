"""The lines that were once in a log, and a check that they are still there."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from hako.engine.transcript.sentences import texts_for
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.tables.table import SharedTable
from hako.tui import TUI
from hako.tui.screens.table.log_model import LogModel


class Kept:
    """A log, followed while a server writes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._size = 0
        self._hash = blake2b()
        self.code = ""
        self.lines: Counter[str] = Counter()
        """Numbers of lines by kind."""
        self.moves: Counter[str] = Counter()
        """Numbers of moves by the name of the player."""
        self._names: dict[int, str] = {}
        self.told: dict[str, set[str]] = {}
        """By the name of who read it, what the log panel showed of it."""
        self.secrets: set[bytes] = set()
        """Secrets that no terminal may be sent before the log is open."""

    @property
    def is_over(self) -> bool:
        return self.lines["open"] > 0

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
        if kind == "game":
            self.code = line["code"]
            self._names = dict(enumerate(seat["name"] for seat in line["seats"]))
        elif kind == "seat":
            self._names[line["seat"]] = (line.get("player") or {}).get("name", "")
        elif kind == "move" and line["seat"] is not None:
            self.moves[self._names[line["seat"]]] += 1
        elif kind in {"commit", "mix"}:
            self.secrets.add(line["secret" if kind == "commit" else "seed"].encode())

    def is_whole(self) -> bool:
        """True if all lines that were ever read are still there."""
        with self.path.open("rb") as file:
            return blake2b(file.read(self._size)).digest() == self._hash.digest()

    def lost(self, table: SharedTable[Any]) -> list[str]:
        """Texts that somebody read of it and that its table does not show them, with the reader."""
        texts = texts_for(table.game, table.content, table.players, "en", MULTIPLAYER, TUI)
        names = [player.name for player in table.players]
        missing = []
        for name, shown in self.told.items():
            log = LogModel(table)
            log.set_reader(texts, names.index(name))
            whole = "".join(line.sentence for row in log.read() for line in row.rendered)
            whole = "".join(whole.split())
            missing += [f"{name}: ...{text[-60:]}" for text in shown if text not in whole]
        return missing
