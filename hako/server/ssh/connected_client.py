"""A client: one terminal that is connected, and the channel to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from hako.multiplayer.accounts.users import User
from hako.server.limits import Limits
from hako.tui.terminal.capabilities import TerminalCapabilities


class InputHandler(Protocol):
    """A receiver of a terminal's input."""

    def feed(self, data: bytes) -> None:
        """Take bytes that the terminal sent."""

    def resize(self, columns: int, lines: int) -> None:
        """Take the new size of the terminal."""


class OutputChannel(Protocol):
    """The channel to one terminal and back."""

    def write(self, data: bytes) -> None:
        """Send, or keep until the client takes it."""

    @property
    def backlog(self) -> int:
        """Bytes that the client has not taken yet."""

    def attach(self, listener: InputHandler) -> None:
        """Pass all input to this handler, beginning with the input that no handler has had."""

    def pause_reading(self) -> None:
        """Leave further input with the client."""

    def resume_reading(self) -> None:
        """Take input again."""


class ObjectionToAct(Protocol):
    """Returns the objection to somebody acting under their name, or None."""

    def __call__(self, *, takes: bool) -> str | None:
        """With `takes`, a name that is free becomes theirs."""


def objects_to_nothing(*, takes: bool) -> None:
    """Objects to no name: for servers where names have no owners."""


class ConnectedClient(Struct, frozen=True):
    """A connected terminal, from which an app is made."""

    terminal: TerminalCapabilities
    channel: OutputChannel
    user: User
    limits: Limits = Limits()
    command: str = ""
    """The command after the host, as in `ssh -t HOST resume CODE`, if the server allows it."""
    objection_to_act: ObjectionToAct = objects_to_nothing
    """The sentence that says why the user may not act under their name, or None."""
    may_open_table: Callable[[], bool] = lambda: True
    """True if one more table may be opened from the user's address, which is then counted."""
    ssh_arguments: str = ""
    """The arguments that others type after `ssh -t` to reach the same address."""
