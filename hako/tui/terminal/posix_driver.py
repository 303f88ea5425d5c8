"""Textual's driver for a POSIX terminal, with fewer queries and the input of `Keyboard`."""

from __future__ import annotations

import os
import select
import sys
import termios
import time
import tty
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from queue import Empty, Full
from threading import Thread
from typing import Any, ClassVar

from textual import events, messages
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from hako.tui.terminal.keyboard import Input, Keyboard, KeyParser, Pasted
from hako.tui.terminal.signals import on_stop, stop_as_usual
from hako.tui.terminal.size import terminal_size
from hako.tui.terminal.startup_queries import LocalLine

# With "report all keys" several terminals (iTerm2, VS Code, WezTerm) lose or garble what
# an input method commits: Japanese could not be typed. Flag 1 alone tells escape from
# alt, which is all that is needed
_REPORT_ALL_KEYS = "\x1b[>25u"
_DISAMBIGUATE = "\x1b[>1u"

_REMEMBER_TITLE, _TITLE_AS_BEFORE = "\x1b[22;0t", "\x1b[23;0t"

_CLOSED = 128 + 1
"""Exit status when the terminal is gone, as SIGHUP gives it."""

# of a screen that grew meanwhile, tmux leaves lines behind
_CLEAR = "\x1b[2J"

_PASTE_CHARACTERS = 1_000_000
_END_SECONDS = 0.1
"""Seconds between two checks whether the input is to end."""


class LocalDriver(LinuxDriver):
    """The driver of the terminal that this process runs in."""

    line: ClassVar[LocalLine | None] = None
    """The line to the terminal, if it was queried."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        # Textual draws on stderr, which may lead elsewhere
        assert sys.__stdout__ is not None, "see needs_terminal"
        self._file = self._screen = sys.__stdout__
        self._keyboard = Keyboard(_PASTE_CHARACTERS)
        self._parser = KeyParser()
        if self.line is not None:
            # keys pressed before anything was seen are for nothing on the screen; the half
            # of an answer has its other half still to come
            self._keyboard.read(self.line.received)
        Thread(target=self._mind_the_line, name="hako-line", daemon=True).start()

    # --- the line

    def _mind_the_line(self) -> None:
        # in another session than the terminal's, as in a container that was left, no signal
        # says that it was closed: Textual would read nothing from it for ever
        end = select.poll()
        end.register(self.fileno, 0)  # reports only the end
        if any(event & select.POLLHUP for _, event in end.poll()):
            self._hang_up()

    def _hang_up(self) -> None:
        with suppress(RuntimeError):  # the app has ended already
            self._loop.call_soon_threadsafe(self._app.exit, None, _CLOSED)

    def _get_terminal_size(self) -> tuple[int, int]:
        self._size = terminal_size(self._screen.fileno())
        return self._size

    # --- beginning and end

    def start_application_mode(self) -> None:
        before = self._read_single_keys()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual has no type there
        self.attrs_before = before
        if self.line is not None and self.line.before is not None:
            self.attrs_before = self.line.before
        self.write(_REMEMBER_TITLE)
        # Textual's own handlers run between any two instructions, where locks may be held,
        # and begin a second time what was continued without having been stopped
        on_stop(self.suspend_application_mode, self._come_back)

    def _read_single_keys(self) -> list[Any] | None:
        """Leave line mode and return the attributes of before; None without a terminal.

        Textual does so only after it has shown its screen: a key pressed between came as a line.
        """
        try:
            before, single = termios.tcgetattr(self.fileno), termios.tcgetattr(self.fileno)
            single[tty.LFLAG] = self._patch_lflag(single[tty.LFLAG])
            single[tty.IFLAG] = self._patch_iflag(single[tty.IFLAG])
            termios.tcsetattr(self.fileno, termios.TCSANOW, single)
        except termios.error:
            return None
        return before

    def stop_application_mode(self) -> None:
        self.write(_CLEAR + _TITLE_AS_BEFORE)
        super().stop_application_mode()

    def _come_back(self) -> None:
        """Set the terminal up and paint everything again, after another program used it."""
        self.resume_application_mode()
        # as a callback it runs in no app's context, which painting needs
        self._app.call_later(self._app.refresh)

    def _request_terminal_sync_mode_support(self) -> None:
        if self.line is not None and self.line.terminal.synchronized:
            self.send_message(messages.TerminalSupportsSynchronizedOutput())

    def _query_in_band_window_resize(self) -> None:
        # SIGWINCH reports a new size; with in-band sizes the mouse would report pixels
        pass

    # --- output

    def write(self, data: str) -> None:
        # the thread that writes ends with its terminal, maybe while we wait for room in
        # its queue: that would hold us for ever
        writer = self._writer_thread
        while writer is not None and writer.is_alive():
            with suppress(Full):
                writer._queue.put(data.replace(_REPORT_ALL_KEYS, _DISAMBIGUATE), timeout=0.1)
                return

    @property
    def is_slow(self) -> bool:
        """True if the terminal has not taken the last frame yet."""
        writer = self._writer_thread
        return writer is not None and not writer._queue.empty()

    def close(self) -> None:
        stop_as_usual()
        writer = self._writer_thread
        if writer is not None and not writer.is_alive():
            with suppress(Empty):
                while True:
                    writer._queue.get_nowait()
        super().close()

    # --- input, in a thread of its own

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001  the app reports any
            self._app.call_later(partial(self._app._handle_exception, error))

    def run_input_thread(self) -> None:
        keyboard = self._keyboard
        due = time.monotonic() + keyboard.patience
        while not self.exit_event.is_set():
            wait = _END_SECONDS
            if keyboard.patience:
                wait = min(wait, max(0.0, due - time.monotonic()))
            if select.select([self.fileno], [], [], wait)[0]:
                try:
                    data = os.read(self.fileno, 4096)
                except OSError:
                    data = b""
                if not data:
                    self._hang_up()
                    return
                self._take(keyboard.read(data))
            elif keyboard.patience and time.monotonic() >= due:
                self._take(keyboard.release())
            else:
                continue
            due = time.monotonic() + keyboard.patience

    def _take(self, inputs: Iterable[Input]) -> None:
        for piece in inputs:
            match piece:
                case str():
                    for message in self._parser.parse(piece):
                        self.process_message(message)
                case Pasted(text) if text is not None:
                    self.process_message(events.Paste(text))
