"""hako on a terminal that answers late, sends what nobody typed, is stopped, or is none to draw on."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hako.tui.terminal.size import terminal_size
from tests.cli.commands.terminal import REPOSITORY, Person
from tests.toys.tic_tac_toe import Place
from tests.tui.terminal.test_keyboard import reports
from tests.tui.terminals import Terminal

ENTER = b"\r"
CTRL_C, CTRL_L, CTRL_Z = b"\x03", b"\x0c", b"\x1a"
TWO = ("play", "tic_tac_toe", "--seat", "Ann", "--seat", "Ben")
OWN_SCREEN, OWN_SCREEN_LEFT = b"\x1b[?1049h", b"\x1b[?1049l"
ANSWERS = (
    b"\x1b[?2026;2$y\x1b[?2048;2$y\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b]11;rgb:1e1e/1212/3434\x1b\\"
    b"\x1b[1;2R\x1b[?62;4;22c"
)
"""To hako's own questions at its start."""


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path / "data")


@contextmanager
def shown(person: Person, *words: str, **more: Any) -> Iterator[Terminal]:
    """A terminal with hako on it."""
    terminal = Terminal(person, *words, **more)
    try:
        yield terminal
    finally:
        terminal.close()


def cells(person: Person) -> list[int]:
    """The cells marked so far in the one game that is saved, and nothing torn."""
    [name] = person.library.store.names()
    opened = person.library.open(name)
    assert not opened.torn
    actions = [moment.record.action for moment in opened.table.positions[1:]]
    return [action.cell for action in actions if isinstance(action, Place)]


# --- what nobody typed


@pytest.mark.parametrize("heard_in_time", [0, 40, 57, len(ANSWERS) - 1])
def test_answers_that_come_late_play_nothing(person: Person, heard_in_time: int) -> None:
    """None of them, or a part up to the middle of one, comes while hako waits for them."""
    with shown(person, *TWO) as terminal:
        terminal.wait_to_be_sent(b"\x1b[c")
        terminal.type(ANSWERS[:heard_in_time])
        terminal.wait_to_be_sent(OWN_SCREEN_LEFT)
        time.sleep(0.05)  # late: nothing can tell that hako waits no more
        terminal.type(ANSWERS[heard_in_time:])
        terminal.wait_for("Ann, mark a cell.")
        terminal.type(ENTER)
        terminal.wait_for("Ben, mark a cell.")
        terminal.type(CTRL_C)

        assert terminal.wait_for_end() == 0
        assert cells(person) == [0]
        shell = (
            terminal.sent.partition(OWN_SCREEN)[0] + terminal.sent.rpartition(OWN_SCREEN_LEFT)[2]
        )
        assert b"rgb" not in shell, "it is not echoed either"


def test_reports_that_nobody_asked_for_play_nothing(person: Person) -> None:
    """Whole ones, and then each of them byte by byte."""
    with shown(person, *TWO) as terminal:
        terminal.wait_for("Ann, mark a cell.")
        for report in reports():
            terminal.type(report)
        for report in reports():
            for byte in report:
                terminal.type(bytes([byte]))
                if byte == 0x1B or (report[0] in b"\x1b" and byte in b"[]"):
                    time.sleep(0.01)  # less than Escape is waited for
        terminal.type(ENTER)
        terminal.wait_for("Ben, mark a cell.")
        terminal.type(CTRL_C)

        assert terminal.wait_for_end() == 0
        assert cells(person) == [0]


def test_bytes_that_are_no_utf_8_end_nothing(person: Person) -> None:
    with shown(person, *TWO) as terminal:
        terminal.wait_for("Ann, mark a cell.")
        terminal.type(b"\xff\xfe\x80\xe3\x81" + ENTER)
        terminal.wait_for("Ben, mark a cell.")
        terminal.type(CTRL_C)

        assert terminal.wait_for_end() == 0
        assert b"Traceback" not in terminal.sent
        assert cells(person) == [0]


def test_keys_of_full_width_are_keys(person: Person) -> None:
    with shown(person, *TWO) as terminal:
        terminal.wait_for("Ann, mark a cell.")
        terminal.type("２".encode())
        terminal.wait_for("Ben, mark a cell.")
        terminal.type("？".encode())
        terminal.wait_for("Keys; a click")
        terminal.forget()
        terminal.type(b"\x1b")
        terminal.wait_for("q back")
        terminal.type("ｑ".encode())
        terminal.wait_for("Games under way")

        assert cells(person) == [1]


def test_what_is_pasted_is_typed_and_a_lone_escape_is_a_key(person: Person) -> None:
    with shown(person, *TWO) as terminal:
        terminal.wait_for("Ann, mark a cell.")
        terminal.type(b"?")
        terminal.wait_for("Keys; a click")
        terminal.forget()
        terminal.type(b"\x1b")
        terminal.wait_for("Enter play")
        terminal.type(b"\x10")  # Ctrl+P: the palette, which is typed into
        terminal.wait_for("Search commands")
        terminal.type("\x1b[200~ＡＢ takes\x1b[201~".encode())
        terminal.wait_for("ＡＢ takes")


# --- mistakes


@pytest.mark.parametrize("key", [b"?", b"~"])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "hako: an error in hako itself (ValueError: no room for 19 letters)"),
        ("ja", "hako: hakoの不具合です（ValueError：no room for 19 letters）"),
    ],
)
def test_a_mistake_of_ours_ends_in_our_own_sentence(
    person: Person, tmp_path: Path, key: bytes, language: str, sentence: str
) -> None:
    """On a screen, or where keys are read; the terminal is as before, the move is on the disk."""
    with (
        (tmp_path / "errors").open("wb") as errors,
        shown(
            person,
            *TWO,
            program="tests.failing_app",
            environment={"HAKO_LANG": language},
            errors=errors,
        ) as terminal,
    ):
        terminal.wait_for("Ann")
        terminal.type(ENTER)
        terminal.wait_for("▸■ Ben")
        terminal.type(key)

        assert terminal.wait_for_end() == 1
        text = (tmp_path / "errors").read_text("utf-8").replace("\n", "").replace(" ", "")
        assert text.startswith(sentence.replace(" ", ""))
        assert "Traceback" not in text
        assert "queen" not in text
        assert OWN_SCREEN_LEFT in terminal.sent.rpartition(OWN_SCREEN)[2]
        assert termios.tcgetattr(terminal.line) == terminal.before
        assert cells(person) == [0]


# --- the terminal and the environment


def lines_painted(terminal: Terminal) -> set[int]:
    """The lines that the cursor was moved to."""
    return {int(line) for line in re.findall(rb"\x1b\[(\d+);\d+H", terminal.sent)}


def test_the_size_is_that_of_the_terminal(person: Person) -> None:
    with shown(person, *TWO, environment={"COLUMNS": "200", "LINES": "60"}) as terminal:
        terminal.wait_for("Ann, mark a cell.")
        terminal.wait_for("? help")

        assert max(lines_painted(terminal)) == 24
        fcntl.ioctl(terminal.line, termios.TIOCSWINSZ, struct.pack("4H", 30, 100, 0, 0))
        terminal.wait_to_be_sent(b"\x1b[30;")
        assert max(lines_painted(terminal)) == 30


def test_a_terminal_that_knows_no_size_is_as_large_as_the_environment_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    controller, line = os.openpty()
    try:
        fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("4H", 0, 0, 0, 0))
        assert terminal_size(line) == (100, 40)
        fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("4H", 30, 90, 0, 0))
        assert terminal_size(line) == (90, 30)
    finally:
        os.close(controller)
        os.close(line)


@pytest.mark.parametrize("words", [TWO, ("lobby", "--name", "Mia")])
def test_it_is_drawn_on_the_terminal_where_errors_go_elsewhere(
    person: Person, words: tuple[str, ...]
) -> None:
    with shown(person, *words, errors=subprocess.DEVNULL) as terminal:
        terminal.wait_for("Ann, mark a cell." if words == TWO else "You are Mia")


@pytest.mark.parametrize("command", [TWO, ("lobby", "--name", "Mia"), ()])
@pytest.mark.parametrize("term", ["dumb", "unknown", "", "no-such-terminal", "vt52"])
def test_a_terminal_that_cannot_place_its_cursor_is_told_what_would_do(
    person: Person, command: tuple[str, ...], term: str
) -> None:
    """A terminal of an unknown type has time to answer a query first."""
    with shown(person, *command, environment={"TERM": term}) as terminal:
        assert terminal.wait_for_end() == 2

    text = " ".join(terminal.sent.rpartition(OWN_SCREEN_LEFT)[2].decode().split())
    assert f"and this one (TERM={term!r}) cannot" in text
    assert ("hako lobby tables" if "lobby" in command else "--plain") in text
    assert not person.library.store.names() or term == "no-such-terminal"


def test_a_terminal_of_an_unknown_kind_that_answers_is_drawn_on(person: Person) -> None:
    with shown(person, *TWO, environment={"TERM": "no-such-terminal"}) as terminal:
        terminal.wait_to_be_sent(b"\x1b[c")
        terminal.type(ANSWERS)
        terminal.wait_for("Ann, mark a cell.")


# --- painted anew


@pytest.mark.parametrize("words", [TWO, ("lobby", "--name", "Mia"), ()])
def test_ctrl_l_paints_every_screen_and_dialog_anew(person: Person, words: tuple[str, ...]) -> None:
    with shown(person, *words) as terminal:
        if not words:
            terminal.wait_for("What is your name")
            terminal.type(b"Mia\r")
        terminal.wait_for("? help")
        terminal.forget()
        terminal.type(CTRL_L)
        terminal.wait_for("? help")
        terminal.type(b"?")
        terminal.wait_for("Keys; a click")
        terminal.forget()
        terminal.type(CTRL_L)
        terminal.wait_for("Keys; a click")
        terminal.wait_for("Esc back")


@pytest.mark.parametrize("words", [TWO, ("lobby", "--name", "Mia")])
def test_stopped_it_gives_the_terminal_back_and_paints_it_anew_afterwards(
    person: Person, words: tuple[str, ...]
) -> None:
    """By Ctrl+Z, and from outside by a signal that nobody can mind."""
    with shown(person, *words, program="tests.job_control") as terminal:
        terminal.wait_for("? help")
        for _ in range(2):
            terminal.sent = b""
            terminal.type(CTRL_Z)
            terminal.wait_to_be_sent(b"STOPPED echo=True cooked=True")
            assert OWN_SCREEN_LEFT in terminal.sent.partition(b"STOPPED")[0]
            terminal.forget()
            terminal.type(ENTER)
            terminal.wait_for("? help")

        terminal.sent = b""
        os.killpg(os.tcgetpgrp(terminal.line), signal.SIGSTOP)
        terminal.wait_to_be_sent(b"STOPPED")
        terminal.forget()
        terminal.type(ENTER)
        terminal.wait_for("? help")
        terminal.type(b"?")
        terminal.wait_for("Keys; a click")
        terminal.type(CTRL_C)

        assert terminal.wait_for_end() == 0


def test_where_no_shell_could_let_it_go_on_it_is_not_stopped(person: Person) -> None:
    with shown(person, *TWO) as terminal:
        terminal.wait_for("? help")
        terminal.sent = b""
        terminal.type(CTRL_Z)
        terminal.wait_to_be_sent(OWN_SCREEN)
        terminal.type(ENTER)
        terminal.wait_for("Ben, mark a cell.")


# --- streams that are closed


@pytest.mark.parametrize("closed", list(product([True, False], repeat=3))[:-1])
@pytest.mark.parametrize("words", ["", "games", "play tic_tac_toe --seat Ann --seat Ben --plain"])
def test_closed_streams_are_no_mistake(
    person: Person, closed: tuple[bool, bool, bool], words: str
) -> None:
    shut = " ".join(
        sign for sign, is_closed in zip(("<&-", ">&-", "2>&-"), closed, strict=True) if is_closed
    )
    result = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m tests.toys {words} {shut}"],
        cwd=REPOSITORY,
        env={**os.environ, **person.environment},
        input="2\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == (0 if words else 2)
    assert "mistake" not in result.stderr
    assert "Traceback" not in result.stderr
    if "play" in words:  # nothing that is said goes into the log, whose file may have its number
        assert cells(person) == ([] if closed[0] else [1])
