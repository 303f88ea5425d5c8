"""Locks between the processes over one folder, which end with whoever holds them.

On Unix the lock is `flock` on the file itself: every hako has taken it so, and several
versions over one folder never lose a line. `filelock` does not serve there: its lock is
another file, or knows no shared look at what one may only read, and waits by asking again.
On Windows nobody reads what is locked, so the lock is on a file beside it, by `filelock`.
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
"""Ends a lock; not after its file was closed."""


def lock_beside(
    path: Path,
    descriptor: int,  # noqa: ARG001 - the lock is on another file
    *,
    wait: bool = True,
    shared: bool = False,  # noqa: ARG001 - there is one kind: of two who look one finds it held
) -> Release | None:
    """What ends the lock on a file beside the one at `path`; None if somebody holds it."""
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
        """What ends the lock on an open file; None if somebody holds it, where we do not wait."""
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(descriptor, kind if wait else kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        return partial(fcntl.flock, descriptor, fcntl.LOCK_UN)
