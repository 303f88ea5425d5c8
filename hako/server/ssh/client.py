"""A visit: one terminal that came in, and the way to it and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from hako.multiplayer.accounts.users import User
from hako.server.limits import Limits
from hako.tui.terminal.capabilities import TerminalCapabilities


class InputHandler(Protocol):
    """Somebody whom a terminal talks to."""

    def feed(self, data: bytes) -> None:
        """It sent these bytes."""

    def resize(self, columns: int, lines: int) -> None:
        """It has another size."""


class OutputChannel(Protocol):
    """The way to one terminal and back."""

    def write(self, data: bytes) -> None:
        """Send, or keep until the client takes it."""

    @property
    def backlog(self) -> int:
        """Bytes that the client has not taken yet."""

    def attach(self, listener: InputHandler) -> None:
        """Hand all input to this listener, beginning with what nobody has listened to."""

    def pause_reading(self) -> None:
        """Leave further input with the client."""

    def resume_reading(self) -> None:
        """Take input again."""


class ObjectionToAct(Protocol):
    """Tells why somebody may not act under their name; None where they may."""

    def __call__(self, *, takes: bool) -> str | None:
        """Where they take it, a name that is free becomes theirs."""


def objects_to_nothing(*, takes: bool) -> None:
    """Of a house in which names are nobody's."""


class Client(Struct, frozen=True):
    """One terminal that came in: all that an app is made from."""

    terminal: TerminalCapabilities
    channel: OutputChannel
    user: User
    limits: Limits = Limits()
    command: str = ""
    """What was typed after the host, as in `ssh -t HOST resume CODE`; only what is allowed."""
    objection_to_act: ObjectionToAct = objects_to_nothing
    """Why the visitor may not act under their name, in words."""
    may_open_table: Callable[[], bool] = lambda: True
    """Whether one more table may be opened from the visitor's address; that is counted."""
    way: str = ""
    """What others type after `ssh -t` to come in where the visitor did."""
