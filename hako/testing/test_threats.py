"""Tests of threats and control: they follow from what a seat may know, and certainty is certain."""

from __future__ import annotations

from typing import Any

from hako.engine.i18n.languages import LANGUAGES
from hako.engine.i18n.width import cell_width
from hako.engine.rules.game import Game, threats_to, view
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.threats_and_control import control_text, controllers
from hako.testing.cases import Case, every_case, every_game, replayed, spread, worlds
from hako.testing.test_play import played_to_win
from hako.testing.test_texts import NARROWEST

SIGN = 2
"""Cells for the sign of a warning and the space after it."""


@every_case
def test_threats_are_the_same_in_all_worlds_that_look_alike(
    case: Case, seed: int, length: int
) -> None:
    """Hidden information is a promise: a seat is warned of nothing that only others can know."""
    game, table = case.game, replayed(case, seed, length)
    for moment in spread(table.positions, 10):
        for seat in range(case.seats):
            seen = view(game, moment.state, seat)
            known = threats_to(game, seen, seat), game.control(seen)
            for state in worlds(case, seen, seat, 2):
                other = view(game, state, seat)
                assert (threats_to(game, other, seat), game.control(other)) == known


@every_case
def test_control_is_known_to_all(case: Case, seed: int, length: int) -> None:
    game, table = case.game, replayed(case, seed, length)
    for moment in spread(table.positions, 10):
        public = game.control(view(game, moment.state, None))
        for seat in range(case.seats):
            assert game.control(view(game, moment.state, seat)) == public


@every_case
def test_threats_and_control_have_sentences_that_fit_in_a_row(
    case: Case, seed: int, length: int
) -> None:
    table = replayed(case, seed, length)
    for texts in (texts_of(table, language) for language in LANGUAGES):
        for moment in spread(table.positions, 40):
            for viewer in case.viewers():
                seen = view(case.game, moment.state, viewer)
                for threat in threats_to(case.game, seen, viewer):
                    sentence = texts.lazy_text(threat.text)
                    assert cell_width(sentence) < NARROWEST - SIGN, sentence
                for control in controllers(case.game, seen).values():
                    assert control_text(control, texts)


@every_case
def test_a_threat_says_that_a_seat_wins_exactly_if_it_is_sure_to(
    case: Case, seed: int, length: int
) -> None:
    """There is one source of certainty: `sure_winner`."""
    game = case.game
    for moment in spread(replayed(case, seed, length).positions, 40):
        for viewer in case.viewers():
            seen = view(game, moment.state, viewer)
            winner = game.sure_winner(seen) if seen.agenda else None
            winning = {
                threat.seat for threat in threats_to(game, seen, viewer) if threat.gravity == "wins"
            }
            assert winning == ({winner} - {None, viewer})


@every_game
def test_whoever_is_sure_to_win_wins(game: Game[Any]) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        table = played_to_win(Case(game, seats))
        outcome = table.outcome
        assert outcome is not None
        for moment in table.positions:
            if moment.state.agenda:
                for viewer in (*range(seats), None):
                    winner = game.sure_winner(view(game, moment.state, viewer))
                    assert winner is None or outcome.winners == (winner,)
