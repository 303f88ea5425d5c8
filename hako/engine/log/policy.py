"""What a table's policy allows: who may take back what, who has to agree, when one may play.

These are the table's facts, not the game's: the rules decide records, the house decides who
sits, asks and goes back. A log that breaks the policy folds all the same; `verify` tells it.
"""

from __future__ import annotations

from typing import Any

from hako.engine.i18n.failure import Failure
from hako.engine.log.records import (
    ClockLine,
    HeadMoved,
    LogLine,
    OptionsChanged,
    OwnerChanged,
    ReadyChanged,
    Record,
    Redealt,
    RulesUpgraded,
    SeatChanged,
    SecretCommitted,
    SeedDisclosed,
    SeedMixed,
    TimeClaimed,
    TimeNoted,
    TimeoutResolved,
    UndoAnswered,
    UndoRequested,
)
from hako.engine.log.redeal import can_retry, is_indistinguishable
from hako.engine.log.table import Table
from hako.engine.rules.model import Seat


def offence(table: Table[Any], line: LogLine) -> Failure | None:
    """Why the table's policy does not allow a line that comes next, if it does not."""
    match line:
        case Record():
            return _not_to_play(table, line)
        case HeadMoved():
            return _not_to_go(table, line)
        case UndoRequested():
            return _not_to_ask(table, line)
        case SeatChanged():
            return _not_to_sit(table, line)
        case ReadyChanged():
            return _not_ready(table, line)
        case OptionsChanged():
            return _not_to_alter(table)
        case SecretCommitted() | SeedMixed():
            return _not_to_deal(table, line)
        case Redealt() | RulesUpgraded():
            return _not_to_change(table, line)
        case TimeNoted() | TimeClaimed() | TimeoutResolved():
            return _not_now(table, line)
        case SeedDisclosed():
            return _not_to_end(table, line)
        case UndoAnswered() | OwnerChanged():
            pass
    return None


def _not_to_change(table: Table[Any], line: Redealt | RulesUpgraded) -> Failure | None:
    """Why no other fate, or no other rules, begin there: records could not be decided again."""
    if isinstance(line, Redealt):
        return _not_anew(table, line)
    if line.rules <= table.rules:
        return Failure("rules_set_back", before=table.rules, version=line.rules)
    return None


def _not_ready(table: Table[Any], line: ReadyChanged) -> Failure | None:
    if table.is_dealt:
        return Failure("ready_too_late", seat=line.by)
    return table.deal.unfit(line, table.owner_seat)


def _not_to_alter(table: Table[Any]) -> Failure | None:
    if table.header.cup:
        return Failure("altered_in_cup")
    return Failure("altered_too_late") if table.is_dealt else None


def _not_to_end(table: Table[Any], line: SeedDisclosed) -> Failure | None:
    """Why a rated game cannot have ended then: others follow it, so the time has to be told."""
    began = max(table.deal.dealt_at, table.clocks.at or 0)
    if table.header.rated and line.at < max(began, 1):
        return Failure("ended_too_early", seconds=began - line.at)
    return None


def _not_to_deal(table: Table[Any], line: SecretCommitted | SeedMixed) -> Failure | None:
    """Why no secret, or no seed, comes here; both come before the deal."""
    deal, seats = table.deal, table.open_seats()
    if table.is_dealt or deal.seed is not None:
        return Failure("mixed_too_late")
    if isinstance(line, SeedMixed):
        left, seats = deal.left(line.at, table.owner_seat), table.waiting_seats()
        if left is not None and left < 0:
            return Failure("out_of_time", seconds=-int(left))
    if seats:
        return Failure("dealt_too_early", seat=seats[0])
    return deal.broken(line, table.players)


def _not_to_play(table: Table[Any], line: Record[Any, Any]) -> Failure | None:
    if table.deal.is_open:
        return Failure("played_on", seat=line.seat)
    if line.seat is None:
        waits = table.header.by_ready and table.waiting_seats()
        if waits:
            return Failure("dealt_too_early", seat=waits[0])
        return Failure("not_committed") if table.deal.seed is None else None
    if empty := table.open_seats():
        return Failure("nobody_sits", seat=line.seat, empty=empty[0])
    if table.header.clock and table.clocks.at is None:
        return Failure("not_clocked", seat=line.seat)
    return None


def _not_now(table: Table[Any], line: ClockLine) -> Failure | None:
    match line:
        case TimeNoted():
            return _not_so_late(table, line)
        case TimeClaimed():
            return _not_to_claim(table, line)
        case TimeoutResolved():
            return _not_to_settle(table, line)


def _not_so_late(table: Table[Any], line: TimeNoted) -> Failure | None:
    """Why it cannot be so late: time does not go back, nor is more lost than went by.

    What is lost for one alone is what they were away, which may not count there.
    """
    before = table.clocks.at
    if not table.header.clock:
        return Failure("no_clock_here")
    if before is not None and line.at < before:
        return Failure("clock_set_back", seconds=before - line.at)
    most = 0 if before is None else line.at - before
    if any(not 0 <= lost <= most for lost in line.lost):
        return Failure("more_time_lost", seconds=most)
    clocks = table.clocks
    lost = {line.lost[seat] for seat in clocks.running} if line.lost else set()
    if len(lost) > 1 and clocks.clock is not None and not clocks.clock.spares_away:
        return Failure("away_counted", seconds=max(lost) - min(lost))
    return None


def _not_to_claim(table: Table[Any], line: TimeClaimed) -> Failure | None:
    clocks, seat = table.clocks, line.seat
    if seat not in clocks.running:
        return Failure("no_time_runs", seat=seat)
    left = clocks.left[seat] + clocks.grace
    return Failure("claimed_too_early", seat=seat, seconds=left) if left > 0 else None


def _not_to_settle(table: Table[Any], line: TimeoutResolved) -> Failure | None:
    """Only the others choose, and only for whom time and grace are over."""
    by = table.players[line.by]
    if line.seat not in table.clocks.claimed:
        return Failure("nothing_claimed", seat=line.seat)
    if line.how == "replace" and table.header.cup:
        return Failure("seat_of_cup", seat=line.seat)
    if line.by == line.seat or by.is_open or by.is_bots_own:
        return Failure("not_to_choose", by=line.by, seat=line.seat)
    return None


def _not_anew(table: Table[Any], line: Redealt) -> Failure | None:
    """Only who plays alone is dealt another fate, at a choice of theirs and before what follows."""
    is_last = table.head == len(table.positions) - 1
    header = table.header
    others = (player for seat, player in enumerate(table.players) if seat != line.seat)
    is_alone = not header.is_shared or all(player.is_bots_own for player in others)
    if header.origin is None or not is_alone:
        return Failure("anew_not_here", seat=line.seat)
    if not is_last or not can_retry(table.state, line.seat):
        return Failure("anew_too_late", seat=line.seat)
    if not is_indistinguishable(table.game, table.state, line):
        return Failure("anew_otherwise", seat=line.seat)
    return None


def _not_to_sit(table: Table[Any], line: SeatChanged) -> Failure | None:
    key = line.player.key
    if table.header.cup and key != table.header.seats[line.seat].key:
        return Failure("seat_of_cup", seat=line.seat)
    for seat, player in enumerate(table.players):
        if key and player.key == key and seat != line.seat:
            return Failure("two_seats", seat=line.seat, other=seat)
    if (other := secrets_of_another(table, key, line.seat)) is not None:
        return Failure("knows_secrets", seat=line.seat, other=other)
    return None


def secrets_of_another(table: Table[Any], key: str | None, seat: Seat) -> Seat | None:
    """Another seat whose secrets a key has seen: that is why it may not sit on this one."""
    return min(table.seen.get(key or "", set()) - {seat}, default=None)


def _not_to_go(table: Table[Any], line: HeadMoved) -> Failure | None:
    by, undo = line.by, table.header.undo
    if table.deal.is_open:
        return Failure("played_on", seat=by)
    is_own = by is not None and line.to == table.undo_target(by) and table.undo_is(by) == "free"
    if undo == "free" or is_own or line.to in table.ahead(by):
        return None
    if undo == "horizon":
        return Failure("past_horizon", record=line.to, seat=by)
    is_asked = table.request is not None and table.request.way == (line.to, by)
    silent = table.unanswered()
    if is_asked and not silent:
        return None
    return Failure("no_consent", record=line.to, seat=by, silent=silent if is_asked else None)


def _not_to_ask(table: Table[Any], line: UndoRequested) -> Failure | None:
    if table.header.undo != "ask":
        return Failure("other_policy", seat=line.by, undo=table.header.undo)
    if line.to != table.undo_target(line.by):
        return Failure("asks_for_more", seat=line.by, record=line.to)
    return None
