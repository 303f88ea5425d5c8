"""Advice: what greedy would do, beside the next best, from what the seat may know."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME as FLIP_CITY
from hako.engine.bots.advice import Advice, advise, reason_for
from hako.engine.bots.bot import Observation, greedy_bot, observation_of
from hako.engine.i18n.lazy_text import Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.transcript.sentences import texts_of
from tests.engine.auction import BIDDING, CHANCE, house
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place

TWO = (Player("Ann"), Player("Ben"))


def test_what_wins_is_certain_and_not_close() -> None:
    """Ann has a1 and b1, Ben a2 and b2: c1 wins, and it is the first cell that is free."""
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    for number, cell in enumerate((0, 3, 1, 4)):
        table.play(number % 2, Place(cell))

    advice = advise(*observation_of(table, 0))

    assert (advice.action, advice.chance, advice.is_close) == (Place(2), 1.0, False)


def test_no_hint_comes_of_what_the_seat_cannot_see() -> None:
    """Ben's hand and the pile differ, and seat 0 sees neither: advice and reason are the same."""
    worlds = house(*BIDDING), house(*BIDDING, hands=((1, 4), (5, 7)), pile=(2, 6, 3))
    seen = [Observation(SEALED_BIDS, 0, view(SEALED_BIDS, its, 0), 2) for its in worlds]

    assert advise(seen[0], CHANCE) == advise(seen[1], CHANCE)


def test_it_is_what_a_bot_plays_and_says_why_in_the_words_of_the_game() -> None:
    """Two dozen choices of a game whose chances are measured."""
    table = History.new(FLIP_CITY, new_header(FLIP_CITY, TWO, seed=5))
    told = ""
    for _ in range(24):
        seat = table.waiting()[0]
        asked, chance = observation_of(table, seat)
        advice = advise(asked, chance)
        told += reason_for(advice, asked, texts_of(table, "en"))
        assert advice.action == greedy_bot(*observation_of(table, seat))
        assert advice.others <= advice.chance or advice.is_close
        table.play(seat, advice.action)

    assert "% for: End the turn ($3 unspent)." in told


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("advice", "key"),
    [
        (Advice(Place(1), Place(2), 3.0, 0.61, 0.58, is_measured=True), "chance"),
        (Advice(Place(1), Place(2), 3.0, 0.61, 0.608, is_measured=True), "points"),
        (Advice(Place(1), Place(2), 3.0, 0.61, 0.58), "points"),
        (Advice(Place(1), Place(2), 3.0, 0.58, 0.61, is_measured=True), "close"),
        (Advice(Place(1), Place(2), 0.4, 0.61, 0.58, is_measured=True), "close"),
        (Advice(Place(1), Place(2), 0.4, 0.61, 0.58), "near"),
    ],
)
def test_it_tells_chances_where_they_differ_and_doubt_and_by_how_much_where_it_is_close(
    advice: Advice, key: str, language: Language
) -> None:
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    texts, (asked, _) = texts_of(table, language), observation_of(table, 0)

    said = reason_for(advice, asked, texts)
    values = {"other": texts.render(Place(2)), "gap": advice.gap}
    chances = {"chance": round(100 * advice.chance), "others": round(100 * advice.others)}
    assert said == texts.text(f"advice.{key}", **values, **chances)
    for number in chances.values() if key in ("chance", "close") else (advice.gap,):
        assert str(number) in said


def test_an_only_choice_needs_no_reason() -> None:
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    for number in range(8):
        table.play(number % 2, Place((0, 1, 2, 4, 3, 5, 7, 6)[number]))
    asked, _ = observation_of(table, table.waiting()[0])

    assert reason_for(advise(asked, Chance(1, 1)), asked, texts_of(table, "en")) == ""
