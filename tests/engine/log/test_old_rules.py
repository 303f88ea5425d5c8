"""Old games: logs of earlier rules are opened, played on, and opened again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec.structs import replace

from hako.engine.log.records import BadLog, Player, Upgraded, encode, read_log
from hako.engine.log.setup import new_header
from hako.engine.log.store import MemorySave
from hako.engine.log.table import Table
from hako.engine.log.verify import verify
from tests.toys.tic_tac_toe import GAME, Grid, Place, TicTacToe


def shifted(value: Any, by: int) -> Any:
    """The same with every cell counted from another number."""
    if isinstance(value, dict):
        return {
            key: part + by if key == "cell" else shifted(part, by) for key, part in value.items()
        }
    return [shifted(part, by) for part in value] if isinstance(value, list) else value


class Second(TicTacToe):
    """Tic-tac-toe with the rules of now; those before counted the cells from 1."""

    rules = 2
    upcasters: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {
        1: lambda line: shifted(line, -1)
    }


SECOND = Second()


def old_save(*cells: int) -> MemorySave:
    """A game that was begun with the first rules, as those wrote it."""
    header = new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)
    table = Table.new(GAME, header)
    for cell in cells:
        table.play(table.waiting()[0], Place(cell))
    save = MemorySave("old")
    save.append(encode(header))
    for moment in table.moments:
        line = msgspec.json.decode(encode(replace(moment.record, digest="0" * 16)))
        save.append(msgspec.json.encode(shifted(line, 1)) + b"\n")
    return save


def opened(save: MemorySave) -> Table[Grid]:
    return Table.load(SECOND, bytes(save.data), save.name, save)


def test_an_old_game_opens_whatever_its_states_were_then() -> None:
    table = opened(old_save(4, 0))

    assert table.state.marks == (1 << 4, 1 << 0)
    assert [moment.record.digest for moment in table.moments] == [None, None, None]


def test_an_old_game_can_be_played_on_and_opened_again() -> None:
    save = old_save(4, 0)
    table = opened(save)

    table.play(0, Place(8))
    table.undo()
    table.play(0, Place(2))

    again = opened(save)
    assert [moment.state for moment in again.moments] == [moment.state for moment in table.moments]
    assert again.state.marks == (1 << 4 | 1 << 2, 1 << 0)
    assert again.line == table.line


def test_the_log_says_once_from_where_on_other_rules_hold() -> None:
    save = old_save(4)
    table = opened(save)
    table.play(1, Place(0))
    table.play(0, Place(8))
    opened(save).play(1, Place(1))

    log = read_log(SECOND, bytes(save.data), "old")
    assert [line.rules for line in log.lines if isinstance(line, Upgraded)] == [2]


def test_what_was_decided_by_older_rules_is_not_decided_again() -> None:
    save = old_save(4, 0)
    opened(save).play(0, Place(8))

    assert verify(SECOND, read_log(SECOND, bytes(save.data), "old"), "old") == 4


def test_what_was_decided_since_is() -> None:
    save = old_save(4, 0)
    opened(save).play(0, Place(8))
    changed = bytes(save.data).replace(
        b'{"type":"mark_placed","seat":0,"cell":8}', b'{"type":"mark_placed","seat":0,"cell":7}'
    )

    with pytest.raises(BadLog, match=r"line 6: record 3, .*the log says 7, the rules say 8"):
        verify(SECOND, read_log(SECOND, changed, "old"), "old")


def test_a_game_that_a_later_hako_played_on_asks_for_it() -> None:
    save = old_save(4, 0)
    opened(save).play(0, Place(8))

    with pytest.raises(BadLog, match=r"line 5: played by version 2 .* Update hako to open it"):
        read_log(GAME, bytes(save.data), "old")


def test_a_new_game_says_nothing_of_the_kind() -> None:
    table = Table.new(SECOND, new_header(SECOND, (Player("Ann"), Player("Ben")), seed=1))
    lines: list[object] = []
    table.subscribe(lambda _, line: lines.append(line))
    table.play(0, Place(0))

    assert not any(isinstance(line, Upgraded) for line in lines)
