"""ServerContext: the state that the connections and sessions of one server share."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from hako.engine.i18n.languages import LANGUAGES
from hako.engine.log.storage_errors import StorageError
from hako.multiplayer.accounts.name_rules import NAME_CELLS
from hako.multiplayer.accounts.sanctions import Sanction, Sanctions
from hako.multiplayer.accounts.users import User
from hako.multiplayer.command_rejected import CommandRejected
from hako.server.connection_limits import ConnectionLimits, network_of
from hako.server.limits import Limits
from hako.server.ssh.auth import Authenticator, Principal
from hako.server.ssh.packet_limits import Traffic
from hako.server.ssh.session_app_base import AppFactory, Teller, tells_nothing, texts
from hako.server.workers.listening_sockets import Listeners
from hako.server.workers.worker import WorkerProcess

logger = logging.getLogger(__name__)

QUIET_SECONDS = 2.0
"""Time after the last key press from which a user can be asked to reconnect."""

LONGEST_QUIET_SECONDS = 15.0
"""The longest wait for users who press keys, during a restart."""

_LOOK_SECONDS = 0.1


class ActiveConnection(Protocol):
    """A connection, as ServerContext needs it."""

    address: str
    user: asyncio.Future[User]
    """The user who logged in; cancelled if the connection ends before."""

    @property
    def is_used(self) -> bool:
        """True if somebody is logging in over this connection, or has a session."""

    def refuse(self, reason: str = "") -> None:
        """End it at once, with the sentence of that key if there is one."""

    def expel(self, ban: Sanction) -> None:
        """End it, because the user is banned; their terminals are restored."""

    async def close(self) -> None:
        """End it once everything is sent, and wait for that."""


class ActiveSession(Protocol):
    """A session, as ServerContext needs it."""

    def leave(self, reason: str, **values: object) -> None:
        """End it, with the sentence of that key."""

    @property
    def quiet_seconds(self) -> float:
        """Seconds since the last key; 0 while a text field holds text that was not sent."""

    def reconnect(self) -> None:
        """End it for a restart; a user who reconnects soon is led back to the same table."""

    async def ended(self) -> None:
        """Wait until its terminal is restored."""


class SocketListener(Protocol):
    """A listener that accepts connections at some sockets."""

    @property
    def sockets(self) -> Sequence[Any]:
        """The sockets, as asyncio wraps them: little but dup() can be called."""

    def close(self) -> None:
        """Accept no more connections."""


class WebInvites(Protocol):
    """The web site, as ServerContext needs it."""

    @property
    def url(self) -> str:
        """The URL of the site."""

    def invite(self, name: str, table: str) -> str:
        """A link that admits one person, once. Raises CommandRejected, StorageError."""


class ServerContext:
    """An open server: its settings, its connections and its sessions."""

    def __init__(
        self,
        make_app: AppFactory,
        authenticator: Authenticator,
        limits: Limits,
        commands: frozenset[str] = frozenset(),
        tell: Teller = tells_nothing,
        sanctions: Sanctions | None = None,
        connection_limits: ConnectionLimits | WorkerProcess | None = None,
    ) -> None:
        self.sanctions = sanctions or Sanctions()
        self.stop = asyncio.Event()
        """Set when the server is to close."""
        self.is_closing = False
        """True once nobody new is let in."""
        self.make_app = make_app
        self.tell = tell
        self.authenticator = authenticator
        self.limits = limits
        self.commands = commands
        """The first words of commands that the app carries out, as in `ssh HOST resume CODE`."""
        self.connection_limits = connection_limits or ConnectionLimits(limits)
        self.traffic = Traffic(limits)
        self.start_limiter = StartLimiter(limits.app_start_interval)
        self.port = 0
        self.acceptors: dict[str, list[SocketListener]] = {}
        """Its listeners by their name."""
        self.listeners: Listeners = {}
        """The listening sockets at which clients wait during a restart, by their name."""
        self.renew: Callable[[], None] = self.drain
        """Restarts the server's programs."""
        self.inviter: WebInvites | None = None
        """The web site, if there is one."""
        self.connections: set[ActiveConnection] = set()
        self.sessions: set[ActiveSession] = set()
        self.sessions_ended = 0
        self._last_input = 0.0
        self._expected = 0
        self._draining: asyncio.Task[None] | None = None

    def enter(self, session: ActiveSession) -> None:
        """Add a session that begins."""
        self.sessions.add(session)

    def leave(self, session: ActiveSession) -> None:
        """Remove a session that has ended; one that never began is ignored."""
        if session in self.sessions:
            self.sessions.remove(session)
            self.sessions_ended += 1
            self._close_if_empty()

    def people(self) -> Iterator[tuple[User, ActiveConnection]]:
        """The users who are logged in, each with their connection."""
        for line in tuple(self.connections):
            if line.user.done() and not line.user.cancelled():
                yield line.user.result(), line

    def ban_on(self, key: str, address: str) -> Sanction | None:
        """The ban on a key or an address, or None."""
        return self.sanctions.against("ban", key, origin=network_of(address))

    def sentences(self, key: str, **values: object) -> str:
        """A sentence in all languages, for somebody whose language is unknown."""
        values = {"most": NAME_CELLS, "port": self.port, **values}
        return "\n".join(texts(language).text(f"server.{key}", **values) for language in LANGUAGES)

    def objection_to_act(
        self, name: str, owner: Principal | None, line: ActiveConnection, *, takes: bool
    ) -> str | None:
        """The objection to somebody acting under a name, as the key of a sentence, or None.

        With `takes`, a name that is free becomes theirs.
        """
        may_take = partial(self.connection_limits.may_take_name, line)
        try:
            return self.authenticator.objection_to_act(name, owner, may_take, takes=takes)
        except StorageError as error:
            logger.error("the name %s could not be stored: %s", name, error)
            return "broken"

    def network_of(self, address: str) -> str:
        """The network that a ban of an address applies to. Raises ValueError for a bad address."""
        return network_of(str(ipaddress.ip_address(address)))

    def owner_of(self, name: str) -> str | None:
        """The owner of a name, or None."""
        return self.authenticator.owner_of(name)

    def free(self, name: str) -> bool:
        """Free a name from its owner; False if nobody owns it. Raises StorageError."""
        return self.authenticator.names.free(name)

    def invite(self, name: str, table: str) -> str:
        """A link that admits one person, once. Raises CommandRejected, StorageError."""
        if self.inviter is None:
            raise CommandRejected("no_browsers")
        return self.inviter.invite(name, table)

    def expel_banned(self) -> None:
        """End the connections of users who have been banned."""
        for visitor, line in [*self.people()]:
            if (ban := self.ban_on(visitor.key, line.address)) is not None:
                line.expel(ban)

    def end_in(self, seconds: float) -> None:
        """Accept no new connections, and close when all users have left or the time is over."""
        self.is_closing = True
        asyncio.get_running_loop().call_later(seconds, self.stop.set)
        self._close_if_empty()

    def _close_if_empty(self) -> None:
        if self.is_closing and not self.sessions:
            self.stop.set()

    def drain(self) -> None:
        """Have all users reconnect, each in a quiet moment or after the longest wait, and then close.

        New connections wait at the listening sockets until the successor accepts them.
        """
        if not self.is_closing and self._draining is None:
            for door, acceptors in self.acceptors.items():
                self.listeners[door] = [
                    listener.dup() for acceptor in acceptors for listener in acceptor.sockets
                ]
                for acceptor in acceptors:
                    acceptor.close()
            self._draining = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        late, latest = loop.time() + LONGEST_QUIET_SECONDS, math.inf
        await asyncio.sleep(_LOOK_SECONDS)  # logins that have begun are completed
        while self._is_used and loop.time() < latest and not self.stop.is_set():
            if is_late := loop.time() > late:
                latest = min(latest, loop.time() + self.limits.shutdown_grace)
            for session in tuple(self.sessions):
                if is_late or session.quiet_seconds >= QUIET_SECONDS:
                    session.reconnect()
            await asyncio.sleep(_LOOK_SECONDS)
        self.stop.set()

    @contextmanager
    def expecting(self) -> Iterator[None]:
        """Within, a connection is being set up."""
        self._expected += 1
        try:
            yield
        finally:
            self._expected -= 1

    @property
    def _is_used(self) -> bool:
        return self._expected > 0 or any(line.is_used for line in self.connections)

    def receive(self) -> None:
        """Note that somebody pressed a key."""
        self._last_input = asyncio.get_running_loop().time()

    @property
    def quiet_seconds(self) -> float:
        """Seconds since anybody pressed a key."""
        return asyncio.get_running_loop().time() - self._last_input


class StartLimiter:
    """Starts one app at a time.

    A start takes the event loop some 20-50 ms; thirty at once would stop all tables for a second.
    """

    def __init__(self, gap_seconds: float) -> None:
        self._gap = gap_seconds
        self._free = asyncio.Semaphore(1)

    async def enter(self) -> None:
        """Wait for the next turn."""
        await self._free.acquire()
        asyncio.get_running_loop().call_later(self._gap, self._free.release)
