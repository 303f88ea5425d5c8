"""The web site: its pages, and the login of browsers."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from aiohttp import web
from msgspec import Struct

from hako.multiplayer.accounts.name_rules import is_fit
from hako.multiplayer.accounts.names import BROWSER, NamesFull, NameTaken
from hako.multiplayer.command_rejected import CommandRejected
from hako.multiplayer.lobby_text import until
from hako.multiplayer.services import Services
from hako.server.ssh.auth import Principal
from hako.server.ssh.context import ServerContext
from hako.server.ssh.host_keys import pass_key
from hako.server.web.cookies import CookieSigner, SessionCookie, new_key
from hako.server.web.paced_handler import PacedHandler
from hako.server.web.page_session import PageSession
from hako.server.web.pages import STATICS, page, static
from hako.server.web.pending_connections import PendingConnections
from hako.server.workers.listening_sockets import WEB
from hako.tui.apps.command_words import BACK

_COOKIE_SECONDS = 400 * 86400
"""The longest time for which browsers keep a cookie; each visit renews it."""

_MOST_FORM_BYTES = 4096
_CODE = re.compile(r"[A-Za-z0-9]{0,16}")


class WebConfig(Struct, frozen=True):
    """The settings of the web site."""

    host: str = "127.0.0.1"
    port: int = 0
    """The port; 0 takes any free one."""
    address: str = "127.0.0.1"
    """The name of that host for others."""
    url: str | None = None
    """The URL for browsers, if it is not made of the address and the port."""
    visitors: int = 20
    """Pages with a terminal at the same time."""
    proxy: str | None = None
    """The address of a proxy that is trusted to tell a client's address."""


class _LoginState(NamedTuple):
    """The answer to a browser that wants to log in."""

    words: str
    status: int = 200
    may_enter: bool = False
    asks: bool = False
    """True if giving a name is enough to log in."""


class Site:
    """The web site of a server. A signed cookie takes the place of an SSH key."""

    def __init__(self, context: ServerContext, rules: WebConfig, folder: Services) -> None:
        """Open no port yet; the folder keeps keys and links. Raises StorageError, BadAccountFile."""
        self.port = rules.port
        self.pending = PendingConnections(
            self._answer, context.limits, context.traffic, rules.proxy
        )
        self._context = context
        self._rules = rules
        self._signer = CookieSigner(pass_key(folder.path / "pass_key"))
        self._invitations = folder.invitations()
        own = urlsplit(rules.url or "")
        self._base = own.path.rstrip("/")
        self._is_secure = own.scheme == "https"
        name = socket.gethostname()
        self._names = {"localhost", name, f"{name}.local", rules.host, own.hostname}
        # with that name a browser takes it from nobody else, not even from a host beside this one
        self._cookie = "__Host-hako" if self._is_secure and not self._base else "hako"
        self._callers: set[PageSession] = set()

    @property
    def url(self) -> str:
        """The URL of the site."""
        address = self._rules.address
        host = f"[{address}]" if ":" in address else address
        return (self._rules.url or f"http://{host}:{self.port}").rstrip("/")

    def invite(self, name: str, table: str) -> str:
        """A link that logs one person in once under a name; further links are for the same person.

        Raises CommandRejected, StorageError.
        """
        names = self._context.authenticator.names
        owner = names.owner_of(name)
        is_known = owner is not None and owner.startswith(BROWSER)
        key = owner if owner is not None and is_known else new_key()
        if not is_known and not is_fit(name):
            raise CommandRejected("name_unfit", name=name)
        try:
            names.claim(name, key)
        except (NameTaken, NamesFull):
            raise CommandRejected("name_not_free", name=name) from None
        return f"{self.url}/come#{self._invitations.make(key, name, table)}"

    # --- what is asked for

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        await asyncio.sleep(0)  # others have their turn before the next of many requests
        self._check_host(request)
        _, first, *rest = request.path.split("/")
        code = "/".join(rest)
        match request.method, first:
            case "GET", "static" if request.path in STATICS:
                return static(request)
            case "GET", "ws" if _CODE.fullmatch(code):
                return await self._open_line(request, code)
            case "GET", "come":
                return self._door(request, self._standing(request), request.query.get("to", ""))
            case "POST", "come":
                return await self._come(request)
            case "GET", _ if _CODE.fullmatch(first) and not rest:
                return self._front(request, first)
            case _:
                raise web.HTTPNotFound

    def _front(self, request: web.BaseRequest, code: str) -> web.Response:
        """The page with the terminal, for browsers that may log in."""
        cookie = self._cookie_of(request)
        if cookie is None:
            # behind a link on another site a browser sends its cookie only after a redirect by our own page
            return page("knock.html", base=self._base, come=f"{self._base}/come?to={code}")
        standing = self._standing(request)
        if not standing.may_enter:
            return self._door(request, standing, code)
        own = urlsplit(self._origin(request))
        line = f"{'wss' if self._is_secure else 'ws'}://{own.netloc}{self._base}/ws/"
        answer = page("terminal.html", base=self._base, line=line, code=code)
        self._give(answer, cookie)
        return answer

    def _door(self, request: web.BaseRequest, standing: _LoginState, to: str) -> web.Response:
        """The page that asks for a name or uses a link, or the reason why the login is refused."""
        code = to if _CODE.fullmatch(to) else ""
        cookie = self._cookie_of(request)
        return page(
            "come.html",
            status=standing.status,
            base=self._base,
            words=standing.words,
            to=code,
            known=f"{self._base}/{code}" if standing.may_enter else "",
            name=cookie.name if cookie is not None else "",
            kind="asks" if standing.asks else "tells",
        )

    async def _come(self, request: web.BaseRequest) -> web.Response:
        """Give a cookie for a link or, if that is enough, for a name."""
        self._check_origin(request)
        form = await self._form(request)
        standing = self._standing(request)
        to, link, name = form.get("to", ""), form.get("link", ""), form.get("name", "").strip()
        if link:
            if (shut := self._shut(request, None)) is not None:
                return self._door(request, shut, to)
            invited = self._invitations.use(link)
            if invited is None:
                return self._door(request, self._refused("web.link_used"), to)
            cookie, to = SessionCookie(invited.key, invited.name), invited.table
        elif standing.asks:
            before = self._cookie_of(request)
            cookie = SessionCookie(before.key if before is not None else new_key(), name)
            if (trouble := self._trouble(cookie)) is not None:
                return self._door(request, trouble, to)
        else:
            return self._door(request, standing, to)
        answer = web.Response(status=303)
        answer.headers["Location"] = f"{self._base}/{to if _CODE.fullmatch(to) else ''}"
        self._give(answer, cookie)
        return answer

    async def _open_line(self, request: web.BaseRequest, code: str) -> web.StreamResponse:
        """Run a session over a WebSocket, as long as its page is open."""
        self._check_origin(request)
        cookie = self._cookie_of(request)
        standing = self._standing(request)
        if cookie is None or not standing.may_enter:
            status = 403 if cookie is None else standing.status
            return web.Response(status=status, text=standing.words)
        if "Upgrade" not in request.headers:  # the page asks why its line was not opened
            return web.Response(status=204)
        handler, owner = request.protocol, Principal.of_browser(cookie.key)
        assert isinstance(handler, PacedHandler), "pending makes no other"
        caller = PageSession(self._context, owner, cookie.name, self._address(request))
        with self._entered(caller) as objection:
            if objection is not None:
                return web.Response(status=503, text=self._context.sentences(objection))
            self.pending.recognise(handler, caller.address)
            host = urlsplit(self._origin(request)).hostname or ""
            word = BACK if "back" in request.query else "join"
            return await caller.talk(request, handler, host, f"{word} {code}" if code else "")

    @contextmanager
    def _entered(self, caller: PageSession) -> Iterator[str | None]:
        """Within, a page counts as connected, unless there is an objection, which is yielded."""
        self._callers.add(caller)
        objection = self._context.connection_limits.connect(caller)
        self._context.connection_limits.recognise(caller)
        self._context.connections.add(caller)
        try:
            yield objection
        finally:
            self._callers.discard(caller)
            self._context.connection_limits.leave(caller)
            self._context.connections.discard(caller)
            caller.go()

    # --- login

    def _standing(self, request: web.BaseRequest) -> _LoginState:
        cookie = self._cookie_of(request)
        if (shut := self._shut(request, cookie)) is not None:
            return shut
        is_let_in = cookie is not None and self._invitations.is_admitted(cookie.key)
        if self._context.authenticator.is_closed and not is_let_in:
            return self._refused("web.link_needed")
        if cookie is None:
            return _LoginState(self._context.sentences("web.welcome"), asks=True)
        if (trouble := self._trouble(cookie)) is not None:
            return trouble
        if len(self._callers) >= self._rules.visitors:
            return self._refused("full", status=503, most=self._rules.visitors)
        return _LoginState(self._context.sentences("web.known", name=cookie.name), may_enter=True)

    def _shut(self, request: web.BaseRequest, cookie: SessionCookie | None) -> _LoginState | None:
        """The refusal of all browsers, or of that one; None if there is none."""
        if self._context.is_closing:
            return self._refused("closing_soon", status=503)
        ban = self._context.ban_on(cookie.key if cookie is not None else "", self._address(request))
        return (
            None
            if ban is None
            else _LoginState(self._context.sentences("banned", **until(ban)), 403)
        )

    def _trouble(self, cookie: SessionCookie) -> _LoginState | None:
        """The refusal of a name, which asks for another one; None if there is none."""
        objection = self._context.authenticator.objection_to_name(cookie.name, cookie.key)
        if objection is None:
            return None
        return self._refused(f"web.{objection}", name=cookie.name)._replace(asks=True)

    def _refused(self, key: str, *, status: int = 403, **values: object) -> _LoginState:
        return _LoginState(self._context.sentences(key, **values), status)

    def _cookie_of(self, request: web.BaseRequest) -> SessionCookie | None:
        return self._signer.read(request.cookies.get(self._cookie, ""))

    def _give(self, answer: web.Response, cookie: SessionCookie) -> None:
        answer.set_cookie(
            self._cookie,
            self._signer.write(cookie),
            max_age=_COOKIE_SECONDS,
            path=self._base or "/",
            secure=self._is_secure,
            httponly=True,
            samesite="Strict",
        )

    async def _form(self, request: web.BaseRequest) -> dict[str, str]:
        """The fields of a form. Raises an HTTP error if it is too long, or takes too long."""
        if request.content_length is None or request.content_length > _MOST_FORM_BYTES:
            raise web.HTTPRequestEntityTooLarge(_MOST_FORM_BYTES, request.content_length or 0)
        try:
            async with asyncio.timeout(self._context.limits.shutdown_grace):
                sent = await request.read()
            return {
                name: values[0]
                for name, values in parse_qs(sent.decode(), max_num_fields=8).items()
            }
        except (TimeoutError, ValueError):
            raise web.HTTPBadRequest from None

    # --- where somebody comes from

    def _address(self, request: web.BaseRequest) -> str:
        """The client's address; from a trusted proxy, the last one of X-Forwarded-For."""
        peer = request.remote or ""
        if peer != self._rules.proxy:
            return peer
        address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        try:
            return str(ipaddress.ip_address(address))
        except ValueError:
            return peer

    def _origin(self, request: web.BaseRequest) -> str:
        """The origin of our own pages."""
        own = urlsplit(self._rules.url or f"http://{request.host}")
        return f"{own.scheme}://{own.netloc}"

    def _check_origin(self, request: web.BaseRequest) -> None:
        """Refuse requests from pages of other sites. Raises HTTPForbidden."""
        if request.headers.get("Origin", self._origin(request)) != self._origin(request):
            raise web.HTTPForbidden(text=self._context.sentences("web.foreign", url=self.url))

    def _check_host(self, request: web.BaseRequest) -> None:
        """Refuse foreign host names, against DNS rebinding. Raises HTTPForbidden."""
        try:
            host = urlsplit(f"//{request.host}").hostname
            if host not in self._names:
                ipaddress.ip_address(host or "")
        except ValueError:
            raise web.HTTPForbidden(
                text=self._context.sentences("web.foreign", url=self.url)
            ) from None


@asynccontextmanager
async def open_site(
    context: ServerContext,
    rules: WebConfig,
    folder: Services,
    listeners: Iterable[socket.socket] = (),
) -> AsyncIterator[Site]:
    """Within, the server is open to browsers, at these listeners if there are any.

    Raises OSError, StorageError, BadAccountFile.
    """
    site = Site(context, rules, folder)
    loop, servers = asyncio.get_running_loop(), context.acceptors.setdefault(WEB, [])
    places: list[dict[str, Any]] = [{"sock": listener} for listener in listeners]
    try:
        for where in places or [{"host": rules.host, "port": rules.port}]:
            servers.append(await loop.create_server(site.pending, **where))
        site.port = servers[0].sockets[0].getsockname()[1]
        context.inviter = site
        yield site
    finally:
        for server in servers:
            server.close()
        await asyncio.sleep(0)  # connections that were just accepted get their handlers
        site.pending.pre_shutdown()
        await site.pending.shutdown(context.limits.shutdown_grace)
