"""Golden logs: games that a release wrote, which every later one has to open.

`make golden` writes those of the present version; those of older versions stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hako.engine.log.header import Header, Player
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import FORMAT, encode
from hako.engine.log.redeal import can_retry
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat
from hako.multiplayer.tables.table import SharedTable
from hako.testing.cases import Case, choices, replayed, retried
from tests.testing.games import CASES, GAMES

FOLDER = Path(__file__).parent.parent / "golden"
SEED = 11
DECISIONS = 24


def golden_logs() -> Iterator[tuple[Path, bytes]]:
    """The logs of the present version: each game at its smallest and at its fullest.

    And one that is tried again, with what a seat did not know dealt anew.
    """
    for game in GAMES:
        cases = [case for case in CASES if case.game is game]
        for case in dict.fromkeys((cases[0], cases[-1])):
            rules = f"-rules{game.rules}" if game.rules > 1 else ""
            name = f"{version('hako-tabletop')}-{FORMAT}-{case}{rules}.hako"
            yield FOLDER / game.id / name, _written(case)
        again = f"{version('hako-tabletop')}-{FORMAT}-{game.id}-rules{game.rules}-again.hako"
        yield FOLDER / game.id / again, _tried_again(cases[0])


def _written(case: Case) -> bytes:
    """A log with a line of every kind: choices, undo, requests, answers, somebody else's seat."""
    header = replace(case.table(SEED).header, undo="ask")
    lines: list[Header | LogLine] = [header]
    table = SharedTable.new(case.game, header)
    lines.append(table.positions[0].record)
    table.subscribe(lambda _, line: lines.append(line))
    for ply in range(DECISIONS):
        if not table.waiting():
            break
        dice = Chance(SEED, ply).stream("golden")
        seat = dice.choice(table.waiting())
        table.play(seat, dice.choice(table.legal_actions(seat)))
        if ply % 10 == 9:
            _take_back(table, dice.below(case.seats))
    table.seat(0, Player("Zoe", bot="random"))
    return b"".join(map(encode, lines))


def _tried_again(case: Case) -> bytes:
    """A log up to a choice, dealt anew, and played on; undone over that, and redone."""
    table = replayed(case, SEED, DECISIONS)
    moment, seat = [choice for choice in choices(table) if can_retry(choice[0].state, choice[1])][
        -1
    ]
    again, lines = retried(table, moment, seat)
    again.redeal(seat, SEED)
    again.play(seat, again.legal_actions(seat)[0])
    again.go_to(moment.number - 1)
    again.redo()
    return b"".join(map(encode, lines))


def _take_back(table: History[Any], seat: Seat) -> None:
    match table.undo_is(seat):
        case "free":
            table.undo(seat)
        case "consent":
            table.ask(seat)
            for other in range(len(table.players)):
                table.answer(other, yes=True)
        case "horizon" | "nothing":
            pass


def main() -> None:
    """Write the golden logs of the present version anew."""
    for path, data in golden_logs():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
