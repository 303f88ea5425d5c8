"""Moderation of browsers: links to a closed server, bans, limits, commands."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from hako.engine.storage.file_save import FileDocument
from hako.multiplayer.accounts.invitations import Invitations
from hako.server.limits import Limits
from hako.server.ssh.auth import public_line
from hako.server.web.site import WebConfig
from tests.server.ssh.person import key_of
from tests.server.ssh.tables import open_lobby, server_process
from tests.server.ssh.test_moderation import HOST, hako_server, ordered
from tests.server.web.page import browsers
from tests.tui.ports import free_port

OPEN = WebConfig()


def friends(folder: Path) -> Path:
    """A list of those who may come over SSH: the host alone."""
    file = folder / "friends"
    file.write_text(public_line(key_of(HOST)), encoding="utf-8")
    return file


def link_in(output: str) -> str:
    """The link in what an order was answered."""
    match = re.search(r"http\S+/come#\S+", output)
    assert match is not None, output
    return match[0]


# --- a closed house


async def test_to_a_closed_server_a_link_lets_one_in_once_also_after_a_restart(
    tmp_path: Path,
) -> None:
    """If two browsers use one link, one gets in; without a link nobody does, whatever the name."""
    rules: dict[str, Any] = {"keepers": [HOST], "allow": friends(tmp_path), "browsers": OPEN}
    async with open_lobby(tmp_path, **rules) as at, browsers(at.url, 3) as (ann, ben, eve):
        code = at.table(None, None, None).code
        link = link_in(await ordered(at, f"invite ann {code}"))
        unused = link_in(await ordered(at, "invite ben"))
        assert (await eve.post(name="eve")).status == 403
        assert "by invitation" in (await eve.get("/come"))[1]
        for path in (f"/{code}", "/come"):
            assert "data-line" not in (await eve.get(path))[1]

        answers = await asyncio.gather(ann.show(link), ben.show(link))

        assert sorted(answers) == [303, 403]
        first = ann if ann.cookie else ben
        page = await first.open(code)
        await page.sees("A  ann  you")
        assert await eve.show(link) == 403
        jar = first.jar
    async with open_lobby(tmp_path, **rules) as at, browsers(at.url, 3) as (ann, ben, eve):
        ann.jar.update_cookies({"hako": next(iter(jar)).value}, ann.here)
        assert await eve.show(link) == 403
        assert await ben.show(unused.replace("#", "#x")) == 403
        assert await ben.show(unused) == 303
        for browser, name in ((ann, "ann"), (ben, "ben")):
            await (await browser.open()).sees(f"You are {name}")


async def test_a_server_that_was_open_and_is_closed_now_wants_a_link_of_those_it_knew(
    tmp_path: Path,
) -> None:
    async with open_lobby(tmp_path, browsers=OPEN) as at, browsers(at.url) as (ann,):
        await (await ann.come("ann")).sees("You are ann")
        value = ann.cookie
    async with (
        open_lobby(tmp_path, browsers=OPEN, allow=friends(tmp_path)) as at,
        browsers(at.url) as (ann,),
    ):
        ann.jar.update_cookies({"hako": value}, ann.here)
        assert "by invitation" in (await ann.get())[1]


async def test_a_link_stands_in_no_file_and_no_log_before_and_after_it_is_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with (
        open_lobby(tmp_path, keepers=[HOST], browsers=OPEN) as at,
        browsers(at.url) as (ann,),
    ):
        secret = link_in(await ordered(at, "invite ann")).partition("#")[2]
        assert await ann.show(f"#{secret}") == 303
        assert secret not in await ordered(at, "log")

    files = [path for path in tmp_path.rglob("*") if path.is_file()]  # noqa: ASYNC240  all is over
    assert all(secret.encode() not in path.read_bytes() for path in files)
    assert secret not in caplog.text
    for name in ("invitations.jsonl", "pass_key", "house.jsonl"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_of_two_processes_over_one_folder_one_takes_a_link_and_not_after_a_week(
    tmp_path: Path,
) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    one, other = (
        Invitations(FileDocument(tmp_path / "invitations.jsonl"), lambda: now) for _ in range(2)
    )
    early, late = one.make("web:1", "ann"), one.make("web:2", "ben")
    other.make("web:3", "cat")

    assert [other.use(early) is None, one.use(early) is None] == [False, True]
    assert one.is_admitted("web:1")
    now += timedelta(days=8)
    assert one.use(late) is None
    assert not Invitations(FileDocument(tmp_path / "invitations.jsonl"), lambda: now).is_admitted(
        "web:2"
    )


async def test_a_second_link_for_a_name_is_for_the_same_person(tmp_path: Path) -> None:
    """Such as in another browser; a name of somebody with a key is given to nobody else."""
    async with (
        open_lobby(tmp_path, keepers=[HOST], browsers=OPEN) as at,
        browsers(at.url, 2) as (at_home, on_the_way),
    ):
        room = at.table(None, None, None)
        for browser in (at_home, on_the_way):
            assert await browser.show(link_in(await ordered(at, "invite ann"))) == 303
            await (await browser.open(room.code)).sees("A  ann  you")
        assert len(room.table.open_seats()) == 1
        await at.at_table(room, "ada")
        assert (await ordered(at, "invite ada")).startswith("!The name ada")
        assert (await ordered(at, "invite a@b")).startswith(
            "!A name must consist of letters of one script"
        )
        assert (await ordered(at, "invite zoe", by="ada")).startswith("!Only an admin")


async def test_a_server_without_a_door_for_browsers_makes_no_links(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        assert "without --web" in await ordered(at, "invite ann")


async def test_the_command_opens_a_closed_server_to_whoever_has_a_link(tmp_path: Path) -> None:
    """All as a host does it, each command in a process of its own."""
    port = free_port()
    doors = ("--web", str(port), "--allow-keys", str(friends(tmp_path)), "--invite", "flip_city")
    async with (
        server_process(tmp_path, *doors) as server,
        browsers(f"http://127.0.0.1:{port}") as (mia,),
    ):
        status, output = await hako_server(tmp_path, "invite", "mia", server.code)
        assert (status, link_in(output).startswith(f"{mia.url}/come#")) == (0, True)
        assert await mia.show(link_in(output)) == 303
        await (await mia.open(server.code)).sees("A  mia  you")


# --- order


async def test_who_is_banned_is_sent_home_with_the_reason_and_kept_out(tmp_path: Path) -> None:
    async with (
        open_lobby(tmp_path, keepers=[HOST], browsers=OPEN) as at,
        browsers(at.url) as (ben,),
    ):
        page = await ben.come("ben")
        await page.sees("You are ben")
        await ordered(at, "ban ben 2d bad manners")
        assert "bad manners" in await page.is_sent_home()
        status, body = await ben.get()
        assert (status, "bad manners" in body) == (403, True)
        await ordered(at, "unban ben")
        await (await ben.open()).sees("You are ben")


async def test_who_is_removed_or_muted_at_a_table_is_so_on_their_next_visit(
    tmp_path: Path,
) -> None:
    """Also with another pass, which an open house gives to anybody."""
    async with (
        open_lobby(tmp_path, keepers=[HOST], browsers=OPEN) as at,
        browsers(at.url, 2) as (ben, without_the_pass),
    ):
        code = at.table(None, None, None).code
        page = await ben.come("ben", code)
        await page.sees("A  ben  you")
        await ordered(at, f"mute {code} ben 10m spoils it")
        await page.press("t")
        await page.sees("Say something")
        await page.press("hello\r")
        await page.sees("spoils it")
        await ordered(at, f"kick {code} ben 2h too loud")
        await page.go()
        await (await ben.open(code)).sees("too loud")
        await (await without_the_pass.come("another", code)).sees("too loud")


async def test_an_address_is_what_a_trusted_proxy_says_and_nobody_else(tmp_path: Path) -> None:
    """Addresses that the client itself put in the header are ignored."""
    for proxy, status in (("127.0.0.1", 403), (None, 200), ("192.0.2.9", 200)):
        folder = tmp_path / str(proxy)
        async with (
            open_lobby(folder, keepers=[HOST], browsers=WebConfig(proxy=proxy)) as at,
            browsers(at.url) as (eve,),
        ):
            await ordered(at, "ban 192.0.2.1")
            passed_on = {"X-Forwarded-For": "198.51.100.1, 192.0.2.1"}
            assert (await eve.get("/come", **passed_on))[0] == status
            spoofed = {"X-Forwarded-For": "192.0.2.1, 198.51.100.1"}
            assert (await eve.get("/come", **spoofed))[0] == 200


async def test_from_one_address_so_many_names_are_taken_by_both_doors(tmp_path: Path) -> None:
    """Passes are many; looking takes no name, and a seat needs one."""
    async with (
        open_lobby(tmp_path, browsers=OPEN, limits=Limits(new_names=1)) as at,
        browsers(at.url, 2) as (ann, ben),
    ):
        room = at.table(None, None, None)
        await (await ann.come("ann", room.code)).sees("A  ann  you")
        await (await ben.come("ben", room.code)).sees("You cannot take a seat")
        assert len(room.table.open_seats()) == 1
