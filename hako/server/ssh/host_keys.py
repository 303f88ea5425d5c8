"""The keys of the server itself: its host key, and the key of its passes."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

import asyncssh
from msgspec import Struct

from hako.engine.log.save import Document
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.multiplayer.accounts.names import (
    BadAccountFile,
)

HOST_KEYS = "host_keys.jsonl"
"""The file of the host keys that the server was opened with."""


class ServerStart(Struct, frozen=True):
    """A start of the server with a host key of that fingerprint."""

    key: str


def host_key(path: Path) -> asyncssh.SSHKey:
    """The server's key, made when there is none; only its owner may read the file."""
    made = _kept(path, lambda: asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    try:
        return asyncssh.import_private_key(made)
    except asyncssh.KeyImportError as error:
        raise BadAccountFile("no_private_key", file=path, what=error) from None


def is_server_key(document: Document, key: asyncssh.SSHKey) -> bool:
    """True if the server was last opened with the same host key; this start is recorded.

    Raises StorageError.
    """
    opened: JsonLinesList[ServerStart] = JsonLinesList(document, ServerStart)
    login, before = ServerStart(key.get_fingerprint()), opened.read_new()[-1:]
    if before != [login]:
        opened.add(login)
    return before in ([], [login])


def pass_key(path: Path) -> bytes:
    """The 32 bytes that sign session cookies; made and kept as the host key is."""
    return _kept(path, lambda: secrets.token_bytes(32))


def _kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """The content of a file, which is made if there is none."""
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
