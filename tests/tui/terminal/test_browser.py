"""The lobby in a real browser, where one is named: see `make browser`."""

from __future__ import annotations

import os
from pathlib import Path

from tests.tui.browser import Page, browser
from tests.tui.ports import free_port
from tests.tui.ssh.tables import server_process

BROWSER = os.environ.get("HAKO_BROWSER", "")


async def come_in(page: Page, url: str, name: str) -> None:
    """Open the page, choose a language, and tell one's name."""
    await page.open(url)
    await page.sees("Which language")
    await page.press("1")
    await page.sees("What are you called?")
    await page.press(f"{name}\r")
    await page.sees(f"You are {name}")


async def come(page: Page, url: str, name: str, code: str) -> None:
    """Come in, and go to a table."""
    await come_in(page, url, name)
    await page.press("c")
    await page.sees("The code of the table")
    await page.press(f"{code}\r")


# Chosen when tests are collected: it needs a browser, and seconds that other tests do not.
if BROWSER:

    async def test_two_people_play_in_a_browser_and_one_comes_back(tmp_path: Path) -> None:
        """Names, a code, a move that both see; a page that is loaded again finds its seat."""
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        async with (
            server_process(tmp_path, "--invite", "flip_city", "--web", str(port)) as server,
            browser(BROWSER, tmp_path / "profile") as opened,
        ):
            ann, ben = await opened.page(), await opened.page()
            await come(ann, url, "Ann", server.code)
            await ann.sees("Waiting for one more player")
            await come(ben, url, "Ben", server.code)
            await ann.sees("play on or stop?")
            await ben.sees("play on or stop?")
            first, name = (ann, "Ann") if "Ann: play on" in ann.text else (ben, "Ben")

            await first.press("1")
            for page in (ann, ben):
                await page.sees(f"{name} plays")
            assert await ann.evaluate("document.body.classList.contains('-first-byte')")
            (tmp_path / "page.png").write_bytes(await first.picture())
            assert all(asked.startswith((url, "data:")) for asked in ann.asked_for)

            await come_in(ann, url, "Ann")
            await ann.sees("Your tables")
            await ann.press("\r")
            await ann.sees(f"{name} plays")
