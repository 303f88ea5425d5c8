"""Luck: what is told of it was measured on enough bots' games, and explains their results."""

from __future__ import annotations

import pytest

from hako.content import THE_SHELF
from hako.engine.review.luck import HALF, is_shown, measured

ENOUGH = 40
"""Number of games after which one more says little."""

TOLD = [box.id for box in THE_SHELF.boxes if measured(THE_SHELF.load(box.id))]


@pytest.mark.parametrize("name", TOLD)
def test_luck_was_measured_on_enough_games_and_more_than_by_luck(name: str) -> None:
    game = THE_SHELF.load(name)
    for scale in measured(game):
        assert scale.games >= ENOUGH
        assert scale.low <= scale.explained <= scale.high
        assert is_shown(game, scale.seats) == (scale.explained >= HALF)
