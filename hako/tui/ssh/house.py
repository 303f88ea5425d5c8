"""What the connections and sessions of one server share."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hako.tui.ssh.app import AppFactory
from hako.tui.ssh.auth import Doorkeeper
from hako.tui.ssh.doors import Doors
from hako.tui.ssh.limits import Limits

if TYPE_CHECKING:
    from hako.tui.ssh.connection import Connection
    from hako.tui.ssh.session import Session


class House:
    """The open house: its rules, and who is in."""

    def __init__(
        self,
        make_app: AppFactory,
        doorkeeper: Doorkeeper,
        limits: Limits,
        commands: frozenset[str] = frozenset(),
    ) -> None:
        self.make_app = make_app
        self.doorkeeper = doorkeeper
        self.limits = limits
        self.commands = commands
        """First words of the commands that an app answers to, as in `ssh HOST resume CODE`."""
        self.doors = Doors(limits)
        self.gate = StartGate(limits.start_gap_seconds)
        self.port = 0
        self.connections: set[Connection] = set()
        self.sessions: set[Session] = set()
        self.sessions_ended = 0


class StartGate:
    """Lets one app start at a time.

    A start is some 20-50 ms of work for the event loop; thirty at once would stop
    everybody's table for a second.
    """

    def __init__(self, gap_seconds: float) -> None:
        self._gap = gap_seconds
        self._free = asyncio.Semaphore(1)

    async def enter(self) -> None:
        """Wait for one's turn."""
        await self._free.acquire()
        asyncio.get_running_loop().call_later(self._gap, self._free.release)
