"""Tests of score breakdowns: the parts sum to the score, and reveal nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hako.engine.bots.playout_tally import kind_of
from hako.engine.i18n.languages import LANGUAGES
from hako.engine.rules.game import Game, kinds, view
from hako.engine.rules.model import Event
from hako.engine.rules.play import events
from hako.engine.transcript.ranking import Parts
from hako.engine.transcript.sentences import texts_of
from hako.testing.cases import Case, every_case, every_game, replayed, spread
from hako.testing.test_play import played_to_win


def sums(parts: Sequence[Parts]) -> tuple[int, ...]:
    """The sum of the known points in each breakdown."""
    return tuple(sum(points or 0 for points in breakdown.values()) for breakdown in parts)


@every_case
def test_what_everybody_knows_of_the_parts_sums_to_the_score(
    case: Case, seed: int, length: int
) -> None:
    game, table = case.game, replayed(case, seed, length)
    texts = [texts_of(table, language) for language in LANGUAGES]
    for moment in table.positions:
        public = game.score_parts(seen := view(game, moment.state, None))
        assert not moment.state.agenda or sums(public) == game.progress(seen)[1]
    for breakdown in public:
        assert all(words.term("part", part) for words in texts for part in breakdown)


@every_case
def test_a_seat_knows_the_parts_that_all_know_and_its_own(
    case: Case, seed: int, length: int
) -> None:
    game = case.game
    for moment in spread(replayed(case, seed, length).positions, 8):
        public = game.score_parts(view(game, moment.state, None))
        for seat in range(case.seats):
            seen = game.score_parts(view(game, moment.state, seat))
            for number, (own, everybodys) in enumerate(zip(seen, public, strict=True)):
                assert list(own) == list(everybodys)
                assert number == seat or own == everybodys
                assert all(everybodys[part] in (None, own[part]) for part in own)


@every_case
def test_who_leads_is_known_to_all_and_what_is_led_has_a_name(
    case: Case, seed: int, length: int
) -> None:
    game, table = case.game, replayed(case, seed, length)
    texts = [texts_of(table, language) for language in LANGUAGES]
    for moment in spread(table.positions, 8):
        public = game.leaders(view(game, moment.state, None))
        for seat in range(case.seats):
            assert game.leaders(view(game, moment.state, seat)) == public
        for category, lead in public.items():
            assert all(words.term("lead", category) for words in texts)
            assert all(words.term("seat", seat) for words in texts for seat in lead.seats)


@every_case
def test_every_source_of_points_and_every_event_that_counts_has_a_name(
    case: Case, seed: int, length: int
) -> None:
    """Hints and reviews give them as reasons."""
    game, table = case.game, replayed(case, seed, length)
    texts = [texts_of(table, language) for language in LANGUAGES]
    for moment in table.positions:
        incomes = map(game.income, events(moment.record.then))
        for name in {income.source for income in incomes if income is not None}:
            assert all(words.term("part", name) for words in texts)
    for kind in kinds(game, Event):
        assert kind.counts in {"", "for", "against"}
        if kind.counts:
            assert all(words.term("occurrence", kind_of(kind)) for words in texts)


@every_game
def test_in_the_end_all_parts_are_known_and_sum_to_the_score(game: Game[Any]) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        table = played_to_win(Case(game, seats))
        outcome = table.outcome

        assert outcome is not None
        parts = game.score_parts(table.view(None))
        assert sums(parts) == (*outcome.scores, *(opponent.score for opponent in outcome.opponents))
        assert all(points is not None for breakdown in parts for points in breakdown.values())
