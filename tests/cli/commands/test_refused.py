"""Answers to a line that cannot be carried out as it is typed."""

from __future__ import annotations

import shlex

import pytest

from tests.cli.commands.terminal import Person, one_line, typed_examples

NAMED = "play tic_tac_toe --plain --seat Ann"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        *typed_examples("refused.en.txt"),
        (f"{NAMED} --seat 'A\x1b[2J'", "A player's name must consist of printable"),
    ],
)
def test_it_says_what_would_do_and_saves_nothing(person: Person, typed: str, answer: str) -> None:
    result = person.hako(*shlex.split(typed))

    assert result.exit_code == 2
    assert answer in one_line(result)
    assert not person.data.exists()
