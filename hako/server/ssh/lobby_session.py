"""The lobby over SSH: one app for each terminal, all of them over one Lobby."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from itertools import islice
from pkgutil import walk_packages

from hako.content import Shelf
from hako.engine.lessons.lesson import begin, lessons_of
from hako.multiplayer.accounts.names import guest
from hako.multiplayer.accounts.returns_after_restart import ReturnsAfterRestart
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.services import Services
from hako.server.ssh.connected_client import ConnectedClient
from hako.server.ssh.session_app_base import AppFactory, SessionAppBase
from hako.tui import screens
from hako.tui.apps.command_words import (
    BACK,
)
from hako.tui.apps.lobby import LobbyApp
from hako.tui.boards import board_of
from hako.tui.terminal.paint_queue import PaintQueue

OSC_TABLE = 7771
"""The control sequence that tells the script of a page which table is open, for its address."""

ADMIN = "admin"
"""The first word of a moderator's command."""


class LobbySession(SessionAppBase, LobbyApp):
    """The lobby on a terminal at the other end of a connection."""

    bookmarks: ReturnsAfterRestart
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
    render_queue = PaintQueue()
    days = folder.daily_games(lobby, shelf)
    bookmarks = folder.reconnects()

    def make_app(client: ConnectedClient) -> LobbySession:
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
