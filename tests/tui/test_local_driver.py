from __future__ import annotations

import os
import pty
import sys

APP = """
from textual.app import App
from hako.tui.local_driver import local_driver

class Brief(App):
    def on_mount(self):
        self.set_timer(0.01, self.exit)

Brief(driver_class={driver}).run()
"""


def sent_by_app(driver: str) -> bytes:
    """All that a short-lived app writes on a terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", APP.format(driver=driver)])
    sent = b""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # the app has ended
            break
        if not data:
            break
        sent += data
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return sent


def test_of_the_kitty_keyboard_only_the_first_flag_is_asked_for() -> None:
    """Textual alone asks for all of it, which would lose what an input method commits."""
    assert b"\x1b[>25u" in sent_by_app("None")
    ours = sent_by_app("local_driver()")
    assert b"\x1b[>1u" in ours
    assert b"\x1b[>25u" not in ours
