"""The lobby over SSH: one app a terminal, all of them over one Lobby."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from itertools import islice
from pkgutil import iter_modules

from hako.content import Shelf
from hako.engine import ENGINE
from hako.engine.lessons.lesson import begin, lessons_of
from hako.engine.people.house_time import HouseTime
from hako.engine.people.lobby import Lobby
from hako.engine.people.room import Visitor
from hako.engine.words.note import Language
from hako.engine.words.text import load_texts
from hako.tui import TUI, screens
from hako.tui.apps.lobby import AWAY, BACK, CUP, DEALS, LIST, RATINGS, STATS, WATCH, LobbyApp
from hako.tui.apps.statistics import counted_of, in_words
from hako.tui.boards import board_of
from hako.tui.lobby.bookmarks import Bookmarks
from hako.tui.lobby.cups import told_cup
from hako.tui.lobby.deals import told_deal, told_deals
from hako.tui.lobby.folder import LobbyFolder
from hako.tui.lobby.names import guest
from hako.tui.lobby.ratings import AS_JSON, told_ratings
from hako.tui.lobby.steward import Steward
from hako.tui.lobby.words import told_absence, told_tables, told_turns
from hako.tui.ssh.app import AppFactory, SessionApp, Teller, Told
from hako.tui.ssh.visit import Visit
from hako.tui.terminal.turnstile import Turnstile

OSC_TABLE = 7771
"""The control sequence that tells the script of a page which table is open, for its address."""

HOUSE = "house"
"""With this a line begins that is an order, or asks how things are."""


class LobbySession(SessionApp, LobbyApp):
    """The lobby on a terminal at the other end of a connection."""

    bookmarks: Bookmarks
    _named_place: str | None = None
    _has_begun = False

    @property
    def way(self) -> str:
        return self.visit.way

    def claim_name(self) -> str | None:
        return self.visit.claim_name()

    def may_open_table(self) -> bool:
        return self.visit.may_open_table()

    def remember_place(self) -> None:
        if code := self._place():
            self.bookmarks.put(self.visitor.key, code, self.visit.command)

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
            self.visit.channel.write(f"\x1b]{OSC_TABLE};{code}\x07".encode())

    def _place(self) -> str:
        """The code of the table that is open; empty where none is."""
        return next((room.code for room in self.rooms()), "")

    async def action_interrupt(self) -> None:
        if self.terminal.is_page:
            # somebody meant to copy, and nothing was selected
            self.notify(self._say("page_copies"))
        else:
            await super().action_interrupt()


def lobby_sessions(
    lobby: Lobby, folder: LobbyFolder, shelf: Shelf, steward: Steward | None = None
) -> AppFactory:
    """What makes an app for each visit."""
    _unpack(shelf)
    turnstile = Turnstile()
    days = folder.days(lobby, shelf)
    bookmarks = folder.bookmarks()

    def make_app(visit: Visit) -> LobbySession:
        visitor = _numbered(visit.visitor, lobby)
        if not visitor.is_guest:
            folder.welcome(visitor.key)
        sat_at = bookmarks.take(visitor.key, visit.command)
        app = LobbySession(
            visit,
            lobby=lobby,
            visitor=visitor,
            terminal=visit.terminal,
            shelf=shelf,
            settings_file=None if visitor.is_guest else folder.settings_of(visitor.key),
            lessons=None if visitor.is_guest else folder.lessons_of(visitor.key),
            errand=f"{BACK} {sat_at}" if sat_at else visit.command,
            steward=steward,
        )
        app.turnstile, app.days, app.bookmarks = turnstile, days, bookmarks
        return app

    return make_app


def lobby_teller(lobby: Lobby, shelf: Shelf, steward: Steward | None = None) -> Teller:
    """What answers `ssh HOST games`, `watch`, `away`, `deals`, `stats`, `ratings`.

    Where there is a steward, `house ...` and `cup ...`, too.
    """

    async def tell(visitor: Visitor, command: str, language: Language | None) -> Told:
        first, _, rest = command.strip().partition(" ")
        if first == HOUSE and steward is not None:
            return await steward.answer(rest, visitor, load_texts(language or "en", ENGINE, TUI))
        if first == CUP and steward is not None and steward.cups is not None:
            texts = load_texts(language or "en", ENGINE, TUI)
            return told_cup(steward.cups, rest, visitor, texts, shelf)
        if first == DEALS:
            texts = load_texts(language or "en", ENGINE, TUI)
            return told_deal(lobby, rest, texts) if rest else told_deals(lobby, texts)
        if command.strip() == STATS:
            found = await counted_of(visitor, lobby.store, shelf, lobby.thinker)
            lines = in_words(found, shelf, load_texts(language or "en", ENGINE, TUI))
            return "".join(f"{line}\n" for line in lines)
        if first == RATINGS:
            texts = load_texts(language or "en", ENGINE, TUI)
            return await told_ratings(lobby.results, rest, shelf, texts)
        if first == AWAY and isinstance(lobby.time, HouseTime):
            texts = load_texts(language or "en", ENGINE, TUI)
            return told_absence(lobby.time, visitor, rest, texts, lobby.tables_of(visitor))
        if first == WATCH and rest in {"", AS_JSON}:
            as_json = rest == AS_JSON
            return told_turns(lobby, visitor, shelf, language or "en", as_json=as_json)
        if command.strip() != LIST:
            return None
        return told_tables(lobby, visitor, shelf, language or "en")

    return tell


def _unpack(shelf: Shelf) -> None:
    """Load all screens, games, boards and lessons: later, that would hold everybody's table."""
    for module in iter_modules(screens.__path__, f"{screens.__name__}."):
        import_module(module.name)
    for box in shelf.boxes:
        with suppress(Exception):  # a game from outside; whoever opens it is told what is wrong
            game = shelf.load(box.id)
            board_of(game)
            for lesson in islice(lessons_of(game).values(), 1):
                begin(game, lesson)


def _numbered(visitor: Visitor, lobby: Lobby) -> Visitor:
    """A second guest of a name is told apart from the first."""
    return guest(visitor.name, lobby.present, visitor.whence) if visitor.is_guest else visitor
