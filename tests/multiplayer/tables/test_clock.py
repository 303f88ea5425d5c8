"""Clocks: whose time runs, what a turn adds, and that a log cannot claim what did not run out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Player
from hako.engine.log.history import StaleTable
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import BadLog, Record, encode
from hako.engine.log.setup_checks import BadSetup
from hako.engine.log.storage_errors import StorageError
from hako.engine.log.verify import verify
from hako.engine.storage.memory_save import MemorySave
from hako.multiplayer.tables.clock import Clock, TimeClaimed, TimeNoted, clock_of
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import shared_header
from tests.simulated import SimulatedTime
from tests.toys import sealed_bids
from tests.toys.connect_four import GAME

HOUR, DAY = 3600, 24 * 3600
PEOPLE = (Player("Ann", key="a"), Player("Ben", key="b"))


def dealt(clock: str, game: Any = GAME, players: tuple[Player, ...] = PEOPLE) -> SharedTable[Any]:
    header = shared_header(game, players, seed=1, undo="ask", clock=clock)
    table = SharedTable(game, header, MemorySave.create(header))
    table.clocks.time = SimulatedTime()
    table.write_own_lines()
    return table


def after(table: SharedTable[Any], seconds: float) -> None:
    assert isinstance(table.clocks.time, SimulatedTime)
    table.clocks.time.seconds += seconds


def move(table: SharedTable[Any], seat: int, seconds: float) -> None:
    """A seat chooses after so long."""
    after(table, seconds)
    table.play(seat, table.legal_actions(seat)[0])


def data(table: SharedTable[Any]) -> bytes:
    assert isinstance(table.save, MemorySave)
    return bytes(table.save.data)


def lines(table: SharedTable[Any]) -> list[LogLine]:
    return [*read_log(table.game, data(table), "the log").lines]


def reason(table: SharedTable[Any], changed: list[LogLine]) -> str:
    log = b"".join(map(encode, (table.header, *changed)))
    with pytest.raises(BadLog) as info:
        verify(SharedTable, table.game, read_log(table.game, log, "the log"), "the log")
    return info.value.text("en")


@pytest.mark.parametrize(
    ("spec", "clock"),
    [
        ("", None),
        ("2m", Clock(120, 120, 120)),
        ("3d", Clock(3 * DAY, 3 * DAY, 3 * DAY)),
        ("24h+8h", Clock(DAY, 8 * HOUR, DAY)),
        ("12h+8h/2d", Clock(12 * HOUR, 8 * HOUR, 2 * DAY)),
        ("12h+8h/2d-away", Clock(12 * HOUR, 8 * HOUR, 2 * DAY, is_strict=True)),
    ],
)
def test_a_clock_is_a_bank_an_increment_and_a_most(spec: str, clock: Clock | None) -> None:
    assert clock_of(spec) == clock


@pytest.mark.parametrize(
    "spec",
    ["3", "d", "0d", "5s", "100d", "1h+2h", "2d+1d/1d", "3d ", "1h/2h", "23h-away", "-away", "3d-"],
)
def test_what_is_no_clock_is_refused(spec: str) -> None:
    with pytest.raises(Failure):
        clock_of(spec)
    with pytest.raises(BadSetup, match="3d"):
        shared_header(GAME, PEOPLE, clock=spec)


def test_days_a_turn_are_not_kept_and_a_bank_grows_up_to_its_most() -> None:
    turns, bank = dealt("3d"), dealt("24h+8h")
    for table in (turns, bank):
        move(table, 0, 2 * HOUR)
        move(table, 1, 20 * HOUR)

    assert [turns.left(0), turns.left(1)] == [3 * DAY, 3 * DAY]
    assert bank.left(0) == 24 * HOUR, "never more than at first"
    assert bank.left(1) == (24 - 20 + 8) * HOUR
    after(bank, 10 * HOUR)
    assert bank.left(0) == 14 * HOUR


def test_a_move_that_is_taken_back_and_made_again_adds_nothing() -> None:
    table = dealt("24h+8h")
    move(table, 0, 20 * HOUR)
    for _ in range(5):
        table.undo(0)
        move(table, 0, 0)

    assert table.left(0) == (24 - 20 + 8) * HOUR


def test_nobodys_time_runs_while_consent_is_asked_nor_a_bots_at_all() -> None:
    table = dealt("24h+8h")
    move(table, 0, HOUR)
    move(table, 1, HOUR)
    after(table, HOUR)
    table.ask(0)
    after(table, 100 * HOUR)
    table.claim()
    assert [table.left(0), table.left(1), table.due] == [23 * HOUR, 24 * HOUR, None]

    table.answer(1, yes=False)
    table.seat(0, Player("Ann", bot="random", key="a"))
    after(table, 100 * HOUR)

    assert table.left(0) == 23 * HOUR


def test_where_several_choose_at_once_each_has_their_own_time() -> None:
    players = (*PEOPLE, Player("Cat", key="c"))
    table = dealt("24h+8h", sealed_bids.GAME, players)
    while len(table.waiting()) == 1:
        move(table, table.waiting()[0], 0)
    assert table.waiting() == (0, 1, 2)

    move(table, 1, HOUR)
    after(table, 9 * HOUR)

    assert [table.left(seat) for seat in range(3)] == [14 * HOUR, 24 * HOUR, 14 * HOUR]


def test_after_time_and_a_grace_of_one_increment_the_others_choose() -> None:
    table = dealt("24h+8h")
    after(table, 32 * HOUR - 1)
    table.claim()
    assert not table.clocks.claimed

    after(table, 1)
    assert table.due == table.clocks.time.now()
    table.claim()
    assert table.clocks.claimed == {0}
    with pytest.raises(StaleTable):
        table.settle(0, 0, "wait")
    table.settle(1, 0, "wait")

    assert table.left(0) == 8 * HOUR
    verify(SharedTable, GAME, read_log(GAME, data(table), "the log"), "the log")


def test_who_moves_before_the_others_choose_plays_on_with_an_increment() -> None:
    table = dealt("24h+8h")
    after(table, 40 * HOUR)
    table.claim()
    move(table, 0, DAY)

    assert not table.clocks.claimed
    assert table.left(0) == 0, "all of it was used up and the grace, and the increment with it"


@pytest.mark.parametrize("how", ["bot", "replace", "adjourn"])
def test_a_bot_a_replacement_or_a_rest_and_each_survives_the_process(how: Any) -> None:
    table = dealt("24h+8h")
    after(table, 40 * HOUR)
    table.claim()
    table.settle(1, 0, how, "random" if how == "bot" else "")
    again = SharedTable.load(GAME, data(table), "the log")

    assert again.players == table.players
    assert again.clocks.running == table.clocks.running == ()
    assert again.clocks.is_adjourned == (how == "adjourn")
    assert table.players[0].is_open == (how == "replace")
    verify(SharedTable, GAME, read_log(GAME, data(table), "the log"), "the log")


def test_a_replacement_has_all_the_time_and_who_comes_back_an_increment() -> None:
    """Nobody gets up and sits down again for time."""
    left = []
    for key in ("a", "c"):
        table = dealt("24h+8h")
        after(table, 40 * HOUR)
        table.claim()
        table.settle(1, 0, "replace")
        table.seat(0, Player("Cat", key=key))
        left.append(table.left(0))

    assert left == [8 * HOUR, 24 * HOUR]


def test_a_claim_before_time_ran_out_is_told() -> None:
    table = dealt("24h+8h")
    after(table, 32 * HOUR)
    table.claim()
    *before, last, claim = lines(table)
    assert isinstance(last, TimeNoted)

    text = reason(table, [*before, replace(last, at=last.at - 60), claim])

    assert "line 5: seat 0 is declared out of time 60 seconds too early" in text


def test_a_clock_that_goes_back_or_a_claim_without_a_clock_is_told() -> None:
    table = dealt("24h+8h")
    move(table, 0, HOUR)
    records = lines(table)
    at = next(line.at for line in records if isinstance(line, TimeNoted))

    assert "goes back by 5 seconds" in reason(table, [*records, TimeNoted(at + HOUR - 5)])
    assert "more time is discounted" in reason(table, [*records, TimeNoted(at + HOUR + 5, (9, 0))])
    assert "its time does not run" in reason(table, [*records, TimeClaimed(0)])
    assert "no time was recorded" in reason(
        table, [line for line in records if not isinstance(line, TimeNoted)]
    )
    untimed = dealt("")
    assert "without a clock" in reason(untimed, [*lines(untimed), TimeNoted(at)])


def test_a_choice_and_how_late_it_was_are_kept_at_once_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The disk is waited for once."""
    table = dealt("1h")
    before, at = table.line, table.clocks.at
    kept: list[bytes] = []

    def append(save: MemorySave, line: bytes) -> None:
        kept.append(line)
        if len(kept) == 1:
            raise StorageError("because")
        save.data += line

    monkeypatch.setattr(MemorySave, "append", append)
    with pytest.raises(StorageError):
        move(table, 0, 5)
    assert (table.line, table.clocks.at) == (before, at)
    move(table, 0, 5)

    assert [type(line) for line in lines(table)][-2:] == [TimeNoted, Record]
    assert len(kept) == 2
    assert table.line == before + 2


def test_a_table_without_a_clock_keeps_the_lines_it_always_had() -> None:
    table = dealt("")
    move(table, 0, HOUR)

    assert b"clock" not in data(table)
    assert (table.left(0), table.due) == (None, None)


def test_who_is_away_is_waited_for_only_where_people_do_not_sit_together() -> None:
    class Away(SimulatedTime):
        def lost(self, key: str | None, since: float, until: float) -> float:
            return until - since if key == "a" else 0

    slow, quick, strict = dealt("24h+8h"), dealt("30m+1m"), dealt("24h+8h-away")
    for table in (slow, quick, strict):
        table.clocks.time = Away()
        after(table, 600)

    assert [slow.left(0), quick.left(0), strict.left(0)] == [24 * HOUR, 20 * 60, 24 * HOUR - 600]
    move(slow, 0, HOUR)
    verify(SharedTable, GAME, read_log(GAME, data(slow), "the log"), "the log")


def test_a_log_cannot_spare_one_who_is_away_where_that_does_not_count() -> None:
    """The time of an outage is lost for all who are waited for."""
    players = (*PEOPLE, Player("Cat", key="c"))
    for clock, text in (("3d", ""), ("3d-away", "60 seconds less went by"), ("2h", "less went by")):
        table = dealt(clock, sealed_bids.GAME, players)
        while len(table.waiting()) == 1:
            move(table, table.waiting()[0], 0)
        records, at = lines(table), table.clocks.at or 0
        log = (table.header, *records, TimeNoted(at + 100, (60, 60, 60)))
        verify(
            SharedTable,
            table.game,
            read_log(table.game, b"".join(map(encode, log)), "a log"),
            "a log",
        )
        if text:
            assert text in reason(table, [*records, TimeNoted(at + 100, (60, 0, 0))])
        else:
            log = (table.header, *records, TimeNoted(at + 100, (60, 0, 0)))
            verify(
                SharedTable,
                table.game,
                read_log(table.game, b"".join(map(encode, log)), "a log"),
                "a log",
            )
