"""The table's policy, verified: who took back what, who agreed, who sat where.

Two play tic-tac-toe where taking back what is final needs consent: Ann marked cell 4, which
is record 1 in line 3, and Ben cell 0.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN, Header, Player, UndoPolicy
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import BadLog, Log
from hako.engine.log.setup import new_header
from hako.engine.log.undo import HeadMoved, UndoAnswered, UndoRequested
from hako.engine.log.verify import verify
from hako.multiplayer.tables.deal import ReadyChanged
from hako.multiplayer.tables.seat_changes import SeatChanged
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import OptionsChanged
from tests.toys.tic_tac_toe import GAME, Grid, Place

ANN, BEN = Player("Ann", key="ann"), Player("Ben", key="ben")
BENS_BOT = Player("Ben", bot="random", key="ben")


def header(undo: UndoPolicy = "ask", *players: Player) -> Header:
    return new_header(GAME, players or (ANN, BEN), seed=1, undo=undo)


def told(undo: UndoPolicy, *more: LogLine, players: tuple[Player, ...] = ()) -> str:
    """Verdict on the two marks and these lines after them; empty if there is nothing to say."""
    table: SharedTable[Grid] = SharedTable.new(GAME, header(undo))
    table.play(0, Place(4))
    table.play(1, Place(0))
    lines = (*(moment.record for moment in table.positions), *more)
    try:
        verify(SharedTable, GAME, Log(header(undo, *players), lines, 0, torn=False), "game")
    except BadLog as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "lines",
    [
        (
            UndoRequested(0, 0),
            UndoAnswered(1, True),
            HeadMoved(0, 0),
            HeadMoved(1, 0),
            HeadMoved(2, 0),
        ),
        (HeadMoved(1, 1), HeadMoved(2, 1)),
        (
            UndoRequested(0, 0),
            SeatChanged(1, BENS_BOT),
            SeatChanged(1, BEN),
            UndoAnswered(1, True),
            HeadMoved(0, 0),
        ),
        (SeatChanged(1, Player("Bot 2", bot="random")), UndoRequested(0, 0), HeadMoved(0, 0)),
    ],
    ids=["by consent", "one's own last choice", "when they came back", "bots of their own"],
)
def test_what_the_table_allows_is_right(lines: tuple[LogLine, ...]) -> None:
    assert told("ask", *lines) == ""


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((HeadMoved(0, 0),), "line 5: seat 0 goes back to record 0 without having asked for it."),
        (
            (UndoRequested(0, 0), HeadMoved(0, 0)),
            "line 6: seat 0 goes back to record 0 without the consent of seats 1.",
        ),
        (
            (UndoRequested(0, 0), UndoAnswered(1, False), HeadMoved(0, 0)),
            "line 7: seat 0 goes back to record 0 without having asked for it.",
        ),
        (
            (SeatChanged(1, BENS_BOT), UndoRequested(0, 0), HeadMoved(0, 0), SeatChanged(1, BEN)),
            "line 7: seat 0 goes back to record 0 without the consent of seats 1.",
        ),
        (
            (UndoRequested(0, 0), UndoAnswered(1, True), HeadMoved(0, 0), HeadMoved(1, 1)),
            "line 8: seat 1 goes back to record 1 without having asked for it.",
        ),
        (
            (UndoRequested(0, 1),),
            "line 5: seat 1 asks to go back to record 0, which is not just before",
        ),
        ((OptionsChanged({}),), "line 5: the options change after the deal."),
        ((SeatChanged(1, ANN),), "line 5: the player in seat 0 takes seat 1, too."),
        (
            (SeatChanged(0, OPEN), SeatChanged(1, ANN)),
            "line 6: a player who has seen the secrets of seat 0 takes seat 1.",
        ),
    ],
    ids=[
        "unasked",
        "unanswered",
        "refused",
        "a bot agreed",
        "another's redo",
        "more",
        "altered late",
        "two seats",
        "has seen",
    ],
)
def test_what_the_table_does_not_allow_is_told_by_its_line(
    lines: tuple[LogLine, ...], reason: str
) -> None:
    assert reason in told("ask", *lines)


def test_options_that_the_game_has_not_are_told_by_their_line() -> None:
    log = Log(header("ask", ANN, OPEN), (OptionsChanged({"grid": "5\x1b"}),), 0, torn=False)
    with pytest.raises(BadLog, match="line 2: this hako has no option grid=5") as raised:
        verify(SharedTable, GAME, log, "game")
    assert "\x1b" not in raised.value.text("en")


def test_a_policy_that_was_changed_on_the_way_is_told() -> None:
    """The header says now that nobody takes back, or that all do, and yet somebody asked."""
    for undo in ("horizon", "free"):
        assert f"undo at this table is '{undo}'; it was something else then" in told(
            undo, UndoRequested(0, 0)
        )
    assert "record 0, which could not be undone at this table." in told("horizon", HeadMoved(0, 0))
    assert told("free", HeadMoved(0, None)) == ""


def test_a_move_of_a_seat_that_nobody_has_taken_is_told() -> None:
    table: SharedTable[Grid] = SharedTable.new(GAME, header())
    for seat, cell in ((0, 4), (1, 0), (0, 8)):
        table.play(seat, Place(cell))

    text = told("ask", SeatChanged(1, OPEN), table.positions[3].record)

    assert "line 6: seat 0 moves before anybody has taken seat 1." in text
    assert "To play on from there" not in text, "it can be played on as it is"


def test_a_deal_that_did_not_wait_for_all_is_told() -> None:
    """Ben had not said that he was ready; and whoever says so later speaks of nothing."""
    waits = replace(header(), code="BCDFG")
    deal = SharedTable.new(GAME, header()).positions[0].record

    def said(*lines: LogLine) -> str:
        try:
            verify(SharedTable, GAME, Log(waits, lines, 0, torn=False), "game")
        except BadLog as error:
            return str(error)
        return ""

    assert said(ReadyChanged(0, True), ReadyChanged(1, True), deal) == ""
    assert "the deal comes before seat 1 is ready." in said(ReadyChanged(0, True), deal)
    assert "before seat 0 is ready" in said(
        ReadyChanged(0, True), ReadyChanged(0, False), ReadyChanged(1, True), deal
    )
    assert "before seat 1 is ready" in said(
        ReadyChanged(1, True), SeatChanged(0, Player("Bot 1", bot="random")), deal
    )
    late = said(ReadyChanged(0, True), ReadyChanged(1, True), deal, ReadyChanged(1, False))
    assert "seat 1 reports whether it is ready after the deal." in late


def test_a_table_that_breaks_its_policy_opens_all_the_same() -> None:
    """Older versions let others do again what somebody had taken back."""
    table: SharedTable[Any] = SharedTable.new(GAME, header())
    table.play(0, Place(4))
    table.undo(0)

    assert isinstance(HeadMoved(1, 1).check(table), Failure)
    table.do(HeadMoved(1, 1))

    assert table.head == 1
