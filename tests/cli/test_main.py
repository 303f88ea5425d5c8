"""The command line: its help, what it imports, and how it ends when something goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hako.cli.main import COMMANDS
from tests.cli.commands.terminal import REPOSITORY, Person

HEAVY = (
    *("textual", "rich", "asyncssh", "asyncio"),
    *("secrets", "statistics", "hako.engine.lab", "hako.engine.review"),
    *("concurrent.futures", "hako.multiplayer.tables.table"),
)
NOT_AT_A_TABLE = (
    *("asyncssh", "markdown_it", "shlex", "statistics"),
    *("hako.engine.lab", "hako.engine.lessons", "hako.engine.review"),
    *("hako.tui.recordings", "hako.cli.plain", "hako.server.ssh", "hako.server.web"),
    *("hako.tui.widgets.button_bar", "hako.tui.widgets.paragraph"),
    *("hako.multiplayer.tables.table", "hako.engine.transcript.transcript"),
)
"""Modules that the first frame of a table does not wait for."""
PRINT_HEAVY = f"""
import sys
from hako.cli.main import main
from tests.toys import TOYS
try:
    main(obj=TOYS)
except SystemExit as end:
    print("status", end.code, [name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
"""


def imported(person: Person, *words: str) -> str:
    """Slow modules that a command imported."""
    run = subprocess.run(
        [sys.executable, "-c", PRINT_HEAVY, *words],
        cwd=REPOSITORY,
        env={**os.environ, **person.environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stderr.splitlines()[-1]


def test_help_names_every_command(person: Person) -> None:
    result = person.hako("--help")

    assert result.exit_code == 0
    assert all(f"{command} " in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(person: Person, command: str) -> None:
    result = person.hako(command, "--help")

    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: hako {command} ")


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("--version",),
        ("games",),
        ("games", "--json"),
        ("games", "tic_tac_toe"),
        ("rules", "tic_tac_toe"),
        ("verify", "game"),
        ("export", "game", "--format", "json"),  # the others draw boards
    ],
)
def test_commands_without_a_screen_import_no_screen(person: Person, words: tuple[str, ...]) -> None:
    save, _ = person.played(4, 0)
    save.rename(save.with_name("game.hako"))

    assert imported(person, *words) == "status 0 []"


@pytest.mark.parametrize(
    ("modules", "not_imported"),
    [
        (
            "hako.cli.open_screens",
            ("textual.widget",),
        ),  # its kinds of widgets come after a repair
        ("hako.cli.local_app, hako.tui.screens.table.screen", NOT_AT_A_TABLE),
    ],
)
def test_a_table_imports_nothing_too_soon_or_that_it_does_not_show(
    modules: str, not_imported: tuple[str, ...]
) -> None:
    script = f"""
import sys, {modules}
print([name for name in {not_imported} if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert run.stdout == "[]\n"


def test_simulating_imports_no_screen(person: Person) -> None:
    words = ("simulate", "tic_tac_toe", "--games", "2", "--jobs", "1")

    lab = "'statistics', 'hako.engine.lab'"
    assert imported(person, *words) in {
        f"status 0 [{lab}]",
        f"status 0 ['asyncio', {lab}, 'concurrent.futures']",
    }


def test_who_stops_reading_hears_no_complaint(person: Person) -> None:
    reader = person.start("rules", "tic_tac_toe")
    assert reader.stdout is not None
    reader.stdout.close()
    _, complaint = reader.communicate()

    assert reader.returncode == 1
    assert complaint == ""


def test_output_onto_a_full_disk_is_told_in_one_line(person: Person) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "hako", "games"],
            cwd=REPOSITORY,
            env={**os.environ, **person.environment},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert run.returncode == 1
    assert (
        run.stderr
        == "hako: the output cannot be written: the disk is full; make room and try again.\n"
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_the_middle_of_a_game_ends_it_without_a_word(
    person: Person, number: signal.Signals
) -> None:
    game = person.start("play", "tic_tac_toe", "--plain", "--seat", "Ann", "--seat", "Ben")
    assert game.stdin is not None
    assert game.stdout is not None
    game.stdin.write("5\n")
    game.stdin.flush()
    while "Ben, mark a cell." not in game.stdout.readline():
        pass

    game.send_signal(number)
    _, complaint = game.communicate()

    assert game.returncode == -number
    assert complaint == ""
    [name] = person.library.store.names()
    assert len(person.library.open(name).table.positions) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_the_middle_of_a_simulation_ends_its_processes_too(
    person: Person, tmp_path: Path, number: signal.Signals
) -> None:
    """The pipes that they all share are closed when the last of them has ended."""
    logs = tmp_path / "logs"
    many = ("simulate", "tic_tac_toe", "--games", "1000000", "--jobs", "2", "--save", logs)
    run = person.start(*many)
    while not list(logs.glob("*.hako")):
        time.sleep(0.01)

    run.send_signal(number)
    output, complaint = run.communicate()

    assert run.returncode == 128 + number
    assert (output, complaint) == ("", "")
