"""`hako resume`: the game goes on where it was left."""

from __future__ import annotations

import os

from tests.cli.commands.terminal import Person, one_line


def test_a_game_goes_on_where_it_was_left(person: Person) -> None:
    save, _ = person.played(0, 3, 1, 4)

    result = person.hako("resume", save, "--plain", typed="1\n")

    assert result.exit_code == 0
    assert "Ann marks c1." in result.stdout
    assert "1. Ann: 1" in result.stdout
    assert person.library.open(save.stem).table.outcome is not None


def test_a_table_of_several_people_is_gone_on_with_only_by_who_says_so(person: Person) -> None:
    """Here one would play for all of them, and see what they hold."""
    save, _ = person.played(0, 3, 1, 4)
    header, *records = save.read_text(encoding="utf-8").splitlines(keepends=True)
    header = header.replace('"line":"game",', '"line":"game","code":"BCDFG",')
    ready = (f'{{"line":"ready","by":{seat},"yes":true}}\n' for seat in (0, 1))
    save.write_text("".join((header, *ready, *records)), encoding="utf-8")

    result = person.hako("resume", save, "--plain", typed="n\n")

    assert result.exit_code == 1
    assert "BCDFG is a shared table" in result.stdout
    assert "marks" not in result.stdout
    assert "Ann marks c1." in person.hako("resume", save, "--plain", typed="y\n1\n").stdout


def test_without_a_name_it_is_the_unfinished_game_played_last(person: Person) -> None:
    older, _ = person.played(4)
    finished, _ = person.played(0, 3, 1, 4, 2)
    os.utime(older, (100, 100))
    os.utime(finished, (200, 200))

    result = person.hako("resume", "--plain")

    assert result.exit_code == 0
    assert f"hako resume {older.stem}" in result.stdout


def test_without_an_unfinished_game_it_says_so(person: Person) -> None:
    person.played(0, 3, 1, 4, 2)

    result = person.hako("resume", "--plain")

    assert result.exit_code == 1
    assert "there is no unfinished game" in one_line(result)


def test_a_torn_last_line_is_told_and_overwritten_by_the_next_move(person: Person) -> None:
    save, _ = person.played(4, 0)
    save.write_bytes(save.read_bytes()[:-5])

    result = person.hako("resume", save, "--plain", typed="a1\n1\n")

    assert result.exit_code == 0
    assert one_line(result).endswith("was cut off in the middle and is left out.")
    opened = person.library.open(save.stem)
    assert len(opened.table.positions) == 3
    assert not opened.torn
