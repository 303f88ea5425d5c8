"""Lines of logs: each kind says all about itself, and the right kind of history opens them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.line_base import LineEffect, LogLine, LogLineBase
from hako.engine.log.log_format import HISTORY_LINES, BadLog, RecordTarget, decode_line, encode
from hako.engine.log.redeal import Redealt, RedealTarget
from hako.engine.log.rules_upgrade import RulesTarget, RulesUpgraded
from hako.engine.log.setup import new_header
from hako.engine.log.undo import HeadMoved, UndoAnswered, UndoRequested, UndoTarget
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.tables.clock import ClockTarget, TimeClaimed, TimeNoted, TimeoutResolved
from hako.multiplayer.tables.deal import (
    DealTarget,
    ReadyChanged,
    SecretCommitted,
    SeedDisclosed,
    SeedMixed,
)
from hako.multiplayer.tables.open_log import open_log
from hako.multiplayer.tables.seat_changes import OwnerChanged, SeatChanged, SeatsTarget
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import OptionsChanged, OptionsTarget
from tests.toys.tic_tac_toe import GAME

TWO = (Player("Ann", key="ann"), Player("Ben", key="ben"))
SECRET = "0" * 64

SAMPLES: Mapping[type[LogLine], LogLine] = {
    type(line): line
    for line in (
        HeadMoved(0, 1),
        UndoRequested(0, 1),
        UndoAnswered(1, yes=True),
        RulesUpgraded(1, "0.1.0"),
        Redealt(1, 7, {}),
        SeatChanged(1, TWO[1]),
        OwnerChanged(1),
        OptionsChanged({}, clock="3d", rated=True, delay="10m"),
        ReadyChanged(1, yes=True),
        SecretCommitted(SECRET, SECRET),
        SeedMixed(SECRET, 1),
        SeedDisclosed(),
        TimeNoted(1),
        TimeClaimed(1),
        TimeoutResolved(0, 1, "bot", "random"),
    )
}
SILENT = {RulesUpgraded, SeedMixed, TimeNoted}
"""Lines that say nothing of people; the last one notes the time before each other line."""

every_kind = pytest.mark.parametrize("kind", SharedTable.line_types)


def targets(
    alone: History[Any], shared: SharedTable[Any]
) -> tuple[
    UndoTarget,
    RedealTarget,
    RulesTarget,
    RecordTarget,
    SeatsTarget,
    OptionsTarget,
    DealTarget,
    ClockTarget,
]:
    """Requirements of each kind of line, held by the type checker."""
    return alone, alone, alone, alone, shared, shared, shared, shared


def test_every_kind_of_line_has_a_sample_here() -> None:
    assert [*SAMPLES] == [*SharedTable.line_types]
    assert History.line_types == HISTORY_LINES == SharedTable.line_types[: len(HISTORY_LINES)]


@every_kind
def test_a_kind_of_line_says_what_it_does_and_what_it_changes(kind: type[LogLine]) -> None:
    line = SAMPLES[kind]

    assert kind.apply is not LogLineBase.apply
    assert kind.effect in get_args(LineEffect)
    assert decode_line(GAME, GAME.rules, encode(line), "log", 2, SharedTable.line_types) == line


@every_kind
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_about_people_has_a_sentence_for_those_who_check_a_log(
    kind: type[LogLine], language: Language
) -> None:
    texts = load_catalogue(language, ENGINE, MULTIPLAYER)

    sentence = SAMPLES[kind].sentence(texts)

    assert bool(sentence) == (kind not in SILENT)


@every_kind
def test_a_line_of_a_seat_that_does_not_exist_is_misplaced(kind: type[LogLine]) -> None:
    line = SAMPLES[kind]
    assert line.misplacement(records=1, seats=2) is None

    fields = {"by", "seat"} & {*kind.__struct_fields__}
    for field in fields:
        fault = replace(line, **{field: 2}).misplacement(records=1, seats=2)
        assert fault is not None
        assert fault.key == "no_such_seat"


def test_a_log_opens_as_what_it_is() -> None:
    """Game alone, shared table, or a game alone in which seats changed hands."""
    alone = encode(new_header(GAME, TWO, seed=1))
    shared = encode(replace(new_header(GAME, TWO, seed=1), code="BCDFG"))
    handed_over = alone + encode(SharedTable.load(GAME, alone, "log").positions[0].record)
    handed_over += encode(SAMPLES[SeatChanged])

    assert type(open_log(GAME, alone, "log")) is History
    assert type(open_log(GAME, shared, "log")) is SharedTable
    assert type(open_log(GAME, handed_over, "log")) is SharedTable


def test_a_history_alone_refuses_the_log_of_a_shared_table() -> None:
    header = replace(new_header(GAME, TWO, seed=1), code="BCDFG")

    with pytest.raises(BadLog, match="line 1: this is the log of a shared table"):
        History.load(GAME, encode(header), "log")
