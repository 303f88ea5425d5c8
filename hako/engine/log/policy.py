"""The policy of a table: checks of undo, seats, deal, clocks and of the time to play.

These are rules of the table, not of the game. A log that violates the policy can still be opened;
only `verify` reports the violation. Each check returns a Failure with the reason, or None.
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
    """The reason why the table's policy does not allow the next line, or None."""
    match line:
        case Record():
            return _check_record(table, line)
        case HeadMoved():
            return _check_head(table, line)
        case UndoRequested():
            return _check_undo_request(table, line)
        case SeatChanged():
            return _check_seat(table, line)
        case ReadyChanged():
            return _check_ready(table, line)
        case OptionsChanged():
            return _check_options(table)
        case SecretCommitted() | SeedMixed():
            return _check_deal(table, line)
        case Redealt() | RulesUpgraded():
            return _check_change(table, line)
        case TimeNoted() | TimeClaimed() | TimeoutResolved():
            return _check_clock(table, line)
        case SeedDisclosed():
            return _check_disclosure(table, line)
        case UndoAnswered() | OwnerChanged():
            pass
    return None


def _check_change(table: Table[Any], line: Redealt | RulesUpgraded) -> Failure | None:
    """Check a redeal or a change of rules."""
    if isinstance(line, Redealt):
        return _check_redeal(table, line)
    if line.rules <= table.rules:
        return Failure("rules_set_back", before=table.rules, version=line.rules)
    return None


def _check_ready(table: Table[Any], line: ReadyChanged) -> Failure | None:
    if table.is_dealt:
        return Failure("ready_too_late", seat=line.by)
    return table.deal.contribution_fault(line, table.owner_seat)


def _check_options(table: Table[Any]) -> Failure | None:
    if table.header.cup:
        return Failure("altered_in_cup")
    return Failure("altered_too_late") if table.is_dealt else None


def _check_disclosure(table: Table[Any], line: SeedDisclosed) -> Failure | None:
    """Check the end of a game. A rated game needs a plausible time, since ratings are ordered by it."""
    began = max(table.deal.dealt_at, table.clocks.at or 0)
    if table.header.rated and line.at < max(began, 1):
        return Failure("ended_too_early", seconds=began - line.at)
    return None


def _check_deal(table: Table[Any], line: SecretCommitted | SeedMixed) -> Failure | None:
    """Check a commitment or a seed. Both must precede the deal."""
    deal, seats = table.deal, table.open_seats()
    if table.is_dealt or deal.seed is not None:
        return Failure("mixed_too_late")
    if isinstance(line, SeedMixed):
        left, seats = deal.left(line.at, table.owner_seat), table.waiting_seats()
        if left is not None and left < 0:
            return Failure("out_of_time", seconds=-int(left))
    if seats:
        return Failure("dealt_too_early", seat=seats[0])
    return deal.deal_fault(line, table.players)


def _check_record(table: Table[Any], line: Record[Any, Any]) -> Failure | None:
    if table.deal.is_open:
        return Failure("played_on", seat=line.seat)
    if line.seat is None:
        if waits := table.waiting_seats():
            return Failure("dealt_too_early", seat=waits[0])
        return Failure("not_committed") if table.deal.seed is None else None
    if empty := table.open_seats():
        return Failure("nobody_sits", seat=line.seat, empty=empty[0])
    if table.header.clock and table.clocks.at is None:
        return Failure("not_clocked", seat=line.seat)
    return None


def _check_clock(table: Table[Any], line: ClockLine) -> Failure | None:
    match line:
        case TimeNoted():
            return _check_time(table, line)
        case TimeClaimed():
            return _check_claim(table, line)
        case TimeoutResolved():
            return _check_timeout(table, line)


def _check_time(table: Table[Any], line: TimeNoted) -> Failure | None:
    """Check the time of a line: it does not go back, and no more time is discounted than went by.

    Time discounted for a single seat is a vacation, which must be allowed by the clock.
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


def _check_claim(table: Table[Any], line: TimeClaimed) -> Failure | None:
    clocks, seat = table.clocks, line.seat
    if seat not in clocks.running:
        return Failure("no_time_runs", seat=seat)
    left = clocks.left[seat] + clocks.grace
    return Failure("claimed_too_early", seat=seat, seconds=left) if left > 0 else None


def _check_timeout(table: Table[Any], line: TimeoutResolved) -> Failure | None:
    """Check a choice about a seat without time: only others may make it, after time and grace."""
    by = table.players[line.by]
    if line.seat not in table.clocks.claimed:
        return Failure("nothing_claimed", seat=line.seat)
    if line.how == "replace" and table.header.cup:
        return Failure("seat_of_cup", seat=line.seat)
    if line.by == line.seat or by.is_open or by.is_bots_own:
        return Failure("not_to_choose", by=line.by, seat=line.seat)
    return None


def _check_redeal(table: Table[Any], line: Redealt) -> Failure | None:
    """Check a redeal: only in a retry, against bots alone, at the seat's choice in the last position."""
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


def _check_seat(table: Table[Any], line: SeatChanged) -> Failure | None:
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
    """Another seat whose secrets a key has seen, so that it may not take this one; None for none."""
    return min(table.seen.get(key or "", set()) - {seat}, default=None)


def _check_head(table: Table[Any], line: HeadMoved) -> Failure | None:
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


def _check_undo_request(table: Table[Any], line: UndoRequested) -> Failure | None:
    if table.header.undo != "ask":
        return Failure("other_policy", seat=line.by, undo=table.header.undo)
    if line.to != table.undo_target(line.by):
        return Failure("asks_for_more", seat=line.by, record=line.to)
    return None
