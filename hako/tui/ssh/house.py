"""What the connections and sessions of one server share."""

from __future__ import annotations

import asyncio
from typing import Protocol

from hako.tui.ssh.app import AppFactory, Teller
from hako.tui.ssh.auth import Doorkeeper
from hako.tui.ssh.doors import Doors
from hako.tui.ssh.limits import Limits


class Line(Protocol):
    """A connection, as the house knows it."""

    def turn_away(self, reason: str = "") -> None:
        """End it at once, with the sentence of that name if there is one."""

    async def close(self) -> None:
        """End it once everything is sent, and wait until it is."""


class Stay(Protocol):
    """A session, as the house knows it."""

    def leave(self, reason: str) -> None:
        """End it, with the sentence of that name."""

    async def ended(self) -> None:
        """Wait until its terminal is as it was."""


class House:
    """The open house: its rules, and who is in."""

    def __init__(
        self,
        make_app: AppFactory,
        doorkeeper: Doorkeeper,
        limits: Limits,
        commands: frozenset[str] = frozenset(),
        tell: Teller = lambda *_: None,
    ) -> None:
        self.make_app = make_app
        self.tell = tell
        self.doorkeeper = doorkeeper
        self.limits = limits
        self.commands = commands
        """First words of the commands that an app answers to, as in `ssh HOST resume CODE`."""
        self.doors = Doors(limits)
        self.gate = StartGate(limits.start_gap_seconds)
        self.port = 0
        self.connections: set[Line] = set()
        self.sessions: set[Stay] = set()
        self.sessions_ended = 0
        self._last_input = 0.0

    def enter(self, session: Stay) -> None:
        """A session begins."""
        self.sessions.add(session)

    def leave(self, session: Stay) -> None:
        """A session has ended, if it ever began."""
        if session in self.sessions:
            self.sessions.remove(session)
            self.sessions_ended += 1

    def hear(self) -> None:
        """Somebody pressed a key."""
        self._last_input = asyncio.get_running_loop().time()

    @property
    def quiet_seconds(self) -> float:
        """How long nobody has pressed a key."""
        return asyncio.get_running_loop().time() - self._last_input


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
