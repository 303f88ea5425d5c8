"""Tables of an event: what is drawn there is the same at all of them, whatever else is done in between.

Sealed bids: the die of a round is rolled when the last bid of the one before is in; the leader may
look at the pile first, which draws nothing.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.engine.log.header import Player
from hako.engine.log.log_format import BadLog
from hako.engine.storage.memory_save import MemorySave
from hako.multiplayer.tables.open_log import read_log, verified
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import shared_header
from tests.toys.sealed_bids import GAME, Fold, House, Look, Open

SECRET = bytes(range(32))


def table(event: str = "cup", *names: str) -> SharedTable[House]:
    """A table of two, dealt from the secret of an event, or from any secret at all."""
    people = [Player(name, key=f"SHA256:{name}") for name in names or ("Ann", "Ben")]
    header = shared_header(
        GAME, people, {"rounds": "5"}, committed=True, undo="horizon", event=event
    )
    header = replace(header, code="CODE", owner=people[0].key or "", by_ready=True)
    item = SharedTable.new(GAME, header, MemorySave.create)
    item.commit_to(SECRET)
    for seat in (0, 1):
        item.declare(seat, ready=True)
    return item


def rounds(table: SharedTable[House], *, looks: bool) -> list[int]:
    """The dice of all rounds, where the leaders look first, or do not; nobody bids."""
    dice = []
    while table.waiting():
        dice.append(table.state.prize)
        leader = table.waiting()[0]
        if looks and Look() in table.legal_actions(leader):
            table.play(leader, Look())
        table.play(leader, Open())
        for seat in (0, 1):
            table.play(seat, Fold())
    return dice


def test_one_look_more_does_not_pull_two_tables_apart() -> None:
    """Draws that go by the ply, as here: every later die is another one."""
    assert rounds(table(), looks=True) == rounds(table(), looks=False)
    assert rounds(table(), looks=False) == rounds(table("cup", "Cat", "Dan"), looks=True)


def test_other_tables_are_as_they_always_were() -> None:
    assert (item := table("")).deal.committed is not None
    assert item.draws(0).dice.bits() == item.chance().dice.bits()


def test_what_a_seat_draws_goes_by_how_often_it_drew() -> None:
    """Ben, in seat 1, folds last and so rolls the die; Ann's draws stay where they are."""
    item = table()
    first = [item.draws(seat).dice.bits() for seat in (0, 1)]
    assert len({*first, item.chance_at(0).dice.bits()}) == 3
    item.play(0, Open())
    item.play(0, Fold())
    assert [item.draws(seat).dice.bits() for seat in (0, 1)] == first
    item.play(1, Fold())
    second = [item.draws(seat).dice.bits() for seat in (0, 1)]
    assert second[0] == first[0]
    assert second[1] != first[1]


def test_what_is_taken_back_and_done_again_draws_the_same() -> None:
    item = table()
    item.play(0, Open())
    before = item.draws(0).dice.bits()
    item.undo(0)
    item.play(0, Open())
    assert item.draws(0).dice.bits() == before


@pytest.mark.parametrize("looks", [True, False])
def test_their_logs_verify(*, looks: bool) -> None:
    item = table()
    rounds(item, looks=looks)
    assert isinstance(item.save, MemorySave)
    data = bytes(item.save.data)

    again = verified(GAME, read_log(GAME, data, "it"), "it")

    assert again.outcome == item.outcome
    with pytest.raises(BadLog):  # the same choices, and the draws of a table by itself
        verified(GAME, read_log(GAME, data.replace(b'"event":"cup"', b'"event":""'), "it"), "it")
