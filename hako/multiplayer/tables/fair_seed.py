"""The provably fair deal: the computation alone, so that it can be checked with other tools.

    S           secret of the server, 32 bytes; not disclosed before the end
    blind(x)    the first 32 hex digits of BLAKE2b-256("hako deal 1: name" LF, S, x)
    table       the log's first line with the current players as `seats` and the `options` chosen
                last, without `created`, and with keys, owner and code blinded, so that it can be published afterwards
    commitment  BLAKE2b-256("hako deal 1: commitment" LF, S, table), published before anybody types
    parts       the contributions that players typed, in the order of the seats, UTF-8, LF between
                them; empty for bots and for players who typed nothing
    seed        scrypt(password = S and parts, salt = commitment, N = 2^17, r = 8, p = 1), 32 bytes;
                if nobody typed, BLAKE2b-256("hako deal 1: seed" LF, S, commitment)

`rules/chance.py` describes the draws from a seed. Test vectors: `tests/multiplayer/tables/commitments.json`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from hako.engine.blake2b_import import blake2b

WINDOW_SECONDS = 30
"""Seconds from the first contribution of anybody but the table's owner until all must be ready."""

LEAST_SIGNS, MOST_SIGNS = 8, 64
"""Minimum and maximum length of a contribution, in characters."""

_LABEL = b"hako deal 1: "
_COST, _BLOCK = 1 << 17, 8
"""Parameters of scrypt: 128 MiB and half a second, so that few seeds can be tried in the window."""


def new_secret() -> bytes:
    """A new secret: 32 random bytes from the operating system."""
    return os.urandom(32)


def commitment(secret: bytes, table: bytes) -> bytes:
    """The hash that binds the server to its secret and to the table, 32 bytes."""
    return _hash(b"commitment", secret, table)


def blind(secret: bytes, name: str) -> str:
    """A hash that replaces a key or a code: recognizable only to somebody who knows the original."""
    return _hash(b"name", secret, name.encode()).hex()[:32] if name else ""


def seed(secret: bytes, committed: bytes, parts: Sequence[str]) -> bytes:
    """The seed of the deal, 32 bytes. `parts` has one contribution per seat. Takes half a second."""
    if not any(parts):
        return _hash(b"seed", secret, committed)
    from hashlib import scrypt  # OpenSSL takes long to load, and few need it

    password, room = secret + "\n".join(parts).encode(), 2 * 128 * _BLOCK * _COST
    return scrypt(password, salt=committed, n=_COST, r=_BLOCK, p=1, maxmem=room, dklen=32)


def _hash(purpose: bytes, *data: bytes) -> bytes:
    return blake2b(b"".join((_LABEL, purpose, b"\n", *data)), digest_size=32).digest()
