"""The lobby over SSH: one app for each terminal, all of them over one Lobby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import islice
from pkgutil import walk_packages
from typing import NamedTuple, TypeAlias

from hako.content import Shelf
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.lazy_text import Language
from hako.engine.i18n.width import columns
from hako.engine.lessons.lesson import begin, lessons_of
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.names import guest
from hako.multiplayer.accounts.returns_after_restart import Reconnects
from hako.multiplayer.accounts.users import User
from hako.multiplayer.commitments_report import deal_text, deals_text
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby_text import table_rows, turn_rows, vacation_text
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.ratings.ratings import AS_JSON, rating_rows
from hako.multiplayer.services import Services
from hako.multiplayer.tables.stopped_time import PausedTime
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.multiplayer.tournaments.report import tournament_report
from hako.server.ssh.connected_terminal import Client, ObjectionToAct
from hako.server.ssh.session_app import AppFactory, SessionApp, Teller, Told
from hako.tui import TUI, screens
from hako.tui.apps.command_words import (
    BACK,
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
from hako.tui.apps.lobby import LobbyApp
from hako.tui.boards import board_of
from hako.tui.statistics_text import counted_of, statistics_text
from hako.tui.terminal.paint_scheduler import RenderQueue

OSC_TABLE = 7771
"""The control sequence that tells the script of a page which table is open, for its address."""

ADMIN = "admin"
"""The first word of a moderator's command."""


class LobbySession(SessionApp, LobbyApp):
    """The lobby on a terminal at the other end of a connection."""

    bookmarks: Reconnects
    _named_place: str | None = None
    _has_begun = False

    @property
    def way(self) -> str:
        return self.client.ssh_arguments

    def objection_to_act(self, *, takes: bool) -> str | None:
        return self.client.objection_to_act(takes=takes)

    def may_open_table(self) -> bool:
        return self.client.may_open_table()

    def remember_place(self) -> None:
        if code := self._place():
            self.bookmarks.put(self.user.key, code, self.client.command)

    def begin(self) -> None:
        super().begin()
        self._has_begun = True  # until then the address says where they want to go
        self.name_place()

    def name_place(self) -> None:
        if (
            self.terminal.is_page
            and self._has_begun
            and (code := self._place()) != self._named_place
        ):
            self._named_place = code
            # not by the driver, which leaves out what a slow line does not take
            self.client.channel.write(f"\x1b]{OSC_TABLE};{code}\x07".encode())

    def _place(self) -> str:
        """The code of the open table; empty if there is none."""
        return next((room.code for room in self.rooms()), "")

    async def action_interrupt(self) -> None:
        if self.terminal.is_page:
            # somebody meant to copy, and nothing was selected
            self.notify(self._say("page_copies"))
        else:
            await super().action_interrupt()


def lobby_sessions(
    lobby: Lobby, folder: Services, shelf: Shelf, moderation: ModerationService | None = None
) -> AppFactory:
    """A factory that makes an app for each client."""
    _unpack(shelf)
    render_queue = RenderQueue()
    days = folder.daily_games(lobby, shelf)
    bookmarks = folder.reconnects()

    def make_app(client: Client) -> LobbySession:
        visitor = _numbered(client.user, lobby)
        if not visitor.is_guest:
            folder.welcome(visitor.key)
        sat_at = bookmarks.take(visitor.key, client.command)
        app = LobbySession(
            client,
            lobby=lobby,
            visitor=visitor,
            terminal=client.terminal,
            shelf=shelf,
            settings_file=None if visitor.is_guest else folder.settings_of(visitor.key),
            lessons=None if visitor.is_guest else folder.lessons_of(visitor.key),
            request=f"{BACK} {sat_at}" if sat_at else client.command,
            moderation=moderation,
        )
        app.render_queue, app.daily_games, app.bookmarks = render_queue, days, bookmarks
        return app

    return make_app


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


def _unpack(shelf: Shelf) -> None:
    """Load all screens, games, boards and lessons: later, that would hold all tables."""
    for module in walk_packages(screens.__path__, f"{screens.__name__}."):
        import_module(module.name)
    for box in shelf.boxes:
        with suppress(Exception):  # a game from outside; whoever opens it is told what is wrong
            game = shelf.load(box.id)
            board_of(game)
            for lesson in islice(lessons_of(game).values(), 1):
                begin(game, lesson)


def _numbered(visitor: User, lobby: Lobby) -> User:
    """The user; a second guest of a name gets a number."""
    if not visitor.is_guest:
        return visitor
    return guest(visitor.name, lobby.present, visitor.origin, visitor.network)
