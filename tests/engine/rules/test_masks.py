"""Masks: a seat sees its own secrets, a watcher none, and what bots search on is made up."""

from __future__ import annotations

import pytest

from hako.engine.bots.levels import bot
from hako.engine.bots.observation import Observation, observation_of
from hako.engine.log.log_format import Record
from hako.engine.log.position import START
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view, world
from hako.engine.rules.model import Item, SecretChoice, Viewer
from tests.engine.auction import BIDDING, after, auction_state, table
from tests.toys.sealed_bids import GAME, Bid, House, Look, Open


def seen(state: House, viewer: Viewer) -> House:
    return view(GAME, state, viewer)


def test_a_record_tells_others_no_digest() -> None:
    """With it they could try out what lies where."""
    record: Record[Look, Item[House]] = Record(0, Look(), (), digest="0" * 16)

    assert record.masked(1).digest is None


def test_each_viewer_of_a_table_sees_what_they_may_and_what_is_there_now() -> None:
    """In whatever order they look, and at whichever moment."""
    game = table()
    for action in (Look(), Open()):
        viewers: list[Viewer] = [*range(len(game.players)), None]
        for viewer in [*viewers, *reversed(viewers)]:
            assert game.view(viewer) == view(GAME, game.state, viewer)
            assert game.view(viewer, START) == view(GAME, game.positions[START].state, viewer)
        game.play(game.waiting()[0], action)


def test_a_table_foresees_for_a_seat_no_more_than_the_seat_may_know() -> None:
    """The coin to be looked at lies in the state, and the seat does not know it yet."""
    foreseen = table().preview(0, Look())

    assert foreseen.events == ()
    assert foreseen.open_end


def test_a_bot_is_asked_with_its_seats_mask_and_draws_of_its_own() -> None:
    """Neither the hands of others nor the dice to come are in the question."""
    game = table()
    observation, chance = observation_of(game, 0)

    assert observation.view == seen(game.state, 0) != game.state
    assert chance.cards.bits() != game.chance().cards.bits()


def test_a_made_up_world_has_answers_in_the_envelopes() -> None:
    """Any of the three that may be there: none, or one of two coins."""
    state, _ = after(auction_state(*BIDDING), (1, Bid(3)))

    drawn = set()
    for ply in range(20):
        made_up = world(GAME, seen(state, 0), 0, Chance(1, ply))
        (answer,) = _answers(made_up)
        drawn.add(list(_bids(made_up, 1)).index(answer))
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize("level", ["random", "greedy", "strong:8"])
def test_a_bot_chooses_the_same_whatever_it_cannot_see(level: str) -> None:
    state, _ = after(auction_state(*BIDDING), (1, Bid(3)))
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
