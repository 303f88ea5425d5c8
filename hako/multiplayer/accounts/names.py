"""The registry of names of users, and the keys that own them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.save import Document
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.name_rules import skeleton
from hako.multiplayer.accounts.users import GUEST, User

FILE = "names.jsonl"
"""Name of the stored list."""

ACCOUNT = "account:"
"""Prefix of keys of accounts of this machine."""

BROWSER = "web:"
"""Prefix of keys that a browser has in its session cookie."""

TRIAL = timedelta(days=30)
"""Time for which a new name is reserved for an owner who does not return."""

_DAY = timedelta(days=1)
_TIME = "%Y-%m-%dT%H:%M:%SZ"


Objection: TypeAlias = Literal["name_taken", "names_full"]
"""Reason why a key may not act under a name, as the key of a text."""


class NameTaken(Exception):
    """Error: another key owns the name, or one that looks like it."""


class NamesFull(Exception):
    """Error: the registry is full, or this key has taken too many names today."""


class BadAccountFile(Failure, ValueError):
    """Error: a file of the server has invalid content."""

    words = MULTIPLAYER


class NameClaim(Struct, frozen=True):
    """Entry of the list of names."""

    name: str
    key: str
    """Public key as in authorized_keys, without comment."""
    since: str = ""
    """Time at which the name was taken, in UTC."""
    until: str = ""
    """Time at which it becomes free unless its owner returns, in UTC; "" for never."""


class NameRegistry:
    """Names and the keys that took them first, in a file of JSON lines.

    An entry is added when a name is taken, kept for good, or released; safe for several processes.
    """

    def __init__(
        self,
        document: Document,
        most: int,
        most_a_day: int = 3,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Read the list; a key can take `most_a_day` new names a day. Raises StorageError."""
        self._most = most
        self._most_a_day = most_a_day
        self._clock = clock
        self._owners: dict[str, NameClaim] = {}
        self._alike: dict[str, set[str]] = {}
        """Casefolded names of each skeleton."""
        self._list: JsonLinesList[NameClaim] = JsonLinesList(document, NameClaim)
        self._learn(self._list.read_new())

    def is_free(self, name: str) -> bool:
        """True if nobody owns the name, in any capitalisation, or one that looks like it."""
        return not any(self._owners_of(name))

    def may_have(self, name: str, key: str) -> bool:
        """True if a key owns the name or could take it, as nobody else owns one that looks like it."""
        claim = self._claim(name)
        if claim is not None and claim.name == name and not self._is_over(claim):
            return claim.key == key  # also if an old file has two names that look alike
        return all(owner == key for owner in self._owners_of(name))

    def owns(self, name: str, key: str) -> bool:
        """True if a key owns the name."""
        claim = self._claim(name)
        return claim is not None and claim.key == key and not self._is_over(claim)

    def claim(self, name: str, key: str) -> None:
        """Give a free name to a key; does nothing if the key owns it.

        Raises NameTaken, NamesFull, StorageError.
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
        """Take or check a name for a key that acts under it; returns the objection, or None.

        Every way of acting under a name that others read calls this first. `may_take` is called if the
        name is new. With `takes` false a free name is not taken. Raises StorageError.
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
        """Keep a name for good once its owner returns on another day. Raises StorageError."""
        while self.owns(name, key) and self._is_on_trial(claim := self._owners[name.casefold()]):
            if self._add(NameClaim(claim.name, key, claim.since)):
                return

    def owner_of(self, name: str) -> str | None:
        """Key that owns a name, as in the file; None if it is free."""
        claim = self._claim(name)
        return None if claim is None or self._is_over(claim) else claim.key

    def owners(self) -> set[str]:
        """Keys that own a name, as in the file."""
        return {claim.key for claim in self._owners.values() if not self._is_over(claim)}

    def free(self, name: str) -> bool:
        """Release a name; returns False if nobody owns it. Raises StorageError."""
        while (key := self.owner_of(name)) is not None:
            claim = self._owners[name.casefold()]
            if self._add(NameClaim(claim.name, key, claim.since, f"{self._clock():{_TIME}}")):
                return True
        return False

    def _claim(self, name: str) -> NameClaim | None:
        """Last entry about a name, also of another process."""
        self._poll()
        return self._owners.get(name.casefold())

    def _poll(self) -> None:
        with suppress(StorageError):  # keep what is known
            self._learn(self._list.read_new())

    def _owners_of(self, name: str) -> Iterator[str]:
        self._poll()
        for folded in {name.casefold(), *self._alike.get(skeleton(name), ())}:
            claim = self._owners.get(folded)
            if claim is not None and not self._is_over(claim):
                yield claim.key

    def _is_over(self, claim: NameClaim) -> bool:
        return bool(claim.until) and claim.until <= f"{self._clock():{_TIME}}"

    def _is_on_trial(self, claim: NameClaim) -> bool:
        """True if a name is on trial and was not taken within the last day."""
        return bool(claim.until) and claim.since <= f"{self._clock() - _DAY:{_TIME}}"

    def _check_room(self, key: str) -> None:
        yesterday = f"{self._clock() - _DAY:{_TIME}}"
        kept = [claim for claim in self._owners.values() if not self._is_over(claim)]
        today = sum(claim.key == key and claim.since > yesterday for claim in kept)
        if len(kept) >= self._most or today >= self._most_a_day:
            raise NamesFull

    def _add(self, new: NameClaim) -> bool:
        """Append an entry; returns False if another process wrote first."""
        is_added = self._list.add(new)
        self._learn([new] if is_added else self._list.read_new())
        return is_added

    def _learn(self, entries: Iterable[NameClaim]) -> None:
        for new in entries:
            folded = new.name.casefold()
            claim = self._owners.get(folded)
            if _is_owned_by(new, claim):
                self._owners[folded] = new
                if claim is None or claim.name != new.name:
                    self._alike.setdefault(skeleton(new.name), set()).add(folded)


def _is_owned_by(new: NameClaim, claim: NameClaim | None) -> bool:
    """True if an entry about a name is valid after the last one."""
    was_over = claim is not None and claim.until and claim.until <= new.since
    return claim is None or claim.key == new.key or bool(was_over)


def kept_names(owners: Iterable[NameClaim], now: datetime) -> Iterator[NameClaim]:
    """Valid entry of each name that has an owner."""
    last: dict[str, NameClaim] = {}
    for new in owners:
        if _is_owned_by(new, last.get(folded := new.name.casefold())):
            last[folded] = new
    return (claim for claim in last.values() if not claim.until or claim.until > f"{now:{_TIME}}")


def account_key(account: str, name: str) -> str:
    """Key of a user with an account on this machine and no other key."""
    return f"{ACCOUNT}{account}:{name}"


def guest(name: str, present: Iterable[User], origin: str = "", network: str = "") -> User:
    """Guest with this name; a number is added while another guest has it.

    A later guest with the same name gets the seats of the earlier one.
    """
    taken = {user.key for user in present}
    user, number = User(name, GUEST + name, origin, network), 2
    while user.key in taken:
        called = f"{name}~{number}"
        user, number = User(called, GUEST + called, origin, network), number + 1
    return user
