"""The seats: a name stands with the points of its player."""

from __future__ import annotations

from hako.engine.words.note import LANGUAGES
from hako.tui.widgets.seats import Seats
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.tui.tables import at, new_table, screen_of, text

NAME = "Catherine-Elisabeth of the long, long and winding road"


async def test_points_stand_beside_the_name_and_a_long_name_is_shortened() -> None:
    for language in LANGUAGES:
        async with at(new_table(TIC_TAC_TOE, "Ann", NAME), language=language) as pilot:
            strip = text(screen_of(pilot).query_one(Seats))

            assert "●A Ann ★0" in strip
            assert "…" in strip
            assert strip.endswith(" ★0")
