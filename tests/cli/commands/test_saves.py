"""`hako saves`: what there is, told and done away with."""

from __future__ import annotations

import os
import sys

import msgspec
import pytest

from tests.cli.commands.terminal import Person, one_line

WON = (0, 3, 1, 4, 2)
"""Ann has the upper row."""


@pytest.fixture
def person(person: Person) -> Person:
    """With a game that Ann won, one that goes on, and a file that is none; the last is newest."""
    finished, _ = person.played(*WON)
    under_way, _ = person.played(4)
    damaged = finished.with_name("letter.hako")
    damaged.write_text("Dear grandmother\n")
    for hours, path in enumerate((damaged, under_way, finished)):
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 3600 * hours))
    return person


def test_every_save_is_a_row_with_age_game_state_and_players(person: Person) -> None:
    damaged, under_way, finished = person.hako("saves").stdout.splitlines()

    assert under_way.endswith("  an hour ago  Tic-tac-toe  turn 2      Ann, Ben")
    assert finished.endswith("  2 hours ago  Tic-tac-toe  won by Ann  Ann, Ben")
    assert damaged.startswith("letter ")
    assert "this is not a hako log" in damaged


def test_columns_stand_below_each_other_in_japanese_too(person: Person) -> None:
    """三目並べ is eight cells wide, as wide as a question mark and seven blanks."""
    damaged, under_way, finished = person.hako("saves", "--lang", "ja").stdout.splitlines()

    assert "  2時間前   三目並べ  Annの勝ち         Ann、Ben" in finished
    assert "  1時間前   三目並べ  ターン2           Ann、Ben" in under_way
    assert "  たった今  ?         （壊れています）  letter.hako" in damaged


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (("--finished",), 1),
        (("--unfinished",), 1),
        (("ben",), 2),
        (("tic_tac", "ANN"), 2),
        (("三目",), 2),
        (("letter",), 1),
        (("ben", "letter"), 0),
    ],
)
def test_words_and_state_leave_some_out(person: Person, words: tuple[str, ...], rows: int) -> None:
    result = person.hako("saves", *words, "--json")

    assert len(msgspec.json.decode(result.stdout)) == rows


def test_other_programs_read_result_and_reason(person: Person) -> None:
    damaged, under_way, finished = msgspec.json.decode(person.hako("saves", "--json", "-").stdout)

    assert (finished["winners"], finished["scores"], finished["turn"]) == ([0], [1, 0], 6)
    assert (under_way["winners"], under_way["finished"]) == (None, False)
    assert finished["players"] == [{"name": "Ann", "bot": None}, {"name": "Ben", "bot": None}]
    assert "not a hako log" in damaged["damaged"]


@pytest.mark.parametrize(("typed", "status", "left"), [("y\n", 0, 1), ("n\n", 1, 3)])
def test_saves_are_deleted_only_after_a_yes(
    person: Person, typed: str, status: int, left: int
) -> None:
    result = person.hako("saves", "tic_tac", "--delete", typed=typed)

    assert "Delete these 2 games for good? [y/N]" in result.stderr
    assert result.exit_code == status
    assert len(person.library.store.names()) == left


def test_where_nothing_fits_nothing_is_asked(person: Person) -> None:
    result = person.hako("saves", "chess", "--delete")

    assert result.exit_code == 0
    assert result.stdout == f"There is no such saved game in {person.data / 'games'}.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such things")
def test_what_can_be_no_game_is_a_row_with_the_reason_and_holds_nothing_up(
    person: Person,
) -> None:
    """A pipe waits for somebody who writes, a device never ends, a sparse file is all zeros."""
    folder = person.library.store.folder
    os.mkfifo(folder / "pipe.hako")
    (folder / "device.hako").symlink_to("/dev/zero")
    (folder / "folder.hako").mkdir()
    with (folder / "long.hako").open("wb") as file:
        file.truncate(1 << 30)
    reasons = {
        "pipe": "must be a file, not a pipe",
        "device": "must be a file, not a pipe",
        "folder": "this is a folder",
        "long": "is longer than 64 MB",
    }

    rows = {line.split()[0]: line for line in person.hako("saves").stdout.splitlines()}

    for name, reason in reasons.items():
        assert reason in rows[name]
        for words in (("verify",), ("export",), ("review",), ("replay", "--plain")):
            result = person.hako(*words, name)
            assert result.exit_code == 1
            assert reason in one_line(result)
    assert "5 files that cannot be opened are not counted" in person.hako("stats").stdout
