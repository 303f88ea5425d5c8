"""`hako replay --plain`: a game, moment by moment."""

from __future__ import annotations

from tests.cli.commands.terminal import Person, one_line


def test_a_game_is_told_moment_by_moment(person: Person) -> None:
    save, _ = person.played(4, 0)

    result = person.hako("replay", save, "--plain", typed="\n\n\nb\np\n")

    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0].startswith("Tic-tac-toe, 3 positions.")
    assert lines.index("Ann marks b2.") < lines.index("Ben marks a1.")
    assert "There is nothing further." in lines
    assert lines[-7:-4] == [
        "Row 1: empty, empty, empty.",
        "Row 2: empty, cross, empty.",
        "Row 3: empty, empty, empty.",
    ]


def test_looking_changes_nothing(person: Person) -> None:
    save, _ = person.played(4, 0)
    before = save.read_bytes()

    person.hako("replay", save, "--plain", typed="a\nf\n2\nx\nq\n")

    assert save.read_bytes() == before


def test_a_number_of_any_length_is_no_moment(person: Person) -> None:
    save, _ = person.played(4, 0)

    result = person.hako("replay", save, "--plain", typed="9" * 5000 + "\nq\n")

    assert result.exit_code == 0
    assert "There is nothing further." in result.stdout


def test_a_seat_that_there_is_not_is_refused(person: Person) -> None:
    save, _ = person.played(4)

    result = person.hako("replay", save, "--plain", "--as-seat", "3")

    assert result.exit_code == 2
    assert "--as-seat must be between 1 and 2 in this game, not 3." in one_line(result)
