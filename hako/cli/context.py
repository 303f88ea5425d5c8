"""The context of a command: the shelf of games, the folder of saves, the language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rtoml

from hako.cli.printing import put
from hako.content import THE_SHELF, Shelf, games_in, installed
from hako.engine import ENGINE
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI

if TYPE_CHECKING:
    from hako.engine.i18n.catalogue import Catalogue
    from hako.engine.i18n.languages import Language
    from hako.multiplayer.accounts.settings import Settings, SettingsFile
    from hako.multiplayer.services import Services
    from hako.tui.saved_games import OpenedSave, SavedGames

FOLDER = Path(__file__).parent

SETTINGS = "settings.toml"


class CommandContext:
    """The shelf, settings, saves and texts of a command; slow imports wait until they are needed."""

    def __init__(
        self,
        shelf: Shelf | None = None,
        data: Path | None = None,
        language: Language | None = None,
        games: Path | None = None,
    ) -> None:
        """Take hako's own games and those installed, if no `shelf` is given.

        `games` is a folder with more.
        """
        self._shelf = shelf
        self.data = data
        self.games = games
        self.asked_language = language
        self._language = language
        self._warned = False

    def changed(self, data: Path | None, language: Language | None) -> CommandContext:
        """The same context with the options that were given in place of its own."""
        return CommandContext(
            self._shelf, data or self.data, language or self._language, self.games
        )

    @cached_property
    def shelf(self) -> Shelf:
        """The games."""
        own = self._shelf or THE_SHELF.beside(installed)
        folder = self.games or self._games_of_settings()
        return own.beside(games_in(folder)) if folder else own

    @cached_property
    def _settings_path(self) -> Path:
        if self.data is not None:
            return self.data / SETTINGS
        from platformdirs import user_config_path

        return user_config_path("hako") / SETTINGS

    @property
    def library(self) -> SavedGames:
        """The saved games."""
        from hako.tui.saved_games import SavedGames

        return SavedGames(self.data and self.data / "games", self.shelf.load)

    @cached_property
    def settings(self) -> SettingsFile:
        """The settings file; it lies in the folder of --data, if one was given."""
        from hako.multiplayer.accounts.settings import SettingsFile

        return SettingsFile(self._settings_path)

    @property
    def language(self) -> Language:
        """The language asked for; else that of the settings, else that of the terminal."""
        if self._language is None:
            self._language = self.language_of_errors
            self._warn_of_settings()
        return self._language

    @property
    def language_of_errors(self) -> Language:
        """The same, without a word on settings that cannot be read: one error is enough."""
        if self._language is not None:
            return self._language
        from hako.engine.i18n.languages import LANGUAGES
        from hako.tui.terminal.capabilities import TerminalCapabilities

        chosen = self._language_of_settings()
        known = next((language for language in LANGUAGES if language == chosen), None)
        return known or TerminalCapabilities.detect("", (0, 0), os.environ).language or "en"

    def _language_of_settings(self) -> object:
        settings = self._raw_settings
        return None if settings is None else settings.get("language", "auto")

    def _games_of_settings(self) -> Path | None:
        folder = (self._raw_settings or {}).get("games")
        return Path(folder).expanduser() if folder and isinstance(folder, str) else None

    @cached_property
    def _raw_settings(self) -> dict[str, Any] | None:
        """The settings as plain tables, without the import of their schema; None if unreadable."""
        try:
            if not self._settings_path.exists():
                return {}
            return rtoml.loads(self._settings_path.read_text("utf-8"))
        except (OSError, ValueError):
            return None

    def read_settings(self) -> Settings:
        """The settings; the usual ones, with one warning, where they cannot be read."""
        from hako.engine.content.files import BadContent
        from hako.multiplayer.accounts.settings import Settings

        try:
            return self.settings.read()
        except BadContent as error:
            if not self._warned:
                say(error.text(self.language_of_errors))
            self._warned = True
            return Settings()

    @property
    def own_name(self) -> str:
        """The player's name: that of the settings, else of the account, else the word for a player."""
        from hako.multiplayer.accounts.settings import account_name

        return self.read_settings().name or account_name() or self.texts.text("play.person")

    def keep_settings(self, settings: Settings) -> None:
        """Write them; a damaged file is put aside, and that is said. Raises StoreFailed."""
        if (aside := self.settings.write(settings)) is not None:
            say(self.texts.text("trouble.settings_aside", file=aside))

    def _warn_of_settings(self) -> None:
        """Report errors in the settings if they do not set a language."""
        from hako.engine.i18n.languages import LANGUAGES

        if self._language_of_settings() not in {*LANGUAGES, "auto"}:
            self.read_settings()

    @property
    def texts(self) -> Catalogue:
        """All texts of engine, multiplayer, screens and commands in the language."""
        from hako.engine.i18n.catalogue import load_catalogue

        return load_catalogue(self.language, ENGINE, MULTIPLAYER, TUI, FOLDER)

    @property
    def own_texts(self) -> Catalogue:
        """The texts of the commands alone, in the language."""
        from hako.engine.i18n.catalogue import load_catalogue

        return load_catalogue(self.language, FOLDER)

    def open(self, save: str) -> OpenedSave:
        """A save by its file or its name; reports if a part was dropped or is not verified."""
        opened = self.library.open_file(self.path(save))
        if opened.torn:
            say(self.own_texts.text("verify.torn", save=save))
        if undecided := opened.table.undecided:
            say(f"{save}: {undecided.summary.text(self.language)}")
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
        from hako.cli.exceptions import CommandError
        from hako.engine.i18n.suggestions import suggestion
        from hako.engine.log.log_format import BadLog

        near = suggestion(save, store.names())
        raise BadLog(save, None, CommandError("no_save", near=near, folder=store.folder))

    @contextmanager
    def server_data(self, database: str | None) -> Iterator[Services]:
        """The data of the server in this folder, or in that database. Raises UsageError for a bad URL."""
        from hako.cli.exceptions import UsageError
        from hako.multiplayer.data_location import is_database, store_at
        from hako.multiplayer.services import Services

        if database is not None and not is_database(database):
            raise UsageError("no_database_url", database=database)
        services = Services(self.data, store_at(database) if database else None)
        try:
            yield services
        finally:
            services.store.close()


def say(sentence: str) -> None:
    """Say something beside the output proper."""
    put(f"hako: {sentence}", err=True)
