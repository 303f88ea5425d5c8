"""`hako lookup`: what a thing of a game is and does."""

from __future__ import annotations

from tests.cli.commands.terminal import Person, one_line


def test_a_word_is_told_with_the_clause_that_its_table_cites(person: Person) -> None:
    result = person.hako("lookup", "tic_tac_toe", "MARK")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "mark (Words of the game)"
    assert "turn.1  On your turn, mark an empty cell." in result.stdout


def test_without_a_name_all_names_are_told(person: Person) -> None:
    result = person.hako("lookup", "tic_tac_toe", "--lang", "ja")

    assert result.stdout == "ゲームの言葉：印。\n"


def test_a_game_that_names_nothing_says_so(person: Person) -> None:
    result = person.hako("lookup", "connect_four")

    assert "nothing to look up" in one_line(result)
