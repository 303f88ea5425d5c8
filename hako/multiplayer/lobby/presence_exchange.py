"""Presence: connected users and recent chat, exchanged between the processes of a server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b

import msgspec
from msgspec import Struct, field

from hako.engine.storage.protocols import PresenceFiles
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.chat import ChatMessage


class PresenceNotice(Struct, frozen=True):
    """State that one process publishes for the others."""

    users: tuple[User, ...] = field(default=(), name="here")
    """Users of the process, once for each of their terminals."""
    at: Mapping[str, tuple[User, ...]] = {}
    """Users at each table, by the name of its log."""
    messages: Mapping[str, tuple[ChatMessage, ...]] = field(default_factory=dict, name="said")
    """Recent chat messages at each table, by the name of its log."""
    keeper: str = ""
    """Name of a process that plays the bots of all tables; "" for another one."""


_DECODER = msgspec.json.Decoder(PresenceNotice)


def owning_process(table: str, processes: Iterable[str]) -> str:
    """Name of the process that plays the bots of a table; all processes find the same one.

    Rendezvous hashing: when a process starts or ends, only its own tables change hands.
    """
    return max(processes, key=lambda process: blake2b(f"{process} {table}".encode()).digest())


class PresenceExchange:
    """Presence notice of this process, and those of the others."""

    def __init__(self, board: PresenceFiles) -> None:
        """Publish an empty notice. Raises OSError."""
        self._board = board
        self._published = PresenceNotice()
        self._read: dict[str, tuple[bytes, PresenceNotice]] = {}
        board.publish(msgspec.json.encode(self._published))

    def publish(self, notice: PresenceNotice) -> None:
        """Replace the notice of this process. Raises OSError."""
        if notice != self._published:
            self._board.publish(msgspec.json.encode(notice))
            self._published = notice

    def others(self) -> list[PresenceNotice]:
        """Notices of all other running processes. Raises OSError."""
        pinned = self._board.others()
        notices = {name: self._decoded(name, notice) for name, notice in pinned.items()}
        self._read = {name: read for name, read in notices.items() if read is not None}
        return [notice for _, notice in self._read.values()]

    def close(self) -> None:
        """Remove the notice of this process."""
        self._board.close()

    def _decoded(self, name: str, notice: bytes) -> tuple[bytes, PresenceNotice] | None:
        """Published bytes with the decoded notice; the previous one where they are incomplete."""
        before = self._read.get(name)
        if before is not None and before[0] == notice:
            return before
        try:
            return notice, _DECODER.decode(notice)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return before  # read while it was being written
