"""The rolling restart: workers are started again, and users reconnect to their tables."""

from __future__ import annotations

import asyncio
import math
import os
import pty
import signal
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import asyncssh
import pytest
from textual.widgets import Input

from hako.engine.log.header import OPEN
from hako.server.limits import Limits
from hako.server.socket_client import Endpoint, ask
from hako.server.ssh import context as context
from hako.server.unix_socket import connected
from tests.server.ssh.person import Person
from tests.server.ssh.tables import ENGLISH, ServerProcess, open_lobby, player, server_process
from tests.server.ssh.test_moderation import HOST, hako_server, ordered
from tests.server.ssh.test_server import SERVER
from tests.server.workers.test_workers import Processes
from tests.stores import Home
from tests.tui.ports import free_port
from tests.waiting import PATIENCE_SECONDS, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there no server runs")

COME_AGAIN = "Connect with the same command"

ONE_CARD = "city 1 of 18"
"""The board in a turn in which one card was played."""


async def dealt(server: ServerProcess) -> list[Person]:
    """Ada and Bob at the table that people are invited to, the one whose turn it is first."""
    ada = await server.at_table("ada")
    await ada.sees("Waiting for one more player.")
    bob = await server.at_table("bob")
    for person in (ada, bob):
        await person.sees("It is dealt as soon as ada, bob are ready.")
    for person in (ada, bob):
        await person.sees("Your part of the shuffle", after="r")
        person.press("\r")
        await person.sees("play on or stop?" if person is bob else "bob is ready")
    await ada.sees("play on or stop?")
    return [ada, bob] if ada.text.startswith("▸") else [bob, ada]


async def connect_repeatedly(server: ServerProcess, times: list[int], stop: asyncio.Event) -> None:
    """Connect again and again and run a command; raises if nobody answers."""
    while not stop.is_set():
        connection = await server.connect("cat")
        await connection.run("tables", check=True)
        connection.close()
        await connection.wait_closed()
        times.append(1)
        await asyncio.sleep(0.05)  # others have work to do


async def connect_to_first_worker(
    data: Path, web: int, times: list[int], stop: asyncio.Event
) -> None:
    """The same by the Unix socket and the web site of the first worker."""
    while not stop.is_set():
        line = await asyncio.to_thread(connected, data)
        assert line is not None
        assert await ask(Endpoint(data, line), "cat", "tables", "en")
        assert "hako" in await asyncio.to_thread(page, f"http://127.0.0.1:{web}/come")
        times.append(1)
        await asyncio.sleep(0.2)  # others have work to do


def page(url: str) -> str:
    """The text of the page at a URL."""
    with urlopen(url) as answer:
        return str(answer.read().decode())


CONNECTS = int(os.environ.get("HAKO_CONNECTS", "0"))
"""Connections during the restarts; `make renewals` sets a thousand."""

RENEWALS = 5
HELD = 40
"""Connections that stay after each restart, to be counted."""

MOST_BUSY = 1.1
"""The largest share of a worker, in fair shares."""


@pytest.mark.skipif(not CONNECTS, reason="it takes a minute or two: make renewals")
async def test_nobody_finds_a_closed_door_and_shares_are_even_however_often_it_is_renewed(
    tmp_path: Path,
) -> None:
    """A client during a restart is told the server's version; one who stays after it is counted."""
    processes = Processes(tmp_path)
    names = ("handshakes_per_minute", "connections_per_address", "max_pending")
    limits = dict.fromkeys(names, 10 * CONNECTS)
    async with server_process(tmp_path, "--workers", "2", limits=limits) as server:
        greeted = 0

        async def come() -> asyncio.StreamWriter:
            nonlocal greeted
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            assert (await reader.readline()).startswith(b"SSH-2.0-")
            greeted += 1
            return writer

        async def keep_coming(least: int, renewing: asyncio.Task[None]) -> None:
            while greeted < least or not renewing.done():
                writer = await come()
                writer.close()
                await writer.wait_closed()

        async def are_even() -> bool:
            alone = {process: _sockets(process) for process in processes.users_by_worker()}
            held = [await come() for _ in range(HELD)]
            lines = [_sockets(process) - before for process, before in alone.items()]
            for writer in held:
                writer.close()
                await writer.wait_closed()
            is_all = sum(lines) == HELD  # else one of before was just going
            return is_all and max(lines) <= MOST_BUSY * HELD / 2

        async def renew() -> None:
            before = processes.users_by_worker().keys()
            server.signal(signal.SIGHUP)
            await until(
                lambda: len(after := processes.users_by_worker().keys()) == 2 and not after & before
            )

        await until(lambda: len(processes.users_by_worker()) == 2)
        for number in range(1, RENEWALS + 1):
            renewing = asyncio.create_task(renew())
            await asyncio.gather(
                renewing, *(keep_coming(CONNECTS * number // RENEWALS, renewing) for _ in range(4))
            )
            async with asyncio.timeout(PATIENCE_SECONDS):
                # a process is known to others a moment before lines can come to it
                while not await are_even():
                    pass
        assert await server.stop() == 0
    assert greeted >= CONNECTS


def _sockets(process: int) -> int:
    """The number of open sockets of a process."""
    sockets = 0
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            sockets += "socket:" in str(file.readlink())
    return sockets


@pytest.mark.parametrize("processes", [1, 2])
async def test_who_comes_again_is_where_they_sat_and_nobody_found_a_closed_door(
    tmp_path: Path, home: Home, processes: int
) -> None:
    """A restart by SIGHUP and by a command; all workers are new ones after it."""
    data = tmp_path / "data"
    web = free_port()
    options = ("--workers", str(processes), *home.options, "--web", str(web))
    limits = {"handshakes_per_minute": 10_000}
    async with server_process(data, *options, "--invite", "flip_city", limits=limits) as server:
        people = await dealt(server)
        await people[0].stops_typing()
        people[0].press("1")
        for person in people:
            await person.sees(ONE_CARD)
        times: list[int] = []
        stop = asyncio.Event()
        connecting = asyncio.create_task(connect_repeatedly(server, times, stop))
        once: list[int] = []
        doors = [connecting]
        if home.is_folder:  # they are the same ones elsewhere
            doors.append(asyncio.create_task(connect_to_first_worker(data, web, once, stop)))
            await until(lambda: bool(once) or doors[-1].done())
        await until(lambda: bool(times))
        workers = Processes(data) if home.is_folder else None
        before = workers.users_by_worker().keys() if workers is not None else set()

        if home.is_folder:
            server.signal(signal.SIGHUP)
        else:
            status, output = await hako_server(data, "restart")
            assert (status, "one process after another" in output) == (0, True)
        for person in people:
            assert COME_AGAIN in await person.is_sent_home()
        for name in ("ada", "bob"):
            person = await server.at_table(name)
            await person.sees(ONE_CARD)

        if processes == 1:
            await server.opens()  # it says so once more
        elif workers is not None:
            await until(lambda: len(workers.users_by_worker().keys() - before) == processes)
        if (visits := len(once)) > 0:
            await until(lambda: len(once) > visits + 1 or doors[-1].done())
        stop.set()
        await asyncio.gather(*doors)
        assert await server.stop() == 0


async def test_a_program_that_does_not_open_leaves_the_server_as_it_is(tmp_path: Path) -> None:
    """The old workers go on, and nobody was disconnected."""
    async with server_process(tmp_path, "--workers", "2") as server:
        ada = await server.come("ada", env=ENGLISH)
        await ada.sees("No table is open")
        processes = Processes(tmp_path)
        await until(lambda: len(processes.users_by_worker()) == 2)
        before = processes.users_by_worker().keys()
        (tmp_path / "host_key").rename(tmp_path / "kept")
        (tmp_path / "host_key").write_text("no key")

        server.signal(signal.SIGHUP)
        await server.complains("the server goes on with the old ones")

        (tmp_path / "kept").rename(tmp_path / "host_key")
        bob = await server.come("bob", env=ENGLISH)
        await bob.sees("No table is open")
        assert not ada.has_ended
        assert processes.users_by_worker().keys() == before
        assert await server.stop() == 0


async def test_who_is_typing_or_just_did_is_waited_for_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "LONGEST_QUIET_SECONDS", math.inf)
    monkeypatch.setattr(context, "_LOOK_SECONDS", 0)
    monkeypatch.setattr(context, "QUIET_SECONDS", math.inf)
    async with open_lobby(tmp_path) as at:
        room = at.table("ann", None, None, None, game="sealed_bids")
        ann, ben = await at.at_table(room, "ann", "ben")
        at.context.renew()
        await ben.sees("Esc", after="?")
        app = at.app("ann")
        assert app is not None
        ann.press("t")
        await until(lambda: isinstance(app.focused, Input))
        ann.press("wait")
        await until(lambda: app.is_typed_in)

        monkeypatch.setattr(context, "QUIET_SECONDS", 1e-9)

        assert COME_AGAIN in await ben.is_sent_home()
        ann.press("!")
        await ann.sees("wait!")
        ann.press("\r")
        assert COME_AGAIN in await ann.is_sent_home()
        await until(at.context.stop.is_set)
        assert [message.text for message in room.chat] == ["wait!"]


async def test_nobody_is_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even one who never logs in."""
    monkeypatch.setattr(context, "LONGEST_QUIET_SECONDS", 0)
    monkeypatch.setattr(context, "QUIET_SECONDS", math.inf)
    async with open_lobby(tmp_path, limits=Limits(shutdown_grace=0.01)) as at:
        ann = await at.come("ann", env=ENGLISH)
        await ann.sees("No table is open")
        _, writer = await asyncio.open_connection("127.0.0.1", at.port)
        await until(lambda: len(at.context.connections) == 2)
        at.context.renew()
        assert COME_AGAIN in await ann.is_sent_home()
        await until(at.context.stop.is_set)
        writer.close()


async def test_a_login_that_has_begun_is_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the time for those who play is over."""
    monkeypatch.setattr(context, "LONGEST_QUIET_SECONDS", 0)
    async with open_lobby(tmp_path) as at:
        _, writer = await asyncio.open_connection("127.0.0.1", at.port)
        await until(lambda: len(at.context.connections) == 1)
        at.context.renew()
        await asyncio.sleep(3 * context._LOOK_SECONDS)

        assert not at.context.stop.is_set()
        writer.close()
        await until(at.context.stop.is_set)


async def test_who_was_at_a_table_is_led_there_unless_it_is_shut_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To no seat that they had not, once, and not if they come for something else."""
    monkeypatch.setattr(context, "QUIET_SECONDS", 0)
    names = ("ann", "ben", "cat", "dan", "eve")
    async with open_lobby(tmp_path) as at:
        room = at.table("ann", None, None, None, game="sealed_bids")
        other = at.table("dan", None, None)
        people = []
        for name in names:
            people.append(await at.come(name, env=ENGLISH))
            await people[-1].sees(f"You are {name}")
            app = at.app(name)
            assert app is not None
            go = app.join if name in {"ann", "ben"} else app.open_room
            app.call_later(go, room)
            await at.shows_now(name, room)
        at.context.renew()
        for person in people:
            assert COME_AGAIN in await person.is_sent_home()

    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        room, came = at.lobby.find(room.code), set[str]()
        users = room.users
        users.subscribe(lambda: came.update(user.name for user in users.own))
        await ordered(at, f"kick {room.code} ben 2h too loud")
        await ordered(at, f"ban {player('eve').key} 2h too loud")
        ben = await at.come("ben", env=ENGLISH)
        await ben.sees("You were removed")
        assert room.table.players[1] == OPEN
        assert not came
        for name in ("ann", "cat"):
            await at.come(name, env=ENGLISH)
            await at.shows_now(name, room)
        assert [room.users.seat_of(player(name)) for name in names] == [0, *[None] * 4]
        with pytest.raises(asyncssh.PermissionDenied):
            await at.come("eve")
        dan = await at.come("dan", env=ENGLISH, command=f"join {other.code}")
        await at.shows_now("dan", at.lobby.find(other.code))
        for name in ("ann", "dan"):
            await (await at.come(name, env=ENGLISH)).sees(f"You are {name}")
        assert not dan.has_ended


async def test_where_the_terminal_of_a_server_goes_it_is_not_restarted_but_ends(
    tmp_path: Path,
) -> None:
    master, terminal = pty.openpty()
    command = (sys.executable, "-c", SERVER, str(tmp_path))
    server = await create_subprocess_exec(
        *command, stdin=terminal, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
    os.close(terminal)
    assert server.stdout is not None
    await server.stdout.readline()
    os.close(master)
    server.send_signal(signal.SIGHUP)
    output, _ = await server.communicate()
    assert (output, server.returncode) == (b"closed\n", 0)
