from __future__ import annotations

import asyncio
import gc
import logging
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import asyncssh
import pytest

from hako.server.limits import Limits
from hako.server.slow_callbacks import watch_event_loop
from hako.server.ssh.server import ServerConfig, serve
from tests.server.ssh.demo import Board
from tests.server.ssh.person import Person, answers, demo_server, key_of

SERVER = """
import logging, sys
from contextlib import nullcontext
from pathlib import Path
from hako.server.ssh.server import ServerConfig, serve
from tests.server.ssh.demo import Demo, Table

table = Table()
rules = ServerConfig(data=Path(sys.argv[1]), port=0)
listeners = serve(
    rules,
    lambda: nullcontext((lambda visit: Demo(visit, table),)),
    lambda house: print(house.port, flush=True),
)
print("to be opened anew" if listeners else "closed")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_that_is_told_to_stop_says_goodbye(tmp_path: Path, number: int) -> None:
    """Everybody's terminal is restored, and the server ends as it should."""
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SERVER,
        str(tmp_path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert server.stdout is not None
    port = int(await server.stdout.readline())
    async with asyncssh.connect(
        "127.0.0.1",
        port,
        known_hosts=None,
        config=None,
        username="ada",
        client_keys=[key_of("ada")],
    ) as connection:
        ada = Person((80, 24), answers())
        await connection.create_session(lambda: ada, term_type="xterm", encoding=None)
        await ada.sees("ready")
        server.send_signal(number)
        farewell = await ada.is_sent_home()
    output, errors = await server.communicate()

    assert farewell == "The server is closing. Your table is kept; come back later."
    assert b"\x1b[?1049l" in ada.sent
    assert (output, server.returncode) == (b"closed\n", 0)
    assert b"Traceback" not in errors


async def wait_for_ever() -> None:
    await asyncio.sleep(3600)


async def test_a_server_that_closes_waits_for_nobody_for_ever(tmp_path: Path) -> None:
    """Not for one who never logs in, for an app that hangs, or for a widget that does."""
    async with demo_server(tmp_path, limits=Limits(shutdown_grace=0.1)) as demo:
        _, writer = await asyncio.open_connection("127.0.0.1", demo.context.port)
        eve, mal = await demo.sit_down("eve"), await demo.sit_down("mal")
        demo.app_of("eve").call_later(wait_for_ever)
        demo.app_of("mal").query_one(Board).call_later(wait_for_ever)
        await asyncio.sleep(0.05)
    for visitor in (eve, mal):
        assert "The server is closing" in await visitor.is_sent_home()
    writer.close()


async def test_what_holds_the_event_loop_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def think_on_the_loop() -> None:
        time.sleep(0.06)  # noqa: ASYNC251  that is the fault

    with watch_event_loop():
        await asyncio.create_task(think_on_the_loop(), name="a bot")
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "name='a bot'" in record.getMessage()
    assert "the event loop was held for" in record.getMessage()


async def test_what_is_quick_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with watch_event_loop(longest=10.0):
        await asyncio.sleep(0)
    assert not caplog.records


def test_without_asyncssh_one_is_told_what_to_install() -> None:
    script = "import sys; sys.modules['asyncssh'] = None\nimport hako.server.ssh.server"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1] == (
        "hako.engine.missing_package.MissingPackage: Playing over SSH needs asyncssh: pip install 'hako-tabletop[ssh]'"
    )


def test_a_first_lesson_of_any_game_loads_nothing_while_others_play(tmp_path: Path) -> None:
    """All of it took up to a second, in which nobody's table would have moved."""
    script = """
import asyncio, sys
from pathlib import Path
from hako.content import THE_SHELF
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.lessons.lesson import _lessons_of, begin, lessons_of
from hako.tui.boards import board_of
from hako.multiplayer.services import Services
from hako.server.ssh.lobby_session import lobby_sessions

async def main():
    folder = Services(Path(sys.argv[1]))
    lobby_sessions(folder.lobby(THE_SHELF, WorkerPool(1), keeps_all=True), folder, THE_SHELF)
    modules, read = {*sys.modules}, _lessons_of.cache_info().misses
    for box in THE_SHELF.boxes:
        game = THE_SHELF.load(box.id)
        board_of(game)
        for lesson in lessons_of(game).values():
            begin(game, lesson)
    print({*sys.modules} - modules, _lessons_of.cache_info().misses - read)

asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set() 0\n"


def test_while_tables_are_opened_nothing_looks_for_garbage(tmp_path: Path) -> None:
    """Their objects are no garbage: for 3,000 tables the search took a quarter of the time."""
    was_enabled: list[bool] = []

    def prepare() -> NoReturn:
        was_enabled.append(gc.isenabled())
        raise InterruptedError

    try:
        with pytest.raises(InterruptedError):
            serve(ServerConfig(tmp_path), prepare, lambda context: None)
    finally:
        gc.enable()
    assert was_enabled == [False]


def test_only_the_server_loads_asyncssh() -> None:
    modules = "capabilities, cell_diff, colours, queries, textual_patches"
    script = (
        f"import sys\nfrom hako.tui.terminal import {modules}\nprint('asyncssh' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


async def test_who_held_the_loop_and_cannot_be_named_harms_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Such as an app that has just been taken apart: an error there would end the server."""

    class Nameless:
        def __repr__(self) -> str:
            raise AttributeError("_classes")

        def hold(self) -> None:
            done.set()

    done = asyncio.Event()
    with watch_event_loop(longest=0.0):
        asyncio.get_running_loop().call_soon(Nameless().hold)
        await done.wait()
    assert "Nameless object at" in caplog.text
