"""The session of a page: its WebSocket, and the app behind it."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated

import msgspec
from aiohttp import WSMessage, WSMsgType, web
from msgspec import Meta, Struct

from hako.engine.i18n.typed_numbers import number_in
from hako.multiplayer.accounts.sanctions import Sanction
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby_text import until
from hako.multiplayer.rate_limit import RateLimit
from hako.server.connection_limits import network_of
from hako.server.ssh.auth import Principal
from hako.server.ssh.context import ServerContext
from hako.server.ssh.session import Session
from hako.server.web.paced_handler import PacedHandler
from hako.tui.terminal.capabilities import PAGE

logger = logging.getLogger(__name__)

_MOST_BYTES = 1024 * 1024
"""A longer message ends the connection; a paste that is merely too long gets an answer."""

_MOST_CELLS = 1_000_000

_REST_SECONDS = 1.0
"""The time between two reads while messages wait to be processed. It must be shorter than the
keepalive, or the answers of an honest page would come too late."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}")


class _WindowSize(Struct, frozen=True):
    """The size of a page, in cells."""

    width: Annotated[int, Meta(ge=0)]
    height: Annotated[int, Meta(ge=0)]


_MESSAGES = msgspec.json.Decoder(list[str | _WindowSize])
"""The messages of the page's script: a word, and its arguments."""

_COMES_AGAIN = {"renewed": 1012, "closing": 1001}
"""The reasons for which a page reconnects by itself, and their status codes (RFC 6455, 7.4).

At any other end of a session it does not: the user or a moderator has ended it.
"""

_ENDED = 1000


class PageStream:
    """The WebSocket of a page, as a session needs it."""

    term: str | None = "xterm-256color"

    def __init__(
        self, request: web.BaseRequest, handler: PacedHandler, host: str, most_seconds: float
    ) -> None:
        """Ping the page after `most_seconds` of silence."""
        self.socket = web.WebSocketResponse(
            heartbeat=most_seconds,
            # a compressed message may unpack to a thousand times its size
            compress=False,
            max_msg_size=_MOST_BYTES,
            autoping=False,  # so that pings count as other messages do
        )
        self._handler = handler
        self._rest = min(_REST_SECONDS, most_seconds / 4)
        self.size = _number(request.query.get("width")), _number(request.query.get("height"))
        self.host = host
        language = _LANGUAGE.match(request.headers.get("Accept-Language", ""))
        self.environment: Mapping[str, str] = {
            "COLORTERM": "truecolor",
            "TERM_PROGRAM": PAGE,
            "LANG": language[0] if language else "",
            "NO_MOTION": request.query.get("still", "")[:1],
        }
        self._transport = request.transport
        self._unsent = bytearray()
        self._on_the_way = 0
        self._has_news = asyncio.Event()
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._is_asked = False
        self._status = _ENDED
        self.is_closing = False

    # --- what a session does

    def write(self, data: bytes) -> None:
        if not self.is_closing:
            self._unsent += data
            self._has_news.set()

    @property
    def backlog(self) -> int:
        transport = self._transport
        buffered = 0 if transport is None else transport.get_write_buffer_size()
        return len(self._unsent) + max(self._on_the_way, buffered)

    def pause_reading(self) -> None:
        self._may_read.clear()

    def resume_reading(self) -> None:
        self._may_read.set()

    def complain(self, words: str) -> None:
        self.write(words.encode())

    def close(self, status: int = 0, reason: str = "") -> None:  # noqa: ARG002  the reason tells more
        self._status = _COMES_AGAIN.get(reason, _ENDED)
        if reason == "renewed":
            self._unsent.clear()  # the page comes again at once: its screen stays as it is
        self.is_closing = True
        self._has_news.set()

    # --- what goes there and back

    async def send_all(self) -> None:
        """Send the output until the stream is closed or the page is gone."""
        with suppress(ConnectionError):
            while self._unsent or not self.is_closing:
                await self._has_news.wait()
                self._has_news.clear()
                data, self._unsent = bytes(self._unsent), bytearray()
                self._on_the_way = len(data)
                if data:
                    await self.socket.send_bytes(data)
                self._on_the_way = 0
                if self._is_asked:
                    self._is_asked = False
                    await self.socket.send_str("pong")

    async def read_all(self, session: Session, taken: RateLimit) -> None:
        """Pass on the page's messages, one at a time, until it is gone or sends an invalid one."""
        with suppress(ConnectionError, msgspec.MsgspecError, RecursionError):
            while True:
                await self._may_read.wait()
                await asyncio.sleep(taken.seconds_to_wait)  # also where 0: others have their turn
                message = await self._next_message()
                taken.spend(1)
                match message.type:
                    case WSMsgType.TEXT:
                        self._take(session, _MESSAGES.decode(message.data))
                    case WSMsgType.PING:
                        await self.socket.pong(message.data)
                    case WSMsgType.PONG:
                        pass
                    case _:
                        return

    async def _next_message(self) -> WSMessage:
        self._handler.wait_for_more()
        try:
            return await self.socket.receive()
        finally:
            self._handler.be_busy(self._rest)

    def _take(self, session: Session, message: list[str | _WindowSize]) -> None:
        match message:
            case ["stdin", str(keys)]:
                session.receive(keys.encode("utf-8", "replace"))
            case ["resize", _WindowSize() as window]:
                session.resize(window.width, window.height)
            case ["ping"]:
                self._is_asked = True
                self._has_news.set()
            case _:
                pass  # the terminal itself tells whether it has the focus

    async def hang_up(self, seconds: float) -> None:
        """Close the WebSocket, waiting for the page for some seconds at most."""
        self._handler.wait_for_more()
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(seconds):
                await self.socket.close(code=self._status)
        if self._transport is not None:
            self._transport.abort()


class PageSession:
    """A page as a connection of the server."""

    def __init__(self, context: ServerContext, owner: Principal, name: str, address: str) -> None:
        self.address = address
        self.user: asyncio.Future[User] = asyncio.get_running_loop().create_future()
        """The user who logged in; cancelled if the page is closed before."""
        self._context = context
        self._owner = owner
        self._name = name
        self._session: Session | None = None
        self._transport: asyncio.Transport | None = None
        self._is_gone = asyncio.Event()

    async def talk(
        self, request: web.BaseRequest, handler: PacedHandler, host: str, command: str
    ) -> web.WebSocketResponse:
        """Run until the page or the session ends; `host` is the address that others use."""
        limits = self._context.limits
        stream = PageStream(request, handler, host, limits.keepalive_seconds)
        self._transport = request.transport
        await stream.socket.prepare(request)
        welcome, network = self._context.authenticator.welcome, network_of(self.address)
        self.user.set_result(welcome(self._name, self._owner, network))
        logger.info("%s came from %s", self._name, self.address)
        self._session = session = Session(
            self._context,
            stream,
            self.user,
            command,
            partial(self._context.objection_to_act, self._name, self._owner, self),
            partial(self._context.connection_limits.may_open_table, self),
            lambda: None,
        )
        taken = RateLimit(limits.keys_per_second, limits.keys_at_once)
        sending = asyncio.create_task(stream.send_all())
        reading = asyncio.create_task(stream.read_all(session, taken))
        ways = (sending, reading)
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            session.leave()
            await session.ended()
            await asyncio.wait([sending], timeout=limits.shutdown_grace)
            for task in ways:
                task.cancel()
            await asyncio.wait(ways)
            await stream.hang_up(limits.shutdown_grace)
        return stream.socket

    @property
    def is_used(self) -> bool:
        return not self._is_gone.is_set()

    def refuse(self, reason: str = "") -> None:  # noqa: ARG002  the page has its own words
        """End it at once."""
        if self._transport is not None:
            self._transport.abort()

    def expel(self, ban: Sanction) -> None:
        """End the session, because the user is banned; the page shows that."""
        if self._session is not None:
            self._session.leave("banned", **until(ban))

    async def close(self) -> None:
        """Wait until it has ended."""
        await self._is_gone.wait()

    def go(self) -> None:
        """Note that the session has ended."""
        self.user.cancel()
        self._is_gone.set()


def _number(text: str | None) -> int:
    """A size in cells; 0 if none is given."""
    return number_in(text or "", _MOST_CELLS) or 0
