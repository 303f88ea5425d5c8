"""A worker's questions to its supervisor, which hold nobody but who asks."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterator
from threading import Thread
from typing import Any

import msgspec
import pytest

from hako.server.bridge import bridged_loop
from hako.server.workers import worker as worker_module
from hako.server.workers.protocol import SupervisorReply, SupervisorRequest, WorkerEnvironment
from hako.server.workers.worker import WorkerProcess
from tests.waiting import PATIENCE_SECONDS, until


class Supervisor:
    """The supervisor's ends of the sockets of one worker."""

    def __init__(self) -> None:
        self.frames, frames = socket.socketpair()
        self.requests, requests = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.requests.settimeout(PATIENCE_SECONDS)
        environment = WorkerEnvironment(frames.detach(), requests.detach(), 22, True, 1)
        self.worker = WorkerProcess(environment)

    def receive(self) -> SupervisorRequest:
        """The next request."""
        return msgspec.json.decode(self.requests.recv(4096), type=SupervisorRequest)

    def reply(self, number: int, result: bool) -> None:
        """Answer a request."""
        self.requests.send(msgspec.json.encode(SupervisorReply(number, result)))

    def close(self) -> None:
        """Be gone."""
        self.frames.close()
        self.requests.close()

    def close_worker(self) -> None:
        """Close what a worker closes when it has served."""
        self.worker._frames.close()
        self.worker._requests.close()


@pytest.fixture
def supervisor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr(worker_module, "PATIENCE_SECONDS", PATIENCE_SECONDS)
    supervisor = Supervisor()
    yield supervisor
    supervisor.close()
    supervisor.close_worker()


def served(supervisor: Supervisor, main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine in a worker."""

    async def run() -> None:
        with supervisor.worker.taking(nobody, lambda: None):
            await main()

    with asyncio.Runner(loop_factory=bridged_loop) as runner:
        runner.run(run())


async def nobody(_: socket.socket) -> None:
    """Serve a connection; none comes here."""


async def may_write(worker: WorkerProcess, key: str) -> bool:
    return worker.may_write(key, "192.0.2.1")


def test_two_who_ask_at_once_wait_while_the_loop_goes_on_and_get_their_own_answers(
    supervisor: Supervisor,
) -> None:
    async def main() -> None:
        tasks = [asyncio.create_task(may_write(supervisor.worker, key)) for key in ("a", "b")]
        for _ in range(50):
            await asyncio.sleep(0)
        assert not any(task.done() for task in tasks)
        first, second = supervisor.receive(), supervisor.receive()
        assert [(first.address, first.key), (second.address, second.key)] == [
            ("192.0.2.1", "a"),
            ("192.0.2.1", "b"),
        ]
        supervisor.reply(second.number, result=False)
        await until(tasks[1].done)
        assert not tasks[0].done()
        supervisor.reply(first.number, result=True)
        assert await asyncio.gather(*tasks) == [True, False]

    served(supervisor, main)


def test_who_gets_no_answer_in_time_may_write_and_a_late_one_harms_nobody(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "PATIENCE_SECONDS", 0.01)

    async def main() -> None:
        assert await asyncio.create_task(may_write(supervisor.worker, "a"))
        monkeypatch.setattr(worker_module, "PATIENCE_SECONDS", PATIENCE_SECONDS)
        supervisor.reply(supervisor.receive().number, result=False)
        task = asyncio.create_task(may_write(supervisor.worker, "a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        supervisor.reply(supervisor.receive().number, result=True)
        assert await task

    served(supervisor, main)


def test_code_that_no_task_runs_waits_for_its_own_answer(supervisor: Supervisor) -> None:
    """A late answer to another question comes before it."""

    def answer() -> None:
        number = supervisor.receive().number
        supervisor.reply(number - 1, result=True)
        supervisor.reply(number, result=False)

    thread = Thread(target=answer)
    thread.start()
    assert not supervisor.worker.may_write("a", "192.0.2.1")
    thread.join()


def test_without_a_supervisor_everybody_may_write(supervisor: Supervisor) -> None:
    supervisor.close()
    assert supervisor.worker.may_write("a", "192.0.2.1")
