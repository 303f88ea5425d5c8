"""The seats: a name stands with the points of its player."""

from __future__ import annotations

import re

import pytest

from hako.content import load
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.seat_panel import SeatPanel
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.tui.tables import at, lines, new_table, painted, press, screen_of, text

NAME = "Catherine-Elisabeth of the long, long and winding road"


async def test_points_stand_beside_the_name_and_a_long_name_is_shortened() -> None:
    for language in LANGUAGES:
        async with at(new_table(TIC_TAC_TOE, "Ann", NAME), language=language) as pilot:
            strip = text(screen_of(pilot).query_one(SeatPanel))

            assert "●A Ann ★0" in strip
            assert "…" in strip
            assert strip.endswith(" ★0")


@pytest.mark.parametrize(("language", "heading"), [("en", "worth now"), ("ja", "現在の資産")])
async def test_what_is_no_points_stands_below_its_heading_behind_coins_and_shares(
    language: Language, heading: str
) -> None:
    """world_monger.setup.11: coins and Shares; a star marks a feature culture there."""
    table = new_table(load("world_monger"), "Ann", "Ben", "Cat", "Dan")
    async with at(table, language=language, size=(100, 30)) as pilot:
        head, *rows = lines(screen_of(pilot).query_one(SeatPanel))
        assert heading in head
        for seat, row in enumerate(rows):
            held = [item.shares[seat] for item in table.state.civilizations]
            assert [int(count) for count in re.findall(r"(\d+)(?:、|,|  )", row)] == [
                count for count in held if count
            ]
            assert f" {table.state.coins[seat]}$ " in row
            assert row.rstrip().endswith(" 15$")
        await press(pilot, "o")
        shown = " ".join(painted(pilot))
        assert FULL.star not in shown
        assert {"en": "Net worth if", "ja": "いま終わったときの資産"}[language] in shown

    given = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fina")
    table = new_table(load("world_monger"), *[f"{name} of the Lower Marsh" for name in given])
    async with at(table, language=language, size=(100, 30)) as pilot:
        _, *rows = lines(screen_of(pilot).query_one(SeatPanel))
        for name, row, coins in zip(given, rows, table.state.coins, strict=True):
            assert name in row
            assert f" {coins}$ " in row, "coins stand beside a name that is shortened"
            assert row.rstrip().endswith(" 15$")


@pytest.mark.parametrize(
    ("language", "facts"), [("en", "cost {}$ power {}$"), ("ja", "費用{}$ キャラ{}$")]
)
async def test_what_a_seat_has_stands_behind_its_points_beside_the_board(
    language: Language, facts: str
) -> None:
    """Gold of Cultus: a board of less than 140 columns has no row for it."""
    table = new_table(load("cultus"), "Ann", "Ben", "Cat")
    async with at(table, [0], size=(100, 30), language=language) as pilot:
        shown = " ".join(text(screen_of(pilot).query_one(SeatPanel)).split())
        for ruler in table.state.rulers:
            assert facts.format(ruler.cost or 0, ruler.character_gold) in shown
