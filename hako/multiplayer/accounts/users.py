"""Users: a name, and the key that owns seats."""

from __future__ import annotations

from msgspec import Struct

from hako.engine.i18n.failure import Failure


class GuestNotRated(Failure):
    """Error: guests cannot take part in rated games."""

    def __init__(self) -> None:
        super().__init__("guest_unrated")


GUEST = "guest:"
"""Prefix of the keys of guests: the rest is their name, and proves nothing."""


class User(Struct, frozen=True):
    """User: a name, and the key that owns seats."""

    name: str
    key: str
    """Fingerprint of the public key, or name of the account or guest with its prefix."""
    origin: str = ""
    """Account or network of a user who could change keys at any time; see Sanctions."""
    network: str = ""
    """Network for limits by address; empty if not limited."""

    def __eq__(self, other: object) -> bool:
        """Compare as persons, regardless of the network."""
        return isinstance(other, User) and self._person == other._person

    def __hash__(self) -> int:
        return hash(self._person)

    @property
    def _person(self) -> tuple[str, str, str]:
        return self.name, self.key, self.origin

    @property
    def is_guest(self) -> bool:
        return self.key.startswith(GUEST)


def check_known(*keys: str) -> None:
    """Raise GuestNotRated if one of the keys is a guest's."""
    if any(key.startswith(GUEST) for key in keys):
        raise GuestNotRated
