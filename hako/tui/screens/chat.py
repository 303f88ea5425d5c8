"""The chat of a table: the last messages, and a line to write one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from hako.engine.i18n.catalogue import Catalogue
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby_text import speaker, until
from hako.multiplayer.rate_limit import RateLimited
from hako.multiplayer.tables.chat import ChatMessage
from hako.multiplayer.tables.room import Room
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.text_field import TextField

LINES_SHOWN = 8


def recent_messages(
    messages: Sequence[ChatMessage], texts: Catalogue, spell: Callable[[str], str]
) -> Content:
    """The last messages, in characters that the terminal can draw."""
    return Content("\n").join(
        Content.assemble((f"{spell(speaker(texts, message))}: ", "bold"), spell(message.text))
        for message in messages[-LINES_SHOWN:]
    )


class ChatDialog(Dialog[None]):
    """The chat of a room; the table stays visible above."""

    app = getters.app(LobbyApp)

    BINDINGS: ClassVar = []
    SCOPED_CSS = False  # of a list of selectors, Textual would scope the last
    DEFAULT_CSS = """
    ChatDialog { align: center bottom; background: $background 30%; }
    ChatDialog > Vertical {
        width: 100%; height: auto; padding: 1 2; background: $surface; border-top: solid $accent;
    }
    ChatDialog #said { height: auto; max-height: 8; }
    ChatDialog Input { margin-top: 1; }
    .-ascii ChatDialog > Vertical, .-narrow ChatDialog > Vertical { border-top: ascii $accent; }
    """

    def __init__(self, room: Room, visitor: User) -> None:
        super().__init__()
        self.room = room
        self.visitor = visitor

    def compose(self) -> ComposeResult:
        plays = self.room.users.seat_of(self.visitor) is not None or not self.room.table.is_dealt
        with Vertical():
            yield Static(id="said")
            yield TextField(
                enter_does="send",
                placeholder=self.app.texts.text("room.say" if plays else "room.say_watching"),
                max_length=self.room.users.limits.chat_characters,
            )

    def retranslate(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Show the last messages; does nothing before the dialog is composed."""
        messages = self.room.chat_for(self.visitor)
        lines = recent_messages(
            messages, self.app.texts, SYMBOLS[self.app.appearance.symbols].spell
        )
        nothing = Content(self.app.texts.text("room.nothing_said"))
        for panel in self.query("#said").results(Static):
            panel.update(lines or nothing)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the message; an empty one closes the chat."""
        if not event.value.strip():
            self.dismiss()
            return
        if not self.app.may_act(takes=False):
            return
        try:
            is_sent = self.room.send_chat(self.visitor, event.value)
        except RateLimited as error:
            self.app.complain(error)
            return
        if is_sent:
            event.input.clear()
        elif muted := self.room.users.held_against("mute", self.visitor):
            self.app.complain(self.app.texts.text("house.muted", **until(muted)))
