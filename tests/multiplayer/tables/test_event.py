"""Tables of an event: what is drawn there is the same at all of them, whatever else is done in between.

Sealed bids: the die of a round is rolled when the last bid of the one before is in; the leader may
look at the pile first, which draws nothing.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.engine.log.header import Player
from hako.engine.log.records import BadLog
from hako.engine.storage.folder import MemorySave
from hako.multiplayer.tables.open import read_log, verified
from hako.multiplayer.tables.setup import shared_header
from hako.multiplayer.tables.table import SharedTable
from tests.toys.sealed_bids import GAME, Fold, House, Look, Open

SECRET = bytes(range(32))


def table(event: str = "cup", *names: str) -> SharedTable[House]:
    """A table of two, dealt from the secret of an event, or from any secret at all."""
    people = [Player(name, key=f"SHA256:{name}") for name in names or ("Ann", "Ben")]
    header = shared_header(
        GAME, people, {"rounds": "5"}, committed=True, undo="horizon", event=event
    )
    header = replace(header, code="CODE", owner=people[0].key or "", by_ready=True)
    its = SharedTable.new(GAME, header, MemorySave.create)
    its.commit_to(SECRET)
    for seat in (0, 1):
        its.declare(seat, ready=True)
    return its


def rounds(its: SharedTable[House], *, looks: bool) -> list[int]:
    """The dice of all rounds, where the leaders look first, or do not; nobody bids."""
    dice = []
    while its.waiting():
        dice.append(its.state.prize)
        leader = its.waiting()[0]
        if looks and Look() in its.legal_actions(leader):
            its.play(leader, Look())
        its.play(leader, Open())
        for seat in (0, 1):
            its.play(seat, Fold())
    return dice


def test_one_look_more_does_not_pull_two_tables_apart() -> None:
    """Draws that go by the ply, as here: every later die is another one."""
    assert rounds(table(), looks=True) == rounds(table(), looks=False)
    assert rounds(table(), looks=False) == rounds(table("cup", "Cat", "Dan"), looks=True)


def test_other_tables_are_as_they_always_were() -> None:
    assert (its := table("")).deal.committed is not None
    assert its.draws(0).dice.bits() == its.chance().dice.bits()


def test_what_a_seat_draws_goes_by_how_often_it_drew() -> None:
    """Ben, in seat 1, folds last and so rolls the die; Ann's draws stay where they are."""
    its = table()
    first = [its.draws(seat).dice.bits() for seat in (0, 1)]
    assert len({*first, its.chance_at(0).dice.bits()}) == 3
    its.play(0, Open())
    its.play(0, Fold())
    assert [its.draws(seat).dice.bits() for seat in (0, 1)] == first
    its.play(1, Fold())
    second = [its.draws(seat).dice.bits() for seat in (0, 1)]
    assert second[0] == first[0]
    assert second[1] != first[1]


def test_what_is_taken_back_and_done_again_draws_the_same() -> None:
    its = table()
    its.play(0, Open())
    before = its.draws(0).dice.bits()
    its.undo(0)
    its.play(0, Open())
    assert its.draws(0).dice.bits() == before


@pytest.mark.parametrize("looks", [True, False])
def test_their_logs_verify(*, looks: bool) -> None:
    its = table()
    rounds(its, looks=looks)
    assert isinstance(its.save, MemorySave)
    data = bytes(its.save.data)

    again = verified(GAME, read_log(GAME, data, "it"), "it")

    assert again.outcome == its.outcome
    with pytest.raises(BadLog):  # the same choices, and the draws of a table by itself
        verified(GAME, read_log(GAME, data.replace(b'"event":"cup"', b'"event":""'), "it"), "it")
