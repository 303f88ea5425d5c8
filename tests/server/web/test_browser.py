"""The lobby in a real browser, where one is named: see `make browser`."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from hako.server.ssh.auth import public_line
from tests.server.ssh.person import key_of
from tests.server.ssh.tables import ServerProcess, server_process
from tests.server.ssh.test_moderation import hako_server
from tests.server.web.browser import PATIENCE_SECONDS, Browser, Page, browser
from tests.tui.ports import free_port

BROWSER = os.environ.get("HAKO_BROWSER", "")

# what stands on the terminal of a page, of which xterm.js draws each row as an element
ROWS = "[...document.querySelectorAll('.xterm-rows > div')]"
FONT = "parseFloat(getComputedStyle(document.querySelector('.xterm-rows')).fontSize)"
CLIPBOARD = "navigator.clipboard.readText()"


async def come_in(page: Page, url: str, name: str) -> None:
    """Open the page, and tell one's name where it asks for one."""
    await page.open(url)
    await page.has("form")
    await page.evaluate(f"document.forms[0].elements.name.value = '{name}'")
    await page.evaluate("document.forms[0].querySelector('button').click()")


class AtTable(NamedTuple):
    """A page at a table, in a house of its own."""

    server: ServerProcess
    browser: Browser
    page: Page
    url: str

    async def shows(self, words: str) -> None:
        """Wait until that is painted: what was sent is not yet seen."""
        text = f"{ROWS}.map(row => row.textContent).join('\\n')"
        await self.page.until(f"{text}.replaceAll('\u00a0', ' ').includes({words!r})")

    async def row_with(self, words: str) -> int:
        """The number of the row where that stands."""
        return (await self.place_of(words))[0]

    async def place_of(self, words: str) -> tuple[int, int]:
        """Row and column where that stands."""
        texts = await self.page.evaluate(f"{ROWS}.map(row => row.textContent)")
        row = next(number for number, text in enumerate(texts) if words in text)
        return row, texts[row].index(words)


@asynccontextmanager
async def at_table(
    folder: Path, screen: tuple[int, int] | None = None, script: str = ""
) -> AsyncIterator[AtTable]:
    """Ann, with a seat at a table that waits for one more; a telephone where a screen is told."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    options = ("--invite", "flip_city", "--web", str(port), "--lang", "en")
    async with (
        server_process(folder, *options) as server,
        browser(BROWSER, folder / "profile") as opened,
    ):
        page = await opened.page()
        if screen is not None:
            await page.be_telephone(*screen)
        if script:
            await page.tell("Page.addScriptToEvaluateOnNewDocument", source=script)
        await come_in(page, f"{url}/{server.code}", "Ann")
        await page.sees("Waiting for one more player")
        yield AtTable(server, opened, page, url)
        assert page.complaints == []


def fits(page: Page) -> bool:
    """True if the page is large enough for hako."""
    return page.size[0] >= 60 and page.size[1] >= 20


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

    async def test_a_link_leads_into_a_closed_server_and_disappears(tmp_path: Path) -> None:
        """Nothing of it is left in the address, and looking at the page does not use it up."""
        port = free_port()
        friends = tmp_path / "friends"
        friends.write_text(public_line(key_of("ada")), encoding="utf-8")
        async with (
            server_process(
                tmp_path, "--invite", "flip_city", "--web", str(port), "--allow-keys", str(friends)
            ) as server,
            browser(BROWSER, tmp_path / "profile") as opened,
        ):
            _, output = await hako_server(tmp_path, "invite", "Mia", server.code)
            link = output.split()[-1]
            looking, mia = await opened.page(), await opened.page()
            for page in (looking, mia):
                await page.open(link)
                await page.has("body.invited")
            assert await mia.evaluate("location.href") == f"http://127.0.0.1:{port}/come"

            await mia.evaluate("document.forms[0].querySelector('button').click()")

            await mia.sees("Mia")
            await mia.sees("Waiting for one more player")

    async def test_a_page_loads_without_complaint_and_has_icon_title_and_no_scroll_bar(
        tmp_path: Path,
    ) -> None:
        async with at_table(tmp_path) as at:
            icon = await at.page.evaluate("document.querySelector('link[rel=icon]').href")
            drawn = f"new Promise(d => {{const i = new Image(); i.onload = () => d(i.width); i.src = '{icon}'}})"
            assert await at.page.evaluate(drawn) > 0
            await at.page.until("document.title.includes('hako')")
            bars = (
                "[document.documentElement, ...document.querySelectorAll('*')].filter(e =>"
                " e.offsetWidth - e.clientWidth > 2 && getComputedStyle(e).overflowY !== 'hidden'"
                " && /auto|scroll/.test(getComputedStyle(e).overflowY)).length"
            )
            assert await at.page.evaluate(bars) == 0
            over = "document.documentElement.scrollHeight - innerHeight"
            assert await at.page.evaluate(over) <= 0

    @pytest.mark.parametrize("screen", [(390, 844), (844, 390)])
    async def test_a_telephone_shows_60x20_in_letters_that_can_be_read(
        tmp_path: Path, screen: tuple[int, int]
    ) -> None:
        """As large as width / 61 / 0.6 and height / 20 / 1.32 allow, from 8 to 16 pixels."""
        width, height = screen
        async with at_table(tmp_path, screen) as at:
            page = at.page
            await at.shows("Waiting for one more player")
            assert await page.evaluate("innerWidth") == width
            size = max(8, min(16, width / 61 / 0.6, height / 20 / 1.32))
            assert await page.evaluate(FONT) == pytest.approx(size, rel=0.03)
            assert fits(page)
            (tmp_path / "page.png").write_bytes(await page.picture())

            await page.be_telephone(height, width)
            await page.until(f"innerWidth === {height}")
            await page.until(f"{ROWS}[0].getBoundingClientRect().width > {height - 60}")
            await at.shows("Waiting for one more player")
            assert fits(page)

            # a tap is a click, and brings no keyboard
            await at.page.tap(await at.row_with("Waiting for"))
            assert (
                await page.evaluate("document.querySelector('.xterm textarea').inputMode") == "none"
            )

            await page.evaluate("document.getElementById('keyboard').click()")
            assert (
                await page.evaluate("document.querySelector('.xterm textarea').inputMode") == "text"
            )
            await page.evaluate(
                f"Object.defineProperty(visualViewport, 'height', {{value: {width // 2}}});"
                "visualViewport.dispatchEvent(new Event('resize'))"
            )
            await page.has("body.typing")
            await at.shows("Esc back")
            assert fits(page)
            (tmp_path / "typing.png").write_bytes(await page.picture())

    @pytest.mark.parametrize("has_clipboard", [True, False], ids=["https", "http"])
    async def test_what_is_selected_is_copied_and_a_code_pasted(
        tmp_path: Path, has_clipboard: bool
    ) -> None:
        """The session goes on, also after a second Ctrl+C; a page without https copies, too."""
        hidden = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
        async with at_table(tmp_path, script="" if has_clipboard else hidden) as at:
            page, reader = at.page, await at.browser.page(at.page)
            await reader.open(f"{at.url}/static/icon.svg")
            await at.shows("Waiting for one more player")
            for _ in range(2):
                await page.select(await at.row_with("Waiting for"))
                await page.hold("c")
                await reader.until(f"{CLIPBOARD}.then(text => text.includes('Waiting for one'))")
            await page.hold("c")
            assert await page.evaluate("document.body.className") == ""
            # without Shift the app selects, and has the page copy
            copied = f"{CLIPBOARD}.then(text => text.includes('Only those who know'))"
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await reader.evaluate(copied):
                    # of movements that come together the app takes the last one
                    await page.select(*await at.place_of("Hidden: only"), shift=False)
                    await page.hold("c")
                    await asyncio.sleep(0.5)

            await page.press("q")
            await page.sees("Your tables")
            await reader.evaluate(f"navigator.clipboard.writeText('{at.url}/{at.server.code}')")
            await page.hold("v", by="paste")
            await page.sees("The code of the table")
            await page.press("\r")
            await page.sees("Waiting for one more player")

    async def test_a_server_that_is_started_anew_is_found_again_at_the_same_table(
        tmp_path: Path,
    ) -> None:
        """Without that the page is loaded again, and once more when it is."""
        async with at_table(tmp_path) as at:
            page, code = at.page, at.server.code
            await page.until(f"location.pathname === '/{code}'")
            await page.evaluate("window.isOld = true")
            await at.server.kill()
            await page.has("body.lost")
            (tmp_path / "lost.png").write_bytes(await page.picture())
            page.forget()
            await at.server.start()
            await page.sees("Waiting for one more player")
            await page.until("document.body.className === ''")
            assert await page.evaluate("window.isOld")
            page.complaints.clear()  # the browser complains of a house that was not there
            await page.press("t")
            await page.press("hello\r")
            await page.sees("hello")

            await page.reload()
            await page.sees("Waiting for one more player")
            assert await page.evaluate("window.isOld") is None
            await page.press("q")
            await page.until("location.pathname === '/'")
            await page.reload()
            await page.sees("Your tables")

    async def test_a_renewal_and_a_line_that_died_go_unnoticed(tmp_path: Path) -> None:
        """The picture stays; of a line that says nothing any more the page learns by asking."""
        async with at_table(tmp_path) as at:
            page = at.page
            await at.shows("Waiting for one more player")
            await page.evaluate(
                "window.seen = []; new MutationObserver(() => seen.push(document.body.className))"
                ".observe(document.body, {attributes: true});"
                f"window.blank = 0; window.watch = setInterval(() => {{ if (!{ROWS}.some(r =>"
                " r.textContent.includes('Waiting'))) blank += 1 }, 5)"
            )
            sockets = len(page.lines)
            at.server.signal(signal.SIGHUP)
            await page.opens_line(sockets + 1)
            await page.sees("Waiting for one more player")
            assert await page.evaluate("blank") == 0

            # the other side is silent: asked when somebody looks again, and given up
            await page.evaluate("WebSocket.prototype.send = () => {}")
            await page.evaluate("dispatchEvent(new Event('online'))")
            await page.opens_line(sockets + 2)
            await page.sees("Waiting for one more player")
            assert "closed" not in await page.evaluate("seen")
            assert await page.evaluate("blank") == 0

    async def test_title_and_bell_tell_whose_turn_it_is(tmp_path: Path) -> None:
        script = (
            "window.rung = 0; const make = AudioContext.prototype.createOscillator;"
            "AudioContext.prototype.createOscillator ="
            " function() { rung += 1; return make.call(this) }"
        )
        async with at_table(tmp_path, script=script) as at:
            ann, ben = at.page, await at.browser.page()
            await ben.tell("Page.enable")
            await ben.tell("Page.addScriptToEvaluateOnNewDocument", source=script)
            await come_in(ben, f"{at.url}/{at.server.code}", "Ben")
            for page, words in ((ann, "as soon as Ben"), (ben, "play on or stop?")):
                await page.sees("r: you are ready")
                await page.press("r")
                await page.sees("Your part of the shuffle")
                await page.press("\r")
                await page.sees(words)
            await ann.evaluate("document.querySelector('.xterm textarea').blur()")
            for page, other in ((ben, ann), (ann, ben)):  # until the turn has gone to Ben at last
                async with asyncio.timeout(PATIENCE_SECONDS):
                    while await other.evaluate("document.title") != "* hako: your turn":
                        await page.press("1")
                        await asyncio.sleep(0.1)
                await page.until("document.title === 'hako'")
                await ben.evaluate("document.querySelector('.xterm textarea').blur()")
            await ben.until("rung > 0")
