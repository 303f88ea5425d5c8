"""Locks between processes that use the same folder; they end with the process that holds them.

On Unix the lock is `flock` on the file itself. Every version of hako uses it, so several versions
over one folder never lose a line. `filelock` does not fit there: it locks another file, or has no
shared lock for read-only files, and waits by polling. On Windows a locked file cannot be read, so
the lock is on a file beside it, by `filelock`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

if sys.platform != "win32":
    import fcntl

Release: TypeAlias = Callable[[], object]
"""A function that releases a lock; call it before its file is closed."""


def lock_beside(
    path: Path,
    descriptor: int,  # noqa: ARG001 - the lock is on another file
    *,
    wait: bool = True,
    shared: bool = False,  # noqa: ARG001 - all locks are exclusive: of two readers one finds it held
) -> Release | None:
    """Lock a file beside the one at `path`; None if another process holds the lock, without `wait`."""
    from filelock import FileLock, Timeout

    held = FileLock(path.with_name(f".{path.name}.lock"), thread_local=False)
    try:
        held.acquire(blocking=wait)
    except Timeout:
        return None
    return held.release


if sys.platform == "win32":
    lock = lock_beside
else:

    def lock(
        path: Path,  # noqa: ARG001 - the lock is on the open file
        descriptor: int,
        *,
        wait: bool = True,
        shared: bool = False,
    ) -> Release | None:
        """Lock an open file; None if another process holds the lock, without `wait`."""
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(descriptor, kind if wait else kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        return partial(fcntl.flock, descriptor, fcntl.LOCK_UN)
