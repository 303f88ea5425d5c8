"""The draw of a tournament: a committed secret from which the numbers of all players follow."""

from __future__ import annotations

from collections.abc import Iterable

from hako.engine.blake2b_import import blake2b
from hako.multiplayer.tournaments.pairing_lookahead import Who


def commitment(secret: bytes) -> str:
    """Commitment to the secret of the draw."""
    return _hash(b"lots", secret).hex()


def drawn(secret: bytes, players: Iterable[Who]) -> dict[Who, int]:
    """The number of each player, from 1, in the order of the draw."""
    order = sorted(players, key=lambda player: _hash(b"lot", secret, b"%d" % player))
    return {player: draw_number for draw_number, player in enumerate(order, 1)}


def _hash(purpose: bytes, *data: bytes) -> bytes:
    return blake2b(b"".join((b"hako cup 1: ", purpose, b"\n", *data)), digest_size=32).digest()
