"""The words of `ssh HOST WORD` that are answered with text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import NamedTuple, TypeAlias

from hako.content import Shelf
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.languages import Language
from hako.engine.i18n.width import columns
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.users import User
from hako.multiplayer.commitments_report import deal_text, deals_text
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby_text import table_rows, turn_rows, vacation_text
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.ratings.ratings import AS_JSON, rating_rows
from hako.multiplayer.tables.paused_time import PausedTime
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.multiplayer.tournaments.report import tournament_report
from hako.server.ssh.connected_client import ObjectionToAct
from hako.server.ssh.lobby_session import ADMIN
from hako.server.ssh.session_app_base import Teller, Told
from hako.tui import TUI
from hako.tui.apps.command_words import (
    COMMITMENTS,
    HELP,
    NOTIFY,
    RATINGS,
    SCREEN_REQUESTS,
    STATS,
    TABLES,
    TOURNAMENT,
    VACATION,
)
from hako.tui.statistics_counting import counted_of
from hako.tui.statistics_text import statistics_text


class CommandRequest(NamedTuple):
    """A command without a terminal, as in `ssh HOST tables`."""

    visitor: User
    rest: str
    """The words after the first one."""
    language: Language
    texts: Catalogue
    objection: Callable[[], str | None]
    """Takes the user's name for them before they act under it; returns the objection, or None."""


Answerer: TypeAlias = Callable[[CommandRequest], Awaitable[Told]]
"""Answers commands with one first word; None if the rest does not fit."""


def lobby_teller(lobby: Lobby, shelf: Shelf, moderation: ModerationService | None = None) -> Teller:
    """The function that answers `ssh HOST WORD ...`, for the words of LobbyWords."""
    words = LobbyWords(lobby, shelf, moderation).words

    async def tell(
        visitor: User, command: str, language: Language | None, objection: ObjectionToAct
    ) -> Told:
        first, _, rest = command.strip().partition(" ")
        if (answer := words.get(first)) is None:
            return None
        language = language or "en"
        texts = load_catalogue(language, ENGINE, MULTIPLAYER, TUI)
        return await answer(
            CommandRequest(visitor, rest, language, texts, partial(objection, takes=True))
        )

    return tell


class LobbyWords:
    """The commands that need no terminal; `admin` and `tournament` only with a moderation service."""

    def __init__(
        self, lobby: Lobby, shelf: Shelf, moderation: ModerationService | None = None
    ) -> None:
        self._lobby = lobby
        self._shelf = shelf
        self.words: dict[str, Answerer] = {
            TABLES: self._tell_tables,
            NOTIFY: self._tell_turns,
            STATS: self._tell_statistics,
            RATINGS: self._tell_ratings,
            COMMITMENTS: self._tell_deals,
            VACATION: self._tell_absence,
            HELP: self._tell_words,
        }
        """The answerers by their first word."""
        if moderation is not None:
            self.words[ADMIN] = partial(_tell_moderation, moderation)
            if moderation.tournaments is not None:
                self.words[TOURNAMENT] = partial(_tell_tournaments, moderation.tournaments, shelf)

    async def _tell_tables(self, asked: CommandRequest) -> Told:
        if asked.rest:
            return None
        return table_rows(self._lobby, asked.visitor, self._shelf, asked.language)

    async def _tell_turns(self, asked: CommandRequest) -> Told:
        if asked.rest not in {"", AS_JSON}:
            return None
        as_json = asked.rest == AS_JSON
        return turn_rows(self._lobby, asked.visitor, self._shelf, asked.language, as_json=as_json)

    async def _tell_statistics(self, asked: CommandRequest) -> Told:
        if asked.rest:
            return None
        lobby = self._lobby
        counts = await counted_of(asked.visitor, lobby.store, self._shelf, lobby.worker_pool)
        return "".join(f"{line}\n" for line in statistics_text(counts, self._shelf, asked.texts))

    async def _tell_ratings(self, asked: CommandRequest) -> Told:
        return await rating_rows(self._lobby.results, asked.rest, self._shelf, asked.texts)

    async def _tell_deals(self, asked: CommandRequest) -> Told:
        if asked.rest:
            return deal_text(self._lobby, asked.rest, asked.texts)
        return deals_text(self._lobby, asked.texts)

    async def _tell_absence(self, asked: CommandRequest) -> Told:
        if not isinstance(self._lobby.time, PausedTime):
            return None
        return vacation_text(self._lobby, asked.visitor, asked.rest, asked.texts)

    async def _tell_words(self, asked: CommandRequest) -> Told:
        return None if asked.rest else commands_text(asked.texts, self.words)


async def _tell_moderation(moderation: ModerationService, asked: CommandRequest) -> Told:
    return await moderation.answer(asked.rest, asked.visitor, asked.texts)


async def _tell_tournaments(cups: TournamentOrganizer, shelf: Shelf, asked: CommandRequest) -> Told:
    return tournament_report(cups, asked.rest, asked.visitor, asked.texts, shelf, asked.objection)


def commands_text(texts: Catalogue, words: Iterable[str]) -> str:
    """The help for all commands of `ssh HOST`, a line each; first those without a terminal."""
    rows = [
        (f"ssh {options}HOST {texts.text(f'words.{word}.as')}", texts.text(f"words.{word}.is"))
        for options, some in (("", sorted(words)), ("-t ", sorted(SCREEN_REQUESTS)))
        for word in some
    ]
    lines = [texts.text("words.lobby"), "", *columns(rows)]
    return "".join(f"{line}\n" for line in lines)
