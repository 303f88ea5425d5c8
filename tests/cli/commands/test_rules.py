"""`hako rules`."""

from __future__ import annotations

import pytest

from tests.cli.commands.terminal import Person


def test_the_rulebook_is_printed_as_it_is_written(person: Person) -> None:
    result = person.hako("rules", "tic_tac_toe", "--all")

    assert result.exit_code == 0
    assert result.stdout.startswith("# Tic-tac-toe\n")
    assert "**tic_tac_toe.turn.1** On your turn, mark an empty cell." in result.stdout


def test_without_a_clause_the_sections_are_listed_with_what_to_ask_for(person: Person) -> None:
    lines = person.hako("rules", "tic_tac_toe", "--lang", "ja").stdout.splitlines()

    assert lines[:3] == ["三目並べ", "  turn.1-2  手番", "  end.1     終わり"]
    assert lines[3].strip() == "ゲームの言葉"
    assert "hako rules tic_tac_toe turn.1 " in lines[4]


def test_all_clauses_of_a_kind_are_printed(person: Person) -> None:
    text = person.hako("rules", "tic_tac_toe", "turn").stdout

    assert "tic_tac_toe.turn.1 (" in text
    assert "tic_tac_toe.turn.2 (" in text
    assert "tic_tac_toe.end.1" not in text


@pytest.mark.parametrize("clause", ["turn.1", "tic_tac_toe.turn.1"])
def test_one_clause_is_printed_with_its_heading(person: Person, clause: str) -> None:
    result = person.hako("rules", "tic_tac_toe", clause, "--lang", "ja")

    assert result.stdout == ("tic_tac_toe.turn.1 (手番)\n\n手番には、空いたマスに印を置きます。\n")
