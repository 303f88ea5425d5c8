"""The app on a terminal that is closed, or that the system ends: nothing is lost, all is tidied."""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands.terminal import Person
from tests.tui.terminals import PATIENCE, Terminal

ENTER = b"\r"
OWN_SCREEN_LEFT = b"\x1b[?1049l"


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path / "data")


@pytest.fixture
def terminal(person: Person) -> Iterator[Terminal]:
    """A game in which Ann has just marked her first cell."""
    terminal = Terminal(person, "play", "tic_tac_toe", "--seat", "Ann", "--seat", "Ben")
    try:
        terminal.wait_for("Ann, mark a cell.")
        terminal.type(ENTER)
        terminal.wait_for("Ben, mark a cell.")
        yield terminal
    finally:
        terminal.close()


def one_choice_is_saved(person: Person) -> bool:
    """Check that the game is there, with Ann's choice and nothing torn."""
    [name] = person.library.store.names()
    opened = person.library.open(name)
    return len(opened.table.positions) == 2 and not opened.torn


def test_a_terminal_that_is_closed_ends_the_game_and_loses_nothing(
    person: Person, terminal: Terminal
) -> None:
    os.close(terminal.line)

    assert terminal.game.wait() != 0
    assert one_choice_is_saved(person)


def test_a_closed_terminal_of_another_session_ends_the_game_too(person: Person) -> None:
    """There no signal tells of it."""
    terminal = Terminal(person, "play", "tic_tac_toe", "--seat", "Ann", "--seat", "Ben", own=False)
    try:
        terminal.wait_for("Ann, mark a cell.")
        terminal.type(ENTER)
        terminal.wait_for("Ben, mark a cell.")
        os.close(terminal.line)

        assert terminal.game.wait(PATIENCE) == 128 + signal.SIGHUP
        assert one_choice_is_saved(person)
    finally:
        terminal.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_asked_to_end_restores_the_terminal(
    person: Person, terminal: Terminal, number: signal.Signals
) -> None:
    terminal.game.send_signal(number)
    while terminal.read():
        pass

    assert terminal.game.wait() == 128 + number
    _, _, after = terminal.sent.rpartition(OWN_SCREEN_LEFT)
    assert OWN_SCREEN_LEFT in terminal.sent
    assert b"Traceback" not in after
    assert one_choice_is_saved(person)


def test_ctrl_c_while_the_terminal_is_asked_about_itself_restores_it(person: Person) -> None:
    terminal = Terminal(person, "play", "tic_tac_toe", "--seat", "Ann", "--seat", "Ben")
    try:
        before = termios.tcgetattr(terminal.line)
        while b"\x1b[c" not in terminal.sent:
            assert terminal.read()
        terminal.type(b"\x03")

        assert terminal.game.wait() == 128 + signal.SIGINT
        assert termios.tcgetattr(terminal.line) == before
        assert terminal.read()
        assert terminal.sent.endswith(OWN_SCREEN_LEFT)
    finally:
        terminal.close()


def test_a_game_that_is_killed_loses_nothing(person: Person, terminal: Terminal) -> None:
    terminal.game.kill()
    terminal.game.wait()

    assert one_choice_is_saved(person)
