"""The storage of one log in memory."""

from __future__ import annotations

from hako.engine.log.header import Header
from hako.engine.log.log_format import encode
from hako.engine.storage.folder import names_for


class MemorySave:
    """A log in memory, for games that are not saved."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.data = bytearray()

    @classmethod
    def create(cls, header: Header) -> MemorySave:
        """Create a log with its header."""
        save = cls(next(names_for(header)))
        save.append(encode(header))
        return save

    def append(self, line: bytes) -> None:
        self.data += line

    def read_new(self) -> bytes:
        return b""  # no other process can write here

    def beside(self, ending: str) -> None:  # noqa: ARG002  nothing is stored
        return None
