"""A line when it is one's turn: over SSH, by `hako notify` through a house, and over its folder."""

from __future__ import annotations

import asyncio
import getpass
import signal
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from hako.engine.rules.model import Seat
from hako.multiplayer.accounts.names import account_key
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.room import Room
from tests.server.ssh.tables import ENGLISH, REPOSITORY, OpenServer, open_lobby, player
from tests.tui.lobbies import BEN, local_lobby
from tests.waiting import until

MIA = User("Mia", account_key(getpass.getuser(), "Mia"))


def play(room: Room, seat: Seat) -> None:
    """Let a seat do the first thing it may."""
    room.table.play(seat, room.table.legal_actions(seat)[0])


def opened(at: OpenServer, other: User) -> Room:
    """A table of ada, who moves first, and somebody else."""
    room = at.table("ada", None, None)
    room.seating.sit(other)
    return room


@asynccontextmanager
async def watching(folder: Path, *options: str) -> AsyncIterator[Process]:
    """`hako notify` of Mia in a process of its own."""
    process = await create_subprocess_exec(
        *(sys.executable, "-m", "tests.toys", "notify", "--name", "Mia", "--lang", "en", *options),
        *("--data", str(folder)),
        cwd=REPOSITORY,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def line(process: Process) -> str:
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), 60)).decode()


async def test_each_turn_is_told_once_and_first_those_that_wait_already(tmp_path: Path) -> None:
    """Without a terminal; of bob's table nothing is told to ada while it waits for bob."""
    async with open_lobby(tmp_path) as at:
        before = [*at.lobby.rooms._listeners]
        rooms = [opened(at, player("bob")) for _ in range(2)]
        ada = await at.come("ada", command="notify", term=None, env=ENGLISH)
        rows = [f"{room.code}  Tic-tac-toe  ada, bob  your turn\n" for room in rooms]
        await until(lambda: ada.sent.decode() == "".join(rows))

        for seat in (0, 1):
            play(rooms[1], seat)

        await until(lambda: ada.sent.decode() == "".join([*rows, rows[1]]))
        assert at.app("ada") is None, "nothing was drawn"
        await ada.go()
        await until(lambda: not at.context.sessions)
        assert at.lobby.rooms._listeners == before, "nothing is left that listens"


async def test_it_is_told_as_json_with_nothing_of_the_game(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        room = opened(at, player("bob"))
        ada = await at.come("ada", command="notify --json", term=None, env=ENGLISH)
        await until(lambda: ada.sent.endswith(b"\n"))

        document = msgspec.json.decode(bytes(ada.sent))

        assert document.pop("since").startswith("20")
        assert document == {"table": room.code, "game": "tic_tac_toe", "players": ["ada", "bob"]}


async def test_a_terminal_that_watches_is_left_by_ctrl_c_and_when_the_server_closes(
    tmp_path: Path,
) -> None:
    async with open_lobby(tmp_path) as at:
        ada = await at.come("ada", command="notify", env=ENGLISH)
        await until(lambda: bool(at.context.sessions))
        ada.press("\x03")
        await ada.is_sent_home()

        bob = await at.come("bob", command="notify", env=ENGLISH)
        await until(lambda: bool(at.context.sessions))
        for session in at.context.sessions:
            session.leave("closing")
        assert "The server is closing." in await bob.is_sent_home()


async def test_an_account_watches_through_the_server(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at, watching(tmp_path) as process:
        room = opened(at, MIA)
        play(room, 0)

        assert await line(process) == f"{room.code}  Tic-tac-toe  ada, Mia  your turn\n"
        process.send_signal(signal.SIGINT)
        _, complaint = await process.communicate()
        assert (process.returncode, complaint) == (130, b"")


async def test_an_account_watches_a_folder_and_goes_when_nobody_reads(tmp_path: Path) -> None:
    """No server: what another process writes is seen; then the pipe is closed, and nothing comes."""
    async with local_lobby(tmp_path) as at, watching(tmp_path, "--json") as process:
        room = at.table(BEN, None, None)
        room.seating.sit(MIA)
        play(room, 0)
        assert msgspec.json.decode(await line(process))["table"] == room.code

        assert process.stdout is not None
        process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]  # no other way

        assert await asyncio.wait_for(process.wait(), 60) == 1
        assert process.stderr is not None
        [notice] = (await process.stderr.read()).decode().splitlines()
        assert notice.startswith("hako: No server is running")
