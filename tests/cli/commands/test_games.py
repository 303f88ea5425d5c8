"""`hako games`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from hako.cli.main import main
from hako.engine.bots.levels import LEVELS
from tests.cli.commands.terminal import Person


def test_every_game_of_the_shelf_is_listed_by_id_players_and_name(person: Person) -> None:
    result = person.hako("games")

    assert result.exit_code == 0
    assert "tic_tac_toe" in result.stdout
    assert "    2  Tic-tac-toe" in result.stdout


def test_names_are_told_in_the_language_asked_for(person: Person) -> None:
    assert "三目並べ" in person.hako("games", "--lang", "ja").stdout


def test_a_game_is_told_with_what_it_can_be_played_with(person: Person) -> None:
    lines = person.hako("games", "tic_tac_toe").stdout.splitlines()

    assert lines[0] == "Tic-tac-toe"
    assert "2 players" in lines
    levels = lines[lines.index("--seat bot:LEVEL") + 1 :]
    assert [line.split()[0] for line in levels] == [*LEVELS]
    assert "strong:400" in levels[3]
    assert not any("CHARACTER" in line for line in lines)


def test_each_option_is_told_with_what_its_values_mean_and_which_is_usual(person: Person) -> None:
    """The scenarios of World Monger are for three or four players (world_monger.setup)."""
    text = CliRunner(env=person.environment).invoke(main, ["games", "world_monger"]).stdout
    japanese = CliRunner().invoke(main, ["games", "world_monger", "--lang", "ja"]).stdout

    assert "--option civilizations=VALUE  Civilizations\n" in text
    assert "  random         drawn at random (default)\n" in text
    assert "Egypt, Greece, Huns, Carthage (players: 3, 4)\n" in text
    assert "ランダムに選ぶ（初期値）\n" in japanese
    assert "  hoarder   Collects" in text
    assert "  hoarder   ピラミッド" in japanese


@pytest.mark.parametrize("dash", [(), ("-",)])
def test_json_goes_to_stdout_with_a_dash_or_without_a_file(
    person: Person, dash: tuple[str, ...]
) -> None:
    [box] = msgspec.json.decode(person.hako("games", "tic_tac_toe", "--json", *dash).stdout)

    assert box["id"] == "tic_tac_toe"


def test_other_programs_read_json(person: Person) -> None:
    boxes = msgspec.json.decode(person.hako("games", "--json").stdout)

    [box] = [box for box in boxes if box["id"] == "tic_tac_toe"]
    assert box["players"] == [2, 2]
    assert box["playable"] is True
    assert box["options"] == {}


def test_a_damaged_game_is_told_with_its_reason_and_the_others_as_ever(
    person: Person, tmp_path: Path
) -> None:
    (tmp_path / "six").mkdir()
    (tmp_path / "six" / "game.toml").write_text('order = "six"\n')
    result = person.hako("--games", tmp_path, "games")
    as_json = msgspec.json.decode(person.hako("--games", tmp_path, "games", "--json").stdout)

    assert result.exit_code == 0
    assert person.hako("games").stdout in result.stdout
    assert "(damaged)" in result.stdout
    assert "six/game.toml" in result.stdout
    assert [box["id"] for box in as_json if "damaged" in box] == ["six"]


def test_a_folder_of_games_may_stand_in_the_settings(person: Person, tmp_path: Path) -> None:
    (tmp_path / "six").mkdir()
    (tmp_path / "six" / "game.toml").write_text('order = "six"\n')
    person.data.mkdir(exist_ok=True)
    (person.data / "settings.toml").write_text(f'games = "{tmp_path}"\n')

    assert "six/game.toml" in person.hako("games").stdout
