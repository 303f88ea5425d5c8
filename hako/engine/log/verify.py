"""Verification of a log: every record is replayed through the rules and compared with the log.

Each other line, such as undo and changes of seats, says itself whether it was allowed.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.digests import digest_of, matches_lasting
from hako.engine.log.history import History
from hako.engine.log.log_content import content_of
from hako.engine.log.log_format import BadLog, Log, Record, bad_log_errors, damaged
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.rules.model import State
from hako.engine.rules.play import IllegalAction, begin, check, fold, play

HistoryT = TypeVar("HistoryT", bound=History[Any])


class NotDecided(BadLog):
    """A log without any fault, of which not every record could be replayed through the rules."""


def verify(kind: type[History[Any]], game: Game[Any], log: Log, name: str) -> int:
    """Replay every record; return their number. Raises the errors of `replay_verified`."""
    return len(replay_verified(kind, game, log, name).positions)


def replay_verified(kind: type[HistoryT], game: Game[Any], log: Log, name: str) -> HistoryT:
    """The history of a log, every record of which was replayed through the rules.

    `kind` is its class. Raises BadLog at the first difference, and NotDecided if some records could
    not be replayed.
    """
    history = compared(kind, game, log, name)
    if history.undecided:
        raise NotDecided(name, None, history.undecided.summary)
    return history


def compared(kind: type[HistoryT], game: Game[Any], log: Log, name: str) -> HistoryT:
    """The history of a log, every record replayed through the rules as far as possible.

    `kind` is its class. Raises BadLog at the first difference, or at a line that is not allowed.
    Records of older rules are only folded and their digests compared, since the old rules would be
    needed to replay them. They are counted in `undecided`: such a log is not verified.
    """
    history = kind(game, log.header, content=content_of(game, log.header, name))
    for number, line in enumerate(log.lines, start=2):
        if reason := line.misplacement(len(history.positions), len(history.players)):
            raise damaged(name, number, reason)
        with bad_log_errors(name, number):
            reason = line.check(history)
        if reason:
            raise BadLog(name, number, reason)  # the game can be continued all the same
        with bad_log_errors(name, number):
            state: Any = None
            if isinstance(line, Record):
                state = _decide_again(history, line, name, number)
            doubt = line.doubt(history)
            history.do(line, state)
        history.doubts += () if doubt is None else (doubt,)
    return history


def _decide_again(history: History[Any], line: Record[Any, Any], name: str, number: int) -> State:
    """The state after the next record, computed by the rules (or folded, if the rules are older)."""
    game, record = history.game, len(history.positions)
    base = history.state if record else history.blank()
    if history.rules < game.rules:
        state: State = fold(base, line.seat, line.action, line.then)
    else:
        chance = history.chance_at(0) if line.seat is None else history.draws(line.seat)
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
