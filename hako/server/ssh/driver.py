"""A Textual driver that writes to a channel and is fed by it.

It needs no threads, signals or termios: all of it runs on the event loop of the server. Input
arrives outside of the app's context, so it may only post messages.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, TextIO

from textual import events, messages
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from hako.multiplayer.rate_limit import RateLimit
from hako.server.ssh.connected_client import ConnectedClient
from hako.tui.terminal.echo_times import EchoTimes
from hako.tui.terminal.keyboard import Input, Keyboard, KeyParser, Pasted, Resized

# presses and drags, told in SGR form; not every motion (1003), which would be a
# message for each cell that the mouse crosses
_MOUSE = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"

ENTER = (
    "\x1b[?1049h"  # alternate screen
    "\x1b[22;0t"  # remember the window's title
    "\x1b[?25l"  # hide the cursor
    "\x1b[?7l"  # no line wrap
    "\x1b[?1004h"  # tell when the window is focused
    "\x1b[?2004h"  # mark pastes
    # kitty keys, flag 1 alone: with more, several terminals lose or garble what an
    # input method commits
    "\x1b[>1u"
) + _MOUSE
"""The sequences that are sent before the app begins."""

LEAVE = (
    "\x1b[0m\x1b]22;default\x07\x1b[?2026l\x1b[?2048l"
    "\x1b[?1006l\x1b[?1002l\x1b[?1000l"
    "\x1b[<u"  # before leaving the alternate screen, which has key modes of its own
    "\x1b[?2004l\x1b[?1004l\x1b[?7h\x1b[?25h\x1b[23;0t"
    "\x1b[H\x1b[J"  # tmux takes lines over that are not cleared, if it was resized
    "\x1b[?1049l"
)
"""The sequences that restore the terminal, sent at any end."""

_CATCH_UP_SECONDS = 0.2
_USUAL_CELLS = 10_000
"""Cells of a large window, 200x50. One of more takes longer to draw: its next size waits longer."""
_KEYS_A_TURN = 8


class ChannelApp(App[None]):
    """An app that the driver can serve."""

    client: ConnectedClient

    def redraw(self) -> None:
        """Send the whole screen again, over whatever was written into it."""
        raise NotImplementedError

    def refuse_paste(self) -> None:
        """Say that a paste was too long."""
        raise NotImplementedError

    def refuse_file(self) -> None:
        """Say that no file can be saved from here."""
        raise NotImplementedError


class ChannelDriver(Driver):
    """The driver of a `ChannelApp`."""

    def __init__(
        self,
        app: ChannelApp,
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        client = app.client
        self._session = app
        self._channel = client.channel
        self._limits = limits = client.limits
        self._is_open = True
        # output
        self._unsent: list[str] = []
        self._frames_left_out = False
        self._echo = EchoTimes()
        # input
        self._keyboard = Keyboard(limits.paste_characters)
        self._parser = KeyParser()
        self._waiting: deque[Input] = deque()
        self._keys = RateLimit(limits.keys_per_second, limits.keys_at_once)
        self._bytes = RateLimit(limits.bytes_per_second, limits.bytes_at_once)
        self._moved: events.MouseMove | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._next_size: tuple[int, int] | None = None

    # --- output

    def write(self, data: str) -> None:
        """Collect output; what one turn of the event loop writes becomes one packet."""
        if not self._is_open or self.is_behind:
            return
        if not self._unsent:
            self._loop.call_soon(self.flush)
        self._unsent.append(data)

    def flush(self) -> None:
        if self._unsent and self._is_open:
            self._channel.write("".join(self._unsent).encode("utf-8", "replace"))
            self._echo.sent(self._loop.time())
        self._unsent.clear()

    @property
    def is_behind(self) -> bool:
        """True if the client takes less than is drawn; frames are left out until it has caught up."""
        return self._channel.backlog > self._limits.output_buffer_bytes

    @property
    def is_slow(self) -> bool:
        """True if the client has not taken the last frame yet, or keys are echoed late."""
        return self._channel.backlog > 0 or self._echo.is_late

    def leave_out_frame(self) -> None:
        """Leave out a frame; when the client has caught up, the whole screen is drawn again."""
        self._frames_left_out = True
        self._later("catch up", _CATCH_UP_SECONDS, self._catch_up)

    def _catch_up(self) -> None:
        if self._channel.backlog > self._limits.output_buffer_bytes // 4:
            self._later("catch up", _CATCH_UP_SECONDS, self._catch_up)
        elif self._frames_left_out:
            self._frames_left_out = False
            self._app.call_later(self._session.redraw)

    # --- the app's beginning and end

    def start_application_mode(self) -> None:
        terminal = self._session.client.terminal
        if terminal.resizes_in_band:
            # for clients that send no window-change, such as Win32-OpenSSH
            self.write("\x1b[?2048h")
        if terminal.synchronized:
            self.send_message(messages.TerminalSupportsSynchronizedOutput())
        self.resize(*terminal.size)
        self._channel.attach(self)

    def disable_input(self) -> None:
        self._waiting.clear()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self.flush()

    def close(self) -> None:
        self.flush()
        self._is_open = False
        self._parser.close()

    # --- input

    def feed(self, data: bytes) -> None:
        """Take bytes from the terminal; more than the limits allow have to wait."""
        if not self._is_open:
            return
        self._bytes.spend(len(data))
        self._echo.typed(self._loop.time())
        self._read(self._keyboard.read(data))

    def _release(self) -> None:
        self._read(self._keyboard.release())

    def _read(self, inputs: Iterable[Input]) -> None:
        """Queue parsed inputs; an incomplete sequence waits for its timeout, if it has one."""
        self._cancel("release")
        self._waiting.extend(inputs)
        if patience := self._keyboard.patience:
            self._later("release", patience, self._release)
        self._take_input()

    def _take_input(self) -> None:
        """Pass on a few keys in this turn of the event loop, and the others in later ones."""
        self._cancel("input")
        taken = 0
        while self._waiting and self._is_open:
            wait = max(self._keys.seconds_to_wait, self._bytes.seconds_to_wait)
            if wait or taken >= _KEYS_A_TURN:
                self._later("input", wait, self._take_input)
                break
            self._take(self._waiting.popleft())
            taken += 1
        self._hand_on_move()
        if self._waiting:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    def _take(self, entry: Input) -> None:
        self._keys.spend(1)
        match entry:
            case str():
                for message in self._parser.parse(entry):
                    self.process_message(message)
            case Pasted():
                self._paste(entry.text)
            case Resized():
                self.resize(entry.columns, entry.lines)

    def _paste(self, text: str | None) -> None:
        if text is None:
            self._app.call_later(self._session.refuse_paste)
        else:
            self.process_message(events.Paste(text))

    def process_message(self, message: Message) -> None:
        if isinstance(message, events.MouseMove):
            self._moved = message  # of several in a turn only the last one counts
            return
        if isinstance(message, events.AppFocus):
            self.write(_MOUSE)  # tmux forgets the mouse modes when it is attached again
        self._hand_on_move()
        super().process_message(message)

    def _hand_on_move(self) -> None:
        if self._moved is not None:
            moved, self._moved = self._moved, None
            super().process_message(moved)

    def send_message(self, message: Message) -> None:
        # the base class goes through another thread's queue; this is the loop itself
        self._app.post_message(message)

    # --- size

    def resize(self, columns: int, lines: int) -> None:
        """Take the new size of the terminal; of many changes in a moment the last one counts."""
        self._next_size = (columns, lines)
        if "resize" not in self._timers:
            self._apply_size()

    def _apply_size(self) -> None:
        self._cancel("resize")
        if self._next_size is None:
            return
        self._size = self._clamp(*self._next_size)
        self._next_size = None
        size = Size(*self._size)
        self.send_message(events.Resize(size, size))
        pause = max(1, size.area / _USUAL_CELLS) / self._limits.resizes_per_second
        self._later("resize", pause, self._apply_size)

    def _clamp(self, columns: int, lines: int) -> tuple[int, int]:
        return (
            min(columns or 80, self._limits.columns),
            min(lines or 24, self._limits.lines),
        )

    # --- what must not happen on the server's machine

    def open_url(self, url: str, new_tab: bool = True) -> None:  # noqa: ARG002  the base class has it
        """Show the address: a browser would open beside the server."""
        self._app.notify(url)

    def deliver_binary(self, binary: BinaryIO | TextIO, **_: Any) -> None:
        """Refuse: the file would be written on the server."""
        binary.close()
        self._session.refuse_file()

    # --- timers, one of each kind

    def _later(self, kind: str, seconds: float, callback: Callable[[], None]) -> None:
        self._cancel(kind)
        self._timers[kind] = self._loop.call_later(seconds, callback)

    def _cancel(self, kind: str) -> None:
        if (timer := self._timers.pop(kind, None)) is not None:
            timer.cancel()
