"""Who may come in: the server's own key, and whom it lets in by theirs."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import asyncssh

from hako.engine.people.room import GUEST, Visitor
from hako.tui.lobby.names import BadFile, NameRegistry, NamesFull, NameTaken
from hako.tui.lobby.spelling import is_fit


class Doorkeeper:
    """Decides who is let in; its answers are keys of sentences."""

    def __init__(
        self,
        names: NameRegistry,
        allowed: asyncssh.SSHAuthorizedKeys | None = None,
        guests: bool = False,
    ) -> None:
        self._names = names
        self._allowed = allowed
        self.guests_are_welcome = guests

    def objection_to_key(self, name: str, key: asyncssh.SSHKey, address: str) -> str | None:
        """Why this key may not play under that name, or None if it may."""
        if self._allowed is not None and self._allowed.validate(key, address, address) is None:
            return "not_allowed"
        line = public_line(key)
        if not is_fit(name) and not self._names.owns(name, line):
            return "name_unfit"
        return None if self._names.may_have(name, line) else "name_taken"

    def objection_to_guest(self, name: str) -> str | None:
        """Why nobody without a key may play under that name, or None if one may."""
        if not self.guests_are_welcome:
            return "not_allowed"
        if not is_fit(name):
            return "name_unfit"
        return None if self._names.is_free(name) else "name_taken"

    def welcome(self, name: str, key: asyncssh.SSHKey | None) -> Visitor:
        """Who that is; a name that they had before is now kept for good. Raises StoreFailed."""
        if key is None:
            return Visitor(name, GUEST + name)
        self._names.keep(name, public_line(key))
        return Visitor(name, key.get_fingerprint())

    def objection_to_owner(
        self, name: str, key: asyncssh.SSHKey | None, may_take: Callable[[], bool]
    ) -> str | None:
        """Write down the owner of a name, or tell why they cannot have it.

        `may_take` is asked where the name is new. Raises StoreFailed.
        """
        if key is None or self._names.owns(name, line := public_line(key)):
            return None
        if self._names.may_have(name, line) and not may_take():
            return "names_full"
        try:
            self._names.claim(name, line)
        except NameTaken:
            return "name_taken"
        except NamesFull:
            return "names_full"
        return None


def public_line(key: asyncssh.SSHKey) -> str:
    """A public key as in authorized_keys, without the comment."""
    return " ".join(key.export_public_key().decode("ascii").split()[:2])


def host_key(path: Path) -> asyncssh.SSHKey:
    """The server's key, made when there is none; only its owner may read the file."""
    if not path.exists():
        _write_new_key(path)
    try:
        return asyncssh.read_private_key(path)
    except asyncssh.KeyImportError as error:
        raise BadFile("no_private_key", file=path, what=error) from None


def read_allowed_keys(path: Path) -> asyncssh.SSHAuthorizedKeys:
    """The keys of a closed house. Raises BadFile if there is none in the file."""
    try:
        return asyncssh.read_authorized_keys(path)
    except ValueError as error:
        raise BadFile("no_public_keys", file=path, what=error) from None


def _write_new_key(path: Path) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # mode 600
    with os.fdopen(descriptor, "wb") as file:
        file.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass  # another server over this folder was faster: its key it is
    finally:
        Path(temporary).unlink()
