"""The app that opens a lobby: a session over SSH, or a process of `hako lobby`.

Many apps share one Lobby. Its listeners are called in the task that caused a change, so an app only
posts a message to itself.
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
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable, TooManyTables, retry_seat
from hako.multiplayer.moderation.commands import ModerationCommand, TableCommand
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.rate_limit import RateLimited
from hako.multiplayer.tables.room import Room, SawOtherSecrets
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.text import announcement, shut
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.tui.apps.base import BaseApp
from hako.tui.apps.core import screen_class
from hako.tui.apps.lesson_saves import LessonSaves
from hako.tui.apps.unasked import NOTICE_SECONDS
from hako.tui.saved_games import first_ending
from hako.tui.statistics_text import StatisticsRow, counted_of
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.terminal.render_queue import RenderQueue

NEXT = "next"
"""The request for the table that waits for the visitor."""

DAILY = "daily"
"""The request for the daily game."""

BACK = "back"
"""The request for the last table, without taking a seat: after an upgrade or a page reload."""

ERRANDS = frozenset({"join", "resume", "replay", NEXT, DAILY, BACK})
"""Requests for screens; all but `next` and `daily` with the code of a table."""

TABLES = "tables"
"""The request for the list of tables with their codes, without the app."""

NOTIFY = "notify"
"""The request for a line at each turn, without the app; with --json for programs."""

VACATION = "vacation"
"""The request for the vacation, or with a number of days to begin one."""

COMMITMENTS = "commitments"
"""The request for the secrets of the server's deals."""

STATS = "stats"
"""The request for one's own statistics."""

RATINGS = "ratings"
"""The request for the ratings, of all games or of one."""

TOURNAMENT = "tournament"
"""The request for the tournaments, or for one; with enter or leave after it, to take part or
not."""

HELP = "help"
"""The request for the list of requests."""

UNTIMED_EVERY = 5
"""Every so many tables the next one is one without a clock."""

ATTENTION_SECONDS = 20
"""Seconds after a key during which the visitor counts as attentive."""


class LobbyListing(Protocol):
    """A screen that lists all tables."""

    def renew(self) -> None:
        """Update after a change in the lobby."""


class LobbyApp(BaseApp):
    """The lobby and its tables, for one visitor."""

    render_queue: RenderQueue | None = None
    """The queue of screens that share this process and whose visitor has not pressed a key."""

    @property
    def way(self) -> str:
        """The arguments of `ssh -t` that lead others here; empty where there is no SSH server."""
        return ""

    @property
    def plain_command(self) -> str:
        return ""

    my_turns: var[frozenset[str]] = var(frozenset())
    """Names of the tables that wait for the visitor."""

    class LobbyChanged(Message):
        """Posted to itself when something changed in the lobby."""

        def __init__(self, *, is_mine: bool) -> None:
            super().__init__()
            self.is_mine = is_mine
            """True if it happened at a table where the visitor has a seat."""

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

        `settings_file` is where their settings are stored, `lessons` their unfinished lessons; both
        are None for a guest. `errand` is the client's request, such as "join CODE", see ERRANDS.
        """
        super().__init__(
            settings_file,
            terminal,
            language=language,
            thinker=lobby.worker_pool,
            driver_class=driver_class,
        )
        self.lobby = lobby
        self.user = visitor
        self._left_lessons = LessonSaves(lessons) if lessons else None
        self.shelf = shelf
        self.is_told_outside = lobby.notifies_offline and not visitor.is_guest
        self.daily_games: DailyGames | None = None
        """The daily games; None where there are none."""
        self.moderation = steward
        """The moderation service; None where no server is open."""
        self.listing: LobbyListing | None = None
        """The screen that lists the tables, while it is the open one."""
        self._request = errand
        self._seen: dict[str, float] = {}
        """The time of the visitor's last look at each table, by its name."""
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
        unsubscribe = self.lobby.subscribe(self._receive)
        try:
            yield
        finally:
            unsubscribe()
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
        """Run the request, now that the language is known."""
        self._run_request()

    def _run_request(self) -> None:
        """Open the table or page of the request."""
        request, _, code = self._request.partition(" ")
        if request == NEXT:
            self.action_next_table()
            return
        if request == DAILY:
            self.action_today()
            return
        if request and not code:
            self.complain(self.texts.text("lobby.code_missing", command=request))
        if not code or (room := self.find(code)) is None:
            return
        if request == BACK:
            self.open_room(room)
        elif request != "replay" or room.is_shut_to(self.user):
            self.join(room)
        elif room.table.outcome is not None:
            self.open_replay(room.table)
        else:
            self.notify(self.texts.text("lobby.not_over"), timeout=NOTICE_SECONDS)
            self.open_room(room)

    # ------------------------------------------------------------------ tables

    def open_room(self, room: Room) -> None:
        """Open a table, at one's seat or as a spectator."""
        if room.is_at_rest:
            active_room = self.find(room.code)
            if active_room is None:
                return
            room = active_room
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
        """The organizer of tournaments; None where no server is open."""
        return None if self.moderation is None else self.moderation.tournaments

    def action_today(self) -> None:
        """Open the daily game, where there is one."""
        if self.daily_games is None:
            return
        self.push_screen(screen_class("daily", "DailyScreen")())

    def open_new_table(self) -> None:
        """Open the form of a new table."""
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
        """True if the visitor has no seat in the game and no lesson of it, as far as is known."""
        seated = {table.game for table in self.lobby.tables_of(self.user)}
        return game not in self.settings.games_learned | seated

    def action_next_table(self) -> None:
        """Open the waiting table with the least time; those that the visitor left come last.

        Where no clock runs, it is the one that has waited longest; now and then it is anyway, or
        tables without a clock would never come.
        """
        current: Room | None = getattr(self.screen, "room", None)
        own_tables = self.lobby.tables_of(self.user)
        elsewhere = [table for table in own_tables if current is None or table.name != current.name]
        waiting = [table for table in elsewhere if self.lobby.awaits(table, self.user)]
        if waiting:
            self._go_to_lobby()
            if (room := self.find(self._next_of(waiting).code)) is not None:
                self.open_room(room)
        else:
            key = (
                "next_elsewhere"
                if current is not None
                else "next"
                if own_tables
                else "next_anywhere"
            )
            self.notify(self.texts.text(f"lobby.no_{key}"), timeout=NOTICE_SECONDS)

    def _next_of(self, waiting: Sequence[TableSummary]) -> TableSummary:
        fresh = [table for table in waiting if self._seen.get(table.name, 0) <= self._since(table)]
        timed = [table for table in fresh if self._left(table) is not None]
        untimed = [table for table in fresh if table not in timed]
        self._times_next += 1
        if timed and not (untimed and self._times_next % UNTIMED_EVERY == 0):
            return min(timed, key=lambda table: self._left(table) or 0)
        return min(untimed or waiting, key=self._left_alone_since)

    def _left(self, table: TableSummary) -> int | None:
        """The seconds that the visitor has left at a table whose clock runs."""
        seat = table.seat_of(self.user)
        return None if seat is None else table.left(seat, self.lobby.time)

    def _since(self, table: TableSummary) -> float:
        return table.awaits_since(self.user) or 0

    def _left_alone_since(self, table: TableSummary) -> float:
        """The time since which a table waits for the visitor unseen."""
        return max(self._since(table), self._seen.get(table.name, 0))

    def join(self, room: Room) -> None:
        """Take a free seat at a table and open it; else watch, where that is allowed."""
        if not room.is_shut_to(self.user):
            if room.seat_of(self.user) is not None or room.table.open_seats():
                self.sit(room)
            else:
                self.notify(self.texts.text("lobby.watching"))
        self.open_room(room)

    def sit(self, room: Room, seat: Seat | None = None) -> None:
        """Take that seat of a table before the deal, or the first open one; show a failure."""
        if not self.may_act():
            return
        if seat is None:
            self.attempt(lambda: room.sit(self.user))
        else:
            self.attempt(lambda: room.move(self.user, seat))

    def attempt(self, action: Callable[[], object]) -> None:
        """Run a command about a seat; it may fail, for things may have changed since."""
        try:
            action()
        except SawOtherSecrets as error:
            self.complain(self.texts.text("room.knows_secrets", seat=letter(error.seat)))
        except (StaleTable, PermissionError):
            self.notify(self.texts.text("table.moved_on"), severity="warning")
        except Failure as error:
            self.complain(error)

    def lesson_table(self, game: Game[Any], lesson: Lesson) -> Table[Any]:
        """A visitor's unfinished lesson, or its beginning; a guest's is stored nowhere."""
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

    # ------------------------------------------------------------------ moderation

    @property
    def is_moderator(self) -> bool:
        """True if the visitor is a moderator of the server."""
        return self.moderation is not None and self.moderation.is_moderator(self.user)

    def may_command(self, kind: type[TableCommand], room: Room) -> bool:
        """True if the visitor may give a command of that kind at a table."""
        return self.moderation is not None and self.moderation.may_command(kind, room, self.user)

    @work
    async def command(
        self, order: ModerationCommand, say: Callable[[str], object] | None = None
    ) -> None:
        """Run a moderation command, and show its result."""
        assert self.moderation is not None, "it was offered"
        say = say or partial(self.notify, markup=False)
        try:
            say(await self.moderation.carry_out(order, self.user, self.texts))
        except Failure as error:
            self.complain(error)

    def _mind_the_host(self) -> None:
        """Show announcements, and leave a table from which the visitor was removed."""
        announced = self.lobby.announced
        if announced is not None and announced is not self._announced:
            self._announced = announced
            self.notify(announcement(self.texts, announced), timeout=NOTICE_SECONDS, markup=False)
        for room in self.rooms():
            if room.is_shut_to(self.user):
                self._go_to_lobby()
                self.unasked.hold_keys()
                self.complain(shut(self.texts, room, self.user))
                return

    def rooms(self) -> Iterator[Room]:
        """The rooms of the open screens, the one in front last."""
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
        """True if the visitor may act under their name; shows the reason if not.

        A free name becomes theirs if `takes` is set.
        """
        objection = self.objection_to_act(takes=takes)
        if objection:
            self.complain(objection)
        return not objection

    def objection_to_act(self, *, takes: bool) -> str | None:  # noqa: ARG002  see below
        """The reason why the visitor may not act under their name; here None: names are free."""
        return None

    def create(self, header: Header, levels: Sequence[str | None], *, private: bool) -> None:
        """Open a new table, see Lobby.create; show a failure if one has too many."""
        lay = partial(self.lobby.create, header, self.user, levels, private=private)
        if (room := self._new_room(lay)) is not None:
            self.pop_screen()
            self.open_room(room)

    def _new_room(self, create: Callable[[], Room]) -> Room | None:
        """A new table of the visitor's; shows the reason if they have too many."""
        if not self.may_act():
            return None
        try:
            if not self.may_open_table():
                raise TooManyTables
            return create()
        except TooManyTables:
            self.complain(self.texts.text("lobby.too_many_tables"))
        except RateLimited as error:
            self.complain(error)
        return None

    def may_open_table(self) -> bool:
        """True if one more table may be opened from the visitor's address; the call is counted."""
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
        seat = retry_seat(table, self.user)
        return () if seat is None else (seat,)

    def retry(self, table: Table[Any], moment: int, seat: Seat, *, anew: bool) -> None:  # noqa: ARG002 - one has one seat at a table
        if (room := self.find(table.header.code)) is None:
            return
        try:
            again = self._new_room(partial(self.lobby.retry, room, self.user, moment, redeal=anew))
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
        """The room of a code; None, with a message, if there is none or it cannot be read now."""
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
        """The name of a game in the visitor's language."""
        return self.shelf.box(game_id).name[self.appearance.language]

    # ------------------------------------------------------------------ whose turn

    def _receive(self, room: Room | None) -> None:
        is_mine = room is not None and room.seat_of(self.user) is not None
        is_announced = self.lobby.announced is not self._announced or (
            room is not None and self.user in room.own and room.is_shut_to(self.user)
        )
        if is_mine or is_announced or self.listing is not None:
            self.post_message(self.LobbyChanged(is_mine=is_mine))

    def on_lobby_app_lobby_changed(self, event: LobbyChanged) -> None:
        """Update the list of tables, and notify the visitor whose turn it became."""
        self._mind_the_host()
        if event.is_mine:
            self._mind_turns()
        if self.listing is not None:
            self.listing.renew()

    def _mind_turns(self) -> None:
        own_tables = self.lobby.tables_of(self.user)
        waiting = {table.name: table for table in own_tables if self.lobby.awaits(table, self.user)}
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
        """Show in the title of the terminal's window whether a table waits for the visitor."""
        calls = self.my_turns and self.settings.bell
        self.name_window(self.texts.text("window.your_turn" if calls else "lobby.title"))
