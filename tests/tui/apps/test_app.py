"""The app: its language, look and settings, each app's its own."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest
from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.pilot import Pilot
from textual.widgets import Input, Static

from hako.engine.i18n.languages import Language
from hako.multiplayer.accounts.settings import Settings, SettingsFile
from hako.tui.apps.game_app import GameApp
from hako.tui.apps.shelf import ShelfApp
from hako.tui.saved_games import SavedGames
from hako.tui.screens.base import AppScreen
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.terminal.keyboard import KeyParser
from hako.tui.theme.appearance import Appearance, appearance_of
from hako.tui.widgets.forms import OptionPicker
from hako.tui.widgets.key_bar import KeyBar


class Hello(AppScreen[None]):
    """A screen with one word, two choices and the bar of keys."""

    def compose(self) -> ComposeResult:
        yield Static(id="word")
        yield OptionPicker(("auto", "en", "ja"), "auto", id="language")
        yield KeyBar()

    def retranslate(self) -> None:
        self.query_one("#word", Static).update(self.app.texts.text("age.now"))


def line(widget: KeyBar | OptionPicker) -> str:
    return widget.render_line(0).text.rstrip()


def word(screen: Hello) -> str:
    return str(screen.query_one("#word", Static).render())


@pytest.mark.parametrize(
    ("settings", "terminal", "look"),
    [
        (Settings(), TerminalCapabilities(), Appearance("en", "hako-dark", "full")),
        (Settings(), TerminalCapabilities(language="ja"), Appearance("ja", "hako-dark", "full")),
        (
            Settings(language="en"),
            TerminalCapabilities(language="ja"),
            Appearance("en", "hako-dark", "full"),
        ),
        (
            Settings(),
            TerminalCapabilities(background="light"),
            Appearance("en", "hako-light", "full"),
        ),
        (
            Settings(),
            TerminalCapabilities(colors="16", background="light"),
            Appearance("en", "hako-ansi", "full"),
        ),
        (Settings(), TerminalCapabilities(colors="none"), Appearance("en", "hako-ansi", "full")),
        (
            Settings(theme="light"),
            TerminalCapabilities(colors="16"),
            Appearance("en", "hako-light", "full"),
        ),
        (Settings(), TerminalCapabilities(ambiguous=2), Appearance("en", "hako-dark", "narrow")),
        (Settings(), TerminalCapabilities(term="linux"), Appearance("en", "hako-dark", "ascii")),
        (
            Settings(symbols="full"),
            TerminalCapabilities(ambiguous=2),
            Appearance("en", "hako-dark", "full"),
        ),
    ],
)
def test_what_the_settings_leave_open_the_terminal_decides(
    settings: Settings, terminal: TerminalCapabilities, look: Appearance
) -> None:
    assert appearance_of(settings, terminal) == look


async def test_every_open_screen_changes_its_language_at_once() -> None:
    app = GameApp()
    async with app.run_test() as pilot:
        below, above = Hello(), Hello()
        await app.push_screen(below)
        await app.push_screen(above)
        assert word(above) == "just now"

        app.set_language("ja")
        await pilot.pause()

        assert word(above) == word(below) == "たった今"
        assert "戻る" in line(above.query_one(KeyBar))


async def test_apps_in_one_process_speak_each_their_own_language() -> None:
    english, japanese = GameApp(), GameApp(terminal=TerminalCapabilities(language="ja"))

    assert english.texts.text("age.now") == "just now"
    assert japanese.texts.text("age.now") == "たった今"


async def test_a_later_answer_of_the_terminal_changes_the_look() -> None:
    app = GameApp()
    async with app.run_test() as pilot:
        app.terminal = replace(app.terminal, ambiguous=2, background="light")
        await pilot.pause()

        assert app.appearance == Appearance("en", "hako-light", "narrow")
        assert app.theme == "hako-light"
        assert app.has_class("-narrow")


async def test_a_picker_is_led_by_keys_and_by_clicks() -> None:
    app = GameApp()
    async with app.run_test() as pilot:
        await app.push_screen(Hello())
        picker = app.screen.query_one(OptionPicker)
        picker.labels = {"auto": "as the terminal", "en": "English", "ja": "日本語"}
        picker.focus()

        await pilot.press("right")
        assert picker.value == "en"
        await pilot.press("l", "l")
        assert picker.value == "auto"
        await pilot.press("h")
        assert picker.value == "ja"
        await pilot.click(OptionPicker, offset=(line(picker).index("English"), 0))
        assert picker.value == "en"


async def test_a_picker_too_narrow_for_all_values_shows_the_chosen_one() -> None:
    app = GameApp()
    async with app.run_test() as pilot:
        await app.push_screen(Hello())
        picker = app.screen.query_one(OptionPicker)
        picker.styles.width = 10
        await pilot.pause()

        assert line(picker) == "◂  auto  ▸"
        await pilot.click(OptionPicker, offset=(0, 0))
        assert picker.value == "ja"


@pytest.mark.parametrize(("width", "word", "row"), [(80, "back", 0), (10, "help", 1)])
async def test_a_click_on_the_bar_of_keys_does_what_the_key_does(
    width: int, word: str, row: int
) -> None:
    """On every row of it: the lobby has more keys than go into one."""
    app = GameApp()
    async with app.run_test() as pilot:
        await app.push_screen(Hello())
        bar = app.screen.query_one(KeyBar)
        bar.styles.width, bar.styles.height = width, 2
        await pilot.pause()

        await pilot.click(KeyBar, offset=(bar.render_line(row).text.index(word), row))
        await pilot.pause()

        assert not isinstance(app.screen, Hello)


class Files:
    """An app's folders, and apps begun with them one after another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = folder / "settings.toml"

    def app(self, language: Language | None = None) -> ShelfApp:
        return ShelfApp(
            lambda: SavedGames(self.folder),
            SettingsFile(self.settings),
            TerminalCapabilities(),
            language=language,
        )


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


async def test_a_chosen_language_is_remembered(files: Files) -> None:
    app = files.app()
    async with app.run_test():
        app.set_language("ja")

    assert files.app().appearance.language == "ja"


async def test_the_language_of_one_run_is_not_kept_when_something_else_is(files: Files) -> None:
    app = files.app("ja")
    async with app.run_test():
        app.change_settings(replace(app.settings, bell=False))
        app.change_settings(app.settings.with_lesson("flip_city", "01-first-turn"))
        assert app.appearance.language == "ja"

    kept = SettingsFile(files.settings).read()
    assert kept == Settings(bell=False, lessons_done=("flip_city/01-first-turn",))


async def test_a_language_chosen_in_a_run_that_asked_for_one_is_kept(files: Files) -> None:
    app = files.app("ja")
    async with app.run_test():
        app.set_language("en")
        assert app.appearance.language == "en"

    assert SettingsFile(files.settings).read() == Settings(language="en")


async def test_damaged_settings_are_told_and_put_aside_when_a_setting_changes(
    files: Files,
) -> None:
    files.settings.write_text("language = ")
    app = files.app()
    async with app.run_test(notifications=True) as pilot:
        await pilot.pause()
        assert any("settings.toml" in notice.message for notice in app._notifications)
        assert files.settings.read_text() == "language = "

        app.set_language("ja")

    assert files.settings.with_name("settings.toml.damaged").read_text() == "language = "
    assert files.app().appearance.language == "ja"


async def test_settings_that_cannot_be_kept_apply_all_the_same(files: Files) -> None:
    app = files.app()
    (files.settings / "in the way").mkdir(parents=True)
    async with app.run_test(notifications=True) as pilot:
        app.set_language("ja")
        await pilot.pause()

        assert app.appearance.language == "ja"
        assert any(
            "保存できませんでした" in notice.message.replace("\n", "")
            for notice in app._notifications
        )


class Broken(AppScreen[None]):
    """A screen with a mistake in it."""

    def on_mount(self) -> None:
        hand = "the queen of spades"
        raise ValueError(f"no room for {len(hand)} letters")


async def test_a_mistake_of_ours_ends_in_a_sentence_that_shows_nobodys_hand(
    files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    app = files.app()

    async def stumble(pilot: Pilot[object]) -> None:
        await pilot.app.push_screen(Broken())

    await app.run_async(headless=True, size=(80, 24), auto_pilot=stumble)

    text = " ".join(capsys.readouterr().err.split())
    assert app.return_code == 1
    assert "an error in hako itself (ValueError: no room for 19 letters)" in text
    assert "Traceback" not in text
    assert "queen" not in text


async def test_what_was_played_is_said_to_be_saved_when_the_app_is_left(
    files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    class Table(AppScreen[None]):
        def farewell(self) -> str:
            return "The game is saved."

    app = files.app()
    async with app.run_test() as pilot:
        await app.push_screen(Table())
        await app.push_screen(Hello())
        await pilot.press("ctrl+c")

    assert capsys.readouterr().err == "The game is saved.\n"


class Typed(AppScreen[None]):
    """A screen with a text field, and a key of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [("a", "count", "count")]
    counted = 0

    def compose(self) -> ComposeResult:
        yield Input()

    def action_count(self) -> None:
        self.counted += 1


async def test_what_is_of_full_width_stays_as_typed_in_a_text_field_and_is_a_key_elsewhere() -> (
    None
):
    app = GameApp()
    async with app.run_test() as pilot:
        screen = Typed()
        await app.push_screen(screen)
        field = screen.query_one(Input)
        field.focus()
        for key in "１ａ？\u3000":
            for message in KeyParser().parse(key):
                app.post_message(message)
        await pilot.pause()
        assert field.value == "１ａ？ ", "a space is one; fields take no other"
        assert screen.counted == 0
        screen.set_focus(None)
        await pilot.press("ａ")
        assert screen.counted == 1
        assert field.value == "１ａ？ "
