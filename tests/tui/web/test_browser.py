"""The lobby in a real browser, where one is named: see `make browser`."""

from __future__ import annotations

import os
from pathlib import Path

from hako.tui.ssh.auth import public_line
from tests.tui.ports import free_port
from tests.tui.ssh.person import key_of
from tests.tui.ssh.tables import server_process
from tests.tui.ssh.test_order import hako_house
from tests.tui.web.browser import Page, browser

BROWSER = os.environ.get("HAKO_BROWSER", "")


async def come_in(page: Page, url: str, name: str) -> None:
    """Open the page, and tell one's name where it asks for one."""
    await page.open(url)
    await page.has("form")
    await page.evaluate(f"document.forms[0].elements.name.value = '{name}'")
    await page.evaluate("document.forms[0].querySelector('button').click()")


# Chosen when tests are collected: it needs a browser, and seconds that other tests do not.
if BROWSER:

    async def test_two_people_play_in_a_browser_and_one_comes_back(tmp_path: Path) -> None:
        """Names, a code, a move that both see; a page that is loaded again finds its seat."""
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        async with (
            server_process(
                tmp_path, "--invite", "flip_city", "--web", str(port), "--lang", "en"
            ) as server,
            browser(BROWSER, tmp_path / "profile") as opened,
        ):
            ann, ben = await opened.page(), await opened.page()
            await come_in(ann, f"{url}/{server.code}", "Ann")
            await ann.sees("Waiting for one more player")
            await come_in(ben, f"{url}/{server.code}", "Ben")
            for page in (ann, ben):
                await page.sees("ready")
                await page.press("r")
                await page.press("\r")
            await ann.sees("play on or stop?")
            await ben.sees("play on or stop?")
            first, name = (ann, "Ann") if "Ann: play on" in ann.text else (ben, "Ben")

            await first.press("1")
            for page in (ann, ben):
                await page.sees(f"{name} plays")
            assert await ann.evaluate("document.body.className") == ""
            (tmp_path / "page.png").write_bytes(await first.picture())
            assert all(asked.startswith((url, "data:")) for asked in ann.asked_for)

            await ann.open(url)
            await ann.sees("Your tables")
            await ann.press("\r")
            await ann.sees(f"{name} plays")

            # from a page of somebody else a browser shows no pass at first
            await ann.open(f"data:text/html,<a href={url}>here</a>")
            await ann.has("a")
            await ann.evaluate("document.querySelector('a').click()")
            await ann.sees("Your tables")

    async def test_a_link_leads_into_a_closed_house_and_disappears(tmp_path: Path) -> None:
        """Nothing of it is left in the address, and looking at the page does not use it up."""
        port = free_port()
        friends = tmp_path / "friends"
        friends.write_text(public_line(key_of("ada")), encoding="utf-8")
        async with (
            server_process(
                tmp_path, "--invite", "flip_city", "--web", str(port), "--allow", str(friends)
            ) as server,
            browser(BROWSER, tmp_path / "profile") as opened,
        ):
            _, told = await hako_house(tmp_path, "invite", "Mia", server.code)
            link = told.split()[-1]
            looking, mia = await opened.page(), await opened.page()
            for page in (looking, mia):
                await page.open(link)
                await page.has("body.invited")
            assert await mia.evaluate("location.href") == f"http://127.0.0.1:{port}/come"

            await mia.evaluate("document.forms[0].querySelector('button').click()")

            await mia.sees("Mia")
            await mia.sees("Waiting for one more player")
