"""The log: a header and then one line for everything that was done, append-only.

UTF-8 JSON lines in a file that ends `.hako`. The same lines are save, replay, bug
report and test fixture; State = fold of the log.

    {"line":"game", ...}      Header    game, seats, options, seed
    {"line":"move", ...}      Record    a seat's Action and all that followed from it
    {"line":"back", ...}      HeadMoved        the table went to another position: undo, redo
    {"line":"ask", ...}       UndoRequested    a seat asks the others for an undo
    {"line":"answer", ...}    UndoAnswered     one of them agrees or refuses
    {"line":"seat", ...}      SeatChanged      another player takes a seat
    {"line":"ready", ...}     ReadyChanged     a seat is ready for the deal, or no longer
    {"line":"commit", ...}    SecretCommitted  the secret that the deal depends on; see log/commitment.py
    {"line":"mix", ...}       SeedMixed        the seed computed from it and from the players' contributions
    {"line":"open", ...}      SeedDisclosed    secret and seed are public from here on
    {"line":"options", ...}   OptionsChanged   other options were chosen before the deal
    {"line":"host", ...}      OwnerChanged     the table belongs to another seat
    {"line":"rules", ...}     RulesUpgraded    a later version of the rules applies from here on
    {"line":"anew", ...}      Redealt          hidden information was dealt again; see log/redeal.py
    {"line":"clock", ...}     TimeNoted        the server's time, at a table with a clock; see log/clock.py
    {"line":"claim", ...}     TimeClaimed      a seat has no time left: the others may choose
    {"line":"settle", ...}    TimeoutResolved  the choice that one of them made

Records are numbered from 0, in the order of the file. An undo removes none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, Union

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from hako.engine.i18n.failure import Failure
from hako.engine.log.ends import BOM, end_of
from hako.engine.log.nesting import shallow
from hako.engine.log.versions import way_out
from hako.engine.rules.game import Game, kinds
from hako.engine.rules.model import Event, Seat, Step, Viewer

FORMAT = 2
"""Version of the file format; raised when lines are read differently."""

DIGEST_EVERY = 8
"""Number of records from one digest to the next."""

UndoPolicy: TypeAlias = Literal["free", "horizon", "ask"]
"""The limit of undo: none; the last thing revealed; beyond that with the consent of all."""

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


class Player(Struct, frozen=True, omit_defaults=True):
    """The player on a seat: a person, a bot, or nobody."""

    name: str
    bot: str | None = None
    """Level of the bot; None for a person."""
    key: str | None = None
    """Fingerprint of the key that owns the seat, at a shared table."""
    unasked: bool = False
    """True if the player refuses all requests for an undo in advance."""

    @property
    def is_open(self) -> bool:
        """True if nobody has taken the seat yet."""
        return not self.name

    @property
    def is_bots_own(self) -> bool:
        """True if the seat belongs to a bot. False if a bot substitutes for a person."""
        return self.bot is not None and self.key is None


OPEN = Player("")
"""An open seat at a shared table. The game begins when no seat is open."""


class Origin(Struct, frozen=True):
    """The game and position from which another game was retried."""

    save: str
    """Name of the original log, as a relative path if it is in another folder."""
    moment: int
    """Number of the last record that both logs share."""
    seat: Seat
    """The seat that retries."""
    code: str = ""
    """Code of the original shared table; its deal was committed under that code."""
    private: bool = False
    """True if the original table was private; its deal was committed so."""


class Header(Struct, frozen=True, tag="game", tag_field="line", omit_defaults=True):
    """The first line of a log."""

    format: int
    hako: str
    """Version of hako that began the game."""
    game: str
    rules: int
    seats: tuple[Player, ...]
    options: Mapping[str, str]
    seed: int
    content: str
    """Digest of the content of the game; see engine.log.digests."""
    tables: Mapping[str, str] = {}
    """Digest of each table of the content, to name the tables that differ; see log/contents.py."""
    undo: UndoPolicy = "free"
    changes: Mapping[str, Any] = {}
    """Changes made by the owner's content file."""
    created: str = ""
    """Time at which the game began, ISO 8601 in UTC."""
    code: str = ""
    """Code that people type to join a shared table."""
    owner: str = ""
    """Key of the person who opened a shared table."""
    private: bool = False
    """True if a shared table can be joined only by its code and is not listed."""
    lesson: str = ""
    """The lesson that is played at the table; empty for none."""
    by_ready: bool = False
    """True at shared tables, whose deal waits until all players are ready."""
    committed: bool = False
    """True if the seed is computed from a committed secret and the players' contributions; `seed`
    is 0 then."""
    origin: Origin | None = None
    """The game of which this one is a retry; None for none."""
    clock: str = ""
    """The clock of each seat, in the syntax of log/clock.py; empty for no clock."""
    rated: bool = False
    """True if the game counts for the ratings."""
    delay: str = ""
    """Delay for spectators, in the syntax of log/delay.py; empty for no delay."""
    event: str = ""
    """The event whose tables all have the same deal, such as `day 2026-11-23`. The deal is
    disclosed when all of them are over."""
    cup: str = ""
    """The tournament, its round and the table in that round: `spring 2 1`. Its seats are reserved
    for the players that were paired."""

    @property
    def is_shared(self) -> bool:
        """True if people join the table from several terminals."""
        return bool(self.code)


class Record(
    Struct,
    Generic[ActionT, ItemT],
    frozen=True,
    gc=False,
    tag="move",
    tag_field="line",
    omit_defaults=True,
):
    """A ply: the seat, its Action, and everything that followed from it."""

    is_record: ClassVar[Literal[True]] = True
    """Distinguishes a record from other lines; see Event.is_event."""

    seat: Seat | None
    """None for the setup before the first choice."""
    action: ActionT | None
    then: tuple[tuple[ItemT, ...], ...]
    """A group of Events and Steps for each Step resolved; see play.Consequences."""
    drew: bool = False
    """True if random numbers were drawn."""
    digest: str | None = None

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


class _TableLineBase(Struct, frozen=True, tag_field="line"):
    """Base of all lines that are not records."""

    if TYPE_CHECKING:
        is_record: ClassVar[Literal[False]] = False
    else:  # msgspec would evaluate the annotation for each subclass
        is_record = False


class HeadMoved(_TableLineBase, frozen=True, tag="back"):
    """The table went to the position after a record: undo, redo, a jump."""

    to: int
    by: Seat | None


class UndoRequested(_TableLineBase, frozen=True, tag="ask"):
    """A seat asks the others to go back to the position after a record."""

    to: int
    by: Seat


class UndoAnswered(_TableLineBase, frozen=True, tag="answer"):
    """A seat's answer to the open request. A no of the requesting seat withdraws the request."""

    by: Seat
    yes: bool


class SeatChanged(_TableLineBase, frozen=True, tag="seat"):
    """Another player takes a seat."""

    seat: Seat
    player: Player


class ReadyChanged(_TableLineBase, frozen=True, tag="ready", omit_defaults=True):
    """A seat becomes ready for the deal, or no longer is. A change of seats resets all of them."""

    by: Seat
    yes: bool
    part: str = ""
    """The player's contribution to the seed."""
    at: int = 0
    """Time of the contribution, in seconds since 1970."""


class SecretCommitted(_TableLineBase, frozen=True, tag="commit"):
    """The server commits to a secret when all seats are taken, before anybody contributes."""

    secret: str
    """Hex digits of 32 bytes. Secret until a SeedDisclosed follows."""
    commitment: str
    """Hex digits of 32 bytes. Public."""


class SeedMixed(_TableLineBase, frozen=True, tag="mix"):
    """The seed of the deal, computed when all are ready. As secret as the cards."""

    seed: str
    """Hex digits of 32 bytes."""
    at: int
    """Time at which all were ready, in seconds since 1970."""


class SeedDisclosed(_TableLineBase, frozen=True, tag="open", omit_defaults=True):
    """The game is over or was given up: secret and seed are public, and nobody can play on."""

    at: int = 0
    """Time in seconds since 1970; noted only at rated tables, since ratings are ordered by it."""


class OptionsChanged(_TableLineBase, frozen=True, tag="options", omit_defaults=True):
    """The owner chose other options before the deal. Nobody is ready for them yet."""

    options: Mapping[str, str]
    clock: str = ""
    """See Header.clock."""
    rated: bool = False
    """See Header.rated; it determines the undo policy."""
    delay: str = ""
    """See Header.delay."""


class OwnerChanged(_TableLineBase, frozen=True, tag="host"):
    """The owner of a shared table left. From now on it belongs to the player on this seat."""

    by: Seat


class RulesUpgraded(_TableLineBase, frozen=True, tag="rules"):
    """An old game is continued: the lines after this one use a later version of the rules."""

    rules: int
    hako: str
    """Version of hako that wrote the line."""


class Redealt(Struct, frozen=True, tag="anew", tag_field="line"):
    """A redeal of what a seat cannot know, after the last record and before any other."""

    is_record: ClassVar[Literal[False]] = False

    seat: Seat
    seed: int
    """Seed of all later draws."""
    state: Mapping[str, Any]
    """The fields of the state that changed, with their new values."""


class TimeNoted(_TableLineBase, frozen=True, tag="clock", omit_defaults=True):
    """The server's time before the next line."""

    at: int
    """Seconds since 1970."""
    lost: tuple[int, ...] = ()
    """Seconds since the last TimeNoted that do not count, for each seat; empty for none."""


class TimeClaimed(_TableLineBase, frozen=True, tag="claim"):
    """A seat's time and its grace are over: the others may choose what to do."""

    seat: Seat


TimeoutChoice: TypeAlias = Literal["wait", "bot", "replace", "adjourn"]
"""Wait for another increment, let a bot substitute, open the seat, or stop all clocks."""


class TimeoutResolved(_TableLineBase, frozen=True, tag="settle", omit_defaults=True):
    """The choice of another seat about a seat that has no time left."""

    by: Seat
    seat: Seat
    how: TimeoutChoice
    level: str = ""
    """Level of the substitute bot; empty for none."""


ClockLine: TypeAlias = TimeNoted | TimeClaimed | TimeoutResolved
"""A line about time; see log/clock.py."""

DealLine: TypeAlias = ReadyChanged | SecretCommitted | SeedMixed | SeedDisclosed
"""A line that determines a table's seed; see log/deal.py."""

TableLine: TypeAlias = (
    HeadMoved
    | UndoRequested
    | UndoAnswered
    | SeatChanged
    | DealLine
    | OptionsChanged
    | OwnerChanged
    | RulesUpgraded
    | Redealt
    | ClockLine
)
"""A line about the table and its players. Except for a redeal it does not change the game."""

LogLine: TypeAlias = Record[Any, Any] | TableLine

_ENCODER = msgspec.json.Encoder()
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions of the decoder; the last one is raised for brackets nested too deeply (nesting.py)."""
_HEADER_DECODER = msgspec.json.Decoder(Header)


class Log(Struct, frozen=True):
    """The header and the lines of a log that was read."""

    header: Header
    lines: tuple[LogLine, ...]
    size: int
    """Length of the lines that were read, in bytes; see log/ends.py."""
    torn: bool
    """True if the file ended with an incomplete line, which was dropped."""


def name_fault(player: Player) -> Failure | None:
    """The reason why a name is not allowed, if it is not: it contains control characters."""
    texts = "".join(text for text in astuple(player) if isinstance(text, str))
    if "\n" in texts or _controls_terminal(texts):
        return Failure("name_with_controls", name=player.name)
    return None


def misplacement(line: LogLine, records: int, seats: int) -> Failure | None:
    """The reason why a line cannot follow so many records at a table of so many seats, or None."""
    seat: Seat | None
    if line.is_record:
        seat = line.seat
        if (seat is None) != (records == 0):
            return Failure("first_record")
    elif type(line) is HeadMoved or type(line) is UndoRequested:  # faster than isinstance
        seat = line.by
        if not 0 <= line.to < records:
            return Failure("no_such_record", record=line.to)
    elif isinstance(line, UndoAnswered | ReadyChanged | OwnerChanged):
        seat = line.by
        if type(line) is ReadyChanged and not line.part.isprintable():
            return Failure("part_with_controls", seat=seat)
    elif type(line) is SeatChanged:
        seat = line.seat
        if reason := name_fault(line.player):
            return reason
    elif isinstance(line, Redealt | TimeNoted | TimeClaimed | TimeoutResolved):
        return _misplaced_in_game(line, records, seats)
    else:
        return None
    if seat is not None and not 0 <= seat < seats:
        return Failure("no_such_seat", seat=seat)
    return None


def _misplaced_in_game(line: Redealt | ClockLine, records: int, seats: int) -> Failure | None:
    if isinstance(line, TimeNoted):
        return Failure("other_seats") if line.lost and len(line.lost) != seats else None
    if isinstance(line, Redealt) and not records:
        return Failure("anew_too_early", seat=line.seat)
    named = (line.seat, line.by) if isinstance(line, TimeoutResolved) else (line.seat,)
    wrong = [seat for seat in named if not 0 <= seat < seats]
    return Failure("no_such_seat", seat=wrong[0]) if wrong else None


def encode(line: Header | LogLine) -> bytes:
    """Encode a line as JSON with its newline, as it is stored."""
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


def controls_terminal(line: bytes, read: Struct) -> bool:
    """True if a string in a line of JSON, decoded as `read`, contains control characters."""
    return may_control(line) and any(map(_controls_terminal, _strings(msgspec.to_builtins(read))))


def may_control(line: bytes) -> bool:
    """True if a line of JSON contains an escape or a non-printable character. A fast pre-check."""
    return b"\\" in line or not line.decode(errors="replace").isprintable()


def _strings(value: Any) -> Iterator[str]:
    """All strings in decoded JSON, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from value
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))


def _controls_terminal(text: str) -> bool:
    """True if a text contains control characters; newlines are allowed."""
    return not text.isprintable() and any(
        (sign < " " and sign != "\n") or "\x7f" <= sign < "\xa0" for sign in text
    )


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


def read_log(game: Game[Any], data: bytes, name: str) -> Log:
    """Read a whole log of that game. Raises BadLog with the number of the line.

    An incomplete last line is dropped; one that lacks only its newline counts.
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
    return Log(header, _decode_lines(game, header.rules, whole, name), end.size, end.is_torn)


def _decode_lines(game: Game[Any], rules: int, data: bytes, name: str) -> tuple[LogLine, ...]:
    """Decode all lines after the header. Raises BadLog for the first one that cannot be read."""
    if rules == game.rules:
        raws = BytesIO(data)
        raws.readline()
        with suppress(*UNREADABLE):
            lines = tuple(map(decoder(game).decode, map(shallow, raws)))
            if RulesUpgraded not in map(type, lines):
                return lines
    decoded: list[LogLine] = []
    for number, raw in enumerate(data.split(b"\n")[1:-1], start=2):
        line = decode_line(game, rules, raw, name, number)
        rules = line.rules if isinstance(line, RulesUpgraded) else rules
        decoded.append(line)
    return tuple(decoded)


def decode_line(game: Game[Any], rules: int, raw: bytes, name: str, number: int) -> LogLine:
    """Decode one line after the header and upcast it from version `rules` to the current rules.

    `name` and `number` are used in errors. Raises BadLog.
    """
    try:
        shallow(raw)
        line = _upcast(game, rules, raw) if rules < game.rules else decoder(game).decode(raw)
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
def line_type(game: Game[Any]) -> Any:
    """The union of all line types in logs of that game, for decoding."""
    record: Any = Record
    union: Any = Union
    followed = union[*kinds(game, Event), *kinds(game, Step)]
    return record[game.actions, followed] | TableLine


@cache
def decoder(game: Game[Any]) -> msgspec.json.Decoder[LogLine]:
    """The JSON decoder for lines in logs of that game."""
    return msgspec.json.Decoder(line_type(game))


def oldest_rules(game: Game[Any]) -> int:
    """The oldest version of the rules from which upcasters lead to the current one."""
    oldest = game.rules
    while oldest - 1 in game.upcasters:
        oldest -= 1
    return oldest


def _upcast(game: Game[Any], rules: int, raw: bytes) -> LogLine:
    line = msgspec.json.decode(raw)
    for version in range(rules, game.rules):
        line = game.upcasters[version](line)
    converted: LogLine = msgspec.convert(line, line_type(game))
    return converted
