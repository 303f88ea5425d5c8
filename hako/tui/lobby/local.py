"""The way in for accounts of this machine: a Unix socket in the house's folder.

SSH is spoken there, too, so that all behind it is the same; but nobody has to prove who they
are, for the system tells. Who may write in the folder may come.
"""

from __future__ import annotations

import logging
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hako.tui.lobby.names import ACCOUNT

logger = logging.getLogger(__name__)

FILE = "house.sock"
"""Where it is, in the folder of the lobby."""

_TELLS = hasattr(socket, "SO_PEERCRED")
"""Whether the system tells who is at the other end (Linux); elsewhere only its owner may come."""
_BACKLOG = 100


@contextmanager
def listening(folder: Path) -> Iterator[socket.socket | None]:
    """A socket that listens in the folder; None where another server over it does, or none can."""
    path = folder / FILE
    if is_open(folder):
        logger.warning("another server has %s: accounts of this machine come to that one", path)
        yield None
        return
    listener = socket.socket(socket.AF_UNIX)
    try:
        with _short(folder) as short:
            Path(short / FILE).unlink(missing_ok=True)  # of a server that was killed
            _bind(listener, short / FILE, folder.stat().st_mode & 0o060 if _TELLS else 0)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        logger.warning("%s cannot be opened, hako lobby and hako house not used: %s", path, error)
        yield None
        return
    try:
        yield listener
    finally:
        listener.close()
        path.unlink(missing_ok=True)


def _bind(listener: socket.socket, path: Path, group: int) -> None:
    """Open it for its owner, and its group so far; by the umask, for chmod goes through links."""
    before = os.umask(0o777 & ~(0o600 | group))
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)


def connected(folder: Path) -> socket.socket | None:
    """A line to the server over that folder; None where none is there, or we may not come."""
    if not hasattr(socket, "AF_UNIX"):
        return None  # on Windows, where no server runs
    line = socket.socket(socket.AF_UNIX)
    with suppress(OSError), _short(folder) as short:
        line.connect(str(short / FILE))
        return line
    line.close()
    return None


def is_open(folder: Path) -> bool:
    """Whether somebody listens there."""
    line = connected(folder)
    if line is not None:
        line.close()
    return line is not None


def account_at(line: socket.socket) -> str | None:
    """The account at the other end, where it is one of this machine."""
    if line.family != socket.AF_UNIX:
        return None
    if not _TELLS:
        return own_account()
    size = struct.calcsize("3i")
    _, uid, _ = struct.unpack("3i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return _called(uid)


def own_account() -> str:
    """The account that this process runs under; what the environment says may be another's."""
    return _called(os.getuid())


def _called(uid: int) -> str:
    import pwd  # which Windows does not have

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)  # as in a container


def address_of(account: str) -> str:
    """What stands where others have the address they come from."""
    return f"{ACCOUNT}{account}"


@contextmanager
def _short(folder: Path) -> Iterator[Path]:
    """Another path to the folder; that of a socket has room for some 100 bytes only."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        through = Path(f"/proc/self/fd/{descriptor}")
        yield through if through.exists() else folder
    finally:
        os.close(descriptor)
