"""The waiting room: a shared table before the deal. Nothing is dealt, so there are no secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hako.engine.i18n.failure import Failure
from hako.engine.log.history import StaleTable
from hako.engine.rules.model import Seat, letter
from hako.engine.transcript.transcript import options_text
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby_text import delay_text, open_to, sitter
from hako.multiplayer.tables.deal import SecretCommitted
from hako.multiplayer.tables.fair_seed import LEAST_SIGNS, MOST_SIGNS, WINDOW_SECONDS
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import OptionsChanged
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.base import AppScreen
from hako.tui.screens.chat import ChatDialog, recent_messages
from hako.tui.screens.dialog import Dialog
from hako.tui.screens.table.room import RoomScreen
from hako.tui.screens.table_options import TableOptionsDialog
from hako.tui.screens.table_people import SUBSTITUTE, PlayersDialog
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph
from hako.tui.widgets.text_field import TextField


class SeedContributionDialog(Dialog[str]):
    """A question for a seed contribution: any text, or nothing."""

    DEFAULT_CSS = """
    SeedContributionDialog > Vertical { width: 64; height: auto; padding: 1 2; background: $surface; }
    SeedContributionDialog Static { margin-bottom: 1; }
    SeedContributionDialog #objection { margin: 1 0 0 0; color: $error; }
    """

    def __init__(self, objection: Callable[[str], str | None]) -> None:
        """`objection` takes a contribution, or returns why it is refused."""
        super().__init__()
        self._objection = objection

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="question")
            yield TextField(enter_does="accept", max_length=MOST_SIGNS)
            yield Static(id="objection", markup=False)

    def retranslate(self) -> None:
        words = self.app.texts.text("waiting.part", least=LEAST_SIGNS, seconds=WINDOW_SECONDS)
        self.query_one("#question", Static).update(words)

    def on_input_submitted(self, event: TextField.Submitted) -> None:
        """Take it; an empty one will do. A refused one stays to be corrected."""
        if (objection := self._objection(event.value)) is None:
            self.dismiss(event.value)
        else:
            self.query_one("#objection", Static).update(objection)


class WaitingRoomScreen(AppScreen[None]):
    """The waiting room: seats, options, chat; it becomes the table with the deal."""

    TOPIC = "waiting"
    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "sit_down", "sit_down"),
        Binding("r", "ready", "ready"),
        Binding("f", "fill_up", "fill_up"),
        Binding("g", "give_up", "give_up"),
        Binding("b", "bot", "bot"),
        Binding("o", "options", "options"),
        Binding("t", "talk", "talk"),
        Binding("p", "people", "people"),
        Binding("x", "app.next_table", "next_table", show=False),
        Binding("f1", "rules", "rules"),
    ]
    DEFAULT_CSS = """
    WaitingRoomScreen { padding: 0 2; }
    WaitingRoomScreen #title { height: 2; text-style: bold; color: $accent; }
    WaitingRoomScreen Horizontal { height: auto; max-height: 50%; }
    WaitingRoomScreen OptionList {
        width: 3fr; height: auto; padding: 0; border: none; background: $background;
    }
    WaitingRoomScreen #options { width: 2fr; padding-left: 2; color: $muted; }
    WaitingRoomScreen #watchers { height: 2; color: $muted; content-align: left bottom; }
    WaitingRoomScreen #said { height: 1fr; content-align: left bottom; margin-bottom: 1; }
    WaitingRoomScreen #hint { height: 3; }
    WaitingRoomScreen.-wide.-tall { padding: 2 8 0 8; }
    """

    app = getters.app(LobbyApp)

    class Changed(Message, bubble=False):
        """Posted to itself when something in the room changed; from any task."""

    def __init__(self, room: Room, visitor: User) -> None:
        super().__init__()
        self.room = room
        self.visitor = visitor
        self._stops: list[Callable[[], None]] = []
        """The functions that end the subscriptions."""
        self._answered: SecretCommitted | None = None
        """The secret for which the visitor became ready."""
        self._options_seen = self._chosen()
        self._is_announced = False
        """True if the deal has been announced, or the table is shown."""

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal():
            yield OptionList(compact=True, markup=False)
            yield Paragraph(id="options")
        yield Static(id="watchers", markup=False)
        yield Static(id="said")
        yield Static(id="hint", markup=False)
        yield KeyBar()

    # ------------------------------------------------------------------ coming and going

    def on_mount(self) -> None:
        room = self.room
        self._stops = [room.users.subscribe(self._receive), room.table.subscribe(self._receive)]
        room.enter(self.visitor)

    def _receive(self, *_: object) -> None:
        self.post_message(self.Changed())

    async def on_unmount(self) -> None:
        """Leave the room."""
        self.go()

    def go(self) -> None:
        """Leave the room; the seat stays one's own."""
        if self._stops:
            for stop in self._stops:
                stop()
            self._stops = []
            self.room.leave(self.visitor)

    def on_screen_resume(self) -> None:
        """Update after a screen above was closed."""
        self._receive()

    def on_waiting_room_screen_changed(self) -> None:
        """Update; after the deal, open the table."""
        if isinstance(top := self.app.screen, ChatDialog | PlayersDialog):
            top.renew()
        if not self.room.table.is_dealt:
            self.renew()
        elif self.is_active:
            self._is_announced = True
            self.app.switch_screen(RoomScreen(self.room, self.visitor))
            self.app.unasked.hold_keys()
        elif not self._is_announced:
            self._is_announced = True
            self.notify(self.app.texts.text("waiting.dealt"))

    # ------------------------------------------------------------------ showing

    def retranslate(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Show who is in the room now."""
        room, say, spell = (
            self.room,
            self.app.texts.text,
            SYMBOLS[self.app.appearance.symbols].spell,
        )
        game = self.app.game_name(room.table.game.id)
        self._show_text("title", say("waiting.title", game=game, code=room.code))
        seats = self.query_exactly_one(OptionList)
        pointed = seats.highlighted
        seats.set_options(self._seats())
        seats.highlighted = self._first() if pointed is None else pointed
        self.query_one("#options", Paragraph).words = "\n".join(self._options_text())
        names = [visitor.name for visitor in room.users.watchers()]
        self._show_text("watchers", say("people.watchers", names=names) if names else "")
        self.query_one("#said", Static).update(recent_messages([*room.chat], self.app.texts, spell))
        self._show_text("hint", "\n".join(self._hints()))
        self._notify_of_options()
        self._notify_of_secret()
        self.refresh_bindings()

    def _chosen(self) -> OptionsChanged:
        """The options that the table has now."""
        header = self.room.table.header
        return OptionsChanged(header.options, header.clock, header.rated, header.delay)

    def _notify_of_options(self) -> None:
        """Tell a player who was ready that the options have changed since."""
        if (chosen := self._chosen()) != self._options_seen:
            self._options_seen, self._answered = chosen, None
            self.notify(self.app.texts.text("waiting.altered"), severity="warning")

    def _notify_of_secret(self) -> None:
        """Tell a player who was ready to confirm again: other players, or it took too long."""
        deal = self.room.table.deal
        if self.room.users.seat_of(self.visitor) in deal.ready:
            self._answered = deal.committed
        elif self._answered is not None and deal.committed not in {None, self._answered}:
            self._answered = None
            self.notify(self.app.texts.text("waiting.anew"), severity="warning")

    def _hints(self) -> Iterator[str]:
        """The sentences about who is awaited, and what one can do about it."""
        room, say, address = self.room, self.app.texts.text, self.app.way
        if open_seats := len(room.table.open_seats()):
            yield say("room.waits", count=open_seats, code=room.code)
            key = "waiting.invite_by_ssh" if address else "waiting.invite"
            yield say(key, code=room.code, way=address)
            if room.users.is_owner(self.visitor):
                yield say("waiting.fill_up")
            return
        names = [room.table.players[seat].name for seat in room.table.waiting_seats()]
        first = room.preparation.first_to_be_ready(self.visitor)
        yield say("waiting.unready", names=names, count=len(names))
        if room.awaits(self.visitor):
            yield say("waiting.after" if first else "waiting.say_ready", name=first)
        if (committed := room.table.deal.committed) is not None:
            yield say("waiting.committed", commitment=committed.commitment)

    def _show_text(self, where: str, words: str) -> None:
        self.query_one(f"#{where}", Static).update(self._spelt(words))

    def _spelt(self, words: str) -> str:
        return "\n".join(map(SYMBOLS[self.app.appearance.symbols].spell, words.splitlines()))

    def _seats(self) -> Iterator[Option]:
        say, room = self.app.texts.text, self.room
        own_seat = room.users.seat_of(self.visitor)
        for seat, player in enumerate(room.table.players):
            name = SYMBOLS[self.app.appearance.symbols].spell(
                sitter(self.app.texts_of_game(room.table.game), room, seat)
            )
            note = ""
            if player.is_open:
                note = say("waiting.sit_here")
            elif seat == own_seat:
                note = say("waiting.you")
            yield Option(f"{letter(seat)}  {name}  {note}  {self._readiness(seat)}".rstrip())

    def _readiness(self, seat: Seat) -> str:
        ready = self.room.table.deal.ready.get(seat)
        if ready is None:
            return ""
        return self.app.texts.text("waiting.has_typed" if ready.part else "waiting.is_ready")

    def _first(self) -> Seat:
        """The index of the seat where the visitor sits or would sit down."""
        own_seat, free = self.room.users.seat_of(self.visitor), self.room.table.open_seats()
        return own_seat if own_seat is not None else next(iter(free), 0)

    def _options_text(self) -> Iterator[str]:
        table = self.room.table
        words = self.app.texts_at(table)
        yield from options_text(table, words, usual_too=True)
        if table.header.rated:
            yield words.text("lobby.rated")
        yield words.text(f"lobby.undo_{table.header.undo}")
        yield words.text("lobby.advice")
        yield from open_to(words, table.header)
        if table.header.delay:
            yield delay_text(words, table.header.delay)

    # ------------------------------------------------------------------ keys

    @property
    def _pointed(self) -> Seat:
        return self.query_exactly_one(OptionList).highlighted or 0

    @property
    def _may_place_bot(self) -> bool:
        """True if a bot can sit down on the seat at the cursor, or leave it."""
        if not self.is_mounted or not self.room.users.is_owner(self.visitor):
            return False
        player = self.room.table.players[self._pointed]
        return player.is_open or player.is_bots_own

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the keys that have an effect here."""
        match action:
            case "sit_down":
                return self.room.users.seat_of(self.visitor) is None
            case "give_up":
                return self.room.seating.may_stand_up(self.visitor)
            case "ready":
                sits = self.room.users.seat_of(self.visitor) is not None
                return sits and not self.room.table.open_seats()
            case "fill_up":
                return self.room.users.is_owner(self.visitor) and bool(self.room.table.open_seats())
            case "options":
                return self.room.users.is_owner(self.visitor)
            case "bot":
                return self._may_place_bot
            case _:
                return super().check_action(action, parameters)

    def on_option_list_option_highlighted(self) -> None:
        """Check again whether a bot may sit there."""
        self.refresh_bindings()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Sit down there, if the seat is open."""
        seat = event.option_index
        if self.room.table.players[seat].is_open:
            self.app.sit(self.room, seat)

    def action_sit_down(self) -> None:
        """Take the first open seat."""
        self.app.sit(self.room)

    def action_ready(self) -> None:
        """Become ready, with a seed contribution if one likes; or cease to be."""
        room, say = self.room, self.app.texts.text
        if room.users.seat_of(self.visitor) in room.table.ready:
            self._declare(ready=False)
        elif not room.table.header.committed or room.table.header.event:
            self._declare(ready=True)
        elif first := room.preparation.first_to_be_ready(self.visitor):
            self.notify(say("waiting.after", name=first), markup=False)
        else:
            self.app.push_screen(SeedContributionDialog(self._objection_to))

    def _objection_to(self, part: str) -> str | None:
        """Become ready with a seed contribution; the reason why it is refused, or None."""
        try:
            self.room.preparation.declare(self.visitor, ready=True, part=part)
        except Failure as error:
            return self.app.reason(error).text(self.app.appearance.language)
        except (StaleTable, PermissionError):
            self.notify(self.app.texts.text("table.moved_on"), severity="warning")
        return None

    def _declare(self, *, ready: bool, part: str = "") -> None:
        self.app.attempt(
            lambda: self.room.preparation.declare(self.visitor, ready=ready, part=part)
        )

    def action_fill_up(self) -> None:
        """Fill the open seats with bots."""
        self.app.attempt(lambda: self.room.preparation.fill_up(self.visitor, SUBSTITUTE))

    def action_give_up(self) -> None:
        """Leave one's seat to others."""
        self.app.attempt(lambda: self.room.seating.stand_up(self.visitor))

    def action_bot(self) -> None:
        """Seat a bot there, or remove it."""
        room, seat = self.room, self._pointed
        if room.table.players[seat].is_open:
            self.app.attempt(lambda: room.seating.substitute_bot(seat, SUBSTITUTE, self.visitor))
        else:
            self.app.attempt(lambda: room.seating.remove_substitute(seat, self.visitor))

    def action_options(self) -> None:
        """Choose other options; all players have to become ready again."""
        self.app.push_screen(TableOptionsDialog(self.room), self._alter)

    def _alter(self, chosen: OptionsChanged | None) -> None:
        if chosen is not None:
            self.app.attempt(lambda: self.room.preparation.alter(self.visitor, chosen))

    def action_talk(self) -> None:
        """Open the chat."""
        self.app.push_screen(ChatDialog(self.room, self.visitor))

    def action_people(self) -> None:
        """Open the list of people and the choices for a seat."""
        self.app.push_screen(PlayersDialog(self.room, self.visitor))

    def action_rules(self) -> None:
        """Open the rules."""
        self.app.open_rules(self.room.table.game.id)

    def farewell(self) -> str:
        return self.app.texts.text("room.kept", code=self.room.code)
