"""Links that let somebody in, once each: with a browser, under the name that the host chose.

Of a link only a digest is kept: who reads the file cannot come in with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.log.save import Document
from hako.engine.storage.registry import Registry

FILE = "invitations.jsonl"
"""Where they are kept, in the folder of the lobby."""

LASTING = timedelta(days=7)
"""So long a link waits for somebody."""


class Invitation(Struct, frozen=True):
    """One line of the file; a second line of the same link says when it was used."""

    link: str
    """A digest of it."""
    key: str
    """Whom it makes of who comes: names and seats belong to this key."""
    name: str
    until: datetime
    """When it is over, in UTC."""
    table: str = ""
    """The code of the table that it leads to."""
    used: datetime | None = None


class Invitations:
    """All of one house, safe for several processes."""

    def __init__(
        self, sheet: Document, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Read them. Raises StoreFailed."""
        self._clock = clock
        self._open: dict[str, Invitation] = {}
        self._came: set[str] = set()
        self._list: Registry[Invitation] = Registry(sheet, Invitation)
        self._learn(self._list.read_new())

    def make(self, key: str, name: str, table: str = "") -> str:
        """Invite somebody; what the link ends with. Raises StoreFailed."""
        secret = secrets.token_urlsafe(24)
        new = Invitation(_digest(secret), key, name, self._clock() + LASTING, table)
        while not self._add(new):
            pass
        return secret

    def use(self, secret: str) -> Invitation | None:
        """Use a link; None where it was used before, is over, or is none. Raises StoreFailed."""
        digest = _digest(secret)
        self._learn(self._list.read_new())  # another process may have made it
        while (
            invitation := self._open.get(digest)
        ) is not None and invitation.until > self._clock():
            if self._add(replace(invitation, used=self._clock())):
                return invitation
        return None

    def is_admitted(self, key: str) -> bool:
        """Whether whoever has that key came by a link."""
        return key in self._came

    def _add(self, new: Invitation) -> bool:
        """Write it down; False where another process wrote first, perhaps that it is used."""
        is_added = self._list.add(new)
        self._learn([new] if is_added else self._list.read_new())
        return is_added

    def _learn(self, entries: Iterable[Invitation]) -> None:
        for entry in entries:
            if entry.used is None:
                self._open[entry.link] = entry
            else:
                self._open.pop(entry.link, None)
                self._came.add(entry.key)


def kept_invitations(invitations: Iterable[Invitation], now: datetime) -> Iterator[Invitation]:
    """Those that still let somebody in, and one for each key by which somebody came."""
    last = {invitation.link: invitation for invitation in invitations}
    yield from (
        invitation
        for invitation in last.values()
        if invitation.used is None and invitation.until > now
    )
    yield from {
        invitation.key: invitation for invitation in last.values() if invitation.used is not None
    }.values()


def _digest(secret: str) -> str:
    return blake2b(secret.encode("utf-8", "replace"), digest_size=32).hexdigest()
