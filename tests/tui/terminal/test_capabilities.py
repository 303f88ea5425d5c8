from __future__ import annotations

import os
import pty
import threading
import time
import tty

import pytest

from hako.tui.terminal.capabilities import TerminalCapabilities, desktop_notice, symbol_set
from hako.tui.terminal.queries import TIMEOUT_SECONDS, TerminalReplies
from hako.tui.terminal.startup_queries import quiet_line


@pytest.mark.parametrize(
    ("term", "env", "colors"),
    [
        ("xterm-256color", {}, "256"),
        ("tmux-256color", {}, "256"),
        ("xterm", {}, "16"),
        ("linux", {}, "16"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "truecolor"),
        ("xterm-kitty", {}, "truecolor"),
        ("xterm-direct", {}, "truecolor"),
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, "none"),
        ("xterm-256color", {"NO_COLOR": ""}, "256"),
        ("vt100", {}, "none"),
    ],
)
def test_colours_are_told_by_term_and_environment(
    term: str, env: dict[str, str], colors: str
) -> None:
    """NO_COLOR counts when it is not empty (no-color.org)."""
    assert TerminalCapabilities.detect(term, (80, 24), env).colors == colors


@pytest.mark.parametrize(
    ("term", "env", "text"),
    [
        ("foot", {}, "\x1b]777;notify;hako;your turn\x1b\\"),
        ("xterm-kitty", {}, "\x1b]9;your turn\x1b\\"),
        ("xterm-256color", {"LC_TERMINAL": "iTerm2"}, "\x1b]9;your turn\x1b\\"),
        ("tmux-256color", {"LC_TERMINAL": "iTerm2"}, ""),
        ("xterm-256color", {"TERM_PROGRAM": "Apple_Terminal"}, ""),
        ("linux", {}, ""),
    ],
)
def test_only_a_terminal_that_knows_how_is_sent_a_notice(
    term: str, env: dict[str, str], text: str
) -> None:
    """No character of the text can end the sequence."""
    assert desktop_notice(TerminalCapabilities(term, env=env), "your\x1b\x07 turn") == text


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "ja"}, "ja"),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_MESSAGES": "ja_JP.UTF-8", "LANG": "en_US.UTF-8"}, "ja"),
        ({"LC_ALL": "", "LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "C.UTF-8"}, None),
        ({"LANG": "jam_JM.UTF-8"}, None),
        ({}, None),
    ],
)
def test_the_language_is_that_of_messages_in_the_locale(
    env: dict[str, str], language: str | None
) -> None:
    """LC_ALL goes before LC_MESSAGES, LC_MESSAGES before LANG; empty ones do not count."""
    assert TerminalCapabilities.detect("xterm-256color", (80, 24), env).language == language


def test_an_unknown_size_is_taken_as_80_by_24() -> None:
    assert TerminalCapabilities.detect("xterm", (0, 0), {}).size == (80, 24)
    assert TerminalCapabilities.detect("xterm", (132, 0), {}).size == (132, 24)


@pytest.mark.parametrize(
    ("terminal", "symbols"),
    [
        (TerminalCapabilities(), "full"),
        (TerminalCapabilities(ambiguous=2), "narrow"),
        (TerminalCapabilities(term="linux"), "ascii"),
        (TerminalCapabilities(term="vt100"), "ascii"),
        (TerminalCapabilities(env={"LANG": "ja_JP.eucJP"}), "ascii"),
        (TerminalCapabilities(env={"LANG": "ja_JP.utf8"}), "full"),
        (TerminalCapabilities(env={"LANG": "C"}), "full"),
    ],
)
def test_the_symbol_set_is_the_richest_that_does_not_break_a_line(
    terminal: TerminalCapabilities, symbols: str
) -> None:
    assert symbol_set(terminal) == symbols


XTERM = TerminalCapabilities()


def heard(*parts: bytes) -> TerminalReplies:
    answers = TerminalReplies()
    for part in parts:
        answers.receive(part)
    return answers


def told(answer: bytes, guess: TerminalCapabilities = XTERM) -> TerminalCapabilities:
    return heard(answer).correct(guess)


def test_the_cursor_tells_how_wide_a_box_line_is() -> None:
    """From column 1 it moves to column 2, or to column 3 where ambiguous is wide."""
    assert told(b"\x1b[1;2R").ambiguous == 1
    assert told(b"\x1b[1;3R").ambiguous == 2
    assert told(b"").ambiguous == 1


def test_a_terminal_that_kept_24_bits_has_true_colour() -> None:
    """The colour was set to 1, 2, 3; both spellings of the answer are in use."""
    assert told(b"\x1bP1$r0;48:2::1:2:3m\x1b\\").colors == "truecolor"
    assert told(b"\x1bP1$r48;2;1;2;3m\x1b\\").colors == "truecolor"
    assert told(b"\x1bP1$r0;48;5;16m\x1b\\").colors == "256"
    assert told(b"\x1bP0$r\x1b\\", TerminalCapabilities(colors="16")).colors == "16"
    assert (
        told(b"\x1bP1$r0;48:2::1:2:3m\x1b\\", TerminalCapabilities(colors="none")).colors == "none"
    )


@pytest.mark.parametrize(
    ("answer", "background"),
    [
        (b"\x1b]11;rgb:ffff/ffff/dddd\x1b\\", "light"),
        (b"\x1b]11;rgb:1e/24/30\x07", "dark"),
        (b"\x1b]11;rgba:fdfd/f6f6/e3e3/ffff\x1b\\", "light"),
        (b"", "dark"),
    ],
)
def test_the_background_is_light_or_dark(answer: bytes, background: str) -> None:
    assert told(answer).background == background


def test_the_answer_to_what_are_you_is_the_last_one() -> None:
    all_but_the_end = b"\x1b[?2026;2$y\x1b[?2048;2$y\x1b[1;2R\x1b[?6"
    assert not heard(all_but_the_end).complete
    assert heard(all_but_the_end, b"2;22c").complete
    terminal = told(all_but_the_end)
    assert terminal.synchronized
    assert terminal.resizes_in_band


def test_keys_pressed_among_the_answers_are_kept() -> None:
    answers = heard(b"j\x1b[1;2Rk\x1b[A\x1b]11;rgb:0/0/0\x07\x1b[?62cl")
    assert answers.typed == b"jk\x1b[Al"


def test_a_flood_ends_the_questions() -> None:
    assert heard(b"x" * 5000).complete


def test_the_terminal_of_this_machine_is_asked_on_its_tty() -> None:
    controller, terminal = pty.openpty()
    tty.setraw(controller)

    def answer() -> None:
        asked = b""
        while b"\x1b[c" not in asked:
            asked += os.read(controller, 1024)
        os.write(controller, b"\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[1;3R\x1b[?62c")

    emulator = threading.Thread(target=answer)
    emulator.start()
    with quiet_line(TerminalCapabilities(), terminal, terminal) as line:
        asked = line.terminal
    emulator.join()
    left_behind = os.read(controller, 1024)
    os.close(controller)
    os.close(terminal)

    assert (asked.ambiguous, asked.colors) == (2, "truecolor")
    assert left_behind.endswith(b"\x1b[?1049l")


def test_a_silent_terminal_is_not_waited_for_long() -> None:
    """300 ms, then it counts as narrow; here ten times that is the most to wait."""
    controller, terminal = pty.openpty()
    start = time.monotonic()
    with quiet_line(TerminalCapabilities(ambiguous=1), terminal, terminal) as line:
        asked = line.terminal
    waited = time.monotonic() - start
    os.close(controller)
    os.close(terminal)
    assert asked.ambiguous == 1
    assert TIMEOUT_SECONDS <= waited < 10 * TIMEOUT_SECONDS


def test_without_a_terminal_nothing_is_asked() -> None:
    reading, writing = os.pipe()
    try:
        with quiet_line(TerminalCapabilities(), reading, writing) as line:
            assert line.terminal == TerminalCapabilities()
    finally:
        os.close(reading)
        os.close(writing)
