"""The Unix socket in the data folder, for accounts of this machine.

SSH is spoken there, too, so that everything behind it is the same; but there is no login, for the
system tells the account. Whoever may write in the folder may connect, and could put a socket of
their own there: so a client accepts it only if the folder's owner listens.
"""

from __future__ import annotations

import logging
import os
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from hako.engine.storage import locks
from hako.engine.storage.files import open_unlinked
from hako.multiplayer.accounts.names import ACCOUNT, BadAccountFile

logger = logging.getLogger(__name__)

FILE = "house.sock"
"""The file of the socket in the data folder."""

_TELLS = hasattr(socket, "SO_PEERCRED")
"""True if the system tells the account at the other end (Linux); elsewhere only the owner may connect."""
_BACKLOG = 100
_LOCK = "house.lock"
"""The file that the server with the socket keeps locked."""
_PATIENCE_SECONDS = 5.0
"""The time that a server may take to accept a connection."""


@contextmanager
def listening(
    folder: Path,
    before: socket.socket | None = None,
    is_handed_on: Callable[[], bool] = lambda: False,
) -> Iterator[socket.socket | None]:
    """A socket that listens in the folder; None if another server has one, or none can be made.

    It is `before` if this server takes the place of one that had it. It stays in the folder if it
    is handed to a successor.
    """
    path = folder / FILE
    with ExitStack() as stack:
        listener = before
        try:
            is_free = stack.enter_context(_locked(folder))
            if listener is None and (not is_free or _is_open(folder)):
                logger.warning(
                    "another server listens at %s: local accounts connect to that one", path
                )
            else:
                listener = stack.enter_context(listener or _listener(folder))
                stack.callback(_leave, path, is_handed_on)
        except OSError as error:
            logger.warning("%s cannot be opened, so local accounts cannot connect: %s", path, error)
        yield listener


def _leave(path: Path, is_handed_on: Callable[[], bool]) -> None:
    if not is_handed_on():
        path.unlink(missing_ok=True)


def _listener(folder: Path) -> socket.socket:
    """A new socket in the folder; a file that a killed server or a stranger left is replaced."""
    if os.getuid() not in {0, folder.stat().st_uid}:
        logger.warning("%s belongs to another account: only this account can connect by it", folder)
    listener = socket.socket(socket.AF_UNIX)
    try:
        with _short(folder) as short:
            Path(short / FILE).unlink(missing_ok=True)
            _bind(listener, short / FILE, folder.stat().st_mode & 0o060 if _TELLS else 0)
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Within, True if this server holds the lock of the socket, False if another one does."""
    path = folder / _LOCK
    descriptor = open_unlinked(str(path), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        yield locks.lock(path, descriptor, wait=False) is not None
    finally:
        os.close(descriptor)  # which ends the lock


def _bind(listener: socket.socket, path: Path, group: int) -> None:
    """Bind it for its owner and the group bits of `group`; by the umask, for chmod follows links."""
    before = os.umask(0o777 & ~(0o600 | group))
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)


def connected(folder: Path) -> socket.socket | None:
    """A connection to the server over that folder; None if there is none, or access is denied.

    Raises BadAccountFile if the account that listens does not own the folder.
    """
    connection = _connect(folder)
    if connection is not None and (other := _stranger(connection, folder)) is not None:
        connection.close()
        owner = _called(folder.stat().st_uid)
        raise BadAccountFile("strange_house", file=folder / FILE, account=other, owner=owner)
    return connection


def _connect(folder: Path) -> socket.socket | None:
    if not hasattr(socket, "AF_UNIX"):
        return None  # on Windows, where no server runs
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(_PATIENCE_SECONDS)
    with suppress(OSError), _short(folder) as short:
        connection.connect(str(short / FILE))
        return connection
    connection.close()
    return None


def _stranger(connection: socket.socket, folder: Path) -> str | None:
    """The account that listens, if it is neither the folder's owner, root, nor this account."""
    if not _TELLS:
        return None  # there the socket is its owner's alone
    uid = _account_number(connection)
    return None if uid in {0, os.getuid(), folder.stat().st_uid} else _called(uid)


def _is_open(folder: Path) -> bool:
    """True if a server of this account listens there, perhaps of a hako that takes no lock."""
    connection = _connect(folder)
    if connection is None:
        return False
    with connection:
        return _stranger(connection, folder) is None


def account_at(connection: socket.socket) -> str | None:
    """The account at the other end; None if it is not on this machine."""
    if connection.family != socket.AF_UNIX:
        return None
    return _called(_account_number(connection)) if _TELLS else own_account()


def _account_number(connection: socket.socket) -> int:
    size = struct.calcsize("3i")
    _, uid, _ = struct.unpack(
        "3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    )
    return int(uid)


def own_account() -> str:
    """The account that this process runs under; the environment may name another one."""
    return _called(os.getuid())


def _called(uid: int) -> str:
    import pwd  # which Windows does not have

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)  # as in a container


def address_of(account: str) -> str:
    """The text that takes the place of an address for an account of this machine."""
    return f"{ACCOUNT}{account}"


@contextmanager
def _short(folder: Path) -> Iterator[Path]:
    """Within, a short path to the folder, for the path of a socket has at most some 100 bytes."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        through = Path(f"/proc/self/fd/{descriptor}")
        yield through if through.exists() else folder
    finally:
        os.close(descriptor)
