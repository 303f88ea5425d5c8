"""`hako lobby` where a server runs: through its Unix socket, without a look at the logs."""

from __future__ import annotations

import asyncio
import fcntl
import getpass
import os
import socket
import struct
import sys
import termios
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.names import BadAccountFile, account_key
from hako.multiplayer.accounts.users import User
from hako.multiplayer.moderation.commands import Announce
from hako.multiplayer.services import Services
from hako.multiplayer.tables.paused_time import PausedTime
from hako.server import unix_socket as local
from hako.server.ssh.auth import own_keys
from hako.server.ssh.connection import Connection
from hako.server.ssh.driver import LEAVE
from tests.cli.commands.terminal import Person
from tests.server.ssh.tables import REPOSITORY, OpenServer, open_lobby
from tests.server.ssh.test_moderation import hako_server
from tests.tui.terminals import Terminal
from tests.waiting import until


@asynccontextmanager
async def mia(at: OpenServer, folder: Path) -> AsyncIterator[Terminal]:
    """A terminal with `hako lobby --name Mia` on it, in the lobby of that house."""
    terminal = Terminal(Person(folder), "lobby", "--name", "Mia")
    try:
        await asyncio.to_thread(terminal.wait_for, "You are Mia")
        yield terminal
    finally:
        terminal.close()


async def ended(terminal: Terminal) -> int:
    """Read all that is sent until the end; the exit status."""

    def read_all() -> int:
        while terminal.read():
            pass
        return terminal.game.wait()

    return await asyncio.to_thread(read_all)


async def test_an_account_comes_by_the_socket_and_needs_no_log(tmp_path: Path) -> None:
    """Its own terminal, of any size; the account is told by the system, and as it was before."""
    async with open_lobby(tmp_path) as at, mia(at, tmp_path) as terminal:
        app = at.app("Mia")
        assert app is not None
        assert app.user.key == account_key(getpass.getuser(), "Mia")
        assert app.way == "", "no friend can come by a socket"
        assert not (tmp_path / "tables" / "here").exists(), "another process has the lobby open"
        fcntl.ioctl(terminal.line, termios.TIOCSWINSZ, struct.pack("4H", 30, 101, 0, 0))
        await until(lambda: app.size == (101, 30))
        terminal.type(b"q")
        assert await ended(terminal) == 0
        assert terminal.sent.count(b"\x1b[?1049l") == 1


@pytest.mark.parametrize("mode", [0o700, 0o770])
def test_without_a_server_one_is_told_at_the_start_what_others_can_read(
    tmp_path: Path, mode: int
) -> None:
    """The warning comes only if others may write in the folder."""
    tmp_path.chmod(mode)
    terminal = Terminal(Person(tmp_path), "lobby", "--name", "Mia")
    try:
        terminal.wait_for("The other accounts" if mode & 0o020 else "You are Mia")
        terminal.type(b"?")
        terminal.wait_for("Keys")
        assert (b"The other accounts" in terminal.sent) == bool(mode & 0o020)
    finally:
        terminal.close()


def test_a_link_laid_in_the_place_of_the_socket_opens_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "host_key"

    class Beaten(socket.socket):
        def bind(self, address: Any, /) -> None:
            super().bind(address)
            (tmp_path / local.FILE).unlink()
            (tmp_path / local.FILE).symlink_to(key)

    monkeypatch.setattr(socket, "socket", Beaten)
    key.touch(0o600)
    tmp_path.chmod(0o770)
    with local.listening(tmp_path) as listener:
        assert listener is not None
        assert key.stat().st_mode & 0o777 == 0o600


def test_of_two_servers_that_start_at_once_one_has_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "_is_open", lambda _: False)  # both looked before either listened
    with local.listening(tmp_path) as one:
        with local.listening(tmp_path) as other:
            assert (one is not None, other) == (True, None)
        line = local.connected(tmp_path)
        assert line is not None
        line.close()
    assert local.connected(tmp_path) is None


def test_whoever_only_listens_in_the_folder_of_a_server_is_not_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody can who may write there; the next server takes the place back."""
    stranger = 54321 + os.getuid()
    monkeypatch.chdir(tmp_path)  # a socket has a short name
    with socket.socket(socket.AF_UNIX) as squatter:
        squatter.bind(local.FILE)
        squatter.listen()
        with monkeypatch.context() as patched:
            patched.setattr(local, "_account_number", lambda _: stranger)
            with pytest.raises(BadAccountFile, match=rf"account {stranger} listens there"):
                local.connected(tmp_path)
            with local.listening(tmp_path) as listener:
                assert listener is not None


async def test_the_next_table_of_an_account_is_opened_by_a_command(tmp_path: Path) -> None:
    key = account_key(getpass.getuser(), "Mia")
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        room.seating.sit(User("Mia", key))
        room.table.play(0, room.table.legal_actions(0)[0])
        terminal = Terminal(Person(tmp_path), "next", "--name", "Mia")
        try:
            await asyncio.to_thread(terminal.wait_for, "Mia, mark a cell.")
            assert [visitor.key for visitor in room.users.own] == [key]
        finally:
            terminal.close()


async def test_a_terminal_that_is_closed_leaves_the_server(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at, mia(at, tmp_path) as terminal:
        os.close(terminal.line)
        await until(lambda: not at.context.sessions)
        assert await asyncio.to_thread(terminal.game.wait) != 0


async def test_a_line_that_is_lost_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at, mia(at, tmp_path) as terminal:
        [line] = at.context.connections
        line.refuse()
        assert await ended(terminal) == 1
        assert LEAVE.encode() in terminal.sent
        assert b"onnection to the server was lost" in terminal.sent
        assert termios.tcgetattr(terminal.line)[3] & termios.ECHO


async def test_a_line_that_breaks_before_anything_was_asked_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Afterwards an order may have been carried out, and that is said."""
    knocks: list[Connection] = []
    begin_auth = Connection.begin_auth

    def begin(line: Connection, name: str) -> bool:
        knocks.append(line)
        if len(knocks) < 3:
            line.refuse()
        return begin_auth(line, name)

    def break_off(_: object) -> None:
        for line in at.context.connections:
            line.refuse()

    monkeypatch.setattr(Connection, "begin_auth", begin)
    async with open_lobby(tmp_path) as at:
        assert (await hako_server(tmp_path, "announce", "hello"))[0] == 0
        orders = [entry.order for entry in Services(tmp_path).audit_log().entries]
        assert orders == [Announce("hello")], "once, at the third knock"

        at.lobby.rooms.subscribe(break_off)
        status, output = await hako_server(tmp_path, "announce", "hello")
        assert (status, "It may have carried out your request" in output) == (1, True)
        assert len(knocks) == 4


async def test_what_one_asks_the_server_answers_which_says_who_may_not_come(tmp_path: Path) -> None:
    async def asked(name: str, *words: str) -> tuple[int | None, str]:
        command = ("-m", "hako", *words, "--lang", "en", "--name", name)
        process = await create_subprocess_exec(
            sys.executable, *command, "--data", tmp_path, cwd=REPOSITORY, stdout=PIPE, stderr=PIPE
        )
        output, errors = await process.communicate()
        return process.returncode, (output + errors).decode()

    async with open_lobby(tmp_path) as at:
        at.table("ann", None, None, game="sealed_bids")
        status, output = await asked("Mia", "lobby", "tables")
        assert (status, "ann" in output) == (0, True)
        at.lobby.rooms.time = time = PausedTime(FolderStore(tmp_path))
        status, output = await asked("Mia", "vacation", "5")
        assert (status, "You are on vacation until" in output) == (0, True)
        assert time.vacation_until(account_key(getpass.getuser(), "Mia")) is not None
        status, output = await asked("Mia", "vacation", "22")
        assert (status, "Allowed a year: 21" in output) == (1, True), output
        at.context.authenticator.names.claim("Ann", next(iter(own_keys())))
        status, output = await asked("Ann", "lobby", "tables")
        assert (status, "belongs to another key" in output) == (1, True), output
