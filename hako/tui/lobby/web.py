"""The lobby in a browser: textual-serve runs a process of `hako lobby --guest` for each visitor.

The process ends with the page. Its tables are in the folder that all share, so a
visitor who comes again under the same name finds their seats.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from hako.tui import TUI
from hako.tui.extras import NotInstalled

if find_spec("textual_serve") is None:
    raise NotInstalled("no_textual_serve")

from aiohttp import web
from textual_serve.server import Server

from hako.engine.words.note import LANGUAGES
from hako.engine.words.text import load_texts

SERVER = TUI / "ssh"
"""Where the sentences of the server are."""


class Website(Server):
    """textual-serve within our event loop.

    No banner, no log of its own, not for a crowd, and with a page of ours: that of
    textual-serve has every visitor's browser ask others for a font.
    """

    def __init__(self, command: str, host: str, port: int, url: str | None, most: int) -> None:
        page = TUI / "page"
        super().__init__(command, host, port, title="hako 箱", public_url=url, templates_path=page)
        self._most = most
        self._own_host = urlsplit(self.public_url).netloc
        self._visitors = 0

    async def on_startup(self, app: web.Application) -> None:
        """Whoever opened the house says where it is."""

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Let a visitor in who comes from a page of ours, if there is room."""
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc not in {request.host, self._own_host}:
            raise web.HTTPForbidden  # another site's page, in the browser of somebody who reads it
        if self._visitors >= self._most:
            said = (
                load_texts(each, SERVER).say("server.full", most=self._most) for each in LANGUAGES
            )
            raise web.HTTPServiceUnavailable(text="\n".join(said))
        self._visitors += 1
        try:
            return await super().handle_websocket(request)
        finally:
            self._visitors -= 1


@asynccontextmanager
async def website(
    host: str, port: int, data: Path, url: str | None, most: int, games: Path | None = None
) -> AsyncIterator[str]:
    """Within, the lobby of that folder is open to browsers, at the address returned."""
    more = ["--games", str(games)] if games else []
    command = [sys.executable, "-m", "hako", *more, "lobby", "--guest", "--data", str(data)]
    site = Website(shlex.join(command), host, port, url, most)
    runner = web.AppRunner(await site._make_app(), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield site.public_url
    finally:
        await runner.cleanup()
