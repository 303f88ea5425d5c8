"""The SSH channel of a session: a terminal or a command, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import asyncssh

from hako.server.limits import LEAST_PACKET_BYTES
from hako.server.ssh.session import Session
from hako.server.ssh.terminal_stream import ByteStream


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


class Shell(asyncssh.SSHServerSession[bytes]):
    """Waits for the client's requests, and then passes everything on to a session."""

    def __init__(
        self,
        begin: Callable[[ByteStream, str, Callable[[], None]], Session],
        environment_bytes: int,
        on_end: Callable[[Shell], None],
    ) -> None:
        """`begin` makes a session from a stream, a command, and a callback for its end."""
        self._begin = begin
        self._environment_bytes = environment_bytes
        self._on_end = on_end
        self._command = ""
        self._session: Session | None = None

    def leave(self, reason: str, **values: object) -> None:
        """End the session, with the sentence of that key."""
        if self._session is not None:
            self._session.leave(reason, **values)

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        chan._env = _Environment(self._environment_bytes)

    def pty_requested(self, term_type: str, term_size: object, term_modes: object) -> bool:  # noqa: ARG002  asked for later
        return True

    def shell_requested(self) -> bool:
        return self._takes_packets

    def exec_requested(self, command: str) -> bool:
        self._command = command
        return self._takes_packets  # to be refused with a sentence, if it is none of ours

    @property
    def _takes_packets(self) -> bool:
        """True if the client accepts packets of at least LEAST_PACKET_BYTES."""
        return self._channel._send_pktsize >= LEAST_PACKET_BYTES

    def subsystem_requested(self, subsystem: str) -> bool:  # noqa: ARG002  there is none
        return False

    def session_started(self) -> None:
        stream = SshChannel(self._channel)
        self._session = self._begin(stream, self._command, lambda: self._on_end(self))

    def data_received(self, data: bytes, datatype: object) -> None:  # noqa: ARG002  there is one kind
        if self._session is not None:
            self._session.receive(data)

    def terminal_size_changed(
        self,
        width: int,
        height: int,
        pixwidth: int,  # noqa: ARG002  pictures there are none
        pixheight: int,  # noqa: ARG002  nor here
    ) -> None:
        if self._session is not None:
            self._session.resize(width, height)

    def eof_received(self) -> bool:
        if self._session is not None:
            self._session.end_input()
        return True  # they still listen: to what a command answers, to what restores the terminal

    def signal_received(self, signal: str) -> None:  # noqa: ARG002  whatever it is, they want to go
        self.leave("")

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncssh passes it
        if self._session is None:
            self._on_end(self)
        else:
            self._session.leave()


class _Environment(dict[bytes, bytes]):
    """Environment variables from a client, up to a size; those that do not fit are left out."""

    def __init__(self, most_bytes: int) -> None:
        self._left = most_bytes

    def __setitem__(self, name: bytes, value: bytes) -> None:
        self._left -= len(name) + len(value)
        if self._left >= 0:
            super().__setitem__(name, value)
