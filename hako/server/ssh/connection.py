"""An SSH connection: it authenticates its client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import asyncssh

from hako.engine.log.storage_errors import StorageError
from hako.multiplayer.accounts.sanctions import Sanction
from hako.multiplayer.accounts.users import GUEST, User
from hako.multiplayer.lobby_text import until
from hako.server.connection_limits import network_of
from hako.server.proxy_protocol import ProxyEndpoints
from hako.server.ssh.auth import Principal
from hako.server.ssh.context import ServerContext
from hako.server.ssh.packet_limits import PacketReader
from hako.server.ssh.session import Session
from hako.server.ssh.session_requests import SessionRequests
from hako.server.ssh.terminal_stream import ByteStream
from hako.server.unix_socket import account_at, address_of

logger = logging.getLogger(__name__)

# Nobody has said yet which language they read, and OpenSSH prints letters beyond ASCII as
# numbers where it is not sure: so what helps everybody is said in commands
_BANNER = "hako | no key yet? ssh-keygen -t ed25519 | the line dropped in a game? reset\n"


def _ignore_eof() -> bool:
    return False


class Connection(asyncssh.SSHServer):
    """The server's side of an SSH connection: a login by public key or as a guest, then terminals.

    An account of this machine needs no key, for the system tells who it is. asyncssh refuses what
    is not allowed here: passwords, forwarded ports and sockets, tunnels.
    """

    def __init__(self, context: ServerContext, ends: ProxyEndpoints | None = None) -> None:
        """Serve a connection; `ends` are the client's endpoints if a balancer has sent them."""
        self._context = context
        self._ends = ends
        self._account: str | None = None
        """The account at the other end of a Unix socket."""
        self._owner: Principal | None = None
        """The owner of names that the client has proved to be; None for a guest."""
        self._explained: set[str] = set()
        self._attempts = 0
        self._shells: set[SessionRequests] = set()
        self._had_shell = False
        self._is_counted = False
        """True while it is among the connections that are limited."""
        self._objection: str | None = None
        """The reason why it is one too many."""
        self._patience: asyncio.TimerHandle | None = None
        """Ends the connection if no terminal is opened in time."""
        self.address = ""
        self.user: asyncio.Future[User] = asyncio.get_running_loop().create_future()
        """The user who logged in; cancelled if the connection ends before."""

    # --- coming and going

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        assert conn._transport is not None, "it has just been made"
        self._connection, self._transport = conn, conn._transport
        if self._ends is not None:
            conn.set_extra_info(peername=self._ends.client, sockname=self._ends.server)
        self._account = account_at(conn.get_extra_info("socket"))
        peer = conn.get_extra_info("peername") or ("",)  # they have gone already
        self.address = address_of(self._account) if self._account else peer[0]
        self._reader = PacketReader(
            conn, self._transport, self._context.traffic, self.address, self._end_flood
        )
        self._context.connections.add(self)
        if not self._is_counted:
            self.count(self.address)
        objection = self._objection
        if objection is None and self._context.is_closing:
            objection = "closing_soon"
        ban = self._context.ban_on("", self.address)
        if objection is not None:
            # a moment later, for first of all the server says its version
            asyncio.get_running_loop().call_soon(self.refuse, objection)
        elif ban is not None:
            asyncio.get_running_loop().call_soon(self.expel, ban)

    def count(self, address: str) -> None:
        """Count it among the connections that are limited; another process may have to answer."""
        self.address = address
        self._objection = self._context.connection_limits.connect(self)
        self._is_counted = True

    def discount(self) -> None:
        """Count it no longer."""
        if self._is_counted:
            self._is_counted = False
            self._context.connection_limits.leave(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncssh passes it
        self.discount()
        self._context.connections.discard(self)
        self.user.cancel()
        if self._patience is not None:
            self._patience.cancel()
        asyncio.get_running_loop().call_soon(self._take_apart)

    def _take_apart(self) -> None:
        """Cut the reference cycles that asyncssh and asyncio leave; see SessionAppBase._take_apart."""
        self._connection._recv_handler = _ignore_eof
        vars(self._transport).pop("_read_ready_cb", None)

    def refuse(self, reason: str = "") -> None:
        """End it at once, with the sentence of that key if there is one."""
        if reason:
            sentences = self._sentences(reason, "")
            self._connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, sentences)
        else:
            self._connection.abort()

    def expel(self, ban: Sanction) -> None:
        """End it, because the user is banned; their terminals are restored."""
        if not self._shells:
            self._dismiss("banned", "", **until(ban))
        for shell in self._shells:
            shell.leave("banned", **until(ban))

    def _end_flood(self) -> None:
        """End it, because too many packets are no input; terminals are restored."""
        if not self._shells:
            self.refuse("flooding")
        for shell in self._shells:
            shell.leave("flooding")
            loop = asyncio.get_running_loop()
            loop.call_later(self._context.limits.shutdown_grace, self.refuse)

    @property
    def is_used(self) -> bool:
        return bool(self._shells) or not self._had_shell

    async def close(self) -> None:
        """End it once everything is sent, and wait for that."""
        self._connection.close()
        await self._connection.wait_closed()

    def close_if_unused(self) -> None:
        """Close the connection if it has no open terminal."""
        if not self._shells:
            self.refuse()

    # --- login

    def begin_auth(self, username: str) -> bool:
        if self._account is not None:
            self._owner = Principal.of_account(self._account, username)
            return self._refuses_account(self._owner, username)
        self._connection.send_auth_banner(_BANNER)
        self._count_attempt()
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """True if a key may log in; asyncssh asks for each key on offer, and last for the one that signed."""
        objection = self._context.authenticator.objection_to_key(username, key, self.address)
        if objection is not None:
            self._refuse(objection, username)
            return False
        self._owner = Principal.of_key(key)
        return not self._refuses_banned(self._owner.key, username)

    def kbdint_auth_supported(self) -> bool:
        # clients come to this after their keys; a guest is then asked no question
        return self._context.authenticator.guests_are_welcome

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:  # noqa: ARG002  asyncssh passes them
        objection = self._context.authenticator.objection_to_guest(username)
        if objection is not None:
            self._refuse(objection, username)
            return False
        self._owner = None
        return not self._refuses_banned(GUEST + username, username)

    async def auth_completed(self) -> None:
        """Let the user in."""
        self._context.connection_limits.recognise(self)
        name = self._connection.get_extra_info("username")
        authenticator = self._context.authenticator
        try:
            visitor = authenticator.welcome(name, self._owner, network_of(self.address))
        except StorageError as error:
            logger.error("the name %s could not be stored: %s", name, error)
            self._dismiss("broken", name)
        else:
            self._admit(visitor)

    def _refuses_account(self, owner: Principal, name: str) -> bool:
        objection = self._context.authenticator.objection_to_account(name, owner)
        if objection is not None:
            self._refuse(objection, name)
        return objection is not None or self._refuses_banned(owner.key, name)

    def objection_to_act(self, *, takes: bool) -> str | None:
        """The objection to the user acting under their name; see ServerContext.objection_to_act."""
        name = self._connection.get_extra_info("username")
        return self._context.objection_to_act(name, self._owner, self, takes=takes)

    def _admit(self, visitor: User) -> None:
        logger.info("%s came from %s", visitor.name, self.address)
        self._reader.recognise()
        if not self.user.done():
            self.user.set_result(visitor)
        loop = asyncio.get_running_loop()
        patience = self._context.limits.login_seconds
        self._patience = loop.call_later(patience, self.close_if_unused)

    def _dismiss(self, reason: str, name: str, **values: object) -> None:
        sentences = self._sentences(reason, name, **values)
        self._connection.disconnect(asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT, sentences)

    def _refuses_banned(self, key: str, name: str) -> bool:
        ban = self._context.ban_on(key, self.address)
        if ban is not None:
            self._refuse("banned", name, **until(ban))
        return ban is not None

    def _refuse(self, objection: str, name: str, **values: object) -> None:
        self._explain(objection, name, **values)
        self._count_attempt()

    def _count_attempt(self) -> None:
        self._attempts += 1
        if self._attempts > self._context.limits.login_attempts:
            self.refuse()

    def _explain(self, key: str, name: str = "", **values: object) -> None:
        """Send the reason of a refusal, once, for a client may offer many keys."""
        if key not in self._explained:
            self._explained.add(key)
            self._connection.send_auth_banner(self._sentences(key, name, **values) + "\n")

    def _sentences(self, key: str, name: str, **values: object) -> str:
        return self._context.sentences(key, name=repr(name), **values)

    # --- a terminal, please

    def session_requested(self) -> SessionRequests | bool:
        limits = self._context.limits
        if len(self._shells) >= limits.sessions_per_connection:
            return False
        shell = SessionRequests(self._begin, limits.environment_bytes, self._shell_ended)
        self._shells.add(shell)
        self._had_shell = True
        return shell

    def _begin(self, wire: ByteStream, command: str, on_end: Callable[[], None]) -> Session:
        may_open_table = partial(self._context.connection_limits.may_open_table, self)
        return Session(
            self._context, wire, self.user, command, self.objection_to_act, may_open_table, on_end
        )

    def _shell_ended(self, shell: SessionRequests) -> None:
        self._shells.discard(shell)
        loop = asyncio.get_running_loop()
        loop.call_later(self._context.limits.shutdown_grace, self.close_if_unused)
