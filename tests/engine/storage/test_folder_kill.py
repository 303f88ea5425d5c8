"""Killed in the middle of thousands of appends, a log loses at most its unfinished line."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hako.engine.log.header import Player
from hako.engine.log.log_format import encode
from hako.engine.log.setup import new_header
from tests.engine.storage.appender import line, numbers
from tests.stores import Home
from tests.toys.tic_tac_toe import GAME

REPOSITORY = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("rounds", "size", "lines", "seconds"), [(12, 300, 300, 0.005), (8, 4_000_000, 4, 0.02)]
)
def test_a_killed_process_loses_at_most_the_line_it_was_writing(
    home: Home, rounds: int, size: int, lines: int, seconds: float
) -> None:
    """Thousands of short lines, and lines so long that some are torn; one log for all rounds."""
    header = new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)
    store = home.store()
    name = store.create(header).name
    choice = random.Random(size)
    for _ in range(rounds if home.is_folder else 2):
        safe = killed(home, name, size, choice.randrange(1, lines), choice.random() * seconds)

        save, data = store.open(name)
        whole = numbers(data[len(encode(header)) :], "a")
        assert data.startswith(encode(header))
        assert whole == list(range(len(whole)))
        assert safe < len(whole)

        save.append(line("a", len(whole), 10))
        assert store.open(name)[1] == data[: data.rfind(b"\n") + 1] + line("a", len(whole), 10)
    store.delete(name)  # it is large, and pytest keeps what tests leave


def killed(home: Home, name: str, size: int, after: int, later: float) -> int:
    """Let a process append, kill it so much later than a line; the last line that it said is safe."""
    appender = [sys.executable, "-m", "tests.engine.storage.appender", home.address, name]
    writer = subprocess.Popen(
        [*appender, "a", "100000", str(size)], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    texts = [writer.stdout.readline() for _ in range(after)]
    time.sleep(later)
    writer.send_signal(signal.SIGKILL)
    rest, _ = writer.communicate()
    return int([*texts, *rest.splitlines()][-1])
