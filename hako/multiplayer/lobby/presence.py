"""Presence: who is here and what is said, told between the processes of a house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b

import msgspec
from msgspec import Struct

from hako.engine.storage.protocols import PresenceFiles
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.chat import ChatMessage


class PresenceNotice(Struct, frozen=True):
    """What one process tells the others."""

    here: tuple[User, ...] = ()
    """Everybody who came through it, once for each of their terminals."""
    at: Mapping[str, tuple[User, ...]] = {}
    """By the name of a log: those who are at its table."""
    said: Mapping[str, tuple[ChatMessage, ...]] = {}
    """By the name of a log: what they said there lately."""
    keeper: str = ""
    """What a process is called that keeps all tables going; "" for one that does not."""


_DECODER = msgspec.json.Decoder(PresenceNotice)


def owning_process(table: str, keepers: Iterable[str]) -> str:
    """Which of them plays the bots' moves at a table: all find the same one, and each its share.

    Where one goes or comes, no other table changes hands than those of that one.
    """
    return max(keepers, key=lambda keeper: blake2b(f"{keeper} {table}".encode()).digest())


class Presence:
    """Our notice at the board, and those of the other processes there."""

    def __init__(self, board: PresenceFiles) -> None:
        """Begin with an empty notice. Raises OSError."""
        self._board = board
        self._told = PresenceNotice()
        self._read: dict[str, tuple[bytes, PresenceNotice]] = {}
        board.publish(msgspec.json.encode(self._told))

    def publish(self, notice: PresenceNotice) -> None:
        """Replace our notice. Raises OSError."""
        if notice != self._told:
            self._board.publish(msgspec.json.encode(notice))
            self._told = notice

    def others(self) -> list[PresenceNotice]:
        """The notices of all other processes that live. Raises OSError."""
        pinned = self._board.others()
        notices = {name: self._look_at(name, notice) for name, notice in pinned.items()}
        self._read = {name: read for name, read in notices.items() if read is not None}
        return [notice for _, notice in self._read.values()]

    def close(self) -> None:
        """Take our notice away."""
        self._board.close()

    def _look_at(self, name: str, notice: bytes) -> tuple[bytes, PresenceNotice] | None:
        """A notice that was pinned, and what it says."""
        before = self._read.get(name)
        if before is not None and before[0] == notice:
            return before
        try:
            return notice, _DECODER.decode(notice)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return before  # caught in the middle of being written
