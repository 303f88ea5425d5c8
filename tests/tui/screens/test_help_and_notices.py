"""Help on every screen, the palette, and the cover for a terminal that is too small."""

from __future__ import annotations

import re

import pytest
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot

from hako.engine.transcript.recap import RecapItem
from hako.tui.screens.command_palette import Palette
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.help import HelpScreen
from hako.tui.screens.recap_dialog import RecapDialog
from hako.tui.screens.saves import SavesScreen
from hako.tui.screens.too_small import TooSmall
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place
from tests.tui.tables import at, new_table, screen_of, settled
from tests.tui.whole_app import Installation, at_rest, click, painted, press


def covered(pilot: Pilot[None]) -> bool:
    return isinstance(pilot.app.screen, TooSmall)


SCREENS = {"shelf": (), "new_game": ("n",), "rules": ("f1",), "settings": ("s",), "saves": ("r",)}


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
async def test_help_tells_what_the_screen_is_for_and_all_its_keys(
    installation: Installation, keys: tuple[str, ...]
) -> None:
    async with installation.open(size=(80, 40)) as pilot:
        await press(pilot, *keys)
        second_screen = pilot.app.screen
        shown = [
            b for _, b, _, _ in second_screen.active_bindings.values() if b.show and b.description
        ]
        await press(pilot, "question_mark")

        assert isinstance(pilot.app.screen, HelpScreen)
        screen = painted(pilot.app)
        for binding in shown:
            assert pilot.app.get_key_display(binding) in screen
        await press(pilot, "escape")
        assert pilot.app.screen is second_screen


async def test_a_click_on_a_line_of_the_help_does_what_its_key_does(
    installation: Installation,
) -> None:
    async with installation.open(size=(80, 40)) as pilot:
        await press(pilot, "question_mark")
        rows = painted(pilot.app).splitlines()
        line = next(y for y, row in enumerate(rows) if re.search(r"\br +replays", row))
        keys = pilot.app.screen.query_one("#keys")

        await click(pilot, "#keys", offset=(20, line - keys.region.y))

        assert isinstance(pilot.app.screen, SavesScreen)


async def click_on_key(pilot: Pilot[None], words: str) -> None:
    """Click on the line of the help that has these words."""
    rows = painted(pilot.app).splitlines()
    line = next(y for y, row in enumerate(rows) if words in row)
    keys = pilot.app.screen.query_one("#keys")
    await click(pilot, "#keys", offset=(20, line - keys.region.y))


async def test_the_help_of_a_table_leads_to_the_palette_by_mouse() -> None:
    """Also in a narrow window, where some texts take two lines."""
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben"), size=(60, 24)) as pilot:
        await press(pilot, "question_mark", "end")
        await click_on_key(pilot, "every command and action")

        assert isinstance(pilot.app.screen, CommandPalette)


async def test_a_click_on_the_name_of_several_keys_plays_none_of_their_actions() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    start = len(table.path())
    async with at(table) as pilot:
        bar = painted(pilot.app).splitlines()[-1]
        await click(pilot, "KeyBar", offset=(bar.index("1-9"), 0))
        await press(pilot, "question_mark", "pagedown")
        await click_on_key(pilot, "1-9")
        assert isinstance(pilot.app.screen, HelpScreen)

        await press(pilot, "escape", "ctrl+p", *"pick", "down", "enter")

        assert len(table.path()) == start


async def test_the_palette_speaks_the_language_of_now(installation: Installation) -> None:
    async with installation.open(language="ja") as pilot:
        await press(pilot, "ctrl+p")

        assert isinstance(pilot.app.screen, CommandPalette)
        screen = painted(pilot.app)
        assert "コマンドを検索" in screen
        assert "設定" in screen


async def test_the_palette_does_what_it_lists(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "ctrl+p", *"日本", "down", "enter")

        assert "途中のゲーム" in painted(pilot.app)


async def test_the_palette_says_so_where_nothing_is_called_that(installation: Installation) -> None:
    async with installation.open(language="ja") as pilot:
        await press(pilot, "ctrl+p", *"xyzzy")
        while "その名前のコマンドはありません" not in painted(pilot.app):
            await pilot.pause(0.05)


async def test_a_palette_that_is_being_closed_says_nothing_more(installation: Installation) -> None:
    """Its worker may still list commands; its time to say that nothing was found may be over."""
    async with installation.open() as pilot:
        await press(pilot, "ctrl+p")
        palette = pilot.app.screen
        assert isinstance(palette, Palette)
        commands = palette.query_exactly_one(CommandList)
        await palette.remove_children()

        palette._show_nothing_found("xyzzy")
        palette._refresh_command_list(commands, [], clear_current=True)
        palette._show_busy = not palette._show_busy
        await pilot.pause()


async def test_the_palette_of_a_screen_lists_what_its_keys_do(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "ctrl+p", *"replays", "down", "enter")

        assert isinstance(pilot.app.screen, SavesScreen)


async def test_a_second_enter_in_the_palette_closes_nothing_below_it(
    installation: Installation,
) -> None:
    """It may come before the palette is gone."""
    async with installation.open() as pilot:
        below = pilot.app.screen
        await press(pilot, "ctrl+p")
        palette = pilot.app.screen
        palette.dismiss()
        palette.dismiss()
        await pilot.pause()

        assert pilot.app.screen is below


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (1, 1), (0, 0)])
async def test_below_60x20_a_notice_stands_in_place_of_the_screen(
    installation: Installation, size: tuple[int, int]
) -> None:
    async with installation.open() as pilot:
        await press(pilot, "down")
        focused = pilot.app.focused
        await pilot.resize_terminal(*size)
        await at_rest(pilot)
        assert covered(pilot)
        if size == (60, 19):
            assert "hako resume --plain" in painted(pilot.app)

        await pilot.resize_terminal(60, 20)
        await at_rest(pilot)
        assert not covered(pilot)
        assert pilot.app.focused is focused


async def test_the_notice_tells_how_large_the_terminal_is_and_should_be(
    installation: Installation,
) -> None:
    async with installation.open(size=(58, 12)) as pilot:
        screen = painted(pilot.app)

        assert "58 x 12" in screen
        assert "60 x 20" in screen


async def test_a_screen_that_opened_meanwhile_is_there_when_there_is_room(
    installation: Installation,
) -> None:
    async with installation.open(size=(58, 12)) as pilot:
        await pilot.resize_terminal(120, 40)
        await at_rest(pilot)
        await pilot.resize_terminal(50, 10)
        await pilot.resize_terminal(160, 50)
        await at_rest(pilot)

        assert not covered(pilot)
        assert len(pilot.app.screen_stack) == 1


async def test_what_opens_by_itself_waits_below_the_notice_until_there_is_room() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table, size=(58, 19)) as pilot:
        pilot.app.push_screen(news := RecapDialog("Now", [RecapItem("Ann is close.")]))
        await settled(pilot)
        assert "hako resume --plain" in painted(pilot.app)
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert news.is_active
        assert "--plain" not in pilot.app.export_screenshot()  # with what it lies over
        news.dismiss()
        await settled(pilot)
        assert screen_of(pilot).is_active

        await pilot.resize_terminal(58, 19)
        for seat, cell in ((0, 0), (1, 3), (0, 1), (1, 4), (0, 2)):
            table.play(seat, Place(cell))
            await settled(pilot)
        assert "hako resume --plain" in painted(pilot.app)
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameOverScreen)


async def test_the_bar_of_keys_can_be_clicked(installation: Installation) -> None:
    async with installation.open() as pilot:
        bar = painted(pilot.app).splitlines()[-1]
        await click(pilot, "KeyBar", offset=(bar.index("games"), 0))

        assert "Nothing has been played here yet." in painted(pilot.app)
