"""What holds in every game, however it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hako.content.flip_city.state import City
from hako.engine.chance import Chance
from hako.engine.play import legal_actions, play
from tests.rules.flip_city.table import new

DECISIONS = 300

games = st.builds(
    lambda seats, office, supply, seed: (
        new(seats, office=office and seats > 1, supply=supply, seed=seed),
        Random(seed),
    ),
    seats=st.integers(1, 4),
    office=st.booleans(),
    supply=st.sampled_from(["rulebook", "international"]),
    seed=st.integers(0, 2**32),
)

every_game = settings(max_examples=15, deadline=None)


def played(city: City, dice: Random) -> Iterator[tuple[City, City]]:
    """The state before and after each of many random choices."""
    for ply in range(DECISIONS):
        if not city.agenda:
            return
        seat = city.agenda[-1].waiting()[0]
        action = dice.choice(legal_actions(city, seat))
        before = city
        city, _ = play(city, seat, action, Chance(dice.getrandbits(32), ply))
        yield before, city


def cards_by_pair(city: City) -> Counter[str]:
    other = city.content.other_side
    owned = (face for seat in range(len(city.boards)) for face in city.boards[seat].owned())
    piles = (pile.face for pile in city.supply for _ in range(pile.left))
    cards = (*owned, *piles, *city.removed)
    return Counter(min(face, other[face]) for face in cards)


@every_game
@given(games)
@pytest.mark.rule("flip_city.setup.6")
def test_no_card_is_made_and_none_is_lost(game: tuple[City, Random]) -> None:
    """Invariant 1: each kind of card is as many as at the start."""
    city, dice = game
    at_first = cards_by_pair(city)

    for _, after in played(city, dice):
        assert cards_by_pair(after) == at_first
