"""The app that opens a lobby: a session over SSH, or a process of `hako lobby`.

Many apps share one Lobby. Its listeners are called in the task that caused a change, so an app only
posts a message to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from textual import work
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen

from hako.content import THE_SHELF, Box, Shelf
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.languages import Language
from hako.engine.lessons.lesson import Lesson
from hako.engine.log.header import Header
from hako.engine.log.history import History, StaleTable
from hako.engine.log.log_format import BadLog
from hako.engine.log.setup import rematch_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat, letter
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.settings import SettingsFile
from hako.multiplayer.accounts.users import User
from hako.multiplayer.daily.daily_games import DailyGames
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable
from hako.multiplayer.lobby.new_tables import TooManyTables, retry_seat
from hako.multiplayer.lobby.next_table import NextTable
from hako.multiplayer.lobby_text import announcement, shut
from hako.multiplayer.moderation.commands import ModerationCommand, TableCommand
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.rate_limit import RateLimited
from hako.multiplayer.tables.errors import SawOtherSecrets
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.tui.apps.command_words import BACK, DAILY, NEXT
from hako.tui.apps.core_app import screen_class
from hako.tui.apps.game_app import GameApp
from hako.tui.apps.lesson_saves import LessonSaves
from hako.tui.apps.unasked_screens import NOTICE_SECONDS
from hako.tui.apps.visitor_app import VisitorApp
from hako.tui.saved_games import first_ending
from hako.tui.statistics_counting import StatisticsRow, counted_of
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.terminal.paint_queue import PaintQueue


class LobbyApp(VisitorApp, GameApp):
    """The lobby and its tables, for one visitor."""

    render_queue: PaintQueue | None = None
    """The queue of screens that share this process and whose visitor has not pressed a key."""

    @property
    def way(self) -> str:
        """The arguments of `ssh -t` that lead others here; empty where there is no SSH server."""
        return ""

    @property
    def plain_command(self) -> str:
        return ""

    class NothingOpened(Message):
        """Posted to the lobby when the request opened no screen over it."""

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
        request: str = "",
        moderation: ModerationService | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make the app of a visitor.

        `settings_file` is where their settings are stored, `lessons` their unfinished lessons; both
        are None for a guest. `request` is the client's, such as "join CODE": see SCREEN_REQUESTS.
        """
        super().__init__(
            lobby,
            visitor,
            settings_file,
            terminal,
            language=language,
            shelf=shelf,
            driver_class=driver_class,
        )
        self._left_lessons = LessonSaves(lessons) if lessons else None
        self.daily_games: DailyGames | None = None
        """The daily games; None where there are none."""
        self.moderation = moderation
        """The moderation service; None where no server is open."""
        self.renew_list: Callable[[], None] | None = None
        """Updates the list of tables, while it is shown."""
        self._request = request
        self._next_table = NextTable(lobby, visitor)
        self._announced = lobby.announced

    # ------------------------------------------------------------------ coming and going

    def get_default_screen(self) -> Screen[Any]:
        screen: Screen[Any] = screen_class("lobby", "LobbyScreen")(is_opening=bool(self._request))
        return screen

    def on_mount(self) -> None:
        self.follow_turns()
        if self.settings.language == "auto" and self.terminal.language is None:
            question = screen_class("language_question", "LanguageScreen")()
            self.push_screen(question, lambda _: self.begin())
        else:
            self.begin()

    def begin(self) -> None:
        """Run the request, now that the language is known; show the lobby if it opened nothing."""
        self._run_request()
        if len(self.screen_stack) == 1:
            self.screen.post_message(self.NothingOpened())

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
        elif request != "replay" or room.users.is_shut_to(self.user):
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
        if room.users.is_shut_to(self.user):
            self.complain(shut(self.texts, room, self.user))
            return
        self._next_table.note_seen(room.name)
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
        """True if the visitor has no seat in the game, as far as is known."""
        return game not in {table.game for table in self.lobby.tables_of(self.user)}

    def action_next_table(self) -> None:
        """Open the waiting table with the least time; those that the visitor left come last."""
        current: Room | None = getattr(self.screen, "room", None)
        own_tables = self.lobby.tables_of(self.user)
        elsewhere = [table for table in own_tables if current is None or table.name != current.name]
        if (table := self._next_table.choose(elsewhere)) is not None:
            self._go_to_lobby()
            if (room := self.find(table.code)) is not None:
                self.open_room(room)
            return
        key = "next" if own_tables else "next_anywhere"
        key = key if current is None else "next_elsewhere"
        self.notify(self.texts.text(f"lobby.no_{key}"), timeout=NOTICE_SECONDS)

    def join(self, room: Room) -> None:
        """Take a free seat at a table and open it; else watch, where that is allowed."""
        if not room.users.is_shut_to(self.user):
            if room.users.seat_of(self.user) is not None or room.table.open_seats():
                self.sit(room)
            else:
                self.notify(self.texts.text("lobby.watching"))
        self.open_room(room)

    def sit(self, room: Room, seat: Seat | None = None) -> None:
        """Take that seat of a table before the deal, or the first open one; show a failure."""
        if not self.may_act():
            return
        if seat is None:
            self.attempt(lambda: room.seating.sit(self.user))
        else:
            self.attempt(lambda: room.seating.move(self.user, seat))

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

    def lesson_table(self, game: Game[Any], lesson: Lesson) -> History[Any]:
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

    def _follow_moderation(self) -> None:
        """Show announcements, and leave a table from which the visitor was removed."""
        announced = self.lobby.announced
        if announced is not None and announced is not self._announced:
            self._announced = announced
            self.notify(announcement(self.texts, announced), timeout=NOTICE_SECONDS, markup=False)
        for room in self.rooms():
            if room.users.is_shut_to(self.user):
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

    def create(self, header: Header, levels: Sequence[str | None], *, private: bool) -> None:
        """Open a new table, see NewTables.create; show a failure if one has too many."""
        create = self.lobby.new_tables.create
        self._open_new(partial(create, header, self.user, levels, private=private))

    def _open_new(self, create: Callable[[], Room], *, is_counted: bool = True) -> None:
        """Open a new table of the visitor's; show the reason if there can be none.

        Tables are counted for their address, but for a rematch, which all players ask for.
        """
        if not self.may_act():
            return
        try:
            if is_counted and not self.may_open_table():
                raise TooManyTables
            room = create()
        except TooManyTables:
            self.complain(self.texts.text("lobby.too_many_tables"))
        except (RateLimited, BadLog, StorageError) as error:
            self.complain(error)
        else:
            self._go_to_lobby()
            self.open_room(room)

    def may_rematch(self, table: History[Any]) -> bool:
        return self._room_of(table).users.seat_of(self.user) is not None

    def rematch(self, table: History[Any]) -> None:
        header = rematch_header(table.game, table.header, table.players)
        header = replace(header, seed=0, committed=True)
        rematch = partial(self.lobby.new_tables.rematch, self._room_of(table), header, self.user)
        self._open_new(rematch, is_counted=False)

    def seats_to_try(self, table: History[Any]) -> Sequence[Seat]:
        seat = retry_seat(table, self.user) if isinstance(table, SharedTable) else None
        return () if seat is None else (seat,)

    def retry(self, table: History[Any], moment: int, seat: Seat, *, anew: bool) -> None:  # noqa: ARG002 - one has one seat at a table
        if (room := self.find(table.header.code)) is not None:
            retry = self.lobby.new_tables.retry
            self._open_new(partial(retry, room, self.user, moment, redeal=anew))

    def first_ending(self, table: History[Any]) -> History[Any] | None:
        return first_ending(table, self.lobby.rooms.read)

    def _room_of(self, table: History[Any]) -> Room:
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
        return await counted_of(self.user, self.lobby.store, self.shelf, self.worker_pool)

    # ------------------------------------------------------------------ whose turn

    def receive(self, room: Room | None) -> None:
        is_mine = room is not None and room.users.seat_of(self.user) is not None
        is_announced = self.lobby.announced is not self._announced or (
            room is not None and self.user in room.users.own and room.users.is_shut_to(self.user)
        )
        if is_mine or is_announced or self.renew_list is not None:
            self.post_message(self.LobbyChanged(is_mine=is_mine))

    def on_lobby_app_lobby_changed(self, event: LobbyChanged) -> None:
        """Update the list of tables, and notify the visitor whose turn it became."""
        self._follow_moderation()
        if event.is_mine:
            self.follow_turns()
        if self.renew_list is not None:
            self.renew_list()
