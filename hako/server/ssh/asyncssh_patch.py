"""Changes to asyncssh that it has no option for: ciphers, key exchanges, no empty packets.

asyncssh sends an empty packet before each of its own, so that nobody can predict the block which
the next one is chained to. That protects ciphers in CBC mode (RFC 4251, 9.3.1), which the server
does not offer. For each frame it would cost a second encryption, a second system call, and a
second wake-up of the client.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from asyncssh.connection import SSHConnection
from asyncssh.constants import MSG_IGNORE
from asyncssh.encryption import get_default_encryption_algs
from asyncssh.kex import get_default_kex_algs

CIPHERS = [name.decode() for name in get_default_encryption_algs() if b"cbc" not in name]
"""The ciphers that the server offers."""

_DEAR_KEX = re.compile(rb"gss-|rsa|-sha1$|group-exchange|group1[78]")

KEY_EXCHANGES = [name.decode() for name in get_default_kex_algs() if not _DEAR_KEX.search(name)]
"""The key exchanges that the server offers: none that holds the event loop for 10 ms or more at a
stranger's request, as RSA keys and the largest groups do, and none with SHA-1."""

_send_packet = SSHConnection.send_packet


@cache
def send_no_empty_packets() -> None:
    """Have asyncssh send no empty packets; a second call does nothing."""
    SSHConnection.send_packet = _send_what_says_something  # type: ignore[method-assign]  # there is no option


def _send_what_says_something(
    self: SSHConnection, pkttype: int, *arguments: bytes, handler: Any = None
) -> None:
    if pkttype != MSG_IGNORE:
        _send_packet(self, pkttype, *arguments, handler=handler)
