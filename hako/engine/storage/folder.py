"""Storage in a folder of `.hako` files, safe for several processes at once."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from hako.engine.log.header import Header
from hako.engine.log.log_format import encode, read_header
from hako.engine.storage.disk_threads import DISK, Disk
from hako.engine.storage.file_save import FileDocument, FileSave, open_file
from hako.engine.storage.files import (
    MOST_BYTES,
    check_size,
    make_folder,
    open_regular,
    storage_errors,
    sync_folder,
)
from hako.engine.storage.process_notices import ProcessNotices
from hako.engine.storage.protocols import FINISHED, ChangeNotifier, SaveVersion

SUFFIX = ".hako"

REVIEW = ".review.json"
"""Suffix of the review beside a log; it is moved and deleted together with the log."""


NO_FILE = -1
"""Size reported for something that is not a file. A log of 0 bytes is just being created."""


class FolderStore:
    """A folder of logs."""

    def __init__(
        self,
        folder: Path,
        mode: int = 0o666,
        notifier: ChangeNotifier | None = None,
        disk: Disk = DISK,
    ) -> None:
        """Use a folder; `mode` is that of new logs, limited by the umask.

        If it has execute bits, it is also the mode of the folder, if that is new. A `notifier`
        informs other processes about writes.
        """
        self._notifier = notifier
        self._disk = disk
        self.folder = folder
        self.mode = mode & 0o666
        self._folder_mode = mode if mode & 0o111 else 0o777

    def create(self, header: Header) -> FileSave:
        """Create a log with its header; its name consists of date, time and game."""
        return self._disk.run(partial(self._create, header))

    def _create(self, header: Header) -> FileSave:
        with storage_errors(self.folder):
            make_folder(self.folder, self._folder_mode, self._disk)
            for name in names_for(header):
                path = self.folder / f"{name}{SUFFIX}"
                try:
                    path.touch(self.mode, exist_ok=False)
                except FileExistsError:
                    continue
                save = FileSave(path, 0, notifier=self._notifier, disk=self._disk)
                try:
                    save.append(encode(header))
                    sync_folder(self.folder, self._disk)
                except OSError:
                    path.unlink(missing_ok=True)
                    raise
                return save
        raise AssertionError("names never run out")

    def open(self, name: str) -> tuple[FileSave, bytes]:
        """Open a log; return it with its content. Raises BadLog if it does not exist."""
        return open_file(self.path(name), self._notifier, self._disk)

    def path(self, name: str) -> Path:
        """The path of a log, given its name with or without the suffix."""
        return self.folder / f"{name.removesuffix(SUFFIX)}{SUFFIX}"

    def archive(self, name: str) -> None:
        """Move a log, with its review, to the FINISHED folder."""
        self._disk.run(partial(self._archive, name))

    def _archive(self, name: str) -> None:
        path = self.path(name)
        away = self.folder / FINISHED / path.name
        with storage_errors(path):
            make_folder(away.parent, disk=self._disk)
            path.rename(away)
            with suppress(FileNotFoundError):
                path.with_suffix(REVIEW).rename(away.with_suffix(REVIEW))
            sync_folder(
                away.parent, self._disk
            )  # the new place first, or a power failure could lose it
            sync_folder(self.folder, self._disk)

    def delete(self, name: str) -> None:
        """Delete a log, with its review, for good."""
        self._disk.run(partial(self._delete, name))

    def _delete(self, name: str) -> None:
        path = self.path(name)
        with storage_errors(path):
            path.unlink()
            path.with_suffix(REVIEW).unlink(missing_ok=True)
            sync_folder(self.folder, self._disk)

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

    def holds(self, name: str) -> bool:
        """True if the log exists."""
        return self.path(name).exists()

    def played(self, name: str) -> float:
        """Time of the log's last append, in seconds since 1970; 0 if it does not exist."""
        return last_played(self.path(name))

    def clear(self) -> None:
        """Delete the folder and everything in it."""
        with storage_errors(self.folder), suppress(FileNotFoundError):
            self._disk.run(partial(shutil.rmtree, self.folder))

    def within(self, name: str, mode: int | None = None) -> FolderStore:
        """The store in the folder of that name within this one; `mode` is that of its new logs."""
        mode = self.mode if mode is None else mode
        return FolderStore(self.folder / name, mode, self._notifier, self._disk)

    def document(self, name: str, mode: int | None = None) -> FileDocument:
        """The document in the file of that name; `mode` is that of a new file."""
        mode = self.mode if mode is None else mode
        return FileDocument(self.folder / name, mode, notifier=self._notifier, disk=self._disk)

    def presence(self) -> ProcessNotices:
        """Publish a notice in the folder `here`, in which each process has a file."""
        with storage_errors(self.folder):
            return ProcessNotices(self.folder / "here", self._notifier)

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
            check_size(file, path, MOST_BYTES)
            return read_header(file.readline(), path.name)


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
