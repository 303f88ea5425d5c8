"""The seat that wins Flip City for certain: what is in a deck, in any order, and who is next."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import observation_of
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.game import view
from tests.rules.flip_city.table import at

WINS = "S M M M M M | R"
"""A neighbour's cards: 3 points and five times 1 in the deck, and nothing unhappy there."""


def winner(line: str, *others: str, build: bool = False) -> int | None:
    return GAME.sure_winner(view(GAME, at(line, *others, build=build).city, None))


@pytest.mark.parametrize(
    ("line", "other", "winning"),
    [
        ("R | R | - | $0 0 0/3 1", WINS, 1),
        ("R | R | - | $0 0 0/3 1", "S M M M M | R", None),
        ("R | R | - | $0 0 0/3 1", "S M M M M M R A A | R", None),
        ("R | R | - | $0 0 0/3 1", "S M M M M M R A | R", 1),
        ("R S M M M | M M | - | $0 0 0/3 1", WINS, None),
        ("S M M M M M | R | - | $0 0 0/3 1", WINS, 0),
        ("M M | R | S M M M | $0 6 0/3 1", "R | R", 0),
        ("R W W | R | - | $0 0 0/3 1", WINS, 1),
        ("R | W W M M | - | $0 0 0/3 1", WINS, None),
        ("R | W W M | - | $0 0 0/3 1", WINS, 1),
    ],
    ids=[
        "eight points",
        "seven points",
        "three unhappy cards of three",
        "two unhappy cards of three",
        "the active seat may win first",
        "the active seat wins first",
        "two points more",
        "two Power Plants to play",
        "eight points after a reshuffle",
        "two Power Plants to play or recycle",
    ],
)
def test_a_deck_that_wins_in_any_order_decides(line: str, other: str, winning: int | None) -> None:
    """flip_city.win.1, flip_city.bust.1: the turn before can change it only by winning itself.

    A card of the deck is played, one of the discard pile recycled or, after a reshuffle, played: not
    both with both of its sides (flip_city.recycle.1, recycle.5).
    """
    assert winner(line, other) == winning


def test_who_builds_cannot_win_in_this_turn_any_more() -> None:
    """flip_city.win.1: points come from playing and recycling."""
    owned = "S M M M M M | S M M | - | $9 0 0/3 1"

    assert winner(owned, WINS, build=True) == 1


def test_a_crowd_of_cards_may_win_before_the_neighbour_does() -> None:
    """flip_city.win.2: 18 cards, with a Convenience Store among them."""
    crowd = " ".join(["C", *"R" * 17])

    assert winner(f"R | {crowd} | - | $0 0 0/3 1", WINS) is None


def test_whoever_is_sure_to_win_does_and_nobody_else_becomes_sure() -> None:
    for seed in range(90001, 90007):
        players = [Player("Ann"), Player("Ben")]
        table = History.new(GAME, new_header(GAME, players, seed=seed))
        sure: int | None = None
        while asked := table.waiting():
            before, sure = sure, GAME.sure_winner(view(GAME, table.state, None))
            assert before in (None, sure)
            table.play(asked[0], greedy_bot(*observation_of(table, asked[0])))
        outcome = GAME.outcome(table.state)
        assert outcome is not None
        assert outcome.winners == (sure,)
