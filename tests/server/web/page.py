"""Browsers without a picture: real sockets, a jar for cookies, and a terminal to look at."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from aiohttp import ClientResponse, ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from yarl import URL

from tests.server.ssh.person import ShownTerminal, answers


class Page(ShownTerminal):
    """A page with a terminal that answers questions about itself."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        super().__init__((80, 24))
        self.socket = socket
        self.answers: list[str] = []
        """Messages that its script was sent."""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            if message.type is WSMsgType.TEXT:
                self.answers.append(message.data)
                self._news.set()
                continue
            assert message.type is WSMsgType.BINARY
            self.show(message.data)
            if b"\x1b[c" in message.data:
                with suppress(ConnectionError):
                    await self.press(answers())
            self._news.set()
        self.has_ended = True
        self._news.set()

    async def press(self, keys: str | bytes) -> None:
        await self.say("stdin", keys if isinstance(keys, str) else keys.decode())

    async def say(self, word: str, value: Any) -> None:
        await self.socket.send_json([word, value])

    async def sees(self, words: str) -> None:
        await self._until(lambda: words in self.text, repr(words))

    async def is_at(self, code: str) -> None:
        """Wait until its address is that of a table, or with an empty code of the lobby."""

        def is_there() -> bool:
            codes = re.findall(rb"\x1b\]7771;(\w*)\x07", self.sent)
            return bool(codes) and codes[-1].decode() == code

        await self._until(is_there, f"the address of {code!r}")

    async def is_answered(self, words: str) -> None:
        """Wait until its script was sent that."""
        await self._until(lambda: words in self.answers, repr(words))

    async def is_sent_home(self) -> str:
        """Wait for the end; what is on the screen then."""
        await self._until(lambda: self.has_ended, "the end")
        return self.text

    async def go(self) -> None:
        """Close it, as when somebody leaves the page."""
        await self.socket.close()
        await self._reading


class Browser:
    """A browser: it keeps cookies, and sends them with each request."""

    def __init__(self, url: str, jar: CookieJar | None = None) -> None:
        self.url = url
        self.jar = jar if jar is not None else CookieJar(unsafe=True)  # 127.0.0.1 is no name
        self._session = ClientSession(cookie_jar=self.jar)
        self.pages: list[Page] = []

    @property
    def cookie(self) -> str:
        """The pass."""
        return next((cookie.value for cookie in self.jar if cookie.key.endswith("hako")), "")

    @property
    def here(self) -> URL:
        """The URL that its cookies belong to."""
        return URL(self.url)

    async def get(self, path: str = "/", **headers: str) -> tuple[int, str]:
        """Status and text of a page."""
        async with self._session.get(self.url + path, headers=headers) as answer:
            return answer.status, await answer.text(errors="replace")

    async def fetch(self, path: str, **headers: str) -> ClientResponse:
        """The whole answer."""
        answer = await self._session.get(self.url + path, headers=headers)
        await answer.read()
        return answer

    async def post(self, headers: dict[str, str] | None = None, **form: str) -> ClientResponse:
        """Tell a name, or show a link, as the form of the page does."""
        headers = headers if headers is not None else {"Origin": self.url}
        url = f"{self.url}/come"
        return await self._session.post(url, data=form, headers=headers, allow_redirects=False)

    async def show(self, link: str) -> int:
        """Follow a link to its end; the status of what comes of it."""
        return (await self.post(link=link.partition("#")[2])).status

    async def line(self, path: str = "/ws/", **options: Any) -> ClientWebSocketResponse:
        """A socket, as the script of the page opens it."""
        options.setdefault("origin", self.url)
        socket: ClientWebSocketResponse = await self._session.ws_connect(self.url + path, **options)
        return socket

    async def open(
        self,
        code: str = "",
        size: tuple[int, int] = (80, 24),
        *,
        again: bool = False,
        speaks: str = "en-GB",
    ) -> Page:
        """A page, at a table if there is a code, or `again` there; it may claim any size."""
        where = f"/ws/{code}?width={size[0]}&height={size[1]}{'&back=1' if again else ''}"
        socket = await self.line(where, headers={"Accept-Language": speaks})
        self.pages.append(Page(socket))
        return self.pages[-1]

    async def come(self, name: str, code: str = "") -> Page:
        """Tell a name, and open a page."""
        assert (await self.post(name=name)).status == 303
        return await self.open(code)

    async def close(self) -> None:
        for page in self.pages:
            await page.go()
        await self._session.close()


@asynccontextmanager
async def browsers(url: str, count: int = 1) -> AsyncIterator[list[Browser]]:
    """Some that know nothing of each other."""
    opened = [Browser(url) for _ in range(count)]
    try:
        yield opened
    finally:
        for page in opened:
            await page.close()


def links(page: str) -> list[str]:
    """All that a page asks for."""
    return re.findall(r"(?:src|href|url)=?[\"(]+([^\")]+)", page)
