"""A real browser without a window, told what to do through its DevTools."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import re
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.server.ssh.person import ShownTerminal

PATIENCE_SECONDS = 40
"""A process for each visitor takes a while to start."""

SIZE = (200, 60)
"""Larger than any page: what the terminal in a page is as large as, the page alone knows."""


class Page(ShownTerminal):
    """A page that shows a terminal: what is pressed there, and what it was sent to show."""

    def __init__(self, browser: Browser, session: str, context: dict[str, Any]) -> None:
        super().__init__(SIZE)
        self._browser = browser
        self.context = context
        """With what other pages it shares cookies."""
        self._session = session
        self.asked_for: list[str] = []
        """The addresses of all that the page asked for."""
        self.lines: list[str] = []
        """The addresses of the sockets that it opened."""
        self.size = (0, 0)
        """Columns and lines, as it told the house."""
        self.complaints: list[str] = []
        """Exceptions of scripts, and what the browser itself found wrong with the page."""

    async def open(self, url: str) -> None:
        """Go there, or load it again."""
        self.screen.reset()
        for domain in ("Network", "Runtime", "Log", "Page"):
            await self.tell(f"{domain}.enable")
        await self.tell("Emulation.setFocusEmulationEnabled", enabled=True)
        await self.tell("Page.navigate", url=url)

    async def reload(self) -> None:
        """Load it again."""
        self.forget()
        await self.tell("Page.reload")

    def forget(self) -> None:
        """Forget what it was sent to show."""
        self.screen.reset()

    async def opens_line(self, number: int) -> None:
        """Wait until it opened so many sockets, and what it is sent by the last one."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(self.lines) < number:  # noqa: ASYNC110  there is no event for it
                await asyncio.sleep(0.01)
        self.forget()

    async def press(self, keys: str) -> None:
        """Type letters; a carriage return is Enter."""
        await self.evaluate("document.querySelector('.xterm-helper-textarea').focus()")
        for key in keys:
            name = {"key": "Enter", "windowsVirtualKeyCode": 13} if key == "\r" else {"key": key}
            await self.tell("Input.dispatchKeyEvent", type="keyDown", text=key, **name)
            await self.tell("Input.dispatchKeyEvent", type="keyUp", **name)

    async def hold(self, letter: str, *, by: str = "") -> None:
        """Press Ctrl and a letter; `by` is what the browser itself does then, such as paste."""
        key = {"key": letter, "code": f"Key{letter.upper()}", "modifiers": 2}
        key["windowsVirtualKeyCode"] = ord(letter.upper())
        commands = [by] if by else []
        await self.tell("Input.dispatchKeyEvent", type="rawKeyDown", commands=commands, **key)
        await self.tell("Input.dispatchKeyEvent", type="keyUp", **key)

    async def select(self, row: int, start: int = 0, *, shift: bool = True) -> None:
        """Drag over a row from a column on, both counted from 0; with Shift the app is not told."""
        left, top, width, height = await self.evaluate(
            "(b => [b.x, b.y, b.width, b.height])"
            f"(document.querySelectorAll('.xterm-rows > div')[{row}].getBoundingClientRect())"
        )
        cell = width / self.size[0]
        first, last = left + (start + 0.2) * cell, left + width - 1
        y = top + height / 2
        for kind, x in (
            ("mousePressed", first),
            ("mouseMoved", first + 5 * cell),
            ("mouseMoved", last),
            ("mouseReleased", last),
        ):
            where = {"x": x, "y": y, "button": "left", "clickCount": 1, "modifiers": 8 * shift}
            await self.tell("Input.dispatchMouseEvent", type=kind, **where)

    async def tap(self, row: int) -> None:
        """Touch a row with a finger."""
        x, y = await self.evaluate(
            "(b => [b.x + 40, b.y + b.height / 2])"
            f"(document.querySelectorAll('.xterm-rows > div')[{row}].getBoundingClientRect())"
        )
        await self.tell(
            "Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}]
        )
        await self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def be_telephone(self, width: int, height: int) -> None:
        """Have a screen of that size, and fingers instead of a mouse."""
        screen = {"width": width, "height": height, "deviceScaleFactor": 3, "mobile": True}
        await self.tell("Emulation.setDeviceMetricsOverride", **screen)
        await self.tell("Emulation.setTouchEmulationEnabled", enabled=True)

    async def sees(self, words: str) -> None:
        """Wait until the page was sent these words."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while words not in self.text:  # noqa: ASYNC110  there is no event for it
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"waited for {words!r}:\n{self.text}") from None

    async def has(self, selector: str) -> None:
        """Wait until there is something of that kind on the page."""
        await self.until(f"document.querySelector('{selector}') !== null")

    async def until(self, script: str) -> None:
        """Wait until a line of JavaScript is true on the page."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await self.evaluate(script):  # noqa: ASYNC110  there is no event for it
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"waited for {script}:\n{self.text}") from None

    async def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression on the page."""
        result = await self.tell(
            "Runtime.evaluate",
            expression=script,
            returnByValue=True,
            awaitPromise=True,
            userGesture=True,
        )
        return result["result"].get("value")

    async def picture(self) -> bytes:
        """A screenshot of the page, as PNG."""
        return base64.b64decode((await self.tell("Page.captureScreenshot"))["data"])

    async def tell(self, method: str, **values: Any) -> dict[str, Any]:
        """A command of the DevTools protocol."""
        return await self._browser.tell(method, values, self._session)

    def hear(self, frame: dict[str, Any]) -> None:
        """The page was sent something over its socket: binary data is for its terminal."""
        if frame["opcode"] == 2:
            self.show(base64.b64decode(frame["payloadData"]))

    def note_line(self, url: str) -> None:
        """It opened a socket."""
        self.lines.append(url)
        if match := re.search(r"width=(\d+)&height=(\d+)", url):
            self.size = int(match[1]), int(match[2])

    def note_sent(self, frame: dict[str, Any]) -> None:
        """It sent something over its socket."""
        match json.loads(frame["payloadData"]):
            case ["resize", {"width": int(width), "height": int(height)}]:
                self.size = width, height
            case _:
                pass


class Browser:
    """Pages that know nothing of each other."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._pages: dict[str, Page] = {}

    async def listen(self) -> None:
        """Hand answers and frames to whom they are for."""
        async for message in self._socket:
            event = message.json()
            if (answer := self._answers.pop(event.get("id"), None)) is not None:
                answer.set_result(event)
            elif (page := self._pages.get(event.get("sessionId", ""))) is not None:
                _note(page, event["method"], event["params"])

    async def tell(
        self, method: str, values: dict[str, Any], session: str | None = None
    ) -> dict[str, Any]:
        """A command and its answer."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        order = {"id": number, "method": method, "params": values}
        await self._socket.send_json(order | ({"sessionId": session} if session else {}))
        reply = await asyncio.wait_for(self._answers[number], PATIENCE_SECONDS)
        assert "result" in reply, reply
        result: dict[str, Any] = reply["result"]
        return result

    async def page(self, beside: Page | None = None) -> Page:
        """A new page, empty, that shares cookies and clipboard with none but the one beside it."""
        context = beside.context if beside else await self.tell("Target.createBrowserContext", {})
        allowed = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        await self.tell("Browser.grantPermissions", {"permissions": allowed, **context})
        target = await self.tell("Target.createTarget", {"url": "about:blank", **context})
        attached = await self.tell("Target.attachToTarget", {**target, "flatten": True})
        session = attached["sessionId"]
        page = self._pages[session] = Page(self, session, context)
        return page


def _note(page: Page, method: str, params: dict[str, Any]) -> None:
    """Pass on an event of a page."""
    match method:
        case "Network.webSocketFrameReceived":
            page.hear(params["response"])
        case "Network.webSocketFrameSent":
            page.note_sent(params["response"])
        case "Network.webSocketCreated":
            page.note_line(params["url"])
        case "Network.requestWillBeSent":
            page.asked_for.append(params["request"]["url"])
        case "Runtime.exceptionThrown" | "Log.entryAdded":
            page.complaints.append(str(params))
        case _:
            pass


@asynccontextmanager
async def browser(program: str, folder: Path) -> AsyncIterator[Browser]:
    """Start Chromium, or one of its family, with a profile of its own."""
    process = await asyncio.create_subprocess_exec(
        program,
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"),
        *("--no-first-run", "--disable-background-networking", "--disable-component-update"),
        *("--disable-sync",),
        *("--window-size=1200,800", f"--user-data-dir={folder}", "about:blank"),
        stdout=DEVNULL,
        stderr=PIPE,
    )
    try:
        address = await asyncio.wait_for(_address(process), PATIENCE_SECONDS)
        async with (
            aiohttp.ClientSession() as client,
            client.ws_connect(address, max_msg_size=0) as socket,
        ):
            opened = Browser(socket)
            listening = asyncio.create_task(opened.listen())
            yield opened
            listening.cancel()
    finally:
        process.terminate()
        await process.communicate()


async def _address(process: Process) -> str:
    assert process.stderr is not None
    async for line in process.stderr:
        if line.startswith(b"DevTools listening on "):
            return line.decode().split()[-1]
    raise AssertionError("the browser ended before it listened")
