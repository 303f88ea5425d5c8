"""Settings of a player for all games, stored as TOML in the configuration folder."""

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
from hako.engine.log.save import Document
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.file_save import FileDocument
from hako.engine.transcript.recap import When

LanguageChoice: TypeAlias = Literal["auto", "en", "ja"]
ThemeChoice: TypeAlias = Literal["auto", "dark", "light", "ansi"]
SymbolsChoice: TypeAlias = Literal["auto", "full", "narrow", "ascii"]

MotionChoice: TypeAlias = Literal["full", "short", "none"]

SpeedChoice: TypeAlias = Literal["at_once", "fast", "normal", "slow"]

_PACES: dict[SpeedChoice, float] = {"at_once": 0, "fast": 0.4, "normal": 0.9, "slow": 2}

HintsChoice: TypeAlias = Literal["at_once", "short", "long"]

_THOUGHTS: dict[HintsChoice, float] = {"at_once": 0, "short": 1, "long": 5}

StrengthChoice: TypeAlias = Literal["gentle", "greedy", "strong", "strongest"]

CoresChoice: TypeAlias = Literal["one", "half", "all"]

KEPT_ASIDE = ".damaged"
"""Suffix of the copy of a settings file that could not be read."""


LONGEST_NAME = 24
"""Maximum length of a name in characters; tables truncate wider names."""


def account_name() -> str:
    """Default name of the player: that of their account on this computer, or ""."""
    try:
        account = getpass.getuser()
    except (KeyError, OSError):  # an account without an entry, as in some containers
        return ""
    return account[:LONGEST_NAME] if account.isprintable() else ""


def workers(cores: CoresChoice) -> int:
    """Number of worker processes for this share of the cores; at least 1."""
    cpus = os.cpu_count() or 1
    return {"one": 1, "half": max(1, cpus // 2), "all": cpus}[cores]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a player; "auto" follows the terminal."""

    language: LanguageChoice = "auto"
    theme: ThemeChoice = "auto"
    symbols: SymbolsChoice = "auto"
    motion: MotionChoice = "full"
    """Length of the motion by which boards show changes."""
    bot_speed: SpeedChoice = "normal"
    """Speed of bots; see `pace`."""
    bot_level: StrengthChoice = "greedy"
    """Default strength of bots in forms."""
    hints: HintsChoice = "short"
    """Time of search for a hint after its first text; see `thought`."""
    cores: CoresChoice = "one"
    """Share of the cores for bots and hints; see `workers`."""
    bell: bool = True
    """True if the terminal rings its bell when a person's turn begins."""
    notices: bool = False
    """True if the terminal sends a desktop notification for it, where it can."""
    notify: bool | Literal["daily"] = False
    """True if the notification command is run for it while the player is offline: for each turn, or once a day."""
    autoplay_forced: bool = False
    """True if a forced action is played automatically, unless it is final."""
    recap: When = "matters"
    """Condition under which a recap is shown at the begin of a turn."""
    name: str = ""
    """Name of the player in every game; empty until it was asked."""
    lessons_done: tuple[str, ...] = ()
    """Completed lessons, such as `flip_city/01-first-turn`."""
    tips: tuple[str, ...] = ()
    """Games with tips."""
    tips_seen: Mapping[str, int] = {}
    """Number of encounters of each kind of choice; see engine/bots/newcomer_tips.py."""
    games: str = ""
    """Folder with further games; empty for none."""

    def with_lesson(self, game_id: str, lesson: str) -> Settings:
        """Copy with a completed lesson."""
        learned = dict.fromkeys((*self.lessons_done, f"{game_id}/{lesson}"))
        return replace(self, lessons_done=tuple(learned))

    def with_tips(self, game_id: str, *, on: bool) -> Settings:
        """Copy with the tips of a game switched on, as for a first game, or off."""
        others = tuple(game for game in self.tips if game != game_id)
        met = {
            kind: count
            for kind, count in self.tips_seen.items()
            if kind.partition("/")[0] != game_id
        }
        return replace(self, tips=(*others, game_id) if on else others, tips_seen=met)

    @property
    def games_learned(self) -> set[str]:
        """Games with a completed lesson."""
        return {lesson.partition("/")[0] for lesson in self.lessons_done}

    @property
    def pace(self) -> float:
        """Delay of a bot's move in seconds."""
        return _PACES[self.bot_speed]

    @property
    def workers(self) -> int:
        """Number of worker processes."""
        return workers(self.cores)

    @property
    def thought(self) -> float:
        """Seconds of search for a hint."""
        return _THOUGHTS[self.hints]


class RunSettings(Struct, frozen=True):
    """Settings of one run: the stored ones, overridden by the command line."""

    kept: Settings = Settings()
    asked: Mapping[str, Any] = {}
    """Settings from the command line, by name; never stored."""

    @property
    def settings(self) -> Settings:
        """Effective settings."""
        return replace(self.kept, **self.asked)

    def changed(self, settings: Settings) -> RunSettings:
        """Copy after a change of settings, in which only the changed ones are stored."""
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
    """File, or document of a server, with the settings of a player."""

    def __init__(self, location: Path | Document | None = None) -> None:
        """Take a path, a document of a server, or by default the file in the configuration folder."""
        if location is None or isinstance(location, Path):
            path = location or user_config_path("hako") / "settings.toml"
            location = FileDocument(path, follows=True)
        self._document = location
        self._damaged = False

    def read(self) -> Settings:
        """Read the settings; defaults if there is no file.

        Raises BadContent with file and place. A damaged file stays; see `write`.
        """
        name = self._document.name
        try:
            written = self._document.read()
            chosen = _with_motion(parsed(written or b"", name))
            settings: Settings = as_kind(Settings, chosen, Path(name).name)
        except BadContent:
            self._damaged = True
            raise
        except StorageError as error:
            self._damaged = True  # do not overwrite a file that may be readable later
            raise BadContent("because", reason=error) from error
        return settings

    def write(self, settings: Settings) -> str | None:
        """Write the settings. Raises StorageError.

        A damaged file is copied first; the name of the copy is returned.
        """
        aside = self._document.beside(KEPT_ASIDE) if self._damaged else None
        if aside is not None:
            aside.write(self._document.read() or b"")
            self._damaged = False
        self._document.write(rtoml.dumps(to_builtins(settings)).encode())
        return None if aside is None else aside.name


_MOTIONS: Mapping[bool, MotionChoice] = {True: "full", False: "none"}


def _with_motion(chosen: dict[str, Any]) -> dict[str, Any]:
    """The settings of a file; older ones have a switch named `animation` in the place of `motion`."""
    switch = chosen.get("animation")
    if not isinstance(switch, bool):
        return chosen
    rest = {name: value for name, value in chosen.items() if name != "animation"}
    return {"motion": _MOTIONS[switch], **rest}
