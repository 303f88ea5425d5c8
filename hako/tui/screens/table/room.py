"""A room: a shared table, with its players and spectators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from textual import getters, on
from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget

from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby_text import speaker
from hako.multiplayer.tables.room import Room
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.feature_dispatch import bindings_of
from hako.tui.screens.table.features.board_motion import BoardMotion
from hako.tui.screens.table.features.bots import TableBots
from hako.tui.screens.table.features.choosing import Choosing
from hako.tui.screens.table.features.earlier_position import EarlierPosition
from hako.tui.screens.table.features.forced_moves import ForcedMoves
from hako.tui.screens.table.features.game_result import GameResult
from hako.tui.screens.table.features.hint import Hint
from hako.tui.screens.table.features.log_loading import LogLoading
from hako.tui.screens.table.features.recap import Recap
from hako.tui.screens.table.features.reference_pages import ReferencePages
from hako.tui.screens.table.features.room_clock import RoomClock
from hako.tui.screens.table.features.room_feature import RoomFeature
from hako.tui.screens.table.features.room_people import RoomConditions, RoomPeople, RoomSeat
from hako.tui.screens.table.features.room_premoves import RoomPremoves
from hako.tui.screens.table.features.room_undo import RoomUndo
from hako.tui.screens.table.features.tips import Tips
from hako.tui.screens.table.features.unread_moves import UnreadMoves
from hako.tui.screens.table.local_play import legal_actions
from hako.tui.screens.table.screen import FeatureType, TableScreen
from hako.tui.widgets.last_message_line import LastMessageLine


class RoomScreen(TableScreen, inherit_bindings=False):
    """The table of a room, from the visitor's seat, or as a spectator sees it."""

    TOPIC = "room"
    FEATURES = (
        LogLoading,
        UnreadMoves,
        RoomConditions,
        RoomClock,
        RoomPeople,
        RoomPremoves,
        RoomSeat,
        TableBots,
        Choosing,
        EarlierPosition,
        BoardMotion,
        RoomUndo,
        Hint,
        Tips,
        GameResult,
        Recap,
        ForcedMoves,
        ReferencePages,
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(FEATURES)
    AUTO_FOCUS = "ActionList"
    COMMANDS = {legal_actions}  # noqa: RUF012 - Textual's own way to say it

    app = getters.app(LobbyApp)

    class PeopleChanged(Message, bubble=False):
        """Posted to itself when somebody came, left or wrote; from any task."""

    def __init__(self, room: Room, visitor: User) -> None:
        self.room = room
        self.visitor = visitor
        super().__init__(room.shown_to(visitor), (), room.runner)
        self.frame_layout.has_people = True
        self.chat_line = LastMessageLine()
        self._is_here = False
        self._unsubscribe_people: Callable[[], None] = lambda: None

    def make_feature(self, kind: FeatureType) -> TableFeature[Any]:
        feature = super().make_feature(kind)
        if isinstance(feature, RoomFeature):
            feature.room, feature.visitor = self.room, self.visitor
        return feature

    def other_parts(self) -> Mapping[str, Iterable[Widget]]:
        return {"chat": (self.chat_line,)}

    def on_mount(self) -> None:
        self.watch(self.app, "my_turns", self.show_facts, init=False)
        self._unsubscribe_people = self.room.users.subscribe(self._receive_people)
        self._is_here = True
        self.room.enter(self.visitor)

    def go(self) -> None:
        """Leave the room; the seat stays one's own."""
        super().go()
        if self._is_here:
            self._is_here = False
            self._unsubscribe_people()
            self.room.leave(self.visitor)

    def action_leave(self) -> None:
        """Go back to the lobby."""
        self.app.leave()

    def show_facts(self) -> None:
        """Show the last message, and a few words about the room."""
        words = self.words
        heard = self.room.chat_for(self.visitor)[-1:]
        message = next(((speaker(words, last), last.text) for last in heard), None)
        self.chat_line.show(message, "  ".join([*self.features.facts(), words.text("room.keys")]))

    def _receive_people(self) -> None:
        self.post_message(self.PeopleChanged())

    def on_room_screen_people_changed(self) -> None:
        """Show who is online and the last message."""
        self.show_seats()
        self.show_facts()
        self.features.people_changed()

    @on(LastMessageLine.ChatLineClicked)
    def talk(self) -> None:
        """Open the chat."""
        self.features.of(RoomPeople).talk()
