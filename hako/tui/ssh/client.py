"""The other end of the Unix socket: how `hako lobby` and `hako house` reach an open house."""

from __future__ import annotations

import getpass
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

from hako.tui.ssh.local import connected


@asynccontextmanager
async def knock(
    folder: Path, name: str | None = None
) -> AsyncIterator[asyncssh.SSHClientConnection | None]:
    """Within, a connection to the house over that folder, under that name; None if none is open.

    Nobody is asked who they are: the system has told the house.
    """
    line = connected(folder)
    if line is None:
        yield None
        return
    async with asyncssh.connect(
        sock=line,
        username=name or getpass.getuser(),
        config=None,
        known_hosts=None,
        client_keys=None,
        agent_path=None,
    ) as connection:
        yield connection
