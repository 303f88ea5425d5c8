"""A table with a long log: its first frame waits only for the records near the position shown."""

from __future__ import annotations

from typing import Any

import pytest
from textual.geometry import Size

from hako.content import load
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.log.history import History
from hako.engine.transcript.sentences import texts_of
from hako.tui.screens.table.log_model import NEAR, LogModel
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.log_panel import LogPanel, LogRow
from tests.tui.tables import at, lines, new_table, screen_of, settled


def long_table() -> History[Any]:
    """A game of many moves, played again from the start as often as it ends."""
    table = new_table(load("monumental"), "Ann", "Ben")
    while len(table.positions) < 6 * NEAR:
        if not table.waiting():
            table.go_to(0)
        seat = table.waiting()[0]
        table.play(seat, think("random", *observation_of(table, seat)))
    return table


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers of records that the log panel was given, each time."""
    counts, show = list[int](), LogPanel.show

    def counting(self: LogPanel, records: list[LogRow], looked_at: int | None = None) -> None:
        counts.append(len(records))
        show(self, records, looked_at)

    monkeypatch.setattr(LogPanel, "show", counting)
    return counts


async def test_what_is_in_sight_is_read_first_and_then_the_rest(shown: list[int]) -> None:
    table = long_table()
    async with at(table, [0]) as pilot:
        await settled(pilot)
        await pilot.app.workers.wait_for_complete()
        screen = screen_of(pilot)
        model = LogModel(table)
        model.set_reader(screen.words, 0)
        rows = model.read()

        assert 0 < shown[0] <= 2 * NEAR < len(rows)
        assert [*screen.view.log_panel.records] == rows


async def test_a_replay_shows_the_records_around_where_it_was_opened(shown: list[int]) -> None:
    table = long_table()
    middle = table.path()[len(table.path()) // 2].number
    async with at(table, [0], size=(100, 30)) as pilot:
        await pilot.app.workers.wait_for_complete()
        shown.clear()
        await pilot.app.push_screen(ReplayScreen(table, look=(middle, 0)))
        await settled(pilot)
        await pilot.app.workers.wait_for_complete()
        panel = pilot.app.screen.query_one(LogPanel)

        assert 0 < shown[0] <= 2 * NEAR < shown[-1] == len(panel.records)
        assert middle in {panel._rows[row].record.moment for row in panel.shown}


def test_records_that_come_before_others_do_not_move_what_is_read() -> None:
    table = long_table()
    model = LogModel(table)
    model.set_reader(texts_of(table, "en"), None)
    panel = LogPanel()
    panel.apply_theme(styles_of("hako-dark"), FULL)
    panel.lay_out(Size(60, 10))
    panel.show(model.read_near(len(table.positions) - 1))
    panel.top = 20
    before = lines(panel)

    panel.show(model.read())

    assert lines(panel) == before
