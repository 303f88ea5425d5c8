"""The door for browsers, by real sockets; in a real browser it is tried by test_browser.py."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSServerHandshakeError
from msgspec.structs import replace

from hako.multiplayer.accounts.names import BROWSER
from hako.server.limits import Limits
from hako.server.web.site import WebConfig
from tests.server.ssh.person import DemoServer, demo_server
from tests.server.ssh.tables import open_lobby
from tests.server.web.page import Browser, browsers, links
from tests.waiting import until

OPEN = WebConfig()


def url_of(at: DemoServer) -> str:
    assert at.context.inviter is not None
    return at.context.inviter.url


async def refused(browser: Browser, **options: Any) -> int:
    """The status with which a line is refused."""
    with pytest.raises(WSServerHandshakeError) as error:
        await browser.line(**options)
    return error.value.status


# --- pages


async def test_the_pages_ask_nobody_but_the_server(tmp_path: Path) -> None:
    """Icon, styles and scripts, each of which is there, and a line home."""
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at)) as (ann,):
        _, door = await ann.get("/come")
        _, knock = await ann.get("/")
        await ann.post(name="ann")
        _, page = await ann.get()
        asked = {*links(door + knock + page)}
        answers = {(await ann.get(path))[0] for path in asked}

    assert all(path.startswith("/") for path in asked)
    assert {path.rpartition(".")[2] for path in asked} == {"svg", "css", "js", "/come?to="}
    assert answers == {200}
    assert f'data-line="{ann.url}/ws/"'.replace("http", "ws") in page


async def test_a_page_runs_no_script_but_those_of_the_server(tmp_path: Path) -> None:
    """Neither one that stands in the page nor one from elsewhere, and it sends nothing elsewhere."""
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at)) as (ann,):
        door = await ann.post(name="<b>")
        await ann.post(name="ann")
        _, page = await ann.get()
        policy_header = door.headers["Content-Security-Policy"]
        policy = dict(directive.strip().split(" ", 1) for directive in policy_header.split(";"))

    assert (policy["default-src"], policy["script-src"]) == ("'none'", "'self'")
    assert policy["connect-src"] == "'self'"
    for text in (page, await door.text()):
        assert not re.search(r"<script(?![^>]* src=)|\son[a-z]+=", text)


async def test_what_a_browser_has_is_not_sent_again_and_else_it_is_packed(tmp_path: Path) -> None:
    """The terminal has 290 KB; over a slow line that is the wait for the first picture."""
    script = "/static/xterm/xterm.js"
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at)) as (ann,):
        first = await ann.fetch(script)
        again = await ann.fetch(script, **{"If-None-Match": first.headers["ETag"]})
        changed = await ann.fetch(script, **{"If-None-Match": '"another"'})
        plain = await ann.fetch(script, **{"Accept-Encoding": "identity"})

    assert [answer.status for answer in (first, again, changed, plain)] == [200, 304, 200, 200]
    assert first.headers["Content-Encoding"] == "gzip"
    assert int(first.headers["Content-Length"]) < int(plain.headers["Content-Length"]) / 3
    assert await first.read() == await plain.read()


async def test_a_page_that_another_site_opens_is_not_framed_and_not_kept(tmp_path: Path) -> None:
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at)) as (ann,):
        answer = await ann.post(name="<b>")
        body = await answer.text()

    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert "<b>" not in body
    assert "is not a valid name" in body


# --- who comes


async def test_a_visitor_is_known_again_on_another_visit_and_after_a_restart(
    tmp_path: Path,
) -> None:
    """The seat is theirs, the name nobody else's, and what they set is kept."""
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url, 2) as (ann, eve):
        code = at.table(None, None, None).code
        page = await ann.come("ann", code)
        await page.sees("Waiting for one more player")
        key = at.lobby.find(code).table.players[0].key
        await page.go()
        jar = ann.jar
        assert "belongs to another player" in await (await eve.post(name="Ann")).text()
    async with open_lobby(tmp_path, browsers=OPEN) as at:
        again = Browser(at.url, jar)
        assert "data-line" in (await again.get())[1]
        page = await again.open(code)
        await page.sees("A  ann  you")
        assert at.lobby.find(code).table.players[0].key == key
        await again.close()

    assert str(key).startswith(BROWSER)
    assert (tmp_path / "pass_key").stat().st_mode & 0o777 == 0o600


async def test_a_pass_that_the_server_did_not_sign_is_none(tmp_path: Path) -> None:
    """Whole, with one sign changed, with another's signature, and out of another house."""
    async with (
        demo_server(tmp_path / "house", browsers=OPEN) as at,
        demo_server(tmp_path / "other", browsers=OPEN) as elsewhere,
        browsers(url_of(at), 3) as (ann, ben, nobody),
        browsers(url_of(elsewhere)) as (eve,),
    ):
        for browser, name in ((ann, "ann"), (ben, "ben"), (eve, "eve")):
            await browser.post(name=name)
        content, signature = ann.cookie.split(".")
        of_ben = ben.cookie.partition(".")[2]
        changed = f"{content[:8]}{'A' if content[8] != 'A' else 'B'}{content[9:]}.{signature}"
        forged = (changed, f"{content}.{of_ben}", content, f"{content}.", eve.cookie, "é.", "")
        for cookie in forged:
            assert await refused(nobody, headers={"Cookie": f"hako={cookie}"}) == 403
        await (await nobody.line(headers={"Cookie": f"hako={ann.cookie}"})).close()


@pytest.mark.parametrize(
    ("url", "name", "secure"),
    [(None, "hako", False), ("https://games.example.org", "__Host-hako", True)],
)
async def test_no_script_and_no_other_site_gets_at_a_pass(
    tmp_path: Path, url: str | None, name: str, secure: bool
) -> None:
    async with demo_server(tmp_path, browsers=WebConfig(url=url)) as at:
        ann = Browser(f"http://127.0.0.1:{at.context.inviter.port}")  # type: ignore[union-attr]  # a site
        answer = await ann.post({"Origin": url or ann.url}, name="ann")
        cookie = answer.cookies[name]
        await ann.close()

    assert (cookie["httponly"], cookie["samesite"]) == (True, "Strict")
    assert bool(cookie["secure"]) == secure


async def test_a_foreign_page_opens_no_line_and_tells_no_name(tmp_path: Path) -> None:
    """Neither as itself, nor under a name of its own that leads here."""
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at)) as (ann,):
        await ann.post(name="ann")
        port = ann.url.rpartition(":")[2]
        foreign = ("http://elsewhere.example", "null", f"https://127.0.0.1:{port}", f"{ann.url}1")
        for origin in foreign:
            assert await refused(ann, origin=origin) == 403
            assert (await ann.post({"Origin": origin}, name="eve")).status == 403
        rebound = {"Host": f"elsewhere.example:{port}"}
        origin = f"http://elsewhere.example:{port}"
        assert await refused(ann, origin=origin, headers=rebound) == 403
        assert (await ann.get(Host=rebound["Host"]))[0] == 403
        await (await ann.line()).close()


# --- how much


async def test_a_window_is_as_large_as_over_ssh_and_no_larger(tmp_path: Path) -> None:
    """99999999 x 99999999 took 2.5 GB."""
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at)) as (ann,):
        await ann.post(name="ann")
        page = await ann.open(size=(99_999_999, 99_999_999))
        await until(lambda: bool(at.apps) and at.app_of("ann").size == (400, 120))
        await page.say("resize", {"width": 81, "height": 25})
        await until(lambda: at.app_of("ann").size == (81, 25))
        await page.say("resize", {"width": 99_999_999, "height": 99_999_999})
        await until(lambda: at.app_of("ann").size == (400, 120))


@pytest.mark.parametrize(
    "nonsense",
    [
        '["resize", {"width": -5, "height": 1}]',
        '["resize", {"width": 1e99, "height": 1}]',
        "[" * 100_000,
        "nothing",
        '["stdin", "' + "x" * 1_100_000 + '"]',
    ],
    ids=["negative", "endless", "deep", "not JSON", "too long"],
)
async def test_nonsense_ends_the_line_and_harms_nobody_else(tmp_path: Path, nonsense: str) -> None:
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at), 2) as (ann, eve):
        seen = await ann.come("ann")
        await seen.sees("ready")
        bad = await eve.come("eve")
        await bad.sees("ready")
        await bad.socket.send_str(nonsense)
        await bad.is_sent_home()
        await until(lambda: len(at.context.sessions) == 1)
        await seen.press(" ")
        await seen.sees("count 1")


async def test_so_many_visitors_and_any_number_of_pages(tmp_path: Path) -> None:
    """A page that shows no terminal takes nobody's place; who goes makes room."""
    rules = WebConfig(visitors=1)
    async with demo_server(tmp_path, browsers=rules) as at, browsers(url_of(at), 2) as (ann, ben):
        for browser, name in ((ann, "ann"), (ben, "ben")):
            await browser.post(name=name)
            for _ in range(3):
                assert (await browser.get())[0] == 200
        page = await ann.open()
        await page.sees("ready")
        for browser in (ann, ben):
            assert await refused(browser) == 503
            status, body = await browser.get()
            assert (status, "The server is full" in body) == (503, True)
        await page.go()
        await until(lambda: not at.context.connections)
        await (await ben.open()).sees("ready")


async def test_from_one_address_so_many_come_by_both_doors(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=2)
    async with (
        demo_server(tmp_path, limits=limits, browsers=OPEN) as at,
        browsers(url_of(at)) as (ann,),
    ):
        await at.sit_down("ada")
        await (await ann.come("ann")).sees("ready")
        assert await refused(ann) == 503


async def test_a_crowd_that_only_holds_the_line_shuts_neither_door(tmp_path: Path) -> None:
    """A connection a browser opens is dropped for the newest one; 6 wait here, 180 usually."""
    limits = Limits(max_pending=1)
    async with (
        demo_server(tmp_path, limits=limits, browsers=OPEN) as at,
        browsers(url_of(at)) as (ann,),
    ):
        page = await ann.come("ann")
        port = int(ann.url.rpartition(":")[2])
        crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
        dropped = [asyncio.create_task(reader.read()) for reader, _ in crowd]
        await until(lambda: sum(dropping.done() for dropping in dropped) >= 14)
        await page.sees("ready")
        await at.sit_down("ada")
        assert (await ann.get("/come"))[0] == 200
        for dropping, (_, writer) in zip(dropped, crowd, strict=True):
            writer.close()
            dropping.cancel()
        await asyncio.gather(*dropped, return_exceptions=True)


# --- a page that goes


async def silent(browser: Browser) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A page that opens a line and then reads nothing."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.setblocking(False)
    port = int(browser.url.rpartition(":")[2])
    await asyncio.get_running_loop().sock_connect(wire, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=wire, limit=1024)
    head = (
        f"GET /ws/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {browser.url}\r\n"
        f"Cookie: hako={browser.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    writer.write(head.encode())
    assert b" 101 " in await reader.readline()
    return reader, writer


def leave(ending: str, writer: asyncio.StreamWriter) -> None:
    """End a connection in that way, whose client reads nothing."""
    if ending == "closed":
        writer.transport.abort()
    elif ending == "half closed":
        writer.write_eof()


@pytest.mark.parametrize(
    ("ways", "limits"),
    [(["closed"], Limits()), (["half closed", "silent"], Limits(keepalive_seconds=3))],
)
async def test_a_session_ends_with_its_page_also_while_it_writes_and_nobody_reads(
    tmp_path: Path, ways: list[str], limits: Limits
) -> None:
    """Its unsent output is limited; a silent connection is pinged and ended."""
    limits = replace(
        limits, output_buffer_bytes=64 * 1024, terminal_query_timeout=0.05, shutdown_grace=0.5
    )
    async with (
        demo_server(tmp_path, limits=limits, browsers=OPEN) as at,
        browsers(url_of(at), len(ways)) as pages,
    ):
        for name, page in zip(("ann", "ben"), pages, strict=False):
            await page.post(name=name)
        writers = [(await silent(page))[1] for page in pages]
        await until(lambda: len(at.apps) == len(ways))
        apps = [app for ref in at.apps if (app := ref()) is not None]
        lines = [app.client.channel for app in apps]
        for line in lines:
            while line.backlog <= limits.output_buffer_bytes and at.context.sessions:
                line.write(bytes(limits.output_buffer_bytes))  # the system holds some of it, too
                await asyncio.sleep(0)
        full = max(line.backlog for line in lines)
        for ending, writer in zip(ways, writers, strict=True):
            leave(ending, writer)

        def have_ended() -> bool:
            if len(at.context.sessions) == len(ways):
                for app in apps:
                    app.call_later(app.redraw)
            assert all(line.backlog < 2 * full for line in lines), "frames are not left out"
            return not at.context.sessions and not at.context.connections

        await until(have_ended)
        for writer in writers:
            writer.close()


async def test_who_closes_the_server_tells_the_pages_why(tmp_path: Path) -> None:
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at)) as (ann,):
        page = await ann.come("ann")
        await page.sees("ready")
        for session in at.context.sessions:
            session.leave("closing")
        assert "The server is closing" in await page.is_sent_home()
        at.context.is_closing = True
        assert "accepts no new connections" in (await ann.get())[1]
        assert await refused(ann) == 503


async def test_an_app_that_ends_closes_the_line(tmp_path: Path) -> None:
    async with demo_server(tmp_path, browsers=OPEN) as at, browsers(url_of(at)) as (ann,):
        page = await ann.come("ann")
        await page.sees("ready")
        await page.press("q")
        assert "Goodbye." in await page.is_sent_home()
        assert page.socket.close_code == 1000
