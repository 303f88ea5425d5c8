"""The app that opens a lobby: a session over SSH, or a process of `hako lobby`.

Many of them share one Lobby. What happens there is heard in the task of whoever
did it, so an app that hears something only posts a message to itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from msgspec.structs import replace
from textual import events, work
from textual.driver import Driver
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen

from hako.content import THE_SHELF, Box, Shelf
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.lazy_text import Language
from hako.engine.lessons.lesson import Lesson
from hako.engine.log.records import BadLog, Header
from hako.engine.log.save import StorageError
from hako.engine.log.setup import rematch_header
from hako.engine.log.table import StaleTable, Table
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat, letter
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.settings import SettingsFile
from hako.multiplayer.accounts.users import User
from hako.multiplayer.daily.daily import DailyGames
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable, TooManyTables, seat_to_try
from hako.multiplayer.moderation.commands import ModerationCommand, TableCommand
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.rate_limit import RateLimited
from hako.multiplayer.tables.room import Room, SawOtherSecrets
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.text import announcement, shut
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.tui.apps.base import NOTICE_SECONDS, BaseApp, screen_class
from hako.tui.apps.lesson_saves import LessonSaves
from hako.tui.saved_games import first_ending
from hako.tui.statistics_text import StatisticsRow, counted_of
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.terminal.render_queue import RenderQueue

NEXT = "next"
"""Asks for the table that waits for one."""

DAILY = "daily"
"""Asks for the game of the day."""

BACK = "back"
"""Leads to where one was, without taking a seat: after a renewal, or when a page is loaded again."""

ERRANDS = frozenset({"join", "resume", "replay", NEXT, DAILY, BACK})
"""What one can come for; all but `next` and `daily` with the code of a table."""

TABLES = "tables"
"""Asks for a list of tables with their codes, without coming in."""

NOTIFY = "notify"
"""Asks for a line each time that it is one's turn, without coming in; with --json for programs."""

VACATION = "vacation"
"""Asks how long one is away, or with a number of days says so."""

COMMITMENTS = "commitments"
"""Asks for the secrets of the house's deals."""

STATS = "stats"
"""Asks how one's own games went."""

RATINGS = "ratings"
"""Asks how well people play, of all games or of one."""

TOURNAMENT = "tournament"
"""Asks for the cups of the house, or for one; with enter or leave behind it, to take part or not."""

HELP = "help"
"""Asks for all of these words."""

UNTIMED_EVERY = 5
"""Every so many tables one without a clock is the next one."""

ATTENTION_SECONDS = 20
"""Who pressed a key within so many seconds is looking."""


class LobbyData(Protocol):
    """A screen that lists all tables."""

    def renew(self) -> None:
        """Something happened in the lobby."""


class LobbyApp(BaseApp):
    """The lobby and its tables, for one visitor."""

    render_queue: RenderQueue | None = None
    """Where those queue up who share this process with others and have not pressed a key."""

    @property
    def way(self) -> str:
        """What others type after `ssh -t` to come here; empty where nothing does."""
        return ""

    @property
    def way_in_words(self) -> str:
        return ""

    my_turns: var[frozenset[str]] = var(frozenset())
    """Names of the tables that wait for the visitor."""

    class LobbyChanged(Message):
        """Posted to itself when something happened in the lobby."""

        def __init__(self, *, is_mine: bool) -> None:
            super().__init__()
            self.is_mine = is_mine
            """Whether it happened at a table where the visitor has a seat."""

    def __init__(
        self,
        lobby: Lobby,
        visitor: User,
        settings_file: SettingsFile | None = None,
        terminal: TerminalCapabilities | None = None,
        *,
        lessons: Store | None = None,
        language: Language | None = None,
        shelf: Shelf = THE_SHELF,
        errand: str = "",
        steward: ModerationService | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make the app of a visitor.

        `settings_file` is where their settings are remembered, `lessons` where the lessons are
        that they left, both None for a guest; `errand` is what they came for, such as "join CODE", see ERRANDS.
        """
        super().__init__(
            settings_file,
            terminal,
            language=language,
            thinker=lobby.thinker,
            driver_class=driver_class,
        )
        self.lobby = lobby
        self.user = visitor
        self._left_lessons = LessonSaves(lessons) if lessons else None
        self.shelf = shelf
        self.is_told_outside = lobby.tells_outside and not visitor.is_guest
        self.daily_games: DailyGames | None = None
        """Where the game of the day is; None where there is none."""
        self.moderation = steward
        """Who keeps order; None where no server is open."""
        self.listing: LobbyData | None = None
        """The screen that lists the tables, while it is the open one."""
        self._errand = errand
        self._seen: dict[str, float] = {}
        """When the visitor was at each table last, by its name."""
        self._times_next = 0
        self._last_input = 0.0
        self._announced = lobby.announced

    # ------------------------------------------------------------------ coming and going

    async def _process_messages(self, *arguments: Any, **more: Any) -> None:
        # around all of an app's life, however it ends
        with self._present():
            await super()._process_messages(*arguments, **more)

    @contextmanager
    def _present(self) -> Iterator[None]:
        self.lobby.enter(self.user)
        stop_hearing = self.lobby.subscribe(self._hear)
        try:
            yield
        finally:
            stop_hearing()
            for screen in self.screen_stack:
                getattr(screen, "go", lambda: None)()
            self.lobby.leave(self.user)

    def get_default_screen(self) -> Screen[Any]:
        screen: Screen[Any] = screen_class("lobby", "LobbyScreen")()
        return screen

    def on_mount(self) -> None:
        self._mind_turns()
        if self.settings.language == "auto" and self.terminal.language is None:
            self.push_screen(screen_class("language", "LanguageScreen")(), lambda _: self.begin())
        else:
            self.begin()

    def begin(self) -> None:
        """Do what they came for, now that they can read."""
        self._run_errand()

    def _run_errand(self) -> None:
        """Go where they wanted to."""
        what, _, code = self._errand.partition(" ")
        if what == NEXT:
            self.action_next_table()
            return
        if what == DAILY:
            self.action_today()
            return
        if what and not code:
            self.complain(self.texts.text("lobby.code_missing", command=what))
        if not code or (room := self.find(code)) is None:
            return
        if what == BACK:
            self.open_room(room)
        elif what != "replay" or room.is_shut_to(self.user):
            self.join(room)
        elif room.table.outcome is not None:
            self.open_replay(room.table)
        else:
            self.notify(self.texts.text("lobby.not_over"), timeout=NOTICE_SECONDS)
            self.open_room(room)

    # ------------------------------------------------------------------ tables

    def open_room(self, room: Room) -> None:
        """Go to a table, to one's seat or to watch."""
        if room.is_at_rest:
            found = self.find(room.code)
            if found is None:
                return
            room = found
        if room.is_shut_to(self.user):
            self.complain(shut(self.texts, room, self.user))
            return
        self._seen[room.name] = time.time()
        self.clear_notifications()  # they would lie over the rows of this table
        kind = (
            ("table.room", "RoomScreen")
            if room.table.is_dealt
            else ("waiting_room", "WaitingRoomScreen")
        )
        try:
            self.push_screen(screen_class(*kind)(room, self.user))
        except StorageError as error:  # who watches with a delay sees what is read of the log
            self.complain(error)

    @property
    def tournaments(self) -> TournamentOrganizer | None:
        """Where cups are held; None where no server is open."""
        return None if self.moderation is None else self.moderation.tournaments

    def action_today(self) -> None:
        """See the game of the day, where there is one."""
        if self.daily_games is None:
            return
        self.push_screen(screen_class("daily", "DailyScreen")())

    def open_new_table(self) -> None:
        """Set up a game and open a table for it."""
        boxes = [box for box in self.shelf.boxes if self.shelf.is_playable(box)]
        if len(boxes) > 1:
            self.push_screen(screen_class("new_table", "GameChoiceDialog")(), self._set_up)
        else:
            self._set_up(boxes[0])

    def _set_up(self, box: Box | None) -> None:
        if box is not None and self.opens(box):
            is_new = self._is_new(box.id)
            self.push_screen(screen_class("new_table", "NewTableScreen")(box, is_new=is_new))

    def _is_new(self, game: str) -> bool:
        """Whether the visitor has no seat in that game and learned none of it, as far as is known."""
        seated = {table.game for table in self.lobby.tables_of(self.user)}
        return game not in self.settings.games_learned | seated

    def action_next_table(self) -> None:
        """Go to the table that waits for the visitor with the least time; what they left comes last.

        Of those without a clock the one that has waited longest, where there is none with one, and
        now and then anyway: they would never come.
        """
        here: Room | None = getattr(self.screen, "room", None)
        mine = self.lobby.tables_of(self.user)
        elsewhere = [table for table in mine if here is None or table.name != here.name]
        waiting = [table for table in elsewhere if self.lobby.awaits(table, self.user)]
        if waiting:
            self._go_to_lobby()
            if (room := self.find(self._next_of(waiting).code)) is not None:
                self.open_room(room)
        else:
            key = "next_elsewhere" if here is not None else "next" if mine else "next_anywhere"
            self.notify(self.texts.text(f"lobby.no_{key}"), timeout=NOTICE_SECONDS)

    def _next_of(self, waiting: Sequence[TableSummary]) -> TableSummary:
        fresh = [its for its in waiting if self._seen.get(its.name, 0) <= self._since(its)]
        timed = [its for its in fresh if self._left(its) is not None]
        untimed = [its for its in fresh if its not in timed]
        self._times_next += 1
        if timed and not (untimed and self._times_next % UNTIMED_EVERY == 0):
            return min(timed, key=lambda its: self._left(its) or 0)
        return min(untimed or waiting, key=self._left_alone_since)

    def _left(self, table: TableSummary) -> int | None:
        """How many seconds the visitor has left at a table whose clock runs."""
        seat = table.seat_of(self.user)
        return None if seat is None else table.left(seat, self.lobby.time)

    def _since(self, table: TableSummary) -> float:
        return table.awaits_since(self.user) or 0

    def _left_alone_since(self, table: TableSummary) -> float:
        """Since when a table waits for the visitor without that they looked at it."""
        return max(self._since(table), self._seen.get(table.name, 0))

    def join(self, room: Room) -> None:
        """Take a seat at a table, where one is free, and go there; else watch, where one may."""
        if not room.is_shut_to(self.user):
            if room.seat_of(self.user) is not None or room.table.open_seats():
                self.sit(room)
            else:
                self.notify(self.texts.text("lobby.watching"))
        self.open_room(room)

    def sit(self, room: Room, seat: Seat | None = None) -> None:
        """Take that seat of a table that is not dealt, or the first open one; say why not."""
        if not self.may_act():
            return
        if seat is None:
            self.attempt(lambda: room.sit(self.user))
        else:
            self.attempt(lambda: room.move(self.user, seat))

    def attempt(self, deed: Callable[[], object]) -> None:
        """Do what was offered about a seat; things may have changed since."""
        try:
            deed()
        except SawOtherSecrets as error:
            self.complain(self.texts.text("room.knows_secrets", seat=letter(error.seat)))
        except (StaleTable, PermissionError):
            self.notify(self.texts.text("table.moved_on"), severity="warning")
        except Failure as error:
            self.complain(error)

    def lesson_table(self, game: Game[Any], lesson: Lesson) -> Table[Any]:
        """A lesson where the visitor left it, or its beginning; a guest's is kept nowhere."""
        left = self._left_lessons
        if left is not None and (table := left.of(game, lesson)) is not None:
            self.notify(self.texts.text("lesson.taken_up"))
            return table
        table = super().lesson_table(game, lesson)
        if left is not None and self.may_write():
            try:
                left.keep(table)
            except StorageError as error:
                self.complain(error)
        return table

    # ------------------------------------------------------------------ order in the house

    @property
    def is_moderator(self) -> bool:
        """Whether the visitor keeps order in the house."""
        return self.moderation is not None and self.moderation.is_moderator(self.user)

    def may_command(self, kind: type[TableCommand], room: Room) -> bool:
        """Whether the visitor may order such a thing at a table."""
        return self.moderation is not None and self.moderation.may_command(kind, room, self.user)

    @work
    async def command(
        self, order: ModerationCommand, say: Callable[[str], object] | None = None
    ) -> None:
        """Have an order carried out, and say what came of it."""
        assert self.moderation is not None, "it was offered"
        say = say or partial(self.notify, markup=False)
        try:
            say(await self.moderation.carry_out(order, self.user, self.texts))
        except Failure as error:
            self.complain(error)

    def _mind_the_host(self) -> None:
        """Tell what the host said to all, and leave a table where the visitor may not be."""
        announced = self.lobby.announced
        if announced is not None and announced is not self._announced:
            self._announced = announced
            self.notify(announcement(self.texts, announced), timeout=NOTICE_SECONDS, markup=False)
        for room in self.rooms():
            if room.is_shut_to(self.user):
                self._go_to_lobby()
                self.hold_keys()
                self.complain(shut(self.texts, room, self.user))
                return

    def rooms(self) -> Iterator[Room]:
        """The tables on its screens, the one in front last."""
        for screen in self.screen_stack:
            if (room := getattr(screen, "room", None)) is not None:
                yield room

    def _go_to_lobby(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def may_write(self) -> bool:
        try:
            self.lobby.writes.count(self.user)
        except RateLimited as error:
            self.complain(error)
            return False
        return True

    def keep_settings(self) -> None:
        if self.may_write():
            super().keep_settings()

    def may_act(self, *, takes: bool = True) -> bool:
        """Whether the visitor may do something under their name; says so where they may not.

        A name that is free becomes theirs, where they take it.
        """
        objection = self.objection_to_act(takes=takes)
        if objection:
            self.complain(objection)
        return not objection

    def objection_to_act(self, *, takes: bool) -> str | None:  # noqa: ARG002  see below
        """Why the visitor may not act under their name, in words; here it is compared with none."""
        return None

    def create(self, header: Header, levels: Sequence[str | None], *, private: bool) -> None:
        """Open a table, see Lobby.create, and go there; says so where one has too many."""
        lay = partial(self.lobby.create, header, self.user, levels, private=private)
        if (room := self._laid(lay)) is not None:
            self.pop_screen()
            self.open_room(room)

    def _laid(self, lay: Callable[[], Room]) -> Room | None:
        """One more table of the visitor's; says so where they have too many."""
        if not self.may_act():
            return None
        try:
            if not self.may_open_table():
                raise TooManyTables
            return lay()
        except TooManyTables:
            self.complain(self.texts.text("lobby.too_many_tables"))
        except RateLimited as error:
            self.complain(error)
        return None

    def may_open_table(self) -> bool:
        """Whether one more may be opened from where the visitor is; that is counted."""
        return True

    def may_rematch(self, table: Table[Any]) -> bool:
        return self._room_of(table).seat_of(self.user) is not None

    def rematch(self, table: Table[Any]) -> None:
        if not self.may_act():
            return
        room = self._room_of(table)
        header = replace(
            rematch_header(table.game, table.header, table.players), seed=0, committed=True
        )
        try:
            opened = self.lobby.rematch(room, header, self.user)
        except RateLimited as error:
            self.complain(error)
            return
        self._go_to_lobby()
        self.open_room(opened)

    def seats_to_try(self, table: Table[Any]) -> Sequence[Seat]:
        seat = seat_to_try(table, self.user)
        return () if seat is None else (seat,)

    def retry(self, table: Table[Any], moment: int, seat: Seat, *, anew: bool) -> None:  # noqa: ARG002 - one has one seat at a table
        if (room := self.find(table.header.code)) is None:
            return
        try:
            again = self._laid(partial(self.lobby.retry, room, self.user, moment, anew=anew))
        except (BadLog, StorageError) as error:
            self.complain(error)
            return
        if again is not None:
            self._go_to_lobby()
            self.open_room(again)

    def first_ending(self, table: Table[Any]) -> Table[Any] | None:
        return first_ending(table, self.lobby.read)

    def _room_of(self, table: Table[Any]) -> Room:
        return self.lobby.find(table.header.code)

    def find(self, code: str) -> Room | None:
        """The table of a code; says so where there is none, or it cannot be read now."""
        try:
            return self.lobby.find(code)
        except NoSuchTable as error:
            self.complain(self.texts.text("lobby.no_such_table", code=error))
        except StorageError as error:
            self.complain(error)
        return None

    async def counted(self) -> StatisticsRow:
        return await counted_of(self.user, self.lobby.store, self.shelf, self.thinker)

    def game_name(self, game_id: str) -> str:
        """What a game is called in the visitor's language."""
        return self.shelf.box(game_id).name[self.appearance.language]

    # ------------------------------------------------------------------ whose turn

    def _hear(self, room: Room | None) -> None:
        is_mine = room is not None and room.seat_of(self.user) is not None
        is_told = self.lobby.announced is not self._announced or (
            room is not None and self.user in room.own and room.is_shut_to(self.user)
        )
        if is_mine or is_told or self.listing is not None:
            self.post_message(self.LobbyChanged(is_mine=is_mine))

    def on_lobby_app_lobby_changed(self, event: LobbyChanged) -> None:
        """Renew the list of tables, and call the visitor where it became their turn."""
        self._mind_the_host()
        if event.is_mine:
            self._mind_turns()
        if self.listing is not None:
            self.listing.renew()

    def _mind_turns(self) -> None:
        mine = self.lobby.tables_of(self.user)
        waiting = {table.name: table for table in mine if self.lobby.awaits(table, self.user)}
        before, self.my_turns = self.my_turns, frozenset(waiting)
        if (new := self.my_turns - before) and not self._is_attentive:
            table = waiting[min(new)]
            game = self.game_name(table.game)
            self.call(self.texts.text("window.your_turn_at", game=game, code=table.code))
        if bool(before) != bool(waiting):
            self._show_title()

    @property
    def _is_attentive(self) -> bool:
        return self.app_focus and time.monotonic() - self._last_input < ATTENTION_SECONDS

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent):
            self._last_input = time.monotonic()
        await super().on_event(event)

    def watch_settings(self) -> None:
        super().watch_settings()
        self._show_title()  # the bell may have been switched

    def _show_title(self) -> None:
        """Say in the title of the terminal's window whether a table waits for the visitor."""
        calls = self.my_turns and self.settings.bell
        self.name_window(self.texts.text("window.your_turn" if calls else "lobby.title"))
