"""Players' names on shared tables, and the keys that own them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.save import Document, StorageError
from hako.engine.storage.registry import Registry
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.name_rules import skeleton
from hako.multiplayer.accounts.users import GUEST, User

FILE = "names.jsonl"
"""Where they are kept, in the folder of the lobby."""

ACCOUNT = "account:"
"""With this the key of an account of this machine begins."""

BROWSER = "web:"
"""With this the key begins that a browser keeps in its pass."""

TRIAL = timedelta(days=30)
"""So long a new name is kept for somebody who does not come again."""

_DAY = timedelta(days=1)
_TIME = "%Y-%m-%dT%H:%M:%SZ"


Objection: TypeAlias = Literal["name_taken", "names_full"]
"""Why a key may not act under a name, as the key of a sentence."""


class NameTaken(Exception):
    """Another key owns the name, or one that looks like it."""


class NamesFull(Exception):
    """No more new names are remembered, or none of this key today."""


class BadAccountFile(Failure, ValueError):
    """A file of the house that is not what it should be: which one, why, what would do."""

    words = MULTIPLAYER


class NameClaim(Struct, frozen=True):
    """One line of the file of names."""

    name: str
    key: str
    """The public key as in authorized_keys, without a comment."""
    since: str = ""
    """When the name was taken, in UTC."""
    until: str = ""
    """When it is free again, in UTC, if its owner does not come again; "" for never."""


class NameRegistry:
    """Names and the keys that took them first, in a file of JSON lines.

    A line is added when a name is taken, and another one when it is kept for good or
    freed, safely for several processes over one file.
    """

    def __init__(
        self,
        sheet: Document,
        most: int,
        most_a_day: int = 3,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Read the list; of one key `most_a_day` new names are taken. Raises StoreFailed."""
        self._most = most
        self._most_a_day = most_a_day
        self._clock = clock
        self._owners: dict[str, NameClaim] = {}
        self._alike: dict[str, set[str]] = {}
        """For each skeleton the names, folded, that have it."""
        self._list: Registry[NameClaim] = Registry(sheet, NameClaim)
        self._turn = Lock()
        """Held while lines are written or read: names are kept in a thread."""
        self._learn(self._list.read_new())

    def is_free(self, name: str) -> bool:
        """Whether nobody owns the name, however it is capitalised, or one that looks like it."""
        return not any(self._owners_of(name))

    def may_have(self, name: str, key: str) -> bool:
        """Whether a key owns the name, or could take it: nobody else's looks like it."""
        own = self._ownership(name)
        if own is not None and own.name == name and not self._is_over(own):
            return own.key == key  # also where an old file has two that look alike
        return all(owner == key for owner in self._owners_of(name))

    def owns(self, name: str, key: str) -> bool:
        """Whether a key has taken the name."""
        own = self._ownership(name)
        return own is not None and own.key == key and not self._is_over(own)

    def claim(self, name: str, key: str) -> None:
        """Give a free name to a key; does nothing if the key owns it already.

        Raises NameTaken, NamesFull, or StorageError if it cannot be written down.
        """
        while self.may_have(name, key):
            if self.owns(name, key):
                return
            self._check_room(key)
            now = self._clock()
            if self._add(NameClaim(name, key, f"{now:{_TIME}}", f"{now + TRIAL:{_TIME}}")):
                return
        raise NameTaken

    def objection_to(
        self,
        name: str,
        key: str,
        may_take: Callable[[], bool] = lambda: True,
        *,
        takes: bool = True,
    ) -> Objection | None:
        """Take a name for a key that acts under it, or compare it; why that cannot be, or None.

        Every door asks this before somebody does anything under a name that others read. `may_take`
        is asked where the name is new; where nobody `takes` it, a name that is free will do.
        Raises StoreFailed.
        """
        if self.owns(name, key):
            return None
        if not self.may_have(name, key):
            return "name_taken"
        if not takes:
            return None
        try:
            if may_take():
                self.claim(name, key)
                return None
        except NameTaken:
            return "name_taken"
        except NamesFull:
            pass
        return "names_full"

    def save(self, name: str, key: str) -> None:
        """Keep a key's name for good, now that its owner came on another day. Raises StoreFailed."""
        while self.owns(name, key) and self._is_new_here(own := self._owners[name.casefold()]):
            if self._add(NameClaim(own.name, key, own.since)):
                return

    def owner_of(self, name: str) -> str | None:
        """The key that owns a name, as in its line of the file."""
        own = self._ownership(name)
        return None if own is None or self._is_over(own) else own.key

    def owners(self) -> set[str]:
        """The keys that own a name, as in their lines of the file."""
        return {own.key for own in self._owners.values() if not self._is_over(own)}

    def free(self, name: str) -> bool:
        """Let a name belong to nobody; False where nobody owns it. Raises StoreFailed."""
        while (key := self.owner_of(name)) is not None:
            own = self._owners[name.casefold()]
            if self._add(NameClaim(own.name, key, own.since, f"{self._clock():{_TIME}}")):
                return True
        return False

    def _ownership(self, name: str) -> NameClaim | None:
        """The last line about a name, also where another process wrote it."""
        self._look()
        return self._owners.get(name.casefold())

    def _look(self) -> None:
        if not self._turn.acquire(blocking=False):
            return  # a thread is at it, and its disk is nothing that everybody should wait for
        try:
            with suppress(StorageError):  # then it is as we knew it
                self._learn(self._list.read_new())
        finally:
            self._turn.release()

    def _owners_of(self, name: str) -> Iterator[str]:
        self._look()
        for folded in {name.casefold(), *self._alike.get(skeleton(name), ())}:
            own = self._owners.get(folded)
            if own is not None and not self._is_over(own):
                yield own.key

    def _is_over(self, own: NameClaim) -> bool:
        return bool(own.until) and own.until <= f"{self._clock():{_TIME}}"

    def _is_new_here(self, own: NameClaim) -> bool:
        """Whether it is on trial, and was not taken this very day."""
        return bool(own.until) and own.since <= f"{self._clock() - _DAY:{_TIME}}"

    def _check_room(self, key: str) -> None:
        yesterday = f"{self._clock() - _DAY:{_TIME}}"
        kept = [own for own in self._owners.values() if not self._is_over(own)]
        today = sum(own.key == key and own.since > yesterday for own in kept)
        if len(kept) >= self._most or today >= self._most_a_day:
            raise NamesFull

    def _add(self, new: NameClaim) -> bool:
        """Write it down; False where another process wrote first, perhaps this very name."""
        with self._turn:
            is_added = self._list.add(new)
            self._learn([new] if is_added else self._list.read_new())
        return is_added

    def _learn(self, entries: Iterable[NameClaim]) -> None:
        for new in entries:
            folded = new.name.casefold()
            own = self._owners.get(folded)
            if _is_owned_by(new, own):
                self._owners[folded] = new
                if own is None or own.name != new.name:
                    self._alike.setdefault(skeleton(new.name), set()).add(folded)


def _is_owned_by(new: NameClaim, own: NameClaim | None) -> bool:
    """Whether a line about a name holds, after the last one about it."""
    was_over = own is not None and own.until and own.until <= new.since
    return own is None or own.key == new.key or bool(was_over)


def kept_names(owners: Iterable[NameClaim], now: datetime) -> Iterator[NameClaim]:
    """The line that holds about each name that belongs to somebody."""
    last: dict[str, NameClaim] = {}
    for new in owners:
        if _is_owned_by(new, last.get(folded := new.name.casefold())):
            last[folded] = new
    return (own for own in last.values() if not own.until or own.until > f"{now:{_TIME}}")


def account_key(account: str, name: str) -> str:
    """The key of somebody with an account on this machine, where no other key tells who it is."""
    return f"{ACCOUNT}{account}:{name}"


def guest(name: str, present: Iterable[User], whence: str = "", network: str = "") -> User:
    """A guest of that name; a second one at the same time is told apart by a number.

    Whoever comes as a guest of the same name later finds the seats of the one before.
    """
    taken = {visitor.key for visitor in present}
    visitor, number = User(name, GUEST + name, whence, network), 2
    while visitor.key in taken:
        called = f"{name}~{number}"
        visitor, number = User(called, GUEST + called, whence, network), number + 1
    return visitor
