"""The log: a header and then one line for everything that was done, append-only.

UTF-8 JSON lines in a file that ends `.hako`. The same lines are save, replay, bug
report and test fixture; State = fold of the log.

    {"line":"game", ...}      Header    game, seats, options, seed
    {"line":"move", ...}      Record    a seat's Action and all that followed from it
    {"line":"back", ...}      Back      the table went to another moment: undo, redo
    {"line":"ask", ...}       Asked     a seat asks the others for an undo
    {"line":"answer", ...}    UndoAnswered  one of them agrees or not
    {"line":"seat", ...}      SeatChanged    who sits on a seat from now on
    {"line":"ready", ...}     Ready     a seat says that it can be dealt, or that it cannot
    {"line":"commit", ...}    SecretCommitted the secret that the deal will follow from; see log/fair.py
    {"line":"mix", ...}       SeedMixed     the seed that came of it and of what the seats typed
    {"line":"open", ...}      Opened    from here on anybody may know them
    {"line":"options", ...}   OptionsChanged   the options that will be played with, before the deal
    {"line":"host", ...}      OwnerChanged   whose table it is from now on
    {"line":"rules", ...}     RulesUpgraded  from here on a later version of the rules holds
    {"line":"anew", ...}      Redealt what a seat could not know is dealt anew; see log/anew.py
    {"line":"clock", ...}     TimeNoted   the server's time, where a table has a clock; see log/clock.py
    {"line":"claim", ...}     TimeClaimed   a seat has no time left: the others may choose
    {"line":"settle", ...}    TimeoutResolved   what one of them chose

Records are numbered from 0, in the order of the file; taking back removes none.
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
"""Version of the file format; raised when lines are read differently.

Since 2, a field at its default and a word do not count in digests; see log/digests.py.
"""

DIGEST_EVERY = 8
"""Every so many records a line carries a digest of the state after it."""

UndoPolicy: TypeAlias = Literal["free", "horizon", "ask"]
"""How far a seat may take back: always; to the last thing revealed; beyond it by consent."""

ActionT = TypeVar("ActionT")
ItemT = TypeVar("ItemT", bound=Event[Any] | Step[Any, Any])


class BadLog(Failure, ValueError):
    """A log that cannot be used: which file, which line, what is wrong."""

    def __init__(self, name: str, line: int | None, reason: Failure) -> None:
        super().__init__("in_line" if line else "in_file", file=name, line=line, reason=reason)
        self.line = line
        self.reason = reason


def damaged(name: str, line: int | None, reason: Failure) -> BadLog:
    """A log that cannot be used from that line on, and what can be done about it."""
    if line and line > 2:
        reason = Failure("with_way_out", reason=reason, lines=line - 1)
    return BadLog(name, line, reason)


@contextmanager
def reading(name: str, line: int | None = None) -> Iterator[None]:
    """Say BadLog, whatever goes wrong at a log, or at a line of it.

    A file may come from anywhere, and the rules need not expect all that can stand in one.
    """
    try:
        yield
    except Failure as error:
        if isinstance(error, BadLog | OSError):  # of a disk, which is no fault of the log
            raise
        raise BadLog(name, line or 1, error) from None  # such as of a game that is not on the shelf
    except Exception as error:
        raise damaged(name, line, cannot_be(error)) from error


def cannot_be(error: Exception) -> Failure:
    """Why what a log says cannot have happened, told from what went wrong at it."""
    if isinstance(error, RecursionError):
        return Failure("nested_too_deeply")
    if isinstance(error, OverflowError | MemoryError):
        return Failure("number_too_large")
    return Failure("cannot_have_happened", what=repr(error))


class Player(Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat."""

    name: str
    bot: str | None = None
    """The bot's level; None for a person."""
    key: str | None = None
    """Fingerprint of the key that the seat belongs to, at a shared table."""
    unasked: bool = False
    """Whether they do not want to be asked to let others take back."""

    @property
    def is_open(self) -> bool:
        """Whether the seat still waits for somebody to take it."""
        return not self.name

    @property
    def is_bots_own(self) -> bool:
        """Whether a bot sits here in its own right, and not in somebody's place."""
        return self.bot is not None and self.key is None


OPEN = Player("")
"""A seat at a shared table that anybody may take; the game begins when there is none."""


class Origin(Struct, frozen=True):
    """Where a game comes from that is tried again from one of another's moments."""

    save: str
    """The name of the other's log, with the way to it from here where it lies elsewhere."""
    moment: int
    """The last record that both have."""
    seat: Seat
    """Who tries again."""
    code: str = ""
    """Of a shared table, on which its deal was fixed."""
    private: bool = False
    """Whether that one was private; so was its deal fixed."""


class Header(Struct, frozen=True, tag="game", tag_field="line", omit_defaults=True):
    """The first line of a log."""

    format: int
    hako: str
    """The version of hako that began the game."""
    game: str
    rules: int
    seats: tuple[Player, ...]
    options: Mapping[str, str]
    seed: int
    content: str
    """Digest of the content played with; see engine.log.digests."""
    tables: Mapping[str, str] = {}
    """Of each of its tables, so that it can be named where it is not ours; see log/contents.py."""
    undo: UndoPolicy = "free"
    changes: Mapping[str, Any] = {}
    """What the owner's content file changed."""
    created: str = ""
    """When the game began, ISO 8601 in UTC."""
    code: str = ""
    """What friends type to come to a shared table."""
    owner: str = ""
    """Key of the one who opened a shared table."""
    private: bool = False
    """Whether a shared table is found by its code alone."""
    lesson: str = ""
    """The lesson of the game that the table was laid for, if it was."""
    by_ready: bool = False
    """Whether it is dealt only when all have said that they are ready; older tables were dealt
    when the last seat was taken."""
    committed: bool = False
    """Whether the deal follows from a secret and from what the seats type; `seed` is 0 then."""
    origin: Origin | None = None
    """Of which game it is another ending, if it is."""
    clock: str = ""
    """How long a seat may take, as log/clock.py reads it; empty for no clock."""
    rated: bool = False
    """Whether it counts for the league."""
    delay: str = ""
    """How far behind those are who watch, as log/delay.py reads it; empty for no delay."""
    event: str = ""
    """What it is a part of, where its deal is that of other tables, too, and told when all are
    over: `day 2026-11-23`."""
    cup: str = ""
    """Of which cup it is a table, in which round and which of it: `spring 2 1`. Its seats are those of
    the people that it was laid for."""

    @property
    def is_shared(self) -> bool:
        """Whether people come to the table from several terminals."""
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
    """One ply: the seat, its Action, and all that followed."""

    is_record: ClassVar[Literal[True]] = True
    """Told from the other lines by this; see Event.is_event."""

    seat: Seat | None
    """None for what the table does by itself before the first choice."""
    action: ActionT | None
    then: tuple[tuple[ItemT, ...], ...]
    """See play.Then: a group for each Step resolved."""
    drew: bool = False
    """Whether chance was drawn."""
    digest: str | None = None

    @property
    def is_sealed(self) -> bool:
        """Whether this is a secret answer, waiting for those of other seats."""
        return self.seat is not None and not self.then

    def masked(self, viewer: Viewer, /) -> Record[ActionT, ItemT]:
        """The record as the viewer may see it; the only door to its text and its export."""
        action: Any = self.action
        if self.seat != viewer and action is not None:
            action = None if self.is_sealed else action.masked(viewer)
        then: Any = tuple(tuple(item.masked(viewer) for item in group) for group in self.then)
        return Record(self.seat, action, then, self.drew)


class _TableLineBase(Struct, frozen=True, tag_field="line"):
    """A line that is no record."""

    if TYPE_CHECKING:
        is_record: ClassVar[Literal[False]] = False
    else:  # msgspec would evaluate the annotation anew for each of them
        is_record = False


class HeadMoved(_TableLineBase, frozen=True, tag="back"):
    """The table went to the moment after a record: undo, redo, a jump."""

    to: int
    by: Seat | None


class UndoRequested(_TableLineBase, frozen=True, tag="ask"):
    """A seat asks the others to go back to the moment after a record."""

    to: int
    by: Seat


class UndoAnswered(_TableLineBase, frozen=True, tag="answer"):
    """A seat's answer to the last one who asked; the one who asked may withdraw with a no."""

    by: Seat
    yes: bool


class SeatChanged(_TableLineBase, frozen=True, tag="seat"):
    """Who sits on a seat from now on."""

    seat: Seat
    player: Player


class ReadyChanged(_TableLineBase, frozen=True, tag="ready", omit_defaults=True):
    """Before the deal a seat says that it can begin, or no more; it falls when seats change."""

    by: Seat
    yes: bool
    part: str = ""
    """What they typed for the shuffle."""
    at: int = 0
    """When they did, in seconds since 1970."""


class SecretCommitted(_TableLineBase, frozen=True, tag="commit"):
    """All seats are taken: what the deal will follow from is fixed before anybody adds to it."""

    secret: str
    """Hex digits of 32 bytes; it leaves the log only after an Opened."""
    commitment: str
    """Hex digits of 32 bytes, shown to all."""


class SeedMixed(_TableLineBase, frozen=True, tag="mix"):
    """All are ready: the seed of this deal, as secret as the cards."""

    seed: str
    """Hex digits of 32 bytes."""
    at: int
    """When all were ready for it, in seconds since 1970."""


class SeedDisclosed(_TableLineBase, frozen=True, tag="open", omit_defaults=True):
    """The game is over, or was given up: secret and seed may be told, and nothing is played on."""

    at: int = 0
    """When, in seconds since 1970; told at a rated table alone, which later games follow."""


class OptionsChanged(_TableLineBase, frozen=True, tag="options", omit_defaults=True):
    """Before the deal the one whose table it is chose other options; nobody is ready for them."""

    options: Mapping[str, str]
    clock: str = ""
    """See Header.clock."""
    rated: bool = False
    """See Header.rated; what may be taken back follows from it."""
    delay: str = ""
    """See Header.delay."""


class OwnerChanged(_TableLineBase, frozen=True, tag="host"):
    """The one who opened a shared table is gone: from now on it is that of whoever sits there."""

    by: Seat


class RulesUpgraded(_TableLineBase, frozen=True, tag="rules"):
    """An old game is played on: the lines after this one are of a later version of the rules."""

    rules: int
    hako: str
    """The version of hako that wrote it."""


class Redealt(Struct, frozen=True, tag="anew", tag_field="line"):
    """What a seat does not know is dealt anew after the last record, which nothing followed yet."""

    is_record: ClassVar[Literal[False]] = False

    seat: Seat
    seed: int
    """From which all is drawn that comes after."""
    state: Mapping[str, Any]
    """The fields of the state that are otherwise now."""


class TimeNoted(_TableLineBase, frozen=True, tag="clock", omit_defaults=True):
    """So late it was before the next line."""

    at: int
    """In seconds since 1970."""
    lost: tuple[int, ...] = ()
    """How many seconds since the last such line do not count for each seat; empty for none."""


class TimeClaimed(_TableLineBase, frozen=True, tag="claim"):
    """A seat's time is over, and its grace: the others choose what is to be done."""

    seat: Seat


TimeoutChoice: TypeAlias = Literal["wait", "bot", "replace", "adjourn"]
"""To wait another increment, to let a bot play, to open the seat, to let all time stand still."""


class TimeoutResolved(_TableLineBase, frozen=True, tag="settle", omit_defaults=True):
    """One of the others chose what is to be done about a seat without time."""

    by: Seat
    seat: Seat
    how: TimeoutChoice
    level: str = ""
    """Of the bot that plays there from now on, if one does."""


ClockLine: TypeAlias = TimeNoted | TimeClaimed | TimeoutResolved
"""A line about time; see log/clock.py."""

DealLine: TypeAlias = ReadyChanged | SecretCommitted | SeedMixed | SeedDisclosed
"""A line from which a table's seed comes; see log/deal.py."""

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
"""A line that is about the table and its people; the game is the same without it, if nothing
was dealt anew."""

LogLine: TypeAlias = Record[Any, Any] | TableLine

_ENCODER = msgspec.json.Encoder()
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What the decoder raises; the last of these where brackets are nested too deeply (nesting.py)."""
_HEADER_DECODER = msgspec.json.Decoder(Header)


class Log(Struct, frozen=True):
    """A log as read: its header and its lines."""

    header: Header
    lines: tuple[LogLine, ...]
    size: int
    """Length in bytes of the lines that were read; see log/ends.py."""
    torn: bool
    """Whether the file ended in the middle of a line, which was dropped."""


def name_fault(player: Player) -> Failure | None:
    """Why nobody can be called so, if nobody can: a terminal would obey such a name."""
    texts = "".join(text for text in astuple(player) if isinstance(text, str))
    if "\n" in texts or _controls_terminal(texts):
        return Failure("name_with_controls", name=player.name)
    return None


def misplacement(line: LogLine, records: int, seats: int) -> Failure | None:
    """Why a line cannot stand after so many records at a table of so many seats, if it cannot."""
    seat: Seat | None
    if line.is_record:
        seat = line.seat
        if (seat is None) != (records == 0):
            return Failure("first_record")
    elif (
        type(line) is HeadMoved or type(line) is UndoRequested
    ):  # isinstance asks the metaclass, at each undo
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
    """The line as it stands in the file, with its end."""
    return _ENCODER.encode(line) + b"\n"


def read_header(data: bytes, name: str) -> Header:
    """The header of a log. Raises BadLog where this is not a log that we can read."""
    data = data.removeprefix(BOM)
    first, _, _ = data.partition(b"\n")
    try:
        header = _HEADER_DECODER.decode(shallow(first))
    except UNREADABLE as error:
        raise _no_header(data, name, error) from None
    if header.format > FORMAT:
        raise _too_new(name, header.hako, header.format)
    if controls_terminal(first, header):
        raise BadLog(name, 1, Failure("header_with_controls"))
    return header


def controls_terminal(line: bytes, read: Struct) -> bool:
    """Whether a terminal would obey some text in a line of JSON, which was read as this."""
    return may_control(line) and any(map(_controls_terminal, _strings(msgspec.to_builtins(read))))


def may_control(line: bytes) -> bool:
    """Whether a line of JSON has a sign in it that is escaped or not to be seen; few have."""
    return b"\\" in line or not line.decode(errors="replace").isprintable()


def _strings(value: Any) -> Iterator[str]:
    """All texts in decoded JSON, the keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from value
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))


def _controls_terminal(text: str) -> bool:
    """Whether a terminal would obey a sign in it; a text that was corrected may have lines."""
    return not text.isprintable() and any(
        (sign < " " and sign != "\n") or "\x7f" <= sign < "\xa0" for sign in text
    )


def _no_header(data: bytes, name: str, error: Exception) -> BadLog:
    """Why a log has no header that we can read."""
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
    from hako.engine.i18n import decode_errors as decoding

    return BadLog(name, 1, Failure("damaged_header", reason=decoding.reason(error)))


def _too_new(name: str, hako: object, number: int) -> BadLog:
    return BadLog(name, 1, Failure("newer_format", hako=hako, format=number, known=FORMAT))


def read_log(game: Game[Any], data: bytes, name: str) -> Log:
    """A whole log of that game. Raises BadLog with the line.

    A last line that is torn is dropped; one that lacks but its newline counts.
    """
    header = read_header(data, name)
    if header.rules > game.rules:
        raise _newer_rules(game, header.rules, name, 1)
    oldest = _oldest_rules(game)
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
    """All lines after the header. Raises BadLog with the first one that cannot be read."""
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
    """One line after the header, brought up from the rules it is of to the present ones.

    Raises BadLog.
    """
    try:
        shallow(raw)
        line = _upcast(game, rules, raw) if rules < game.rules else decoder(game).decode(raw)
    except Exception as error:  # upcasters trust that it is a line
        from hako.engine.i18n import decode_errors as decoding

        reason = Failure("unreadable_line", reason=decoding.reason(error))
        raise damaged(name, number, reason) from error
    if isinstance(line, RulesUpgraded) and line.rules > game.rules:
        raise _newer_rules(game, line.rules, name, number)
    return line


def _newer_rules(game: Game[Any], rules: int, name: str, number: int) -> BadLog:
    reason = Failure("newer_rules", version=rules, game=game.id, known=game.rules)
    return BadLog(name, number, reason)


@cache
def line_type(game: Game[Any]) -> Any:
    """The union of lines of that game's logs, for decoding."""
    record: Any = Record
    union: Any = Union
    followed = union[*kinds(game, Event), *kinds(game, Step)]
    return record[game.actions, followed] | TableLine


@cache
def decoder(game: Game[Any]) -> msgspec.json.Decoder[LogLine]:
    """What decodes a line of that game's logs."""
    return msgspec.json.Decoder(line_type(game))


def _oldest_rules(game: Game[Any]) -> int:
    """The oldest version of the rules from which upcasters lead to the present one."""
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
