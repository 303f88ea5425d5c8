"""Old games: logs of earlier rules are opened, played on, and opened again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec.structs import replace

from hako.engine.log.header import Player
from hako.engine.log.log_format import BadLog, Log, encode
from hako.engine.log.rules_upgrade import RulesUpgraded
from hako.engine.log.setup import new_header
from hako.engine.log.verify import NotDecided, verify
from hako.engine.storage.memory_save import MemorySave
from hako.multiplayer.tables.deal import SecretCommitted
from hako.multiplayer.tables.open_log import compared, read_log, verified
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import shared_header
from tests.toys.tic_tac_toe import GAME, Grid, Place, TicTacToe


def shifted(value: Any, by: int) -> Any:
    """The same with every cell counted from another number."""
    if isinstance(value, dict):
        return {
            key: part + by if key == "cell" else shifted(part, by) for key, part in value.items()
        }
    return [shifted(part, by) for part in value] if isinstance(value, list) else value


def from_zero(line: dict[str, Any]) -> dict[str, Any]:
    """A line of the first rules as the second ones have it; its states were others, too."""
    line.pop("digest", None)
    moved: dict[str, Any] = shifted(line, -1)
    return moved


class Second(TicTacToe):
    """Tic-tac-toe with the rules of now; those before counted the cells from 1."""

    rules = 2
    upcasters: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: from_zero}


class AlikeTwice(TicTacToe):
    """Tic-tac-toe with the rules of now; the states of those before were the same."""

    rules = 2
    upcasters: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {
        1: lambda line: line
    }


SECOND, ALIKE = Second(), AlikeTwice()


def old_save(*cells: int) -> MemorySave:
    """A game that was begun with the first rules, as those wrote it."""
    header = new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)
    table = SharedTable.new(GAME, header)
    for cell in cells:
        table.play(table.waiting()[0], Place(cell))
    save = MemorySave("old")
    save.append(encode(header))
    for moment in table.positions:
        line = msgspec.json.decode(encode(replace(moment.record, digest="0" * 16)))
        save.append(msgspec.json.encode(shifted(line, 1)) + b"\n")
    return save


def opened(save: MemorySave) -> SharedTable[Grid]:
    return SharedTable.load(SECOND, bytes(save.data), save.name, save)


def test_an_old_game_opens_whatever_its_states_were_then() -> None:
    table = opened(old_save(4, 0))

    assert table.state.marks == (1 << 4, 1 << 0)
    assert [moment.record.digest for moment in table.positions] == [None, None, None]


def test_an_old_game_can_be_played_on_and_opened_again() -> None:
    save = old_save(4, 0)
    table = opened(save)

    table.play(0, Place(8))
    table.undo()
    table.play(0, Place(2))

    again = opened(save)
    assert [moment.state for moment in again.positions] == [
        moment.state for moment in table.positions
    ]
    assert again.state.marks == (1 << 4 | 1 << 2, 1 << 0)
    assert again.line == table.line


def test_the_log_says_once_from_where_on_other_rules_hold() -> None:
    save = old_save(4)
    table = opened(save)
    table.play(1, Place(0))
    table.play(0, Place(8))
    opened(save).play(1, Place(1))

    log = read_log(SECOND, bytes(save.data), "old")
    assert [line.rules for line in log.lines if isinstance(line, RulesUpgraded)] == [2]


def test_what_was_decided_by_older_rules_is_not_decided_again_and_so_not_verified() -> None:
    """The beginning and two moves are of older rules, the third move is not."""
    save = old_save(4, 0)
    opened(save).play(0, Place(8))
    log = read_log(SECOND, bytes(save.data), "old")

    assert compared(SECOND, log, "old").undecided.records == 3
    with pytest.raises(
        NotDecided, match="3 records of 4 were not checked against the rules"
    ) as caught:
        verify(SharedTable, SECOND, log, "old")
    assert "under version 1 of the rules of tic_tac_toe; this hako can check only version 2" in str(
        caught.value
    )


def won(*cells: int) -> bytes:
    """A game by the first rules of which the last record has a digest."""
    header = new_header(GAME, (Player("Ann"), Player("Ben")), seed=1)
    table = SharedTable.new(GAME, header, MemorySave.create)
    for cell in cells:
        table.play(table.waiting()[0], Place(cell))
    assert isinstance(table.save, MemorySave)
    return bytes(table.save.data)


def test_digests_of_older_rules_are_compared() -> None:
    """Eight moves; somebody marked another cell with the last one, and called it older rules."""
    data = won(0, 1, 2, 4, 3, 5, 7, 6)
    forged = data.replace(b'"cell":6', b'"cell":8')
    assert compared(ALIKE, read_log(ALIKE, data, "old"), "old").undecided.records == 9

    with pytest.raises(BadLog, match="record 8, digest: the log says"):
        compared(ALIKE, read_log(ALIKE, forged, "old"), "old")
    with pytest.raises(BadLog, match="record 8 says that the state's digest is"):
        SharedTable.load(ALIKE, forged, "old")


def test_rules_never_go_back() -> None:
    """Else whatever follows would be taken as it stands."""
    table = SharedTable.new(SECOND, new_header(SECOND, (Player("Ann"), Player("Ben")), seed=1))
    lines = (table.positions[0].record, RulesUpgraded(1, "0.1.0"))

    with pytest.raises(BadLog, match="line 3: the rules go from version 2 back to version 1"):
        compared(SECOND, Log(table.header, lines, 0, torn=False), "old")


# ------------------------------------------------------------ what is fixed before the deal


class Shared:
    """A table of two people that was laid by the first rules, and dealt by the second."""

    def __init__(self) -> None:
        people = (Player("Ann", key="SHA256:Ann"), Player("Ben", key="SHA256:Ben"))
        header = replace(
            shared_header(ALIKE, people, committed=True),
            rules=1,
            by_ready=True,
            code="ABC",
            owner="SHA256:Ann",
        )
        self.save = MemorySave.create(header)
        SharedTable.load(GAME, bytes(self.save.data), "shared", self.save)  # it commits

    def dealt(self) -> SharedTable[Grid]:
        table = SharedTable.load(ALIKE, bytes(self.save.data), "shared", self.save)
        for seat in (0, 1):
            table.declare(seat, ready=True)
        return table

    def lines(self) -> list[bytes]:
        return bytes(self.save.data).splitlines(keepends=True)


def test_a_table_that_waited_is_bound_to_the_rules_that_it_is_dealt_by() -> None:
    shared = Shared()
    table = shared.dealt()
    log = read_log(ALIKE, bytes(shared.save.data), "shared")

    kinds = [type(line) for line in log.lines[:3]]
    assert kinds == [SecretCommitted, RulesUpgraded, SecretCommitted]
    assert b'"rules":2' in table.deal.about
    assert not verified(ALIKE, log, "shared").undecided


@pytest.mark.parametrize("committed", [1, 2], ids=["with the first rules", "with the second"])
def test_without_its_upgrade_it_is_another_deal(committed: int) -> None:
    """Somebody took the line away, so that what follows would stand as it is."""
    shared = Shared()
    shared.dealt()
    lines = [line for line in shared.lines() if b'"line":"rules"' not in line]
    commitments = [at for at, line in enumerate(lines) if b'"line":"commit"' in line]
    del lines[commitments[committed - 2]]

    with pytest.raises(BadLog):
        verified(ALIKE, read_log(ALIKE, b"".join(lines), "shared"), "shared")


def test_what_was_decided_since_is() -> None:
    save = old_save(4, 0)
    opened(save).play(0, Place(8))
    changed = bytes(save.data).replace(
        b'{"type":"mark_placed","seat":0,"cell":8}', b'{"type":"mark_placed","seat":0,"cell":7}'
    )

    with pytest.raises(BadLog, match=r"line 6: record 3, .*the log says 7, the rules say 8"):
        verify(SharedTable, SECOND, read_log(SECOND, changed, "old"), "old")


def test_a_game_that_a_later_hako_played_on_asks_for_it() -> None:
    save = old_save(4, 0)
    opened(save).play(0, Place(8))

    with pytest.raises(BadLog, match=r"line 5: played under version 2 .* Update hako to open it"):
        read_log(GAME, bytes(save.data), "old")


def test_a_new_game_says_nothing_of_the_kind() -> None:
    table = SharedTable.new(SECOND, new_header(SECOND, (Player("Ann"), Player("Ben")), seed=1))
    lines: list[object] = []
    table.subscribe(lambda _, line: lines.append(line))
    table.play(0, Place(0))

    assert not any(isinstance(line, RulesUpgraded) for line in lines)
