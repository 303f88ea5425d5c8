"""The driver of the terminal where the app runs."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

APP = """
from textual.app import App
from hako.tui.terminal.driver_choice import local_driver

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
    own_sent = sent_by_app("local_driver()")
    assert b"\x1b[>1u" in own_sent
    assert b"\x1b[>25u" not in own_sent


def test_the_screen_is_left_empty() -> None:
    """Remains of a resized terminal would stand among the lines of the shell."""
    _, clear, rest = sent_by_app("local_driver()").rpartition(b"\x1b[2J")
    assert clear
    assert b"\x1b[?1049l" in rest


WORDY = """
import signal
from textual.app import App
from hako.tui.terminal.driver_choice import local_driver

signal.signal(signal.SIGHUP, signal.SIG_IGN)

class Wordy(App):
    def on_ready(self):
        for _ in range(500):
            self._driver.write("word " * 1000)
        self.exit()

Wordy(driver_class=local_driver()).run()
"""


def test_an_app_that_paints_while_its_terminal_is_closed_comes_to_its_end() -> None:
    """The output is more than a terminal holds that nobody reads."""
    terminal, line = os.openpty()
    app = subprocess.Popen(
        [sys.executable, "-c", WORDY],
        stdin=line,
        stdout=line,
        stderr=line,
        start_new_session=True,
    )
    os.close(line)
    seen = b""
    while b"word" not in seen:
        seen += os.read(terminal, 65536)
    os.close(terminal)
    try:
        app.wait(timeout=30)
    finally:
        app.kill()
