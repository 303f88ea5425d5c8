"""The settings on screen: each applies at once and is there the next time."""

from __future__ import annotations

import os

import pytest

from hako.multiplayer.accounts.settings import Settings
from hako.tui.apps.shelf import ShelfApp
from hako.tui.screens.settings import CHOICES
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.widgets.forms import OptionPicker
from tests.tui.whole_app import Installation, at_rest, painted, press


async def test_every_setting_is_on_the_screen_with_its_value(installation: Installation) -> None:
    installation.set(
        Settings(theme="light", symbols="full", bot_speed="slow", motion="none", bell=False)
    )
    async with installation.open() as pilot:
        await press(pilot, "s")

        assert {picker.id: picker.value for picker in pilot.app.screen.query(OptionPicker)} == {
            "language": "auto",
            "theme": "light",
            "symbols": "full",
            "bot_level": "greedy",
            "bot_speed": "slow",
            "hints": "short",
            "motion": "none",
            "bell": "off",
            "notices": "off",
            "autoplay_forced": "off",
            "recap": "matters",
        }


@pytest.mark.parametrize("setting", CHOICES)
async def test_each_is_changed_by_an_arrow_applies_at_once_and_is_remembered(
    installation: Installation, setting: str
) -> None:
    async with installation.open() as pilot:
        await press(pilot, "s")
        pilot.app.screen.query_one(f"#{setting}").focus()
        await press(pilot, "right")
        changed = getattr(pilot.app, "settings")  # noqa: B009 - Pilot does not know which app it leads

        assert changed != Settings()
        assert getattr(changed, setting) != getattr(Settings(), setting)
        assert installation.settings_file.read() == changed


async def test_cores_are_chosen_where_bots_think_for_nobody_else(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six cores: half of them are three, and all think from then on."""
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    app = ShelfApp(
        lambda: installation.library,
        installation.settings_file,
        TerminalCapabilities(),
        shelf=installation.shelf,
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await at_rest(pilot)
        assert app.worker_pool.workers == 1
        await press(pilot, "s")
        pilot.app.screen.query_one("#cores").focus()
        await press(pilot, "right")

        assert "half of the cores" in painted(app)
        assert app.worker_pool.workers == 3


async def test_the_screen_itself_changes_its_language(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "s", "left")  # from the system's language round to Japanese

        screen = painted(pilot.app)
        assert "設定" in screen
        assert "ボットの速さ" in screen


async def test_a_click_on_a_value_chooses_it(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "s")
        picker = pilot.app.screen.query_one("#theme", OptionPicker)
        await pilot.click(picker, offset=(picker.render_line(0).text.index("light"), 0))
        await at_rest(pilot)

        assert pilot.app.theme == "hako-light"


async def test_a_sentence_tells_what_the_focused_setting_does(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "s", *["down"] * 7)

        assert "Ring the terminal's bell" in painted(pilot.app)
