"""A server of several workers behind one port: `hako serve --workers N`."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import asyncssh
import msgspec
import pytest

from hako.engine.storage.protocols import ANYTHING
from hako.multiplayer.lobby.presence_exchange import PresenceNotice
from hako.server.connection_limits import ConnectionLimits
from hako.server.limits import Limits
from hako.server.workers.protocol import WorkerEnvironment
from hako.server.workers.supervisor import Supervisor
from hako.server.workers.worker import WorkerProcess
from hako.server.workers.worker_handle import WorkerHandle
from tests.server.ssh.person import Callers
from tests.server.ssh.tables import ENGLISH, REPOSITORY, server_process
from tests.server.ssh.test_moderation import hako_server
from tests.waiting import PATIENCE_SECONDS, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there one process keeps a house")


class Processes:
    """The workers over a folder, by their presence files."""

    def __init__(self, data: Path) -> None:
        self._here = data / "tables" / "here"

    def users_by_worker(self) -> dict[int, list[str]]:
        """The names of the users of each worker, by its process number."""
        visitors = {}
        for path in self._here.glob("*.here"):
            try:
                notice = msgspec.json.decode(path.read_bytes(), type=PresenceNotice)
            except (OSError, msgspec.DecodeError):
                return {}  # caught as it was written
            visitors[int(path.name.partition("-")[0])] = [visitor.name for visitor in notice.users]
        return visitors

    async def of(self, name: str) -> int:
        """The process number of the worker with that user, once it is in the presence files."""
        numbers: list[int] = []

        def is_told() -> bool:
            numbers[:] = [
                number for number, names in self.users_by_worker().items() if name in names
            ]
            return bool(numbers)

        await until(is_told)
        return numbers[0]


async def test_one_table_is_played_in_two_processes_and_one_that_dies_is_made_good(
    tmp_path: Path,
) -> None:
    """Users of the other worker go on; users of this one come back to their seats.

    Connections that it had not received yet when it died are served by the other.
    """
    processes = Processes(tmp_path)
    async with server_process(tmp_path, "--workers", "2", "--invite", "flip_city") as server:
        ada = await server.at_table("ada")
        await ada.sees("Waiting for one more player.")
        bob = await server.at_table("bob")
        for person in (ada, bob):
            await person.sees("It is dealt as soon as ada, bob are ready.")
        await until(lambda: sorted(processes.users_by_worker().values()) == [["ada"], ["bob"]])
        for person in (ada, bob):
            await person.sees("Your part of the shuffle", after="r")
            person.press("\r")
            await person.sees("play on or stop?" if person is bob else "bob is ready")
        await ada.sees("play on or stop?")
        first, second = (ada, bob) if ada.text.startswith("▸") else (bob, ada)
        await first.stops_typing()
        first.press("1")
        await second.sees("city 1 of 18")

        killed = await processes.of("ada")
        os.kill(killed, signal.SIGSTOP)
        late = [asyncio.create_task(server.connect(name)) for name in ("cat", "dan")]
        await asyncio.wait(late, return_when=asyncio.FIRST_COMPLETED)
        os.kill(killed, signal.SIGKILL)
        await until(lambda: ada.has_ended)
        await asyncio.gather(*late)
        ada = await server.at_table("ada")

        await ada.sees("city 1 of 18")
        bob.press("?")
        await bob.sees("Esc")
        assert not bob.has_ended
        await until(lambda: len(processes.users_by_worker().keys() - {killed}) == 2)
        assert await server.stop() == 0


async def test_what_holds_for_a_server_holds_over_all_its_processes(
    tmp_path: Path,
) -> None:
    """Shares are even, limits of an address hold, and a ban holds."""
    processes = Processes(tmp_path)
    limits = {"connections_per_address": 6}
    async with server_process(tmp_path, "--workers", "2", limits=limits) as server:
        people = {}
        for name in ("ann", "ben", "cat", "dan"):
            people[name] = await server.come(name, env=ENGLISH)
            await people[name].sees("No table is open")
        await until(lambda: [*map(len, processes.users_by_worker().values())] == [2, 2])
        for name in ("eve", "fay", "gus", "hal", "ida", "jim"):
            await server.connect(name, local_addr=("127.0.0.2", 0))
        with pytest.raises(asyncssh.DisconnectError, match="Too many connections"):
            await server.connect("kim", local_addr=("127.0.0.2", 0))

        for name in ("ann", "ben"):
            await _is_listed(tmp_path, name)
            status, output = await hako_server(tmp_path, "ban", name, "1d", "too loud")
            assert status == 0, output
            assert "too loud" in await people[name].is_sent_home()
            await _is_kept_out(server, name)
        assert (await hako_server(tmp_path, "announce", "tea is ready"))[0] == 0
        for name in ("cat", "dan"):
            await people[name].sees("tea is ready")

        assert await server.stop() == 0
        for name in ("cat", "dan"):
            assert "The server is closing" in await people[name].is_sent_home()
    assert not list((tmp_path / "tables" / "here").iterdir())


async def _is_listed(data: Path, name: str) -> None:
    """Wait until the process that takes orders knows that somebody is in another one."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while name not in (await hako_server(data))[1]:
            pass


async def _is_kept_out(server: Callers, name: str) -> None:
    """Wait until that process, too, has read of it to which somebody comes."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                await server.connect(name)
            except asyncssh.PermissionDenied:
                return
            except asyncssh.DisconnectError:
                continue


async def test_what_keeps_a_server_from_opening_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "host_key").write_text("no key")
    command = (sys.executable, "-m", "hako", "serve", "--port", "0", "--data", str(tmp_path))
    process = await create_subprocess_exec(
        *command, "--workers", "3", cwd=REPOSITORY, stdout=PIPE, stderr=PIPE
    )
    output, errors = await process.communicate()
    assert (process.returncode, output) == (1, b"")
    assert errors.decode().count("is not a private key") == 1


async def test_what_one_process_writes_the_supervisor_tells_the_others_at_once() -> None:
    """A notice goes to all but its writer; the same scope from two writers goes to all."""
    porter = Supervisor((), 3, ConnectionLimits(Limits()))
    heard: list[tuple[int, int]] = []

    def hear(number: int, scope: int) -> None:
        heard.append((number, scope))

    with ExitStack() as stack:
        workers = []
        for number in range(3):
            ends = [*socket.socketpair(), *socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)]
            frames, lines, asks, questions = [stack.enter_context(end) for end in ends]
            place = WorkerEnvironment(
                lines.detach(), questions.detach(), 2222, is_first=False, processes=3
            )
            workers.append(worker := WorkerProcess(place))
            worker.subscribe(partial(hear, number))
            stack.enter_context(worker.taking(_nobody, lambda: None))
            porter.watch(WorkerHandle(None, frames, asks, is_first=False))  # type: ignore[arg-type]  # none

        workers[1].notify(2**32 - 1)

        await until(lambda: len(heard) == 2)
        workers[2].notify(ANYTHING)
        workers[2].notify(7)
        workers[1].notify(7)
        await until(lambda: len(heard) == 7)
    assert sorted(heard) == [(0, 0), (0, 7), (0, 2**32 - 1), (1, 0), (1, 7), (2, 7), (2, 2**32 - 1)]


async def _nobody(line: socket.socket) -> None:
    line.close()
