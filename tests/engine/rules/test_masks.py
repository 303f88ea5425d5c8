"""Masks: a seat sees its own secrets, a watcher none, and what bots search on is made up."""

from __future__ import annotations

from collections import Counter

import pytest

from hako.engine.bots.bot import Observation, question
from hako.engine.bots.levels import bot
from hako.engine.log.records import Record
from hako.engine.log.table import START
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view, world
from hako.engine.rules.play import Item, legal_actions
from hako.engine.rules.vocabulary import SecretChoice, Viewer
from tests.engine.auction import BIDDING, after, house, table
from tests.toys.sealed_bids import GAME, Bid, CoinDrawn, CoinLaidAside, House, LayAside, Look, Open


def seen(state: House, viewer: Viewer) -> House:
    return view(GAME, state, viewer)


def test_a_hand_is_seen_by_its_seat_alone() -> None:
    hands = house().hands

    assert seen(house(), 0).hands == (hands[0], (None, None))
    assert seen(house(), 1).hands == ((None, None), hands[1])
    assert seen(house(), None).hands == ((None, None), (None, None))


def test_a_coin_looked_at_is_seen_by_who_looked() -> None:
    state, _ = after(house(), (0, Look()))

    assert seen(state, 0).pile == (7, None, None)
    assert seen(state, 1).pile == (None, None, None)


def test_a_sealed_answer_is_seen_by_its_seat_alone() -> None:
    state, _ = after(house(*BIDDING), (1, Bid(3)))

    assert _answers(seen(state, 1)) == (Bid(3),)
    assert _answers(seen(state, 0)) == (None,)
    assert _answers(seen(state, None)) == (None,)


def test_what_may_be_chosen_is_the_same_from_the_state_and_from_the_mask() -> None:
    state, _ = after(house(*BIDDING), (1, Bid(3)))

    for seat in (0, 1):
        assert legal_actions(seen(state, seat), seat) == legal_actions(state, seat)


def test_a_record_tells_others_no_sealed_answer() -> None:
    game = table()
    game.play(0, Open())
    record = game.play(1, game.legal_actions(1)[1]).record

    assert isinstance(record.masked(1).action, Bid)
    assert record.masked(0).action is None
    assert record.masked(None).action is None


def test_a_record_tells_others_of_an_action_without_its_secrets() -> None:
    _, then = after(house(), (0, LayAside(4)))
    record: Record[LayAside, Item[House]] = Record(0, LayAside(4), then, digest="0" * 16)

    assert record.masked(0).action == LayAside(4)
    assert record.masked(1).action == LayAside(None)
    assert record.masked(1).then == ((CoinLaidAside(0, None),),)
    assert record.masked(1).digest is None


def test_the_first_record_deals_nobody_the_hands_of_others() -> None:
    dealt = table().moments[0].record.masked(0).then[0]

    draws = [item for item in dealt if isinstance(item, CoinDrawn)]
    assert len(draws) == 6
    assert all((draw.coin is None) == (draw.seat == 1) for draw in draws)


def test_a_made_up_world_agrees_with_what_the_seat_knows() -> None:
    state, _ = after(house(), (0, Look()), (0, Open()), (1, Bid(3)))
    known = seen(state, 0)

    worlds = [world(GAME, known, 0, Chance(1, ply)) for ply in range(20)]

    assert all(seen(made_up, 0) == known for made_up in worlds)
    assert len({made_up.hands[1] for made_up in worlds}) > 1
    for made_up in worlds:
        coins = (*made_up.pile, *made_up.hands[0], *made_up.hands[1])
        assert Counter(coins) == Counter(made_up.coins)


def test_each_viewer_of_a_table_sees_what_they_may_and_what_is_there_now() -> None:
    """In whatever order they look, and at whichever moment."""
    game = table()
    for action in (Look(), Open()):
        viewers: list[Viewer] = [*range(len(game.players)), None]
        for viewer in [*viewers, *reversed(viewers)]:
            assert game.view(viewer) == view(GAME, game.state, viewer)
            assert game.view(viewer, START) == view(GAME, game.moments[START].state, viewer)
        game.play(game.waiting()[0], action)


def test_a_table_foresees_for_a_seat_no_more_than_the_seat_may_know() -> None:
    """The coin to be looked at lies in the state, and the seat does not know it yet."""
    foreseen = table().preview(0, Look())

    assert foreseen.events == ()
    assert foreseen.open_end


def test_a_bot_is_asked_with_its_seats_mask_and_draws_of_its_own() -> None:
    """Neither the hands of others nor the dice to come are in the question."""
    game = table()
    observation, chance = question(game, 0)

    assert observation.view == seen(game.state, 0) != game.state
    assert chance.cards.bits() != game.chance().cards.bits()


def test_a_made_up_world_has_answers_in_the_envelopes() -> None:
    """Any of the three that may be there: none, or one of two coins."""
    state, _ = after(house(*BIDDING), (1, Bid(3)))

    drawn = set()
    for ply in range(20):
        made_up = world(GAME, seen(state, 0), 0, Chance(1, ply))
        (answer,) = _answers(made_up)
        drawn.add(list(_bids(made_up, 1)).index(answer))
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize("level", ["random", "greedy", "strong:8"])
def test_a_bot_chooses_the_same_whatever_it_cannot_see(level: str) -> None:
    state, _ = after(house(*BIDDING), (1, Bid(3)))
    known = seen(state, 0)
    chosen = bot(level)(Observation(GAME, 0, known, 2), Chance(1, 5))

    for ply in range(20):
        again = seen(world(GAME, known, 0, Chance(1, ply)), 0)
        assert bot(level)(Observation(GAME, 0, again, 2), Chance(1, 5)) == chosen


def _answers(state: House) -> tuple[object, ...]:
    step = state.agenda[-1]
    assert isinstance(step, SecretChoice)
    return step.answers


def _bids(state: House, seat: int) -> tuple[object, ...]:
    step = state.agenda[-1]
    assert isinstance(step, SecretChoice)
    return tuple(step.choices(state, seat))
