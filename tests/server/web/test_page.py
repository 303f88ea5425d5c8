"""The server's side of a page, over real sockets; test_browser.py tests the script itself."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from hako.engine.i18n.languages import LANGUAGES
from hako.server.ssh import context as context
from hako.server.web.site import WebConfig
from tests.server.ssh.tables import open_lobby
from tests.server.ssh.test_moderation import HOST, ordered
from tests.server.web.page import Page, browsers
from tests.waiting import until

OPEN = WebConfig()


# --- the address


async def test_the_address_of_a_page_names_the_table_that_is_open(tmp_path: Path) -> None:
    """Also below a dialog; in the lobby it names none."""
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        code = at.table(None, None, None).code
        page = await ann.come("ann")
        await page.sees("You are ann")
        await page.is_at("")
        await page.press("c")
        await page.sees("The code of the table")
        await page.press(f"{code}\r")
        await page.sees("Waiting for one more player")
        await page.is_at(code)
        await page.press("?")
        await page.sees("Keys; a click on a line")
        await page.press("\x1b")
        await page.sees("Waiting for one more player")
        await page.press("q")
        await page.sees("You are ann")
        await page.is_at("")


async def test_until_a_language_is_chosen_the_address_stays_where_the_invitation_leads(
    tmp_path: Path,
) -> None:
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        code = at.table(None, None, None).code
        await ann.post(name="ann")
        page = await ann.open(code, speaks="fr-FR")
        await page.sees("日本語")
        assert b"\x1b]7771;" not in page.sent
        await page.press("\r")
        await page.is_at(code)


async def test_over_ssh_no_terminal_is_sent_an_address(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, browsers=OPEN) as at:
        room = at.table(None, None, None)
        (ann,) = await at.at_table(room, "ann")
        assert b"7771" not in ann.sent


async def test_a_page_that_comes_again_is_where_it_was_and_takes_no_seat(tmp_path: Path) -> None:
    """An address that somebody else passed on seats whoever follows it, as an invitation does."""
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url, 2) as (ann, ben):
        room = at.table(None, None, None)
        page = await ann.come("ann", room.code)
        await page.sees("A  ann  you")
        await page.go()
        await (await ann.open(room.code, again=True)).sees("A  ann  you")

        await ben.post(name="ben")
        watching = await ben.open(room.code, again=True)
        await watching.is_at(room.code)
        assert len(room.table.open_seats()) == 1
        await ben.open(room.code)
        await until(lambda: not room.table.open_seats())


async def test_a_page_that_comes_again_sees_no_table_that_it_may_not_see(tmp_path: Path) -> None:
    """Neither a table that is gone nor one from which the user was removed; the lobby says so."""
    async with (
        open_lobby(tmp_path, keepers=[HOST], browsers=OPEN) as at,
        browsers(at.url, 2) as (ann, ben),
    ):
        await ann.post(name="ann")
        page = await ann.open("ZZZZZ", again=True)
        await page.sees("no table ZZZZZ")
        await page.is_at("")

        room = at.table(None, None, None)
        page = await ben.come("ben", room.code)
        await page.is_at(room.code)
        await ordered(at, f"kick {room.code} ben 2h too loud")
        await page.is_at("")
        again = await ben.open(room.code, again=True)
        await again.sees("too loud")
        await again.is_at("")


# --- the end of a line


async def test_a_server_that_is_restarted_leaves_the_picture_and_has_the_page_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1012 is the status of a service that restarts (RFC 6455)."""
    monkeypatch.setattr(context, "QUIET_SECONDS", 0)
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        code = at.table(None, None, None).code
        page = await ann.come("ann", code)
        await page.sees("A  ann  you")
        at.context.renew()
        assert "A  ann  you" in await page.is_sent_home()

    assert page.socket.close_code == 1012
    assert b"renewed" not in page.sent


@pytest.mark.parametrize(
    ("reason", "status"), [("closing", 1001), ("idle", 1000), ("broken", 1000)]
)
async def test_the_status_says_whether_a_page_is_to_come_again(
    tmp_path: Path, reason: str, status: int
) -> None:
    """1001 is that of a server that goes down; after 1000 a page waits for a click."""
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        page = await ann.come("ann")
        await page.sees("You are ann")
        for session in at.context.sessions:
            session.leave(reason)
        await page.is_sent_home()

    assert page.socket.close_code == status


async def test_a_page_learns_whether_the_server_is_still_there(tmp_path: Path) -> None:
    """And whoever only asks is no less idle for it."""
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        page = await ann.come("ann")
        await page.sees("You are ann")
        heard: list[str] = []
        at.context.receive = lambda: heard.append("a key")  # type: ignore[method-assign]  # a spy
        await page.socket.send_json(["ping"])
        await page.is_answered("pong")
        assert heard == []


async def test_a_page_whose_line_is_not_opened_can_ask_why(tmp_path: Path) -> None:
    """204 is: come again later; what the door says to others tells why they may not."""
    async with (
        open_lobby(tmp_path, keepers=[HOST], browsers=OPEN) as at,
        browsers(at.url, 2) as (ann, eve),
    ):
        await ann.post(name="ann")
        statuses = [(await browser.get("/ws/"))[0] for browser in (ann, eve)]
        await eve.come("eve")
        await ordered(at, "ban eve 1d too loud")
        banned, body = await eve.get("/ws/")

    assert (statuses, banned) == ([204, 403], 403)
    assert "too loud" in body


# --- keys


async def test_ctrl_c_on_a_page_says_how_to_copy_and_ends_nothing(tmp_path: Path) -> None:
    """Somebody meant to copy; nothing was selected. Below a dialog, too."""
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        page = await ann.come("ann")
        await page.sees("You are ann")
        await page.press("\x03")
        await page.sees("Nothing is selected")
        await page.press("c")
        await page.sees("The code of the table")
        await page.press("\x03")
        await page.press("\x1b")
        await page.sees("No table is open")
        assert len(at.context.sessions) == 1


async def test_over_ssh_ctrl_c_leaves(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        ann = await at.come("ann", env={"LANG": "en_US.UTF-8"})
        await ann.sees("You are ann")
        ann.press("\x03")
        await ann.is_sent_home()


async def test_what_is_selected_in_the_app_is_copied_by_ctrl_c(tmp_path: Path) -> None:
    """By OSC 52, which the script of the page carries out."""
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        page = await ann.come("ann")
        await page.sees("You are ann")
        line = next(y for y, row in enumerate(page.text.splitlines()) if "You are ann" in row)
        start = page.text.splitlines()[line].index("You are ann")
        for kind, x, end in ((0, start, "M"), (32, start + 11, "M"), (0, start + 11, "m")):
            await page.press(f"\x1b[<{kind};{x + 1};{line + 1}{end}")
        await page.press("\x03")

        def copied() -> list[str]:
            return [
                base64.b64decode(copied).decode()
                for copied in re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)", page.sent)
            ]

        await until(lambda: bool(copied()))
        assert "You are ann" in copied()[0]
        assert len(at.context.sessions) == 1


@pytest.mark.parametrize("pasted", ["{code}", " {code}\n", "{url}/{code}"])
@pytest.mark.parametrize("keys", ["", "c"], ids=["in the lobby", "in the dialog"])
async def test_a_code_or_a_link_that_is_pasted_leads_to_its_table(
    tmp_path: Path, keys: str, pasted: str
) -> None:
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        room = at.table(None, None, None)
        page = await ann.come("ann")
        await page.sees("You are ann")
        if keys:
            await page.press(keys)
            await page.sees("The code of the table")
        await page.press(f"\x1b[200~{pasted.format(code=room.code, url=at.url)}\x1b[201~")
        await page.sees("The code of the table")
        await page.press("\r")
        await page.sees("A  ann  you")


# --- too small


async def narrow(page: Page) -> None:
    """Have too few lines."""
    await page.say("resize", {"width": 60, "height": 19})


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_window_that_is_too_small_is_told_only_what_can_be_done_there(
    tmp_path: Path, language: str
) -> None:
    """No command line is at hand in a browser, nor on a line of SSH."""
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        await ann.post(name="ann")
        page = await ann.open(speaks=language)
        await page.sees("ann")
        await narrow(page)
        await page.sees("20")
        await page.sees("60")
        assert "hako resume" not in page.text
        assert "--plain" not in page.text

        env = {"LANG": f"{language}.UTF-8"}
        ben = await at.come("ben", env=env, size=(59, 24))
        await ben.sees("59")
        assert "--plain" not in ben.text
