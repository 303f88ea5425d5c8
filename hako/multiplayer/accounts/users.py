"""Users: a name, and the key that seats belong to."""

from __future__ import annotations

from msgspec import Struct

from hako.engine.i18n.failure import Failure


class GuestNotRated(Failure):
    """Nobody knows who a guest is, so nothing counts for them."""

    def __init__(self) -> None:
        super().__init__("guest_unrated")


GUEST = "guest:"
"""With this a guest's key begins: it is their name, and proves nothing."""


class User(Struct, frozen=True):
    """Somebody who came in: a name, and the key that seats belong to."""

    name: str
    key: str
    """Of the public key its fingerprint, of an account its name, of a guest their own."""
    origin: str = ""
    """Account or network of those who could have another key at any time; see Sanctions."""
    network: str = ""
    """Where they come from, for what is counted by address; empty where that is not counted."""

    def __eq__(self, other: object) -> bool:
        """The same person, wherever they come from."""
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
    """Raises GuestNotRated if one of them is a guest's."""
    if any(key.startswith(GUEST) for key in keys):
        raise GuestNotRated
