"""Where logs are kept: a folder of `.hako` files, safe for several processes at once.

Every append takes the file's lock, sees that the file is as long as the writer
believes, writes, and waits until the disk has it. A writer who is behind gets a
Conflict and nothing is written; a disk that fails leaves the file as it was.
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
from hako.engine.log.records import BadLog, Header, encode, read_header
from hako.engine.log.save import Conflict, StorageError
from hako.engine.storage import locks
from hako.engine.storage.presence_files import PresenceFolder
from hako.engine.storage.protocols import FINISHED, ChangeNotifier, SaveVersion, topic_hash

SUFFIX = ".hako"

REVIEW = ".review.json"
"""Ends the name of what was thought about a game, beside its log; it goes where that goes."""


NO_FILE = -1
"""The size of what is no file; a log of 0 bytes is being made."""

MOST_BYTES = 64 << 20
"""No log is longer: some fifty times what the longest games with all that was taken back have."""


MOST_DOCUMENT_BYTES = 4 * MOST_BYTES
"""Nor is a document, of which the index of a hundred thousand logs is the longest."""


def told_to_others(error: Failure) -> Failure:
    """What a failure is to people who are not at this machine: no file or folder of it is named."""
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
        bell: ChangeNotifier | None = None,
        *,
        lacks_newline: bool = False,
        most: int = MOST_BYTES,
    ) -> None:
        """Take the file, of which `size` bytes are known; it grows to `most` at most."""
        self.path = path
        self.name = path.stem
        self._size = size
        self._lacks_newline = lacks_newline
        """True if the last line that is known is whole but for its newline."""
        self._most = most
        self._opener = opener or open_regular
        self._bell = bell

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
            file.truncate(self._size)  # blank lines, or a torn one that a killed process left
            file.seek(self._size)
            try:
                _write_all(file.fileno(), line)
                os.fsync(file.fileno())
            except OSError:
                file.truncate(self._size)
                raise
            self._size += len(line)
            self._lacks_newline = False
        if self._bell is not None:
            self._bell.notify(topic_hash(self.name))

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
            mode = self.path.stat().st_mode & 0o666  # it tells of hands as the log does
        return FileDocument(self.path.with_suffix(ending), mode)

    def _beyond(self, end: int) -> bytes:
        """What others wrote behind what is known; the newline that was lacking is known then."""
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
    """A log in memory, for games that nobody goes on with."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.data = bytearray()

    @classmethod
    def create(cls, header: Header) -> MemorySave:
        """A new log with its header."""
        save = cls(next(names_for(header)))
        save.append(encode(header))
        return save

    def append(self, line: bytes) -> None:
        self.data += line

    def read_new(self) -> bytes:
        return b""  # nobody else can write here

    def beside(self, ending: str) -> None:  # noqa: ARG002  nothing is kept at all
        return None


class FileDocument:
    """A list or a document in a file."""

    def __init__(
        self,
        path: Path,
        mode: int = 0o666,
        *,
        follows: bool = False,
        bell: ChangeNotifier | None = None,
    ) -> None:
        """Take the file, of which the umask allows a part of `mode`.

        Where others may write in its folder, no link is followed: it could lead to any file.
        """
        self.path = path
        self.name = str(path)
        self._mode = mode
        self._follows = follows
        self._opener = open_regular if follows else open_unlinked
        self._bell = bell

    def lines(self) -> FileSave:
        with storage_errors(self.path):
            descriptor = self._opener(self.name, os.O_CREAT | os.O_RDWR, self._mode)
            try:
                _close_to_others(descriptor, self._mode)
            finally:
                os.close(descriptor)
        return FileSave(self.path, 0, self._opener, self._bell, most=sys.maxsize)

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

    def __init__(self, folder: Path, mode: int = 0o666, bell: ChangeNotifier | None = None) -> None:
        """Take the folder; `mode` is that of new logs, of which the umask allows a part.

        Where it says who may enter, it is that of the folder as well, if that is new. By a
        `bell` processes hear of each other.
        """
        self._bell = bell
        self.folder = folder
        self.mode = mode & 0o666
        self._folder_mode = mode if mode & 0o111 else 0o777

    def create(self, header: Header) -> FileSave:
        """A new log with its header; its name tells date, time and game."""
        with storage_errors(self.folder):
            _make_folder(self.folder, self._folder_mode)
            for name in names_for(header):
                path = self.folder / f"{name}{SUFFIX}"
                try:
                    path.touch(self.mode, exist_ok=False)
                except FileExistsError:
                    continue
                save = FileSave(path, 0, bell=self._bell)
                try:
                    save.append(encode(header))
                    _sync_folder(self.folder)
                except OSError:
                    path.unlink(missing_ok=True)
                    raise
                return save
        raise AssertionError("names never run out")

    def open(self, name: str) -> tuple[FileSave, bytes]:
        """A log by the name of its game, with what is in it."""
        return open_file(self.path(name), self._bell)

    def path(self, name: str) -> Path:
        """The file of a log, given its name with or without the ending."""
        return self.folder / f"{name.removesuffix(SUFFIX)}{SUFFIX}"

    def archive(self, name: str) -> None:
        """Move a log into the folder of those that are not looked for any more."""
        path = self.path(name)
        away = self.folder / FINISHED / path.name
        with storage_errors(path):
            _make_folder(away.parent)
            path.rename(away)
            with suppress(FileNotFoundError):
                path.with_suffix(REVIEW).rename(away.with_suffix(REVIEW))
            _sync_folder(away.parent)  # first where it is now, or it could be nowhere
            _sync_folder(self.folder)

    def delete(self, name: str) -> None:
        """Do away with a log for good."""
        path = self.path(name)
        with storage_errors(path):
            path.unlink()
            path.with_suffix(REVIEW).unlink(missing_ok=True)
            _sync_folder(self.folder)

    def names(self) -> list[str]:
        """All logs, the one that was played last first."""
        with storage_errors(self.folder):
            if not self.folder.exists():
                return []
            files = list(self.folder.glob(f"*{SUFFIX}"))
            return [file.stem for file in sorted(files, key=last_played, reverse=True)]

    def versions(self, suffix: str = SUFFIX) -> dict[str, SaveVersion]:
        """All logs, each with what changes when it is added to; none of them is opened.

        With another ending, what lies beside them.
        """
        with storage_errors(self.folder):
            if not self.folder.exists():
                return {}
            with os.scandir(self.folder) as files:
                logs = [file for file in files if file.name.endswith(suffix)]
            versions = ((file.name.removesuffix(suffix), _mark(file.path)) for file in logs)
            return {name: mark for name, mark in versions if mark is not None}

    def is_empty(self, name: str) -> bool:
        """True if a log has no header yet: in this very moment it is being made."""
        path = self.path(name)
        with storage_errors(path):
            return path.stat().st_size == 0

    def holds(self, name: str) -> bool:
        """True if there is that log."""
        return self.path(name).exists()

    def played(self, name: str) -> float:
        """When a log was last added to, in seconds since 1970; 0 when it is gone."""
        return last_played(self.path(name))

    def clear(self) -> None:
        """Do away with the folder and all that is in it."""
        with storage_errors(self.folder), suppress(FileNotFoundError):
            shutil.rmtree(self.folder)

    def within(self, name: str, mode: int | None = None) -> FolderStore:
        """The folder of that name in this one."""
        return FolderStore(self.folder / name, self.mode if mode is None else mode, self._bell)

    def document(self, name: str, mode: int | None = None) -> FileDocument:
        """The file of that name in this folder."""
        mode = self.mode if mode is None else mode
        return FileDocument(self.folder / name, mode, bell=self._bell)

    def board(self) -> PresenceFolder:
        """The folder `here`, in which each process has a file."""
        with storage_errors(self.folder):
            return PresenceFolder(self.folder / "here", self._bell)

    def subscribe(self, listener: Callable[[int], object]) -> None:
        """Without a bell nobody tells; one looks."""
        if self._bell is not None:
            self._bell.subscribe(listener)

    def things(self) -> dict[str, float]:
        """All files in the folder and in those within it, with when they were changed last."""
        with storage_errors(self.folder):
            files = (path for path in self.folder.rglob("*") if path.is_file())
            return {path.relative_to(self.folder).as_posix(): last_played(path) for path in files}

    def stamp(self, name: str, changed: float) -> None:
        """Have a file count as changed then."""
        os.utime(self.folder / name, (changed, changed))

    def close(self) -> None:
        """A folder need not be let go of."""

    def __reduce__(self) -> tuple[type[FolderStore], tuple[Path, int]]:
        """In another process nobody hears the bell."""
        return FolderStore, (self.folder, self.mode)

    def header(self, name: str) -> Header:
        """The header of a log alone. Raises BadLog."""
        path = self.path(name)
        with storage_errors(path), open(path, "rb", opener=open_regular) as file:
            _check_size(file, path, MOST_BYTES)
            return read_header(file.readline(), path.name)


def _close_to_others(descriptor: int, mode: int) -> None:
    """Take from our own file the rights that an older hako gave to others."""
    status = os.fstat(descriptor)
    rights = stat.S_IMODE(status.st_mode)
    if rights & ~mode and hasattr(os, "fchmod") and status.st_uid == os.getuid():
        os.fchmod(descriptor, rights & mode)


def _is_replaced(path: Path, descriptor: int) -> bool:
    """True if another file took its place while its lock was waited for."""
    with suppress(FileNotFoundError):  # it was put away: what it is to tell goes with it
        return not os.path.samestat(os.fstat(descriptor), path.stat())
    return False


def open_regular(path: str, flags: int, mode: int = 0o666) -> int:
    """Open a file, and nothing that others could lay there to hold us, such as a pipe."""
    with suppress(FileNotFoundError):
        _check_kind(path, os.stat(path))  # noqa: PTH116  to open a device may do something
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), mode)
    try:
        _check_kind(path, os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _check_kind(path: str, status: os.stat_result) -> None:
    """Raises OSError, or StorageError, for what is no file."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(status.st_mode):
        raise StorageError("in_file", file=path, reason=Failure("no_file"))


def _check_size(file: IO[bytes], path: Path, most: int) -> None:
    """Raises StorageError for a file that is longer: to read it would hold us."""
    if os.fstat(file.fileno()).st_size > most:
        reason = Failure("file_too_long", most=most >> 20)
        raise StorageError("in_file", file=path, reason=reason)


def _read(file: IO[bytes], path: Path, most: int) -> bytes:
    """The rest of a file that is that long at most. Raises StorageError."""
    _check_size(file, path, most)
    return file.read()


def open_unlinked(path: str, flags: int, mode: int = 0o666) -> int:
    """Open a file and no link to one: it could lead whoever may write in a folder to any file."""
    return open_regular(path, flags | getattr(os, "O_NOFOLLOW", 0), mode)


def open_file(path: Path, bell: ChangeNotifier | None = None) -> tuple[FileSave, bytes]:
    """A log anywhere on the disk, with what is in it.

    Raises BadLog if there is no such file, StorageError for what no log can be.
    """
    with storage_errors(path):
        try:
            with open(path, "rb", opener=open_regular) as file:
                data = _read(file, path, MOST_BYTES)
        except FileNotFoundError:
            raise BadLog(str(path), None, Failure("no_such_file")) from None
    end = end_of(data)
    return FileSave(path, end.size, bell=bell, lacks_newline=end.lacks_newline), data


def write_file(
    path: Path, content: bytes, *, makes_folder: bool = False, mode: int | None = None
) -> None:
    """Write a file wholly or not at all, over the one that was there. Raises StorageError.

    A folder is made only where that is no surprise. A link stays, and what it points to is
    written; a pipe or a device is written to. With a `mode`, for files that others could
    lie in wait for, no link is followed: the file takes its place.
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
    """What a new log can be called: by date, time and game, with a number if that is taken."""
    when = datetime.fromisoformat(header.created) if header.created else datetime.now(UTC)
    stem = f"{when:%Y%m%d-%H%M%S}-{re.sub(r'[^a-z0-9]+', '-', header.game)}"
    yield stem
    number = 2
    while True:
        yield f"{stem}-{number}"
        number += 1


def _mark(path: str) -> SaveVersion | None:
    """Size and time of a log; None when it is gone. What is no file is listed, too, to be told."""
    with suppress(FileNotFoundError):
        status = os.stat(path)  # noqa: PTH116  a Path for each of thousands takes longer than this
        size = status.st_size if stat.S_ISREG(status.st_mode) else NO_FILE
        return size, status.st_mtime_ns
    return None


def last_played(path: Path) -> float:
    """When a log was last added to, in seconds since 1970; 0 when it is gone."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and those around it, so that they are on the disk."""
    new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for made in new:
        _sync_folder(made.parent)


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return  # a folder cannot be opened there, and need not be
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _locked(path: Path, descriptor: int) -> Iterator[None]:
    let_go = locks.lock(path, descriptor)
    assert let_go is not None, "it was waited for"
    try:
        yield
    finally:
        let_go()


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Say StorageError, with the path and a way out, where the system says OSError."""
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        raise StorageError("in_file", file=path, reason=from_os_error(error)) from error
