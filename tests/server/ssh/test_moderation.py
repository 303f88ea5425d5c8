"""Powers of the host: orders over SSH, on the host's page, by `hako admin`, by a table's owner."""

from __future__ import annotations

import json
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from pathlib import Path

import asyncssh
import pytest
from textual.widgets import Input

from hako.engine.log.header import OPEN
from hako.multiplayer.services import Services
from hako.server.limits import Limits
from hako.server.unix_socket import address_of, own_account
from tests.server.ssh.person import Callers, Person, key_of
from tests.server.ssh.tables import (
    ENGLISH,
    REPOSITORY,
    OpenServer,
    open_lobby,
    player,
    server_process,
)
from tests.waiting import until

HOST = "hana"


async def ordered(at: Callers, line: str, by: str = HOST) -> str:
    """The answer to a moderator's command over SSH; errors begin with a "!"."""
    connection = await at.connect(by)
    result = await connection.run(f"admin {line}".strip())
    assert bool(result.exit_status) == bool(result.stderr)
    return f"!{result.stderr!s}" if result.exit_status else str(result.stdout)


async def seated(at: OpenServer, *names: str) -> tuple[str, list[Person]]:
    """A table that the first one opened, with all of them on it, and one open seat."""
    room = at.table(names[0], *(None for _ in (*names, "")), game="sealed_bids")
    return room.code, await at.at_table(room, *names)


async def test_who_is_removed_goes_to_the_lobby_and_does_not_come_back(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        code, (_, ben) = await seated(at, "ann", "ben")
        room = at.lobby.find(code)

        assert "ben is removed" in await ordered(at, f"kick {code} ben 2h too loud")

        await ben.sees("You were removed")
        await ben.sees("too loud")
        assert room.table.players[1] == OPEN
        again = await at.come("ben", command=f"join {code}", env=ENGLISH)
        await again.sees("You were removed")
        assert room.users.seat_of(player("ben")) is None


async def test_once_it_is_dealt_a_bot_plays_for_who_is_removed(tmp_path: Path) -> None:
    """Nobody loses a seat whose secrets they have seen to somebody else; ben has it later."""
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        room = at.table("ann", None, None)
        await at.at_table(room, "ann", "ben")

        await ordered(at, f"kick {room.code} ben")
        sitting = room.table.players[1]
        assert (sitting.key, bool(sitting.bot)) == (player("ben").key, True)
        with pytest.raises(PermissionError):
            room.seating.remove_substitute(1, by=player("ben"))

        await ordered(at, "unban ben")
        room.seating.remove_substitute(1, by=player("ben"))


async def test_a_guest_who_was_removed_comes_back_under_no_other_name(tmp_path: Path) -> None:
    """A guest's key is a name; so it holds for the address, and for no key that comes from there."""
    async with open_lobby(tmp_path, keepers=[HOST], guests=True) as at:
        room = at.table("ann", None, None, None, game="sealed_bids")
        code = room.code
        await at.come("gil", key=None, command=f"join {code}", env=ENGLISH)
        await until(lambda: any(user.name == "gil" for user in room.users.present))

        await ordered(at, f"kick {code} gil")

        again = await at.come("gus", key=None, command=f"join {code}", env=ENGLISH)
        await again.sees("You were removed")
        await at.at_table(room, "ben")
        assert room.users.seat_of(player("ben")) == 1


async def test_an_owner_of_tables_orders_so_much_and_the_host_as_much_as_need_be(
    tmp_path: Path,
) -> None:
    """Each order is a line of the log of the house."""
    limits = Limits(new_names=1000, connections_per_address=100)
    async with open_lobby(tmp_path, keepers=[HOST], limits=limits) as at:
        code, _ = await seated(at, "ann", "ben")
        for _ in range(20):
            await ordered(at, f"mute {code} ben", by="ann")
        assert "Too many actions in a short time" in await ordered(at, f"mute {code} ben", by="ann")
        assert "ben" in await ordered(at, f"mute {code} ben")
        assert len(Services(tmp_path).audit_log().entries) == 21


async def test_who_is_muted_is_not_heard_and_told_so(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        code, (ann, ben) = await seated(at, "ann", "ben")

        await ordered(at, f"mute {code} ben 10m spoils it")
        await ben.sees("Say something", after="t")
        await ben.sees("spoils it", after="hello\r")
        await ordered(at, "unban ben")
        ben.press("\r")

        await ann.sees("hello")
        assert len(at.lobby.find(code).chat) == 1


async def test_a_closed_table_is_gone_and_its_log_is_kept(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        code, people = await seated(at, "ann", "ben")
        name = at.lobby.find(code).name

        await ordered(at, f"close {code.lower()}")

        for person in people:
            await person.sees(f"Table {code} was closed")
        assert (tmp_path / "tables" / "finished" / f"{name}.hako").exists()
        assert (await ordered(at, f"close {code}")).startswith(f"!There is no table {code}")


async def test_a_banned_key_is_sent_home_and_kept_out_until_it_is_lifted(tmp_path: Path) -> None:
    """Also after a restart."""
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        ben = await at.come("ben", env=ENGLISH)
        await ben.sees("No table is open")
        await ordered(at, "ban ben 2d bad manners")
        assert "bad manners" in await ben.is_sent_home()
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        for name in ("ben", "another"):
            with pytest.raises(asyncssh.PermissionDenied):
                await at.connect(name, key="ben")
            assert "bad manners" in at.notices.pop()
        await ordered(at, "unban ben")
        await (await at.connect("ben")).run("tables", check=True)


async def test_a_banned_address_is_turned_away_at_the_door(tmp_path: Path) -> None:
    """Its connections end at once; over the Unix socket the host still comes."""
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        ben = await at.come("ben", env=ENGLISH)
        await ben.sees("No table is open")
        await hako_server(tmp_path, "ban", "127.0.0.1")
        assert "banned" in await ben.is_sent_home()
        with pytest.raises(asyncssh.DisconnectError, match="banned"):
            await at.connect("cat")
        assert await hako_server(tmp_path, "unban", "127.0.0.1") == (
            0,
            "No sanction against 127.0.0.1 is left.\n",
        )
        await (await at.connect("cat")).run("tables", check=True)


async def test_a_freed_name_is_anybodys(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        (await seated(at, "ann"))[1][0].press("q")
        with pytest.raises(asyncssh.PermissionDenied):
            await at.connect("ann", key="eve")

        assert "is free now" in await ordered(at, "release-name ann")

        await at.connect("ann", key="eve")


async def test_everybody_hears_what_the_host_says(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        _, (ann,) = await seated(at, "ann")
        ben = await at.come("ben", env=ENGLISH)
        await ben.sees("Open tables")

        await ordered(at, "announce tea is ready")

        for person in (ann, ben):
            await person.sees("hana: tea is ready")


async def test_a_server_that_ends_lets_nobody_new_in_and_waits_for_the_last(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        ann = await at.come("ann", env=ENGLISH)
        await ann.sees("No table is open")

        await ordered(at, "shutdown 10m good night")

        await ann.sees("The server closes in 10 minutes")
        await ann.sees("good night")
        with pytest.raises(asyncssh.DisconnectError, match="accepts no new connections"):
            await at.connect("ben")
        assert not at.context.stop.is_set()
        ann.press("q")
        await until(at.context.stop.is_set)


async def test_only_the_host_orders_in_the_server_and_who_opened_a_table_there(
    tmp_path: Path,
) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        code, _ = await seated(at, "ann", "ben")
        for line in (
            "",
            "log",
            "ban ann",
            "release-name ann",
            "announce hello",
            "shutdown",
            "unban ben",
        ):
            assert (await ordered(at, line, by="ben")).startswith("!Only an admin")
        assert (await ordered(at, f"kick {code} ann", by="ben")).startswith("!Only an admin, or")

        assert "is removed" in await ordered(at, f"kick {code} ben", by="ann")
        assert (await ordered(at, "ban ben", by="ann")).startswith("!Only an admin")


async def test_each_order_is_in_the_log_of_the_server_for_the_host_alone(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        code, _ = await seated(at, "ann", "ben")
        await ordered(at, f"mute {code} ben 3h", by="ann")
        await ordered(at, "announce hello")

        file = tmp_path / "house.jsonl"
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        answer = await ordered(at, "log")

    assert file.stat().st_mode & 0o777 == 0o600
    assert [line["by"]["key"] for line in lines] == [player("ann").key, player(HOST).key]
    assert lines[0]["order"]["who"] == player("ben").key
    assert f"ann: mute {code} {player('ben').key} 3h\n" in answer
    assert answer.endswith(f"{HOST}: announce hello\n")


async def test_on_the_hosts_page_are_people_and_a_line_for_orders(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        await at.come("ben", env=ENGLISH)
        await until(lambda: at.app("ben") is not None)
        hana = await at.come(HOST, env=ENGLISH, size=(120, 24))
        await hana.sees("o moderation")
        await hana.sees(player("ben").key, after="o")
        await hana.sees("There is no command 'bna'", after="bna ben\r")
        page = at.app(HOST).screen  # type: ignore[union-attr]  # they are here
        hana.press("\x15")
        await until(lambda: page.query_exactly_one(Input).value == "")
        await hana.sees("ben is banned", after="ban ben 1d\r")
        assert at.context.ban_on(player("ben").key, "") is not None


async def test_a_helper_mutes_and_removes_at_every_table_and_does_nothing_else(
    tmp_path: Path,
) -> None:
    """Each order stands under their name in the log of the house, which they do not read."""
    async with open_lobby(tmp_path, keepers=[HOST], helpers=["hel"]) as at:
        code, (_, ben, _) = await seated(at, "ann", "ben", HOST)

        for line in (
            "ban ben",
            "unban ben",
            "release-name ben",
            "announce hello",
            "shutdown",
            "invite mia",
            "log",
        ):
            assert "Only an admin" in await ordered(at, line, by="hel"), line
        assert "Only an admin" in await ordered(at, f"close {code}", by="hel")
        assert f"{HOST} is an admin" in await ordered(at, f"kick {code} {HOST}", by="hel")
        assert "ben is muted" in await ordered(at, f"mute {code} ben 1h spoils it", by="hel")
        assert "ben is removed" in await ordered(at, f"kick {code} ben 2h", by="hel")
        await ben.sees("You were removed")
        assert "Only an admin" in await ordered(at, f"kick {code} ann", by="ben")

        answer = await ordered(at, "log")
        assert f"hel: mute {code} {player('ben').key} 1h spoils it\n" in answer
        assert answer.endswith(f"hel: kick {code} {player('ben').key} 2h\n")
        assert len(Services(tmp_path).audit_log().entries) == 2


async def test_a_server_knows_its_admins_and_its_moderators_by_their_files(tmp_path: Path) -> None:
    """`admins` and `moderators` in the configuration, beside which these files lie."""
    for name in (HOST, "hel"):
        (tmp_path / name).write_bytes(key_of(name).export_public_key())
    async with server_process(
        tmp_path / "house", "--invite", "flip_city", admins=HOST, moderators="hel"
    ) as server:
        ben = await server.at_table("ben")
        await ben.sees("Waiting for one more player.")
        assert "ben is muted" in await ordered(server, f"mute {server.code} ben", by="hel")
        assert "Only an admin" in await ordered(server, "ban ben", by="hel")
        assert "Only an admin" in await ordered(server, f"mute {server.code} hel", by="ben")
        assert "ben is banned" in await ordered(server, "ban ben")


async def test_on_a_helpers_page_is_what_a_helper_may_see_and_order(tmp_path: Path) -> None:
    """It shows users and their tables; no keys, addresses, bans or log."""
    async with open_lobby(tmp_path, keepers=[HOST], helpers=["hel"]) as at:
        code, _ = await seated(at, "ann", "ben")
        await ordered(at, f"mute {code} ben")
        await ordered(at, "ban SHA256:of-zoe")
        hel = await at.come("hel", env=ENGLISH, size=(120, 24))
        await hel.sees("o moderation")
        await hel.sees(f"ben  {code}", after="o")
        await hel.sees("Commands: kick TABLE WHO, mute TABLE WHO; then")
        await hel.sees(f"mute {code}  ben  20")
        for hidden in ("SHA256:", "127.0.0.1", "zoe", "Recent commands", f"{HOST}:"):
            assert hidden not in hel.text
        answer = await ordered(at, "", by="hel")
        assert "ben" in answer
        assert not any(hidden in answer for hidden in ("SHA256:", "127.0.0.1", "zoe"))
        await hel.sees("Only an admin", after="ban ben\r")
        await hel.sees("ben is removed", after=f"kick {code} ben\r")


async def test_at_a_table_a_helper_is_offered_what_a_helper_may_do(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, helpers=["hel"]) as at:
        room = at.table("ann", None, None, None, game="sealed_bids")
        hel, ben = await at.at_table(room, "hel", "ben")
        await hel.sees("r: remove", after="p")
        assert "close the table" not in hel.text
        await hel.sees("Remove ben", after="c\x1b[H\x1b[B\x1b[Br")
        hel.press("y")
        await ben.sees("You were removed")


async def test_who_opened_a_table_removes_from_its_list_of_people(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        room = at.table("ann", None, None, None, game="sealed_bids")
        ann, ben = await at.at_table(room, "ann", "ben")
        await ann.sees("ben")
        await ben.sees("At table", after="p")
        assert "r: remove" not in ben.text
        await ann.sees("r: remove", after="p")
        await ann.sees("Remove ben", after="\x1b[H\x1b[Br")
        ann.press("y")
        await ben.sees("You were removed")


async def hako_server(data: Path, *words: str) -> tuple[int | None, str]:
    """Exit status and output of `hako admin`."""
    command = (sys.executable, "-m", "hako", "admin", "--lang", "en", "--data", str(data), *words)
    process = await create_subprocess_exec(*command, cwd=REPOSITORY, stdout=PIPE, stderr=PIPE)
    output, errors = await process.communicate()
    return process.returncode, (output + errors).decode()


async def test_on_the_machine_the_account_of_the_server_orders(tmp_path: Path) -> None:
    """Over a socket beside the logs, for whoever may write there; a killed server's is replaced."""
    (tmp_path / "house.sock").touch()
    assert (await hako_server(tmp_path, "announce", "hello"))[0] == 1
    tmp_path.chmod(0o770)  # noqa: ASYNC240 - nobody else waits
    async with open_lobby(tmp_path) as at:
        ann = await at.come("ann", env=ENGLISH)
        await ann.sees("No table is open")
        assert (tmp_path / "house.sock").stat().st_mode & 0o777 == 0o660
        at.context.authenticator.names.claim(own_account(), "somebody else's key")
        assert (await hako_server(tmp_path, "announce", "hello"))[0] == 0
        await ann.sees("hello")
        status, output = await hako_server(tmp_path, "bann", "ann")
        assert (status, "Did you mean" in output) == (1, True)
        assert player("ann").key in (await hako_server(tmp_path))[1]
    assert not (tmp_path / "house.sock").exists()
    assert Services(tmp_path).audit_log().entries[-1].order.words == "hello"  # type: ignore[union-attr]  # it is what was said


async def test_an_account_that_is_banned_comes_under_no_name(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        status, output = await hako_server(tmp_path)
        address = address_of(own_account())
        assert (status, output.count(f"  {address}\n")) == (0, 1), output
        await ordered(at, f"ban {address} 1d")
        assert at.context.ban_on("the key of any name", address) is not None
        assert (await hako_server(tmp_path))[0] == 1
