"""`hako export`: transcripts on stdout and in files."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.cli.commands.terminal import Person, one_line
from tests.toys.raised import raise_rules

WHOLE = (0, 3, 1, 4, 2)
"""Ann takes the first row."""


def test_markdown_goes_to_stdout(person: Person) -> None:
    save, _ = person.played(*WHOLE)

    result = person.hako("export", save)

    assert result.exit_code == 0
    assert result.stdout.startswith("# Tic-tac-toe\n")
    assert "**Three in a row.**" in result.stdout
    assert "- ● Ann marks a1." in result.stdout, "a seat is known by its mark, too"


@pytest.mark.parametrize(
    ("ending", "beginning"),
    [
        ("md", "# 三目並べ\n"),
        ("txt", "三目並べ\n===="),
        ("html", "<!doctype html>\n"),
        ("json", "{\n"),
    ],
)
def test_the_ending_of_the_file_says_what_is_written(
    person: Person, tmp_path: Path, ending: str, beginning: str
) -> None:
    save, _ = person.played(*WHOLE)
    output = tmp_path / f"game.{ending}"

    result = person.hako("export", save, "--lang", "ja", "-o", output)

    assert result.exit_code == 0
    assert result.stdout == ""
    assert output.read_text(encoding="utf-8").startswith(beginning)


@pytest.mark.parametrize("form", ["md", "txt", "html", "json", "cast"])
def test_a_transcript_says_that_older_rules_decided_what_it_tells(
    person: Person, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    save, _ = person.played(*WHOLE)
    before = person.hako("export", save, "--format", form)
    raise_rules(monkeypatch)

    result = person.hako("export", save, "--format", form)

    assert (before.exit_code, result.exit_code) == (0, 3)
    assert "not verified" not in before.stdout
    if form == "json":
        assert msgspec.json.decode(result.stdout)["undecided"] == {
            "records": 6,
            "reasons": [
                (
                    "6 records were made under version 1 of the rules of tic_tac_toe;"
                    " this hako can check only version 2."
                )
            ],
        }
    else:
        assert "not verified" in result.stdout
    assert "6 records of 6 were not checked against the rules" in one_line(result)


def test_sentences_beside_each_other_are_set_as_their_language_has_them(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Japanese has no space after a full stop."""
    save, _ = person.played(*WHOLE)
    raise_rules(monkeypatch)

    for language, between in (("en", ". 6 records of 6"), ("ja", "。6件の記録のうち6件")):
        result = person.hako("export", save, "--format", "txt", "--lang", language)
        assert between in result.stdout.replace("\n", " ")


def test_a_dash_is_stdout(person: Person) -> None:
    save, _ = person.played(*WHOLE)

    assert person.hako("export", save, "-o", "-").stdout == person.hako("export", save).stdout


def test_the_format_asked_for_counts_more_than_the_ending(person: Person, tmp_path: Path) -> None:
    save, _ = person.played(*WHOLE)

    person.hako("export", save, "--format", "json", "-o", tmp_path / "game.txt")

    assert msgspec.json.decode((tmp_path / "game.txt").read_bytes())["game"] == "tic_tac_toe"


def test_seats_are_counted_from_one(person: Person) -> None:
    save, _ = person.played(4)

    result = person.hako("export", save, "--as-seat", "2")

    assert "As seen by Ben." in result.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--as-seat", "3"), "--as-seat must be between 1 and 2 in this game, not 3."),
        (("--as-seat", "0"), "must be at least 1, not 0"),
        (("--format", "htm"), "Did you mean 'html'?"),
        (("-o", "game.htm"), "the ending must be one of md, txt, html, json, cast, not '.htm'"),
        (("-o", "nowhere/game.md"), "the folder nowhere does not exist; create it first."),
        *(
            (("--format", "cast", "--size", size), "at least 80x24")
            for size in ("79x24", "80x23", "80", "axb", "80x24x3")
        ),
    ],
)
def test_what_there_is_not_is_refused(
    person: Person, words: tuple[str, ...], complaint: str
) -> None:
    save, _ = person.played(4)

    result = person.hako("export", save, *words)

    assert result.exit_code == 2
    assert complaint in one_line(result)


def test_a_saved_game_is_never_overwritten(person: Person) -> None:
    save, _ = person.played(4)
    before = save.read_bytes()

    result = person.hako("export", save, "-o", save)

    assert result.exit_code == 1
    assert ".hako is reserved for saved games" in one_line(result)
    assert save.read_bytes() == before


def test_a_file_that_cannot_be_written_is_named(person: Person, tmp_path: Path) -> None:
    save, _ = person.played(4)
    (tmp_path / "file").write_text("in the way")

    result = person.hako("export", save, "-o", tmp_path / "file/game.md")

    assert result.exit_code == 1
    assert str(tmp_path / "file/game.md") in one_line(result)


def test_a_cast_is_a_film_of_the_size_asked_for(person: Person, tmp_path: Path) -> None:
    save, _ = person.played(*WHOLE)
    output = tmp_path / "game.cast"

    result = person.hako("export", save, "-o", output, "--size", "100x30")

    assert result.exit_code == 0
    header, *changes = [msgspec.json.decode(line) for line in output.read_bytes().splitlines()]
    assert (header["width"], header["height"]) == (100, 30)
    assert len(changes) == len(WHOLE) + 2
