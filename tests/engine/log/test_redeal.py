"""Dealt anew: another fate, of which the seat that tries again knows no more than it did."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.header import Header
from hako.engine.log.history import History
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import HISTORY_LINES, BadLog, Log, encode, read_log
from hako.engine.log.redeal import Redealt, can_retry, redeal
from hako.engine.log.verify import NotDecided, compared, replay_verified
from hako.engine.transcript.json_export import facts
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.transcript import build_transcript
from hako.testing.cases import retried
from tests.engine import auction
from tests.toys.sealed_bids import GAME, Fold, House, Look, Open


def looked() -> tuple[History[House], list[Header | LogLine]]:
    """Ann, who leads, knows the top coin of the pile, and will try again from there; and the lines."""
    table = auction.table()
    table.play(0, Look())
    return retried(table, table.now, 0)


def log_of(lines: list[Header | LogLine]) -> Log:
    return read_log(GAME, b"".join(map(encode, lines)), "game", HISTORY_LINES)


def refused(lines: list[Header | LogLine]) -> str:
    """Reason why a log of these lines does not hold."""
    with pytest.raises(BadLog) as caught:
        replay_verified(History, GAME, log_of(lines), "game")
    return str(caught.value)


def test_what_the_seat_sees_stays_and_the_rest_and_all_draws_are_others() -> None:
    again, lines = looked()
    before, seen, draws = again.state, again.view(0), again.chance().dice.bits()

    again.redeal(0, seed=2)

    assert again.view(0) == seen
    assert (again.state.hands[0], again.state.pile[0]) == (before.hands[0], before.pile[0])
    assert again.state.hands[1] != before.hands[1]
    assert again.chance().dice.bits() != draws
    assert replay_verified(History, GAME, log_of(lines), "game").state == again.state


def test_undone_over_it_all_is_as_it_was_and_redone_it_is_as_it_was_dealt() -> None:
    again, lines = looked()
    first, draws = again.positions[0].state, again.chance_at(1).dice.bits()
    again.redeal(0, seed=2)
    anew = again.state
    again.play(0, Open())

    again.undo(0)
    assert again.state == anew
    again.undo(0)
    assert (again.state, again.chance_at(1).dice.bits()) == (first, draws)
    again.redo(0)
    again.redo(0)

    assert again.positions[again.head].parent == 1
    assert replay_verified(History, GAME, log_of(lines), "game").state == again.state


def test_a_save_folds_the_same_however_worlds_are_dealt_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    again, lines = looked()
    again.redeal(0, seed=2)
    again.play(0, Open())
    assert replay_verified(History, GAME, log_of(lines), "game").state == again.state
    monkeypatch.setattr(type(GAME), "determinize", None)

    assert compared(History, GAME, log_of(lines), "game").state == again.state
    with pytest.raises(NotDecided, match="The deal after record 1 is not the one"):
        replay_verified(History, GAME, log_of(lines), "game")


def test_what_was_dealt_anew_otherwise_is_not_verified_though_the_seat_saw_the_same() -> None:
    """Somebody wrote down another hidden coin than the seed gives."""
    again, lines = looked()
    line = redeal(GAME, again.state, 1, 0, seed=2)
    other = replace(redeal(GAME, again.state, 1, 0, seed=3), seed=2)
    assert line.state != other.state

    assert compared(History, GAME, log_of([*lines, line]), "game").undecided.records == 0
    with pytest.raises(NotDecided):
        replay_verified(History, GAME, log_of([*lines, other]), "game")


def test_nothing_is_dealt_anew_that_the_seat_knew() -> None:
    again, lines = looked()
    line = redeal(GAME, again.state, 1, 0, seed=2)
    hand = again.state.hands[0]
    stacked = replace(line, state={**line.state, "hands": [[7, 7, 7], *line.state["hands"][1:]]})

    assert list(hand) != [7, 7, 7]
    assert "something that seat 0 knew is dealt again" in refused([*lines, stacked])


def test_it_is_dealt_anew_at_the_seats_own_choice_of_a_game_tried_again_and_before_it_goes_on() -> (
    None
):
    again, lines = looked()
    line = Redealt(0, 2, {})
    table = auction.table()

    assert "not a retry" in refused([table.header, table.positions[0].record, line])
    assert "has nothing to choose" in refused([*lines, replace(line, seat=1)])
    assert "nothing has been dealt" in refused([lines[0], line])
    again.play(0, Open())
    again.undo(0)
    assert "the game has gone on from here" in refused([*lines, line])


def test_no_choice_is_tried_at_which_another_seat_has_sealed_an_answer() -> None:
    """It would be made up: who tries again goes back to before, and it is chosen again."""
    table = auction.table()
    table.play(0, Open())
    assert can_retry(table.state, 0)
    table.play(1, Fold())
    assert not can_retry(table.state, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_transcripts_tell_where_it_was_dealt_anew(language: Language) -> None:
    again, _ = looked()
    again.redeal(0, seed=2)
    texts = texts_of(again, language)
    text: Any = " ".join(
        line for part in build_transcript(again, texts, "", 0).parts for line in part.sentences
    )

    word = texts.text("handover.anew", seat=0)
    assert "Ann" in word
    assert word in text
    assert word in facts(again, texts, "", 0)
