"""Tips at a table: on its row, in the log, off by one key, for one person alone."""

from __future__ import annotations

import re
from asyncio import Event
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import THE_SHELF, load
from hako.content.world_monger.actions import BuyShare
from hako.engine.bots.advice import Advice
from hako.engine.bots.observation import observation_of
from hako.engine.bots.runner import BotRunner
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.rules.model import Seat
from hako.multiplayer.accounts.settings import Settings
from hako.tui.apps.shelf import ShelfApp
from hako.tui.screens.table.lesson import LessonScreen
from hako.tui.screens.table.screen import TableScreen
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.forms import OptionPicker
from tests.tui import whole_app as houses
from tests.tui.lobbies import ANN, BEN
from tests.tui.lobbies import local_lobby as lobby
from tests.tui.tables import OneTable, new_table, painted, press, screen_of, settled, text
from tests.tui.whole_app import Installation, at_rest, go_through

ADVISED = Settings(bot_speed="slow", motion="none", recap="never", tips=("world_monger",))
MATTERS = {
    "en": "Buy while a deck's good cards are still to come",
    "ja": "良いカードが山札にある間に買い",
}
SWITCHED_OFF = {"en": "choicesareoff", "ja": "ヒント：オフ"}
SWITCHED_ON = {"en": "choicesareon", "ja": "ヒント：オン"}
AIM = {"en": "Most coins wins", "ja": "コイン最多で勝ち"}


@pytest.fixture
def investing() -> History[Any]:
    """World Monger: Ann may buy, sell or pass."""
    table = new_table(load("world_monger"), "Ann", "bot:greedy")
    while table.waiting() != (0,) or type(table.now.state.agenda[-1]).__name__ != "Invest":
        seat = table.waiting()[0]
        table.play(seat, think("greedy", *observation_of(table, seat)))
    return table


def all_said(screen: TableScreen) -> str:
    """All lines of the description, also those below, without blanks and counts."""
    described = screen.view.described
    rows = (described.paint(at).text.removeprefix("│") for at in range(described.count()))
    return re.sub(f"{FULL.below}\\d+", "", "".join("".join(rows).split()))


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_line_says_what_matters_below_the_aim_which_stays_in_sight(
    investing: History[Any], language: Language
) -> None:
    """In all sizes; on a page that a board fills, the aim as far as one line goes.

    The answer to the key stands before both. In the frame both stand with the text about an action, so that the board has their rows: it is as
    large with the tip as without.
    """
    app = OneTable(investing, settings=replace(ADVISED, language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = screen_of(pilot)
        board, rows = screen.view.board.size, screen.action_list.size
        matters, aim = (words[language].replace(" ", "") for words in (MATTERS, AIM))
        assert matters in all_said(screen).partition(aim)[0]
        assert aim in all_said(screen)

        await press(pilot, "a")
        assert SWITCHED_OFF[language] in all_said(screen).partition(aim)[0]
        assert matters not in all_said(screen)
        assert app.settings.tips == ()
        assert (screen.view.board.size, screen.action_list.size) == (board, rows)

        await press(pilot, "a")
        assert SWITCHED_ON[language] in all_said(screen).partition(matters)[0]
        await press(pilot, "down")
        await pilot.resize_terminal(100, 40)
        await settled(pilot)
        shown = text(screen.view.described).replace("\n", " ")
        joined = " ".join(shown.split()).replace(" ", "")
        assert matters in joined.partition(aim)[0]
        assert aim in joined
        assert screen.view.board.size.height == 38

        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        assert AIM[language] in painted(pilot)[1]
        assert MATTERS[language] in "".join(painted(pilot)[2:4])
        await press(pilot, "shift+tab")
        assert screen.pages.shown == "board"
        assert AIM[language] in painted(pilot)[1]
        await press(pilot, "a", "a")
        assert SWITCHED_ON[language] in all_said(screen), "the board got a row less"


@pytest.mark.parametrize("keys", [(), ("down",)])
async def test_the_cursor_stands_on_what_a_tip_recommends_unless_it_was_moved(
    investing: History[Any], keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_searched, hint = Event(), BotRunner.hint

    async def hint_later(bots: BotRunner, seat: Seat) -> Advice:
        advice = await hint(bots, seat)
        await is_searched.wait()
        return replace(advice, line=(investing.legal_actions(0)[-1],))

    monkeypatch.setattr(BotRunner, "hint", hint_later)
    app = OneTable(investing, settings=ADVISED)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await press(pilot, *keys)
        actions = screen_of(pilot).action_list
        before = actions.action
        is_searched.set()
        await settled(pilot)

        last = investing.legal_actions(0)[-1]
        assert before != last
        assert actions.action == (before if keys else last)


async def test_the_end_of_a_turn_says_what_it_brought(investing: History[Any]) -> None:
    """Below the table while the others choose, and in the log."""
    coins, actions = investing.now.state.coins[0], investing.legal_actions(0)
    buying = next(number for number, item in enumerate(actions) if isinstance(item, BuyShare))
    app = OneTable(investing, settings=ADVISED)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, str(buying + 1))
        left = investing.now.state.coins[0]

        assert left < coins
        for panel in (screen_of(pilot).view.described, screen_of(pilot).view.log_panel):
            assert f"coins {coins} → {left}" in text(panel)
        assert app.settings.tips_seen == {"world_monger/invest": 1}


async def test_a_first_game_is_marked_until_one_was_played(tmp_path: Path) -> None:
    """A lesson is no game: whoever learned the game has still a first one to play."""
    installation = Installation(tmp_path)
    installation.set(Settings(lessons_done=("flip_city/01-first-turn",)))
    async with installation.open() as pilot:
        await houses.press(pilot, "enter")
        assert pilot.app.screen.query_one("#first", OptionPicker).value == "yes"
        await go_through(pilot, "start")
    assert installation.settings_file.read().tips == ("flip_city",)
    installation.set(Settings())
    async with installation.open() as pilot:
        await houses.press(pilot, "enter")
        assert pilot.app.screen.query_one("#first", OptionPicker).value == "no"
        await go_through(pilot, "start")
    assert installation.settings_file.read().tips == ()


async def test_the_last_lesson_ends_with_tips_on(tmp_path: Path) -> None:
    """While the lesson speaks, it is silent."""
    installation = Installation(tmp_path, THE_SHELF)
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("monumental"), "06-a-whole-game")
        await at_rest(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, LessonScreen)
        assert not screen.features.is_advised
        screen.table.play(0, screen.table.legal_actions(0)[0])
        while screen.session.step is not None:
            screen.session.read_on()
            for seat in screen.table.waiting() if screen.session.position.replies else ():
                screen.table.play(seat, screen.table.legal_actions(seat)[-1])
        screen.show_table()
        assert screen.features.is_advised


async def test_at_a_shared_table_it_speaks_to_whoever_wants_it(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        room = at.table(ANN, None, None)
        ann, ben = [await at.come(user, request=f"join {room.code}") for user in (ANN, BEN)]
        await ann.sees("Ann, mark a cell.")
        await ann.press("a", "1")
        await ben.press("1")
        await ann.sees("Mark ", after="escape")
        await ann.sees("next best: ")

        assert "next best" not in ben.text
