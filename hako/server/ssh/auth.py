"""Authentication: the keys, accounts and browsers that may log in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import asyncssh
from msgspec import Struct

from hako.multiplayer.accounts.name_rules import is_fit
from hako.multiplayer.accounts.names import (
    ACCOUNT,
    BROWSER,
    BadAccountFile,
    NameRegistry,
    account_key,
)
from hako.multiplayer.accounts.users import GUEST, User
from hako.server.connection_limits import OWN
from hako.server.unix_socket import own_account


class Principal(Struct, frozen=True):
    """An owner of names and seats: a key, an account, or a browser."""

    line: str
    """The owner as the file of names spells it."""
    key: str
    """The owner as tables spell it."""

    @classmethod
    def of_key(cls, key: asyncssh.SSHKey) -> Principal:
        """The owner of a public key."""
        return cls(public_line(key), key.get_fingerprint())

    @classmethod
    def of_account(cls, account: str, name: str) -> Principal:
        """The owner of an account on this machine, under that name."""
        key = account_key(account, name)
        return cls(key, key)

    @classmethod
    def of_browser(cls, key: str) -> Principal:
        """The owner of a session cookie with that key."""
        return cls(key, key)


class Authenticator:
    """Decides who may log in; its objections are keys of sentences."""

    def __init__(
        self,
        names: NameRegistry,
        allowed: asyncssh.SSHAuthorizedKeys | None = None,
        guests: bool = False,
    ) -> None:
        self.names = names
        self._allowed = allowed
        self.guests_are_welcome = guests

    @property
    def is_closed(self) -> bool:
        """True if only keys on a list may log in."""
        return self._allowed is not None

    def objection_to_key(self, name: str, key: asyncssh.SSHKey, address: str) -> str | None:
        """The objection to this key playing under that name, or None."""
        if self._allowed is not None and self._allowed.validate(key, address, address) is None:
            return "not_allowed"
        return self.objection_to_name(name, public_line(key))

    def objection_to_name(self, name: str, line: str) -> str | None:
        """The objection to a key or an account playing under that name, or None."""
        if not is_fit(name) and not self.names.owns(name, line):
            return "name_unfit"
        return None if self.names.may_have(name, line) else "name_taken"

    def objection_to_account(self, name: str, owner: Principal) -> str | None:
        """The same for an account; the server's own may log in even if its name was taken before."""
        return None if owner.key in own_keys() else self.objection_to_name(name, owner.line)

    def objection_to_guest(self, name: str) -> str | None:
        """The objection to a guest playing under that name, or None."""
        if not self.guests_are_welcome:
            return "not_allowed"
        if not is_fit(name):
            return "name_unfit"
        return None if self.names.is_free(name) else "name_taken"

    def owner_of(self, name: str) -> str | None:
        """The owner of a name, as tables spell it; None if nobody owns it."""
        line = self.names.owner_of(name)
        with suppress(ValueError):  # a line that was damaged is nobody's
            return None if line is None else key_of(line)
        return None

    def welcome(self, name: str, owner: Principal | None, network: str) -> User:
        """The user who logs in; a name that they own is remembered for good. Raises StorageError.

        The user has a network as their origin where one owner may be many people: an sshd may let
        everybody in by the server's own account, and in an open server a browser that forgets its
        cookie is given another one.
        """
        if owner is None:
            return User(name, GUEST + name, network, network)
        self.names.save(name, owner.line)
        is_other_account = owner.key.startswith(ACCOUNT) and network != OWN
        is_anybody = owner.key.startswith(BROWSER) and not self.is_closed
        whence = network if is_other_account or is_anybody else ""
        return User(name, owner.key, whence, "" if network == OWN else network)

    def objection_to_act(
        self, name: str, owner: Principal | None, may_take: Callable[[], bool], *, takes: bool
    ) -> str | None:
        """The objection to somebody acting under a name; see NameRegistry.objection_to.

        Raises StorageError.
        """
        if owner is None:
            return None if self.names.is_free(name) else "name_taken"
        return self.names.objection_to(name, owner.line, may_take, takes=takes)


def key_of(line: str) -> str:
    """The owner as tables spell it, from the spelling in the file of names."""
    if line.startswith((ACCOUNT, BROWSER)):
        return line
    return Principal.of_key(asyncssh.import_public_key(line)).key


def public_line(key: asyncssh.SSHKey) -> str:
    """A public key as in authorized_keys, without the comment."""
    return " ".join(key.export_public_key().decode("ascii").split()[:2])


def own_keys() -> frozenset[str]:
    """The keys, as tables spell them, of the account that runs this process and of root."""
    return frozenset(account_key(name, name) for name in (own_account(), "root"))


def read_admins(path: Path) -> frozenset[str]:
    """The keys of moderators in a file, as tables spell them. Raises BadAccountFile."""
    try:
        keys = asyncssh.read_public_key_list(path)
    except (asyncssh.KeyImportError, ValueError) as error:
        raise BadAccountFile("no_public_keys", file=path, what=error) from None
    return frozenset(Principal.of_key(key).key for key in keys)


def read_allowed_keys(path: Path) -> asyncssh.SSHAuthorizedKeys:
    """The keys that may log in. Raises BadAccountFile if there is none in the file."""
    try:
        return asyncssh.read_authorized_keys(path)
    except ValueError as error:
        raise BadAccountFile("no_public_keys", file=path, what=error) from None
