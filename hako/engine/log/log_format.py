"""The log: a header and then one line for everything that was done, append-only.

UTF-8 JSON lines in a file that ends `.hako`. The same lines are save, replay, bug
report and test fixture; State = fold of the log.

    {"line":"game", ...}      Header    the game, seats, options, seed; see log/header.py
    {"line":"move", ...}      Record    a seat's Action and all that followed from it
    {"line": ..., ...}        one class for each other kind, such as HeadMoved; see log/line_base.py

Records are numbered from 0, in the order of the file. An undo removes none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from io import BytesIO
from itertools import takewhile
from typing import Any, Generic, Protocol, TypeVar, Union

import msgspec
from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.complete_lines import BOM, end_of
from hako.engine.log.header import Header, controls_terminal
from hako.engine.log.line_base import LogLine, LogLineBase
from hako.engine.log.nesting_limit import shallow
from hako.engine.log.redeal import Redealt
from hako.engine.log.rules_upgrade import RulesUpgraded, way_out
from hako.engine.log.undo import HeadMoved, UndoAnswered, UndoRequested
from hako.engine.rules.game import Game, kinds
from hako.engine.rules.model import Event, Seat, Step, Viewer

FORMAT = 2
"""Version of the file format; raised when lines are read differently."""

DIGEST_EVERY = 8
"""Number of records from one digest to the next."""

ActionT = TypeVar("ActionT")
ItemT = TypeVar("ItemT", bound=Event[Any] | Step[Any, Any])


class BadLog(Failure, ValueError):
    """A log that cannot be used: its file, the line, the fault."""

    def __init__(self, name: str, line: int | None, reason: Failure) -> None:
        super().__init__("in_line" if line else "in_file", file=name, line=line, reason=reason)
        self.line = line
        self.reason = reason


def damaged(name: str, line: int | None, reason: Failure) -> BadLog:
    """The error for a log that cannot be used from that line on, with a remedy."""
    if line and line > 2:
        reason = Failure("with_way_out", reason=reason, lines=line - 1)
    return BadLog(name, line, reason)


@contextmanager
def bad_log_errors(name: str, line: int | None = None) -> Iterator[None]:
    """Raise BadLog instead of any exception that comes from the content of a log or line.

    A file may come from anywhere, so the rules need not foresee everything that it can contain.
    """
    try:
        yield
    except Failure as error:
        if isinstance(error, BadLog | OSError):  # an error of the disk is not a fault of the log
            raise
        raise BadLog(name, line or 1, error) from None  # such as a game that is not installed
    except Exception as error:
        raise damaged(name, line, impossibility(error)) from error


def impossibility(error: Exception) -> Failure:
    """The reason why a line of a log is impossible, derived from the exception that it caused."""
    if isinstance(error, RecursionError):
        return Failure("nested_too_deeply")
    if isinstance(error, OverflowError | MemoryError):
        return Failure("number_too_large")
    return Failure("cannot_have_happened", what=repr(error))


class RecordTarget(Protocol):
    """Members that a record needs of a history."""

    def check_record(self, record: Record[Any, Any], /) -> Failure | None: ...
    def add(self, record: Record[Any, Any], /) -> object: ...


class Record(
    LogLineBase[RecordTarget],
    Generic[ActionT, ItemT],
    frozen=True,
    gc=False,
    tag="move",
    omit_defaults=True,
):
    """A ply: the seat, its Action, and everything that followed from it."""

    seat: Seat | None
    """None for the setup before the first choice."""
    action: ActionT | None
    then: tuple[tuple[ItemT, ...], ...]
    """A group of Events and Steps for each Step resolved; see play.Consequences."""
    drew: bool = False
    """True if random numbers were drawn."""
    digest: str | None = None

    effect = "position"

    @property
    def is_sealed(self) -> bool:
        """True if this is a secret answer that waits for the answers of other seats."""
        return self.seat is not None and not self.then

    def masked(self, viewer: Viewer, /) -> Record[ActionT, ItemT]:
        """The record as the viewer may see it. Its text and its export are made from this alone."""
        action: Any = self.action
        if self.seat != viewer and action is not None:
            action = None if self.is_sealed else action.masked(viewer)
        then: Any = tuple(tuple(item.masked(viewer) for item in group) for group in self.then)
        return Record(self.seat, action, then, self.drew)

    def misplacement(self, records: int, seats: int) -> Failure | None:
        if (self.seat is None) != (records == 0):
            return Failure("first_record")
        return super().misplacement(records, seats)

    def check(self, history: RecordTarget, /) -> Failure | None:
        return history.check_record(self)

    def apply(self, history: RecordTarget, /) -> None:
        history.add(self)


HISTORY_LINES = (HeadMoved, UndoRequested, UndoAnswered, RulesUpgraded, Redealt)
"""The kinds of lines that the log of any game may have beside records."""

_ENCODER = msgspec.json.Encoder()
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions of the decoder; the last one is raised for brackets nested too deeply (nesting_limit.py)."""
_HEADER_DECODER = msgspec.json.Decoder(Header)


class Log(Struct, frozen=True):
    """The header and the lines of a log that was read."""

    header: Header
    lines: tuple[LogLine, ...]
    size: int
    """Length of the lines that were read, in bytes; see log/complete_lines.py."""
    torn: bool
    """True if the file ended with an incomplete line, which was dropped."""


def encode(line: Struct) -> bytes:
    """Encode a header or a line as JSON with its newline, as it is stored."""
    return _ENCODER.encode(line) + b"\n"


def read_header(data: bytes, name: str) -> Header:
    """Read the header of a log. Raises BadLog if this is not a log that this version can read."""
    data = data.removeprefix(BOM)
    first, _, _ = data.partition(b"\n")
    try:
        header = _HEADER_DECODER.decode(shallow(first))
    except UNREADABLE as error:
        raise _no_header(data, name, error) from None
    if header.format > FORMAT:
        raise _too_new(name, header.hako, header.format)
    if header.format < FORMAT:
        reason = Failure("older_format", hako=header.hako, format=header.format, known=FORMAT)
        raise BadLog(name, 1, reason)
    if controls_terminal(first, header):
        raise BadLog(name, 1, Failure("header_with_controls"))
    return header


def _no_header(data: bytes, name: str, error: Exception) -> BadLog:
    """The error for a log without a readable header."""
    if not data.strip():
        return BadLog(name, None, Failure("empty_log"))
    first: Any = None
    try:
        first = msgspec.json.decode(shallow(data.partition(b"\n")[0]))
    except RecursionError as deep:
        error, first = deep, {"line": "game"}
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass
    if not isinstance(first, dict) or first.get("line") != "game":
        return BadLog(name, 1, Failure("no_log"))
    if isinstance(first.get("format"), int) and first["format"] > FORMAT:
        return _too_new(name, first.get("hako"), first["format"])
    from hako.engine.i18n import decode_errors

    return BadLog(name, 1, Failure("damaged_header", reason=decode_errors.reason(error)))


def _too_new(name: str, hako: object, number: int) -> BadLog:
    return BadLog(name, 1, Failure("newer_format", hako=hako, format=number, known=FORMAT))


def read_log(game: Game[Any], data: bytes, name: str, line_types: tuple[type[LogLine], ...]) -> Log:
    """Read a whole log of that game. Raises BadLog with the number of the line.

    `line_types` are the kinds of lines that it may have. An incomplete last line is dropped; one
    that lacks only its newline counts.
    """
    header = read_header(data, name)
    if header.rules > game.rules:
        raise _newer_rules(game, header.rules, name, 1)
    oldest = oldest_rules(game)
    if header.rules < oldest:
        reason = Failure(
            "older_rules",
            version=header.rules,
            game=game.id,
            oldest=oldest,
            latest=game.rules,
            way_out=way_out(header.hako),
        )
        raise BadLog(name, 1, reason)
    end = end_of(data)
    whole = data[: end.size] + b"\n" * end.lacks_newline
    lines = _decode_lines(game, header.rules, whole, name, line_types)
    return Log(header, lines, end.size, end.is_torn)


def _decode_lines(
    game: Game[Any], rules: int, data: bytes, name: str, line_types: tuple[type[LogLine], ...]
) -> tuple[LogLine, ...]:
    """Decode all lines after the header. Raises BadLog for the first one that cannot be read."""
    if rules == game.rules:
        raws = BytesIO(data)
        raws.readline()
        with suppress(*UNREADABLE):
            lines = tuple(map(decoder(game, line_types).decode, map(shallow, raws)))
            if RulesUpgraded not in map(type, lines):
                return lines
    decoded: list[LogLine] = []
    for number, raw in enumerate(data.split(b"\n")[1:-1], start=2):
        line = decode_line(game, rules, raw, name, number, line_types)
        rules = line.rules if isinstance(line, RulesUpgraded) else rules
        decoded.append(line)
    return tuple(decoded)


def decode_line(
    game: Game[Any],
    rules: int,
    raw: bytes,
    name: str,
    number: int,
    line_types: tuple[type[LogLine], ...],
) -> LogLine:
    """Decode one line after the header and upcast it from version `rules` to the current rules.

    `name` and `number` are used in errors. Raises BadLog.
    """
    try:
        shallow(raw)
        line = (
            _upcast(game, rules, raw, line_types)
            if rules < game.rules
            else decoder(game, line_types).decode(raw)
        )
    except Exception as error:  # upcasters do not check their input
        from hako.engine.i18n import decode_errors

        reason = Failure("unreadable_line", reason=decode_errors.reason(error))
        raise damaged(name, number, reason) from error
    if isinstance(line, RulesUpgraded) and line.rules > game.rules:
        raise _newer_rules(game, line.rules, name, number)
    return line


def _newer_rules(game: Game[Any], rules: int, name: str, number: int) -> BadLog:
    reason = Failure("newer_rules", version=rules, game=game.id, known=game.rules)
    return BadLog(name, number, reason)


@cache
def line_type(game: Game[Any], line_types: tuple[type[LogLine], ...]) -> Any:
    """The union of these types and of the records of that game, for decoding."""
    record: Any = Record
    union: Any = Union
    followed = union[*kinds(game, Event), *kinds(game, Step)]
    return union[record[game.actions, followed], *line_types]


@cache
def decoder(
    game: Game[Any], line_types: tuple[type[LogLine], ...]
) -> msgspec.json.Decoder[LogLine]:
    """The JSON decoder for lines in logs of that game."""
    return msgspec.json.Decoder(line_type(game, line_types))


def oldest_rules(game: Game[Any]) -> int:
    """The oldest version of the rules from which upcasters lead to the current one."""
    oldest = game.rules
    while oldest - 1 in game.upcasters:
        oldest -= 1
    return oldest


def _upcast(
    game: Game[Any], rules: int, raw: bytes, line_types: tuple[type[LogLine], ...]
) -> LogLine:
    line = msgspec.json.decode(raw)
    for version in range(rules, game.rules):
        line = game.upcasters[version](line)
    converted: LogLine = msgspec.convert(line, line_type(game, line_types))
    return converted


def lines_up_to(log: Log, data: bytes, moment: int) -> bytes:
    """The lines of a log after its header, up to a record and the redeals that follow it."""
    numbered = [*enumerate(log.lines, start=1)]
    upto = at = [at for at, line in numbered if isinstance(line, Record)][moment]
    for line in takewhile(lambda line: not isinstance(line, Record), log.lines[at:]):
        at += 1
        upto = at if isinstance(line, Redealt) else upto
    return b"".join(line + b"\n" for line in data.split(b"\n")[1 : upto + 1])
