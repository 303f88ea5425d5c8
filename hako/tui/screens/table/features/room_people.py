"""The people of a room: one's seat, who is online, the chat."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hako.engine.log.line_base import LogLine
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Seat
from hako.multiplayer.lobby_text import delay_text, vacation_until
from hako.tui.apps.core_app import screen_class
from hako.tui.screens.chat import ChatDialog
from hako.tui.screens.premoves import PremoveDialog
from hako.tui.screens.table.feature import Command
from hako.tui.screens.table.features.room_feature import RoomFeature
from hako.tui.screens.table.screen import TableScreen
from hako.tui.screens.table_people import PlayersDialog
from hako.tui.widgets.action_choices import ActionRow
from hako.tui.widgets.seat_panel import SeatStatus


class RoomSeat(RoomFeature):
    """The visitor's seat, from which they view and act, or watch."""

    def opened(self) -> None:
        self._take_seat()

    def line_coming(self, line: LogLine) -> None:
        """Change to another seat if the line says so; the table shows the rest."""
        if line.effect == "seats":
            self._take_seat()

    def _take_seat(self) -> None:
        """View and act from one's seat; a bot that plays there acts in one's place."""
        seat = self.room.users.seat_of(self.visitor)
        self.screen.viewer = seat
        is_watching = seat is None or self.table.players[seat].bot
        self.screen.seats = () if seat is None or is_watching else (seat,)

    @property
    def is_watching(self) -> bool:
        """True for spectators: players set the pace of a table."""
        return self.room.users.seat_of(self.visitor) is None

    def question(self) -> str:
        """The invitation, while seats are open."""
        if not (open_seats := len(self.table.open_seats())):
            return ""
        return self.screen.words.text("room.waits", count=open_seats, code=self.room.code)

    def describe(self, row: ActionRow | None) -> bool:
        """Describe why the visitor cannot act, and the alternatives."""
        if row is not None and self.screen.acting is not None:
            return False
        self.screen.view.described.show(self._situation(), self.screen.features.aside())
        return True

    def _situation(self) -> str:
        table, room, say = self.table, self.room, self.screen.words.text
        seat = room.users.seat_of(self.visitor)
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
            key = "room.away_for_owner" if room.seating.may_seat_bots(self.visitor) else "room.away"
            return say(key, seat=away[0])
        if not self.is_watching and any(table.players[other].bot for other in table.waiting()):
            return say("table.wait")
        return "" if seat is not None else say("room.you_watch")

    def _is_away(self, seat: Seat) -> bool:
        player = self.table.players[seat]
        return not player.bot and not player.is_open and not self.room.users.is_here(seat)

    def seat_statuses(self, rows: tuple[SeatStatus, ...]) -> tuple[SeatStatus, ...]:
        """The seats with their players: an awaited one who is online is thinking."""
        return tuple(map(self._with_player, rows))

    def _with_player(self, row: SeatStatus) -> SeatStatus:
        is_away = self._is_away(row.seat)
        is_awaited = row.is_awaited and not self.table.open_seats()
        is_thinking = is_awaited and not is_away
        return replace(row, is_awaited=is_awaited, is_thinking=is_thinking, is_away=is_away)

    # ------------------------------------------------------------------ commands

    def may_sit_down(self) -> bool:
        """True if there is an open seat, and the visitor has none."""
        return bool(self.table.open_seats()) and self.room.users.seat_of(self.visitor) is None

    def sit_down(self) -> None:
        """Take an open seat; a delayed spectator then sees the table as it is."""
        self.app.sit(self.room)
        if self.room.shown_to(self.visitor) is not self.table:
            again = screen_class("table.room", "RoomScreen")(self.room, self.visitor)
            self.app.switch_screen(again)

    def next_table(self) -> None:
        """Go to the next table that waits for the visitor."""
        self.app.action_next_table()

    commands = (
        Command("next_table", "x", next_table, is_shown=False),
        Command("sit_down", "s", sit_down, may_sit_down),
    )


class RoomPeople(RoomFeature):
    """The visitors of the room, and what they are to notice."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._trouble_shown: StorageError | None = None
        self._rematch_shown = False

    def facts(self) -> Iterable[str]:
        say, room = self.screen.words.text, self.room
        if watchers := len(room.users.watchers()):
            yield say("room.watchers", count=watchers)
        if others := len(self.app.my_turns - {room.name}):
            yield say("room.others_wait", count=others)

    def line_coming(self, line: LogLine) -> None:  # noqa: ARG002 - any line
        if isinstance(top := self.screen.app.screen, PlayersDialog | PremoveDialog):
            top.renew()

    def people_changed(self) -> None:
        """Show what players are to notice: a rematch, and a move that could not be saved."""
        screen, room = self.screen, self.room
        if screen.acting is None and screen.looked_at is None:
            screen.features.describe(None)
        if isinstance(top := screen.app.screen, ChatDialog | PlayersDialog | PremoveDialog):
            top.renew()
        if room.next is not None and screen.seats and not self._rematch_shown:
            self._rematch_shown = True
            screen.notify(screen.words.text("room.rematch", code=room.next.code))
        if screen.seats and room.users.trouble not in {None, self._trouble_shown}:
            self._trouble_shown = room.users.trouble
            screen.show_not_saved(room.users.trouble, screen.host.hurry)

    def people(self) -> None:
        """Open the list of people, where bots can play in the seats of offline players."""
        self.app.push_screen(PlayersDialog(self.room, self.visitor))

    def talk(self) -> None:
        """Open the chat."""
        self.app.push_screen(ChatDialog(self.room, self.visitor))

    def farewell(self) -> str:
        return self.screen.words.text("room.kept", code=self.room.code)

    commands = (
        Command("talk", "t", talk, is_shown=False),
        Command("people", "p", people, is_shown=False),
    )


class RoomConditions(RoomFeature):
    """The code of the room, and what is special there."""

    def facts(self) -> Iterable[str]:
        words, room, table = self.screen.words, self.room, self.table
        yield words.text("room.code", code=room.code)
        if room.table.header.rated:
            yield words.text("room.rated")
        if table is not room.table:
            yield delay_text(words, table.header.delay, in_short=True)
