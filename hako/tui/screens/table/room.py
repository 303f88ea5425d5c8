"""A room: a shared table, with its players and spectators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace
from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from hako.engine.log.history import History
from hako.engine.log.line import LogLine
from hako.engine.log.records import Record
from hako.engine.log.save import StorageError
from hako.engine.log.undo import HeadMoved, UndoRequest
from hako.engine.rules.model import Seat
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.clock import TimeoutResolved
from hako.multiplayer.tables.clock_text import lasting
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.seats import SeatChanged
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.text import delay_text, is_strict, speaker, time_left, vacation_until
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.chat import ChatDialog
from hako.tui.screens.players import PlayersDialog
from hako.tui.screens.premoves import PremoveDialog, premove_row_text
from hako.tui.screens.table.screen import TableScreen
from hako.tui.terminal.render_queue import RenderQueue
from hako.tui.widgets.chat_line import ChatLine
from hako.tui.widgets.description import Description
from hako.tui.widgets.seat_panel import SeatStatus
from hako.tui.widgets.table_model import ActionRow, TableModel

READ_SECONDS = 0.4
"""Seconds after painting within which nobody has read the result of a move made elsewhere."""


class RoomScreen(TableScreen):
    """The table of a room, from the visitor's seat, or as a spectator sees it."""

    TOPIC = "room"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "talk", "talk", show=False),
        Binding("p", "people", "people", show=False),
        Binding("v", "premoves", "ahead", show=False),
        Binding("x", "app.next_table", "next_table", show=False),
        Binding("s", "sit_down", "sit_down"),
    ]
    SOMETIMES = (*TableScreen.SOMETIMES, "sit_down")
    DEFAULT_CSS = """
    RoomScreen {
        grid-rows: auto 1fr 1 22% 1 2 1;

        ChatLine { column-span: 2; }

        &.-goal { grid-rows: auto 1fr 1 16% 1 2 1; }
        &.-tall { grid-rows: auto 1fr 1 31% 1 3 1; }
        &.-wide { grid-rows: auto 6 50% 1fr 1 3 1; }
        &.-wide.-tall { grid-rows: auto 7 2fr 1fr 1 3 1; }
    }
    """

    app = getters.app(LobbyApp)
    table: SharedTable[Any]

    class PeopleChanged(Message, bubble=False):
        """Posted to itself when somebody came, left or wrote; from any task."""

    def __init__(self, room: Room, visitor: User) -> None:
        super().__init__(room.shown_to(visitor), (), room.runner)
        self.room = room
        self.visitor = visitor
        self._is_here = False
        self._unsubscribe_people: Callable[[], None] = lambda: None
        self._trouble_shown: StorageError | None = None
        self._rematch_shown = False
        self._turnstile: RenderQueue | None = None
        self._is_acting = False
        self._may_answer = False
        """True if there are premoves, or options for them."""
        self._times_shown: dict[Seat, str] = {}
        self._unseen: list[LogLine] = []
        """The lines of others that have not been shown yet."""
        self._is_unread = False
        """True if the seat was played for elsewhere, and the result cannot have been read yet."""
        self._reading: Timer | None = None
        """The timer that resets it."""

    # ------------------------------------------------------------------ coming and going

    def compose(self) -> ComposeResult:
        for part in super().compose():
            if isinstance(part, Description):
                yield ChatLine()
            yield part

    def on_mount(self) -> None:
        self._take_seat()
        if self.table.header.clock:
            self.set_interval(1, self._show_time)
        self._turnstile = self.app.render_queue
        self.watch(self.app, "my_turns", self._show_people, init=False)
        self._unsubscribe_people = self.room.subscribe(self._receive_people)
        self._is_here = True
        self.room.enter(self.visitor)

    def _catch_up(self) -> None:
        """Handle what happened before the screen opened: an open request, the end."""
        self._show_request()
        super()._catch_up()

    async def on_unmount(self) -> None:
        """Leave the room."""
        self.go()

    def go(self) -> None:
        """Leave the room; the seat stays one's own."""
        if self._is_here:
            self._is_here = False
            self._unsubscribe()
            self._unsubscribe = lambda: None
            self._unsubscribe_people()
            if self._turnstile is not None:
                self._turnstile.leave(self)
            self.room.leave(self.visitor)

    def _receive_people(self, room: Room) -> None:  # noqa: ARG002 - a listener's signature
        self.post_message(self.PeopleChanged())

    def _take_seat(self) -> None:
        """View and act from one's seat; a bot that plays there acts in one's place."""
        seat = self.room.seat_of(self.visitor)
        self.viewer = seat
        self.seats = () if seat is None or self.table.players[seat].bot else (seat,)

    # ------------------------------------------------------------------ showing

    def show_table(self) -> None:
        premoves = self.room.premoves
        self._may_answer = bool(premoves.of(self.visitor) or premoves.options(self.visitor))
        super().show_table()
        self._show_people()

    def _show_people(self) -> None:
        room, say = self.room, self.words.text
        about = [say("room.code", code=room.code)]
        if room.table.header.rated:
            about.append(say("room.rated"))
        if self.table is not room.table:
            about.append(delay_text(self.words, self.table.header.delay, in_short=True))
        if (own_seat := room.seat_of(self.visitor)) in room.table.clocks.running:
            about.append(time_left(self.words, room.summary, own_seat, self.app.lobby.time))
            about += [say("room.strict")] * is_strict(room.summary)
        if watchers := len(room.watchers()):
            about.append(say("room.watchers", count=watchers))
        if others := len(self.app.my_turns - {room.name}):
            about.append(say("room.others_wait", count=others))
        if self._may_answer:
            about.append(premove_row_text(room, self.visitor, self.app.texts, self.words))
        about.append(say("room.keys"))
        heard = room.chat_for(self.visitor)[-1:]
        message = next(((speaker(self.words, last), last.text) for last in heard), None)
        self.query_exactly_one(ChatLine).show(message, "  ".join(about))

    def _show_time(self) -> None:
        """Show the time left of the awaited seats, where it changed."""
        times = self._times()
        if times != self._times_shown and self.scene is not None:
            self._times_shown = times
            self.seats_panel.show(self._places(self.scene, is_now=self._looked_at is None))
            self._show_people()

    def _times(self) -> dict[Seat, str]:
        running = self.table.clocks.running
        left = {seat: self.table.left(seat) or 0 for seat in running}
        return {seat: lasting(self.words, seconds, in_short=True) for seat, seconds in left.items()}

    def show_step(self, scene: TableModel, *, calls: bool) -> None:
        open_seats = len(self.table.open_seats())
        if open_seats:
            words = self.words.text("room.waits", count=open_seats, code=self.room.code)
            self.prompt.show(words, calls=False)
        else:
            super().show_step(scene, calls=calls)

    def _describe(self, entry: ActionRow | None) -> None:
        if entry is None or self.acting is None:
            self.described.show(self._situation(), self.last_turn())
        else:
            super()._describe(entry)

    def _situation(self) -> str:
        """The reason why the visitor cannot act, and the alternatives."""
        table, room, say = self.table, self.room, self.words.text
        seat = room.seat_of(self.visitor)
        if table.open_seats():
            return say("room.invite" if seat is not None else "room.sit_down", code=room.code)
        if seat is not None and table.players[seat].bot:
            return say("room.bot_plays_for_you")
        if table.clocks.claimed:
            key = "adjourned" if table.clocks.is_adjourned else "out_of_time"
            return say(f"room.{key}", seat=min(table.clocks.claimed))
        for other in table.clocks.running:
            if until := vacation_until(room.summary, other, self.app.lobby.time):
                return say("room.away_until", seat=other, until=until)
        away = [other for other in table.waiting() if self._is_away(other)]
        if away:
            key = "room.away_for_owner" if room.may_seat_bots(self.visitor) else "room.away"
            return say(key, seat=away[0])
        if self.may_hurry and any(table.players[other].bot for other in table.waiting()):
            return say("table.wait")
        return "" if seat is not None else say("room.you_watch")

    def _is_away(self, seat: Seat) -> bool:
        player = self.table.players[seat]
        return not player.bot and not player.is_open and not self.room.is_here(seat)

    def _places(self, scene: TableModel, *, is_now: bool) -> tuple[SeatStatus, ...]:
        self._times_shown = self._times() if is_now else {}
        return tuple(map(self._with_people, super()._places(scene, is_now=is_now)))

    def _with_people(self, place: SeatStatus) -> SeatStatus:
        """The status of a seat with its player: an awaited one who is online is thinking."""
        is_away = self._is_away(place.seat)
        is_awaited = place.is_awaited and not self.table.open_seats()
        return replace(
            place,
            is_awaited=is_awaited,
            is_thinking=is_awaited and not is_away,
            is_away=is_away,
            clock=self._times_shown.get(place.seat, ""),
        )

    # ------------------------------------------------------------------ hearing

    def _attempt(self, command: Callable[[], object]) -> None:
        self._is_acting = True
        try:
            super()._attempt(command)
        finally:
            self._is_acting = False

    def _receive(self, table: History[Any], line: LogLine) -> None:
        if not self._is_acting and _player_of(line) in self.seats:
            self._is_unread = True  # such as on another terminal of the same person
        if self._turnstile is None or self._is_acting or self.acting is not None:
            super()._receive(table, line)
            return
        if not (self._unseen and isinstance(line, Record) and isinstance(self._unseen[-1], Record)):
            self._unseen.append(line)  # of several moves the last one shows all
        self._turnstile.queue(self)

    def paint(self, painted: Callable[[], object]) -> None:
        """Show the actions of others, now that it is one's turn."""
        unseen, self._unseen = self._unseen, []
        for line in unseen:
            super()._receive(self.table, line)
        self.call_after_refresh(painted)

    def on_table_screen_line_received(self, event: TableScreen.LineReceived) -> None:
        """Change to another seat if the line says so; the table shows the rest."""
        if self._is_unread:
            self.call_after_refresh(self._begin_to_read)
        if isinstance(event.line, SeatChanged | TimeoutResolved):
            self._take_seat()
        if isinstance(top := self.app.screen, PlayersDialog | PremoveDialog):
            top.renew()

    def _play_only_move(self) -> None:
        if not self._is_unread:
            super()._play_only_move()

    def _begin_to_read(self) -> None:
        if self._reading is not None:
            self._reading.stop()
        self._reading = self.set_timer(READ_SECONDS, self._have_read)

    def _have_read(self) -> None:
        self._is_unread = False

    def play(self, action: Any, moment: int) -> None:
        """Play an action, if the list that it was chosen from can have been read."""
        if self._is_unread:
            self.described.warn(self.words.text("table.moved_on"))
        else:
            super().play(action, moment)

    @property
    def answers_for(self) -> tuple[Seat, ...]:
        """The seats that answer requests here; none while a bot plays for the visitor."""
        return () if self.viewer is None else (self.viewer,)

    def ask(self, seat: Seat) -> None:  # noqa: ARG002 - it is the visitor's
        """Request an undo, if it is not too soon after a refusal."""
        self.room.ask(self.visitor)

    def _asked_text(self) -> str:
        """The text that others are asked; offline ones when they come back."""
        away = [seat for seat in self.table.unanswered() if not self.room.is_here(seat)]
        if away:
            return self.words.text("room.asked_away", seat=away[0])
        return super()._asked_text()

    def _request_text(self, request: UndoRequest) -> str:
        """The text of a request, with the time that is left for an answer."""
        seconds = round(self.room.limits.consent_seconds)
        return f"{super()._request_text(request)}\n{self.words.text('room.silence', count=seconds)}"

    def on_room_screen_people_changed(self) -> None:
        """Show who is online and the last message."""
        if self.scene is not None:
            self.seats_panel.show(self._places(self.scene, is_now=self._looked_at is None))
        self._show_people()
        if self.acting is None and self._looked_at is None:
            self._describe(None)
        if isinstance(top := self.app.screen, ChatDialog | PlayersDialog | PremoveDialog):
            top.renew()
        if self.room.next is not None and self.seats and not self._rematch_shown:
            self._rematch_shown = True
            self.notify(self.words.text("room.rematch", code=self.room.next.code))
        if self.seats and self.room.trouble not in {None, self._trouble_shown}:
            self._trouble_shown = self.room.trouble
            self._trouble(self.room.trouble)

    def announce_turn(self) -> None:
        """Do nothing: the app notifies, wherever the visitor is."""

    def name_window(self) -> None:
        """Do nothing: the app does it, for all tables of the visitor."""

    # ------------------------------------------------------------------ keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the keys that have an effect here."""
        match action:
            case "premoves":
                return self._may_answer
            case "sit_down":
                return bool(self.table.open_seats()) and self.room.seat_of(self.visitor) is None
            case "export":
                return False  # the file would be written where the server is
            case _:
                return super().check_action(action, parameters)

    @property
    def may_hurry(self) -> bool:
        """True for players of the table: they set its pace, not spectators."""
        return self.room.seat_of(self.visitor) is not None

    def action_sit_down(self) -> None:
        """Take an open seat; a delayed spectator then sees the table as it is."""
        self.app.sit(self.room)
        if self.room.shown_to(self.visitor) is not self.table:
            self.app.switch_screen(RoomScreen(self.room, self.visitor))

    def action_talk(self) -> None:
        """Open the chat."""
        self.app.push_screen(ChatDialog(self.room, self.visitor))

    def on_chat_line_chat_line_clicked(self) -> None:
        """Open the chat."""
        self.action_talk()

    def action_premoves(self) -> None:
        """Open the premoves."""
        self.app.push_screen(PremoveDialog(self.room, self.visitor, self.words))

    def action_people(self) -> None:
        """Open the list of people, where bots can play in the seats of offline players."""
        self.app.push_screen(PlayersDialog(self.room, self.visitor))

    def action_leave(self) -> None:
        """Go back to the lobby."""
        self.app.leave()

    def farewell(self) -> str:
        return self.words.text("room.kept", code=self.room.code)


def _player_of(line: LogLine) -> Seat | None:
    """The seat that chose by a line, or took back."""
    if isinstance(line, Record):
        return line.seat
    return line.by if isinstance(line, HeadMoved) else None
