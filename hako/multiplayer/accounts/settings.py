"""Settings: what a player chose once for all games, kept as TOML in the configuration folder."""

from __future__ import annotations

import getpass
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import rtoml
from msgspec import Struct, to_builtins
from msgspec.structs import replace
from platformdirs import user_config_path

from hako.engine.content.files import BadContent, as_kind, parsed
from hako.engine.log.save import Document, StorageError
from hako.engine.storage.folder import FileDocument
from hako.engine.transcript.recap import When

LanguageChoice: TypeAlias = Literal["auto", "en", "ja"]
ThemeChoice: TypeAlias = Literal["auto", "dark", "light", "ansi"]
SymbolsChoice: TypeAlias = Literal["auto", "full", "narrow", "ascii"]

SpeedChoice: TypeAlias = Literal["at_once", "fast", "normal", "slow"]

_PACES: dict[SpeedChoice, float] = {"at_once": 0, "fast": 0.4, "normal": 0.9, "slow": 2}

HintsChoice: TypeAlias = Literal["at_once", "short", "long"]

_THOUGHTS: dict[HintsChoice, float] = {"at_once": 0, "short": 1, "long": 5}

StrengthChoice: TypeAlias = Literal["gentle", "greedy", "strong", "strongest"]

CoresChoice: TypeAlias = Literal["one", "half", "all"]

KEPT_ASIDE = ".damaged"
"""What is added to the name of a settings file that could not be read."""


LONGEST_NAME = 24
"""In characters; the table cuts what is too wide for it."""


def name_of_account() -> str:
    """What the player is called where nothing was set: as the account on this computer."""
    try:
        account = getpass.getuser()
    except (KeyError, OSError):  # an account without an entry, as in some containers
        return ""
    return account[:LONGEST_NAME] if account.isprintable() else ""


def workers(cores: CoresChoice) -> int:
    """How many processes may think where so many of the cores are given to them; at least 1."""
    here = os.cpu_count() or 1
    return {"one": 1, "half": max(1, here // 2), "all": here}[cores]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player can set; "auto" is what the terminal asks for."""

    language: LanguageChoice = "auto"
    theme: ThemeChoice = "auto"
    symbols: SymbolsChoice = "auto"
    animation: bool = True
    bot_speed: SpeedChoice = "normal"
    """How fast bots play; see `pace`."""
    bot_level: StrengthChoice = "greedy"
    """How well bots play that a form offers."""
    hints: HintsChoice = "short"
    """How long is thought about a hint after its first word; see `thought`."""
    cores: CoresChoice = "one"
    """On how many cores bots and hints think; see `workers`."""
    bell: bool = True
    """Whether the terminal rings when it becomes a person's turn."""
    notices: bool = False
    """Whether the desktop tells it, by a terminal that knows how."""
    notify: bool | Literal["daily"] = False
    """Whether the host's command tells it while the player is away: of each turn, or once a day."""
    autoplay_forced: bool = False
    """Whether the only thing that may be done is done by itself, unless it would be final."""
    recap: When = "matters"
    """When a player is told on their turn what happened since the last one."""
    name: str = ""
    """What the player is called in every game here; empty until it was asked."""
    lessons_done: tuple[str, ...] = ()
    """The lessons that were played to their end, such as `flip_city/01-first-turn`."""
    tips: tuple[str, ...] = ()
    """The games in which the advisor speaks."""
    tips_seen: Mapping[str, int] = {}
    """How often choices of each kind were met there; see engine/bots/advisor.py."""
    games: str = ""
    """A folder with more games, beside hako's own and those installed; empty for none."""

    def having_learned(self, game_id: str, lesson: str) -> Settings:
        """The same, with a lesson that was played to its end."""
        learned = dict.fromkeys((*self.lessons_done, f"{game_id}/{lesson}"))
        return replace(self, lessons_done=tuple(learned))

    def advised(self, game_id: str, *, on: bool) -> Settings:
        """The same, with the advisor of a game on, as for a first game, or off."""
        others = tuple(its for its in self.tips if its != game_id)
        met = {
            kind: its for kind, its in self.tips_seen.items() if kind.partition("/")[0] != game_id
        }
        return replace(self, tips=(*others, game_id) if on else others, tips_seen=met)

    @property
    def games_learned(self) -> set[str]:
        """The games of which a lesson was played to its end."""
        return {lesson.partition("/")[0] for lesson in self.lessons_done}

    @property
    def pace(self) -> float:
        """Seconds that a bot lets pass before its move is seen."""
        return _PACES[self.bot_speed]

    @property
    def workers(self) -> int:
        """How many processes think."""
        return workers(self.cores)

    @property
    def thought(self) -> float:
        """Seconds that are thought about a hint."""
        return _THOUGHTS[self.hints]


class RunSettings(Struct, frozen=True):
    """The settings of one run: those that are kept, under those that this run alone asks for."""

    kept: Settings = Settings()
    asked: Mapping[str, Any] = {}
    """What the command line says, by the name of the setting; never kept."""

    @property
    def settings(self) -> Settings:
        """The settings that apply."""
        return replace(self.kept, **self.asked)

    def changed(self, settings: Settings) -> RunSettings:
        """The same run after its player changed settings; only what was changed is kept."""
        before = self.settings
        names = settings.__struct_fields__
        chosen = {
            name: getattr(settings, name)
            for name in names
            if getattr(settings, name) != getattr(before, name)
        }
        asked = {name: value for name, value in self.asked.items() if name not in chosen}
        return RunSettings(replace(self.kept, **chosen), asked)


class SettingsFile:
    """Where the settings are kept."""

    def __init__(self, where: Path | Document | None = None) -> None:
        """Take a file of one's own, the usual one if nothing is said, or a sheet of a house."""
        if where is None or isinstance(where, Path):
            path = where or user_config_path("hako") / "settings.toml"
            where = FileDocument(path, follows=True)
        self._sheet = where
        self._damaged = False

    def read(self) -> Settings:
        """The settings; the usual ones where there is no file yet.

        Raises BadContent with file and place; the damaged file stays, see `write`.
        """
        name = self._sheet.name
        try:
            written = self._sheet.read()
            settings: Settings = as_kind(Settings, parsed(written or b"", name), Path(name).name)
        except BadContent:
            self._damaged = True
            raise
        except StorageError as error:
            self._damaged = True  # what is there is not to be written over, once it can be read
            raise BadContent("because", reason=error) from error
        return settings

    def write(self, settings: Settings) -> str | None:
        """Keep the settings. Raises StorageError where the folder cannot be written.

        A damaged file is put aside first; its new place is returned.
        """
        aside = self._sheet.beside(KEPT_ASIDE) if self._damaged else None
        if aside is not None:
            aside.write(self._sheet.read() or b"")
            self._damaged = False
        self._sheet.write(rtoml.dumps(to_builtins(settings)).encode())
        return None if aside is None else aside.name
