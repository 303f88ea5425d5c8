"""Tips: what matters in a choice, less and less, from what the seat may know."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.flip_city import GAME as FLIP_CITY
from hako.engine.bots.advice import advise
from hako.engine.bots.newcomer_tips import EXPLAINED, WEIGHED, SeenTips, kind_of, tip_for, with_seen
from hako.engine.bots.observation import Observation, observation_of
from hako.engine.i18n.width import cell_width
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.game import view
from hako.engine.transcript.sentences import texts_of
from tests.engine.auction import BIDDING, CHANCE, auction_state
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place

TWO = (Player("Ann"), Player("Ben"))


@pytest.fixture
def row() -> History[Any]:
    """Ann has a1 and b1, Ben a2 and b2: with c1 Ann wins."""
    table = History.new(TIC_TAC_TOE, new_header(TIC_TAC_TOE, TWO, seed=1))
    for number, cell in enumerate((0, 3, 1, 4)):
        table.play(number % 2, Place(cell))
    return table


def test_a_kind_of_choice_is_explained_three_times_then_weighed_then_left_alone() -> None:
    table = History.new(FLIP_CITY, new_header(FLIP_CITY, TWO, seed=5))
    while kind_of(observation_of(table, table.waiting()[0])[0]) != "flip_city/build_phase":
        seat = table.waiting()[0]
        table.play(seat, advise(*observation_of(table, seat)).action)
    asked, chance = observation_of(table, table.waiting()[0])
    advice, texts = advise(asked, chance), texts_of(table, "en")
    explained = texts.text("matters.build_phase")
    met: SeenTips = {}
    output = []
    for _ in range(WEIGHED + 1):
        output.append(tip_for(asked, advice, met, texts, 76))
        assert cell_width(output[-1]) <= 76
        met = with_seen(asked, advice, advice.action, met)

    assert output[:EXPLAINED] == [explained] * 3
    assert all(texts.render(advice.action) in line for line in output[EXPLAINED:WEIGHED])
    assert output[WEIGHED:] == [""]
    assert explained in (wide := tip_for(asked, advice, {}, texts))
    assert tip_for(asked, advice, {"flip_city/build_phase": EXPLAINED}, texts) in wide


def test_it_speaks_again_after_a_clearly_worse_choice(row: History[Any]) -> None:
    """c1 wins; anything else lets Ben win."""
    asked, chance = observation_of(row, 0)
    advice = advise(asked, chance)
    met: SeenTips = {kind_of(asked): WEIGHED + 4}

    assert tip_for(asked, advice, met, texts_of(row, "en")) == ""
    assert with_seen(asked, advice, Place(2), met) == {kind_of(asked): WEIGHED + 5}
    met = with_seen(asked, advice, Place(8), met)
    assert "Mark c1" in tip_for(asked, advice, met, texts_of(row, "en"))


def test_nothing_is_said_where_there_is_nothing_to_choose(row: History[Any]) -> None:
    """Flip City's first card has to be played."""
    table = History.new(FLIP_CITY, new_header(FLIP_CITY, TWO, seed=5))
    asked, chance = observation_of(table, table.waiting()[0])

    assert len(asked.actions) == 1
    assert tip_for(asked, advise(asked, chance), {}, texts_of(table, "en")) == ""
    assert with_seen(asked, None, asked.actions[0], {}) == {}


def test_it_knows_no_more_than_its_seat() -> None:
    """Ben's hand and the pile differ, and seat 0 sees neither."""
    worlds = (
        auction_state(*BIDDING),
        auction_state(*BIDDING, hands=((1, 4), (5, 7)), pile=(2, 6, 3)),
    )
    seen = [Observation(SEALED_BIDS, 0, view(SEALED_BIDS, world, 0), 2) for world in worlds]
    texts = texts_of(History.new(SEALED_BIDS, new_header(SEALED_BIDS, TWO, seed=1)), "en")
    text = [tip_for(asked, advise(asked, CHANCE), {}, texts) for asked in seen]

    assert text[0] == text[1] != ""
