"""The page that is offered to browsers; in one it is tried by test_browser.py."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import ClientSession

from hako.tui.lobby.web import website
from hako.tui.ssh.limits import Limits
from hako.tui.terminal.browser import clamped
from tests.tui.ports import free_port


@asynccontextmanager
async def visited(folder: Path, most: int = 1) -> AsyncIterator[tuple[ClientSession, str]]:
    """A site for so many visitors, and somebody who asks it for pages."""
    async with (
        website("127.0.0.1", free_port(), folder, None, most) as url,
        ClientSession() as visitor,
    ):
        yield visitor, url


async def test_the_page_asks_nobody_but_the_house(tmp_path: Path) -> None:
    """Style, script, two fonts, each of which is there, and its own socket."""
    async with visited(tmp_path) as (visitor, url):
        page = await (await visitor.get(url)).text()
        asked = re.findall(r"https?://[^\"\s]+", page)
        answers = [await visitor.get(each) for each in asked]

    assert len(asked) == 4
    assert re.findall(r"wss?://[^\"\s]+", page) == [f"{url}/ws".replace("http", "ws")]
    assert not re.search(r"[\"(]//", page)
    assert all(each.startswith(f"{url}/static/") for each in asked)
    assert [answer.status for answer in answers] == [200] * 4


async def test_a_visitor_too_many_is_told_so(tmp_path: Path) -> None:
    async with visited(tmp_path, most=0) as (visitor, url):
        answer = await visitor.get(f"{url}/ws")

        assert answer.status == 503
        assert "The house is full" in await answer.text()


async def test_a_page_of_another_site_opens_no_socket_here(tmp_path: Path) -> None:
    """One of ours comes as far as being told that the house is full."""
    async with visited(tmp_path, most=0) as (visitor, url):
        answers = [
            await visitor.get(f"{url}/ws", headers={"Origin": origin})
            for origin in ("http://elsewhere.example", "null", url)
        ]
    assert [answer.status for answer in answers] == [403, 403, 503]


def test_a_window_is_as_large_as_over_ssh_and_no_larger() -> None:
    """99999999 x 99999999 took 2.5 GB."""
    assert clamped(99_999_999, 99_999_999) == (Limits().columns, Limits().lines)
    assert clamped(0, -5) == (1, 1)
    assert clamped("wide", None) == (80, 24)
