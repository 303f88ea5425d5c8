"""A value that a command would ignore is refused with a sentence, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from hako.cli.main import COMMANDS
from hako.content import THE_SHELF
from hako.engine.i18n.languages import LANGUAGES
from tests.cli.commands.terminal import Person, one_line

IGNORED = [
    ("play flip_city --plain --option supply=rulebook --option supply=rulebook", "supply"),
    ("play flip_city --plain --option supply=rulebook --option supply=international", "supply"),
    ("play flip_city --plain --seed 1 --seed 2", "--seed"),
    ("play flip_city --plain --undo by-consent --undo free", "--undo"),
    ("simulate flip_city --games 1 --games 2", "--games"),
    ("--games . --games . games", "--games"),
    ("rules flip_city play.2 --all", "--all"),
    ("learn flip_city 1 --check", "--check"),
    ("learn flip_city --plain --check", "--plain"),
    ("new-game flip_city --into .", "flip_city"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("words", "named"), IGNORED, ids=[words for words, _ in IGNORED])
def test_what_would_be_ignored_is_refused(
    person: Person, words: str, named: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.data.mkdir()
    monkeypatch.chdir(person.data)
    monkeypatch.setattr(Person, "environment", {**person.environment, "HAKO_LANG": language})

    result = person.hako(*words.split(), shelf=THE_SHELF)

    assert result.exit_code == 2
    assert named in one_line(result)
    assert [*person.data.iterdir()] == []


@pytest.mark.parametrize("form", ["html", "md", "txt", "json"])
def test_a_size_is_for_films_alone(person: Person, tmp_path: Path, form: str) -> None:
    save, _ = person.played(4, 0)

    result = person.hako("export", save, "-o", tmp_path / f"game.{form}", "--size", "100x30")

    assert result.exit_code == 2
    assert "--size is for recordings" in one_line(result)
    assert not (tmp_path / f"game.{form}").exists()


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_a_save_that_there_is_not_is_told_before_a_missing_terminal(
    person: Person, command: str
) -> None:
    result = person.hako(command, "nothing")

    assert result.exit_code == 1
    assert "no such game" in one_line(result)


def test_watching_without_a_server_says_so(person: Person) -> None:
    person.data.mkdir()
    watch = person.start("notify")
    try:
        assert watch.stderr is not None
        assert "No server is running over" in watch.stderr.readline()
    finally:
        watch.kill()
        watch.communicate()


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_short_option_for_help_works_everywhere(person: Person, command: str) -> None:
    short, long = (person.hako(*command.split(), option) for option in ("-h", "--help"))

    assert short.exit_code == 0
    assert short.stdout == long.stdout
