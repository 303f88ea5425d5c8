"""One connection: who is it, and may they come in?"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import asyncssh

from hako.engine.log.store import StoreFailed
from hako.engine.people.room import Visitor
from hako.engine.words.note import LANGUAGES
from hako.tui.lobby.spelling import NAME_CELLS
from hako.tui.ssh.app import texts
from hako.tui.ssh.house import House
from hako.tui.ssh.session import Session

logger = logging.getLogger(__name__)

# Nobody has said yet which language they read, and OpenSSH prints letters beyond ASCII as
# numbers where it is not sure: so what helps everybody is said in commands
_BANNER = "hako | no key yet? ssh-keygen -t ed25519 | the line dropped in a game? reset\n"


class Connection(asyncssh.SSHServer):
    """Public keys only, or nothing at all for a guest; terminals only, nothing else.

    What is not allowed here explicitly asyncssh refuses: passwords, forwarded ports
    and sockets, tunnels.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._key: asyncssh.SSHKey | None = None
        self._explained: set[str] = set()
        self._attempts = 0
        self._sessions: set[Session] = set()
        self.address = ""
        self.visitor: asyncio.Future[Visitor] = asyncio.get_running_loop().create_future()
        """Who came in; cancelled when they leave before."""

    # --- coming and going

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self.address = conn.get_extra_info("peername")[0]
        self._house.connections.add(self)
        objection = self._house.doors.knock(self)
        if objection is not None:
            # a moment later, for first of all the server says its version
            asyncio.get_running_loop().call_soon(self.turn_away, objection)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncssh passes it
        self._house.doors.leave(self)
        self._house.connections.discard(self)
        self.visitor.cancel()

    def turn_away(self, reason: str = "") -> None:
        """End it at once, with the sentence of that name if there is one."""
        if reason:
            sentences = self._sentences(reason, "")
            self._connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, sentences)
        else:
            self._connection.abort()

    async def close(self) -> None:
        """End it once everything is sent, and wait until it is."""
        self._connection.close()
        await self._connection.wait_closed()

    def close_if_unused(self) -> None:
        """End it if it has no terminal open."""
        if not self._sessions:
            self.turn_away()

    # --- who is it?

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002  asked again with each key
        self._connection.send_auth_banner(_BANNER)
        self._count_attempt()
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Asked for each key on offer, and once more, last, for the one that signed."""
        objection = self._house.doorkeeper.objection_to_key(username, key, self.address)
        if objection is not None:
            self._refuse(objection, username)
            return False
        self._key = key
        return True

    def kbdint_auth_supported(self) -> bool:
        # clients come to this after their keys; a guest is then asked no question
        return self._house.doorkeeper.guests_are_welcome

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:  # noqa: ARG002  asyncssh passes them
        objection = self._house.doorkeeper.objection_to_guest(username)
        if objection is not None:
            self._refuse(objection, username)
            return False
        self._key = None
        return True

    async def auth_completed(self) -> None:
        """Let them in, in a thread because it may wait for the disk."""
        self._house.doors.recognise(self)
        name = self._connection.get_extra_info("username")
        try:
            visitor = await asyncio.to_thread(self._house.doorkeeper.welcome, name, self._key)
        except StoreFailed as error:
            logger.error("the name %s could not be kept: %s", name, error)
            self._dismiss("broken", name)
        else:
            self._admit(visitor)

    def claim_name(self) -> str | None:
        """Make the name theirs, now that they take a seat; why it cannot be, or None."""
        name = self._connection.get_extra_info("username")
        may_take = partial(self._house.doors.may_take_name, self)
        try:
            objection = self._house.doorkeeper.objection_to_owner(name, self._key, may_take)
        except StoreFailed as error:
            logger.error("the name %s could not be kept: %s", name, error)
            objection = "broken"
        return objection

    def _admit(self, visitor: Visitor) -> None:
        logger.info("%s came from %s", visitor.name, self.address)
        if not self.visitor.done():
            self.visitor.set_result(visitor)
        loop = asyncio.get_running_loop()
        loop.call_later(self._house.limits.login_seconds, self.close_if_unused)

    def _dismiss(self, reason: str, name: str) -> None:
        self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, self._sentences(reason, name))

    def _refuse(self, objection: str, name: str) -> None:
        self._explain(objection, name)
        self._count_attempt()

    def _count_attempt(self) -> None:
        self._attempts += 1
        if self._attempts > self._house.limits.login_attempts:
            self.turn_away()

    def _explain(self, key: str, name: str = "") -> None:
        """Say why not; once, for a client may offer many keys."""
        if key not in self._explained:
            self._explained.add(key)
            self._connection.send_auth_banner(self._sentences(key, name) + "\n")

    def _sentences(self, key: str, name: str) -> str:
        """In both languages: which one they read is not known before they are in."""
        values = {"name": repr(name), "most": NAME_CELLS, "port": self._house.port}
        return "\n".join(texts(each).say(f"server.{key}", **values) for each in LANGUAGES)

    # --- a terminal, please

    def session_requested(self) -> Session | bool:
        if len(self._sessions) >= self._house.limits.sessions_per_connection:
            return False
        may_open_table = partial(self._house.doors.may_open_table, self)
        session = Session(
            self._house, self.visitor, self.claim_name, may_open_table, self._session_ended
        )
        self._sessions.add(session)
        return session

    def _session_ended(self, session: Session) -> None:
        self._sessions.discard(session)
        loop = asyncio.get_running_loop()
        loop.call_later(self._house.limits.farewell_seconds, self.close_if_unused)
