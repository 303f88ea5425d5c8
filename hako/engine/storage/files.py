"""Files: opened, read and written so that nothing blocks, and nothing is left half written."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, TypeAlias

from hako.engine.i18n.failure import Failure, from_os_error
from hako.engine.log.log_format import BadLog
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.disk_threads import DISK, Disk

MOST_BYTES = 64 << 20
"""Largest size of a log: about fifty times the longest games with many undos."""


MOST_DOCUMENT_BYTES = 4 * MOST_BYTES
"""Largest size of a document; the index of a hundred thousand logs is the largest."""

Opener: TypeAlias = Callable[[str, int], int]


def without_paths(error: Failure) -> Failure:
    """The failure for people at other machines: it names no file or folder of this one."""
    if isinstance(error, BadLog) or (isinstance(error, StorageError) and error.values):
        return Failure("store_of_house")
    return error


def open_regular(path: str, flags: int, mode: int = 0o666) -> int:
    """Open a regular file; refuse anything that could block, such as a pipe.

    Raises OSError or StorageError. An opener for `open`.
    """
    with suppress(FileNotFoundError):
        _check_kind(path, os.stat(path))  # noqa: PTH116  opening a device may have effects
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), mode)
    try:
        _check_kind(path, os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _check_kind(path: str, status: os.stat_result) -> None:
    """Raises IsADirectoryError or StorageError for anything but a regular file."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(status.st_mode):
        raise StorageError("in_file", file=path, reason=Failure("no_file"))


def check_size(file: IO[bytes], path: Path, most: int) -> None:
    """Raises StorageError for a file larger than `most` bytes, which would take too long to read."""
    if os.fstat(file.fileno()).st_size > most:
        reason = Failure("file_too_long", most=most >> 20)
        raise StorageError("in_file", file=path, reason=reason)


def read_rest(file: IO[bytes], path: Path, most: int) -> bytes:
    """Read the rest of a file of at most `most` bytes. Raises StorageError if it is larger."""
    check_size(file, path, most)
    return file.read()


def open_unlinked(path: str, flags: int, mode: int = 0o666) -> int:
    """Open a regular file, not a link, which somebody who may write in the folder could redirect."""
    return open_regular(path, flags | getattr(os, "O_NOFOLLOW", 0), mode)


def write_file(
    path: Path,
    content: bytes,
    *,
    makes_folder: bool = False,
    mode: int | None = None,
    disk: Disk = DISK,
) -> None:
    """Write a file atomically, replacing an existing one. Raises StorageError.

    With `makes_folder` a missing folder is created. A link is followed; a pipe or a device is
    written to. With a `mode`, for folders in which others may write, a link is not followed but
    replaced by the file.
    """
    with storage_errors(path):
        if mode is None and path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        path = Path(os.path.realpath(path)) if mode is None else path
        if makes_folder:
            make_folder(path.parent, disk=disk)
        elif not path.parent.exists():
            reason = Failure("no_such_folder", folder=path.parent)
            raise StorageError("in_file", file=path, reason=reason)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            opener = None if mode is None else partial(open_unlinked, mode=mode)
            with open(draft, "wb", buffering=0, opener=opener) as file:
                write_all(file.fileno(), content)
                disk.sync(file.fileno())
            draft.replace(path)
            sync_folder(path.parent, disk)
        finally:
            draft.unlink(missing_ok=True)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of the data to an open file. Raises OSError."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def make_folder(folder: Path, mode: int = 0o777, disk: Disk = DISK) -> None:
    """Make a folder and its missing parents, and sync them to the disk."""
    new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for made in new:
        sync_folder(made.parent, disk)


def sync_folder(folder: Path, disk: Disk = DISK) -> None:
    """Sync the names in a folder to the disk."""
    if sys.platform == "win32":
        return  # a folder cannot be opened there, and need not be synced
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        disk.sync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Raise StorageError, with the path and a remedy, in the place of OSError."""
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        raise StorageError("in_file", file=path, reason=from_os_error(error)) from error
