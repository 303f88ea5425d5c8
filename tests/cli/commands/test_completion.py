"""`hako completion`: what Tab offers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from hako.cli.main import HakoGroup
from hako.cli.word_completion import BOT
from hako.engine.bots.levels import LEVELS
from tests.cli.commands.terminal import REPOSITORY, Person


def offered(person: Person, *words: str) -> list[str]:
    """Completions of zsh for the last of these words."""
    asked = {
        "_HAKO_COMPLETE": "zsh_complete",
        "COMP_WORDS": " ".join(["hako", *words]),
        "COMP_CWORD": str(len(words)),
    }
    with pytest.MonkeyPatch.context() as patch:
        for key, value in asked.items():
            patch.setenv(key, value)
        result = person.hako()
    return result.stdout.splitlines()[1::3]


def test_commands_are_completed_without_importing_one(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> click.Command:
        raise AssertionError("this takes long, and Tab is to be quick")

    monkeypatch.setattr(HakoGroup, "get_command", refuse)

    assert offered(person, "re") == ["resume", "replay", "review"]


@pytest.mark.parametrize("command", ["play", "rules", "games", "simulate", "learn"])
def test_games_are_completed(person: Person, command: str) -> None:
    assert offered(person, command, "tic") == ["tic_tac_toe"]


@pytest.mark.parametrize("command", ["resume", "replay", "export", "verify"])
def test_saves_are_completed(person: Person, command: str) -> None:
    save, _ = person.played(4)

    assert offered(person, command, save.stem[:4]) == [save.stem]


def test_a_save_may_be_a_file(person: Person) -> None:
    assert offered(person, "verify", "game") == ["game"]


def test_saves_of_the_folder_that_the_line_names_are_completed(
    person: Person, tmp_path: Path
) -> None:
    save, _ = Person(tmp_path / "other").played(4)

    assert offered(person, "resume", "--data", str(tmp_path / "other"), "") == [save.stem]


def test_bots_are_completed(person: Person) -> None:
    bots = [f"{BOT}{level}" for level in LEVELS]

    assert offered(person, "play", "tic_tac_toe", "--seat", "b") == bots
    assert offered(person, "play", "tic_tac_toe", "--seat", "bot:greedy@s") == [
        "bot:greedy@somebody"
    ]


def test_what_follows_an_equals_sign_is_completed_as_the_whole_word(person: Person) -> None:
    assert offered(person, "play", "tic_tac_toe", "--seat=bot:gr") == ["--seat=bot:greedy"]
    assert offered(person, "--lang=j") == ["--lang=ja"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_script(person: Person, shell: str) -> None:
    result = person.hako("completion", shell)

    assert result.exit_code == 0
    assert f"_HAKO_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("hako play flip_city --seat bot : gr", "greedy"),
        ("hako play flip_city --seat bot :", "random gentle greedy strong strongest"),
        ("hako play flip_city --seat bot : greedy @ la", "@landlord"),
        ("hako play flip_city --seat = bot : gr", "greedy"),
        ("hako play flip_city --seat = bot : greedy @ la", "@landlord"),
        ("hako play flip_city --seat bot:gr", "bot:greedy"),
        ("hako play world", "world_monger"),
    ],
)
def test_bash_which_cuts_words_at_a_colon_completes_the_rest(
    person: Person, typed: str, words: str
) -> None:
    count = len(typed.split()) - 1
    script = f"""
        eval "$(hako completion bash)"
        COMP_WORDS=({typed}) COMP_CWORD={count}
        _hako_completion hako
        echo "${{COMPREPLY[@]}}"
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "--norc", "-c", script],
        cwd=REPOSITORY,
        env={**os.environ, **person.environment, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout == f"{words}\n"
