"""Who may come in: the server's own key, players' names, and the keys that own them."""

from __future__ import annotations

import os
import tempfile
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import asyncssh
import msgspec
from msgspec import Struct
from rich.cells import cell_len

from hako.engine.store import Conflict, FileSave, open_file
from hako.tui.ssh.app import Identity

NAME_CELLS = 24
"""How wide a name may be on screen."""


class NameTaken(Exception):
    """Another key owns the name."""


class NamesFull(Exception):
    """No more new names are remembered."""


class BadNames(ValueError):
    """The file of names cannot be read: which line, and why."""


class Ownership(Struct, frozen=True):
    """One line of the file of names."""

    name: str
    key: str
    """The public key as in authorized_keys, without a comment."""
    since: str = ""
    """When the name was taken, in UTC."""


class NameRegistry:
    """Names and the keys that took them first, in a file of JSON lines.

    A line is added when a name is taken, safely for several processes over one
    file; to free a name, stop the server and delete its line.
    """

    def __init__(self, path: Path, most: int) -> None:
        path.touch(mode=0o600)
        self._path = path
        self._most = most
        self._owners: dict[str, Ownership] = {}
        self._lines = 0
        self._file: FileSave
        self._file, data = open_file(path)
        self._learn(data[: data.rfind(b"\n") + 1])

    def owner(self, name: str) -> str | None:
        """The key that owns a name, however it is capitalised; None if it is free."""
        ownership = self._owners.get(name.casefold())
        return None if ownership is None else ownership.key

    def claim(self, name: str, key: str) -> None:
        """Give a free name to a key; does nothing if the key owns it already.

        Raises NameTaken, NamesFull, or StoreFailed if it cannot be written down.
        """
        while (owner := self.owner(name)) is None:
            if len(self._owners) >= self._most:
                raise NamesFull
            new = Ownership(name, key, f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")
            try:
                line = msgspec.json.encode(new) + b"\n"
                self._file.append(line)
                self._learn(line)
            except Conflict:  # another process has written: perhaps this very name
                self._learn(self._file.read_new())
        if owner != key:
            raise NameTaken

    def _learn(self, data: bytes) -> None:
        for line in data.splitlines():
            self._lines += 1
            try:
                ownership = msgspec.json.decode(line, type=Ownership)
            except msgspec.DecodeError as error:
                raise BadNames(f"{self._path}, line {self._lines}: {error}.") from None
            self._owners.setdefault(ownership.name.casefold(), ownership)


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
        if not is_fit(name):
            return "name_unfit"
        return None if self._names.owner(name) in {None, public_line(key)} else "name_taken"

    def objection_to_guest(self, name: str) -> str | None:
        """Why nobody without a key may play under that name, or None if one may."""
        if not self.guests_are_welcome:
            return "not_allowed"
        if not is_fit(name):
            return "name_unfit"
        return None if self._names.owner(name) is None else "name_taken"

    def welcome(self, name: str, key: asyncssh.SSHKey | None) -> Identity:
        """Write down the owner of a new name. Raises NameTaken, NamesFull, StoreFailed."""
        if key is None:
            return Identity(name)
        self._names.claim(name, public_line(key))
        return Identity(name, key.get_fingerprint())


def is_fit(name: str) -> bool:
    """A name that can stand on everybody's screen: short, printable, without blanks."""
    return (
        0 < len(name) <= NAME_CELLS
        and 0 < cell_len(name) <= NAME_CELLS
        and name[0].isalnum()
        and all(_is_letter_digit_or_mark(character) or character in "-_" for character in name)
    )


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
        raise ValueError(
            f"{path} is no private key: {error}. Move it away for a new one."
        ) from None


def read_allowed_keys(path: Path) -> asyncssh.SSHAuthorizedKeys:
    """The keys of a closed house. Raises ValueError if there is none in the file."""
    try:
        return asyncssh.read_authorized_keys(path)
    except ValueError as error:
        raise ValueError(
            f"{path}: {error}. A line of it is a public key, such as `ssh-ed25519 AAAA... ada`."
        ) from None


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


def _is_letter_digit_or_mark(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"
