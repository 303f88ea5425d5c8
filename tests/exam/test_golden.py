"""Old games open: logs that releases wrote are read, decided again and kept byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hako.engine.log.records import Record, encode, read_log
from hako.engine.log.table import Table
from hako.engine.log.verify import verify
from hako.engine.rules.game import Game
from tests.exam.golden import FOLDER
from tests.exam.sitting import GAMES, every_game

BY_NAME = {game.id: game for game in GAMES}
LOGS = sorted(FOLDER.glob("*/*.hako"))

every_log = pytest.mark.parametrize(
    "path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


@every_log
def test_a_log_of_a_release_opens_and_is_what_the_rules_decide(path: Path) -> None:
    game, data = BY_NAME[path.parent.name], path.read_bytes()
    log = read_log(game, data, path.name)
    records = [line for line in log.lines if isinstance(line, Record)]

    assert not log.torn
    assert verify(game, log, path.name) == len(records)
    assert len(Table.of(game, log, path.name).moments) == len(records)


@every_log
def test_a_log_of_the_present_rules_is_written_as_it_was(path: Path) -> None:
    game, data = BY_NAME[path.parent.name], path.read_bytes()
    log = read_log(game, data, path.name)

    if log.header.rules == game.rules:
        assert b"".join(map(encode, (log.header, *log.lines))) == data


@every_game
def test_every_version_of_the_rules_has_a_golden_log(game: Game[Any]) -> None:
    """A game's first release, or its next: `make golden` writes them."""
    logs = [read_log(game, path.read_bytes(), path.name) for path in FOLDER.glob(f"{game.id}/*")]

    assert {log.header.rules for log in logs} == set(range(1, game.rules + 1))
