"""Dealt in the open: the arithmetic alone, for whoever wants to check it with other tools.

    S           32 bytes of the server's, never told before the end
    blind(x)    the first 32 hex digits of BLAKE2b-256("hako deal 1: name" LF, S, x)
    table       the log's first line with those who sit there as `seats` and the `options` chosen
                last, without `created`, and with keys, owner and code blind, so that it can be shown to all afterwards
    commitment  BLAKE2b-256("hako deal 1: commitment" LF, S, table), told before anybody types
    parts       what was typed in the order of the seats, UTF-8, LF between them;
                nothing for bots, and for whoever typed nothing
    seed        scrypt(password = S and parts, salt = commitment, N = 2^17, r = 8, p = 1), 32 bytes;
                where nobody typed, BLAKE2b-256("hako deal 1: seed" LF, S, commitment)

What is drawn from a seed says `rules/chance.py`. Test vectors: `tests/engine/log/commitments.json`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from hako.engine.hashing import blake2b

WINDOW_SECONDS = 30
"""From the first part that somebody other than the table's owner typed until all have to be ready."""

LEAST_SIGNS, MOST_SIGNS = 8, 64
"""So long is a part."""

_LABEL = b"hako deal 1: "
_COST, _BLOCK = 1 << 17, 8
"""Of scrypt: 128 MiB and about half a second, so that few seeds can be tried in the window."""


def new_secret() -> bytes:
    """32 bytes of the operating system."""
    return os.urandom(32)


def commitment(secret: bytes, table: bytes) -> bytes:
    """What binds the server to its secret and to the table as it is."""
    return _hash(b"commitment", secret, table)


def blind(secret: bytes, name: str) -> str:
    """What stands for a key or a code: who knows it finds it there, nobody else reads it."""
    return _hash(b"name", secret, name.encode()).hex()[:32] if name else ""


def seed(secret: bytes, committed: bytes, parts: Sequence[str]) -> bytes:
    """What everything is drawn from. `parts` has one for each seat; it takes its time."""
    if not any(parts):
        return _hash(b"seed", secret, committed)
    from hashlib import scrypt  # OpenSSL takes long to load, and few need it

    password, room = secret + "\n".join(parts).encode(), 2 * 128 * _BLOCK * _COST
    return scrypt(password, salt=committed, n=_COST, r=_BLOCK, p=1, maxmem=room, dklen=32)


def _hash(purpose: bytes, *data: bytes) -> bytes:
    return blake2b(b"".join((_LABEL, purpose, b"\n", *data)), digest_size=32).digest()
