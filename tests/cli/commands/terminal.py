"""The command line as a person uses it, over the toys: what is typed, what comes back."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from subprocess import PIPE, Popen

from click.testing import CliRunner, Result

from hako.cli.main import main
from hako.content import Shelf
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.tui.saved_games import SavedGames
from tests.toys import TOYS
from tests.toys.tic_tac_toe import GAME, Grid, Place

REPOSITORY = Path(__file__).parents[3]
TWO = (Player("Ann"), Player("Ben"))


class Person:
    """Somebody at a terminal, with a data folder of their own."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.library = SavedGames(data / "games", TOYS.load)

    @property
    def environment(self) -> dict[str, str]:
        """Environment of the user's shell."""
        return {"HAKO_DATA": str(self.data), "HAKO_LANG": "en"}

    def hako(self, *words: str | Path, typed: str = "", shelf: Shelf = TOYS) -> Result:
        """Run hako with these words, and type that."""
        runner = CliRunner(env=self.environment)
        return runner.invoke(main, [str(word) for word in words], input=typed, obj=shelf)

    def start(self, *words: str | Path) -> Popen[str]:
        """Run hako in a process of its own, to be talked to through pipes."""
        return Popen(
            [sys.executable, "-m", "tests.toys", *map(str, words)],
            cwd=REPOSITORY,
            env={**os.environ, **self.environment},
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            text=True,
        )

    def played(self, *cells: int) -> tuple[Path, History[Grid]]:
        """A saved game of tic-tac-toe with these cells marked, and its file."""
        table = self.library.new(new_header(GAME, TWO, seed=1))
        for cell in cells:
            table.play(table.waiting()[0], Place(cell))
        assert table.save is not None
        return self.library.store.path(table.save.name), table


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """Within, this account has no right to a folder; an administrator is nobody meanwhile."""
    folder.chmod(0)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)


def one_line(result: Result) -> str:
    """The line on stderr that a command failed with."""
    [line] = result.stderr.splitlines()
    assert "Traceback" not in line
    return line


def typed_examples(file: str) -> list[tuple[str, str]]:
    """The words typed after `$ hako` in each block of a file, with the answer in the next line."""
    lines = (Path(__file__).parent / file).read_text("utf-8").splitlines()
    return [
        (line.removeprefix("$ hako").strip(), answer)
        for line, answer in pairwise(lines)
        if line.startswith("$ hako")
    ]
