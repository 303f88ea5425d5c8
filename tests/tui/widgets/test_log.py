"""The log at the table: it follows what happens, and all of an entry can be read."""

from __future__ import annotations

import gc
import tracemalloc

from hako.content import load
from hako.engine.rules.chance import Chance
from hako.engine.transcript.sentences import texts_for
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.screens.table.log_model import LogModel
from hako.tui.widgets.log_panel import LogPanel
from tests.tui.tables import at, lines, new_table, press, screen_of, settled

MONUMENTAL, FLIP_CITY = load("monumental"), load("flip_city")


async def test_the_log_follows_again_once_one_returns_from_it() -> None:
    """By Esc, by Tab, or because something else is to be decided."""
    async with at(new_table(FLIP_CITY, "Ann", "Ben"), size=(100, 30)) as pilot:
        log = screen_of(pilot).view.log_panel
        await press(pilot, *"11111111")
        for back in ("escape", "shift+tab", "1"):
            log.focus()
            await press(pilot, "home")
            assert not log.is_at_end

            await press(pilot, back)

            assert log.is_at_end
        for back in ("escape", "1"):
            log.scroll_lines(-log.count())  # as the wheel does, which leaves the keys to the list
            assert not log.is_at_end

            await press(pilot, back)

            assert log.is_at_end


async def test_all_rows_of_an_entry_taller_than_the_panel_are_read_one_after_the_other() -> None:
    """A setup record has more rows than the panel: nothing in its middle is skipped."""
    async with at(new_table(MONUMENTAL, "Ann", "Ben"), size=(100, 32)) as pilot:
        log = screen_of(pilot).view.log_panel
        assert log.count() > 2 * log.body > 0
        log.focus()
        await press(pilot, "home")
        read = [lines(log)[0]]
        down = range(log.count() - log.body)
        for _ in down:
            await press(pilot, "down")
            read.append(lines(log)[0])

        assert log.is_at_end
        assert read == [log.paint(row).text.rstrip() for row in (0, *(row + 1 for row in down))]
        await press(pilot, "up")
        assert log.top == len(down) - 1


async def test_the_heading_of_a_turn_wears_the_mark_of_whose_turn_it_is() -> None:
    """It stands in the record of the seat before, whose own sentences wear that one's mark."""
    table = new_table(FLIP_CITY, "Ann", "Ben")
    first = table.waiting()[0]
    while table.waiting() == (first,):
        table.play(first, table.legal_actions(first)[-1])
    async with at(table, size=(100, 30)) as pilot:
        await settled(pilot)
        log = screen_of(pilot).view.log_panel
        name = table.players[1 - first].name
        heading = next(row for row in lines(log) if f"Turn 2: {name}" in row)

        assert heading.startswith(log.symbols.owner(1 - first))


async def test_the_log_of_one_row_tells_who_did_what() -> None:
    """Not the last consequence, nor the heading of the next turn; with the focus on it all is read."""
    table = new_table(load("world_monger"), "Ann", "Ben", seed=5)
    cards = Chance(5, 0).cards
    async with at(table) as pilot:
        log, has_more = screen_of(pilot).view.log_panel, False
        for _ in range(40):
            seat = table.waiting()[0]
            table.play(seat, cards.choice(table.legal_actions(seat)))
            await pilot.pause()
            assert log.rows == 1
            sentences = [line for line in log.records[-1].rendered if not line.opens]
            [row] = lines(log)
            if sentences:
                assert log.records[-1].seat is not None
                assert row.startswith(log.symbols.owner(log.records[-1].seat))
                assert sentences[0].sentence.removesuffix(sentences[0].totals).rstrip() in row
            has_more |= len(sentences) > 2
        assert has_more

        log.focus()
        await pilot.pause()
        read = []
        for _ in range(log.count()):
            read += lines(log)
            await press(pilot, "up")
        assert any("Laid out for India" in row for row in read)


async def test_the_log_of_one_row_keeps_the_deed_that_ends_a_turn() -> None:
    """The heading of the next turn is a record of its own where a turn ends without a word."""
    table = new_table(FLIP_CITY, "Ann", "Ben")
    async with at(table) as pilot:
        log = screen_of(pilot).view.log_panel
        seat = table.waiting()[0]
        while table.waiting() == (seat,):
            before = lines(log)
            table.play(seat, table.legal_actions(seat)[-1])
            await pilot.pause()
        assert all(line.opens for line in log.records[-1].rendered)
        assert lines(log) == [
            f"{log.symbols.owner(seat)} {table.players[seat].name} stops and builds."
        ]

        table.undo(seat)
        await pilot.pause()
        assert lines(log) == before, "what was taken back is not the last deed"


async def test_the_log_tells_running_totals() -> None:
    """A Central Park brings $3 (flip_city.toml)."""
    async with at(new_table(FLIP_CITY, "Ann", "Ben", seed=1)) as pilot:
        await press(pilot, "1")

        texts = [record.sentence for record in screen_of(pilot).view.log_panel.records[-1].rendered]
        assert texts == ["Ben plays Central Park. Now: money 3."]


def test_who_is_told_what_others_were_told_before_keeps_next_to_nothing_of_it() -> None:
    """Bytes of memory a record: a house has many at its tables, and games have hundreds of moves."""
    table = new_table(load("quo_vadis"), "Ann", "Ben", "Cleo", "Dan")
    for number in range(150):
        seat = table.waiting()[0]
        actions = table.legal_actions(seat)
        table.play(seat, actions[number % len(actions)])
    texts = texts_for(table.game, table.content, table.players, "en", MULTIPLAYER, TUI)
    panels, kept = (LogPanel(), LogPanel()), 0
    for panel in panels:
        panel.columns = 40
        gc.collect()
        tracemalloc.start()
        model = LogModel(table)
        model.set_reader(texts, None)
        panel._records = model.read()
        panel._write(panel._records)
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert panels[0]._rows == panels[1]._rows
    assert kept / len(table.positions) < 150
