"""Cases of the conformance tests: every game, every number of seats, options, some seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, wraps
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from hako.engine.blake2b_import import blake2b
from hako.engine.content.cache_decorators import remembered
from hako.engine.content.files import ContentEntry
from hako.engine.log.header import Header, Origin, Player
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import encode
from hako.engine.log.position import Position
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, world
from hako.engine.rules.model import Seat, State, Viewer
from hako.engine.rules.play import waiting

DECISIONS = 120
"""Length of a game of random choices: past every phase, not always to the end."""

NAMES = ("Ann", "Ben", "Cho", "Dan", "Eve", "Fay")
HAKO, CREATED = "0.1.0", "2026-01-01T00:00:00+00:00"
"""Fixed values for fields of the header that would depend on the computer."""

STREAM = "exam"
"""Stream of random choices. Another name would choose other games."""

LONGEST_NAME = 150
"""Longest list of options in the name of a case, which is also a file name; else their number."""

CASES_OF_VALUES = 6
"""Largest number of cases with single values for one number of seats. If a game has more values,
values of different options are combined."""


class Case(NamedTuple):
    """A game with a number of seats and options."""

    game: Game[Any]
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    """Options that differ from the default."""

    def __str__(self) -> str:
        spelled = [f"{key}={value}" for key, value in self.options]
        if len("-".join(spelled)) > LONGEST_NAME:
            spelled = [f"{len(spelled)}-options"]
        return "-".join((self.game.id, str(self.seats), *spelled))

    def table(self, seed: int) -> History[Any]:
        """A new table of people; the same for the same seed."""
        players = tuple(map(Player, NAMES[: self.seats]))
        header = new_header(self.game, players, dict(self.options), seed=seed)
        return History.new(self.game, replace(header, hako=HAKO, created=CREATED))

    def viewers(self) -> tuple[Viewer, ...]:
        """Every seat, and a spectator."""
        return (*range(self.seats), None)


Item = TypeVar("Item")

Options: TypeAlias = tuple[tuple[str, str], ...]


def _options(game: Game[Any], seats: int) -> Iterator[Options]:
    """The defaults, all options changed together, and each value once, at its smallest table."""
    others = {option.key: option.allowed(seats)[1:] for option in game.options}
    smaller = range(game.seats[0], seats)
    yield ()
    new: list[tuple[str, str]] = []
    for option in game.options:
        seen = {value for fewer in smaller for value in option.allowed(fewer)}
        new += ((option.key, value) for value in others[option.key] if value not in seen)
    for nth in range(min(len(new), CASES_OF_VALUES)):
        yield tuple(new[nth::CASES_OF_VALUES])
    if sum(map(bool, others.values())) > 1:
        yield tuple((key, values[-1]) for key, values in others.items() if values)


def games_of(packages: Iterable[str]) -> tuple[Game[Any], ...]:
    """The games of the packages; `shelf.*` means those of every package in it."""
    return tuple(
        import_module(name).GAME
        for package in packages
        for name in (_inside(package[:-2]) if package.endswith(".*") else (package,))
    )


def _inside(package: str) -> Iterator[str]:
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        if module.ispkg:
            yield module.name


def cases_of(games: Iterable[Game[Any]]) -> tuple[Case, ...]:
    """The cases of these games: every number of seats, with selected options."""
    return tuple(
        Case(game, seats, options)
        for game in games
        for seats in game.seats
        for options in _options(game, seats)
    )


every_game = pytest.mark.conformance("game")
once_per_case = pytest.mark.conformance("case")


def every_case(test: Callable[[Case, int, int], None]) -> Callable[[Case], None]:
    """Run a test on two tables of every case: a long game, and one of a random length.

    All tests of a case use the same two tables, so each is played once.
    """

    @wraps(test)
    def on_both(case: Case) -> None:
        for seed, length in positions_of(case):
            try:
                test(case, seed, length)
            except BaseException as error:
                error.add_note(f"{case}, seed {seed}, {length} decisions")
                raise

    own = signature(on_both, follow_wrapped=False)  # the wrapped function has more parameters
    on_both.__signature__ = own  # type: ignore[attr-defined]  # a function may, pytest asks
    on_every_case: Callable[[Case], None] = once_per_case(on_both)
    return on_every_case


def positions_of(case: Case) -> tuple[tuple[int, int], ...]:
    """Seeds and lengths of the two games of a case."""
    dice = Random(str(case))
    return (1, DECISIONS), (dice.randrange(2**32), dice.randint(1, DECISIONS))


def replayed(case: Case, seed: int, decisions: int) -> History[Any]:
    """A table after so many random choices, or at the end of the game. Cached; do not change it."""
    return _replayed(case, seed, decisions)


@lru_cache(maxsize=64)
def _replayed(case: Case, seed: int, decisions: int) -> History[Any]:
    table = case.table(seed)
    for ply in range(decisions):
        seats = table.waiting()
        if not seats:
            break
        dice = Chance(seed, ply).stream(STREAM)
        seat = dice.choice(seats)
        table.play(seat, dice.choice(table.legal_actions(seat)))
    return table


def history(table: History[Any], at_most: int) -> Iterator[tuple[Any, Position[Any]]]:
    """Evenly spread positions of the table, each with the state before its record."""
    for moment in spread(table.positions, at_most):
        if moment.parent is None:
            yield table.blank(), moment
        else:
            yield table.positions[moment.parent].state, moment


def choices(table: History[Any], at_most: int = DECISIONS) -> Iterator[tuple[Position[Any], Seat]]:
    """Evenly spread positions at which a seat has to choose, each with that seat."""
    asked = [(moment, seat) for moment in table.positions for seat in waiting(moment.state)]
    yield from spread(asked, at_most)


def spread(items: Sequence[Item], at_most: int) -> Sequence[Item]:
    """At most `at_most` of the items, evenly spread from the first one."""
    return items[:: -(-len(items) // at_most) or 1]


def retried(
    table: History[Any], moment: Position[Any], seat: Seat
) -> tuple[History[Any], list[Header | LogLine]]:
    """A retry of a table by the seat from a position, and the list of its lines, which grows."""
    again = History(table.game, replace(table.header, origin=Origin("first", moment.number, seat)))
    lines: list[Header | LogLine] = [again.header]
    for position in table.path(moment.number):
        again.do(position.record, position.state)
        lines.append(position.record)
    again.subscribe(lambda _, line: lines.append(line))
    return again, lines


def bytes_of(value: Any) -> bytes:
    """The value encoded as bytes for comparison; a state's content is replaced by its digest."""
    if isinstance(value, State):
        parts = [getattr(value, name) for name in value.__struct_fields__]
        value = [_digest(part) if _is_content(part) else part for part in parts]
    return msgspec.msgpack.encode(value, order="deterministic")


def _is_content(part: Any) -> bool:
    return isinstance(part, ContentEntry) and hasattr(part, "__dict__")


@remembered  # a content is far larger than the rest of a state
def _digest(content: ContentEntry) -> bytes:
    return blake2b(msgspec.msgpack.encode(content, order="deterministic")).digest()


def file_of(table: History[Any]) -> bytes:
    """The log as a file, without abandoned branches."""
    records = (encode(moment.record) for moment in table.path())
    return b"".join((encode(table.header), *records))


def worlds(case: Case, seen: Any, seat: Seat, count: int) -> Iterator[Any]:
    """Random states that are consistent with the seat's view."""
    for number in range(count):
        yield world(case.game, seen, seat, Chance(number, 0).fork(STREAM))
