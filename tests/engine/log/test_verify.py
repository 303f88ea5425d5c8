"""Verifying: every record is decided again, and the first difference is told by its place."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.engine.log.digests import digest_of
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import BadLog, Log, Record
from hako.engine.log.undo import HeadMoved
from hako.engine.log.verify import verify
from hako.multiplayer.tables.seat_changes import SeatChanged
from hako.multiplayer.tables.table import SharedTable
from tests.engine.auction import table
from tests.engine.transcript.games import finished, unfinished
from tests.toys import sealed_bids
from tests.toys.sealed_bids import GAME


def log(game: History[sealed_bids.House], *more: LogLine) -> Log:
    """The log of a table on whose branches nobody looks back."""
    lines = (*(moment.record for moment in game.positions), *more)
    return Log(game.header, lines, 0, torn=False)


def changed(log: Log, number: int, **fields: Any) -> Log:
    """The log with a record changed."""
    lines = list(log.lines)
    lines[number] = replace(lines[number], **fields)
    return replace(log, lines=tuple(lines))


def complaint(log: Log) -> str:
    """Verdict on a log."""
    with pytest.raises(BadLog) as caught:
        verify(History, GAME, log, "game")
    return str(caught.value)


def opened() -> History[sealed_bids.House]:
    """Ann opened the bidding, and both have bid; Ann first."""
    game = table()
    game.play(0, sealed_bids.Open())
    game.play(0, sealed_bids.Fold())
    game.play(1, sealed_bids.Fold())
    return game


def test_a_right_log_is_as_long_as_it_is() -> None:
    game = finished()

    assert verify(History, GAME, log(game), "game") == len(game.positions)


def test_branches_are_verified_where_they_begin() -> None:
    game = table()
    game.play(0, sealed_bids.Look())
    looked = game.positions[1].record
    game.undo()
    game.play(0, sealed_bids.Open())
    lines = (game.positions[0].record, looked, HeadMoved(0, None), game.positions[2].record)

    assert verify(History, GAME, Log(game.header, lines, 0, torn=False), "game") == 3


def test_seats_that_change_hands_change_no_rules() -> None:
    game = unfinished()

    handed_over = log(game, SeatChanged(0, game.players[1]))

    assert verify(SharedTable, GAME, handed_over, "game") == len(game.positions)


def test_an_illegal_action_is_told_by_its_record() -> None:
    text = complaint(changed(log(opened()), 2, action=sealed_bids.Bid(99)))

    assert text.startswith("game, line 4: record 2: not a legal action now")


def test_another_draw_of_chance_is_told_by_its_place() -> None:
    game = unfinished()
    [dealt] = [
        (number, item)
        for number, item in enumerate(game.positions[0].record.then[0])
        if isinstance(item, sealed_bids.CoinDrawn)
    ][:1]
    group = list(game.positions[0].record.then[0])
    group[dealt[0]] = replace(dealt[1], coin=99)
    text = complaint(changed(log(game), 0, then=(tuple(group), *game.positions[0].record.then[1:])))

    assert text == (
        f"game, line 2: record 0, then[0][{dealt[0]}].coin_drawn.coin:"
        f" the log says 99, the rules say {dealt[1].coin}."
    )


def test_what_is_missing_or_too_much_is_told() -> None:
    game = opened()
    record = game.positions[3].record

    short = complaint(changed(log(game), 3, then=record.then[:-1]))
    longer = complaint(changed(log(game), 3, then=(*record.then, (sealed_bids.PrizeRolled(9, 9),))))

    assert f"then[{len(record.then) - 1}]: the log says nothing, the rules say [[" in short
    assert f"then[{len(record.then)}]: the log says [[" in longer
    assert "the rules say nothing. To play on from there, keep" in longer


def test_another_event_is_told_whole() -> None:
    game = opened()
    group = (sealed_bids.PrizeRolled(1, 1), *game.positions[3].record.then[0][1:])
    text = complaint(changed(log(game), 3, then=(group, *game.positions[3].record.then[1:])))

    assert 'then[0][0]: the log says {"type":"prize_rolled","round":1,"prize":1}' in text
    assert '{"type":"bids_opened"' in text
    assert isinstance(game.positions[3].record.then[0][0], sealed_bids.BidsOpened)


def test_chance_that_was_not_drawn_is_told() -> None:
    text = complaint(changed(log(opened()), 1, drew=True))

    assert text.startswith("game, line 3: record 1, drew: the log says True.")


def test_a_digest_of_another_state_is_told_with_the_right_one() -> None:
    game = opened()

    text = complaint(changed(log(game), 0, digest="0" * 16))

    right = digest_of(game.positions[0].state)
    assert text == (
        f"game, line 2: record 0, digest: the log says {'0' * 16}, the state has {right}."
    )


def test_going_back_to_where_nothing_is_is_told() -> None:
    game = opened()

    assert complaint(log(game, HeadMoved(9, None))) == (
        "game, line 6: goes back to record 9, which does not exist."
        " To play on from there, keep only the 5 lines before it."
    )


def test_a_second_beginning_is_told() -> None:
    game = opened()
    first: Record[Any, Any] = game.positions[0].record

    assert "the first record, and no other" in complaint(log(game, first))


def test_another_seed_makes_another_game() -> None:
    game = unfinished()
    other = replace(game.header, seed=2)

    assert "the rules say" in complaint(Log(other, log(game).lines, 0, torn=False))


def test_other_cards_are_told_with_their_digest() -> None:
    game = unfinished()
    other = replace(game.header, content="0" * 16)

    assert f"the digest of the whole, {'0' * 16}, was changed" in complaint(
        Log(other, log(game).lines, 0, torn=False)
    )
