"""`hako simulate`: one result, however many processes play."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from hako.content import THE_SHELF
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.lab.report import ending_text
from tests.cli.commands.terminal import Person, one_line
from tests.toys.tic_tac_toe import GAME

SIMULATE_SOME = ("simulate", "tic_tac_toe", "--seed", "1")
SIMULATE = (*SIMULATE_SOME, "--games", "30")
BOTS = ("--seat", "bot:greedy", "--seat", "bot:random")


def test_length_wins_scores_and_speed_are_told(person: Person) -> None:
    text = person.hako(*SIMULATE, *BOTS, "--jobs", "1").stdout

    assert text.startswith("Tic-tac-toe: 30 games between bots\nSeed 1.\n")
    assert "Seat 1, greedy: wins " in text
    assert "Seat 2, random: wins " in text
    assert "games a second." in text


def test_the_same_seed_gives_the_same_result_on_any_number_of_processes(
    person: Person, tmp_path: Path
) -> None:
    one, three = tmp_path / "one.json", tmp_path / "three.json"

    person.hako(*SIMULATE, *BOTS, "--jobs", "1", "--json", one)
    person.hako(*SIMULATE, *BOTS, "--jobs", "3", "--json", three)

    assert one.read_bytes() == three.read_bytes()
    summary = msgspec.json.decode(one.read_bytes())
    assert summary["games"] == len(summary["played"]) == 30


def test_a_dash_is_stdout_and_the_sentences_make_room(person: Person) -> None:
    few = (*SIMULATE_SOME, *BOTS, "--jobs", "1", "--games", "3")

    result = person.hako(*few, "--json", "-")
    both = person.hako(*few, "--json", "-", "--html", "-")

    assert msgspec.json.decode(result.stdout)["games"] == 3
    assert result.stderr.startswith("Tic-tac-toe: 3 games between bots\n")
    assert person.hako(*few, "--html", "-").stdout.startswith("<!doctype html>")
    assert both.exit_code == 2
    assert "Only one of --json and --html can go to stdout." in one_line(both)


def test_the_page_stands_alone(person: Person, tmp_path: Path) -> None:
    page = tmp_path / "page.html"

    person.hako(*SIMULATE, *BOTS, "--jobs", "1", "--html", page, "--lang", "ja")

    text = page.read_text(encoding="utf-8")
    assert '<html lang="ja">' in text
    assert text.count("<svg ") == 3
    assert "prefers-color-scheme: dark" in text
    assert "http" not in text
    ET.fromstring(text.split("\n", 1)[1])


def test_the_logs_that_are_kept_pass_verification(person: Person, tmp_path: Path) -> None:
    person.hako(*SIMULATE_SOME, *BOTS, "--jobs", "1", "--games", "3", "--save", tmp_path / "logs")

    logs = sorted((tmp_path / "logs").iterdir())
    assert [log.name for log in logs] == [f"tic_tac_toe-00000{n}.hako" for n in (1, 2, 3)]
    assert person.hako("verify", *logs).exit_code == 0


def test_a_simulated_game_can_be_played_again_from_its_seed(person: Person, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    person.hako(*SIMULATE, *BOTS, "--jobs", "1", "--json", result)
    [game] = msgspec.json.decode(result.read_bytes())["played"][4:5]

    person.hako("play", "tic_tac_toe", "--plain", *BOTS, "--seed", str(game["seed"]))

    table = person.library.open(person.library.store.names()[0]).table
    assert table.outcome is not None
    assert list(table.outcome.winners) == game["winners"]
    assert len(table.positions) == game["decisions"] + 1


def test_games_that_never_end_are_given_up_and_counted(person: Person, tmp_path: Path) -> None:
    """Nobody can win tic-tac-toe with four decisions; with six, some do."""
    page, result = tmp_path / "page.html", tmp_path / "result.json"
    words = (*SIMULATE, "--jobs", "1", "--html", page, "--json", result)

    none = person.hako(*words, "--limit", "4")

    assert none.exit_code == 0
    assert "Given up: 30, not over after 4 decisions; the first one has --seed " in none.stdout
    assert "wins" not in none.stdout
    assert "Given up: 30" in page.read_text("utf-8")

    some = person.hako(*words, "--limit", "6")
    summary = msgspec.json.decode(result.read_bytes())

    assert 0 < summary["given_up"] < 30
    assert summary["given_up"] + len(summary["played"]) == summary["games"] == 30
    assert summary["seats"][0]["wins"]["of"] == len(summary["played"])
    assert f"Given up: {summary['given_up']}," in some.stdout


def test_a_result_that_cannot_be_written_is_told_before_the_games(
    person: Person, tmp_path: Path
) -> None:
    result = person.hako(*SIMULATE, "--jobs", "1", "--json", tmp_path)

    assert result.exit_code == 2
    assert f"{tmp_path}: this is a folder" in one_line(result)


@pytest.mark.parametrize(
    ("language", "options", "ways"),
    [
        (
            "en",
            "Options: Office expansion: with 10 Offices, Supply: ",
            "Endings: on points in one turn (",
        ),
        (
            "ja",
            "オプション：オフィス拡張：あり（オフィス10枚）、サプライの枚数：",
            "終わり方：1ターンの勝利点による勝利（",
        ),
    ],
)
def test_options_and_endings_are_told_in_words(
    person: Person, language: str, options: str, ways: str
) -> None:
    text = person.hako(
        "simulate",
        "flip_city",
        *("--games", "1", "--seed", "1", "--jobs", "1", "--option", "office=on"),
        *("--lang", language),
        shelf=THE_SHELF,
    ).stdout

    assert f"\n{options}" in text
    assert f"\n{ways}" in text
    assert not re.search("won_by|office=", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ending_that_needs_no_numbers_is_told_by_its_own_sentence(language: Language) -> None:
    texts = load_catalogue(language, ENGINE, GAME.folder)

    values = {"en": "Three in a row", "ja": "三つ並びました"}
    assert ending_text("line", texts) == values[language]
