"""`hako play`: setting a game up, and what is said when it cannot be."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from hako.cli.commands.play import EXAMPLES as TOLD
from hako.cli.main import main
from hako.content import THE_SHELF
from hako.engine.bots.characters import characters
from hako.engine.i18n.languages import LANGUAGES
from hako.engine.log.header import Player
from hako.multiplayer.accounts.settings import Settings, SettingsFile
from tests.cli.commands.terminal import Person, one_line

PLAY = ("play", "tic_tac_toe", "--plain")


def make_a_file_of(folder: Path) -> None:
    folder.write_text("in the way")


def make_read_only(folder: Path) -> None:
    folder.mkdir(mode=0o500)


UNWRITABLE: dict[str, Callable[[Path], None]] = {"a file is in the way": make_a_file_of}
if os.geteuid() != 0:
    UNWRITABLE["nobody may write there"] = make_read_only  # root may write everywhere


def test_seats_are_taken_in_the_order_they_are_named(person: Person) -> None:
    person.hako(*PLAY, "--seat", "bot:greedy", "--seat", "Ann", "--seed", "7")

    table = person.library.open(person.library.store.names()[0]).table
    assert table.players == (Player("Greedy", bot="greedy"), Player("Ann"))
    assert table.header.seed == 7
    assert table.header.undo == "free"


@pytest.mark.parametrize(("kept", "name"), [('name = "Mia"', "Mia"), ("", "zoe")])
def test_without_seats_one_plays_against_bots_under_the_name_that_was_set(
    person: Person, monkeypatch: pytest.MonkeyPatch, kept: str, name: str
) -> None:
    """Without one, it is that of the account, as in hako lobby."""
    monkeypatch.setenv("LOGNAME", "zoe")
    person.data.mkdir()
    (person.data / "settings.toml").write_text(kept)

    person.hako(*PLAY)
    person.hako("learn", "tic_tac_toe", "--plain")

    tables = [person.library.open(save).table for save in person.library.store.names()]
    [played] = [table for table in tables if not table.header.lesson]
    [learned] = [table for table in tables if table.header.lesson]
    assert played.players == (Player(name), Player("Greedy", bot="greedy"))
    assert [player.name for player in learned.players if player.bot is None] == [name]


@pytest.mark.parametrize("second", ["Ann", "  Ann ", "ann", "Ａｎｎ"])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Two seats have the name"), ("ja", "という名前の席が2つあります")],
)
def test_two_seats_of_one_name_are_refused(
    person: Person, second: str, language: str, sentence: str
) -> None:
    result = person.hako(*PLAY, "--seat", "Ann", "--seat", second, "--lang", language)

    assert result.exit_code == 2
    assert sentence in one_line(result)
    assert not person.library.store.names()


@pytest.mark.parametrize("seat", ["Otto=bot:greedy", "Bot:greedy"])
def test_a_bot_with_a_name_is_no_person(person: Person, seat: str) -> None:
    result = person.hako(*PLAY, "--seat", "Ann", "--seat", seat)

    assert result.exit_code == 2
    assert "write --seat bot:greedy" in one_line(result)


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (("bot:greedy", "Greedy"), ["Greedy 2", "Greedy"]),
        (("bot:random",) * 2, ["Random", "Random 2"]),
    ],
)
def test_a_bot_has_a_name_of_its_own(
    person: Person, seats: tuple[str, str], names: list[str]
) -> None:
    person.hako(*PLAY, "--seat", seats[0], "--seat", seats[1])

    table = person.library.open(person.library.store.names()[0]).table
    assert [player.name for player in table.players] == names


@pytest.mark.parametrize(
    ("words", "civilizations"),
    [
        ((), "first_game"),
        (("--option", "civilizations=chosen"), "chosen"),
        (("--seat", "Ann", "--seat", "Ben"), "random"),
    ],
)
def test_a_first_game_is_as_recommended_and_advised(
    person: Person, words: tuple[str, ...], civilizations: str
) -> None:
    """As in the form: what is said comes first, and the recommendation is for three or four."""
    result = person.hako("play", "world_monger", "--beginner", "--plain", *words, shelf=THE_SHELF)

    [save] = (person.data / "games").iterdir()
    assert f'"civilizations":"{civilizations}"' in save.read_text()
    assert "\nMost coins wins; " in result.stdout, "the aim"
    assert "\nHint: " in result.stdout
    assert SettingsFile(person.data / "settings.toml").read().tips == ("world_monger",)


@pytest.mark.parametrize(
    "option",
    [
        ("--lang", "ja"),
        ("--seat", "Ann"),
        ("--undo", "by-consent"),
        ("--seed", "1"),
        ("--option", "civilizations=chosen"),
    ],
    ids=lambda option: option[0],
)
def test_an_option_of_one_run_is_not_written_into_the_settings(
    person: Person, option: tuple[str, str]
) -> None:
    seats = ("--seat", "Ben", "--seat", "bot:greedy")
    person.hako("play", "world_monger", "--beginner", "--plain", *seats, *option, shelf=THE_SHELF)

    kept = SettingsFile(person.data / "settings.toml").read()
    assert kept == Settings(tips=("world_monger",))


@pytest.mark.parametrize("words", [PLAY, ("learn", "tic_tac_toe", "--plain")])
def test_damaged_settings_are_told_once_and_the_usual_ones_are_used(
    person: Person, words: tuple[str, ...]
) -> None:
    settings = person.data / "settings.toml"
    settings.parent.mkdir()
    settings.write_text('language = "en"\nsince = "sometimes"\n')

    result = person.hako(*words)

    assert result.exit_code == 0
    assert result.stderr.count("settings.toml") == 1
    assert "sometimes" in settings.read_text()
    assert len(person.library.store.names()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
def test_a_misspelt_character_is_answered_with_the_nearest_one(
    person: Person, game: str, language: str
) -> None:
    for name in [*characters(THE_SHELF.load(game)), "somebody"]:
        misspelt = f"bot:greedy@{name[:2]}{name[3:]}"
        result = person.hako(
            "play", game, "--seat", misspelt, "--plain", "--lang", language, shelf=THE_SHELF
        )

        assert result.exit_code == 2
        line = one_line(result)
        assert repr(name) in line or f"「{name}」" in line


@pytest.mark.parametrize("how", UNWRITABLE)
def test_a_folder_that_cannot_be_written_is_named(person: Person, how: str) -> None:
    UNWRITABLE[how](person.data)

    result = person.hako(*PLAY)

    assert result.exit_code == 1
    assert str(person.data) in one_line(result)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("fun = 1", "cards.toml, unknown field 'fun'."),
        ("fun = ", "cards.toml: not TOML: "),
    ],
)
def test_corrected_cards_are_read_with_care(
    person: Person, tmp_path: Path, text: str, complaint: str
) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text(text)

    result = person.hako(*PLAY, "--content", cards)

    assert result.exit_code == 1
    assert complaint in one_line(result)


def test_cards_that_are_not_there_are_named(person: Person, tmp_path: Path) -> None:
    result = person.hako(*PLAY, "--content", tmp_path / "cards.toml")

    assert result.exit_code == 1
    assert one_line(result) == f"hako: {tmp_path}/cards.toml: there is no such file."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            '[[face]]\nid = "hospital"\ncsot = 3',
            "cards.toml, face \"hospital\": unknown field 'csot'. Did you mean 'cost'?",
        ),
        (
            '[[face]]\nid = "hospital"\ncost = "three"',
            'cards.toml, face "hospital".cost: expected `int',
        ),
        ('[[cards]]\nid = "hospital"', "cards.toml, unknown field 'cards'."),
        ("[[face]\n", "cards.toml: not TOML: "),
    ],
)
def test_a_wrong_card_is_told_by_file_card_and_field(
    person: Person, tmp_path: Path, text: str, complaint: str
) -> None:
    """With the cards of Flip City."""
    cards = tmp_path / "cards.toml"
    cards.write_text(text)
    words = ["play", "flip_city", "--plain", "--content", str(cards)]

    result = CliRunner(env=person.environment).invoke(main, words)

    assert result.exit_code == 1
    assert complaint in one_line(result)
    assert not person.data.exists()


def test_a_game_with_corrected_cards_needs_their_file_no_more(
    person: Person, tmp_path: Path
) -> None:
    """The save keeps what was changed."""
    cards = tmp_path / "cards.toml"
    cards.write_text('[[face]]\nid = "hospital"\ncost = 3\n')
    over_the_shelf = CliRunner(env=person.environment)
    over_the_shelf.invoke(main, ["play", "flip_city", "--plain", "--content", str(cards)])
    cards.unlink()

    [save] = (person.data / "games").iterdir()
    result = over_the_shelf.invoke(main, ["verify", str(save)])

    assert result.exit_code == 0
    assert b'"changes":{"face":[{"id":"hospital","cost":3}]}' in save.read_bytes()


EXAMPLES = re.findall(r"hako (play .*?)(?:  .*)?$", TOLD, re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_help_work(person: Person, example: str) -> None:
    """Over the shelf itself, for the toys have no such options."""
    result = CliRunner(env=person.environment).invoke(main, [*example.split(), "--plain"])

    assert result.exit_code == 0
    assert len(EXAMPLES) == 6
