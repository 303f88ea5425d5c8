"""The list of tables: whatever stands in a row, its code is in sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual.app import App, ComposeResult

from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.table_list import TableList, TableRow

LONG = "Monumental (The Winter Tournament, round 12)"
AWAY = "Ann's turn, on vacation until 2027-01-20 08:00 UTC; you answered"
ROWS = (
    TableRow(LONG, "Ann, Ben, Cat and Dan", AWAY, "BCDFG", calls=True),
    TableRow(
        "モニュメンタル（冬の大会、第12回戦）",
        "アキ、ミナ",
        "アキの番です。2027-01-20まで休暇",
        "HJKMN",
    ),
    TableRow("Quo Vadis", "Ann", "your turn", "PQRST"),
)


class OneList(App[None]):
    def compose(self) -> ComposeResult:
        yield TableList()

    def on_mount(self) -> None:
        tables = self.query_exactly_one(TableList)
        tables.apply_theme(styles_of("dark"), SYMBOLS["ascii"])
        tables.show(ROWS)


def texts(app: App[None]) -> Iterator[str]:
    tables = app.query_exactly_one(TableList)
    return (tables.render_line(y).text for y in range(len(ROWS)))


@pytest.mark.parametrize("columns", [60, 80, 120])
async def test_a_long_row_leaves_every_code_in_sight(columns: int) -> None:
    app = OneList()
    async with app.run_test(size=(columns, 24)):
        for row, text in zip(ROWS, texts(app), strict=True):
            assert text.rstrip().endswith(f"  {row.code}")
            assert len(text.rstrip()) <= columns
