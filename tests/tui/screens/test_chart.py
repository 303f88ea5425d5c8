"""The chart as a page of the table."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME as FLIP_CITY
from hako.tui.screens.game_over import GameOverScreen
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place
from tests.tui.tables import assert_aligned, at, new_table, painted, press, screen_of, settled


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_key_shows_while_one_plays_how_the_scores_grew(size: tuple[int, int]) -> None:
    """Named axes and every seat with sign, name and score; the same key leads back."""
    async with at(new_table(FLIP_CITY, "アキ", "Ben"), size=size) as pilot:
        before = painted(pilot)
        await press(pilot, "g")

        shown = "\n".join(painted(pilot))
        assert all(words in shown for words in ("points owned", "turn", "● アキ 0", "■ Ben 0"))
        assert_aligned(pilot)

        await press(pilot, "g")
        assert painted(pilot) == before


async def test_a_game_that_ends_meanwhile_leads_from_its_result_to_the_table() -> None:
    """Somebody else takes the first row."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table) as pilot:
        await press(pilot, "g")
        for cell in (0, 3, 1, 4, 2):
            table.play(table.waiting()[0], Place(cell))
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameOverScreen)

        await press(pilot, "u")
        assert pilot.app.screen_stack[-1] is screen_of(pilot)
