"""Textual's driver for the terminal of this machine: it asks for less, and keeps the window's title."""

from __future__ import annotations

import select
import sys
from contextlib import suppress
from queue import Empty, Full
from threading import Thread
from typing import Any

from textual.app import App
from textual.driver import Driver

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


def local_driver() -> type[Driver] | None:
    """The driver for an app on this terminal; None leaves it to Textual (on Windows)."""
    if sys.platform == "win32":
        return None
    from textual.drivers.linux_driver import LinuxDriver

    class LocalDriver(LinuxDriver):
        def __init__(self, app: App[Any], **options: Any) -> None:
            super().__init__(app, **options)
            Thread(target=self._mind_the_line, name="hako-line", daemon=True).start()

        def _mind_the_line(self) -> None:
            # in another session than the terminal's, as in a container that was left, no signal
            # tells that it was closed: Textual would read nothing from it for ever
            line = select.poll()
            line.register(self.fileno, 0)  # tells of the end alone
            if any(event & select.POLLHUP for _, event in line.poll()):
                with suppress(RuntimeError):  # the app has ended already
                    self._loop.call_soon_threadsafe(self._app.exit, None, _CLOSED)

        def start_application_mode(self) -> None:
            super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual has no type there
            self.write(_REMEMBER_TITLE)

        def stop_application_mode(self) -> None:
            self.write(_CLEAR + _TITLE_AS_BEFORE)
            super().stop_application_mode()

        def write(self, data: str) -> None:
            # the thread that writes ends with its terminal, maybe while we wait for room in
            # its queue: that would hold us for ever
            writer = self._writer_thread
            while writer is not None and writer.is_alive():
                with suppress(Full):
                    writer._queue.put(data.replace(_REPORT_ALL_KEYS, _DISAMBIGUATE), timeout=0.1)
                    return

        def close(self) -> None:
            writer = self._writer_thread
            if writer is not None and not writer.is_alive():
                with suppress(Empty):
                    while True:
                        writer._queue.get_nowait()
            super().close()

    return LocalDriver
