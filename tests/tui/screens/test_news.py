"""News over the table: what happened since one's last turn."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.events import AppBlur
from textual.pilot import Pilot
from textual.screen import Screen

from hako.content import load
from hako.content.flip_city.actions import PlayTop
from hako.content.quo_vadis.steps.setup import SpreadResources
from hako.engine.log.history import History
from hako.engine.rules.play import pending
from hako.engine.transcript.recap import RecapItem
from hako.multiplayer.accounts.settings import Settings
from hako.tui.apps.unasked_screens import PAUSE_SECONDS, UnaskedScreens
from hako.tui.motion.moment_panel import MomentPanel
from hako.tui.screens.confirm_dialog import ConfirmDialog
from hako.tui.screens.recap_dialog import RecapDialog
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.screens.table.screen import TableScreen
from hako.tui.widgets.recap_panel import RecapPanel
from tests.toys.tic_tac_toe import GAME, Place
from tests.tui.tables import OneTable, at, new_table, painted, press, screen_of, settled, text
from tests.waiting import PATIENCE_SECONDS

EAGER = Settings(bot_speed="at_once", motion="none", recap="always")


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in one place that a test can set."""
    values = [100.0]
    monkeypatch.setattr(UnaskedScreens, "clock", lambda: values[0])
    return values


def top(pilot: Pilot[None]) -> Screen[Any]:
    """The screen that is seen."""
    return pilot.app.screen


async def answered(pilot: Pilot[None], table: History[Any]) -> None:
    """Ann has chosen the middle, and Ben, somewhere else, a corner."""
    table.play(0, Place(4))
    await settled(pilot)
    table.play(1, Place(0))
    await settled(pilot)


async def test_any_key_closes_it_and_does_nothing_else(now: list[float]) -> None:
    table = new_table(GAME, "Ann", "Ben")
    async with OneTable(table, [0], EAGER).run_test(size=(80, 24)) as pilot:
        await answered(pilot, table)
        assert isinstance(top(pilot), RecapDialog)
        assert "■B Ben" in text(pilot.app.screen.query_one(RecapPanel))
        length = table.line
        now[0] += PAUSE_SECONDS - 0.01
        await press(pilot, "enter")  # meant for what was there before
        assert isinstance(top(pilot), RecapDialog)
        now[0] += PAUSE_SECONDS - 0.01
        await press(pilot, "enter")  # somebody is still typing
        assert isinstance(top(pilot), RecapDialog)
        now[0] += PAUSE_SECONDS + 0.01
        await press(pilot, "u")
        assert isinstance(top(pilot), PlayScreen)
        assert table.line == length


async def test_it_is_not_told_again_while_others_seal_their_choices(now: list[float]) -> None:
    """quo_vadis.setup.16: all spread their cubes at once; who still thinks is left alone."""
    table = new_table(load("quo_vadis"), "Ann", "Ben", "Cat", seed=3)
    while not isinstance(pending(table.state), SpreadResources):
        seat = table.waiting()[-1]
        table.play(seat, table.legal_actions(seat)[0])
    async with OneTable(table, [0], EAGER).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(top(pilot), PlayScreen)
        for seat in (1, 2):
            table.play(seat, table.legal_actions(seat)[0])
            await settled(pilot)
            assert isinstance(top(pilot), PlayScreen)


async def test_a_number_shows_the_moment_of_its_line_where_it_was_asked_for(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A digit that was meant as an action shows no moment when the panel opened by itself."""
    shown: list[int] = []
    monkeypatch.setattr(TableScreen, "go_to_position", lambda _, moment: shown.append(moment))
    table = new_table(GAME, "Ann", "Ben")
    async with OneTable(table, [0], EAGER).run_test(size=(80, 24)) as pilot:
        await answered(pilot, table)
        table.play(0, Place(1))
        table.play(1, Place(7))
        await settled(pilot)
        now[0] += 1
        length = table.line
        await press(pilot, "1")
        assert isinstance(top(pilot), PlayScreen)
        assert table.line == length
        assert shown == []

        await press(pilot, "w")
        assert "1 ■B Ben" in text(top(pilot).query_one(RecapPanel))
        now[0] += 1
        await press(pilot, "1")
        assert shown == [table.head]
        await press(pilot, "w")
        assert isinstance(top(pilot), RecapDialog)


async def test_its_key_is_in_the_bar_as_soon_as_others_have_chosen_and_for_the_whole_turn(
    now: list[float],
) -> None:
    """Cultus at 80x24: Ben's turn is told again after Ann's first choice, as before it."""
    table = new_table(load("cultus"), "Ann", "Ben")
    async with at(table, [0]) as pilot:
        while table.now.ply < 20 or table.waiting() != (0,) or table.path()[-2].record.seat == 1:
            if table.now.ply == 0:
                assert "w news" not in painted(pilot)[-1]
            seat = table.waiting()[0]
            table.play(seat, table.legal_actions(seat)[0])
        await settled(pilot)
        assert table.path()[-1].record.seat == table.path()[-2].record.seat == 0
        for language in ("w news", "w 経過"):
            assert language in painted(pilot)[-1]
            await press(pilot, "w")
            assert "Ben" in text(top(pilot).query_one(RecapPanel))
            now[0] += 1
            await press(pilot, "escape", "f2")


@pytest.mark.parametrize(("weighty", "rows"), [(1, 1 + 5), (8, 8 + 1)])
async def test_news_that_fill_half_of_the_screen_give_a_row_to_what_matters_less(
    weighty: int, rows: int
) -> None:
    """At 80x24 a turn of five rows is told whole beside one line that matters, not beside eight."""
    turn = RecapItem("Ben buys a Park. " * 20, seat=1, moment=0)
    news = [*[RecapItem("A war", weight=1)] * weighty, turn]
    async with OneTable(new_table(GAME, "Ann", "Ben"), [0], EAGER).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(RecapDialog("", news))
        await settled(pilot)
        assert top(pilot).query_one(RecapPanel).count() == rows


async def test_it_is_told_to_who_comes_back_and_holds_up_no_request() -> None:
    """Ben wants to take back what Cat has chosen after, while Ann reads of both."""
    table = new_table(load("flip_city"), "Ann", "Ben", "Cat", undo="ask")
    while table.waiting() != (0,) or {1, 2} - {position.record.seat for position in table.path()}:
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[-1])
    async with OneTable(table, [0], EAGER).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(top(pilot), RecapDialog)
        table.ask(1)
        await settled(pilot)
        assert [type(screen) for screen in pilot.app.screen_stack[-2:]] == [
            PlayScreen,
            ConfirmDialog,
        ]


async def test_bots_play_on_while_one_reads() -> None:
    """Ann reads on this screen, and plays on from another one."""
    table = new_table(GAME, "Ann", "bot:greedy")
    async with OneTable(table, [0], EAGER).run_test(size=(80, 24)) as pilot:
        table.play(0, Place(4))
        await settled(pilot)
        reading = top(pilot)
        assert isinstance(reading, RecapDialog)
        table.play(0, table.legal_actions(0)[0])
        assert top(pilot) is reading
        await settled(pilot)
        assert (len(table.path()), table.waiting()) == (5, (0,))


async def test_who_reads_and_looks_away_is_called_for_the_next_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, rung = new_table(GAME, "Ann", "Ben"), list[int]()
    async with OneTable(table, [0], EAGER).run_test(size=(80, 24)) as pilot:
        await answered(pilot, table)
        reading = top(pilot)
        assert isinstance(reading, RecapDialog)
        monkeypatch.setattr(pilot.app, "bell", lambda: rung.append(table.head))
        pilot.app.post_message(AppBlur())
        table.play(0, Place(1))
        await settled(pilot)
        assert top(pilot) is reading
        table.play(1, Place(7))
        await settled(pilot)
        assert rung == [4]


@pytest.mark.parametrize("chosen", ["never", "matters"])
async def test_it_does_not_open_where_nobody_wants_it_or_nothing_matters(chosen: Any) -> None:
    table = new_table(GAME, "Ann", "Ben")
    settings = Settings(bot_speed="at_once", motion="none", recap=chosen)
    async with OneTable(table, [0], settings).run_test(size=(80, 24)) as pilot:
        await answered(pilot, table)
        assert isinstance(top(pilot), PlayScreen)
        await press(pilot, "w")
        assert "Since your last turn" in "".join(painted(pilot))


# ------------------------------------------------------------ moments


def busting() -> History[Any]:
    """Ann is one card away from a bust, with this seed."""
    table = new_table(load("flip_city"), "Ann", "Ben", seed=2)
    for _ in range(3):
        table.play(0, PlayTop())
    return table


async def test_a_moment_that_is_over_closes_by_itself() -> None:
    async with OneTable(busting(), [1], EAGER).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        passed = asyncio.Event()
        news = RecapDialog("Now", [RecapItem("Ann busts.")], lasts=0.01)
        pilot.app.push_screen(news, lambda _: passed.set())
        await asyncio.wait_for(passed.wait(), PATIENCE_SECONDS)
        await settled(pilot)
        assert isinstance(top(pilot), PlayScreen)


async def test_a_moment_passes_with_the_pace_of_bots_or_a_key_and_news_come_after_it(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """2 s a move: 10 s. The timer is the test's own."""
    timers: list[tuple[float, Any]] = []
    monkeypatch.setattr(RecapDialog, "set_timer", lambda _, *timer: timers.append(timer))
    table, settings = busting(), Settings(bot_speed="slow", recap="always")
    async with OneTable(table, [1], settings).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.play(0, PlayTop())
        await settled(pilot)
        line = text(top(pilot).query_one(RecapPanel))
        assert "Ann busts" in line
        assert "Lost: 0 points and $" in line
        ((seconds, passes),) = timers
        assert seconds == 10

        passes()
        await settled(pilot)
        assert "Lost:" not in text(top(pilot).query_one(RecapPanel))
        assert len(timers) == 1
        length = table.line
        now[0] += 1
        await press(pilot, "enter")
        assert isinstance(top(pilot), PlayScreen)
        assert table.line == length


async def test_ones_own_moment_waits_for_a_key(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann reads of her own bust until she presses a key; no timer closes it."""
    timers: list[Any] = []
    monkeypatch.setattr(RecapDialog, "set_timer", lambda _, *timer: timers.append(timer))
    table, settings = busting(), Settings(bot_speed="slow", motion="none", recap="never")
    async with OneTable(table, [0], settings).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "1")
        assert isinstance(top(pilot), RecapDialog)
        assert timers == []
        assert "Enter or any key closes this" in "".join(painted(pilot))
        now[0] += 1
        await press(pilot, "enter")
        assert isinstance(top(pilot), PlayScreen)


async def test_in_a_moment_the_first_key_leads_to_its_last_frame_and_does_nothing_else(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = [100.0]
    monkeypatch.setattr(MomentPanel, "clock", lambda: times[0])
    table, settings = busting(), Settings(bot_speed="slow", recap="never")
    async with OneTable(table, [0], settings).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "1")
        panel = top(pilot).query_one(MomentPanel)
        moves = [panel.is_moving]
        assert "█▀▄" not in text(panel)
        length = table.line
        now[0] += 1
        await press(pilot, "2")
        assert "█▀▄" in text(panel), "BUST, in large letters"
        moves.append(panel.is_moving)
        assert moves == [True, False]
        assert (top(pilot).query_one(MomentPanel), table.line) == (panel, length)
        now[0] += 1
        await press(pilot, "enter")
        assert isinstance(top(pilot), PlayScreen)


async def test_there_are_no_moments_without_pace() -> None:
    table, settings = busting(), Settings(bot_speed="at_once", recap="never")
    async with OneTable(table, [1], settings).run_test() as pilot:
        await settled(pilot)
        table.play(0, PlayTop())
        await settled(pilot)
        assert isinstance(top(pilot), PlayScreen)


async def test_without_motion_a_moment_is_shown_still() -> None:
    table, settings = busting(), Settings(bot_speed="slow", motion="none", recap="never")
    async with OneTable(table, [1], settings).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.play(0, PlayTop())
        await settled(pilot)
        panel = top(pilot).query_one(MomentPanel)
        assert not panel.is_moving
        assert "█▀▄" in text(panel)


async def test_news_that_were_asked_for_lead_through_all_positions_and_to_the_log(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []
    go_to = TableScreen.go_to_position

    def note(screen: TableScreen, at: int) -> None:
        shown.append(at)
        go_to(screen, at)

    monkeypatch.setattr(TableScreen, "go_to_position", note)
    table = new_table(GAME, "Ann", "Ben")
    async with OneTable(table, [0], EAGER).run_test(size=(80, 24)) as pilot:
        await answered(pilot, table)
        now[0] += 1
        await press(pilot, "escape")
        await press(pilot, "w", "s")
        assert shown == [table.head]
        assert isinstance(top(pilot), PlayScreen)
        await press(pilot, "w", "g")
        assert pilot.app.focused is screen_of(pilot).view.log_panel


async def test_it_waits_until_what_lies_over_the_table_has_closed(now: list[float]) -> None:
    """Ann reads the help while Ben chooses."""
    table = new_table(GAME, "Ann", "Ben")
    async with OneTable(table, [0], EAGER).run_test(size=(80, 24)) as pilot:
        table.play(0, Place(4))
        await settled(pilot)
        await press(pilot, "question_mark")
        reading = top(pilot)
        assert not isinstance(reading, PlayScreen)
        table.play(1, Place(0))
        await settled(pilot)
        assert top(pilot) is reading
        now[0] += 1
        await press(pilot, "escape")
        await settled(pilot)
        assert isinstance(top(pilot), RecapDialog)


async def test_before_ones_first_turn_the_title_speaks_of_no_last_one(now: list[float]) -> None:
    """Ben has begun."""
    table = new_table(load("flip_city"), "Ann", "Ben")
    first = table.waiting()[0]
    while table.waiting() == (first,):
        table.play(first, table.legal_actions(first)[-1])
    async with OneTable(table, [1 - first], EAGER).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = "\n".join(painted(pilot))
        assert "Before your first turn" in shown
        assert "Since your last turn" not in shown
