"""Verification of a log: every record is replayed through the rules and compared with the log.

The other lines, such as undo and changes of seats, are checked against the table's policy.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.digests import digest_of, matches_lasting
from hako.engine.log.policy import offence
from hako.engine.log.records import (
    BadLog,
    Log,
    LogLine,
    Record,
    Redealt,
    bad_log_errors,
    damaged,
    misplacement,
)
from hako.engine.log.redeal import after, redeal
from hako.engine.log.setup import content_of
from hako.engine.log.table import Table
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.rules.model import State
from hako.engine.rules.play import IllegalAction, begin, check, fold, play


class NotDecided(BadLog):
    """A log without any fault, of which not every record could be replayed through the rules."""


def verify(game: Game[Any], log: Log, name: str) -> int:
    """Replay every record; return their number. Raises the errors of `replay_verified`."""
    return len(replay_verified(game, log, name).positions)


def replay_verified(game: Game[Any], log: Log, name: str) -> Table[Any]:
    """The table of a log, every record of which was replayed through the rules.

    Raises BadLog at the first difference, and NotDecided if some records could not be replayed.
    """
    table = compared(game, log, name)
    if table.undecided:
        raise NotDecided(name, None, table.undecided.summary)
    return table


def compared(game: Game[Any], log: Log, name: str) -> Table[Any]:
    """The table of a log, every record replayed through the rules as far as possible.

    Raises BadLog at the first difference, or at a line that the table's policy does not allow.
    Records of older rules are only folded and their digests compared, since the old rules would be
    needed to replay them. They are counted in the table's `undecided`: such a log is not verified.
    """
    table = Table(game, log.header, content=content_of(game, log.header, name))
    for number, line in enumerate(log.lines, start=2):
        if reason := misplacement(line, len(table.positions), len(table.players)):
            raise damaged(name, number, reason)
        with bad_log_errors(name, number):
            reason = offence(table, line)
        if reason:
            raise BadLog(name, number, reason)  # the game can be continued all the same
        with bad_log_errors(name, number):
            state = _decide_again(table, line, name, number) if isinstance(line, Record) else None
            doubt = _doubt(table, line)
            table.do(line, state)
        table.doubts += () if doubt is None else (doubt,)
    return table


def _doubt(table: Table[Any], line: LogLine) -> Failure | None:
    """The part of the next line that cannot be confirmed, although it need not be wrong."""
    if isinstance(line, Redealt):
        is_same = _is_redeal_reproduced(table, line)
        return None if is_same else Failure("dealt_otherwise", record=table.now.number)
    return None


def _is_redeal_reproduced(table: Table[Any], line: Redealt) -> bool:
    """True if this version of hako computes the same redeal. A later one may sample differently."""
    now = table.now
    try:
        again = redeal(table.game, now.state, now.ply, line.seat, line.seed)
    except Exception:  # noqa: BLE001  today's sampling may fail on a state of older rules
        return False
    return bool(after(now.state, again) == after(now.state, line))


def _decide_again(table: Table[Any], line: Record[Any, Any], name: str, number: int) -> State:
    """The state after the next record, computed by the rules (or folded, if the rules are older)."""
    game, record = table.game, len(table.positions)
    base = table.state if record else table.blank()
    if table.rules < game.rules:
        state: State = fold(base, line.seat, line.action, line.then)
    else:
        chance = table.chance_at(0) if line.seat is None else table.draws(line.seat)
        state = _replayed(base, line, chance, name, number, record)
    if line.digest is not None and not matches_lasting(state, line.digest):
        computed = digest_of(state)
        reason = Failure("other_digest", record=record, there=line.digest, here=computed)
        raise damaged(name, number, reason)
    return state


def _replayed(
    base: State, line: Record[Any, Any], chance: Chance, name: str, number: int, record: int
) -> State:
    try:
        state, again = _apply_rules(base, line, chance)
    except (IllegalAction, TypeError) as error:
        raise damaged(name, number, Failure("illegal_record", record=record, what=error)) from None
    _compare(line, again, chance, name, number, record)
    return state


def _apply_rules(base: State, line: Record[Any, Any], chance: Chance) -> tuple[State, Any]:
    if line.seat is None:
        return begin(base, chance)
    check(base, line.seat, line.action)
    return play(base, line.seat, line.action, chance)


def _compare(
    line: Record[Any, Any], again: Any, chance: Chance, name: str, number: int, record: int
) -> None:
    if again != line.then:
        place, logged, computed = _difference(line.then, again)
        reason = Failure("other_record", record=record, place=place, there=logged, here=computed)
        raise damaged(name, number, reason)
    if chance.drew != line.drew:
        raise damaged(name, number, Failure("other_draw", record=record, drew=line.drew))


def _difference(
    logged: Any, computed: Any, place: str = "then"
) -> tuple[str, str | Failure, str | Failure]:
    """The path of the first difference between two values, and both values there as JSON."""
    if type(logged) is type(computed):
        if isinstance(logged, Struct):
            for field in logged.__struct_fields__:
                if getattr(logged, field) != getattr(computed, field):
                    tag = logged.__struct_config__.tag
                    return _difference(
                        getattr(logged, field), getattr(computed, field), f"{place}.{tag}.{field}"
                    )
        elif isinstance(logged, tuple) and logged != computed:
            for index, (one, other) in enumerate(zip(logged, computed, strict=False)):
                if one != other:
                    return _difference(one, other, f"{place}[{index}]")
            index = min(len(logged), len(computed))
            return f"{place}[{index}]", _as_json(logged[index:]), _as_json(computed[index:])
    return place, _as_json(logged), _as_json(computed)


def _as_json(value: Any) -> str | Failure:
    return msgspec.json.encode(value).decode() if value != () else Failure("nothing")
