"""The supervisor over small real processes; the test itself ticks the heartbeat."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from hako.server.connection_limits import ConnectionLimits
from hako.server.limits import Limits
from hako.server.workers.heartbeat import HeartbeatLimits
from hako.server.workers.supervisor import Supervisor
from hako.server.workers.worker_handle import WorkerHandle, WorkerState
from tests.tui.ports import free_port
from tests.waiting import PATIENCE_SECONDS, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is one process")

NEVER = 10.0**6
"""The time between two ticks that nobody asked for."""

RESTARTED = "all workers were restarted"


class SupervisedServer:
    """A server of small workers; the supervisor runs in this process."""

    def __init__(self, folder: Path, limits: HeartbeatLimits, processes: int = 2) -> None:
        command = (sys.executable, str(Path(__file__).with_name("small_worker.py")), str(folder))
        connections = ConnectionLimits(Limits())
        self.supervisor = Supervisor(command, processes, connections, patience=limits)
        self._processes = processes
        self.port = free_port()
        self.connections: list[Connection] = []

    @property
    def workers(self) -> list[WorkerHandle]:
        """The workers as the supervisor knows them."""
        return self.supervisor.workers

    @property
    def is_ready(self) -> bool:
        """True if all workers serve, and there is no other one."""
        states = [worker.state for worker in self.workers]
        return states == [WorkerState.READY] * self._processes

    @property
    def numbers(self) -> set[int]:
        """The process numbers of all workers."""
        return {worker.process.pid for worker in self.workers}

    def worker_of(self, number: int) -> WorkerHandle:
        """The worker with that process number."""
        return next(worker for worker in self.workers if worker.process.pid == number)

    async def tick(self, *frozen: WorkerHandle) -> None:
        """Tick once, and wait for a sign of life of all that serve, but for these."""
        self.supervisor.heartbeat.tick()
        live = [worker for worker in self.workers if worker.state is WorkerState.READY]
        for worker in live:
            if worker not in frozen:
                await until(lambda worker=worker: worker.silent_ticks == 0)  # type: ignore[misc]  # this one's

    async def connect(self) -> Connection:
        """A client, as soon as a worker has answered it."""
        connection = Connection(*await asyncio.open_connection("127.0.0.1", self.port))
        self.connections.append(connection)
        connection.number = int(await connection.reader.readline())
        return connection


class Connection:
    """A client, and the process number of the worker that serves it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.number = 0


@asynccontextmanager
async def supervised_server(
    folder: Path, limits: HeartbeatLimits
) -> AsyncIterator[SupervisedServer]:
    """Within, a server is open."""
    server = SupervisedServer(folder, limits)
    running = asyncio.create_task(server.supervisor.run("127.0.0.1", server.port))
    try:
        await until(lambda: server.is_ready or running.done())
        async with asyncio.timeout(PATIENCE_SECONDS):
            yield server
    finally:
        server.supervisor.close()
        for worker in server.workers:
            with suppress(ProcessLookupError):
                os.kill(worker.process.pid, signal.SIGCONT)
        for connection in server.connections:
            connection.writer.close()
        await running


async def freeze(server: SupervisedServer, kind: str) -> WorkerHandle:
    """A worker that stands still from now on."""
    if kind == "stopped":
        worker = server.workers[0]
        os.kill(worker.process.pid, signal.SIGSTOP)
        return worker
    connection = await server.connect()
    connection.writer.write(b"hang\n")
    assert await connection.reader.readline() == b"hanging\n"
    return server.worker_of(connection.number)


@pytest.mark.parametrize("kind", ["stopped", "endless loop"])
async def test_a_frozen_worker_gets_no_newcomers_and_is_replaced(tmp_path: Path, kind: str) -> None:
    """Newcomers whom it did not receive before it froze are served by others in the end."""
    limits = HeartbeatLimits(tick_seconds=NEVER, suspect=2, frozen=4)
    async with supervised_server(tmp_path, limits) as server:
        frozen = await freeze(server, kind)
        [live] = [worker for worker in server.workers if worker is not frozen]
        early = [asyncio.create_task(server.connect()) for _ in range(4)]
        await until(lambda: live.load + frozen.load >= 4)
        while not server.supervisor.heartbeat.is_suspect(frozen):
            await server.tick(frozen)

        newcomers = [await server.connect() for _ in range(6)]

        assert {newcomer.number for newcomer in newcomers} == {live.process.pid}
        while frozen in server.workers:
            await server.tick(frozen)
        assert frozen.process.returncode == -signal.SIGKILL
        await asyncio.gather(*early)
        await until(lambda: server.is_ready)
        assert live in server.workers
        [successor] = [worker for worker in server.workers if worker is not live]
        assert (await server.connect()).number == successor.process.pid


async def test_a_worker_that_goes_on_in_time_lives_and_gets_newcomers_again(tmp_path: Path) -> None:
    limits = HeartbeatLimits(tick_seconds=NEVER, suspect=2, frozen=1000)
    async with supervised_server(tmp_path, limits) as server:
        worker = await freeze(server, "stopped")
        while not server.supervisor.heartbeat.is_suspect(worker):
            await server.tick(worker)
        assert (await server.connect()).number != worker.process.pid

        os.kill(worker.process.pid, signal.SIGCONT)
        await until(lambda: worker.silent_ticks == 0)

        assert (await server.connect()).number == worker.process.pid


async def test_a_successor_that_does_not_open_in_time_is_given_up_until_the_next_request(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The old workers go on, and the log says so."""
    caplog.set_level(logging.INFO, "hako.server.workers")
    limits = HeartbeatLimits(tick_seconds=NEVER, frozen=1000, opening=3)
    async with supervised_server(tmp_path, limits) as server:
        before = server.numbers
        (tmp_path / "stuck").touch()
        server.supervisor.restart()
        await until(lambda: any(worker.state is WorkerState.SPARE for worker in server.workers))
        for _ in range(limits.opening):
            await server.tick()
        await until(lambda: "the server goes on with the old ones" in caplog.text)
        await until(lambda: server.is_ready)
        assert "did not open for" in caplog.text
        assert server.numbers == before
        assert (await server.connect()).number in before
        assert RESTARTED not in caplog.text

        (tmp_path / "stuck").unlink()
        server.supervisor.restart()

        await until(lambda: RESTARTED in caplog.text)
        assert server.is_ready
        assert not server.numbers & before


async def test_a_first_worker_whose_successor_does_not_open_in_time_gets_another_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is drained before its successor opens; a later request restarts the others again."""
    caplog.set_level(logging.INFO, "hako.server.workers")
    limits = HeartbeatLimits(tick_seconds=NEVER, frozen=1000, opening=3)
    async with supervised_server(tmp_path, limits) as server:
        (tmp_path / "stuck_first").touch()
        server.supervisor.restart()
        await until(lambda: any(worker.state is WorkerState.STARTING for worker in server.workers))
        for _ in range(limits.opening):
            await server.tick()
        await until(lambda: "the new first worker did not open" in caplog.text)
        assert RESTARTED not in caplog.text
        (tmp_path / "stuck_first").unlink()
        await until(lambda: server.is_ready)
        before = server.numbers

        server.supervisor.restart()

        await until(lambda: RESTARTED in caplog.text)
        assert not server.numbers & before


async def test_the_log_says_restarted_once_all_new_workers_serve(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "hako.server.workers")
    async with supervised_server(tmp_path, HeartbeatLimits(tick_seconds=NEVER)) as server:
        before = server.numbers
        was_done: list[bool] = []

        def note(record: logging.LogRecord) -> bool:
            if "restarted" in record.getMessage():
                was_done.append(server.is_ready and not server.numbers & before)
            return True

        caplog.handler.addFilter(note)
        (tmp_path / "stuck_first").touch()
        server.supervisor.restart()
        await until(lambda: any(worker.state is WorkerState.STARTING for worker in server.workers))
        (tmp_path / "stuck_first").unlink()

        await until(lambda: RESTARTED in caplog.text)
        # that it begins, and that it is done
        assert was_done == [False, True]
        caplog.handler.removeFilter(note)


async def test_while_no_worker_serves_the_first_one_may_take_as_long_as_it_needs(
    tmp_path: Path,
) -> None:
    """Its process takes many ticks to begin, and then waits."""
    limits = HeartbeatLimits(tick_seconds=0.001, frozen=10**9, ending=10**9, opening=1)
    server = SupervisedServer(tmp_path, limits, processes=1)
    (tmp_path / "stuck").touch()
    running = asyncio.create_task(server.supervisor.run("127.0.0.1", server.port))
    await until(lambda: bool(server.numbers) or running.done())
    before = server.numbers
    await until(lambda: (tmp_path / "waits").exists() or running.done())

    (tmp_path / "stuck").unlink()

    await until(lambda: server.is_ready or running.done())
    assert server.numbers == before
    server.supervisor.close()
    assert await running == 0
