"""What asyncssh has no option for, or more of than is wanted: one packet where it sends two.

It puts an empty packet before each of its own, so that nobody can foresee the block that
one is chained to: a remedy for ciphers in CBC mode (RFC 4251, 9.3.1), which the house does
not offer. For each frame it would cost a second encryption, a second system call, and
the client a second wake-up.
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
"""What the house offers."""

_DEAR_KEX = re.compile(rb"gss-|rsa|-sha1$|group-exchange|group1[78]")

KEY_EXCHANGES = [name.decode() for name in get_default_kex_algs() if not _DEAR_KEX.search(name)]
"""What the house offers: nothing that holds the event loop for 10 ms or more, as a pair of RSA
keys and the largest groups do, which a stranger may ask for; and no SHA-1."""

_send_packet = SSHConnection.send_packet


@cache
def send_no_empty_packets() -> None:
    """Leave them out; a second call does nothing."""
    SSHConnection.send_packet = _send_what_says_something  # type: ignore[method-assign]  # there is no option


def _send_what_says_something(
    self: SSHConnection, pkttype: int, *arguments: bytes, handler: Any = None
) -> None:
    if pkttype != MSG_IGNORE:
        _send_packet(self, pkttype, *arguments, handler=handler)
