"""Undo at a table with secrets: free to the horizon, announced beforehand, then by consent."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hako.engine.log.history import History
from hako.engine.log.log_format import HISTORY_LINES, read_log
from hako.engine.log.undo import CannotUndo
from hako.engine.log.verify import verify
from hako.engine.storage.folder import FolderStore
from tests.engine.auction import PLAYERS, auction_state, table
from tests.toys.sealed_bids import GAME, Bid, Bidding, Fold, House, LayAside, Look, Open


def lay_aside(at: History[House], seat: int) -> None:
    at.play(seat, next(one for one in at.legal_actions(seat) if isinstance(one, LayAside)))


def test_a_look_is_announced_as_final_and_is() -> None:
    game = table("horizon")

    assert game.finality(0, Look()) == "chance"
    game.play(0, Look())

    assert game.undo_is(by=0) == "horizon"
    with pytest.raises(CannotUndo):
        game.undo(by=0)


def test_a_secret_of_ones_own_can_be_taken_back() -> None:
    game = table("horizon")
    before = game.state

    assert game.finality(0, game.legal_actions(0)[-1]) is None
    lay_aside(game, 0)
    game.undo(by=0)

    assert game.state is before


def test_undo_is_free_back_to_the_look_and_no_further() -> None:
    game = table("horizon")
    game.play(0, Look())
    looked = game.state
    lay_aside(game, 0)

    game.undo(by=0)

    assert game.state is looked
    assert game.undo_is(by=0) == "horizon"


def test_a_sealed_answer_can_be_taken_back_until_somebody_else_has_answered() -> None:
    game = table("horizon", seats=3)
    game.play(0, Open())

    assert game.finality(2, Fold()) == "turn"
    game.play(2, Fold())
    assert game.undo_is(by=2) == "free"
    game.play(1, Fold())

    assert game.undo_is(by=2) == "horizon"
    assert game.undo_is(by=1) == "free"


def test_the_last_answer_opens_the_envelopes_and_is_final() -> None:
    game = table("horizon")
    game.play(0, Open())
    game.play(1, Fold())

    assert game.finality(0, Fold()) == "chance"
    game.play(0, Fold())

    assert game.undo_is(by=0) == "horizon"


def test_a_choice_that_only_reveals_is_announced_as_final() -> None:
    """Nobody else bids, so nothing is left to chance; but the coin comes to light."""
    game = table("horizon")
    alone = auction_state(Bidding((0,)), hands=((1, 4),))
    game.positions[game.head] = replace(game.positions[game.head], state=alone)

    assert game.preview(0, Bid(4)).open_end is False
    assert game.finality(0, Bid(4)) == "chance"


def test_a_choice_that_drew_chance_is_final_though_nothing_came_to_light() -> None:
    game = table("horizon")
    lay_aside(game, 0)
    assert game.undo_is(by=0) == "free"

    moment = game.positions[game.head]
    game.positions[game.head] = replace(moment, record=replace(moment.record, drew=True))

    assert game.undo_is(by=0) == "horizon"


def test_where_undo_is_free_nothing_is_announced() -> None:
    assert table("free").finality(0, Look()) is None


def test_beyond_a_reveal_all_others_have_to_agree() -> None:
    game = table("ask", seats=3)
    before = game.state
    game.play(0, Look())
    assert game.undo_is(by=0) == "consent"

    game.ask(by=0)
    game.answer(by=1, yes=True)
    assert game.state is not before
    game.answer(by=2, yes=True)

    assert game.state is before


def test_a_choice_made_meanwhile_ends_a_request() -> None:
    game = table("ask")
    game.play(0, Look())
    game.ask(by=0)
    game.play(0, Open())

    assert game.request is None


def test_requests_and_branches_are_in_the_log(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    game = History.new(GAME, table("ask", seats=3).header, store.create)
    game.play(0, Look())
    game.ask(by=0)
    game.answer(by=1, yes=True)
    game.answer(by=2, yes=True)
    game.play(0, Open())
    game.play(2, Fold())
    game.ask(by=0)

    save, data = store.open(store.names()[0])
    again = History.load(GAME, data, save.name, save)

    assert again.players == PLAYERS[:3]
    assert again.request == game.request
    assert [moment.state for moment in again.path()] == [moment.state for moment in game.path()]
    assert verify(History, GAME, read_log(GAME, data, save.name, HISTORY_LINES), save.name) == 4
