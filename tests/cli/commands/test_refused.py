"""Answers to a line that cannot be carried out as it is typed."""

from __future__ import annotations

import shlex

import pytest

from tests.cli.commands.terminal import Person, one_line

NAMED = "play tic_tac_toe --plain --seat Ann"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        # the nearest of what there is, or all of it
        ("verfy", "hako: There is no command 'verfy'. Did you mean 'verify'? See hako --help."),
        ("play tic_tac_toe --seta Ann", "--seat"),
        ("--lang jq games", "must be one of en, ja, not 'jq'"),
        ("lookup tic_tac_toe marc", "Nothing in the game is called 'marc'. Did you mean 'mark'?"),
        ("games tic_tac_to", "Did you mean 'tic_tac_toe'?"),
        ("rules tic_tac_toe turn.11", "has no clause 'turn.11'. Did you mean 'turn.1'?"),
        ("stats tic_tac", "tic_tac_toe"),
        (
            "lobby rm everything",
            "The word must be tables, notify, vacation DAYS, next, daily, join",
        ),
        ("play tictactoe --plain", "Did you mean 'tic_tac_toe'?"),
        (f"{NAMED} --seat bot:greddy", "A bot's level must be one of random, gentle,"),
        (f"{NAMED} --seat bot:greedy@x", "This game has no characters, so not 'x' either."),
        (f"{NAMED} --seat bot:random@x", "A random bot cannot have a character"),
        (
            f"{NAMED} --seat bot:greddy",
            "greedy, strong, strongest, not 'greddy'. Did you mean 'greedy'?",
        ),
        (
            f"{NAMED} --undo until-reveald",
            "must be one of free, until-revealed, by-consent, not 'until-reveald'. Did you mean",
        ),
        (
            "play tic_tac_toe --plain --option size=4",
            "tic_tac_toe has no option 'size'; it has no options.",
        ),
        # of the right kind, and in bounds
        (f"{NAMED} --option size", "--option must be KEY=VALUE, not 'size'."),
        (f"{NAMED} --seed -1", "must be between 0 and"),
        (f"{NAMED} --seed {2**63}", f"not {2**63}."),
        (f"{NAMED} --seed dice", "must be a whole number, not 'dice'."),
        ("serve --workers 0", "must be at least 1, not 0."),
        ("serve --confg f.toml", "There is no option '--confg'. Did you mean '--config'?"),
        # who plays
        (NAMED, "tic_tac_toe is for 2 to 2 players, not 1."),
        (f"{NAMED} --seat ''", "'' does not."),
        (f"{NAMED} --seat 'A\x1b[2J'", "A player's name must consist of printable"),
        (
            "simulate tic_tac_toe --seat Ann --seat bot:random",
            "Only bots can be simulated, not 'Ann'",
        ),
        # where there is no terminal
        ("", "needs a terminal"),
        ("play tic_tac_toe", "needs a terminal"),
        ("play tic_tac_toe", "--plain"),
        ("lobby", "without one; ssh -t asks for one. See hako lobby --help."),
    ],
)
def test_it_says_what_would_do_and_saves_nothing(person: Person, typed: str, answer: str) -> None:
    result = person.hako(*shlex.split(typed))

    assert result.exit_code == 2
    assert answer in one_line(result)
    assert not person.data.exists()
