"""Several servers over one store are one house: what is ordered in one holds in all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from hako.engine.log.header import OPEN
from tests.server.ssh.tables import ENGLISH, OpenServer, open_lobby, player
from tests.server.ssh.test_moderation import HOST, ordered
from tests.stores import Home
from tests.waiting import until


@asynccontextmanager
async def two_servers(folder: Path, home: Home) -> AsyncIterator[tuple[OpenServer, OpenServer]]:
    """Both over one store, looking around all the time; the host comes to the first."""
    async with server(folder, home) as one, server(folder, home) as other:
        yield one, other


def server(folder: Path, home: Home) -> AbstractAsyncContextManager[OpenServer]:
    """Another server over the same store."""
    store = home.server_store()
    return open_lobby(folder / "house", keepers=[HOST], store=store, watch=0.01)


async def test_who_is_banned_is_out_of_every_server(tmp_path: Path, home: Home) -> None:
    """By a name that nobody owns, of somebody who is in the other one; until it is lifted."""
    async with two_servers(tmp_path, home) as (one, other):
        ben = await other.come("ben", env=ENGLISH)
        await ben.sees("No table is open")
        await until(lambda: player("ben") in one.lobby.processes.remote_users)
        assert f"  ben  {player('ben').key}\n" in await ordered(one, "")

        await ordered(one, "ban ben 2d bad manners")

        assert "bad manners" in await ben.is_sent_home()
        with pytest.raises(asyncssh.PermissionDenied):
            await other.connect("ben")
        await ordered(one, "unban ben")
        await until(lambda: other.context.ban_on(player("ben").key, "") is None)
        await (await other.connect("ben")).run("tables", check=True)


async def test_a_name_is_taken_and_freed_for_every_server_at_once(
    tmp_path: Path, home: Home
) -> None:
    async with two_servers(tmp_path, home) as (one, other):
        names, other_names = one.context.authenticator.names, other.context.authenticator.names
        names.claim("ann", "ann's key")
        await until(lambda: other_names.owner_of("ann") == "ann's key")
        assert not other_names.may_have("ann", "eve's key")

        await ordered(one, "release-name ann")

        await until(lambda: other_names.is_free("ann"))


async def test_what_is_said_and_done_to_tables_is_seen_in_every_server(
    tmp_path: Path, home: Home
) -> None:
    """Commands from before a server's start are not carried out again."""
    async with two_servers(tmp_path, home) as (one, other):
        room = one.table("ann", None, None, None, game="sealed_bids")
        other_room = other.lobby.find(room.code)
        (ann,) = await other.at_table(other_room, "ann")
        (ben,) = await other.at_table(other_room, "ben")
        await until(lambda: room.users.seat_of(player("ben")) == 1)

        await ordered(one, "announce tea is ready")
        await ann.sees("hana: tea is ready")
        await ordered(one, f"kick {room.code} ben 2h too loud")
        await ben.sees("too loud")
        await until(lambda: other_room.table.players[1] == OPEN)
        await ordered(one, f"close {room.code}")
        await ann.sees("You are ann")
        assert list(other.lobby.tables()) == list(one.lobby.tables()) == []

        async with server(tmp_path, home) as late:
            heard: list[str] = []
            late.lobby.rooms.subscribe(lambda _: heard.append(_words(late)))
            await ordered(one, "announce good night")
            await until(lambda: "good night" in heard)
            assert "tea is ready" not in heard


async def test_a_server_ends_in_every_process_when_the_last_there_has_gone(
    tmp_path: Path, home: Home
) -> None:
    async with two_servers(tmp_path, home) as (one, other):
        ann = await other.come("ann", env=ENGLISH)
        await ann.sees("No table is open")

        await ordered(one, "shutdown 10m good night")

        await ann.sees("The server closes in 10 minutes")
        with pytest.raises(asyncssh.DisconnectError, match="accepts no new connections"):
            await other.connect("ben")
        assert not other.context.stop.is_set()
        ann.press("q")
        await until(other.context.stop.is_set)


async def test_a_process_that_comes_while_a_server_ends_closes_with_it(
    tmp_path: Path, home: Home
) -> None:
    """It lets nobody in; one that comes when all have gone opens the house again."""
    async with two_servers(tmp_path, home) as (one, other):
        ann = await other.come("ann", env=ENGLISH)
        await ann.sees("No table is open")
        await ordered(one, "shutdown 10m good night")
        await until(lambda: other.context.is_closing)

        async with server(tmp_path, home) as late:
            assert late.context.stop.is_set()
            with pytest.raises(asyncssh.DisconnectError, match="accepts no new connections"):
                await late.connect("ben")
        ann.press("q")
        await until(other.context.stop.is_set)
    async with server(tmp_path, home) as again:
        assert not again.context.is_closing
        await (await again.connect("ben")).run("tables", check=True)


async def test_whose_table_it_was_gives_no_orders_there(tmp_path: Path) -> None:
    """Ann was away, so it is Ben's now; but the server that she comes to has not looked yet.

    Over a folder: a database tells by itself, a moment later, that others wrote.
    """
    folder = tmp_path / "house"
    async with (
        open_lobby(folder) as one,
        open_lobby(folder) as other,
    ):
        room = one.table("ann", None, None, None, game="sealed_bids")
        other_room = other.lobby.find(room.code)
        other_room.enter(player("zoe"))  # somebody is there, so it stays as it was read
        room.seating.sit(player("ben"))
        room.table.hand_over(1)
        assert other_room.table.owner == player("ann").key

        answer = await ordered(other, f"mute {room.code} ben", by="ann")

        assert answer.startswith("!Only an admin, or the player who opened")
        assert other.lobby.find(room.code) is other_room
        assert other_room.table.owner == player("ben").key
        assert not [*other.context.sanctions]


def _words(at: OpenServer) -> str:
    announced = at.lobby.announced
    return announced.words if announced is not None else ""
