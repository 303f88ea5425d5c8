"""`hako rules`."""

from __future__ import annotations

import pytest

from tests.cli.commands.terminal import Person


def test_the_rulebook_is_printed_as_it_is_written(person: Person) -> None:
    told = person.hako("rules", "tic_tac_toe", "--all")

    assert told.exit_code == 0
    assert told.stdout.startswith("# Tic-tac-toe\n")
    assert "**tic_tac_toe.turn.1** On your turn, mark an empty cell." in told.stdout


def test_without_a_clause_the_sections_are_listed_with_what_to_ask_for(person: Person) -> None:
    told = person.hako("rules", "tic_tac_toe", "--lang", "ja").stdout.splitlines()

    assert told[:3] == ["三目並べ", "  turn.1-2  手番", "  end.1     終わり"]
    assert told[3].strip() == "ゲームの言葉"
    assert "hako rules tic_tac_toe turn.1 " in told[4]


def test_all_clauses_of_a_kind_are_printed(person: Person) -> None:
    told = person.hako("rules", "tic_tac_toe", "turn").stdout

    assert "tic_tac_toe.turn.1 (" in told
    assert "tic_tac_toe.turn.2 (" in told
    assert "tic_tac_toe.end.1" not in told


@pytest.mark.parametrize("clause", ["turn.1", "tic_tac_toe.turn.1"])
def test_one_clause_is_printed_with_its_heading(person: Person, clause: str) -> None:
    told = person.hako("rules", "tic_tac_toe", clause, "--lang", "ja")

    assert told.stdout == ("tic_tac_toe.turn.1 (手番)\n\n手番には、空いたマスに印を置きます。\n")
