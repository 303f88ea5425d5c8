"""Invitations: links that admit one browser each, under a name that an administrator chose.

Only a digest of a link is stored, so nobody can use a link after reading the file.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.log.save import Document
from hako.engine.storage.json_lines_list import JsonLinesList

FILE = "invitations.jsonl"
"""Name of the stored list."""

LASTING = timedelta(days=7)
"""Time for which a link can be used."""


class Invitation(Struct, frozen=True):
    """Entry of the list; a second entry with the same link records its use."""

    link: str
    """Digest of the link."""
    key: str
    """Key of the invited user, to which names and seats belong."""
    name: str
    until: datetime
    """Time at which it expires, in UTC."""
    table: str = ""
    """Code of the table that it leads to."""
    used: datetime | None = None


class Invitations:
    """Invitations of a server, safe for several processes."""

    def __init__(
        self, document: Document, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Read the list. Raises StorageError."""
        self._clock = clock
        self._open: dict[str, Invitation] = {}
        self._came: set[str] = set()
        self._list: JsonLinesList[Invitation] = JsonLinesList(document, Invitation)
        self._learn(self._list.read_new())

    def make(self, key: str, name: str, table: str = "") -> str:
        """Create an invitation; returns the secret end of its link. Raises StorageError."""
        secret = secrets.token_urlsafe(24)
        new = Invitation(_digest(secret), key, name, self._clock() + LASTING, table)
        while not self._add(new):
            pass
        return secret

    def use(self, secret: str) -> Invitation | None:
        """Use a link; returns None if it was used, has expired or does not exist. Raises StorageError."""
        digest = _digest(secret)
        self._learn(self._list.read_new())  # another process may have made it
        while (
            invitation := self._open.get(digest)
        ) is not None and invitation.until > self._clock():
            if self._add(replace(invitation, used=self._clock())):
                return invitation
        return None

    def is_admitted(self, key: str) -> bool:
        """True if the user with this key was admitted by a link."""
        return key in self._came

    def _add(self, new: Invitation) -> bool:
        """Append an entry; returns False if another process wrote first."""
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
    """Open invitations, and one used invitation for each admitted key."""
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
