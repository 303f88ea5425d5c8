"""Old games open: logs that releases wrote are read, decided again and kept as they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, Struct

from hako.engine.log.digests import matches
from hako.engine.log.log_format import FORMAT, BadLog, Log, Record, encode, oldest_rules
from hako.engine.log.redeal import Redealt
from hako.engine.rules.game import Game
from hako.multiplayer.tables.open_log import compared, open_log, read_log
from hako.testing.cases import every_game
from tests.testing.games import GAMES
from tests.testing.golden import FOLDER

BY_NAME = {game.id: game for game in GAMES}
LOGS = sorted(FOLDER.glob("*/*.hako"))

WAY_OUT = """
Old games do not open any more. A field with a default closes none; where rules or states
changed otherwise, raise `rules` of {game} and bring an upcaster; where the cards did, keep
in contents/ of {game} what was otherwise in them before. CONTRIBUTING.md, "Old logs open"."""

every_log = pytest.mark.parametrize(
    "path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


def log_of(path: Path) -> tuple[Game[Any], Log]:
    """A golden log, and its game."""
    game = BY_NAME[path.parent.name]
    return game, read_log(game, path.read_bytes(), path.name)


@every_log
def test_a_log_of_a_release_opens_and_is_what_the_rules_decide(path: Path) -> None:
    try:
        game, log = log_of(path)
        records = [line for line in log.lines if isinstance(line, Record)]
        table = compared(game, log, path.name)
        opened = len(open_log(game, path.read_bytes(), path.name).positions)
    except BadLog as error:
        pytest.fail(f"{error}{WAY_OUT.format(game=path.parent.name)}")

    assert not log.torn
    assert len(table.positions) == opened == len(records)
    assert table.undecided.records == (opened if log.header.rules < game.rules else 0)
    assert not table.doubts


@every_log
def test_a_log_of_a_release_is_the_same_when_it_is_written_again(path: Path) -> None:
    game, log = log_of(path)

    again = read_log(game, b"".join(map(encode, (log.header, *log.lines))), path.name)

    assert (again.header, again.lines) == (log.header, log.lines)


@every_log
def test_a_log_of_a_release_opens_when_every_part_of_a_state_has_grown_a_field(path: Path) -> None:
    """At its default it does not count, otherwise it does."""
    game = BY_NAME[path.parent.name]

    for moment in open_log(game, path.read_bytes(), path.name).positions:
        if digest := moment.record.digest:
            assert matches(grown(moment.state), digest)
            assert not matches(grown(moment.state, later=1), digest)


def grown(value: Any, later: int = 0) -> Any:
    """The same of classes that have one field more."""
    if isinstance(value, Struct):
        parts = {
            name: part if name == "content" else grown(part, later)
            for name, part in msgspec.structs.asdict(value).items()
        }
        return noted(type(value))(**parts, later=later)
    if isinstance(value, tuple):
        return tuple(grown(part, later) for part in value)
    if isinstance(value, Mapping):
        return {key: grown(part, later) for key, part in value.items()}
    return value


@cache
def noted(kind: type[Struct]) -> type[Struct]:
    """The class as a later hako may have it."""
    config = kind.__struct_config__
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        if field.default_factory is not NODEFAULT:
            made = msgspec.field(default_factory=field.default_factory)
            fields.append((field.name, Any, made))
        elif field.default is not NODEFAULT:
            fields.append((field.name, Any, grown(field.default)))
        else:
            fields.append((field.name, Any))
    return msgspec.defstruct(
        kind.__name__,
        [*fields, ("later", int, 0)],
        tag=config.tag,
        tag_field=config.tag_field,
        frozen=True,
        kw_only=True,
    )


@every_game
def test_every_version_of_the_rules_and_this_format_has_a_golden_log(game: Game[Any]) -> None:
    """A game's next release: `make golden` writes them."""
    if not (FOLDER / game.id).exists():
        pytest.skip(f"{game.id} was not released yet: `make golden` writes its first log")
    logs = [read_log(game, path.read_bytes(), path.name) for path in FOLDER.glob(f"{game.id}/*")]

    versions = range(oldest_rules(game), game.rules + 1)
    assert {log.header.rules for log in logs} == {*versions}
    assert FORMAT in {log.header.format for log in logs}
    assert any(isinstance(line, Redealt) for log in logs for line in log.lines)
