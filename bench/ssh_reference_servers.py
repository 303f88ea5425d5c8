"""Servers for `bench.ssh_capacity` beside `hako serve`: one that answers questions, one with a process a client.

    python -m bench.ssh_reference_servers in-process FOLDER
    python -m bench.ssh_reference_servers process FOLDER

prints its port. The first kind then answers lines of input: "longest gc" in milliseconds, "alive"
as the number of apps.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import pty
import signal
import struct
import sys
import time
import weakref
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ
from typing import Any

import asyncssh

from hako.content import THE_SHELF
from hako.multiplayer.services import Services
from hako.server.limits import Limits
from hako.server.ssh.connected_client import ConnectedClient
from hako.server.ssh.lobby_session import lobby_sessions
from hako.server.ssh.server import ServerConfig, open_server
from hako.server.ssh.session_app_base import SessionAppBase
from hako.tui.apps.command_words import SCREEN_REQUESTS

# all players come from one address here
_LIMITS = Limits(
    connections_per_address=1000,
    writes_at_once=1_000_000,
    handshakes_per_minute=100_000,
    max_pending=1000,
    new_names=100_000,
)


class Watch:
    """The longest pass of the garbage collector that somebody felt, and the apps alive."""

    def __init__(
        self, make_app: Callable[[ConnectedClient], SessionAppBase], stop: asyncio.Event
    ) -> None:
        self._make_app = make_app
        self._stop = stop
        self._apps: weakref.WeakSet[SessionAppBase] = weakref.WeakSet()
        self._start = 0.0
        self._longest = 0.0
        gc.callbacks.append(self._collected)

    def make_app(self, visit: ConnectedClient) -> SessionAppBase:
        """The app of a visit, counted."""
        app = self._make_app(visit)
        self._apps.add(app)
        return app

    def answer(self) -> None:
        """Answer a line of input."""
        question = sys.stdin.readline().strip()
        if not question:
            self._stop.set()  # whoever asked is gone
        elif question == "longest gc":
            print(f"{self._longest * 1000:.1f}", flush=True)
        elif question == "alive":
            longest = self._longest
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._longest = longest  # that pass was ours
            print(len(self._apps), flush=True)

    def _collected(self, phase: str, info: dict[str, int]) -> None:  # noqa: ARG002  gc passes it
        now = time.thread_time()
        if phase == "start":
            self._start = now
        elif self._apps:  # somebody is in
            self._longest = max(self._longest, now - self._start)


class PtySession(asyncssh.SSHServerSession[bytes]):
    """A process on a terminal of its own, and its bytes passed on."""

    def __init__(self, command: Callable[[str], list[str]]) -> None:
        self._command = command
        self._terminal = -1
        self._request = ""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, *_: Any) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._request = command
        return True

    def session_started(self) -> None:
        name = self._channel.get_extra_info("username")
        command = [*self._command(name), *self._request.split()]
        pid, self._terminal = pty.fork()
        if pid == 0:
            os.environ |= {"TERM": "xterm-256color", "LANG": "en_US.UTF-8"}
            os.execv(sys.executable, [sys.executable, *command])
        self._pid = pid
        ioctl(self._terminal, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        asyncio.get_running_loop().add_reader(self._terminal, self._pass_on)

    def _pass_on(self) -> None:
        try:
            self._channel.write(os.read(self._terminal, 65536))
        except OSError:
            self._end()

    def data_received(self, data: bytes, datatype: Any) -> None:  # noqa: ARG002  asyncssh passes it
        if self._terminal >= 0:
            os.write(self._terminal, data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncssh passes it
        self._end()

    def _end(self) -> None:
        if self._terminal >= 0:
            asyncio.get_running_loop().remove_reader(self._terminal)
            os.close(self._terminal)
            self._terminal = -1
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)


class PtyServer(asyncssh.SSHServer):
    """Lets everybody in."""

    def __init__(self, command: Callable[[str], list[str]]) -> None:
        self._command = command

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002  anybody
        return False

    def session_requested(self) -> PtySession:
        return PtySession(self._command)


async def serve_in_process(data: Path, stop: asyncio.Event) -> None:
    """All players in this process."""
    folder = Services(data)
    async with folder.opened(THE_SHELF, keeps_all=True) as lobby:
        watch = Watch(lobby_sessions(lobby, folder, THE_SHELF), stop)
        rules = ServerConfig(data=data, port=0, commands=SCREEN_REQUESTS, limits=_LIMITS)
        async with open_server(rules, watch.make_app) as bench_server:
            asyncio.get_running_loop().add_reader(sys.stdin, watch.answer)
            print(bench_server.port, flush=True)
            await stop.wait()
            asyncio.get_running_loop().remove_reader(sys.stdin)


async def serve_processes(data: Path, stop: asyncio.Event) -> None:
    """A process for each player, over one folder: what a plain sshd would start."""

    def command(name: str) -> list[str]:
        return ["-m", "hako", "lobby", "--data", str(data), "--name", name]

    host_key = asyncssh.generate_private_key("ssh-ed25519")
    acceptor = await asyncssh.create_server(
        lambda: PtyServer(command),
        "127.0.0.1",
        0,
        server_host_keys=[host_key],
        encoding=None,
        line_editor=False,
        compression_algs=["none"],
    )
    print(acceptor.get_port(), flush=True)
    await stop.wait()


async def main(kind: str, data: str) -> None:
    """Serve until SIGTERM."""
    logging.basicConfig(level=logging.ERROR)  # what holds the loop is of no interest in a crowd
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    serve = serve_in_process if kind == "in-process" else serve_processes
    await serve(Path(data), stop)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
