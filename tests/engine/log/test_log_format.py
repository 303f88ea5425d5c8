"""The log: what stands in the file, and what is said where it is not ours or not right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from hako.engine.log.digests import digest_of
from hako.engine.log.header import Header, Player
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import (
    HISTORY_LINES,
    BadLog,
    Record,
    decode_line,
    encode,
    read_header,
    read_log,
)
from hako.engine.log.rules_upgrade import RulesUpgraded
from hako.engine.log.setup import new_header
from hako.engine.log.undo import HeadMoved, UndoAnswered, UndoRequested
from hako.engine.rules.game import kinds
from hako.engine.rules.model import Event
from hako.multiplayer.tables.seat_changes import SeatChanged
from hako.multiplayer.tables.table import SharedTable
from tests.toys import sealed_bids
from tests.toys.tic_tac_toe import GAME, TURNS, Grid, LineMade, MarkPlaced, Place, TicTacToe

TWO = (Player("Ann"), Player("Ben", bot="random", key="SHA256:x"))

MOVE = (
    '{"line":"move","seat":0,"action":{"type":"place","cell":4},'
    '"then":[[{"type":"mark_placed","seat":0,"cell":4},{"type":"turn","seat":1}]]}'
)
START = (
    '{"line":"move","seat":null,"action":null,"then":[[{"type":"line_made","seat":1}]],'
    '"drew":true,"digest":"0123456789abcdef"}'
)
MARKED: Record[Any, Any] = Record(0, Place(4), ((MarkPlaced(0, 4), TURNS[1]),))
LINES: list[tuple[LogLine, str]] = [
    (MARKED, MOVE),
    (Record(None, None, ((LineMade(1),),), drew=True, digest="0123456789abcdef"), START),
    (HeadMoved(3, None), '{"line":"back","to":3,"by":null}'),
    (UndoRequested(3, 1), '{"line":"ask","to":3,"by":1}'),
    (UndoAnswered(0, True), '{"line":"answer","by":0,"yes":true}'),
    (SeatChanged(1, Player("Cho")), '{"line":"seat","seat":1,"player":{"name":"Cho"}}'),
    (RulesUpgraded(1, "0.2.0"), '{"line":"rules","rules":1,"hako":"0.2.0"}'),
]


HEADER = Header(
    format=2, hako="0.1.0", game="tic_tac_toe", rules=1, seats=TWO, options={}, seed=7, content="ab"
)


def header(**changes: Any) -> Header:
    return replace(HEADER, **changes)


@pytest.mark.parametrize(("line", "text"), LINES)
def test_a_line_stands_in_the_file_as_documented_and_comes_back(line: LogLine, text: str) -> None:
    assert encode(line) == text.encode() + b"\n"
    assert decode_line(GAME, 1, text.encode(), "game", 2, SharedTable.line_types) == line


def test_a_header_comes_back_and_keeps_only_what_was_said() -> None:
    data = encode(header())

    assert read_header(data, "game") == header()
    assert data == (
        b'{"line":"game","format":2,"hako":"0.1.0","game":"tic_tac_toe","rules":1,"seats":'
        b'[{"name":"Ann"},{"name":"Ben","bot":"random","key":"SHA256:x"}],"options":{},"seed":7,'
        b'"content":"ab"}\n'
    )


def test_a_log_read_and_written_again_is_the_same_byte_for_byte() -> None:
    written = [encode(header()), *(encode(line) for line, _ in LINES)]

    log = read_log(GAME, b"".join(written), "game", SharedTable.line_types)

    assert [encode(log.header), *map(encode, log.lines)] == written
    assert log.size == sum(map(len, written))
    assert not log.torn


def test_wherever_the_last_line_is_torn_it_alone_is_dropped() -> None:
    whole = encode(header()) + encode(LINES[0][0])
    last = encode(LINES[2][0])

    for length in range(1, len(last) - 1):
        log = read_log(GAME, whole + last[:length], "game", HISTORY_LINES)

        assert log.lines == (LINES[0][0],)
        assert log.torn
        assert log.size == len(whole)


@pytest.mark.parametrize("end", [b"", b"  ", b"\r"], ids=repr)
def test_a_last_line_that_lacks_but_its_newline_counts(end: bytes) -> None:
    """It is whole: no beginning of a JSON object is one."""
    first, last = encode(LINES[0][0]), encode(LINES[2][0])

    log = read_log(GAME, encode(header()) + first + last[:-1] + end, "game", HISTORY_LINES)

    assert log.lines == (LINES[0][0], LINES[2][0])
    assert not log.torn
    assert read_header(encode(header())[:-1], "game") == header()


@pytest.mark.parametrize("end", [b"\n", b"\n\r\n", b" \n\t\n  "], ids=repr)
def test_blank_lines_at_the_end_and_a_byte_order_mark_are_skipped(end: bytes) -> None:
    whole = b"\xef\xbb\xbf" + encode(header()) + encode(LINES[0][0])

    log = read_log(GAME, whole + end, "game", HISTORY_LINES)
    torn = read_log(GAME, whole + end + b'\n{"line"', "game", HISTORY_LINES)

    assert log.lines == torn.lines == (LINES[0][0],)
    assert (log.torn, torn.torn) == (False, True)
    assert log.size == torn.size == len(whole)


def test_every_eighth_record_carries_a_digest() -> None:
    table = History.new(GAME, new_header(GAME, (Player("Ann"), Player("Ben")), seed=1))
    for cell in (0, 1, 2, 4, 3, 5, 7, 6):
        table.play(table.waiting()[0], Place(cell))

    assert [moment.number for moment in table.positions if moment.record.digest] == [0, 8]
    assert table.positions[8].record.digest == digest_of(table.state)


BAD = {
    "empty": (b"", None, "the file is empty; there is no game in it."),
    "blank": (b"\n\n", None, "the file is empty; there is no game in it."),
    "a letter": (b"Dear Ann,\n", 1, "this is not a hako log"),
    "JSON of others": (b'{"name":"x"}\n', 1, "this is not a hako log"),
    "a list": (b"[1, 2]\n", 1, "this is not a hako log"),
    "not UTF-8": (b"\xff\xfe{}\n", 1, "this is not a hako log"),
    "a move first": (encode(LINES[0][0]), 1, "this is not a hako log"),
    "a torn header": (encode(header())[:-2], 1, "this is not a hako log"),
    "a newer format": (
        encode(header(format=3, hako="9.1")),
        1,
        "written by a newer hako (9.1), in format 3; this one reads up to format 2. Update hako",
    ),
    "an older format": (
        encode(header(format=1, hako="0.0.9")),
        1,
        "written by an earlier hako (0.0.9), in format 1; this one reads format 2. Open it with",
    ),
    "newer rules": (
        encode(header(rules=2)),
        1,
        "played under version 2 of the rules of tic_tac_toe;",
    ),
    "no seed": (encode(header()).replace(b'"seed"', b'"sead"'), 1, "the header is damaged: "),
    "a header of words": (
        encode(header()).replace(b'"seed":7', b'"seed":"seven"'),
        1,
        "the header is damaged: $.seed: expected `int`, got `str`.",
    ),
    "a line of words": (
        encode(header()) + b"hello\n",
        2,
        "cannot be read: this is not JSON, from byte 1 on.",
    ),
    "an empty line": (encode(header()) + b"\n" + encode(LINES[0][0]), 2, "cannot be read: "),
    "a byte order mark inside": (
        encode(header()) + b"\xef\xbb\xbf" + encode(LINES[0][0]),
        2,
        "cannot be read: ",
    ),
    "not UTF-8 later": (encode(header()) + b'{"line":"\xff"}\n', 2, "cannot be read: "),
    "an unknown kind": (
        encode(header()) + b'{"line":"love"}\n',
        2,
        "cannot be read: $.line: unknown value 'love'.",
    ),
    "an unknown event": (
        encode(header()) + MOVE.replace("mark_placed", "mark_eaten").encode() + b"\n",
        2,
        "$.then[0][0].type: unknown value 'mark_eaten'.",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_wrong_is_told_with_file_and_line(kind: str) -> None:
    data, line, reason = BAD[kind]

    with pytest.raises(BadLog) as caught:
        read_log(GAME, data, "game.hako", HISTORY_LINES)

    assert caught.value.line == line
    assert reason in str(caught.value.reason)
    place = f"game.hako, line {line}: " if line else "game.hako: "
    assert str(caught.value).startswith(place)


@pytest.mark.parametrize(
    ("line", "records", "reason"),
    [
        (HeadMoved(-1, None), 3, "goes back to record -1, which does not exist."),
        (HeadMoved(3, 0), 3, "goes back to record 3, which does not exist."),
        (UndoRequested(5, 0), 3, "goes back to record 5, which does not exist."),
        (UndoRequested(1, 2), 3, "there is no seat 2."),
        (UndoAnswered(-1, True), 3, "there is no seat -1."),
        (SeatChanged(2, Player("Eve")), 3, "there is no seat 2."),
        (Record(2, Place(0), ()), 3, "there is no seat 2."),
        (
            Record(0, Place(0), ()),
            0,
            "the first record, and no other, must be the table's own.",
        ),
        (
            Record(None, None, ()),
            3,
            "the first record, and no other, must be the table's own.",
        ),
        (HeadMoved(2, None), 3, None),
        (Record(None, None, ()), 0, None),
    ],
)
def test_a_line_may_not_stand_where_it_makes_no_sense(
    line: LogLine, records: int, reason: str | None
) -> None:
    failure = line.misplacement(records, seats=2)

    assert (failure and str(failure)) == reason


def cells_from_one(line: dict[str, Any]) -> dict[str, Any]:
    """Version 1 counted cells from 1."""
    if line["line"] != "move" or line["action"] is None:
        return line
    return line | {"action": line["action"] | {"cell": line["action"]["cell"] - 1}}


class Second(TicTacToe):
    """The second version of the rules."""

    rules = 2
    upcasters: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {
        1: cells_from_one
    }


class Third(Second):
    """The third version, which forgot the second."""

    rules = 3


class _Wiped(Event[Grid], frozen=True):
    """Only a base."""


class GridWiped(_Wiped, frozen=True):
    """Lines that only the games of this file have."""


def test_a_log_tells_what_the_package_of_its_game_defines_and_nothing_else() -> None:
    assert kinds(GAME, Event) == (LineMade, MarkPlaced)
    assert kinds(Second(), Event) == (GridWiped, LineMade, MarkPlaced)
    assert not {LineMade, MarkPlaced} & {*kinds(sealed_bids.GAME, Event)}


def test_an_older_log_is_brought_up_to_the_present_rules() -> None:
    old = MOVE.replace('"place","cell":4', '"place","cell":5').encode()

    log = read_log(Second(), encode(header()) + old + b"\n", "game", HISTORY_LINES)

    assert log.lines == (LINES[0][0],)


def test_an_older_log_that_is_no_longer_read_is_refused_with_a_way_out() -> None:
    with pytest.raises(BadLog) as caught:
        read_log(Third(), encode(header(hako="0.0.9")), "game", HISTORY_LINES)

    assert str(caught.value.reason) == (
        "played under version 1 of the rules of tic_tac_toe; this hako reads versions 3 to 3. Open it"
        " with the hako that wrote it (0.0.9)."
    )


@pytest.mark.parametrize(
    "change",
    [
        {"created": "2026-01-01\x1b[2J"},
        {"seats": (Player("Ann"), Player("Ben\x9b31m"))},
        {"seats": (Player("Ann"), Player("Ben", bot="\x1b]0;x\x07"))},
        {"options": {"cards": "\x07"}},
        {"options": {"\x1bc": "all"}},
        {"code": "\x7f", "owner": "x"},
        {"changes": {"cards": {"name": ["a\x1b[1m"]}}},
    ],
)
def test_control_signs_in_any_field_of_a_header_make_it_no_log(change: dict[str, Any]) -> None:
    """They reach no terminal and no export."""
    header = replace(new_header(GAME, TWO, seed=1), **change)
    with pytest.raises(BadLog, match="line 1: it contains terminal control characters"):
        read_header(encode(header), "x")
