"""Commands that open the app: on the shelf, at a table, at a replay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from hako.multiplayer.accounts.settings import Settings, SettingsFile
from tests.cli.commands.terminal import Person
from tests.tui.terminals import Terminal


@contextmanager
def shown(person: Person, *words: str) -> Iterator[Terminal]:
    """A terminal on which hako runs with these words."""
    terminal = Terminal(person, *words)
    try:
        yield terminal
    finally:
        terminal.close()


def test_without_a_command_the_shelf_is_opened(person: Person) -> None:
    with shown(person) as terminal:
        terminal.wait_for("Tic-tac-toe")


def test_the_name_is_asked_for_at_the_first_start_and_not_again(person: Person) -> None:
    with shown(person) as terminal:
        terminal.wait_for("What is your name")
        terminal.type(b"Mia")
        terminal.wait_for("Mia")
        terminal.type(b"\r")
        terminal.wait_for("Games under way")
        terminal.type(b"q")
        while terminal.read():
            pass
    assert SettingsFile(person.data / "settings.toml").read() == Settings(name="Mia")

    with shown(person) as terminal:
        terminal.wait_for("Games under way")
        assert b"What is your name" not in terminal.sent


def test_a_new_game_opens_at_its_table(person: Person) -> None:
    with shown(person, "play", "tic_tac_toe", "--seat", "Ann", "--seat", "Ben") as terminal:
        terminal.wait_for("Ann, mark a cell.")


def test_from_a_table_one_comes_to_the_shelf(person: Person) -> None:
    with shown(person, "play", "tic_tac_toe", "--seat", "Ann", "--seat", "Ben") as terminal:
        terminal.wait_for("Ann, mark a cell.")
        terminal.type(b"q")
        terminal.wait_for("Games under way")


def test_a_replay_goes_on_as_a_game_and_from_there_to_the_shelf(person: Person) -> None:
    save, _ = person.played(0, 3)

    with shown(person, "replay", str(save)) as terminal:
        terminal.wait_for("2/2")
        terminal.type(b"\r")
        terminal.wait_for("1 Mark b1")
        terminal.type(b"q")
        terminal.wait_for("Games under way")


def test_the_title_of_the_window_says_whose_turn_it_is_and_is_what_it_was_before(
    person: Person,
) -> None:
    with shown(person, "play", "tic_tac_toe", "--seat", "Ann", "--seat", "bot:random") as terminal:
        terminal.wait_for("Ann, mark a cell.")
        terminal.type(b"q")
        terminal.wait_for("Games under way")
        terminal.type(b"q")
        while terminal.read():
            pass

    remember, as_before = b"\x1b[22;0t", b"\x1b[23;0t"
    titles = re.findall(rb"\x1b\[2[23];0t|\x1b\]2;[^\x07]*\x07", terminal.sent)
    own_data, your_turn = b"\x1b]2;hako\x07", b"\x1b]2;* hako: your turn\x07"
    assert titles == [remember, own_data, your_turn, own_data, as_before]


def test_a_window_left_at_once_keeps_no_title_of_ours(person: Person) -> None:
    with shown(person, "play", "tic_tac_toe", "--seat", "Ann", "--seat", "bot:random") as terminal:
        terminal.wait_for("Ann, mark a cell.")
        terminal.type(b"\x03")
        while terminal.read():
            pass

    assert b"\x1b]2;" not in terminal.sent.partition(b"\x1b[23;0t")[2]


def test_a_saved_game_opens_where_it_was_left(person: Person) -> None:
    save, _ = person.played(4)

    with shown(person, "resume", str(save)) as terminal:
        terminal.wait_for("Ben, mark a cell.")


def test_a_game_is_replayed_as_one_seat_may_know_it(person: Person) -> None:
    save, _ = person.played(0, 3, 1, 4, 2)

    with shown(person, "replay", str(save), "--as-seat", "2") as terminal:
        terminal.wait_for("Seen by Ben")


def test_the_language_asked_for_is_spoken(person: Person) -> None:
    with shown(person, "--lang", "ja") as terminal:
        terminal.wait_for("三")
