"""What the connections and sessions of one server share."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from hako.engine.i18n.lazy_text import LANGUAGES
from hako.engine.log.save import StorageError
from hako.multiplayer.accounts.name_rules import NAME_CELLS
from hako.multiplayer.accounts.sanctions import Sanction, Sanctions
from hako.multiplayer.accounts.users import User
from hako.multiplayer.errors import CommandRejected
from hako.server.connection_limits import ConnectionLimits, network_of
from hako.server.limits import Limits
from hako.server.ssh.auth import Authenticator, Principal
from hako.server.ssh.session_app import AppFactory, Teller, tells_nothing, texts
from hako.server.ssh.traffic import Traffic
from hako.server.workers.listeners import Listeners
from hako.server.workers.worker import WorkerProcess

logger = logging.getLogger(__name__)

QUIET_SECONDS = 2.0
"""Who has not pressed a key for so long is in the middle of nothing."""

LONGEST_QUIET_SECONDS = 15.0
"""So long those are waited for who are, when the house is renewed."""

_LOOK_SECONDS = 0.1


class ActiveConnection(Protocol):
    """A connection, as the house knows it."""

    address: str
    user: asyncio.Future[User]
    """Who came in; cancelled when they leave before."""

    @property
    def is_used(self) -> bool:
        """Whether somebody is about to come by it, or is there."""

    def refuse(self, reason: str = "") -> None:
        """End it at once, with the sentence of that name if there is one."""

    def expel(self, ban: Sanction) -> None:
        """End it, as whoever came is banned; their terminals are restored."""

    async def close(self) -> None:
        """End it once everything is sent, and wait until it is."""


class ActiveSession(Protocol):
    """A session, as the house knows it."""

    def leave(self, reason: str, **values: object) -> None:
        """End it, with the sentence of that name."""

    @property
    def quiet_seconds(self) -> float:
        """How long no key came; 0 while something typed was not sent."""

    def reconnect(self) -> None:
        """End it, as the house is renewed; whoever comes again at once is where they were."""

    async def ended(self) -> None:
        """Wait until its terminal is as it was."""


class SocketListener(Protocol):
    """What takes in those who come to some sockets."""

    @property
    def sockets(self) -> Sequence[Any]:
        """Those; of asyncio, which lets little be done with them but dup()."""

    def close(self) -> None:
        """Take in nobody any more."""


class WebInvites(Protocol):
    """The door for browsers, as the house knows it."""

    @property
    def url(self) -> str:
        """What others call it."""

    def invite(self, name: str, table: str) -> str:
        """A link that lets somebody in once. Raises CommandRejected, StoreFailed."""


class ServerContext:
    """The open house: its rules, and who is in."""

    def __init__(
        self,
        make_app: AppFactory,
        doorkeeper: Authenticator,
        limits: Limits,
        commands: frozenset[str] = frozenset(),
        tell: Teller = tells_nothing,
        sanctions: Sanctions | None = None,
        doors: ConnectionLimits | WorkerProcess | None = None,
    ) -> None:
        self.sanctions = sanctions or Sanctions()
        self.stop = asyncio.Event()
        """Set when it is to be closed."""
        self.is_closing = False
        """Nobody new is let in any more."""
        self.make_app = make_app
        self.tell = tell
        self.doorkeeper = doorkeeper
        self.limits = limits
        self.commands = commands
        """First words of the commands that an app answers to, as in `ssh HOST resume CODE`."""
        self.doors = doors or ConnectionLimits(limits)
        self.traffic = Traffic(limits)
        self.gate = StartLimiter(limits.start_gap_seconds)
        self.port = 0
        self.acceptors: dict[str, list[SocketListener]] = {}
        """What takes in those who come, by the door."""
        self.listeners: Listeners = {}
        """At which people wait until it is opened anew."""
        self.renew: Callable[[], None] = self.vacate
        """Has it opened anew, by programs that are started afresh."""
        self.inviter: WebInvites | None = None
        """Who makes links for browsers, where they can come."""
        self.connections: set[ActiveConnection] = set()
        self.sessions: set[ActiveSession] = set()
        self.sessions_ended = 0
        self._last_input = 0.0
        self._expected = 0
        self._vacating: asyncio.Task[None] | None = None

    def enter(self, session: ActiveSession) -> None:
        """A session begins."""
        self.sessions.add(session)

    def leave(self, session: ActiveSession) -> None:
        """A session has ended, if it ever began."""
        if session in self.sessions:
            self.sessions.remove(session)
            self.sessions_ended += 1
            self._close_if_empty()

    def people(self) -> Iterator[tuple[User, ActiveConnection]]:
        """Who is in, with the connection they came by."""
        for line in tuple(self.connections):
            if line.user.done() and not line.user.cancelled():
                yield line.user.result(), line

    def ban_on(self, key: str, address: str) -> Sanction | None:
        """What keeps a key or an address out, if anything does."""
        return self.sanctions.against("ban", key, whence=network_of(address))

    def sentences(self, key: str, **values: object) -> str:
        """What is said to somebody of whom it is not known which language they read: in both."""
        values = {"most": NAME_CELLS, "port": self.port, **values}
        return "\n".join(texts(language).text(f"server.{key}", **values) for language in LANGUAGES)

    def objection_to_act(
        self, name: str, owner: Principal | None, line: ActiveConnection, *, takes: bool
    ) -> str | None:
        """Why somebody may not act under a name, as the key of a sentence, or None.

        A name that is free becomes theirs, where they take it.
        """
        may_take = partial(self.doors.may_take_name, line)
        try:
            return self.doorkeeper.objection_to_act(name, owner, may_take, takes=takes)
        except StorageError as error:
            logger.error("the name %s could not be kept: %s", name, error)
            return "broken"

    def network_of(self, address: str) -> str:
        """What a ban of an address is against. Raises ValueError where it is none."""
        return network_of(str(ipaddress.ip_address(address)))

    def owner_of(self, name: str) -> str | None:
        """The key that a name belongs to."""
        return self.doorkeeper.owner_of(name)

    def free(self, name: str) -> bool:
        """Let a name belong to nobody; False where nobody owns it. Raises StoreFailed."""
        return self.doorkeeper.names.free(name)

    def invite(self, name: str, table: str) -> str:
        """A link that lets somebody in once. Raises CommandRejected, StoreFailed."""
        if self.inviter is None:
            raise CommandRejected("no_browsers")
        return self.inviter.invite(name, table)

    def expel_banned(self) -> None:
        """End the connections of those who may not be here any more."""
        for visitor, line in [*self.people()]:
            if (ban := self.ban_on(visitor.key, line.address)) is not None:
                line.expel(ban)

    def end_in(self, seconds: float) -> None:
        """Let nobody new in, and close when all have gone, or when the time is over."""
        self.is_closing = True
        asyncio.get_running_loop().call_later(seconds, self.stop.set)
        self._close_if_empty()

    def _close_if_empty(self) -> None:
        if self.is_closing and not self.sessions:
            self.stop.set()

    def vacate(self) -> None:
        """Have everybody come again, each in a quiet moment or after a while, and then close.

        Whoever comes from now on waits until it is opened anew.
        """
        if not self.is_closing and self._vacating is None:
            for door, acceptors in self.acceptors.items():
                self.listeners[door] = [
                    listener.dup() for acceptor in acceptors for listener in acceptor.sockets
                ]
                for acceptor in acceptors:
                    acceptor.close()
            self._vacating = asyncio.create_task(self._vacate())

    async def _vacate(self) -> None:
        late = asyncio.get_running_loop().time() + LONGEST_QUIET_SECONDS
        await asyncio.sleep(_LOOK_SECONDS)  # who is at the door comes in
        while self._is_used and not self.stop.is_set():
            is_late = asyncio.get_running_loop().time() > late
            for session in tuple(self.sessions):
                if is_late or session.quiet_seconds >= QUIET_SECONDS:
                    session.reconnect()
            if is_late:
                break
            await asyncio.sleep(_LOOK_SECONDS)
        self.stop.set()

    @contextmanager
    def expecting(self) -> Iterator[None]:
        """Within, somebody is about to come."""
        self._expected += 1
        try:
            yield
        finally:
            self._expected -= 1

    @property
    def _is_used(self) -> bool:
        return self._expected > 0 or any(line.is_used for line in self.connections)

    def receive(self) -> None:
        """Somebody pressed a key."""
        self._last_input = asyncio.get_running_loop().time()

    @property
    def quiet_seconds(self) -> float:
        """How long nobody has pressed a key."""
        return asyncio.get_running_loop().time() - self._last_input


class StartLimiter:
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
