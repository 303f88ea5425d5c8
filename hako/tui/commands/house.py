"""What a command works with: the shelf, the folder of saves, the language."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hako.content import THE_SHELF, Shelf
from hako.engine.content import BadContent, did_you_mean

if TYPE_CHECKING:
    from hako.engine.text import Language, Texts
    from hako.tui.library import Library, Opened
    from hako.tui.settings import SettingsFile

_HAKO = Path(__file__).parents[2]

FOLDERS = (_HAKO / "engine", _HAKO / "tui", _HAKO / "tui/commands")
"""Where the sentences lie that belong to no game: of all tables, of the screens, of the commands."""


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

    @property
    def library(self) -> Library:
        """The saved games."""
        from hako.tui.library import Library

        return Library(self.data and self.data / "games", self.shelf.load)

    @property
    def settings(self) -> SettingsFile:
        """The settings; beside the saves, where a folder for those was chosen."""
        from hako.tui.settings import SettingsFile

        return SettingsFile(self.data and self.data / "settings.toml")

    @property
    def language(self) -> Language:
        """The language asked for; else that of the settings, else that of the terminal."""
        if self._language is None:
            from hako.tui.look import look_of
            from hako.tui.settings import Settings
            from hako.tui.terminal import Terminal

            try:
                settings = self.settings.read()
            except BadContent as error:
                say(str(error))
                settings = Settings()
            self._language = look_of(settings, Terminal.detect("", (0, 0), os.environ)).language
        return self._language

    @property
    def texts(self) -> Texts:
        """What the house says, in that language."""
        from hako.engine.text import load_texts

        return load_texts(self.language, *FOLDERS)

    def open(self, save: str) -> Opened:
        """A save by its file or its name in the library; says so where its last line is torn."""
        opened = self.library.open_file(self.path(save))
        if opened.torn:
            say(f"the last line of {save} was cut off in the middle; it is left out.")
        return opened

    def path(self, save: str) -> Path:
        """The file that is meant: one that there is, or a game of the library."""
        store = self.library.store
        given, kept = Path(save), store.path(save)
        if given.exists() or given.parent != Path():
            return given
        if kept.exists():
            return kept
        from hako.engine.log import BadLog

        hint = did_you_mean(save, store.names())
        raise BadLog(
            save, None, f"there is no such file, and no such game in {store.folder}.{hint}"
        )


def say(sentence: str) -> None:
    """Say something beside the output proper."""
    click.echo(f"hako: {sentence}", err=True)
