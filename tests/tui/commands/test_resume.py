"""`hako resume`: the game goes on where it was left."""

from __future__ import annotations

import os

from tests.tui.commands.terminal import Person, one_line


def test_a_game_goes_on_where_it_was_left(person: Person) -> None:
    save, _ = person.played(0, 3, 1, 4)

    told = person.hako("resume", save, "--plain", typed="1\n")

    assert told.exit_code == 0
    assert "Ann marks c1." in told.stdout
    assert "1. Ann, 1" in told.stdout
    assert person.library.open(save.stem).table.outcome is not None


def test_without_a_name_it_is_the_unfinished_game_played_last(person: Person) -> None:
    older, _ = person.played(4)
    finished, _ = person.played(0, 3, 1, 4, 2)
    os.utime(older, (100, 100))
    os.utime(finished, (200, 200))

    told = person.hako("resume", "--plain")

    assert told.exit_code == 0
    assert f"hako resume {older.stem}" in told.stdout


def test_without_an_unfinished_game_it_says_so(person: Person) -> None:
    person.played(0, 3, 1, 4, 2)

    told = person.hako("resume", "--plain")

    assert told.exit_code == 1
    assert "there is no unfinished game" in one_line(told)


def test_a_torn_last_line_is_told_and_overwritten_by_the_next_move(person: Person) -> None:
    save, _ = person.played(4, 0)
    save.write_bytes(save.read_bytes()[:-5])

    told = person.hako("resume", save, "--plain", typed="a1\n1\n")

    assert told.exit_code == 0
    assert one_line(told).endswith("was cut off in the middle; it is left out.")
    opened = person.library.open(save.stem)
    assert len(opened.table.moments) == 3
    assert not opened.torn
