"""Forged logs: of golden logs in which one thing was changed only those verify that play the same.

A line is taken away, two lines are swapped, a value is changed, a version is set back; each of
these alone, and a value changed after rules were raised. Some of each are tried, always the same
ones; with HAKO_FORGERIES=all, as `make forgeries` has it, all of them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hako.engine.log.log_content import content_of
from hako.engine.log.log_format import BadLog, Record, read_header
from hako.engine.log.verify import NotDecided
from hako.engine.rules.game import Game
from hako.engine.rules.play import begin, check, play
from hako.multiplayer.tables.open_log import history_type, open_log, read_log, verified
from tests.testing.games import GAMES
from tests.testing.golden import FOLDER

BY_NAME = {game.id: game for game in GAMES}
LOGS = sorted(FOLDER.glob("*/*.hako"))
ALL = os.environ.get("HAKO_FORGERIES") == "all"
SOME = 6
"""Number of trials of each kind for a log; of changed values four times as many."""

Lines = list[Any]
"""A log as decoded JSON."""

every_log = pytest.mark.parametrize(
    "path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


def deleted(log: Lines) -> Iterator[Lines]:
    for at in range(1, len(log)):
        yield log[:at] + log[at + 1 :]


def swapped(log: Lines) -> Iterator[Lines]:
    for at in range(1, len(log) - 1):
        yield [*log[:at], log[at + 1], log[at], *log[at + 2 :]]


def set_back(log: Lines) -> Iterator[Lines]:
    """A version in the header set back, and lines that set the rules back."""
    header = log[0]
    for key in ("rules", "format"):
        for version in range(-1, header[key]):
            yield [header | {key: version}, *log[1:]]
    for rules in (header["rules"] - 1, header["rules"]):
        line = {"line": "rules", "rules": rules, "hako": "0.1.0"}
        yield from ([*log[:at], line, *log[at:]] for at in range(1, len(log) + 1))


def changed(log: Lines) -> Iterator[Lines]:
    for place in places(log):
        yield from with_others(log, *place)


def with_others(log: Lines, at: int, path: tuple[Any, ...]) -> Iterator[Lines]:
    """The log with something else at a place."""
    for value in others(value_at(log[at], path)):
        yield [*log[:at], with_value(log[at], path, value), *log[at + 1 :]]


def places(log: Lines) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """All values of a log: the number of the line, and the path within it."""
    for at, line in enumerate(log):
        yield from ((at, path) for path in paths(line))


def paths(value: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ((key, *path) for path in paths(part))
    else:
        yield ()


def value_at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def with_value(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    if not path:
        return other
    copy = value.copy()
    copy[path[0]] = with_value(value[path[0]], path[1:], other)
    return copy


def others(value: Any) -> Iterator[Any]:
    """Values that may replace a value."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, 500)
        case str():
            yield from (value[:-1], value + "0", value.replace("1", "2"))
        case _:
            yield 0


KINDS: Mapping[str, Callable[[Lines], Iterator[Lines]]] = {
    "a line away": deleted,
    "two lines swapped": swapped,
    "a version set back": set_back,
    "a value changed": changed,
}


def forgeries(log: Lines, kind: str, seed: str) -> Iterator[bytes]:
    """Logs that differ from this one: all of a kind, or some, always the same ones."""
    made = KINDS[kind](log)
    if not ALL:
        made = sampled(log, kind, Random(seed))
    for forged in made:
        if forged != log:
            yield b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in forged)


def sampled(log: Lines, kind: str, dice: Random) -> Iterator[Lines]:
    if kind != "a value changed":
        every = [*KINDS[kind](log)]
        return iter(dice.sample(every, min(SOME, len(every))))
    sample = dice.sample([*places(log)], 4 * SOME)
    return (dice.choice([*with_others(log, *place)]) for place in sample)


def plays_the_same(game: Game[Any], data: bytes) -> bool:
    """True if everything in a log follows from its choices by the current rules."""
    log = read_log(game, data, "forged")
    shown = open_log(game, data, "forged").positions
    kind = history_type(log.header, log.lines)
    table = kind(game, log.header, content=content_of(game, log.header, "forged"))
    for line in log.lines:
        if not isinstance(line, Record):
            table.do(line)
            continue
        if line.seat is None:
            chance = table.chance_at(0)
            state, then = begin(table.blank(), chance)
        else:
            chance = table.draws(line.seat)
            check(table.state, line.seat, line.action)
            state, then = play(table.state, line.seat, line.action, chance)
        table.do(Record(line.seat, line.action, then, drew=chance.drew), state)
    return [position.state for position in shown] == [
        position.state for position in table.positions
    ]


def decoded(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@every_log
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_verifies_but_what_plays_the_same(path: Path, kind: str) -> None:
    game = BY_NAME[path.parent.name]

    for data in forgeries(decoded(path), kind, f"{path.stem} {kind}"):
        try:
            verified(game, read_log(game, data, "forged"), "forged")
        except BadLog:
            continue
        assert read_rules(data) == game.rules
        assert plays_the_same(game, data), data.decode()


@cache
def raised(game: Game[Any]) -> Game[Any]:
    """The game after another change of its rules, which changed no line of a log."""
    members = {
        "__module__": type(game).__module__,
        "rules": game.rules + 1,
        "upcasters": {**game.upcasters, game.rules: lambda line: line},
    }
    another: Game[Any] = type("Raised", (type(game),), members)()
    return another


@every_log
def test_nothing_of_older_rules_verifies_whatever_was_changed_in_it(path: Path) -> None:
    """It is not decided again: a last score of 8 could become 500."""
    game = raised(BY_NAME[path.parent.name])
    log = decoded(path)

    with pytest.raises(NotDecided):
        verified(game, read_log(game, path.read_bytes(), "older"), "older")
    for data in forgeries(log, "a value changed", f"{path.stem} older"):
        if read_rules(data) != game.rules:
            with pytest.raises(BadLog):
                verified(game, read_log(game, data, "older"), "older")


def read_rules(data: bytes) -> int | None:
    """The version of the rules in a header; None where it cannot be read."""
    try:
        return read_header(data, "forged").rules
    except BadLog:
        return None
