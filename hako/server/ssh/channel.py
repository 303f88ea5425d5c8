"""The SSH channel of a session."""

from __future__ import annotations

from collections.abc import Mapping

import asyncssh


class SshChannel:
    """An SSH channel as a session needs it."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = channel
        self._connection = channel.get_connection()
        self.term = channel.get_terminal_type()
        columns, lines, _, _ = channel.get_terminal_size()
        self.size = (columns, lines)
        name = channel.get_extra_info("sockname")
        is_address = isinstance(name, tuple)  # else the Unix socket, or they have hung up
        self.host = str(name[0]).removeprefix("::ffff:") if is_address else ""

    @property
    def environment(self) -> Mapping[str, str]:
        return self._channel.get_environment()

    def write(self, data: bytes) -> None:
        if not self.is_closing:
            self._channel.write(data)

    @property
    def backlog(self) -> int:
        transport = self._connection._transport
        # asyncssh lets the socket's own buffer grow without end
        on_the_way = 0 if transport is None else transport.get_write_buffer_size()
        return self._channel.get_write_buffer_size() + on_the_way

    @property
    def is_closing(self) -> bool:
        return self._channel.is_closing()

    def pause_reading(self) -> None:
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        self._channel.resume_reading()

    def complain(self, words: str) -> None:
        self._channel.write_stderr(words.encode())

    def close(self, status: int, reason: str = "") -> None:  # noqa: ARG002  it stands on the terminal
        self._channel.exit(status)
