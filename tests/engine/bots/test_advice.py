"""Advice: what greedy would do, beside the next best, from what the seat may know."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.flip_city import GAME as FLIP_CITY
from hako.engine.bots.advice import Advice, WinCounts, advise, reason_for, searched
from hako.engine.bots.estimates import Difference, Estimate
from hako.engine.bots.hint_search import HintState
from hako.engine.bots.line_differences import Reason
from hako.engine.bots.observation import Observation, observation_of
from hako.engine.bots.rollouts import Playout
from hako.engine.bots.search import Candidate, SearchState
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.transcript.sentences import texts_of
from tests.engine.auction import BIDDING, CHANCE, auction_state
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place

TWO = (Player("Ann"), Player("Ben"))


def test_what_wins_is_certain() -> None:
    """Ann has a1 and b1, Ben a2 and b2: c1 wins, and it is the first cell that is free."""
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    for number, cell in enumerate((0, 3, 1, 4)):
        table.play(number % 2, Place(cell))

    advice = advise(*observation_of(table, 0))

    assert (advice.action, advice.wins, advice.is_clear) == (Place(2), True, True)


def test_no_hint_comes_of_what_the_seat_cannot_see() -> None:
    """Ben's hand and the pile differ, and seat 0 sees neither: advice and reason are the same."""
    worlds = (
        auction_state(*BIDDING),
        auction_state(*BIDDING, hands=((1, 4), (5, 7)), pile=(2, 6, 3)),
    )
    seen = [Observation(SEALED_BIDS, 0, view(SEALED_BIDS, world, 0), 2) for world in worlds]

    assert advise(seen[0], CHANCE) == advise(seen[1], CHANCE)


def test_before_anything_was_played_out_it_has_no_figures() -> None:
    """Two dozen choices of a game whose chances are calibrated."""
    table = History.new(FLIP_CITY, new_header(FLIP_CITY, TWO, seed=5))
    text = ""
    for _ in range(24):
        seat = table.waiting()[0]
        asked, chance = observation_of(table, seat)
        advice = advise(asked, chance)
        text += reason_for(advice, asked, texts_of(table, "en"))
        assert advice.estimate is None
        table.play(seat, advice.action)

    assert "Next best: End the turn ($3 unspent)." in text
    assert "to win" not in text


COUNTS = WinCounts(both=10, first=15, second=5, neither=10)


def measured(
    chance: float, others: float, error: float, counts: WinCounts | None = COUNTS
) -> Advice:
    """The advice of 40 playouts each, or of so many games as `counts` has."""
    one, other = (Estimate(mean, 0.07, 40) for mean in (chance, others))
    gain = Difference(chance - others, error)
    return Advice((Place(1),), Place(2), one, other, gain, counts=counts)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("advice", "key", "figures"),
    [
        (Advice((Place(1),), Place(2), goes_on=True), "sight", ()),
        (Advice((Place(1),), Place(2)), "unplayed", ()),
        (Advice((Place(1),), Place(2), Estimate(0.61, 0.07, 40), goes_on=True), "alone", (61, 14)),
        (Advice((Place(1),), Place(2), Estimate(0.61, 0.07, 40)), "lone", (61, 14)),
        (Advice((Place(1),), Place(2), brief=9), "brief", (24, 9)),
        (measured(0.61, 0.31, 0.09), "sure", (61, 31)),
        (measured(0.61, 0.31, 0.14), "likely", (61, 31)),
        (measured(0.18, 0.11, 0.01, WinCounts(0, 0, 0, 8)), "likely", (18, 11)),
        (measured(0.61, 0.31, 0.09, WinCounts(10, 5, 5, 20)), "likely", (61, 31)),
        (measured(0.61, 0.31, 0.16), "close", ()),
        (measured(0.61, 0.61, 0.0), "close", ()),
        (Advice((Place(1),), Place(2), Estimate(0.0, 0.0, 0)), "lost", ()),
        (Advice((Place(1),), Place(2), Estimate(1.0, 0.0, 0)), "won", ()),
        (Advice((Place(1),), Place(2), Estimate(1.0, 0.0, 0), wins=True), "wins", ()),
    ],
)
def test_figures_are_told_of_what_was_measured_and_of_certain_differences_alone(
    advice: Advice, key: str, figures: tuple[int, ...], language: Language
) -> None:
    """A difference is certain from two standard errors on, and sure from three.

    Sure also needs 16 games, more of which are won with the line alone than with the next best one.
    Where nothing goes on, nothing is called a first look or not played out yet.
    """
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    texts, (asked, _) = texts_of(table, language), observation_of(table, 0)

    text = reason_for(advice, asked, texts)

    other = texts.render(Place(2))
    assert text == texts.text(f"advice.{key}", other=other, **advice.figures)
    digits = text.replace(other, "")
    assert all(str(figure) in digits for figure in figures)
    assert any(letter.isdigit() for letter in digits) == bool(figures)


def test_the_gain_is_the_difference_of_the_chances_as_they_are_told() -> None:
    """60.4 and 30.6 are told as 60 and 31, so the gain is 29, not 30; no error is told as 0."""
    figures = measured(0.604, 0.306, 0.001).figures

    assert [figures[name] for name in ("chance", "others", "gain", "error")] == [60, 31, 29, 1]


def test_the_worlds_that_measure_refute_the_search_where_they_are_certain() -> None:
    """The search's choice loses in each of eight new worlds, and the next best one wins."""
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    asked, _ = observation_of(table, 0)
    thought = SearchState((Candidate(Place(4)), Candidate(Place(0))), (0, 1))
    loses, wins = Playout((0.4, 0.6), (0.0, 1.0)), Playout((0.6, 0.4), (1.0, 0.0))
    state = HintState(thought, ((loses,) * 8, (wins,) * 8), is_chosen=True)

    advice = searched(asked, state)

    assert (advice.action, advice.other) == (Place(0), Place(4))
    assert advice.estimate is not None
    assert advice.others is not None
    assert advice.estimate.mean > 0.5 > advice.others.mean
    assert advice.gain is not None
    assert advice.gain.mean > 0


def test_until_the_next_best_is_measured_nothing_is_compared() -> None:
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    asked, _ = observation_of(table, 0)
    thought = SearchState((Candidate(Place(4)), Candidate(Place(0))), (0, 1))
    wins = Playout((0.6, 0.4), (1.0, 0.0))

    text = [
        searched(asked, HintState(thought, ((wins,) * n, (wins,) * m)))
        for n, m in ((7, 0), (8, 7), (8, 8))
    ]

    assert [advice.grounds for advice in text] == ["unplayed", "lone", "close"]
    going_on = [replace(advice, goes_on=True).grounds for advice in text]
    assert going_on == ["sight", "alone", "close"]


def test_brief_playouts_give_reasons_but_no_chance() -> None:
    """A Province more after 24 choices in each of eight worlds, with its VP."""
    game = load("monumental")
    table = History.new(game, new_header(game, TWO, seed=1))
    asked, _ = observation_of(table, table.waiting()[0])
    actions = asked.actions[:2]
    thought = SearchState((Candidate(actions[0]), Candidate(actions[1])), (0, 1))
    more = Playout((0.9, 0.1), (0.9, 0.1), ({"military": 2},) * 2)
    fewer = replace(more, parts=({"military": 0},) * 2)

    advice = searched(asked, HintState(thought, ((more,) * 8, (fewer,) * 8), is_brief=True))

    text = reason_for(advice, asked, texts_of(table, "en"))
    assert (advice.grounds, advice.estimate, advice.counts) == ("ahead", None, None)
    assert text.endswith("On average, Provinces: +2 VP.")
    assert "Bots played on from each 8 times, to the 24th choice." in text
    assert "%" not in text


@pytest.mark.parametrize(
    ("language", "in_games", "in_tries"),
    [("en", "8 of 8 games", "8 of 8 tries"), ("ja", "8局のうち8局", "8回のうち8回")],
)
def test_what_brief_playouts_count_are_tries_and_no_games(
    language: Language, in_games: str, in_tries: str
) -> None:
    game = load("monumental")
    texts = texts_of(History.new(game, new_header(game, TWO, seed=1)), language)
    reason = Reason("more province_conquered 1", 1.0, (8, 0, 8))

    assert in_games in reason.text(texts)
    assert in_tries in reason.text(texts, is_whole=False)
    assert "局" not in reason.text(texts, is_whole=False)


def test_the_reason_for_an_only_choice_is_that_it_is_one() -> None:
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    for number in range(8):
        table.play(number % 2, Place((0, 1, 2, 4, 3, 5, 7, 6)[number]))
    asked, _ = observation_of(table, table.waiting()[0])

    reason = reason_for(advise(asked, Chance(1, 1)), asked, texts_of(table, "en"))
    assert reason == "Nothing else can be chosen now."
