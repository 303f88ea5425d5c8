"""The chart as a page of the table."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME as FLIP_CITY
from tests.tui.tables import assert_aligned, at, new_table, painted, press


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_key_shows_while_one_plays_how_the_scores_grew(size: tuple[int, int]) -> None:
    """Named axes and every seat with sign, name and score; the same key leads back."""
    table = new_table(FLIP_CITY, "アキ", "Ben")
    async with at(table, size=size) as pilot:
        before = painted(pilot)
        await press(pilot, "g")

        shown = "\n".join(painted(pilot))
        assert all(words in shown for words in ("points owned", "turn", "● アキ 0", "■ Ben 0"))
        assert_aligned(pilot)

        await press(pilot, "g")
        assert painted(pilot) == before
