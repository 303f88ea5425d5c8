"""Errors of the command line, for a user who reads Japanese."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from hako.cli.main import main
from tests.cli.commands.terminal import Person, one_line, typed_examples
from tests.toys import TOYS


@pytest.mark.parametrize(("typed", "complaint"), typed_examples("refused.ja.txt"))
def test_a_command_that_cannot_be_done_says_so_in_japanese(
    person: Person, typed: str, complaint: str
) -> None:
    assert one_line(person.hako("--lang", "ja", *shlex.split(typed))) == complaint


@pytest.mark.parametrize("words", [("--lang=ja", "--bogus"), ("--bogus", "x", "--lang", "ja")])
def test_the_language_is_heeded_wherever_it_stands_in_a_line_that_is_wrong(
    person: Person, words: tuple[str, ...]
) -> None:
    assert one_line(person.hako("games", *words)) == (
        "hako games: 「--bogus」というオプションはありません。使い方：hako games --help"
    )


def test_the_language_of_the_settings_is_that_of_errors_too(person: Person) -> None:
    person.data.mkdir()
    (person.data / "settings.toml").write_text('language = "ja"\n', encoding="utf-8")
    words = ["games", "go", "--data", str(person.data)]

    result = CliRunner(env={"HAKO_LANG": None}).invoke(main, words, obj=TOYS)

    assert one_line(result).startswith("hako: 「go」というゲームはありません。")


def test_a_content_file_with_a_mistake_is_told_with_file_entry_and_field(
    person: Person, tmp_path: Path
) -> None:
    """With the cards of Flip City."""
    cards = tmp_path / "cards.toml"
    cards.write_text('[[face]]\nid = "hospital"\ncsot = 3\n', encoding="utf-8")
    words = ["play", "flip_city", "--plain", "--lang", "ja", "--content", str(cards)]

    result = CliRunner(env=person.environment).invoke(main, words)

    assert one_line(result) == (
        f'hako: {cards}、face "hospital"：「csot」という項目はありません。「cost」のことですか？'
    )


def test_a_damaged_save_is_told_with_file_line_and_way_out(person: Person, tmp_path: Path) -> None:
    save, _ = person.played(4, 0, 8)
    lines = save.read_bytes().splitlines(keepends=True)
    damaged = tmp_path / "game.hako"
    damaged.write_bytes(b"".join([*lines[:3], b"hello\n"]))

    result = person.hako("verify", "--lang", "ja", damaged)

    assert one_line(result) == (
        "hako: game.hako、4行目：読めません。JSONではありません（1バイト目から）。"
        "その手前から続けるには、ファイルの最初の3行だけを残してください。"
    )
