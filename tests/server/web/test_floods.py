"""Floods by way of the web: what browsers send is read within the budgets of the house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType
from aiohttp.web_protocol import RequestHandler

from hako.server.limits import PLAYER, READ_BYTES, STRANGER, Limits
from hako.server.ssh.packet_limits import Traffic
from hako.server.web.paced_handler import PacedHandler
from hako.server.web.site import Site
from tests.server.ssh.person import DemoServer, demo_server
from tests.server.ssh.test_hostile import plays_on
from tests.server.web.page import Browser, Page, browsers
from tests.server.web.test_site import OPEN, url_of
from tests.waiting import until

EMPTY_FRAMES = {
    "pings": b"\x89\x80" + bytes(4),
    "pongs": b"\x8a\x80" + bytes(4),
    "empty messages": b"\x81\x80" + bytes(4),
    "parts of a message": b"\x00\x80" + bytes(4),
}
"""Frames that say nothing, masked as RFC 6455, 5.3, asks of clients."""

MANY = 500_000
"""Frames, of which no budget bears so many at once."""


class Stopped:
    """A clock that stands still, so that budgets are spent once."""

    def __call__(self) -> float:
        return 0.0


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of bytes that were read, one for each read."""
    sizes: list[int] = []
    receive = RequestHandler.data_received

    def counted(self: RequestHandler, data: bytes) -> None:
        sizes.append(len(data))
        receive(self, data)

    monkeypatch.setattr(RequestHandler, "data_received", counted)
    return sizes


@asynccontextmanager
async def visited(
    folder: Path, limits: Limits | None = None
) -> AsyncIterator[tuple[DemoServer, Browser, Page]]:
    """A house, and in it a browser with a page."""
    async with (
        demo_server(folder, limits=limits, browsers=OPEN) as at,
        browsers(url_of(at)) as (eve,),
    ):
        page = await eve.come("eve")
        await page.sees("ready")
        yield at, eve, page


def stop_clock(at: DemoServer) -> None:
    """From now on nothing comes back of what is spent."""
    site = at.context.inviter
    assert isinstance(site, Site)
    traffic = Traffic(Limits(), Stopped())
    site.pending._traffic = traffic
    for handler in site.pending.connections:
        assert isinstance(handler, PacedHandler)
        is_known = handler not in site.pending._waiting
        handler.meters = traffic.meters("192.0.2.1", is_known=is_known)


def raw(page: Page) -> asyncio.Transport:
    transport: Any = page.socket._writer.transport
    assert isinstance(transport, asyncio.Transport)
    return transport


@pytest.mark.parametrize("kind", EMPTY_FRAMES)
async def test_frames_that_say_nothing_are_read_within_a_budget(
    tmp_path: Path, read: list[int], kind: str
) -> None:
    """As many as the budget has at once, little at a time; whoever else plays, plays on."""
    async with visited(tmp_path) as (at, _, page):
        bob = await at.sit_down("bob")
        stop_clock(at)
        read.clear()
        raw(page).write(EMPTY_FRAMES[kind] * MANY)
        await until(lambda: sum(read) > 0)
        await plays_on(bob)
        for _ in range(200):
            await asyncio.sleep(0.001)
        assert sum(read) <= PLAYER.bytes.at_once + READ_BYTES
        assert max(read) <= READ_BYTES
        raw(page).abort()


async def test_requests_of_a_stranger_are_read_within_a_budget(
    tmp_path: Path, read: list[int]
) -> None:
    """However small each is, and however many come together."""
    request = b"GET /come HTTP/1.1\r\nHost: localhost\r\n\r\n"
    async with demo_server(tmp_path, browsers=OPEN) as at:
        bob = await at.sit_down("bob")
        stop_clock(at)
        port = at.context.inviter.port  # type: ignore[union-attr]  # a Site
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request * 20_000)
        answers = asyncio.create_task(reader.read(-1))
        await until(lambda: sum(read) > 0)
        await plays_on(bob)
        for _ in range(200):
            await asyncio.sleep(0.001)
        requests = sum(read) / len(request)
        assert requests <= STRANGER.packets.at_once + READ_BYTES / len(request) + 1
        assert max(read) <= READ_BYTES
        writer.transport.abort()
        await asyncio.wait([answers])


async def test_what_is_not_dealt_with_yet_stays_with_the_client(
    tmp_path: Path, read: list[int]
) -> None:
    """Messages are taken at the pace of keys, and no more than a little waits here meanwhile."""
    word = b'["ping"]'
    message = b"\x81" + bytes([0x80 | len(word)]) + bytes(4) + word
    async with visited(tmp_path, Limits(keys_per_second=1, keys_at_once=40)) as (_, _, page):
        read.clear()
        raw(page).write(message * 40 + EMPTY_FRAMES["pongs"] * MANY)
        await until(lambda: sum(read) > 0)
        for _ in range(200):
            await asyncio.sleep(0.001)
        assert sum(read) <= 3 * READ_BYTES
        raw(page).abort()


# --- honest browsers


async def test_a_long_paste_is_taken_by_the_web_too(tmp_path: Path) -> None:
    async with visited(tmp_path) as (_, _, page):
        await page.press("\x1b[200~" + "x" * 9000 + "\x1b[201~")
        await page.sees("paste 9000")
        for _ in range(60):
            await page.press("j")
        await page.sees("keys 00061")


async def test_a_ping_is_answered(tmp_path: Path) -> None:
    """By the same words, as RFC 6455, 5.5.3, says."""
    async with visited(tmp_path) as (_, eve, _):
        socket = await eve.line(autoping=False)
        await socket.ping(b"there?")
        async for message in socket:
            if message.type is WSMsgType.PONG:
                assert message.data == b"there?"
                break
        await socket.close()


async def test_who_only_looks_on_is_not_taken_for_gone(tmp_path: Path) -> None:
    """A page that says nothing answers when it is asked; while a long paste waits, too."""
    limits = Limits(keepalive_seconds=0.2, bytes_per_second=20_000, bytes_at_once=20_000)
    async with visited(tmp_path, limits) as (_, _, page):
        await page.press("\x1b[200~" + "x" * 60_000 + "\x1b[201~")
        await asyncio.sleep(1)
        await page.press("j")
        await page.sees("key j")
