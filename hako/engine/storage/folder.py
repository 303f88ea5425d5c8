"""Storage in a folder of `.hako` files, safe for several processes at once.

Every append locks the file, checks that its length is the one that the writer knows, writes, and
syncs it to the disk. If others have written, it raises Conflict and writes nothing; if the disk
fails, the file stays as it was.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import IO, TypeAlias

from hako.engine.i18n.failure import Failure, from_os_error
from hako.engine.log.ends import end_of
from hako.engine.log.header import Header
from hako.engine.log.records import BadLog, encode, read_header
from hako.engine.log.save import Conflict, StorageError
from hako.engine.storage import locks
from hako.engine.storage.presence_files import PresenceFolder
from hako.engine.storage.protocols import FINISHED, ChangeNotifier, SaveVersion, topic_hash

SUFFIX = ".hako"

REVIEW = ".review.json"
"""Suffix of the review beside a log; it is moved and deleted together with the log."""


NO_FILE = -1
"""Size reported for something that is not a file. A log of 0 bytes is just being created."""

MOST_BYTES = 64 << 20
"""Largest size of a log: about fifty times the longest games with many undos."""


MOST_DOCUMENT_BYTES = 4 * MOST_BYTES
"""Largest size of a document; the index of a hundred thousand logs is the largest."""


def without_paths(error: Failure) -> Failure:
    """The failure for people at other machines: it names no file or folder of this one."""
    if isinstance(error, BadLog) or (isinstance(error, StorageError) and error.values):
        return Failure("store_of_house")
    return error


Opener: TypeAlias = Callable[[str, int], int]


class FileSave:
    """A log in a file."""

    def __init__(
        self,
        path: Path,
        size: int,
        opener: Opener | None = None,
        notifier: ChangeNotifier | None = None,
        *,
        lacks_newline: bool = False,
        most: int = MOST_BYTES,
    ) -> None:
        """Use a file, of which `size` bytes were read already; it may grow to `most` bytes."""
        self.path = path
        self.name = path.stem
        self._size = size
        self._lacks_newline = lacks_newline
        """True if the last line that was read is complete except for its newline."""
        self._most = most
        self._opener = opener or open_regular
        self._notifier = notifier

    def append(self, line: bytes) -> None:
        with (
            storage_errors(self.path),
            open(self.path, "r+b", buffering=0, opener=self._opener) as file,
            _locked(self.path, file.fileno()),
        ):
            if _is_replaced(self.path, file.fileno()):
                raise Conflict(self.name)
            end = file.seek(0, os.SEEK_END)
            if end < self._size:
                raise StorageError("in_file", file=self.path, reason=Failure("file_shorter"))
            if end_of(self._beyond(end)).size:
                raise Conflict(self.name)
            line = b"\n" * self._lacks_newline + line
            if self._size + len(line) > self._most:
                raise StorageError("in_file", file=self.path, reason=Failure("log_full"))
            file.truncate(self._size)  # drop blank lines, or a line that a killed process left
            file.seek(self._size)
            try:
                _write_all(file.fileno(), line)
                os.fsync(file.fileno())
            except OSError:
                file.truncate(self._size)
                raise
            self._size += len(line)
            self._lacks_newline = False
        if self._notifier is not None:
            self._notifier.notify(topic_hash(self.name))

    def read_new(self) -> bytes:
        with storage_errors(self.path):
            new = self._beyond(self.path.stat().st_size)
        end = end_of(new)
        if end.size:
            self._size += end.size
            self._lacks_newline = end.lacks_newline
        return new[: end.size] + b"\n" * end.lacks_newline

    def beside(self, ending: str) -> FileDocument:
        with storage_errors(self.path):
            mode = self.path.stat().st_mode & 0o666  # it may contain secrets as the log does
        return FileDocument(self.path.with_suffix(ending), mode)

    def _beyond(self, end: int) -> bytes:
        """Read what others wrote after the known size; a missing newline is consumed."""
        if end <= self._size:
            return b""
        with open(self.path, "rb", opener=self._opener) as file:
            file.seek(self._size)
            beyond = _read(file, self.path, self._most)
        blank, newline, rest = beyond.partition(b"\n")
        if not (self._lacks_newline and newline) or blank.strip():
            return beyond
        self._size += len(blank + newline)
        self._lacks_newline = False
        return rest


class MemorySave:
    """A log in memory, for games that are not saved."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.data = bytearray()

    @classmethod
    def create(cls, header: Header) -> MemorySave:
        """Create a log with its header."""
        save = cls(next(names_for(header)))
        save.append(encode(header))
        return save

    def append(self, line: bytes) -> None:
        self.data += line

    def read_new(self) -> bytes:
        return b""  # no other process can write here

    def beside(self, ending: str) -> None:  # noqa: ARG002  nothing is stored
        return None


class FileDocument:
    """A list or document in a file."""

    def __init__(
        self,
        path: Path,
        mode: int = 0o666,
        *,
        follows: bool = False,
        notifier: ChangeNotifier | None = None,
    ) -> None:
        """Use a file; `mode` is that of a new one, limited by the umask.

        Links are not followed unless `follows`: where others may write in the folder, a link could
        lead to any file.
        """
        self.path = path
        self.name = str(path)
        self._mode = mode
        self._follows = follows
        self._opener = open_regular if follows else open_unlinked
        self._notifier = notifier

    def lines(self) -> FileSave:
        with storage_errors(self.path):
            descriptor = self._opener(self.name, os.O_CREAT | os.O_RDWR, self._mode)
            try:
                _close_to_others(descriptor, self._mode)
            finally:
                os.close(descriptor)
        return FileSave(self.path, 0, self._opener, self._notifier, most=sys.maxsize)

    def read(self) -> bytes | None:
        try:
            with storage_errors(self.path), open(self.path, "rb", opener=self._opener) as file:
                return _read(file, self.path, MOST_DOCUMENT_BYTES)
        except StorageError as error:
            if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
                return None
            raise

    def write(self, content: bytes) -> None:
        mode = None if self._follows else self._mode
        write_file(self.path, content, makes_folder=True, mode=mode)

    def exchange(self, before: bytes, after: bytes) -> bool:
        with (
            storage_errors(self.path),
            open(self.path, "r+b", buffering=0, opener=self._opener) as file,
            _locked(self.path, file.fileno()),
        ):
            if file.read() != before:
                return False
            self.write(after)
            return True

    def add(self, lines: bytes) -> None:
        with storage_errors(self.path):
            self.path.parent.mkdir(exist_ok=True)
            how = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            with os.fdopen(self._opener(self.name, how, self._mode), "wb") as file:
                file.write(lines)

    def remove(self) -> None:
        with storage_errors(self.path):
            self.path.unlink(missing_ok=True)

    def beside(self, ending: str) -> FileDocument:
        path = self.path.with_name(self.path.name + ending)
        return FileDocument(path, self._mode, follows=self._follows)


class FolderStore:
    """A folder of logs."""

    def __init__(
        self, folder: Path, mode: int = 0o666, notifier: ChangeNotifier | None = None
    ) -> None:
        """Use a folder; `mode` is that of new logs, limited by the umask.

        If it has execute bits, it is also the mode of the folder, if that is new. A `notifier`
        informs other processes about writes.
        """
        self._notifier = notifier
        self.folder = folder
        self.mode = mode & 0o666
        self._folder_mode = mode if mode & 0o111 else 0o777

    def create(self, header: Header) -> FileSave:
        """Create a log with its header; its name consists of date, time and game."""
        with storage_errors(self.folder):
            _make_folder(self.folder, self._folder_mode)
            for name in names_for(header):
                path = self.folder / f"{name}{SUFFIX}"
                try:
                    path.touch(self.mode, exist_ok=False)
                except FileExistsError:
                    continue
                save = FileSave(path, 0, notifier=self._notifier)
                try:
                    save.append(encode(header))
                    _sync_folder(self.folder)
                except OSError:
                    path.unlink(missing_ok=True)
                    raise
                return save
        raise AssertionError("names never run out")

    def open(self, name: str) -> tuple[FileSave, bytes]:
        """Open a log; return it with its content. Raises BadLog if it does not exist."""
        return open_file(self.path(name), self._notifier)

    def path(self, name: str) -> Path:
        """The path of a log, given its name with or without the suffix."""
        return self.folder / f"{name.removesuffix(SUFFIX)}{SUFFIX}"

    def archive(self, name: str) -> None:
        """Move a log, with its review, to the FINISHED folder."""
        path = self.path(name)
        away = self.folder / FINISHED / path.name
        with storage_errors(path):
            _make_folder(away.parent)
            path.rename(away)
            with suppress(FileNotFoundError):
                path.with_suffix(REVIEW).rename(away.with_suffix(REVIEW))
            _sync_folder(away.parent)  # the new place first, or a power failure could lose it
            _sync_folder(self.folder)

    def delete(self, name: str) -> None:
        """Delete a log, with its review, for good."""
        path = self.path(name)
        with storage_errors(path):
            path.unlink()
            path.with_suffix(REVIEW).unlink(missing_ok=True)
            _sync_folder(self.folder)

    def names(self) -> list[str]:
        """The names of all logs, the last played first."""
        with storage_errors(self.folder):
            if not self.folder.exists():
                return []
            files = list(self.folder.glob(f"*{SUFFIX}"))
            return [file.stem for file in sorted(files, key=last_played, reverse=True)]

    def versions(self, suffix: str = SUFFIX) -> dict[str, SaveVersion]:
        """The versions of all logs by name, without opening them.

        With another suffix those of the documents beside the logs.
        """
        with storage_errors(self.folder):
            if not self.folder.exists():
                return {}
            with os.scandir(self.folder) as files:
                logs = [file for file in files if file.name.endswith(suffix)]
            versions = ((file.name.removesuffix(suffix), _version(file.path)) for file in logs)
            return {name: version for name, version in versions if version is not None}

    def is_empty(self, name: str) -> bool:
        """True if a log has no header yet, since it is just being created."""
        path = self.path(name)
        with storage_errors(path):
            return path.stat().st_size == 0

    def holds(self, name: str) -> bool:
        """True if the log exists."""
        return self.path(name).exists()

    def played(self, name: str) -> float:
        """Time of the log's last append, in seconds since 1970; 0 if it does not exist."""
        return last_played(self.path(name))

    def clear(self) -> None:
        """Delete the folder and everything in it."""
        with storage_errors(self.folder), suppress(FileNotFoundError):
            shutil.rmtree(self.folder)

    def within(self, name: str, mode: int | None = None) -> FolderStore:
        """The store in the folder of that name within this one; `mode` is that of its new logs."""
        return FolderStore(self.folder / name, self.mode if mode is None else mode, self._notifier)

    def document(self, name: str, mode: int | None = None) -> FileDocument:
        """The document in the file of that name; `mode` is that of a new file."""
        mode = self.mode if mode is None else mode
        return FileDocument(self.folder / name, mode, notifier=self._notifier)

    def presence(self) -> PresenceFolder:
        """Publish a notice in the folder `here`, in which each process has a file."""
        with storage_errors(self.folder):
            return PresenceFolder(self.folder / "here", self._notifier)

    def subscribe(self, listener: Callable[[int], object]) -> None:
        """Call the listener with the topics of writes by others; never, without a notifier."""
        if self._notifier is not None:
            self._notifier.subscribe(listener)

    def things(self) -> dict[str, float]:
        """All files below the folder, with their times of last change in seconds since 1970."""
        with storage_errors(self.folder):
            files = (path for path in self.folder.rglob("*") if path.is_file())
            return {path.relative_to(self.folder).as_posix(): last_played(path) for path in files}

    def stamp(self, name: str, changed: float) -> None:
        """Set the time of last change of a file."""
        os.utime(self.folder / name, (changed, changed))

    def close(self) -> None:
        """Do nothing: a folder holds no resources."""

    def __reduce__(self) -> tuple[type[FolderStore], tuple[Path, int]]:
        """Pickle without the notifier, which works only in its own process."""
        return FolderStore, (self.folder, self.mode)

    def header(self, name: str) -> Header:
        """The header of a log alone. Raises BadLog."""
        path = self.path(name)
        with storage_errors(path), open(path, "rb", opener=open_regular) as file:
            _check_size(file, path, MOST_BYTES)
            return read_header(file.readline(), path.name)


def _close_to_others(descriptor: int, mode: int) -> None:
    """Remove permissions beyond `mode` from a file of our own, as older versions set them."""
    status = os.fstat(descriptor)
    rights = stat.S_IMODE(status.st_mode)
    if rights & ~mode and hasattr(os, "fchmod") and status.st_uid == os.getuid():
        os.fchmod(descriptor, rights & mode)


def _is_replaced(path: Path, descriptor: int) -> bool:
    """True if another file replaced it while this process waited for the lock."""
    with suppress(FileNotFoundError):  # it was deleted or moved: the line goes with it
        return not os.path.samestat(os.fstat(descriptor), path.stat())
    return False


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


def _check_size(file: IO[bytes], path: Path, most: int) -> None:
    """Raises StorageError for a file larger than `most` bytes, which would take too long to read."""
    if os.fstat(file.fileno()).st_size > most:
        reason = Failure("file_too_long", most=most >> 20)
        raise StorageError("in_file", file=path, reason=reason)


def _read(file: IO[bytes], path: Path, most: int) -> bytes:
    """Read the rest of a file of at most `most` bytes. Raises StorageError if it is larger."""
    _check_size(file, path, most)
    return file.read()


def open_unlinked(path: str, flags: int, mode: int = 0o666) -> int:
    """Open a regular file, not a link, which somebody who may write in the folder could redirect."""
    return open_regular(path, flags | getattr(os, "O_NOFOLLOW", 0), mode)


def open_file(path: Path, notifier: ChangeNotifier | None = None) -> tuple[FileSave, bytes]:
    """Open a log anywhere on the disk; return it with its content.

    Raises BadLog if there is no such file, StorageError for something that cannot be a log.
    """
    with storage_errors(path):
        try:
            with open(path, "rb", opener=open_regular) as file:
                data = _read(file, path, MOST_BYTES)
        except FileNotFoundError:
            raise BadLog(str(path), None, Failure("no_such_file")) from None
    end = end_of(data)
    return FileSave(path, end.size, notifier=notifier, lacks_newline=end.lacks_newline), data


def write_file(
    path: Path, content: bytes, *, makes_folder: bool = False, mode: int | None = None
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
            _make_folder(path.parent)
        elif not path.parent.exists():
            reason = Failure("no_such_folder", folder=path.parent)
            raise StorageError("in_file", file=path, reason=reason)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            opener = None if mode is None else partial(open_unlinked, mode=mode)
            with open(draft, "wb", buffering=0, opener=opener) as file:
                _write_all(file.fileno(), content)
                os.fsync(file.fileno())
            draft.replace(path)
            _sync_folder(path.parent)
        finally:
            draft.unlink(missing_ok=True)


def names_for(header: Header) -> Iterator[str]:
    """Candidate names of a new log: date, time and game, then with numbers from 2."""
    when = datetime.fromisoformat(header.created) if header.created else datetime.now(UTC)
    stem = f"{when:%Y%m%d-%H%M%S}-{re.sub(r'[^a-z0-9]+', '-', header.game)}"
    yield stem
    number = 2
    while True:
        yield f"{stem}-{number}"
        number += 1


def _version(path: str) -> SaveVersion | None:
    """The version of a log; None if it does not exist. Its size is NO_FILE for other than a file."""
    with suppress(FileNotFoundError):
        status = os.stat(path)  # noqa: PTH116  thousands of Path objects take longer than this
        size = status.st_size if stat.S_ISREG(status.st_mode) else NO_FILE
        return size, status.st_mtime_ns
    return None


def last_played(path: Path) -> float:
    """Time of the last append to a log, in seconds since 1970; 0 if it does not exist."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and its missing parents, and sync them to the disk."""
    new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for made in new:
        _sync_folder(made.parent)


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return  # a folder cannot be opened there, and need not be synced
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _locked(path: Path, descriptor: int) -> Iterator[None]:
    release = locks.lock(path, descriptor)
    assert release is not None, "lock waits"
    try:
        yield
    finally:
        release()


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Raise StorageError, with the path and a remedy, in the place of OSError."""
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        raise StorageError("in_file", file=path, reason=from_os_error(error)) from error
