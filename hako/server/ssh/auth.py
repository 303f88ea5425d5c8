"""Who may come in: the server's own key, and whom it lets in by theirs."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import asyncssh
from msgspec import Struct

from hako.engine.log.save import Document
from hako.engine.storage.registry import Registry
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

HOST_KEYS = "host_keys.jsonl"
"""Where it stands, in the house, by which keys it was opened."""


class _LocalLogin(Struct, frozen=True):
    """A machine opened the house by a key of that fingerprint."""

    key: str


class Principal(Struct, frozen=True):
    """Whom names and seats can belong to."""

    line: str
    """As the file of names has it."""
    key: str
    """As tables have it."""

    @classmethod
    def of_key(cls, key: asyncssh.SSHKey) -> Principal:
        """Whoever has a key."""
        return cls(public_line(key), key.get_fingerprint())

    @classmethod
    def of_account(cls, account: str, name: str) -> Principal:
        """Somebody with an account on this machine, under that name."""
        key = account_key(account, name)
        return cls(key, key)

    @classmethod
    def of_browser(cls, key: str) -> Principal:
        """Whoever has a pass with that key."""
        return cls(key, key)


class Authenticator:
    """Decides who is let in; its answers are keys of sentences."""

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
        """Whether only those come in whom the host lets in one by one."""
        return self._allowed is not None

    def objection_to_key(self, name: str, key: asyncssh.SSHKey, address: str) -> str | None:
        """Why this key may not play under that name, or None if it may."""
        if self._allowed is not None and self._allowed.validate(key, address, address) is None:
            return "not_allowed"
        return self.objection_to_name(name, public_line(key))

    def objection_to_name(self, name: str, line: str) -> str | None:
        """Why a key or an account may not play under that name, or None if it may."""
        if not is_fit(name) and not self.names.owns(name, line):
            return "name_unfit"
        return None if self.names.may_have(name, line) else "name_taken"

    def objection_to_account(self, name: str, owner: Principal) -> str | None:
        """The same for an account; the house's own comes in whoever took its name before."""
        return None if owner.key in own_keys() else self.objection_to_name(name, owner.line)

    def objection_to_guest(self, name: str) -> str | None:
        """Why nobody without a key may play under that name, or None if one may."""
        if not self.guests_are_welcome:
            return "not_allowed"
        if not is_fit(name):
            return "name_unfit"
        return None if self.names.is_free(name) else "name_taken"

    def owner_of(self, name: str) -> str | None:
        """The key, as tables have it, that a name belongs to."""
        line = self.names.owner_of(name)
        with suppress(ValueError):  # a line that was damaged is nobody's
            return None if line is None else key_of(line)
        return None

    def welcome(self, name: str, owner: Principal | None, network: str) -> User:
        """Who that is; a name that they had before is now kept for good. Raises StoreFailed.

        Behind the server's own account may be everybody whom an sshd lets in; and where nobody
        needs a link, a browser that forgets its pass is given another one.
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
        """Why somebody may not act under a name; see NameRegistry.objection_to. Raises StoreFailed."""
        if owner is None:
            return None if self.names.is_free(name) else "name_taken"
        return self.names.objection_to(name, owner.line, may_take, takes=takes)


def key_of(line: str) -> str:
    """The key, as tables have it, that stands so in the file of names."""
    if line.startswith((ACCOUNT, BROWSER)):
        return line
    return Principal.of_key(asyncssh.import_public_key(line)).key


def public_line(key: asyncssh.SSHKey) -> str:
    """A public key as in authorized_keys, without the comment."""
    return " ".join(key.export_public_key().decode("ascii").split()[:2])


def host_key(path: Path) -> asyncssh.SSHKey:
    """The server's key, made when there is none; only its owner may read the file."""
    made = _kept(path, lambda: asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    try:
        return asyncssh.import_private_key(made)
    except asyncssh.KeyImportError as error:
        raise BadAccountFile("no_private_key", file=path, what=error) from None


def is_server_key(sheet: Document, key: asyncssh.SSHKey) -> bool:
    """Whether the machine that opened the house last has the same key; it is written down.

    Raises StoreFailed.
    """
    opened: Registry[_LocalLogin] = Registry(sheet, _LocalLogin)
    login, before = _LocalLogin(key.get_fingerprint()), opened.read_new()[-1:]
    if before != [login]:
        opened.add(login)
    return before in ([], [login])


def pass_key(path: Path) -> bytes:
    """What browsers' passes are signed with, 32 bytes; made and kept as the server's key is."""
    return _kept(path, lambda: secrets.token_bytes(32))


def own_keys() -> frozenset[str]:
    """Those of the account that runs this process, and of the system's own."""
    return frozenset(account_key(name, name) for name in (own_account(), "root"))


def read_admins(path: Path) -> frozenset[str]:
    """The keys, as tables have them, of those who keep order. Raises BadFile."""
    try:
        keys = asyncssh.read_public_key_list(path)
    except (asyncssh.KeyImportError, ValueError) as error:
        raise BadAccountFile("no_public_keys", file=path, what=error) from None
    return frozenset(Principal.of_key(key).key for key in keys)


def read_allowed_keys(path: Path) -> asyncssh.SSHAuthorizedKeys:
    """The keys of a closed house. Raises BadAccountFile if there is none in the file."""
    try:
        return asyncssh.read_authorized_keys(path)
    except ValueError as error:
        raise BadAccountFile("no_public_keys", file=path, what=error) from None


def _kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What is in a file, made when there is none."""
    if not path.exists():
        _write_new(path, make())
    return path.read_bytes()


def _write_new(path: Path, secret: bytes) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # mode 600
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass  # another server over this folder was faster: its key it is
    finally:
        Path(temporary).unlink()
