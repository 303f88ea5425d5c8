"""The requests of an SSH session: a terminal or a command, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import asyncssh

from hako.server.limits import LEAST_PACKET_BYTES
from hako.server.ssh.channel import SshChannel
from hako.server.ssh.session import Session
from hako.server.ssh.terminal_stream import ByteStream


class SessionRequests(asyncssh.SSHServerSession[bytes]):
    """Waits for the client's requests, and then passes everything on to a session."""

    def __init__(
        self,
        begin: Callable[[ByteStream, str, Callable[[], None]], Session],
        environment_bytes: int,
        on_end: Callable[[SessionRequests], None],
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
