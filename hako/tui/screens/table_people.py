"""The people at a table: players, offline players, spectators, and bots in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, get_args

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hako.engine.bots.levels import HINTS
from hako.engine.log.history import StaleTable
from hako.engine.rules.model import Seat, letter
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby_text import sitter
from hako.multiplayer.moderation.commands import Close, Kick, Mute, TableCommand
from hako.multiplayer.tables.clock import TimeoutChoice
from hako.multiplayer.tables.clock_text import lasting
from hako.multiplayer.tables.room import Room
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.confirm_dialog import ConfirmDialog
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.symbols import SYMBOLS

SUBSTITUTE = HINTS
"""The level of a bot that substitutes a player: one that answers at once."""


_ORDERS: dict[str, type[TableCommand]] = {"mute": Mute, "remove": Kick, "close_table": Close}

WAYS: dict[str, TimeoutChoice] = {f"late_{how}": how for how in get_args(TimeoutChoice)}
"""The choices about a seat that is out of time."""


class Offer(Option):
    """A line that can be selected to do something."""

    def __init__(self, words: str, run: Callable[[], object], *, is_urgent: bool = False) -> None:
        super().__init__(words)
        self.run = run
        self.is_urgent = is_urgent
        """True for a choice that the table waits for."""


class PlayersDialog(Dialog[None]):
    """All seats and all spectators."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "leave", show=False),
        Binding("m", "mute", "mute", show=False),
        Binding("r", "remove", "remove", show=False),
        Binding("c", "close_table", "close_table", show=False),
    ]
    DEFAULT_CSS = """
    PlayersDialog > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 2; background: $surface;
    }
    PlayersDialog #title { color: $accent; text-style: bold; margin-bottom: 1; }
    PlayersDialog OptionList {
        height: auto; max-height: 1fr; padding: 0; border: none; background: $surface;
    }
    PlayersDialog #watchers, PlayersDialog #order { margin-top: 1; color: $muted; }
    """

    app = getters.app(LobbyApp)

    def __init__(self, room: Room, visitor: User) -> None:
        super().__init__()
        self.room = room
        self.visitor = visitor

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="title", markup=False)
            yield OptionList(compact=True, markup=False)
            yield Static(id="watchers", markup=False)
            yield Static(id="order", markup=False)

    @property
    def _options_list(self) -> OptionList:
        return self.query_exactly_one(OptionList)

    def retranslate(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Show who is online now; does nothing before the dialog is composed."""
        if not self.query("#title"):
            return
        say, room = self.app.texts.text, self.room
        self.query_one("#title", Static).update(say("people.title", code=room.code))
        lines, highlighted = [*self._options()], self._options_list.highlighted
        self._options_list.set_options(lines)
        ways = [at for at, line in enumerate(lines) if not line.disabled]
        if highlighted not in ways:
            # a seat that needs a substitute comes before one's own
            own_seat, seats = self.room.users.seat_of(self.visitor), len(self.room.table.players)
            late = {at for at in ways if getattr(lines[at], "is_urgent", False)}
            highlighted = min(
                ways, key=lambda at: (at not in late, at >= seats, at == own_seat), default=None
            )
        self._options_list.highlighted = highlighted
        names = [self._spelt(visitor.name) for visitor in room.users.watchers()]
        watchers = say("people.watchers", names=names) if names else say("people.nobody_watches")
        self.query_one("#watchers", Static).update(watchers)
        order = self.query_one("#order", Static)
        order.display = self.app.may_command(Kick, room)
        order.update(
            say("people.order" if self.app.may_command(Close, room) else "people.order_for_helpers")
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the line offers."""
        if isinstance(event.option, Offer):
            self.app.attempt(event.option.run)
            self.renew()

    def _give_up(self) -> None:
        self.dismiss()
        self.room.seating.stand_up(self.visitor)

    def _settle(self, seat: Seat, how: TimeoutChoice) -> None:
        """Choose for a seat that is out of time."""
        level = SUBSTITUTE if how == "bot" else ""
        self.room.settle(self.visitor, seat, how, level)

    def _take_up(self, seat: Seat, offer: str) -> None:
        """Do what was offered there, if another player has not just done it."""
        if self._offer(seat) != offer:
            raise StaleTable
        if self.room.table.players[seat].bot:
            self.room.seating.remove_substitute(seat, self.visitor)
        else:
            self.room.seating.substitute_bot(seat, SUBSTITUTE, self.visitor)

    # ------------------------------------------------------------------ keeping order

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer moderation to admins and moderators only."""
        if (kind := _ORDERS.get(action)) is not None:
            return self.app.may_command(kind, self.room)
        return super().check_action(action, parameters)

    @property
    def _pointed(self) -> User | None:
        """The other user at the cursor; None if there is none."""
        at = self._options_list.highlighted
        people = [User(player.name, player.key or "") for player in self.room.table.players]
        people += self.room.users.watchers()
        pointed = people[at] if at is not None and at < len(people) else self.visitor
        return pointed if pointed.key not in {"", self.visitor.key} else None

    def action_mute(self) -> None:
        """Mute the user at the cursor for a time."""
        if (user := self._pointed) is not None:
            self._order(Mute(self.room.code, user.key), "house.ask_mute", user.name)

    def action_remove(self) -> None:
        """Keep the user at the cursor away from the table for a time."""
        if (user := self._pointed) is not None:
            self._order(Kick(self.room.code, user.key), "house.ask_remove", user.name)

    def action_close_table(self) -> None:
        """Take the table away."""
        self._order(Close(self.room.code), "house.ask_close")

    def _order(self, order: TableCommand, question: str, name: str = "") -> None:
        """Run the moderation command after a confirmation."""
        say = self.app.texts.text
        words = say(question, name=self._spelt(name), code=self.room.code)

        def answer(yes: bool | None) -> None:
            if yes:
                self.app.command(order)

        self.app.push_screen(ConfirmDialog(words, say("keys.yes"), say("keys.no")), answer)

    # ------------------------------------------------------------------ in words

    def _options(self) -> Iterator[Option]:
        say = self.app.texts.text
        orders = self.app.may_command(Kick, self.room)
        for seat, player in enumerate(self.room.table.players):
            offer = self._offer(seat)
            words = f"{letter(seat)}  {self._seat_text(seat)}"
            if offer:
                words = f"{words}  {say(f'people.{offer}')}"
                yield Offer(words, partial(self._take_up, seat, offer))
            else:
                yield Option(words, disabled=not (orders and player.key))
        for visitor in self.room.users.watchers() if orders else ():
            yield Option(say("people.watches", name=self._spelt(visitor.name)))
        yield from self._ways_about_time()
        own_seat, table = self.room.users.seat_of(self.visitor), self.room.table
        if self.room.seating.may_stand_up(self.visitor):
            yield Offer(say("people.give_up"), self._give_up)
        if own_seat is not None and table.header.undo == "ask":
            willing = table.players[own_seat].unasked
            let_ask = partial(self.room.undo_requests.let_ask, self.visitor, willing=willing)
            yield Offer(say("people.ask_me" if willing else "people.ask_me_not"), let_ask)

    def _ways_about_time(self) -> Iterator[Option]:
        """The choices of the others for a player who is out of time."""
        texts, clocks = self.app.texts, self.room.table.clocks
        more = lasting(texts, clocks.grace)
        for seat in sorted(clocks.claimed):
            name = self._spelt(self.room.table.players[seat].name)
            for offer, how in WAYS.items():
                is_on_offer = how != "adjourn" or not clocks.is_adjourned
                if is_on_offer and self.room.may_settle(seat, self.visitor, how):
                    words = texts.text(f"people.{offer}", name=name, more=more)
                    yield Offer(words, partial(self._settle, seat, how), is_urgent=True)

    def _seat_text(self, seat: Seat) -> str:
        player = self.room.table.players[seat]
        name = self._spelt(sitter(self.app.texts_of_game(self.room.table.game), self.room, seat))
        return self.app.texts.text("people.unasked", who=name) if player.unasked else name

    def _offer(self, seat: Seat) -> str:
        """The action that the visitor can do with a seat; empty if none."""
        room, player = self.room, self.room.table.players[seat]
        is_own = room.users.seat_of(self.visitor) == seat
        if player.bot:
            back = is_own or (
                room.users.is_owner(self.visitor) and (player.key or not room.table.has_begun)
            )
            return ("take_back" if is_own else "give_back") if back else ""
        if is_own:
            return "let_bot_play_for_me"
        if room.seating.may_seat_bots(self.visitor) and (
            player.is_open or not room.users.is_here(seat)
        ):
            return "let_bot_play"
        return ""

    def _spelt(self, name: str) -> str:
        return SYMBOLS[self.app.appearance.symbols].spell(name)
