"""Logs, lists and documents in files, safe for several processes at once.

Every append locks the file, checks that its length is the one that the writer knows, writes, and
syncs it to the disk. If others have written, it raises Conflict and writes nothing; if the disk
fails, the file stays as it was.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from hako.engine.i18n.failure import Failure
from hako.engine.log.complete_lines import end_of
from hako.engine.log.log_format import BadLog
from hako.engine.log.storage_errors import Conflict, StorageError
from hako.engine.storage import locks
from hako.engine.storage.disk_threads import DISK, Disk
from hako.engine.storage.files import (
    MOST_BYTES,
    MOST_DOCUMENT_BYTES,
    Opener,
    open_regular,
    open_unlinked,
    read_rest,
    storage_errors,
    write_all,
    write_file,
)
from hako.engine.storage.protocols import ChangeNotifier, topic_hash
from hako.engine.storage.task_mutex import TaskMutex


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
        disk: Disk = DISK,
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
        self._disk = disk
        self._mutex = TaskMutex()

    def append(self, line: bytes) -> None:
        if self._mutex.is_held:  # another task of this process appends: it will tell of its line
            self._mutex.wait()
            raise Conflict(self.name)
        with self._mutex:
            self._disk.run(partial(self._append, line))
        if self._notifier is not None:
            self._notifier.notify(topic_hash(self.name))

    def _append(self, line: bytes) -> None:
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
            if end > self._size:
                file.truncate(self._size)  # drop blank lines, or a line that a killed process left
                file.seek(self._size)
            try:
                write_all(file.fileno(), line)
                self._disk.sync(file.fileno())
            except OSError:
                file.truncate(self._size)
                raise
            self._size += len(line)
            self._lacks_newline = False

    def read_new(self) -> bytes:
        if self._mutex.is_held:
            return b""  # what others wrote makes the append that is under way a Conflict
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
        return FileDocument(self.path.with_suffix(ending), mode, disk=self._disk)

    def _beyond(self, end: int) -> bytes:
        """Read what others wrote after the known size; a missing newline is consumed."""
        if end <= self._size:
            return b""
        with open(self.path, "rb", opener=self._opener) as file:
            file.seek(self._size)
            beyond = read_rest(file, self.path, self._most)
        blank, newline, rest = beyond.partition(b"\n")
        if not (self._lacks_newline and newline) or blank.strip():
            return beyond
        self._size += len(blank + newline)
        self._lacks_newline = False
        return rest


class FileDocument:
    """A list or document in a file."""

    def __init__(
        self,
        path: Path,
        mode: int = 0o666,
        *,
        follows: bool = False,
        notifier: ChangeNotifier | None = None,
        disk: Disk = DISK,
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
        self._disk = disk
        self._mutex = TaskMutex()

    def lines(self) -> FileSave:
        with storage_errors(self.path):
            descriptor = self._opener(self.name, os.O_CREAT | os.O_RDWR, self._mode)
            try:
                _close_to_others(descriptor, self._mode)
            finally:
                os.close(descriptor)
        return FileSave(
            self.path, 0, self._opener, self._notifier, most=sys.maxsize, disk=self._disk
        )

    def read(self) -> bytes | None:
        try:
            with storage_errors(self.path), open(self.path, "rb", opener=self._opener) as file:
                return read_rest(file, self.path, MOST_DOCUMENT_BYTES)
        except StorageError as error:
            if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
                return None
            raise

    def write(self, content: bytes) -> None:
        with self._mutex:
            self._disk.run(partial(self._write, content))

    def _write(self, content: bytes) -> None:
        mode = None if self._follows else self._mode
        write_file(self.path, content, makes_folder=True, mode=mode, disk=self._disk)

    def exchange(self, before: bytes, after: bytes) -> bool:
        with self._mutex:
            return self._disk.run(partial(self._exchange, before, after))

    def _exchange(self, before: bytes, after: bytes) -> bool:
        with (
            storage_errors(self.path),
            open(self.path, "r+b", buffering=0, opener=self._opener) as file,
            _locked(self.path, file.fileno()),
        ):
            if file.read() != before:
                return False
            self._write(after)
            return True

    def add(self, lines: bytes) -> None:
        with self._mutex:
            self._disk.run(partial(self._add, lines))

    def _add(self, lines: bytes) -> None:
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
        return FileDocument(path, self._mode, follows=self._follows, disk=self._disk)


def open_file(
    path: Path, notifier: ChangeNotifier | None = None, disk: Disk = DISK
) -> tuple[FileSave, bytes]:
    """Open a log anywhere on the disk; return it with its content.

    Raises BadLog if there is no such file, StorageError for something that cannot be a log.
    """
    with storage_errors(path):
        try:
            with open(path, "rb", opener=open_regular) as file:
                data = read_rest(file, path, MOST_BYTES)
        except FileNotFoundError:
            raise BadLog(str(path), None, Failure("no_such_file")) from None
    end = end_of(data)
    save = FileSave(path, end.size, notifier=notifier, lacks_newline=end.lacks_newline, disk=disk)
    return save, data


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


@contextmanager
def _locked(path: Path, descriptor: int) -> Iterator[None]:
    release = locks.lock(path, descriptor)
    assert release is not None, "lock waits"
    try:
        yield
    finally:
        release()
