"""What a command works with: the shelf, the folder of saves, the language."""

from __future__ import annotations

import os
import tomllib
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hako.content import THE_SHELF, Shelf

if TYPE_CHECKING:
    from hako.engine.text import Language, Texts
    from hako.tui.library import Library, Opened
    from hako.tui.settings import SettingsFile

FOLDER = Path(__file__).parent
HAKO = FOLDER.parents[1]

SETTINGS = "settings.toml"


class House:
    """Where a command finds things. What takes time to import is imported when asked for."""

    def __init__(
        self,
        shelf: Shelf | None = None,
        data: Path | None = None,
        language: Language | None = None,
    ) -> None:
        """Furnish the house with the games that come with hako, if no others are given."""
        self.shelf = shelf or THE_SHELF
        self.data = data
        self.asked_language = language
        self._language = language

    def changed(self, data: Path | None, language: Language | None) -> House:
        """The same house, with what was asked for in the place of what it had."""
        return House(self.shelf, data or self.data, language or self._language)

    @cached_property
    def _settings_path(self) -> Path:
        if self.data is not None:
            return self.data / SETTINGS
        from platformdirs import user_config_path

        return user_config_path("hako") / SETTINGS

    @property
    def library(self) -> Library:
        """The saved games."""
        from hako.tui.library import Library

        return Library(self.data and self.data / "games", self.shelf.load)

    @property
    def settings(self) -> SettingsFile:
        """The settings; beside the saves, where a folder for those was chosen."""
        from hako.tui.settings import SettingsFile

        return SettingsFile(self._settings_path)

    @property
    def language(self) -> Language:
        """The language asked for; else that of the settings, else that of the terminal."""
        if self._language is None:
            from hako.tui.terminal import Terminal

            terminal = Terminal.detect("", (0, 0), os.environ)
            self._language = self._language_of_settings() or terminal.language or "en"
        return self._language

    def _language_of_settings(self) -> Language | None:
        """What the settings say, read without all that settings are checked with."""
        from hako.engine.text import LANGUAGES

        if not self._settings_path.exists():
            return None
        try:
            chosen = tomllib.loads(self._settings_path.read_text("utf-8")).get("language", "auto")
        except (OSError, ValueError):
            chosen = ""
        if chosen not in {*LANGUAGES, "auto"}:
            self._complain_of_settings()
        return next((language for language in LANGUAGES if language == chosen), None)

    def _complain_of_settings(self) -> None:
        from hako.engine.content import BadContent

        try:
            self.settings.read()
        except BadContent as error:
            say(str(error))

    @property
    def texts(self) -> Texts:
        """What the house says, in that language: of all tables, on the screens, in commands."""
        from hako.engine.text import load_texts

        return load_texts(self.language, HAKO / "engine", HAKO / "tui", FOLDER)

    @property
    def own_texts(self) -> Texts:
        """What commands alone say, in that language."""
        from hako.engine.text import load_texts

        return load_texts(self.language, FOLDER)

    def open(self, save: str) -> Opened:
        """A save by its file or its name in the library; says so where its last line is torn."""
        opened = self.library.open_file(self.path(save))
        if opened.torn:
            say(f"the last line of {save} was cut off in the middle; it is left out.")
        return opened

    def path(self, save: str) -> Path:
        """The file that is meant: one that there is, or a game of the library."""
        given = Path(save)
        if given.exists() or given.parent != Path():
            return given
        store = self.library.store
        kept = store.path(save)
        if kept.exists():
            return kept
        from hako.engine.log import BadLog
        from hako.engine.names import did_you_mean

        hint = did_you_mean(save, store.names())
        raise BadLog(
            save, None, f"there is no such file, and no such game in {store.folder}.{hint}"
        )


def say(sentence: str) -> None:
    """Say something beside the output proper."""
    click.echo(f"hako: {sentence}", err=True)
